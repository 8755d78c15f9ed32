"""Proofs that somebody gave one card twice, as `parlor trade verify --json` writes them, checked by their signatures alone.
protocol/features.md section 19.

python3 protocol/client/twice.py FILE…         checks them
python3 protocol/client/twice.py --make FILE   writes protocol/vectors/twice.json: somebody answers with a card, and offers it to another
"""
import pathlib
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from google.protobuf.json_format import MessageToJson, Parse, ParseError
from google.protobuf.message import DecodeError

import hashes as h
import schema
from link import Broken
from logs import Room
from records import TRADE_ANSWER, TRADE_OFFER, TRADE_SETTLEMENT


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
    room = step.settlement.room
    settlement, offer, offerer, end_bytes = made(step.settlement, TRADE_SETTLEMENT)
    answer, about, answerer, word_bytes = made(step.answer, TRADE_ANSWER)
    end, word = schema.TradeSettlement.FromString(end_bytes), schema.TradeAnswer.FromString(word_bytes)
    if settlement != h.record_id(offerer, h.derived_nonce("settlement", offer)):
        raise Broken("A settlement is not the one of its offer.")
    if not (end.completes and word.accepts and end.answer == answer and offer == about and offerer != answerer):
        raise Broken("A settlement does not belong to its answer.")
    if word.settlement or word.offer and not (
            end.offer_hash == word.offer
            and end.answer_hash == h.content_hash(room, answer, TRADE_ANSWER, offer, word_bytes)):
        raise Broken("A settlement names another offer or answer.")
    if not room == step.answer.room == h.direct_id(offerer, answerer):
        raise Broken("A trade is not in the room of its two people.")
    stakes = [(stake.copy, stake.card.name) for stake in word.stakes]
    if list(end.gets) != [copy for copy, _ in stakes]:
        raise Broken("A settlement gets something else than its answer gives.")
    gives = [(offerer, answerer, copy, "") for copy in end.gives]
    # The side that answered has given only the copies that it has signed to take: the settlement is the word of the other.
    if not step.HasField("taking"):
        return settlement, gives
    taking, about, taker, last_bytes = made(step.taking, TRADE_ANSWER)
    last = schema.TradeAnswer.FromString(last_bytes)
    if not (taking == h.record_id(answerer, h.derived_nonce("trade taking", offer)) and about == offer
            and taker == answerer and step.taking.room == room and last.accepts
            and last.settlement == h.content_hash(room, settlement, TRADE_SETTLEMENT, offer, end_bytes)
            and [stake.copy for stake in last.stakes] == list(end.gets)):
        raise Broken("Who answered has not taken this settlement.")
    return settlement, gives + [(answerer, offerer, copy, name) for copy, name in stakes]


def check(proof):
    """Returns the giver of one copy, the receivers and its name; Broken where that is not shown."""
    given = {}
    for settlement, copies in map(trade, proof.steps):
        for giver, receiver, copy, name in copies:
            given.setdefault((giver, copy), {})[settlement] = receiver, name
    for (giver, _), trips in given.items():
        receivers = [receiver for receiver, _ in trips.values()]
        if len(trips) > 1 and h.base32(giver) == proof.giver and set(map(h.base32, receivers)) == set(proof.receivers):
            return giver, receivers, next((name for _, name in trips.values() if name), "a card")
    raise Broken("No copy is given twice by who is said to have done so.")


class Person:
    def __init__(self, name, number):
        self.name, self.account = name, Ed25519PrivateKey.from_private_bytes(bytes([number] * 32))
        self.author = self.account.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def traded(offerer, answerer, gives, stakes, number):
    """A trade as two honest nodes sign it."""
    room = Room(h.direct_id(offerer.author, answerer.author), schema.ROOM_KIND_PRIVATE)

    def wrote(person, kind, nonce, parent, body):
        body = body.SerializeToString(deterministic=True)
        put = schema.PutRecord(nonce=nonce, kind=kind, parent=parent, body=body)
        entry = room.write(person.account, person.author, [schema.Operation(put=put)], number, cites=False)
        record = h.record_id(person.author, nonce)
        signed = schema.SignedEntry(
            room=room.id, previous=entry.log.below(entry.sequence), slice=room.slice(room.runs[-1], entry.sequence))
        return record, h.content_hash(room.id, record, kind, parent, body), signed

    offer, offer_hash, _ = wrote(offerer, TRADE_OFFER, bytes([number] * 16), b"", schema.TradeOffer(gives=gives))
    answer, answer_hash, word = wrote(
        answerer, TRADE_ANSWER, bytes([number + 1] * 16), offer,
        schema.TradeAnswer(accepts=True, stakes=stakes, offer=offer_hash))
    _, end_hash, settlement = wrote(
        offerer, TRADE_SETTLEMENT, h.derived_nonce("settlement", offer), offer,
        schema.TradeSettlement(
            answer=answer, completes=True, other=answerer.author, gives=[copy.copy for copy in gives],
            gets=[copy.copy for copy in stakes], stakes=stakes, offer_hash=offer_hash, answer_hash=answer_hash))
    _, _, taking = wrote(
        answerer, TRADE_ANSWER, h.derived_nonce("trade taking", offer), offer,
        schema.TradeAnswer(accepts=True, stakes=stakes, gets=gives, offer=offer_hash, settlement=end_hash))
    return schema.TradeStep(settlement=settlement, answer=word, taking=taking)


def made_up():
    """Bob answers Ada's offer with a card, and offers the same one to Cyd."""
    ada, bob, cyd = Person("Ada", 1), Person("Bob", 2), Person("Cyd", 3)
    ghost = schema.TradeCopy(copy=bytes([9] * 16), card=schema.CardCopy(name="Attic Ghost"))
    ember = schema.TradeCopy(copy=bytes([8] * 16), card=schema.CardCopy(name="Spilled Ember"))
    proof = schema.TradeProof(
        card="Attic Ghost", giver=h.base32(bob.author), giver_name="Bob",
        receivers=[h.base32(ada.author), h.base32(cyd.author)], receiver_names=["you", "Cyd"],
        message="Bob gave one copy of Attic Ghost twice: to you and to Cyd.",
        steps=[traded(ada, bob, [ember], [ghost], 10), traded(bob, cyd, [ghost], [], 20)])
    return schema.TradeProofs(proofs=[proof], trades=1, steps=1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        pathlib.Path(sys.argv[2]).write_text(
            MessageToJson(made_up(), preserving_proto_field_name=True, indent=1) + "\n")
        sys.exit()
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
