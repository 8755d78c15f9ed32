"""Input that the specification forbids, tried on the daemon. protocol/links.md sections 2, 3 and 16; protocol/rooms.md sections 5 and 6."""
import time

from OpenSSL import SSL

import hashes as h
import schema
from link import VERSION, Identity
from raw import Raw

same = soon = None


def linked(world, address, **words):
    return Raw(address, world.address(), **words)


def transport(world):
    """TLS without a certificate, with an older version or another protocol is refused"""
    daemon = world.daemon()
    for name, words in {"no certificate": {"certificate": False}, "TLS 1.2": {"newest": SSL.TLS1_2_VERSION},
                        "another protocol": {"alpn": b"parlor/9"}}.items():
        try:
            found = linked(world, daemon.address, **words).hello().until("hello")
        except SSL.Error:
            found = None
        same(None, found, name)
    same(True, linked(world, daemon.address).hello().alive(), "an honest link")


def greetings(world):
    """a Hello that breaks a rule, comes twice or not first, ends the link with the reason"""
    daemon = world.daemon()

    def changed(change, answer):
        raw = linked(world, daemon.address)
        hello = raw.identity.hello(0)
        change(hello)
        raw.send(hello=hello)
        same(answer, raw.reason(), change.__doc__)

    def later(hello):
        """a later version only"""
        hello.lowest_version = hello.highest_version = VERSION + 1

    def earlier(hello):
        """an earlier version only"""
        hello.lowest_version = hello.highest_version = VERSION - 1

    def stolen(hello):
        """an account of another node"""
        hello.accounts[0].author = Identity("Eve").author

    def crowded(hello):
        """17 accounts"""
        for _ in range(16):
            hello.accounts.add().CopyFrom(hello.accounts[0])

    changed(later, "VERSION")
    changed(earlier, "VERSION")
    changed(stolen, "PROTOCOL")
    changed(crowded, "PROTOCOL")
    first = linked(world, daemon.address)
    first.send(ping=schema.Ping(number=1))
    same("PROTOCOL", first.reason(), "a ping first")
    same("PROTOCOL", linked(world, daemon.address).hello().hello().reason(), "a second Hello")
    newer = linked(world, daemon.address)
    hello = newer.identity.hello(0)
    hello.highest_version = 9
    newer.send(hello=hello)
    same(True, newer.alive(), "a node that also speaks later versions")


def frames(world):
    """lengths and frames that cannot be, and unknown ones that may be skipped"""
    daemon = world.daemon()
    for name, data in {"no length": bytes(4), "4 GiB": b"\xff" * 4, "above a stranger's": (65_537).to_bytes(4, "big")}.items():
        raw = linked(world, daemon.address).hello()
        raw.until("hello")
        raw.raw(data)
        same(True, raw.reason() in ("PROTOCOL", "LIMIT", "closed"), name)
    before = linked(world, daemon.address)
    before.raw((4097).to_bytes(4, "big"))
    same(True, before.reason() in ("PROTOCOL", "LIMIT", "closed"), "above what may come before the Hello")
    broken = linked(world, daemon.address).hello()
    broken.frame(b"\xff\xff\xff")
    same("PROTOCOL", broken.reason(), "a frame that cannot be decoded")
    unknown = linked(world, daemon.address).hello()
    unknown.frame(b"\xfa\x3f\x01x")
    same("UNSUPPORTED", unknown.reason(), "an unknown frame")
    skipped = linked(world, daemon.address).hello()
    skipped.frame(b"\x08\x01" + b"\xfa\x3f\x01x")
    same(True, skipped.alive(), "an unknown frame that is optional")
    nested = b""
    for _ in range(40):
        nested = b"\x42" + len(nested).to_bytes(1, "big") + nested if len(nested) < 100 else nested
    deep = linked(world, daemon.address).hello()
    deep.frame(b"\xfa\x3f" + bytes([len(nested)]) + nested)
    same("UNSUPPORTED", deep.reason(), "something deep in an unknown frame")


def entries(world):
    """slices with a wrong signature, size or chain are refused, and leave nothing behind"""
    daemon = world.daemon()
    from logs import Room

    def lie(change, answer):
        raw = linked(world, daemon.address).hello()
        raw.until("hello")
        room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
        introduction = schema.PutRecord(nonce=bytes(16), kind=1, body=schema.Introduction(name="M").SerializeToString())
        for _ in range(2):
            room.write(raw.identity.account, raw.identity.author, [schema.Operation(put=introduction)], 0)
        piece = room.slice(room.runs[0], 1)
        piece.entries.extend(room.slice(room.runs[1], 2).entries)
        piece.signature = room.runs[1][3]
        change(piece)
        raw.send(batch=schema.Batch(room=h.LOBBY, number=1, slices=[piece]))
        if answer == "taken":
            same(1, raw.until("acknowledge").number, "an honest slice")
        else:
            same(answer, raw.reason(), change.__doc__)

    def signature(piece):
        """a signature that does not hold"""
        piece.signature = bytes(64)

    def path(piece):
        """a path with a side that is none"""
        piece.signature += b"\2" + bytes(32)

    def content(piece):
        """another payload"""
        piece.entries[0].payload += b"\x7a\0"

    def size(piece):
        """a first of 0"""
        piece.first = 0

    def author(piece):
        """somebody else's log"""
        piece.log.author = Identity("Eve").author

    for change in (signature, path, content, size, author):
        lie(change, "PROTOCOL")
    same("0", daemon.json("room", "show", "lobby")["state"].get("entries", "0"), "entries after the lies")
    lie(lambda piece: None, "taken")
    same("2", daemon.json("room", "show", "lobby")["state"].get("entries", "0"), "entries after an honest slice")


def rooms(world):
    """rooms that are not shared are refused in the same words, whether they are there or not"""
    daemon = world.daemon()
    daemon.run("room", "make", "secret")
    there = h.unbase32(daemon.json("room", "show", "secret")["room"]["id"])
    raw = linked(world, daemon.address).hello()
    words = []
    for room in (there, bytes(16)):
        raw.send(digest=schema.Digest(room=room, digest=bytes(32)))
        word = raw.until("room_refused")
        words.append((word.room, word.reason, word.removed))
    same([(room, words[0][1], False) for room in (there, bytes(16))], words, "the words")


def stays(world):
    """a silent link is pinged after 15 s and stays up while it answers"""
    daemon = world.daemon()
    node = world.node("Pia", daemon)
    link = next(iter(node.links.values()))
    time.sleep(20)
    same(True, time.monotonic() - link.heard < 19, "the daemon was heard again")
    same(False, link.closed, "the link is closed")
    same(True, daemon.json("peer", "list")["peers"][0].get("online"), "the daemon sees us")


stays.waits = True


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    return [transport, greetings, frames, entries, rooms, stays]
