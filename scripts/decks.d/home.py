"""One home with a daemon on loopback."""
import json
import os
import subprocess


class Failure(Exception):
    """Something is otherwise than it must be."""


def check(what, holds, found=""):
    if not holds:
        raise Failure(f"{what}: {found}")
    print(f"  {what}", flush=True)


class Home:
    def __init__(self, program, place):
        self.program, self.place, self.daemon = program, place, None
        self.folder = place / "home"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(place), "LC_ALL": "C.UTF-8",
                            "PARLOR_HOME": str(self.folder)}

    def start(self):
        self.daemon = subprocess.Popen(
            [self.program, "daemon", "--address", "127.0.0.1", "--no-discovery", "--json"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self.environment)
        json.loads(self.daemon.stdout.readline())

    def stop(self):
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
            self.daemon.stdout.close()

    def begin(self, *words, **more):
        """Starts a command; the caller waits for it."""
        return subprocess.Popen([self.program, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, env=self.environment, **more)

    def run(self, *words, input=None, must=True):
        given = {"input": input} if input is not None else {"stdin": subprocess.DEVNULL}
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True,
                              env=self.environment, timeout=600, **given)
        if must and done.returncode != 0:
            raise Failure(f"parlor {' '.join(map(str, words))}: {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def ask(self, *words, **more):
        return json.loads(self.run(*words, "--json", **more))
