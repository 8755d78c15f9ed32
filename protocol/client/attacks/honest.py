"""Two honest daemons, the match that they play by hand and what they say to each other while one of them is attacked."""
import statistics
import threading
import time

import schema
from attacks.api import API, Refused
from daemon import Daemon

THINK = 0.02


class Pair:
    """Ada, who will be attacked, and Bob; they have compared nothing but a ticket, and share a room."""

    def __init__(self, program):
        self.daemons = [Daemon(program), Daemon(program)]
        self.apis = [API(daemon.home) for daemon in self.daemons]
        for daemon, name in zip(self.daemons, ("Ada", "Bob")):
            daemon.run("settings", "set", "name", name)
        ada, bob = self.daemons
        ticket = ada.json("peer", "pair", "--ticket", "--address", ada.address)["ticket"]
        code, text = bob.run("peer", "pair", "--ticket", ticket)
        if code:
            raise RuntimeError(f"the two honest daemons did not pair: {text}")
        ada.json("room", "make", "garden", "Bob")
        self.bob = bob.json("status")["node"]
        self.room = self.apis[0].call("rooms/show", room="garden")["id"]
        wait(lambda: self.apis[1].call("rooms/show", room=self.room), "Bob's part in the room")

    def stop(self):
        for daemon in self.daemons:
            daemon.stop()


class Match(threading.Thread):
    """Plays match after match: both people tap, and each waits until its own screen shows the battle decided."""

    def __init__(self, pair):
        super().__init__(daemon=True)
        self.pair, self.changed = pair, threading.Condition()
        self.stopping = False
        self.moves, self.began = [], None
        self.finished, self.problem = [], None
        self.views = [{}, {}]

    def run(self):
        try:
            number = 0
            while not self.stopping:
                self.play(number % 2)
                number += 1
        except Exception as problem:
            self.problem = problem
        with self.changed:
            self.changed.notify_all()

    def play(self, host):
        apis, joiner = self.pair.apis, 1 - host
        table = apis[host].call("tables/host")["id"]
        wait(lambda: any(other["id"] == table for other in apis[joiner].call("tables/list").get("tables", [])), "the offer")
        apis[joiner].call("tables/ask", table=table)
        mine = self.pair.apis[joiner].call("node/status")["account"]
        wait(lambda: any(ask["author"] == mine for ask in apis[host].call("tables/show", table=table).get("asks", [])),
             "the question")
        apis[host].call("tables/answer", table=table, asker=mine, accept=True)
        wait(lambda: self.started(apis[host], table), "the start")
        self.views = [{}, {}]
        ends = [api.follow(f"/stream?table={table}&attend=true", self.taker(at, table)) for at, api in enumerate(apis)]
        try:
            while self.battle(table, host):
                time.sleep(THINK)
        finally:
            for end in ends:
                end()
        self.finished.append(table)

    def started(self, api, table):
        try:
            api.call("tables/start", table=table)
        except Refused:
            pass
        return api.call("tables/show", table=table)["phase"] == "TABLE_PHASE_PLAYING"

    def taker(self, at, table):
        def take(change):
            view = change.get("table")
            if view and view["id"] == table:
                with self.changed:
                    self.views[at] = view
                    self.changed.notify_all()
        return take

    def battle(self, table, host):
        """One battle; false when the match is over."""
        def place(view):
            return view.get("round"), view.get("game_view", {}).get("battle", 0)

        def over(view):
            return view.get("phase") == "TABLE_PHASE_FINISHED"
        self.until(lambda: all(over(view) or view.get("can_play") for view in self.views))
        if any(over(view) for view in self.views):
            self.until(lambda: all(map(over, self.views)))
            return False
        before = place(self.views[0])
        self.began = began = time.monotonic()
        for at in (host, 1 - host):
            self.pair.apis[at].call("tables/tap", table=table, round=before[0], battle=before[1])
        self.until(lambda: all(over(view) or place(view) > before for view in self.views))
        self.moves.append((began, time.monotonic() - began))
        self.began = None
        return True

    def until(self, holds):
        deadline = time.monotonic() + 120
        with self.changed:
            while not holds():
                if time.monotonic() > deadline:
                    raise TimeoutError("the honest match stands still")
                self.changed.wait(1)

    def times(self, since, until):
        """Returns the times of the moves that began between the two times, in seconds; one that still waits counts with its time so far."""
        found = [seconds for began, seconds in self.moves if since <= began < until]
        began = self.began
        if began is not None and began < until:
            found.append(time.monotonic() - began)
        return found

    def median(self, since, until):
        return statistics.median(self.times(since, until) or [until - since])

    def end(self):
        """Plays the match that goes on to its end."""
        self.stopping = True
        self.join(180)
        if self.problem:
            raise self.problem


class Duel(threading.Thread):
    """A duel that goes on: each draws, plays and counts in turn, and waits until the other one's node shows it."""

    def __init__(self, pair):
        super().__init__(daemon=True)
        self.pair, self.acts, self.stopping, self.problem = pair, 0, False, None
        # It goes on while duels are attacked: what other attacks cost is measured without it.
        self.resting = False

    def run(self):
        from duelperson import Person
        try:
            people = [Person(daemon.home, 60) for daemon in self.pair.daemons]
            people[1].join(people[0].host())
            people[0].seat()
            for person in people:
                person.tap(begin=schema.DuelMove.Begin(draw=7))
            while not self.stopping:
                if self.resting:
                    time.sleep(0.1)
                    continue
                for at, person in enumerate(people):
                    self.act(at, person, people[1 - at])
            people[0].api.call("tables/give-up", table=people[0].table)
            self.table = people[0].table
            for at, person in enumerate(people):
                person.until(lambda: all(seat.get("opened") for seat in person.view()["seats"]), "both open")
                person.end()
        except Exception as problem:
            self.problem = problem

    def act(self, at, person, other):
        """A card drawn, another one put away, and the life counted down; a small library is shuffled with the hand first."""
        mine = person.seen(at)
        if mine.get("library", 0) < 10:
            person.tap(mulligan=schema.DuelMove.Mulligan(draw=7))
            person.until(lambda: len(person.hand()) == 7, "a new hand")
        elif len(person.hand()) < 7:
            person.draw()
        else:
            person.place(person.hand()[0], bottom=0)
        self.acts += 1
        person.tap(counter=schema.DuelMove.Counter(name="poison", value=self.acts))
        other.until(lambda: any(one.get("value") == self.acts for one in other.seen(at).get("counters", [])), "the other one's screen")
        time.sleep(0.1)

    def end(self):
        """Gives the duel up; both open it."""
        self.stopping = True
        self.join(120)
        if self.problem:
            raise self.problem


class Talk(threading.Thread):
    """Both say something once in a while; nothing of it may be lost."""

    def __init__(self, pair):
        super().__init__(daemon=True)
        self.pair, self.said, self.stopping, self.problem = pair, [], False, None

    def run(self):
        try:
            while not self.stopping:
                for at, api in enumerate(self.pair.apis):
                    for room in (self.pair.room, "lobby"):
                        text = f"{'Bob' if at else 'Ada'} says {len(self.said)}"
                        api.call("chat/post", room=room, text=text)
                        self.said.append((room, text))
                    time.sleep(2)
        except Exception as problem:
            self.problem = problem

    def end(self):
        self.stopping = True
        self.join(90)
        if self.problem:
            raise self.problem


def wait(holds, what, seconds=60):
    """Waits for something; its value."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            if value := holds():
                return value
        except Refused:
            pass
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(0.05)
