"""Holds the codec, the hashes and the signatures against protocol/vectors."""
import json
import random
import sys

from google.protobuf import json_format

import hashes as h
import roster
import schema
import twice
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def differences():
    """The names of the vectors that differ, and how many were looked at."""
    wrong, seen = [], 0
    vectors = schema.folder / "vectors"
    for path in sorted((vectors / "messages").glob("*.json")):
        vector, seen = json.loads(path.read_text()), seen + 1
        message = schema.kinds[path.stem].FromString(bytes.fromhex(vector["bytes"]))
        back = json_format.ParseDict(vector["json"], schema.kinds[path.stem]())
        if message != back or message.SerializeToString(deterministic=True).hex() != vector["bytes"]:
            wrong.append(path.stem)
    for proof in json_format.Parse((vectors / "twice.json").read_text(), schema.TradeProofs()).proofs:
        seen += 1
        try:
            twice.check(proof)
        except twice.Broken:
            wrong.append("twice.json")
        # The side that answered gives by its last word alone.
        proof.steps[0].ClearField("taking")
        try:
            twice.check(proof)
            wrong.append("twice.json without a last word")
        except twice.Broken:
            pass
    for number, world in enumerate(json.loads((vectors / "rosters.json").read_text())["worlds"]):
        seen += 1
        if not as_said(world, number):
            wrong.append(f"world {number} of rosters.json")
    vector = json.loads((vectors / "hashes.json").read_text())
    for name, value in made(vector).items():
        seen += 1
        if (value.hex() if isinstance(value, bytes) else value) != vector[name]:
            wrong.append(name)
    v = {name: bytes.fromhex(text) for name, text in vector.items() if "ticket" != name and "pair_" not in name}
    for name, holds in {
        "head": h.head_verified(v["author"], v["second_entry"], v["head_signature"]),
        "head of three": h.head_verified(v["author"], v["second_entry"], v["second_of_three_signature"]),
        "head of another": not h.head_verified(v["author"], v["first_entry"], v["second_of_three_signature"]),
        "binding": h.verified(v["author"], v["binding"], h.binding_text(v["node"])),
    }.items():
        seen += 1
        if not holds:
            wrong.append(name)
    return wrong, seen


def as_said(world, seed):
    """Whether a roster is what the vector says, also when its statements come in another order. Terms stay in theirs: of two
    that follow one the first is taken."""
    messages = [schema.RosterStatement.FromString(bytes.fromhex(text)) for text in world["statements"]]
    bases = [schema.RosterBase.FromString(bytes.fromhex(text)) for text in world["bases"]]
    others = [message for message in messages if not message.term]
    random.Random(seed).shuffle(others)
    for order in (messages, others + [message for message in messages if message.term]):
        found = roster.Roster(bytes.fromhex(world["room"]))
        found.take(order, bases)
        people = [{
            "author": person["author"], "member": found.is_member(author), "part": bool(found.standings(author)),
            "counts": ["".join(str(int(found.counts(author, log, sequence))) for sequence in range(1, 14)) for log in range(4)],
        } for person in world["people"] for author in [bytes.fromhex(person["author"])]]
        if (found.hash().hex(), found.owner.hex(), people) != (world["hash"], world["owner"], world["people"]):
            return False
    return True


def made(vector):
    """Returns the values of hashes.json, computed."""
    get = lambda name: bytes.fromhex(vector[name])
    key = Ed25519PrivateKey.from_private_bytes(get("secret"))
    author, room = get("author"), h.table_id(get("author"), get("nonce"))
    payload = h.payload_hash(get("payload"))
    first = h.entry_hash(room, author, 0, 1, bytes(32), payload, get("header"))
    second = h.entry_hash(room, author, 0, 2, first, payload, get("header"))
    content = bytes(byte % 251 for byte in range(40_000))
    maker, secret, addresses = h.ticket_parts(vector["ticket"])
    digits, words = h.pair_code(get("node"), get("other_node"), payload, first)
    return {
        "room": room, "payload_hash": payload, "first_entry": first, "second_entry": second,
        "head_signature": h.head_signed(key, second),
        "binding": key.sign(h.binding_text(get("node"))),
        "digest": h.room_digest(room, [(author, 0, 2, second, False)]),
        "digest_forked_at_2": h.room_digest(room, [(author, 0, 2, first, True)]),
        "blob_hashes": b"".join(h.chunk_hashes(content)),
        "blob": h.blob_id(len(content), h.chunk_hashes(content)),
        "pair_commitment": h.pair_commitment(get("node"), get("other_node"), payload),
        "pair_digits": digits, "pair_words": words,
        "ticket": h.ticket_text(maker, secret, addresses),
        "ticket_proof": h.ticket_proof(secret, maker, get("other_node")),
    }


if __name__ == "__main__":
    wrong, seen = differences()
    print(f"{seen} vectors" + (", these differ: " + ", ".join(wrong) if wrong else ", none differs"))
    sys.exit(1 if wrong else 0)
