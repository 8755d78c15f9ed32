"""Proofs that somebody gave one card twice, as `parlor trade verify --json` writes them, checked by their signatures alone.
protocol/features.md section 19.

python3 protocol/client/twice.py FILE…
"""
import pathlib
import sys

from google.protobuf.json_format import Parse, ParseError
from google.protobuf.message import DecodeError

import hashes as h
import schema
from link import Broken
from logs import Room
from records import TRADE_ANSWER, TRADE_SETTLEMENT


def made(signed, kind):
    """The record of a kind that the first entry of a signed one makes: its id, what it belongs to, its author and its body."""
    room = Room(signed.room, schema.ROOM_KIND_PRIVATE)
    log = room.log(signed.slice.log.author, signed.slice.log.incarnation)
    entries = room.chained(log, signed.slice, signed.previous)
    if not entries or not h.head_verified(log.author, entries[-1].hash, signed.slice.signature):
        raise Broken("An entry is not signed by its author.")
    for operation in entries[0].operations():
        put = operation.put
        if operation.WhichOneof("kind") == "put" and put.nonce and put.kind == kind:
            return h.record_id(log.author, put.nonce), put.parent, log.author, put.body
    raise Broken("An entry does not say what it is there for.")


def trade(step):
    """A trade that both of its people have signed: the settlement's id, and each copy with who gave and who got it."""
    settlement, offer, offerer, end = made(step.settlement, TRADE_SETTLEMENT)
    answer, about, answerer, word = made(step.answer, TRADE_ANSWER)
    end, word = schema.TradeSettlement.FromString(end), schema.TradeAnswer.FromString(word)
    if not (end.completes and word.accepts and end.answer == answer and offer == about and offerer != answerer):
        raise Broken("A settlement does not belong to its answer.")
    if not step.settlement.room == step.answer.room == h.direct_id(offerer, answerer):
        raise Broken("A trade is not in the room of its two people.")
    stakes = [(stake.copy, stake.card.name) for stake in word.stakes]
    if list(end.gets) != [copy for copy, _ in stakes]:
        raise Broken("A settlement gets something else than its answer gives.")
    return settlement, [(offerer, answerer, copy, "") for copy in end.gives] + [
        (answerer, offerer, copy, name) for copy, name in stakes]


def check(proof):
    """Who gave one copy to whom, and what it is called; Broken where that is not shown."""
    given = {}
    for settlement, copies in map(trade, proof.steps):
        for giver, receiver, copy, name in copies:
            given.setdefault((giver, copy), {})[settlement] = receiver, name
    for (giver, _), trips in given.items():
        receivers = [receiver for receiver, _ in trips.values()]
        if len(trips) > 1 and h.base32(giver) == proof.giver and set(map(h.base32, receivers)) == set(proof.receivers):
            return giver, receivers, next((name for _, name in trips.values() if name), "a card")
    raise Broken("No copy is given twice by who is said to have done so.")


if __name__ == "__main__":
    failed = False
    for name in sys.argv[1:]:
        try:
            proofs = Parse(pathlib.Path(name).read_text(), schema.TradeProofs()).proofs
            if not proofs:
                raise Broken("It holds no proof.")
            for proof in proofs:
                giver, receivers, card = check(proof)
                print(f"{name}: {h.base32(giver)} gave one copy of {card} to {' and to '.join(map(h.base32, receivers))}")
        except (Broken, ParseError, DecodeError, OSError, UnicodeDecodeError) as broken:
            failed = True
            print(f"{name}: {broken}")
    sys.exit(1 if failed else 0)
