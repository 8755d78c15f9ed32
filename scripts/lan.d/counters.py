"""Figures that the kernel has of a crowd: packets, connections, time of processors."""
import dataclasses
import os
import time


@dataclasses.dataclass
class Counts:
    """The sums over all nodes at one moment, or between two."""
    seconds: float
    # TCP connections that a listener has taken, and ends of connections that are open now.
    taken: int
    open_ends: int
    # Packets of TCP, and bytes with the headers of IP, that came in; nothing of multicast.
    packets: int
    bytes: int
    # Seconds of processors that the daemons and their programs for discovery took.
    processor: float

    def since(self, before):
        return Counts(*(now - then for now, then in zip(dataclasses.astuple(self), dataclasses.astuple(before), strict=True)))


def count(members):
    """Returns the counts of now."""
    taken = open_ends = packets = octets = 0
    processor = 0.0
    processes = children()
    for member in members:
        tables = read(member.host.keeper.pid)
        taken += tables["Tcp"]["PassiveOpens"]
        open_ends += tables["Tcp"]["CurrEstab"]
        packets += tables["Tcp"]["InSegs"]
        fourth, sixth = tables["IpExt"], tables["Ip6"]
        octets += fourth["InOctets"] - fourth["InMcastOctets"] - fourth["InBcastOctets"]
        octets += sixth["InOctets"] - sixth["InMcastOctets"]
        daemon = member.daemon.process.pid
        processor += sum(processor_seconds(process) for process in [daemon, *processes.get(daemon, [])])
    return Counts(time.monotonic(), taken, open_ends, packets, octets, processor)


def read(process):
    """Returns the tables of numbers of the network that a process is in."""
    tables = {"Ip6": {}}
    for name in ("snmp", "netstat"):
        with open(f"/proc/{process}/net/{name}") as file:
            lines = [line.split() for line in file]
        for names, numbers in zip(lines[::2], lines[1::2], strict=True):
            tables[names[0].rstrip(":")] = dict(zip(names[1:], map(int, numbers[1:]), strict=True))
    with open(f"/proc/{process}/net/snmp6") as file:
        for line in file:
            name, number = line.split()
            if name.startswith("Ip6"):
                tables["Ip6"][name[3:]] = int(number)
    return tables


def children():
    """Returns the processes that each process has started."""
    found = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        fields = stat(name)
        if fields:
            found.setdefault(int(fields[1]), []).append(int(name))
    return found


def stat(process):
    """Returns the fields of /proc/PID/stat behind the name; none once the process is gone."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()
    except FileNotFoundError:
        return []


def processor_seconds(process):
    fields = stat(process)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0
