"""What the specification says must be refused, tried on the daemon. protocol/README.md sections 2, 3, 5, 6 and 16."""
import socket
import time

from OpenSSL import SSL

import hashes as h
import schema
from link import Identity

same = soon = None


class Raw:
    """A link without rules: TLS and whole frames, nothing else."""

    def __init__(self, world, address, identity=None, alpn=b"parlor/1", certificate=True, newest=SSL.TLS1_3_VERSION):
        self.identity = identity or Identity("Mallory")
        context = self.identity.context() if certificate else SSL.Context(SSL.TLS_METHOD)
        context.set_max_proto_version(newest)
        if newest != SSL.TLS1_3_VERSION:
            context.set_min_proto_version(newest)
        context.set_alpn_protos([alpn])
        world.source += 1
        host, port = address.split(":")
        self.sock = socket.create_connection((host, int(port)), 5, (f"127.0.{world.source // 250}.{world.source % 250 + 1}", 0))
        self.sock.settimeout(None)
        # A blocking socket with a time limit of its own: pyOpenSSL wants no timeout of Python's.
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, (8).to_bytes(8, "little") + bytes(8))
        self.tls = SSL.Connection(context, self.sock)
        self.tls.set_connect_state()
        self.waiting = b""
        self.tls.do_handshake()

    def send(self, **body):
        self.frame(schema.Frame(**body).SerializeToString())

    def frame(self, data):
        self.raw(len(data).to_bytes(4, "big") + data)

    def raw(self, data):
        self.tls.sendall(data)

    def hello(self):
        self.send(hello=self.identity.hello(0))
        return self

    def read(self):
        """The next frame, or None at the end."""
        try:
            while len(self.waiting) < 4 or len(self.waiting) < 4 + int.from_bytes(self.waiting[:4], "big"):
                self.waiting += self.tls.recv(1 << 16)
        except SSL.WantReadError:
            raise TimeoutError("the daemon says nothing and stays") from None
        except (SSL.Error, OSError):
            return None
        size = int.from_bytes(self.waiting[:4], "big")
        frame, self.waiting = schema.Frame.FromString(self.waiting[4:4 + size]), self.waiting[4 + size:]
        return frame

    def until(self, kind):
        """The next frame of a kind, or None at the end."""
        while (frame := self.read()) is not None:
            if frame.WhichOneof("body") == kind:
                return getattr(frame, kind)
        return None

    def reason(self):
        """The reason of the goodbye with which the daemon closes."""
        word = self.until("goodbye")
        return schema.GoodbyeReason.Name(word.reason)[15:] if word else "closed"

    def alive(self):
        self.send(ping=schema.Ping(number=77))
        word = self.until("pong")
        return word is not None and word.number == 77


def transport(world):
    """TLS without a certificate, with an older version or another protocol is refused"""
    daemon = world.daemon()
    for name, words in {"no certificate": {"certificate": False}, "TLS 1.2": {"newest": SSL.TLS1_2_VERSION},
                        "another protocol": {"alpn": b"parlor/9"}}.items():
        try:
            found = Raw(world, daemon.address, **words).hello().until("hello")
        except SSL.Error:
            found = None
        same(None, found, name)
    same(True, Raw(world, daemon.address).hello().alive(), "an honest link")


def greetings(world):
    """a Hello that breaks a rule, comes twice or not first, ends the link with the reason"""
    daemon = world.daemon()

    def changed(change, answer):
        raw = Raw(world, daemon.address)
        hello = raw.identity.hello(0)
        change(hello)
        raw.send(hello=hello)
        same(answer, raw.reason(), change.__doc__)

    def later(hello):
        """a later version only"""
        hello.lowest_version = hello.highest_version = 2

    def stolen(hello):
        """an account of another node"""
        hello.accounts[0].author = Identity("Eve").author

    def crowded(hello):
        """17 accounts"""
        for _ in range(16):
            hello.accounts.add().CopyFrom(hello.accounts[0])

    changed(later, "VERSION")
    changed(stolen, "PROTOCOL")
    changed(crowded, "PROTOCOL")
    first = Raw(world, daemon.address)
    first.send(ping=schema.Ping(number=1))
    same("PROTOCOL", first.reason(), "a ping first")
    same("PROTOCOL", Raw(world, daemon.address).hello().hello().reason(), "a second Hello")
    newer = Raw(world, daemon.address)
    hello = newer.identity.hello(0)
    hello.highest_version = 9
    newer.send(hello=hello)
    same(True, newer.alive(), "a node that also speaks later versions")


def frames(world):
    """lengths and frames that cannot be, and unknown ones that may be skipped"""
    daemon = world.daemon()
    for name, data in {"no length": bytes(4), "4 GiB": b"\xff" * 4, "above a stranger's": (65_537).to_bytes(4, "big")}.items():
        raw = Raw(world, daemon.address).hello()
        raw.until("hello")
        raw.raw(data)
        same(True, raw.reason() in ("PROTOCOL", "LIMIT", "closed"), name)
    before = Raw(world, daemon.address)
    before.raw((4097).to_bytes(4, "big"))
    same(True, before.reason() in ("PROTOCOL", "LIMIT", "closed"), "above what may come before the Hello")
    broken = Raw(world, daemon.address).hello()
    broken.frame(b"\xff\xff\xff")
    same("PROTOCOL", broken.reason(), "a frame that cannot be decoded")
    unknown = Raw(world, daemon.address).hello()
    unknown.frame(b"\xfa\x3f\x01x")
    same("UNSUPPORTED", unknown.reason(), "an unknown frame")
    skipped = Raw(world, daemon.address).hello()
    skipped.frame(b"\x08\x01" + b"\xfa\x3f\x01x")
    same(True, skipped.alive(), "an unknown frame that is optional")
    nested = b""
    for _ in range(40):
        nested = b"\x42" + len(nested).to_bytes(1, "big") + nested if len(nested) < 100 else nested
    deep = Raw(world, daemon.address).hello()
    deep.frame(b"\xfa\x3f" + bytes([len(nested)]) + nested)
    same("UNSUPPORTED", deep.reason(), "something deep in an unknown frame")


def entries(world):
    """slices with a wrong signature, size or chain are refused, and leave nothing behind"""
    daemon = world.daemon()
    from logs import Room

    def lie(change, answer):
        raw = Raw(world, daemon.address).hello()
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
    raw = Raw(world, daemon.address).hello()
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


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    return [transport, greetings, frames, entries, rooms, stays]
