"""Frames after an accepted Hello: lengths, slowness, floods. protocol/links.md sections 2 and 10."""
import socket
import time

import hashes as h
import schema
from attacks import attack
from attacks.ground import ENDS, crowd, framed


@attack()
def lengths(ground):
    """frames of 4 GiB, of 2 GiB, one byte too long and of no length"""
    kinds, count = [b"\xff" * 4, b"\x80\0\0\0", (65_537).to_bytes(4, "big"), bytes(4)], 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        data = kinds[count % 4]
        try:
            raw.raw(data + bytes(10_000))
            reason = raw.reason()
        except TimeoutError:
            raise AssertionError(f"a length of {data.hex()} is borne") from None
        except ENDS:
            reason = "closed"
        assert reason in ("PROTOCOL", "LIMIT", "closed"), f"a length of {data.hex()} is answered with {reason}"
        raw.end()
        count += 1
    return f"{count} links"


@attack(least=22)
def slow(ground):
    """frames sent byte by byte, in every place for strangers"""
    held = [[raw, time.monotonic()] for raw in ground.links(16)]
    begun, ends = (60_000).to_bytes(4, "big") + bytes(1000), []
    at = 0
    while held and ground.goes_on():
        for one in [*held]:
            raw, began = one
            try:
                raw.raw(begun[at % len(begun):][:1])
                raw.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, bytes(8) + (1_000).to_bytes(8, "little"))
                while (frame := raw.read()) is not None and not frame.HasField("goodbye"):
                    pass
            except TimeoutError:
                continue
            except ENDS:
                pass
            held.remove(one)
            raw.end()
            ends.append(time.monotonic() - began)
        at += 1
        time.sleep(0.05)
    assert not held, f"{len(held)} links with a frame that does not end stay after {ground.seconds:.0f} s"
    return f"{len(ends)} links, closed after {max(ends or [0]):.0f} s"


@attack()
def pings(ground):
    """a flood of pings on every place for strangers"""
    return flooded(ground, framed(ping=schema.Ping(number=1)))


@attack()
def empty_digests(ground):
    """a flood of digests of no room, the shortest frame that says nothing"""
    return flooded(ground, framed(rooms_digest=schema.RoomsDigest()))


@attack()
def digests(ground):
    """a flood of digests over all rooms, each of which wants an answer"""
    return flooded(ground, framed(rooms_digest=schema.RoomsDigest(digest=bytes(32))), read=True)


@attack()
def haves(ground):
    """a flood of questions for the whole lobby, each of which wants all of it"""
    return flooded(ground, framed(have=schema.Have(room=h.LOBBY)), read=True)


@attack()
def acknowledgements(ground):
    """a flood of acknowledgements of a batch that came long ago"""
    def asked(raw):
        raw.send(have=schema.Have(room=h.LOBBY))
        batch = raw.until("batch")
        return framed(acknowledge=schema.Acknowledge(room=h.LOBBY, number=batch.number if batch else 1))
    return flooded(ground, asked)


@attack()
def empty_batches(ground):
    """a flood of batches without content"""
    return flooded(ground, framed(batch=schema.Batch(room=h.LOBBY)))


@attack()
def blob_asks(ground):
    """a flood of questions for a file that is not there"""
    return flooded(ground, framed(blob_ask=schema.BlobAsk(room=h.LOBBY, blob=bytes(32), hashes=True)))


@attack()
def optional(ground):
    """a flood of unknown frames that may be skipped"""
    frame = b"\x08\x01" + b"\xfa\x3f\x01x"
    return flooded(ground, len(frame).to_bytes(4, "big") + frame)


def flooded(ground, frame, read=False):
    """The same frame on every place for strangers, as fast as it is taken; a closed link is replaced."""
    raws, closed = ground.links(16), 0
    assert raws, "no stranger gets a place"
    for raw in raws:
        raw.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, bytes(8) + (100_000).to_bytes(8, "little"))
    if callable(frame):
        frame = frame(raws[0])
    block, written, reasons = crowd(frame), 0, set()
    while ground.goes_on():
        for at, raw in enumerate(raws):
            try:
                if raw:
                    raw.raw(block)
                    written += len(block)
                    if read:
                        drain(raw)
                elif (new := ground.link(patience=1)) is not None:
                    raws[at] = new
            except ENDS as end:
                if not waits(end):
                    reasons.add(why(raw))
                    closed += 1
                    raw.end()
                    raws[at] = None
    return f"{written // len(frame)} frames, {closed} links closed{' (' + ', '.join(sorted(reasons)) + ')' if reasons else ''}"


def waits(end):
    """Whether the other side only takes no more for now. What was half written is then continued with the same bytes."""
    return type(end).__name__ in ("WantWriteError", "WantReadError", "TimeoutError")


def why(raw):
    try:
        return raw.reason().lower()
    except ENDS:
        return "closed"


def drain(raw):
    raw.sock.setblocking(False)
    try:
        while raw.tls.recv(1 << 16):
            pass
    except ENDS as end:
        if not waits(end):
            raise
    finally:
        raw.sock.setblocking(True)
        raw.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, bytes(8) + (100_000).to_bytes(8, "little"))


@attack(least=14)
def unread(ground):
    """an output that is never read: whole lobbies and pongs asked for on every place, nothing taken"""
    raws = ground.links(16)
    block = crowd(framed(have=schema.Have(room=h.LOBBY)), 600) + crowd(framed(ping=schema.Ping(number=1)), 400)
    count = 0
    for raw in raws:
        raw.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, bytes(8) + (100_000).to_bytes(8, "little"))
    while ground.goes_on():
        for raw in raws:
            try:
                raw.raw(block)
                count += 1
            except ENDS:
                pass
        time.sleep(0.5)
    return f"{count} times {len(block)} bytes on {len(raws)} links"
