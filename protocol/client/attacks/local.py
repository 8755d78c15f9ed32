"""Another user of the machine, and anybody who has the disk. Section 12 of the design: what is on the disk is the person's alone."""
import os
import pathlib
import socket
import stat

from attacks import attack
from daemon import Daemon

NOBODY = 65_534


@attack()
def other_user(ground):
    """another user of the machine: files, socket and memory of the daemon"""
    home, pid = pathlib.Path(ground.facts["home"]), ground.facts["process"]
    assert stat.S_IMODE(home.stat().st_mode) == 0o700, "the home can be looked into"
    names = sorted(path for path in home.iterdir() if path.is_file() or path.is_socket())
    # Files that `parlor` writes for its person elsewhere are not looked at: these are the daemon's own.
    own = [path for path in names if path.name.startswith(("parlor.sqlite", "node-key", "node-cert", "api.sock", "lock", "ballast"))]
    for path in own:
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, f"{path.name} has mode {stat.S_IMODE(path.stat().st_mode):o}"
    if os.geteuid() != 0:
        return f"{len(own)} files by their modes; not tried as somebody else, which needs root"
    opened = tried_as(NOBODY, [*own, pathlib.Path(f"/proc/{pid}/environ"), pathlib.Path(f"/proc/{pid}/mem"), pathlib.Path(f"/proc/{pid}/fd")])
    assert not opened, f"another user opens {', '.join(opened)}"
    return f"{len(own)} files, its socket, environment and memory: none opened"


def tried_as(user, paths):
    """The names of what this user can open."""
    out, into = os.pipe()
    if child := os.fork():
        os.close(into)
        with os.fdopen(out) as told:
            names = told.read().split("\n")
        os.waitpid(child, 0)
        return [name for name in names if name]
    try:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        for path in paths:
            try:
                if path.name == "api.sock":
                    socket.socket(socket.AF_UNIX).connect(str(path))
                elif path.name == "fd":
                    os.listdir(path)
                else:
                    os.close(os.open(path, os.O_RDONLY))
                os.write(into, f"{path.name}\n".encode())
            except OSError:
                pass
    finally:
        os._exit(0)


@attack()
def thief(ground):
    """who has the disk: deleted words and tickets are not on it"""
    daemon = Daemon(ground.facts["program"])

    def on_disk(text):
        # Its beginning: what is long lies on many pages.
        text = text[:17]
        return [path.name for path in pathlib.Path(daemon.home).iterdir() if path.is_file() and text.encode() in path.read_bytes()]
    try:
        daemon.run("settings", "set", "name", "Ada")
        said = {text: daemon_said(daemon, text) for text in ("forget this at once " + "x" * 9, "forget this later " + "y" * 5_000)}
        daemon = daemon.again()
        for text, name in said.items():
            assert on_disk(text), "what was said is not found on the disk: this shows nothing"
            daemon.run("chat", "delete", "--room", "personal", name)
        secret = daemon.json("peer", "pair", "--ticket", "--address", daemon.address)["ticket"].split("/")[1]
        assert not on_disk(secret), "the secret of a ticket is on the disk"
        daemon = daemon.again()
        for text in said:
            assert not on_disk(text), f"'{text[:17]} …' is still in {', '.join(on_disk(text))}"
    finally:
        daemon.stop()
    return "both gone once the daemon has been stopped"


def daemon_said(daemon, text):
    return daemon.json("chat", "post", "--room", "personal", text)["id"]
