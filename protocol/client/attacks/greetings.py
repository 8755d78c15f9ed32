"""The first words on a link, and pings. protocol/links.md sections 2 and 3."""
import socket
import time

import schema
from attacks import attack
from attacks.ground import ENDS, framed
from link import VERSION, Identity
from raw import Raw


@attack(least=12)
def no_hello(ground):
    """whole handshakes and then no Hello, in every place for strangers"""
    held, longest, ended = [], 0.0, 0
    while ground.goes_on():
        while len(held) < 16 and ground.goes_on():
            try:
                raw = Raw(ground.address, ground.place(), patience=1)
                held.append((raw, time.monotonic()))
            except ENDS:
                break
        for raw, began in [*held]:
            raw.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, bytes(8) + (20_000).to_bytes(8, "little"))
            try:
                while raw.read() is not None:
                    pass
            except TimeoutError:
                continue
            held.remove((raw, began))
            raw.end()
            ended, longest = ended + 1, max(longest, time.monotonic() - began)
    assert ended and longest < 9, f"a link without Hello lives for {longest:.1f} s"
    return f"{ended} closed, the last after {longest:.1f} s"


@attack()
def before_hello(ground):
    """other frames before the Hello, two Hellos, and Hellos that are too long"""
    long = schema.Hello(lowest_version=VERSION, highest_version=VERSION, node_name="M" * 5000)
    kinds = {"a ping": framed(ping=schema.Ping(number=1)), "offers": framed(table_offers=schema.TableOffers()),
             "a digest": framed(rooms_digest=schema.RoomsDigest(digest=bytes(32))), "too long": framed(hello=long),
             "a ticket": framed(pair_ticket=schema.PairTicket(proof=bytes(32))), "4 GiB": b"\xff" * 4,
             "twice": None}
    count = refused = 0
    while ground.goes_on():
        for name, data in kinds.items():
            try:
                raw = Raw(ground.address, ground.place())
                hello = framed(hello=raw.identity.hello(0))
                raw.raw(data if data else hello + hello)
                reason = raw.reason()
            except TimeoutError:
                raise AssertionError(f"{name} before the Hello is borne") from None
            except ENDS:
                continue
            assert reason in ("PROTOCOL", "LIMIT", "closed"), f"{name} before the Hello is answered with {reason}"
            count, refused = count + 1, refused + (reason != "closed")
            raw.end()
    return f"{count} links, {refused} of them told why"


@attack()
def hellos(ground):
    """Hellos with stolen accounts, impossible versions, numbers and ports, thousands of features"""
    def stolen(hello):
        hello.accounts[0].author = Identity("Eve").author

    def replayed(hello):
        hello.accounts[0].CopyFrom(other.hello(0).accounts[0])

    def crowd(hello):
        for _ in range(20):
            hello.accounts.add().CopyFrom(hello.accounts[0])

    def short(hello):
        hello.accounts[0].author = hello.accounts[0].author[:31]

    def later(hello):
        hello.lowest_version = hello.highest_version = 0xffff_ffff

    def inverted(hello):
        hello.lowest_version, hello.highest_version = VERSION + 1, VERSION

    def features(hello):
        hello.features.extend("" for _ in range(1800))

    def port(hello):
        hello.port = 0xffff_ffff
    other, borne, closed = Identity("Bob"), 0, 0
    changes = {stolen: False, replayed: False, crowd: False, short: False, later: False, inverted: False,
               features: True, port: True}
    while ground.goes_on():
        for change, may in changes.items():
            try:
                raw = Raw(ground.address, ground.place())
                hello = raw.identity.hello(0)
                change(hello)
                raw.send(hello=hello)
                alive = raw.until("hello") is not None and raw.alive()
            except ENDS:
                continue
            finally:
                raw.end()
            assert may or not alive, f"a Hello ({change.__name__}) is taken"
            borne, closed = borne + alive, closed + (not alive)
    return f"{closed} closed, {borne} harmless ones borne"


@attack(least=47)
def unanswered(ground):
    """links whose pings nobody answers, in every place for strangers"""
    held = [(raw, time.monotonic()) for raw in ground.links(16)]
    pings, ends = 0, []
    while held and ground.goes_on():
        for raw, began in [*held]:
            raw.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, bytes(8) + (50_000).to_bytes(8, "little"))
            try:
                frame = raw.read()
            except TimeoutError:
                continue
            if frame is None or frame.HasField("goodbye"):
                ends.append(time.monotonic() - began)
                held.remove((raw, began))
                raw.end()
            elif frame.HasField("ping"):
                pings += 1
    assert not held, f"{len(held)} dead links stay after {ground.seconds:.0f} s"
    return f"{len(ends)} links, {pings} pings, dead after {max(ends or [0]):.0f} s"


@attack()
def displaced(ground):
    """one node that links again and again, from ever new addresses"""
    identity, count = Identity("Mallory"), 0
    while ground.goes_on():
        raw = ground.link(identity)
        count += raw is not None
    return f"{count} links"
