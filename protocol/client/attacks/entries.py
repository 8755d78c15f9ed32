"""Entries in the lobby that nobody should write. protocol/rooms.md sections 4, 5, 13 and 14; protocol/links.md section 10."""
import os
import urllib.parse

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import hashes as h
import schema
from attacks import attack
from attacks.api import API
from attacks.frames import drain, waits
from attacks.ground import ENDS
from link import RAW, Identity
from logs import Room
from records import CHAT_MESSAGE


#: Slices in one batch from a stranger.
SLICES = 64


def written(identity, payloads):
    """A slice with these payloads in a log of the lobby, signed once."""
    room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
    for payload in payloads:
        room.write(identity.account, identity.author, payload, 0)
    piece = room.slice(room.runs[0], 1)
    for run in room.runs[1:]:
        piece.entries.extend(room.slice(run, run[1]).entries)
    piece.signature = room.runs[-1][3]
    return piece


def said(text, kind=CHAT_MESSAGE, **words):
    body = schema.ChatMessage(text=text, **words).SerializeToString()
    return schema.Operation(put=schema.PutRecord(nonce=os.urandom(16), kind=kind, body=body))


def sent(raw, *pieces, number=1, **words):
    """Sends slices and waits for the acknowledgement; false when the link ends instead."""
    try:
        raw.send(batch=schema.Batch(room=h.LOBBY, number=number, slices=pieces, **words))
        word = raw.until("acknowledge")
        return word is not None and word.number >= number
    except TimeoutError:
        raise AssertionError("no answer to a batch within 8 s") from None
    except ENDS:
        return False


def lobby(ground):
    return int(API(ground.facts["home"]).call("rooms/state", room="lobby").get("entries", 0))


def heard(ground, text):
    """Whether the lobby has a message with this text, however many stand after it: who cites nothing comes before all who cite."""
    found = API(ground.facts["home"]).call("chat/search", room="lobby", text=text)
    return any(message.get("text") == text for message in found.get("messages", []))


@attack(disk=48)
def full(ground):
    """strangers who write as much into the lobby as they can"""
    before, authors, links = lobby(ground), 0, 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        links += 1
        identity = raw.identity
        number = 0
        room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
        for _ in range(25):
            room.write(identity.account, identity.author, [said("x" * 7_000)] * 8, 0)
            number += 1
            if not ground.goes_on() or not sent(raw, room.slice(room.runs[-1], number), number=number):
                break
        authors += number > 1
        raw.end()
    grown = lobby(ground) - before
    assert grown <= authors * 1_000, f"{grown} entries of {authors} strangers"
    return f"{links} strangers, {grown} entries taken"


@attack(disk=24)
def rate(ground):
    """strangers who write a thousand entries and then go on"""
    before, authors = lobby(ground), 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        authors += 1
        room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
        number = 0
        while ground.goes_on() and number < 14:
            first = len(room.runs) + 1
            for _ in range(100):
                room.write(raw.identity.account, raw.identity.author, [said("spam")], 0)
            piece = room.slice(room.runs[first - 1], first)
            for run in room.runs[first:]:
                piece.entries.extend(room.slice(run, run[1]).entries)
            piece.signature = room.runs[-1][3]
            number += 1
            if not sent(raw, piece, number=number):
                break
        raw.end()
    grown = lobby(ground) - before
    assert grown <= authors * 1_000, f"{grown} entries of {authors} strangers"
    return f"{authors} strangers, {grown} entries taken"


@attack()
def heads(ground):
    """floods of heads: every entry with a signature of its own, with the longest paths, and with wrong ones"""
    before, batches, signatures = lobby(ground), 0, 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        one = written(raw.identity, [[said("one")]])
        wrong = schema.Slice.FromString(one.SerializeToString())
        wrong.signature = one.signature[:64] + (b"\0" + bytes(32)) * 16
        for number in range(1, 50):
            # The same entry again and again: already there, and checked each time.
            if not ground.goes_on() or not sent(raw, *[one] * SLICES, number=number):
                break
            batches, signatures = batches + 1, signatures + SLICES
        sent(raw, wrong, number=50)
        raw.end()
    assert lobby(ground) - before <= batches + 5
    return f"{batches} batches, {signatures} signatures"


@attack()
def lies(ground):
    """slices with wrong signatures, sizes, beginnings and logs of others"""
    def signature(piece):
        piece.signature = bytes(64)

    def path(piece):
        piece.signature += b"\2" + bytes(32)

    def content(piece):
        piece.entries[0].payload += b"\x7a\0"

    def header(piece):
        piece.entries[0].header = b"\xff" * 100

    def author(piece):
        piece.log.author = h.unbase32(ground.facts["account"])

    def nobody(piece):
        piece.log.author = bytes(32)

    def empty(piece):
        del piece.entries[:]
    before, count = lobby(ground), 0
    while ground.goes_on():
        for change in (signature, path, content, header, author, nobody, empty):
            raw = ground.link()
            if raw is None:
                continue
            piece = written(raw.identity, [[said("a lie")]])
            change(piece)
            assert not sent(raw, piece), f"a slice with another {change.__name__} is taken"
            raw.end()
            count += 1
    assert lobby(ground) <= before + 8, "something of it is left behind"
    return f"{count} slices"


@attack()
def again(ground):
    """the same slice a thousand times, on one link and on many"""
    before, identity, count = lobby(ground), Identity("Mallory"), 0
    piece = written(identity, [[said("once")]])
    while ground.goes_on():
        raw = ground.link(identity)
        for number in range(1, 100):
            if raw is None or not ground.goes_on() or not sent(raw, piece, number=number):
                break
            count += 1
        if raw:
            raw.end()
    assert lobby(ground) - before <= 9, "it counts more than once"
    return f"{count} times"


@attack()
def gaps(ground):
    """slices that begin far above what is there, and citations of what nobody has"""
    count = closed = 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
        for _ in range(3):
            room.write(raw.identity.account, raw.identity.author, [said("far above")], 0)
        piece = room.slice(room.runs[2], 3)
        for number in range(1, 60):
            if not ground.goes_on() or not sent(raw, piece, number=number):
                closed += 1
                break
            count += 1
        raw.end()
    return f"{count} slices, {closed} links closed for it"


@attack(disk=8)
def words(ground):
    """messages with escapes, marks of direction, ten thousand lines, and records of impossible kinds and fields"""
    wild = ["\x1b[2J\x1b]0;owned\x07", "\u202eevil\u2066", "a\nb" * 2_000, "\u0300" * 3_000, "\x00\x08\x7f\x9b31m", "\ufeff\u200b"]
    odd = [schema.Operation(put=schema.PutRecord(nonce=os.urandom(16), kind=0xffff_ffff, body=b"\xff" * 500)),
           schema.Operation(put=schema.PutRecord(nonce=b"short", kind=3)), schema.Operation(),
           schema.Operation(put=schema.PutRecord(nonce=os.urandom(16), kind=3, body=b"\xff" * 100, cleared=[0xffff_ffff, 0, 1])),
           schema.Operation(put=schema.PutRecord(nonce=os.urandom(16), kind=3, body=b"\x0b" * 5_000)),
           schema.Operation(put=schema.PutRecord(record=bytes(16), body=b"\x0a\x01x")),
           schema.Operation(delete=schema.DeleteRecord(record=bytes(16), kind=3, erased=[
               schema.EntryPlace(log=schema.LogID(author=h.unbase32(ground.facts["account"])), sequence=at) for at in range(1, 200)])),
           schema.Operation(open_room=schema.OpenRoom(nonce=bytes(16))), schema.Operation(leave_room=schema.LeaveRoom()),
           schema.Operation(add_member=schema.AddMember(author=bytes(32))), schema.Operation(step=schema.TableStep(concede=schema.Concede()))]
    count = 0
    while ground.goes_on():
        for operation in [said(text) for text in wild] + odd:
            raw = ground.link()
            if raw is None:
                continue
            count += sent(raw, written(raw.identity, [[operation]]))
            raw.end()
    for message in API(ground.facts["home"]).call("chat/list", room="lobby").get("messages", []):
        for word in (message.get("text", ""), message.get("name", "")):
            assert all(letter == "\n" or letter.isprintable() or ord(letter) > 0x2100 for letter in word) and \
                not set(word) & set("\x1b\u202e\u2066\u200f"), f"{word!r} is shown"
    return f"{count} entries taken"


def made_up(count):
    """Slices of so many authors that nobody has ever met, one entry each."""
    pieces = []
    for _ in range(count):
        account = Ed25519PrivateKey.generate()
        room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
        room.write(account, account.public_key().public_bytes(*RAW), [said("I was made up")], 0)
        pieces.append(room.slice(room.runs[0], 1))
    return pieces


def crowded(raw, pieces, number=1):
    """Sends slices, as many in a batch as a stranger may; the number of the next batch, or None when the link ends."""
    for at in range(0, len(pieces), SLICES):
        if not sent(raw, *pieces[at:at + SLICES], number=number):
            return None
        number += 1
    return number


@attack(disk=8)
def authors(ground):
    """a link that brings a crowd of made-up authors, until nobody else may write in the lobby"""
    before, count = lobby(ground), 0
    raw = ground.link()
    while raw and ground.goes_on():
        if crowded(raw, made_up(256)) is None:
            break
        count += 256
    if raw:
        raw.end()
    grown = lobby(ground) - before
    assert grown <= 64 + ground.seconds, f"{grown} entries of {count} made-up authors are taken from one link"
    # The next stranger is heard all the same.
    honest = ground.link(Identity("Cyd"))
    assert honest, "the next stranger gets no link"
    text = f"I am real {os.urandom(4).hex()}"
    taken = sent(honest, written(honest.identity, [[said(text)]]))
    honest.end()
    assert taken and heard(ground, text), f"after {count} made-up authors no stranger can write in the lobby"
    return f"{count} authors, {grown} entries taken"


@attack(least=8, disk=16)
def full_lobby(ground):
    """a lobby full of made-up authors, and two links that send all of them again and again, with new ones between"""
    pieces, count, closed = made_up(256), 0, 0
    for raw in [raw for raw in ground.links(16) if raw]:
        at = raw.identity.node[0] % 16 * 16
        crowded(raw, pieces[at:at + 16])
        raw.end()
    raws = [[ground.link(), 1] for _ in range(2)]
    while ground.goes_on():
        for one in raws:
            raw, number = one
            if raw is None:
                one[:] = [ground.link(), 1]
                continue
            fresh = pieces if count % 4 else made_up(64)
            try:
                for at in range(0, len(fresh), SLICES):
                    raw.send(batch=schema.Batch(room=h.LOBBY, number=number, slices=fresh[at:at + SLICES]))
                    number += 1
                    count += 1
                one[1] = number
                drain(raw)
            except ENDS as end:
                if waits(end):
                    continue
                closed += 1
                raw.end()
                one[:] = [ground.link(), 1]
    return f"{count} batches, {closed} links closed for it"


def forked(identity):
    """A proof that somebody signed two histories in the lobby."""
    sides = [written(identity, [[said(text)]]) for text in ("one", "other")]
    return schema.ForkProof(room=h.LOBBY, previous=bytes(32), left=sides[0], right=sides[1])


@attack(paired=True, disk=24)
def proofs(ground):
    """strangers who send proofs against a thousand authors that they make up, until nobody else may write in the lobby"""
    count = 0
    while count < 1_100 and ground.rest() > -60:
        raw = ground.link()
        if raw is None:
            continue
        try:
            while count < 1_100 and ground.rest() > -60:
                raw.send(batch=schema.Batch(room=h.LOBBY, forks=[forked(Identity("Mallory")) for _ in range(20)]))
                count += 20
            raw.alive()
        except ENDS:
            pass
        raw.end()
    # Somebody trusted by the victim, who has not written here before.
    honest = ground.paired("Cyd")
    text = f"nobody keeps me out {os.urandom(4).hex()}"
    taken = sent(honest, written(honest.identity, [[said(text)]]))
    honest.end()
    assert taken and heard(ground, text), f"after {count} proofs nobody new can write in the lobby"
    return f"{count} proofs"


@attack()
def proven(ground):
    """the same proofs again and again, two signatures each"""
    some, count = [forked(Identity("Mallory")) for _ in range(10)], 0
    while ground.goes_on():
        raw = ground.link()
        for _ in range(40):
            try:
                if raw is None or not ground.goes_on():
                    break
                raw.send(batch=schema.Batch(room=h.LOBBY, forks=some * 8))
                if not raw.alive():
                    break
                count += len(some) * 8
            except ENDS:
                break
        if raw:
            raw.end()
    return f"{count} proofs"
