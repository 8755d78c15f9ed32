"""Rooms: of strangers, and of somebody who was paired with and lies. protocol/rooms.md sections 6 and 13."""
import os
import time

import hashes as h
import schema
from attacks import attack
from attacks.api import API
from attacks.entries import said
from attacks.ground import ENDS
from attacks.meter import written
from logs import Room
from records import ROOM_CARD


def bites(raw, **body):
    """Whether the link lives on after a frame."""
    try:
        raw.send(**body)
        return raw.alive()
    except TimeoutError:
        raise AssertionError("no answer within 8 s") from None
    except ENDS:
        return False


@attack()
def others(ground):
    """strangers who ask for rooms that they are not in: digests, haves, batches, presence, ephemerals"""
    room, closed, told = h.unbase32(ground.facts["room"]), 0, set()
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        try:
            for at in range(50):
                name = room if at % 2 else os.urandom(16)
                raw.send(**[{"digest": schema.Digest(room=name, digest=bytes(32))}, {"have": schema.Have(room=name)},
                            {"batch": schema.Batch(room=name, number=1, slices=[schema.Slice(first=1)])},
                            {"presence": schema.Presence(room=name, author=raw.identity.author, here=True)},
                            {"ephemeral": schema.Ephemeral(room=name, author=raw.identity.author, kind=0x702, body=os.urandom(900))},
                            {"blob_ask": schema.BlobAsk(room=name, blob=bytes(32))}][at % 6])
            while (frame := raw.read()) is not None:
                assert not frame.HasField("batch") or frame.batch.room == h.LOBBY, "entries of a room that is not shared came"
                if frame.HasField("room_refused"):
                    told.add((frame.room_refused.reason, frame.room_refused.removed))
        except ENDS:
            pass
        closed += 1
        raw.end()
    assert len(told) <= 1, f"rooms that are there are refused in other words: {told}"
    return f"{closed} links closed for it"


@attack(paired=True)
def crowd(ground):
    """a paired peer that says we belong to ten thousand rooms of its own"""
    raw, count = ground.paired(), 0
    author = raw.identity.author
    for _ in range(40):
        said_so = schema.RoomsDigest()
        for _ in range(250):
            nonce = os.urandom(16)
            said_so.rooms.add(room=h.private_id(author, nonce), digest=os.urandom(32), opener=author, nonce=nonce)
        if not ground.goes_on() or not bites(raw, rooms_digest=said_so):
            break
        count += 250
    raw.end()
    shown = [room for room in API(ground.facts["home"]).call("rooms/list").get("rooms", []) if room["kind"] == "ROOM_KIND_PRIVATE"]
    assert len(shown) == 1, f"{len(shown)} private rooms are shown"
    return f"{count} rooms said, none of them shown"


@attack(paired=True)
def showing(ground):
    """a paired peer that shows what it does now, as fast as it can, to people who look at the same room"""
    api = API(ground.facts["home"])
    api.call("rooms/enter", room="lobby", here=True)
    count, ended = 0, 0
    raw = ground.paired()
    identity, author = raw.identity, raw.identity.author
    while raw and ground.goes_on():
        try:
            raw.send(presence=schema.Presence(room=h.LOBBY, author=author, here=True))
            for at in range(150):
                raw.send(ephemeral=schema.Ephemeral(room=h.LOBBY, author=author, kind=(0x702, 0x701, at)[at % 3], body=os.urandom(1 << 10)))
                count += 1
            if not raw.alive():
                raise EOFError
        except (*ENDS, EOFError):
            ended += 1
            raw.end()
            raw = ground.link(identity, patience=20)
    if raw:
        raw.end()
    api.call("rooms/enter", room="lobby", here=False)
    return f"{count} shown, {ended} links closed for it"


def opened(raw, account):
    """A private room of the liar's with the victim in it, and the entry that says so."""
    nonce = os.urandom(16)
    room = Room(h.private_id(raw.identity.author, nonce), schema.ROOM_KIND_PRIVATE, raw.identity.author, nonce)
    card = schema.RoomCard(name="\x1b[31mtrap").SerializeToString()
    room.write(raw.identity.account, raw.identity.author, [
        schema.Operation(open_room=schema.OpenRoom(nonce=nonce)), schema.Operation(add_member=schema.AddMember(author=account)),
        schema.Operation(put=schema.PutRecord(nonce=nonce, kind=ROOM_CARD, body=card))], 0)
    return room


def told(raw, room, number=1, first=None):
    """Sends the newest entry of a room, or all from `first`."""
    at = first or len(room.runs)
    pieces = [room.slice(run, run[1]) for run in room.runs[at - 1:]]
    raw.send(digest=schema.Digest(room=room.id, digest=os.urandom(32), opener=room.opener, nonce=room.nonce))
    raw.send(batch=schema.Batch(room=room.id, number=number, slices=pieces))
    word = raw.until("acknowledge")
    while word is not None and (word.room != room.id or word.number < number):
        word = raw.until("acknowledge")
    return word is not None


def leave_traps(ground):
    """The victim leaves all private rooms but its own."""
    api = API(ground.facts["home"])
    for shown in api.call("rooms/list").get("rooms", []):
        if shown["kind"] == "ROOM_KIND_PRIVATE" and shown["id"] != ground.facts["room"]:
            api.call("rooms/leave", room=shown["id"])


@attack(paired=True, disk=24)
def owner(ground):
    """a paired owner that adds and removes a thousand members, and adds us to ever new rooms"""
    raw, account, rooms, members = ground.paired(), h.unbase32(ground.facts["account"]), 0, 0
    try:
        room = opened(raw, account)
        assert told(raw, room), "an honest room is not taken"
        for at in range(2, 40):
            changes = [schema.Operation(add_member=schema.AddMember(author=os.urandom(32))) for _ in range(200)]
            room.write(raw.identity.account, raw.identity.author, changes, 0)
            if not ground.goes_on() or not told(raw, room, at):
                break
            members += 200
        while ground.goes_on() and told(raw, opened(raw, account)):
            rooms += 1
    except ENDS:
        pass
    raw.end()
    api = API(ground.facts["home"])
    for shown in api.call("rooms/list").get("rooms", []):
        assert shown.get("name", "").isprintable(), f"the name {shown['name']!r} is shown"
        # The lobby has 256 strangers in it, and all others beside them.
        if shown["kind"] != "ROOM_KIND_PRIVATE":
            continue
        assert len(shown.get("members", [])) <= 256, f"{len(shown['members'])} members in a room"
        if shown["id"] != ground.facts["room"]:
            api.call("rooms/leave", room=shown["id"])
    return f"{rooms} rooms, {members} members said"


@attack(paired=True, disk=24)
def forks(ground):
    """a paired peer that signs two histories again and again, and sends the proofs"""
    raw, account, proofs = ground.paired(), h.unbase32(ground.facts["account"]), 0
    try:
        while ground.goes_on():
            room = opened(raw, account)
            if not told(raw, room):
                break
            sides = []
            for text in ("one", "other"):
                twin = Room(room.id, room.kind, room.opener, room.nonce)
                twin.take(room.slice(room.runs[0], 1))
                twin.write(raw.identity.account, raw.identity.author, [said(text * 3_000)], 0)
                sides.append(twin.slice(twin.runs[1], 2))
            proof = schema.ForkProof(room=room.id, previous=room.log(raw.identity.author).head(), left=sides[0], right=sides[1])
            for _ in range(20):
                raw.send(batch=schema.Batch(room=room.id, forks=[proof]))
            if not raw.alive():
                break
            proofs += 20
    except ENDS:
        pass
    raw.end()
    leave_traps(ground)
    assert proofs, "no proof was taken"
    return f"{proofs} proofs"


#: The bytes that a paired node may have written at once and each second (section 10), and the seconds for which it may be in debt.
BURST, RATE, DEBT = 96 << 20, 4 << 20, 8


@attack(least=12, paired=True, disk=224)
def writes(ground):
    """a paired peer that writes as much into a room as it can, and waits for no acknowledgement"""
    raw, account, sent = ground.paired(), h.unbase32(ground.facts["account"]), 0
    room = opened(raw, account)
    assert told(raw, room), "an honest room is not taken"
    before, began = written(ground.facts["process"]), time.monotonic()
    try:
        while ground.goes_on():
            pieces = []
            for _ in range(8):
                room.write(raw.identity.account, raw.identity.author, [said("x" * 7_900) for _ in range(7)], 0)
                pieces.append(room.slice(room.runs[-1], len(room.runs)))
            raw.send(batch=schema.Batch(room=room.id, number=len(room.runs), slices=pieces))
            sent += sum(piece.ByteSize() for piece in pieces)
    except ENDS:
        pass
    raw.end()
    took, seconds = written(ground.facts["process"]) - before, time.monotonic() - began
    leave_traps(ground)
    # The database writes everything to its log first and to its place later.
    bound = 2 * (BURST + (seconds + DEBT) * RATE)
    assert took < bound, f"{took >> 20} MiB were written in {seconds:.0f} s, where {bound / (1 << 20):.0f} are allowed"
    return f"{sent >> 20} MiB sent, {took >> 20} MiB written in {seconds:.0f} s"


@attack(paired=True)
def trespass(ground):
    """a paired peer that writes into a room of others, and in their names"""
    raw, room = ground.paired(), h.unbase32(ground.facts["room"])
    count = 0
    fake = Room(room, schema.ROOM_KIND_PRIVATE)
    fake.write(raw.identity.account, raw.identity.author, [said("let me in")], 0)
    piece = fake.slice(fake.runs[0], 1)
    try:
        for _ in range(30):
            raw.send(batch=schema.Batch(room=room, number=1, slices=[piece]))
            count += 1
        raw.alive()
    except ENDS:
        pass
    raw.end()
    texts = [message.get("text") for message in API(ground.facts["home"]).call("chat/list", room=ground.facts["room"]).get("messages", [])]
    assert "let me in" not in texts, "somebody else writes in the room"
    return f"{count} times"
