"""scripts/lan --nodes: many real daemons on one bridge; what their links cost at rest and when people write."""
import argparse
import json
import os
import signal
import statistics
import sys
import time

# Hosts, daemons and their API are those of scripts/torture.
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "torture.d"))

from arrivals import TEXT, Arrivals  # noqa: E402
from common import Failure, run  # noqa: E402
from counters import count  # noqa: E402
from crowd import Crowd  # noqa: E402
from daemon import Refused, Unanswered  # noqa: E402

# Addresses of 10.77.0.0/24.
MOST_NODES = 250
# Messages of one person, each once everybody has the one before.
SINGLE = 5
# What belongs to a message and comes after it, such as what is sent twice.
AFTERMATH_SECONDS = 0.5
# The longest time that one message may take to everybody.
PATIENCE_SECONDS = 30


class Measurement:
    def __init__(self, crowd, seconds):
        self.crowd, self.members, self.seconds = crowd, crowd.members, seconds
        self.size = len(self.members)
        self.idle = None
        self.results = {}
        self.next_message = 0

    def rest(self):
        """Looks at everybody for a while in which nobody writes."""
        time.sleep(self.seconds)
        before = count(self.members)
        time.sleep(self.seconds)
        self.idle = count(self.members).since(before)
        links = [member.links() for member in self.members]
        memory = self.crowd.memory()
        self.results |= {
            "links_least": min(links), "links_median": statistics.median(links), "links_most": max(links),
            "rest_seconds": round(self.idle.seconds, 1),
            "connections_came": self.idle.taken,
            # Each connection has two ends, and both are counted.
            "connections_went": self.idle.taken - self.idle.open_ends // 2,
            "rest_bytes_a_second_and_node": round(self.idle.bytes / self.idle.seconds / self.size, 1),
            "rest_core_percent_a_node": round(100 * self.idle.processor / self.idle.seconds / self.size, 3),
            "memory_mebibytes_a_node_median": round(statistics.median(memory), 1),
            "memory_mebibytes_all": round(sum(memory)),
        }

    def post(self, member):
        """Writes a message at a node; its number."""
        number = self.next_message
        self.next_message += 1
        member.call("chat/post", room="lobby", text=TEXT.format(number))
        return number

    def single(self, arrivals):
        """One person writes some messages: each must be at all nodes."""
        writer = self.members[-1]
        took = []
        before = count(self.members)
        for _ in range(SINGLE):
            begun = time.monotonic()
            message = self.post(writer)
            while arrivals.shown_at(message) < self.size:
                if time.monotonic() - begun > PATIENCE_SECONDS:
                    raise Failure(f"one message is at {arrivals.shown_at(message)} of {self.size} nodes after {PATIENCE_SECONDS} s")
                time.sleep(0.01)
            took.append(arrivals.last(message) - begun)
            time.sleep(AFTERMATH_SECONDS)
        packets, octets = self.cost(count(self.members).since(before), SINGLE)
        self.results |= {
            "one_message_seconds_median": round(statistics.median(took), 2), "one_message_seconds_most": round(max(took), 2),
            "one_message_bytes_a_node": octets, "one_message_packets_a_node": packets,
        }

    def everybody(self, arrivals):
        """Everybody writes one message, all within the time of a measurement."""
        writers = self.crowd.random.sample(self.members, self.size)
        first = self.next_message
        before = count(self.members)
        begun = time.monotonic()
        for place, member in enumerate(writers):
            time.sleep(max(0, begun + place * self.seconds / self.size - time.monotonic()))
            self.post(member)
        written = time.monotonic()
        messages = range(first, self.next_message)
        limit = max(10, self.seconds)
        while time.monotonic() - written < limit and any(arrivals.shown_at(message) < self.size for message in messages):
            time.sleep(0.1)
        packets, octets = self.cost(count(self.members).since(before), self.size)
        everywhere = [message for message in messages if arrivals.shown_at(message) == self.size]
        wanted = {TEXT.format(message) for message in messages}
        shown = [len(wanted & member.texts(500)) for member in self.members]
        self.results |= {
            "everybody_shown_least": min(shown), "everybody_shown_median": statistics.median(shown),
            "everybody_nodes_with_all": sum(number == self.size for number in shown),
            "everybody_messages_at_all": len(everywhere),
            "everybody_seconds_after_the_last": round(max(0, max(map(arrivals.last, messages)) - written), 2)
            if len(everywhere) == self.size else None,
            "everybody_wait_seconds": limit,
            "everybody_bytes_a_message_and_node": octets, "everybody_packets_a_message_and_node": packets,
        }

    def cost(self, spent, messages):
        """Returns packets and bytes a message and node, without what the same time costs at rest."""
        share = spent.seconds / self.idle.seconds
        packets = (spent.packets - self.idle.packets * share) / messages / self.size
        return round(packets, 1), round((spent.bytes - self.idle.bytes * share) / messages / self.size)


def table(figures):
    """Returns the lines that people read."""
    get = figures.get
    after = get("everybody_seconds_after_the_last")
    rows = [
        ("started, all with a link", "{start_seconds} s"),
        ("links a node at rest", "least {links_least}, median {links_median:g}, most {links_most}"),
        ("connections in {rest_seconds} s at rest", "{connections_came} came, {connections_went} went"),
        ("at rest, a node", "{rest_core_percent_a_node} % of a core, {rest_bytes_a_second_and_node} bytes a second come in"),
        ("memory a daemon", "median {memory_mebibytes_a_node_median} MiB, {memory_mebibytes_all} MiB in all"),
        ("one message at all {nodes}", "after {one_message_seconds_median} s, at most {one_message_seconds_most} s"),
        ("its cost a node", "{one_message_bytes_a_node} bytes, {one_message_packets_a_node} packets"),
        ("everybody writes within {seconds:g} s", "least {everybody_shown_least}, median {everybody_shown_median:g} of {nodes} shown; "
         "{everybody_nodes_with_all} nodes show all"),
        ("all shown at all", f"{after} s after the last" if after is not None else "not within {everybody_wait_seconds:g} s"),
        ("cost a message and node", "{everybody_bytes_a_message_and_node} bytes, {everybody_packets_a_message_and_node} packets"),
    ]
    return [f"  {name.format(**figures):34} {text.format(**figures)}" for name, text in rows]


def measure(options):
    finders = min(options.avahi, options.nodes)
    print(f"lan: {options.nodes} nodes: {finders} with Avahi, {options.nodes - finders} that are told {options.addresses} addresses; "
          f"seed {options.seed}", flush=True)
    crowd = Crowd(options.program, options.folder, options.nodes, finders, options.addresses, options.seed)
    measurement = Measurement(crowd, options.seconds)
    started = round(crowd.start(), 1)
    measurement.rest()
    arrivals = Arrivals(crowd.members)
    measurement.single(arrivals)
    measurement.everybody(arrivals)
    arrivals.close()
    return {"nodes": options.nodes, "with_avahi": finders, "addresses": options.addresses, "seconds": options.seconds,
            "seed": options.seed, "load": round(os.getloadavg()[0], 1), "start_seconds": started, **measurement.results}


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/lan", description=__doc__)
    parser.add_argument("--nodes", type=int, required=True, help=f"from 2 to {MOST_NODES}")
    parser.add_argument("--avahi", type=int, default=20, help="the number of nodes that find each other by Avahi (20)")
    parser.add_argument("--addresses", type=int, default=4, help="addresses that each of the others is told (4)")
    parser.add_argument("--seconds", type=float, default=60, help="time to settle, at rest, and in which everybody writes (60)")
    parser.add_argument("--seed", type=int, default=1, help="who is told whose address, and who writes when (1)")
    parser.add_argument("--json", help="a file for the figures")
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    parser.add_argument("program", nargs="?", help="the program parlor; without it, it is built")
    options = parser.parse_args()
    if not 2 <= options.nodes <= MOST_NODES or not 1 <= options.seconds <= 300:
        parser.error(f"--nodes is from 2 to {MOST_NODES}, --seconds from 1 to 300")
    if options.avahi < 0 or options.addresses < 1:
        parser.error("--avahi is 0 or more, --addresses 1 or more")
    options.program = os.path.abspath(options.program)
    return options


def out_of_time(*_):
    raise Failure("it takes too long")


def main():
    options = arguments()
    # All ends with the namespaces; this ends them, whatever hangs.
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(int(240 + 5 * options.seconds + 3 * options.nodes))
    try:
        run("mount", "--make-rprivate", "/")
        run("mount", "-t", "tmpfs", "-o", "mode=0700,size=8g", "none", options.folder)
        run("ip", "link", "set", "lo", "up")
        figures = measure(options)
    except (Failure, OSError, Unanswered, Refused, KeyError) as error:
        print(f"lan: FAILED: {error}", file=sys.stderr)
        return 1
    print("\n".join(table(figures)))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(figures, file, indent=1)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
