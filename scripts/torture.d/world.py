"""A world: some daemons that are paired, a private room, the lobby, a match; and what they have acknowledged."""
import contextlib
import os
import random
import time

from common import Failure, run, soon
from daemon import Daemon, Refused, Unanswered
from hosts import Network
from ledger import Ledger
from match import Play

NAMES = ["ada", "berta", "cleo", "dora"]
# Of each home's disk: the database, its log, 4 MiB of ballast, and room to live.
DISK_MEGABYTES = 48
# One of us says no more than ten messages in ten seconds to a room.
PAUSE_BETWEEN_WORDS = 1.1


class World:
    def __init__(self, program, folder, seed, number, tally):
        self.random = random.Random(f"{seed}/{number}")
        self.folder, self.number, self.tally, self.seed = f"{folder}/world{number}", number, tally, seed
        os.mkdir(self.folder)
        self.network = None
        self.daemons, self.mounts = [], []
        self.ledger = Ledger()
        self.play = Play(self)
        self.last_words = {}
        self.links = {}
        # By home, from before anything was broken.
        self.backups = {}
        self.in_namespaces = False
        self.program = program

    def build(self, in_namespaces):
        self.in_namespaces = in_namespaces
        count = self.random.choice([2, 3, 3, 4])
        names = NAMES[:count]
        for number, name in enumerate(names):
            os.mkdir(f"{self.folder}/{name}")
            self.mount(f"{self.folder}/{name}", last=number == count - 1)
        # After the mounts: a host sees those that are there when it begins.
        if in_namespaces:
            self.network = Network(names, self.folder, f"{self.seed}/{self.number}/switch")
        for number, name in enumerate(names):
            place = f"{self.folder}/{name}"
            if in_namespaces:
                host = self.network.hosts[number]
                daemon = Daemon(self.program, name, place, host.address, enter=host.enter)
            else:
                address = f"127.0.0.{11 + number}"
                daemon = Daemon(self.program, name, place, address, ["--address", address, "--no-discovery"])
            self.daemons.append(daemon)
        for daemon in self.daemons:
            daemon.start()
            daemon.post_name = daemon.name.capitalize()
            daemon.call("node/set", key="name", value=daemon.post_name)
            status = daemon.call("node/status")
            daemon.node, daemon.author = status["node"], status["account"]
        self.meet()
        owner = self.daemons[0]
        room = owner.call("rooms/make", name="club", people=[other.author for other in self.daemons[1:]])
        self.club = room["id"]
        self.ledger.rooms = ["lobby", self.club]
        soon(lambda: self.agreed(), "all are in the club", 30, 0.1, self.standing)
        for daemon in self.daemons:
            self.back_up(daemon)

    def mount(self, place, last):
        """A small disk for a home; the last one's is a file system that can fail, where there are such."""
        if last and not self.in_namespaces:
            with contextlib.suppress(OSError):
                self.mount_ext4(place)
                return
        run("mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m,mode=0700", "none", place)
        self.mounts.append(place)

    def mount_ext4(self, place):
        below = place + ".disk"
        os.mkdir(below)
        run("mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES + 8}m", "none", below)
        self.mounts.append(below)
        with open(below + "/image", "wb") as image:
            image.truncate(DISK_MEGABYTES << 20)
        run("mkfs.ext4", "-q", "-F", below + "/image")
        run("mount", "-o", "loop", below + "/image", place)
        self.mounts.append(place)
        self.fragile = place

    fragile = None

    def meet(self):
        for one in self.daemons:
            for other in self.daemons:
                if one is not other:
                    one.call("peers/trust", node=other.node)
        for number, one in enumerate(self.daemons):
            for other in self.daemons[:number]:
                one.call("peers/add", address=f"{other.address}:{other.port}")
        self.wait_linked(30)

    def wait_linked(self, seconds):
        return soon(self.all_linked, "all are linked", seconds, 0.05, self.standing)

    def all_linked(self):
        try:
            for one in self.daemons:
                peers = one.peers()
                if any(not peers.get(other.node, {}).get("online") for other in self.daemons if other is not one):
                    return False
            return True
        except (Unanswered, Refused):
            return False

    def standing(self):
        """Returns the answers of every daemon now, for a failure."""
        lines = []
        for daemon in self.daemons:
            try:
                peers = [(p.get("name"), bool(p.get("online")), p.get("problem", "")) for p in daemon.peers().values()]
                rooms = [daemon.state(room) for room in self.ledger.rooms]
                problem = daemon.call("node/status").get("storage_problem", "")
                lines.append(f"{daemon.name}: peers {peers}, rooms {rooms} {problem}")
            except (Unanswered, Refused) as error:
                lines.append(f"{daemon.name} (runs: {daemon.runs}): {error}")
        return "\n  ".join(["", *lines])

    def agreed(self):
        """Whether all rooms are the same on all nodes."""
        try:
            return all(len({daemon.state(room) for daemon in self.daemons}) == 1 for room in self.ledger.rooms)
        except (Unanswered, Refused):
            return False

    def back_up(self, daemon):
        path = f"{self.folder}/{daemon.name}.backup"
        code, _, said = daemon.run("backup", "--force", path)
        if code:
            raise Failure(f"{daemon.name} is not backed up: {said}")
        self.backups[daemon.name] = path

    # Actions of people.

    def say(self, daemon, room=None):
        """Posts a message; whether it was acknowledged."""
        room = room or self.random.choice(self.ledger.rooms)
        text = f"w{self.number} {self.ledger.next_number()} {daemon.name} {self.random.randbytes(self.random.choice([4, 40, 400])).hex()}"
        self.ledger.attempted(room, text)
        try:
            answer = daemon.call("chat/post", room=room, text=text)
        except Refused:
            self.ledger.refused(room, text)
            raise
        if not answer.get("id"):
            raise Failure(f"{daemon.name} takes a message in {room} and does not show it")
        self.ledger.acknowledged(room, answer["id"], text, daemon.name)
        self.tally["writes acknowledged"] += 1

    def change(self, daemon):
        """Edits or deletes a message of the daemon's own."""
        mine = [(room, id) for room in self.ledger.rooms for id, message in self.ledger.messages[room].items()
                if message.author == daemon.name and not message.may_be_deleted]
        if len(mine) < 5:
            return
        room, id = self.random.choice(mine)
        message = self.ledger.messages[room][id]
        if self.random.random() < 0.3:
            message.may_be_deleted = True
            daemon.call("chat/delete", room=room, message=id)
            message.is_deleted = True
        else:
            text = f"w{self.number} {self.ledger.next_number()} {daemon.name} edited"
            message.texts.append(text)
            daemon.call("chat/edit", room=room, message=id, text=text)
            message.texts = [text]
        self.tally["changes acknowledged"] += 1

    def bustle(self, seconds):
        """Everybody who can says something now and then, and the match goes on."""
        end = time.monotonic() + seconds
        while True:
            for daemon in self.daemons:
                if not daemon.listens:
                    continue
                with contextlib.suppress(Unanswered, Refused):
                    self.play.step(daemon)
                if time.monotonic() - self.last_words.get(daemon.name, 0) < PAUSE_BETWEEN_WORDS:
                    continue
                self.last_words[daemon.name] = time.monotonic()
                with contextlib.suppress(Unanswered, Refused):
                    if self.random.random() < 0.15:
                        self.change(daemon)
                    else:
                        self.say(daemon)
            if time.monotonic() > end:
                return
            time.sleep(0.02)

    def others(self, daemon):
        return [other for other in self.daemons if other is not daemon]

    # The end.

    def down(self):
        for daemon in self.daemons:
            daemon.kill()
        if self.network:
            self.network.down()
        for place in reversed(self.mounts):
            run("umount", "--lazy", place, check=False)

    def keep(self, folder):
        for daemon in self.daemons:
            daemon.kill()
            daemon.keep(folder)

