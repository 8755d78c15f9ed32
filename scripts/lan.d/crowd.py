"""A crowd of hosts on one bridge, each with a daemon: some find each other by Avahi, the others are told addresses."""
import concurrent.futures
import os
import random
import time

from common import Failure, run, soon
from daemon import Daemon, Unanswered
from hosts import Host

PORT = 4711
# Daemons that start at the same time: more of them only wait for each other.
GROUP = 4
BRIDGE = "crowd0"


class CrowdHost(Host):
    """A host whose cable ends at a bridge of the kernel."""

    def plug(self):
        outer = f"to-{self.name}"
        run("ip", "link", "add", outer, "type", "veth", "peer", "name", "lan0", "netns", str(self.keeper.pid))
        # Without segmentation offload a packet is counted as it would be on a cable.
        run("ip", "link", "set", outer, "gso_max_segs", "1", "master", BRIDGE, "up")
        self.on("sh", "-c", f"ip link set lo up && ip link set lan0 gso_max_segs 1 && "
                f"ip address add {self.address}/24 dev lan0 && ip link set lan0 up")


class Member:
    """One host and its daemon."""

    def __init__(self, program, number, folder, finds):
        name = f"n{number}"
        self.number, self.finds = number, finds
        self.host = CrowdHost(name, number, folder)
        self.host.plug()
        os.mkdir(f"{folder}/{name}")
        words = [] if finds else ["--no-discovery"]
        self.daemon = Daemon(program, name, f"{folder}/{name}", self.host.address, words, self.host.enter)
        self.daemon.port = PORT
        self.log = 0

    def spawn(self):
        self.daemon.process, self.log = self.daemon.spawn()

    def is_ready(self):
        if self.daemon.process.poll() is not None:
            raise Failure(f"{self.daemon.name} does not start: {self.daemon.said(self.log)}")
        return '"port":' in self.daemon.said(self.log)

    def call(self, method, **request):
        """Returns the answer of a method; a busy machine has many daemons to serve."""
        return self.daemon.ask("POST", f"/v1/{method}", request, seconds=20)

    def links(self):
        """Returns the number of nodes that it is linked with."""
        return int(self.call("node/status").get("peers_online", 0))

    def texts(self, limit):
        """Returns the newest messages that it shows in the lobby."""
        messages = self.call("chat/list", room="lobby", limit=limit).get("messages", [])
        return {message.get("text") for message in messages}


class Crowd:
    def __init__(self, program, folder, size, finders, addresses, seed):
        """Makes `size` hosts; the first `finders` have Avahi, each other one is told `addresses` others."""
        self.random = random.Random(seed)
        self.addresses = addresses
        # Without snooping the bridge passes multicast to everybody, as a simple switch does.
        run("ip", "link", "add", BRIDGE, "type", "bridge", "forward_delay", "0", "mcast_snooping", "0")
        run("ip", "link", "set", BRIDGE, "up")
        # Making a host is starting a dozen small programs one after another: on a busy machine each of them waits.
        with concurrent.futures.ThreadPoolExecutor(GROUP * 2) as several:
            self.members = list(several.map(lambda number: Member(program, number, folder, number < finders), range(size)))

    def start(self):
        """Starts everything, a few at a time; returns the seconds that it took."""
        begun = time.monotonic()
        finders = [member for member in self.members if member.finds]
        # All at once: an Avahi mostly waits, for a second in which nobody else claims its name.
        with concurrent.futures.ThreadPoolExecutor(GROUP * 2) as several:
            list(several.map(lambda member: member.host.start_bus(), finders))
        for started in [member.host.start_avahi() for member in finders]:
            soon(started, "Avahi", 20)
        for group in self.groups(self.members):
            for member in group:
                member.spawn()
            for member in group:
                soon(member.is_ready, f"{member.daemon.name} is ready", 30)
        for member in self.members:
            if not member.finds:
                self.tell(member)
        soon(self.all_linked, "everybody has a link", 60, 0.5)
        return time.monotonic() - begun

    def groups(self, members):
        return [members[begin:begin + GROUP] for begin in range(0, len(members), GROUP)]

    def tell(self, member):
        """Gives a node without Avahi the addresses of some others, as `parlor peer add` does."""
        others = [other for other in self.members if other is not member]
        for other in self.random.sample(others, min(self.addresses, len(others))):
            member.call("peers/add", address=f"{other.host.address}:{PORT}")

    def all_linked(self):
        try:
            return all(member.links() for member in self.members)
        except Unanswered:
            return False

    def memory(self):
        """Returns the MiB that each daemon has in memory, with its part of what it shares with the others."""
        return [proportional_set(member.daemon.process.pid) / 1024 for member in self.members]


def proportional_set(process):
    with open(f"/proc/{process}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
