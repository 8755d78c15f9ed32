"""The switch between the hosts: passes their packets on, late, not at all, in another order or slowly, as told.

The kernel's netem does the same where it was built in; this works everywhere. Every port is a packet socket on the
outer end of a host's cable; what comes in on one goes out on all others, as from the simplest of switches.
"""
import contextlib
import ctypes
import fcntl
import heapq
import random
import selectors
import socket
import struct
import threading
import time


class Weather:
    """The weather for packets from and to a host: delay, loss, order and rate."""

    def __init__(self, delay=0.0, jitter=0.0, loss=0.0, reorder=0.0, rate=0, cut=False):
        self.delay, self.jitter, self.loss, self.reorder, self.rate, self.cut = delay, jitter, loss, reorder, rate, cut


FINE = Weather()
# The longest time for which a slow line holds something back, in seconds; the rest is lost as in a real one.
LONGEST_QUEUE = 1.0


class Switch(threading.Thread):
    def __init__(self, seed):
        super().__init__(daemon=True)
        self.random = random.Random(seed)
        self.ports, self.weather, self.free_at = {}, {}, {}
        self.chooser = selectors.DefaultSelector()
        self.queue, self.number = [], 0
        self.over = False
        self.passed = self.lost = self.late = self.reordered = 0

    def plug(self, name, device):
        port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        port.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        # PACKET_IGNORE_OUTGOING: not what we send ourselves.
        port.setsockopt(263, 23, 1)
        port.bind((device, 0))
        port.setblocking(False)
        self.ports[name], self.weather[name], self.free_at[name] = port, FINE, 0.0
        self.chooser.register(port, selectors.EVENT_READ, name)

    def run(self):
        while not self.over:
            wait = max(0.0, min(self.queue[0][0] - time.monotonic(), 0.02)) if self.queue else 0.02
            for key, _ in self.chooser.select(wait):
                self.take(key.fileobj, key.data)
            now = time.monotonic()
            while self.queue and self.queue[0][0] <= now:
                _, _, source, packet = heapq.heappop(self.queue)
                self.deliver(source, packet)
        for port in self.ports.values():
            port.close()

    def take(self, port, name):
        for _ in range(64):
            try:
                packet = port.recv(65536)
            except OSError:
                return
            weather = self.weather[name]
            if weather.cut or self.random.random() < weather.loss:
                self.lost += 1
                continue
            due = self.due(weather, name, len(packet))
            if due is None:
                self.lost += 1
                continue
            if due <= 0:
                self.deliver(name, packet)
                continue
            self.late += 1
            self.number += 1
            heapq.heappush(self.queue, (time.monotonic() + due, self.number, name, packet))

    def due(self, weather, name, size):
        """In how many seconds a packet is there; None when it is lost."""
        if weather.reorder and self.random.random() < weather.reorder:
            self.reordered += 1
            return 0.0
        due = weather.delay + self.random.uniform(-weather.jitter, weather.jitter) if weather.delay else 0.0
        if weather.rate:
            now = time.monotonic()
            self.free_at[name] = max(self.free_at[name], now) + size / weather.rate
            if self.free_at[name] - now > LONGEST_QUEUE:
                self.free_at[name] -= size / weather.rate
                return None
            due += self.free_at[name] - now
        return due

    def deliver(self, source, packet):
        for name, port in self.ports.items():
            if name == source or self.weather[name].cut:
                continue
            try:
                port.send(packet)
                self.passed += 1
            except OSError:
                self.lost += 1


def finish_checksums(device):
    """Has the kernel finish each packet: what goes through a packet socket is not finished on the way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        # ETHTOOL_STXCSUM, STSO, SGSO, SGRO; SIOCETHTOOL takes a pointer to the command and its value.
        for command in (0x17, 0x1F, 0x24, 0x2C):
            value = ctypes.create_string_buffer(struct.pack("II", command, 0))
            with contextlib.suppress(OSError):
                fcntl.ioctl(control, 0x8946, struct.pack("16sP", device.encode(), ctypes.addressof(value)))
