"""Thousands of records of one kind, written by a paired friend. protocol/rooms.md section 14."""
import os
import time

import hashes as h
import schema
from attacks import attack
from attacks.api import API, Refused
from attacks.ground import ENDS
from attacks.rooms import opened, told
from records import (CHAT_MESSAGE, DRAWING, DRAWING_LIKE, DRAW_REQUEST, EVENT, TOURNAMENT, TRADE_ANSWER, TRADE_OFFER, TRADE_RETURN)

#: Seconds that a view may take beside all that, on a machine that does other things as well.
SLOWEST = 2
#: So many go into an entry.
TOGETHER = 100


def put(kind, body, parent=b"", nonce=None):
    return schema.Operation(put=schema.PutRecord(nonce=nonce or os.urandom(16), kind=kind, parent=parent, body=body.SerializeToString()))


class Attic:
    """A room of the liar's with the victim in it."""

    def __init__(self, ground):
        self.ground, self.raw, self.number = ground, ground.paired(), 1
        self.api = API(ground.facts["home"])
        self.room = opened(self.raw, h.unbase32(ground.facts["account"]))
        assert told(self.raw, self.room), "an honest room is not taken"

    def write(self, operations):
        """Writes all of them; how many the victim has taken within the attack's time."""
        taken = 0
        try:
            for first in range(0, len(operations), TOGETHER):
                some, self.number = operations[first:first + TOGETHER], self.number + 1
                self.room.write(self.raw.identity.account, self.raw.identity.author, some, 0)
                if not self.ground.goes_on() or not told(self.raw, self.room, self.number):
                    break
                taken += len(some)
        except ENDS:
            pass
        return taken

    def parent(self, kind, body):
        nonce = os.urandom(16)
        assert self.write([put(kind, body, nonce=nonce)]), "an honest record is not taken"
        return h.record_id(self.raw.identity.author, nonce)

    def slowest(self, *views):
        """The view that takes longest, and its seconds."""
        found = (0.0, "")
        for method, words in views:
            began = time.monotonic()
            try:
                self.api.call(method, **words)
            except Refused:
                pass
            found = max(found, (time.monotonic() - began, method))
        return found

    def end(self, what, *views):
        """Looks at the views and leaves; what is to be said."""
        took, method = self.slowest(*views)
        self.raw.end()
        self.api.call("rooms/leave", room=h.base32(self.room.id))
        assert took < SLOWEST, f"{method} takes {took:.1f} s beside {what}"
        return f"{what}, {method} took {took:.1f} s"


@attack(paired=True, least=15, disk=24)
def events(ground):
    """a friend with a thousand events whose rule never has a date, or hardly ever"""
    attic, rules = Attic(ground), ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "FREQ=SECONDLY;BYSECOND=60")
    start = schema.EventTime(milliseconds=int(time.time() * 1000), zone="Europe/Berlin")
    taken = attic.write([put(EVENT, schema.Event(name=f"never {at}", start=start, repeats=f"RRULE:{rules[at % 3]}\n")) for at in range(1_000)])
    assert taken, "no event is taken"
    return attic.end(f"{taken} events", ("events/list", {}), ("rooms/list", {}), ("events/list", {}))


@attack(paired=True, least=20, disk=40)
def draws(ground):
    """a friend who asks for four thousand draws of one tournament"""
    attic = Attic(ground)
    contest = attic.parent(TOURNAMENT, schema.Tournament(name="lots"))
    taken = attic.write([put(DRAW_REQUEST, schema.DrawRequest(entrants=[os.urandom(16) for _ in range(4)]), contest) for _ in range(4_009)])
    assert taken, "no request is taken"
    return attic.end(f"{taken} requests", ("tournaments/list", {}), ("tournaments/show", {"tournament": "lots"}))


@attack(paired=True, least=40, disk=96)
def parts(ground):
    """a friend with sixteen thousand parts of one trade, likes of one drawing, drawings, and words for the search"""
    attic = Attic(ground)
    drawing = attic.parent(DRAWING, schema.Drawing(title="liked"))
    offer = attic.parent(TRADE_OFFER, schema.TradeOffer(note="many parts"))
    kinds = ((TRADE_RETURN, schema.TradeReturn(), offer), (TRADE_ANSWER, schema.TradeAnswer(), offer),
             (DRAWING_LIKE, schema.DrawingLike(), drawing), (DRAWING, schema.Drawing(title="another"), b""),
             (CHAT_MESSAGE, schema.ChatMessage(text="needle " * 20), b""))
    taken = sum(attic.write([put(kind, body, parent) for _ in range(16_000 // len(kinds))]) for kind, body, parent in kinds)
    assert taken, "nothing is taken"
    return attic.end(f"{taken} records", ("trades/list", {}), ("drawings/list", {}), ("drawings/stats", {}),
                     ("rooms/search", {"text": "needle"}), ("rooms/list", {}))


@attack(paired=True, least=30, disk=96)
def early(ground):
    """a friend who has a large room made again and again: changes of messages before the messages"""
    attic = Attic(ground)
    taken = attic.write([put(CHAT_MESSAGE, schema.ChatMessage(text=f"{at}")) for at in range(8_000)])
    count = 0
    while ground.goes_on():
        nonce = os.urandom(16)
        changed = schema.PutRecord(record=h.record_id(attic.raw.identity.author, nonce), body=schema.ChatMessage(text="later").SerializeToString())
        if not attic.write([schema.Operation(put=changed)]) or not attic.write([put(CHAT_MESSAGE, schema.ChatMessage(text="first"), nonce=nonce)]):
            break
        count += 1
    assert count, "nothing is taken"
    return attic.end(f"{taken} messages, {count} times", ("chat/list", {"room": h.base32(attic.room.id)}), ("rooms/list", {}))
