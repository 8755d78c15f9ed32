"""Attacks by DNS-SD, without being paired or linked. protocol/links.md section 12."""
import json
import os
import pathlib
import select
import socket
import subprocess
import tempfile
import time

from attacks import attack
from attacks.ground import ENDS
from daemon import Daemon
from link import Identity
from raw import Raw

INSTANCES = 250
#: Dials a minute to what only DNS-SD names, and at once.
BUDGET, AT_ONCE = 60, 8


def own_address():
    """An address of this machine that others could reach; one that it has for itself where there is no other."""
    words = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
    return next((word for word in words if "." in word), "127.0.0.1")


class Silent:
    """Many ports at which everybody is taken and nobody is answered."""

    def __init__(self, host, count):
        self.poll, self.servers, self.held, self.times = select.poll(), {}, {}, []
        for _ in range(count):
            server = socket.create_server((host, 0))
            server.setblocking(False)
            self.servers[server.fileno()] = server
            self.poll.register(server, select.POLLIN)
        self.ports = [server.getsockname()[1] for server in self.servers.values()]

    def look(self, seconds):
        for number, _ in self.poll.poll(seconds * 1000):
            if number in self.servers:
                came, _ = self.servers[number].accept()
                came.setblocking(False)
                self.held[came.fileno()] = came
                self.poll.register(came, select.POLLIN)
                self.times.append(time.monotonic())
                continue
            try:
                if self.held[number].recv(1 << 14):
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            self.poll.unregister(number)
            self.held.pop(number).close()

    def most_in_a_minute(self):
        return max((sum(begin <= at < begin + 60 for at in self.times) for begin in self.times), default=0)


def announced(ports, addresses):
    """A program in the place of the one that speaks DNS-SD: it tells of one instance for each port."""
    lines = [{"event": "working"}] + [
        {"event": "found", "instance": f"Mallory {at}", "port": port, "addresses": addresses,
         "txt": {"v": "1", "id": "m" * 12 + "abcdefghijklmnop"[at % 16] + "abcdefghijklmnop"[at // 16]}} for at, port in enumerate(ports)]
    told = "\n".join(json.dumps(line) for line in lines)
    return f"#!/bin/sh\ncat <<'END'\n{told}\nEND\nwhile read -r line; do echo '{{\"event\":\"alive\"}}'; done\n"


class Neighbour(Daemon):
    """A daemon that believes a DNS-SD of ours."""

    def begun(self, address, *words):
        self.process = subprocess.Popen(
            [self.program, "--home", self.home, "daemon", "--address", address, "--port", "0", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = f"{address}:{json.loads(self.process.stdout.readline())['port']}"


@attack(least=20)
def instances(ground):
    """250 instances that do not answer, and addresses elsewhere: a scanner for a liar, and every dial taken"""
    near = Silent(own_address(), INSTANCES)
    # Nobody is there in the network of this machine; what stands here is only to be counted.
    far = socket.socket()
    far.bind(("127.77.0.1", near.ports[0]))
    far.listen()
    far.setblocking(False)
    with tempfile.TemporaryDirectory(dir=pathlib.Path(ground.facts["program"]).parent) as folder:
        program = pathlib.Path(folder, "parlor")
        for own in (program, program.with_name("parlord")):
            os.link(pathlib.Path(ground.facts["program"]).with_name(own.name), own)
        liar = pathlib.Path(folder, "parlor-discovery")
        liar.write_text(announced(near.ports, [own_address(), "127.77.0.1", "203.0.113.7"]))
        liar.chmod(0o755)
        victim = Neighbour(program)
        taken, most, links = 0, 0, 0
        try:
            while ground.goes_on():
                near.look(0.05)
                most = max(most, len(near.held))
                try:
                    far.accept()[0].close()
                    taken += 1
                except BlockingIOError:
                    pass
                if links < ground.seconds / 4:
                    raw = Raw(victim.address, ground.place(), Identity("Cyd")).hello()
                    assert raw.until("hello"), "whoever comes is not taken while made-up instances are dialled"
                    raw.end()
                    links += 1
        except ENDS as end:
            raise AssertionError(f"whoever comes is not taken while made-up instances are dialled ({end!r})") from None
        finally:
            victim.stop()
    assert near.times, "nobody is dialled at all"
    assert most <= AT_ONCE + 2, f"{most} dials at once hang at made-up instances"
    assert near.most_in_a_minute() <= BUDGET, f"{near.most_in_a_minute()} dials within a minute for a liar"
    assert own_address().startswith("127.") or not taken, f"{taken} dials to addresses that are on no network of this machine"
    return f"{len(near.times)} dials, at most {most} at once, {taken} elsewhere, {links} links taken meanwhile"
