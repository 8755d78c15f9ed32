"""A person at a duel of a daemon, over its local API."""
import base64
import time

import duel
import schema
from attacks.api import API, Refused

DECK = [b"Forest"] * 20 + [b"Island"] * 20 + [b"Snow Owl"] * 12 + [b"Old Bear"] * 8
SIDE = [b"Wolf"] * 5
LIST = duel.encoded(DECK, SIDE)


def text(message):
    return base64.b64encode(message.SerializeToString()).decode()


def agreed(judge):
    """The choice of somebody who agrees to a judge, or to none."""
    return text(schema.DuelChoice(list=LIST, judge=judge.key if judge else b""))


class Person:
    def __init__(self, daemon_home, patience=20):
        self.api, self.table, self.patience = API(daemon_home), None, patience
        self.end = lambda: None

    def host(self, games=1, life=20, judge=None):
        terms = schema.DuelTerms(games=games, life=life, phases=["Main", "End"], judge=judge)
        self.table = self.api.call("tables/host", game="duel", terms=text(terms), choice=agreed(judge))["id"]
        return self.table

    def seat(self):
        """Lets the one who asks sit down, and starts."""
        self.until(lambda: self.show().get("asks"), "somebody asks")
        self.api.call("tables/answer", table=self.table, accept=True)
        self.until(lambda: self.show().get("can_start"), "the other one has sat down")
        self.api.call("tables/start", table=self.table)
        self.attend()

    def join(self, table, judge=None):
        self.table = table
        self.until(lambda: any(one["id"] == table for one in self.api.call("tables/list").get("tables", [])), "the offer")
        self.api.call("tables/ask", table=table, choice=agreed(judge))
        self.attend()

    def attend(self):
        """Sits at the table until `end`."""
        self.end = self.api.follow(f"/stream?table={self.table}&attend=true", lambda change: True)

    def show(self):
        return self.api.call("tables/show", table=self.table)

    def view(self):
        return self.show().get("game_view", {})

    def own(self):
        return self.view().get("own", {})

    def hand(self):
        return [card["name"] for card in self.own().get("hand", [])]

    def seen(self, seat):
        """The view of a seat: 0 is the host."""
        return self.view()["seats"][seat]

    def tap(self, choice=None, **move):
        """An act of this person; it waits while one before it is not done."""
        words = {"choice": text(choice)} if choice else {}
        deadline = time.monotonic() + self.patience
        while True:
            try:
                return self.api.call("tables/tap", table=self.table, move=text(schema.DuelMove(**move)), **words)
            except Refused:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def begin(self, draw=7):
        self.tap(begin=schema.DuelMove.Begin(draw=draw))
        self.until(lambda: len(self.hand()) == draw, "the first hand")

    def draw(self, count=1):
        before = len(self.hand())
        self.tap(draw=schema.DuelMove.Draw(count=count))
        self.until(lambda: len(self.hand()) == before + count, "the cards that were asked for")

    def handle(self, name):
        return next(card["handle"] for card in self.own()["hand"] if card["name"] == name)

    def place(self, name, **to):
        card = schema.DuelMove.Card(handle=self.handle(name))
        self.tap(place=schema.DuelMove.Place(cards=[card], to=schema.DuelMove.Target(**to)))

    def until(self, holds, what):
        deadline = time.monotonic() + self.patience
        while True:
            try:
                if value := holds():
                    return value
            except Refused:
                pass
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited in vain: {what}; {self.told()}")
            time.sleep(0.05)

    def told(self):
        view = self.show()
        return [view.get("phase"), view.get("notice"), view.get("result"), view.get("closed_reason")]
