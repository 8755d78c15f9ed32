"""A daemon of the first implementation in a home of its own, and its commands."""
import json
import pathlib
import shutil
import subprocess
import tempfile


class Daemon:
    def __init__(self, program, *words, address="127.0.0.1"):
        self.program, self.home = str(program), tempfile.mkdtemp(prefix="parlor-second-")
        self.begun(address, *words)

    def begun(self, address, *words):
        self.process = subprocess.Popen(
            [self.program, "--home", self.home, "daemon", "--address", address, "--port", "0",
             "--no-discovery", "--json", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the daemon did not start")
        self.address = f"{address}:{json.loads(line)['port']}"

    def arguments(self, *words):
        return [self.program, *words, "--home", self.home]

    def run(self, *words):
        """One command: its exit code and what it printed."""
        done = subprocess.run(self.arguments(*words), capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def json(self, *words):
        code, text = self.run(*words, "--json")
        if code:
            raise RuntimeError(f"parlor {' '.join(words)} ended with {code}: {text}")
        return json.loads(text)

    def begin(self, *words):
        """A command that goes on; nobody reads what it prints."""
        return subprocess.Popen(
            self.arguments(*words), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def talk(self, *words):
        """A command with which we talk by pipes."""
        return subprocess.Popen(self.arguments(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def state(self, room):
        return self.json("room", "show", room)["state"]["hash"]

    def texts(self, room):
        """Returns the texts of the messages of a room, in their order."""
        code, text = self.run("chat", "read", "--room", room, "--json")
        return [json.loads(line).get("text", "") for line in text.splitlines()] if code == 0 else []

    def file(self, name):
        return pathlib.Path(self.home, name)

    def again(self):
        """Stopped, and started in the same home."""
        self.end()
        self.begun(self.address.partition(":")[0])
        return self

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def stop(self):
        self.end()
        shutil.rmtree(self.home, ignore_errors=True)
