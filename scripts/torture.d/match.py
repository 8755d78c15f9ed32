"""A match between the first two daemons, played over their sockets."""
import time

from common import Failure
from daemon import Refused, Unanswered


class Play:
    def __init__(self, world):
        self.world = world
        self.table = None
        # By home: the most rounds that its node ever said were decided.
        self.decided = {}
        self.begun = 0.0
        self.finished = []
        # Tables whose seat was restored: they can only be given up.
        self.cut_off = False

    @property
    def seats(self):
        return self.world.daemons[:2]

    def step(self, daemon):
        """One move of one person, if any is due."""
        if daemon not in self.seats:
            return
        if self.table is None:
            return self.open()
        view = self.view(daemon)
        phase, host, joiner = view.get("phase"), *self.seats
        if phase == "TABLE_PHASE_FINISHED":
            if all(self.is_over(seat) for seat in self.seats):
                self.end()
            return
        if phase == "TABLE_PHASE_CLOSED" or time.monotonic() - self.begun > 240:
            self.leave(view)
        elif daemon is joiner and phase == "TABLE_PHASE_OFFERED":
            daemon.call("tables/ask", table=self.table)
        elif daemon is host and phase == "TABLE_PHASE_OPEN" and view.get("asks"):
            daemon.call("tables/answer", table=self.table, accept=True)
        elif daemon is host and phase == "TABLE_PHASE_SEATED":
            daemon.call("tables/start", table=self.table)
        elif phase == "TABLE_PHASE_PLAYING":
            self.tap(daemon, view, "host" if daemon is host else "joiner")

    def open(self):
        host, joiner = self.seats
        if host.listens and joiner.listens and joiner.node in host.peers():
            self.table = host.call("tables/host")["id"]
            self.begun = time.monotonic()
            self.decided, self.cut_off = {}, False

    def view(self, daemon):
        return daemon.call("tables/show", table=self.table)

    def is_over(self, daemon):
        return self.view(daemon).get("phase") == "TABLE_PHASE_FINISHED"

    def tap(self, daemon, view, chair):
        if self.cut_off:
            return self.leave(view)
        self.note(daemon, view)
        if not view.get(chair, {}).get("here"):
            daemon.call("tables/attend", table=self.table, attendance="ATTENDANCE_HERE")
        elif view.get("can_play"):
            answer = daemon.call("tables/tap", table=self.table)
            self.note(daemon, answer)
            self.world.tally["cards played"] += 1

    def note(self, daemon, view):
        decided = view.get("rounds_decided", 0)
        if decided < self.decided.get(daemon.name, 0):
            raise Failure(f"{daemon.name} knew {self.decided[daemon.name]} decided rounds and now {decided}")
        self.decided[daemon.name] = decided

    def check(self):
        """No decided round is forgotten."""
        if self.table is None or self.cut_off:
            return
        for seat in self.seats:
            try:
                view = self.view(seat)
            except Refused:
                # A table that was only offered goes with its host.
                if self.decided.get(seat.name):
                    raise Failure(f"{seat.name} no longer knows the table {self.table}") from None
                continue
            if view.get("phase") in ("TABLE_PHASE_PLAYING", "TABLE_PHASE_FINISHED"):
                self.note(seat, view)
            elif self.decided.get(seat.name):
                raise Failure(f"{seat.name} shows the table as {view.get('phase')} after {self.decided[seat.name]} rounds")

    def leave(self, view):
        """Gives up what cannot or shall not go on."""
        table, self.table = self.table, None
        for seat in self.seats:
            try:
                if view.get("phase") == "TABLE_PHASE_PLAYING":
                    seat.call("tables/give-up", table=table)
                else:
                    seat.call("tables/close", table=table)
                return
            except (Refused, Unanswered):
                continue

    def end(self):
        """Both say the same of a finished match, and each verifies what the other one has exported."""
        results = [self.view(seat).get("result") for seat in self.seats]
        if results[0] != results[1]:
            raise Failure(f"two results of one match: {results}")
        for seat in self.seats:
            path = f"{self.world.folder}/{seat.name}.war"
            code, _, said = seat.run("war", "export", "--force", self.table, path)
            if code:
                raise Failure(f"{seat.name} does not export its match: {said}")
            for other in self.seats:
                code, out, said = other.run("war", "verify", path)
                if code:
                    raise Failure(f"{other.name} does not verify the match of {seat.name}: {out}{said}")
        self.world.tally["matches finished and verified"] += 1
        self.table = None
