"""Three people with daemons on loopback who have paired, and a folder to work in."""
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import time


class World:
    def __init__(self, program, place):
        self.program, self.place = program, pathlib.Path(place)
        self.work, self.daemons, self.nodes, self.ports = self.place / "work", [], {}, {}
        self.work.mkdir()
        # The examples say `parlor`, as people do.
        (self.place / "bin").mkdir()
        for name in ("parlor", "parlord", "parlor-lab", "parlor-discovery"):
            (self.place / "bin" / name).symlink_to(pathlib.Path(program).parent / name)

    def __enter__(self):
        for name in ("Ada", "Bob", "Cyd"):
            daemon = subprocess.Popen(
                ["parlor", "daemon", "--address", "127.0.0.1", "--no-discovery", "--json"], cwd=self.work, env=self.environment(name),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.daemons.append(daemon)
            self.ports[name] = json.loads(daemon.stdout.readline())["port"]
            self.done(name, "parlor", "settings", "set", "name", name)
            self.nodes[name] = self.json(name, "parlor", "status")["node"]
        for name, other in (("Bob", "Ada"), ("Cyd", "Ada"), ("Cyd", "Bob")):
            self.done(name, "parlor", "peer", "add", f"127.0.0.1:{self.ports[other]}")
        for name in self.nodes:
            for other, node in self.nodes.items():
                if other != name:
                    self.done(name, "parlor", "peer", "trust", node)
        return self

    def __exit__(self, *_):
        # Commands have started daemons of their own, in homes that the pages name.
        for sock in self.place.rglob("api.sock"):
            subprocess.run(["parlor", "--home", sock.parent, "stop"], env=self.environment("Ada"), stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        for daemon in self.daemons:
            daemon.terminate()
            daemon.wait()
            daemon.stdout.close()

    def home(self, name):
        return self.place / f"home-{name}"

    def environment(self, name):
        """Returns the environment of a person's programs: nothing of the person who runs the tests."""
        return {"PATH": f"{self.place / 'bin'}:{os.environ['PATH']}", "HOME": str(self.place), "PARLOR_HOME": str(self.home(name)), "TERM": "xterm",
                "LC_ALL": "C.UTF-8", "TZ": "UTC", "PARLOR_LOCAL_PORT": "0"}

    def shell(self, text, name="Ada"):
        """A line as it is typed: its exit code and what it printed."""
        done = subprocess.run(["timeout", "60", "bash", "-c", text], cwd=self.work, env=self.environment(name), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def done(self, name, *words):
        """A command that a page takes for granted."""
        done = subprocess.run(words, cwd=self.work, env=self.environment(name), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"{name}: {' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def begin(self, name, *words):
        """A command that goes on while others run."""
        return subprocess.Popen(words, cwd=self.work, env=self.environment(name), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def json(self, name, *words):
        return json.loads(self.done(name, *words, "--json"))

    def soon(self, holds):
        """Waits for what comes over a link."""
        end = time.monotonic() + 20
        while not holds():
            if time.monotonic() > end:
                raise RuntimeError("what one person did did not come to another one")
            time.sleep(0.05)

    def screen(self, text, name="Ada", seconds=1.0):
        """Something that goes on, at a terminal: why it ended too early, or nothing."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.work)
            os.execvpe("bash", ["bash", "-c", f"stty rows 40 cols 100; exec {text}"], self.environment(name))
        shown, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                try:
                    shown += os.read(terminal, 1 << 16)
                except OSError:
                    break
        ended, status = os.waitpid(child, os.WNOHANG)
        if not ended:
            os.kill(child, signal.SIGTERM)
            # The rest of its output is read: it could not end otherwise.
            while True:
                try:
                    if not os.read(terminal, 1 << 16):
                        break
                except OSError:
                    break
            os.waitpid(child, 0)
        os.close(terminal)
        return f"ended with {os.waitstatus_to_exitcode(status)}: {shown.decode(errors='replace')}" if ended and status else ""

    def copy(self, source, name):
        shutil.copy(source, self.work / name)
