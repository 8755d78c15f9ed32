"""Hosts in namespaces: each with a network, a /run, a D-Bus and an Avahi of its own, on one switch."""
import os
import subprocess

from common import run, soon
from switch import Switch, finish_checksums

AVAHI = """[server]
host-name={name}
use-ipv4=yes
use-ipv6=yes
allow-interfaces=lan0
[wide-area]
enable-wide-area=no
[publish]
publish-hinfo=no
publish-workstation=no
"""


class Host:
    def __init__(self, name, number, folder):
        self.name, self.number, self.folder = name, number, folder
        self.address = f"10.77.0.{number + 1}"
        self.children = []
        self.avahi = None
        ready = f"{folder}/{name}.ready"
        self.keeper = subprocess.Popen(
            ["unshare", "--mount", "--uts", "--net", "sh", "-c",
             'mount --make-rprivate / && mount -t tmpfs none /run && mkdir -p /run/dbus /run/avahi-daemon && '
             'hostname "$1" && touch "$2" && exec sleep infinity', "_", name, ready], stdin=subprocess.DEVNULL)
        soon(lambda: os.path.exists(ready), f"host {name} is up", 10, 0.01)
        self.enter = ["nsenter", "--target", str(self.keeper.pid), "--mount", "--uts", "--net", "--"]

    def on(self, *words):
        return run(*self.enter, *words)

    def plug(self, switch):
        outer = f"to-{self.name}"
        run("ip", "link", "add", outer, "type", "veth", "peer", "name", "lan0", "netns", str(self.keeper.pid))
        finish_checksums(outer)
        self.on("python3", "-B", "-c", f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); "
                "import switch; switch.finish_checksums('lan0')")
        run("ip", "link", "set", outer, "promisc", "on", "up")
        for words in (["link", "set", "lo", "up"], ["address", "add", self.address + "/24", "dev", "lan0"],
                      ["link", "set", "lan0", "up"]):
            self.on("ip", *words)
        switch.plug(self.name, outer)

    def child(self, log, *words):
        with open(f"{self.folder}/{self.name}.{log}", "a") as out:
            process = subprocess.Popen([*self.enter, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        self.children.append(process)
        return process

    def start_bus(self):
        self.child("bus", "dbus-daemon", "--system", "--nofork", "--nopidfile")
        soon(lambda: subprocess.run([*self.enter, "test", "-S", "/run/dbus/system_bus_socket"]).returncode == 0,
             f"D-Bus of {self.name}", 10)

    def start_avahi(self):
        conf, log = f"{self.folder}/{self.name}.conf", f"{self.folder}/{self.name}.avahi"
        with open(conf, "w") as file:
            file.write(AVAHI.format(name=self.name))
        begin = os.path.getsize(log) if os.path.exists(log) else 0
        self.avahi = self.child("avahi", "avahi-daemon", "--no-chroot", "--no-drop-root", "--no-rlimits", "--file", conf)

        def started():
            with open(log, errors="replace") as file:
                file.seek(begin)
                return "Server startup complete" in file.read()
        # Its own name is looked for on the network first, which takes a second.
        return started

    def kill_avahi(self):
        self.avahi.kill()
        self.avahi.wait()
        self.children.remove(self.avahi)
        run(*self.enter, "rm", "-f", "/run/avahi-daemon/pid", check=False)
        self.avahi = None

    def down(self):
        for process in [*reversed(self.children), self.keeper]:
            process.kill()
            process.wait()
        # A namespace goes some time after its last process, and its end of the cable with it: the next host has the same name.
        run("ip", "link", "delete", f"to-{self.name}", check=False)


class Network:
    """Hosts on a switch; everything goes when the keepers of the namespaces do."""

    def __init__(self, names, folder, seed):
        self.switch = Switch(seed)
        self.hosts = []
        try:
            for number, name in enumerate(names):
                self.hosts.append(Host(name, number, folder))
                self.hosts[-1].plug(self.switch)
            self.switch.start()
            for host in self.hosts:
                host.start_bus()
            for started in [host.start_avahi() for host in self.hosts]:
                soon(started, "Avahi", 15)
        except BaseException:
            self.down()
            raise

    def down(self):
        self.switch.over = True
        if self.switch.ident:
            self.switch.join()
        for host in self.hosts:
            host.down()
