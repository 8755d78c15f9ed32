"""One daemon with its home, and what is asked of it over its socket."""
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import time

from common import Failure, slack


class Unanswered(Exception):
    """No answer came: what was asked for may have happened or not."""


class Refused(Exception):
    """The daemon said no, with a sentence."""

    def __init__(self, status, said):
        self.status = status
        super().__init__(f"{status} {said}")


class Socket(http.client.HTTPConnection):
    """HTTP over the socket in a home."""

    def __init__(self, path, timeout):
        super().__init__("parlor", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Daemon:
    """A home below `place`, which is a mount of its own, and the process that runs in it.

    `enter` stands before each command that is to see the daemon's network; `address` is where others reach it.
    """

    def __init__(self, program, name, place, address, words=(), enter=()):
        self.program, self.name, self.place, self.address = program, name, place, address
        self.home = place + "/home"
        self.words, self.enter = list(words), list(enter)
        self.log_path = f"{os.path.dirname(place)}/{name}.log"
        self.process = None
        self.port = self.node = self.author = None
        self.paused = False
        # Variables of the process: a clock of its own.
        self.variables = {}
        self.slowest_start = 0.0
        self.starts = 0

    def command(self, *words):
        # The first program that faketime is loaded into sets itself up, and a Swift one then sees none of its arguments.
        first = ["env"] if self.variables else []
        return [*self.enter, *first, self.program, "--home", self.home, *words]

    def environment(self):
        """Nothing of the person who runs this, and no other home."""
        return {"PATH": os.environ.get("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), "LANG": "C.UTF-8", "HOME": self.place,
                "PARLOR_HOME": self.home, **self.variables}

    def run(self, *words, seconds=20):
        """Runs a command to its end: exit code, output, complaints."""
        done = subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=seconds * slack(), env=self.environment())
        return done.returncode, done.stdout, done.stderr

    def spawn(self):
        """Starts the process; the place in its log at which it begins."""
        log = open(self.log_path, "a+")
        begin = log.seek(0, os.SEEK_END)
        port = ["--port", str(self.port)] if self.port else []
        process = subprocess.Popen(
            self.command("daemon", "--json", *port, *self.words), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            env=self.environment(), start_new_session=True)
        log.close()
        return process, begin

    def said(self, begin=0):
        with open(self.log_path, errors="replace") as log:
            log.seek(begin)
            return log.read()

    def last_words(self):
        return "\n".join(self.said().splitlines()[-6:]) if os.path.exists(self.log_path) else ""

    def try_start(self, seconds=10):
        """Starts it and waits until it is ready; what it said when it ended instead, None when it is ready."""
        begun = time.monotonic()
        process, begin = self.spawn()
        while time.monotonic() - begun < seconds * slack():
            text = self.said(begin)
            if '"port":' in text:
                self.process, self.paused = process, False
                self.port = json.loads(text.splitlines()[-1])["port"]
                self.starts += 1
                self.slowest_start = max(self.slowest_start, time.monotonic() - begun)
                # Invariant 13; what the machine is short of counts for us all.
                if time.monotonic() - begun > 2 * slack():
                    raise Failure(f"{self.name} was ready only after {time.monotonic() - begun:.1f} s")
                return None
            if process.poll() is not None:
                return self.said(begin) or f"ended without a word ({process.returncode})"
            time.sleep(0.005)
        process.kill()
        process.wait()
        raise Failure(f"{self.name} is not ready and does not end: {self.said(begin)!r}")

    def start(self):
        said = self.try_start()
        if said is not None:
            raise Failure(f"{self.name} does not start: {said}")

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    @property
    def listens(self):
        return self.runs and not self.paused

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process, self.paused = None, False

    def stop(self):
        """Ends it as a service manager does."""
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15 * slack())
            except subprocess.TimeoutExpired:
                raise Failure(f"{self.name} does not end on SIGTERM") from None
        self.process = None

    def ask(self, method, path, body=None, seconds=5, raw=False):
        """An answer as JSON; raises Unanswered or Refused."""
        connection = Socket(self.home + "/api.sock", seconds * slack())
        try:
            text = json.dumps(body) if body is not None else None
            connection.request(method, path, text, {"Content-Type": "application/json"})
            response = connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(f"{method} {path}: {error!r}") from None
        finally:
            connection.close()
        if response.status >= 300:
            raise Refused(response.status, content.decode(errors="replace"))
        return content if raw else json.loads(content or b"{}")

    def call(self, method, **request):
        """Returns the answer of a method of the API, as in call("chat/post", text="hello")."""
        return self.ask("POST", f"/v1/{method}", request)

    def messages(self, room):
        """All messages of a room, oldest first."""
        found, before = [], ""
        while True:
            page = self.call("chat/list", room=room, before=before)
            found = page.get("messages", []) + found
            before = page.get("before", "")
            if not before:
                return found

    def state(self, room):
        found = self.call("rooms/state", room=room)
        return found.get("hash"), found.get("entries")

    def peers(self):
        return {peer["id"]: peer for peer in self.call("peers/list").get("peers", []) if peer.get("id")}

    def keep(self, folder):
        """Copies the home and the log for anybody who looks into a failure."""
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(self.log_path):
            shutil.copy(self.log_path, folder)
        for name in os.listdir(self.home) if os.path.isdir(self.home) else []:
            path = f"{self.home}/{name}"
            if os.path.isfile(path) and name != "ballast":
                os.makedirs(f"{folder}/{self.name}", exist_ok=True)
                shutil.copy(path, f"{folder}/{self.name}/{name}")
