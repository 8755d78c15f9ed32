"""The use of a machine by a process, read from /proc."""
import os
import pathlib
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")


def written(process):
    """Bytes that a process has handed to the disk so far."""
    for line in pathlib.Path("/proc", str(process), "io").read_text().splitlines():
        if line.startswith("write_bytes:"):
            return int(line.split()[1])
    raise OSError("the process has ended")


class Meter(threading.Thread):
    """Looks ten times a second until it is ended; keeps the highest of each."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.process, self.home = pathlib.Path("/proc", str(daemon.process.pid)), pathlib.Path(daemon.home)
        self.memory = self.before = self.status("VmRSS")
        self.descriptors = self.descriptors_before = self.open()
        self.disk_before, self.cpu_before, self.began = self.disk(), self.cpu(), time.monotonic()
        self.ending = threading.Event()
        # The high-water mark of memory begins again, where the system lets us.
        try:
            (self.process / "clear_refs").write_text("5")
            self.marked = True
        except OSError:
            self.marked = False
        self.start()

    def run(self):
        while not self.ending.wait(0.1):
            self.look()

    def look(self):
        try:
            self.memory = max(self.memory, self.status("VmHWM" if self.marked else "VmRSS"))
            self.descriptors = max(self.descriptors, self.open())
        except OSError:
            pass

    def end(self):
        self.ending.set()
        self.join()
        self.look()
        self.share = (self.cpu() - self.cpu_before) / (time.monotonic() - self.began)
        return self

    def status(self, name):
        """A figure of memory, in bytes."""
        for line in (self.process / "status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) << 10
        raise OSError("the process has ended")

    def open(self):
        return len(os.listdir(self.process / "fd"))

    def cpu(self):
        """Seconds of computing so far."""
        words = (self.process / "stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / TICK

    def disk(self):
        """Bytes on the disk below the home."""
        total = 0
        for path in self.home.rglob("*"):
            try:
                total += path.lstat().st_blocks * 512
            except OSError:
                pass
        return total
