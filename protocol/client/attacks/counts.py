"""Nesting, counts and numbers that no honest node sends. protocol/rooms.md section 6; protocol/links.md section 10."""
import hashes as h
import schema
from attacks import attack
from attacks.ground import ENDS, framed

MOST = (1 << 64) - 1


def tried(ground, kinds):
    """Each frame on a link of its own, again and again: how many links were closed, and how many lived on."""
    closed = alive = 0
    while ground.goes_on():
        for name, data in kinds.items():
            raw = ground.link()
            if raw is None:
                continue
            try:
                raw.raw(data)
                lives = raw.alive()
            except TimeoutError:
                raise AssertionError(f"no answer within 8 s after {name}") from None
            except ENDS:
                lives = False
            raw.end()
            closed, alive = closed + (not lives), alive + lives
    return f"{len(kinds)} kinds, {closed} links closed, {alive} went on"


def nested(depth, tag):
    data = b""
    for _ in range(depth):
        size, length = len(data), b""
        while size > 127:
            length, size = length + bytes([size & 127 | 128]), size >> 7
        data = bytes([tag]) + length + bytes([size]) + data
    return data


def wrapped(tag, data):
    """A field of a frame with this encoded content."""
    size, length = len(data), b""
    while size > 127:
        length, size = length + bytes([size & 127 | 128]), size >> 7
    content = tag + length + bytes([size]) + data
    return len(content).to_bytes(4, "big") + content


@attack()
def deep(ground):
    """nesting without end: messages, groups and unknown fields, in frames and in entries"""
    groups = b"\x0b" * 30_000
    return tried(ground, {
        "a batch of slices of slices": wrapped(b"\x42", nested(10_000, 0x1a)), "groups": wrapped(b"\x42", groups),
        "closed groups": wrapped(b"\x42", groups[:20_000] + b"\x0c" * 20_000), "an unknown frame": wrapped(b"\xfa\x3f", nested(10_000, 0x0a)),
        "groups at the top": len(groups).to_bytes(4, "big") + groups,
        "offers": wrapped(b"\x5a", nested(10_000, 0x2a)), "proofs": wrapped(b"\x42", nested(9_000, 0x22))})


@attack()
def giant(ground):
    """as many positions, slices, digests, offers, hashes and unwanted logs as a frame holds"""
    def many(tag, inner, count):
        return wrapped(tag, inner * count)
    return tried(ground, {
        "digests": many(b"\x82\x01", b"\x12\0", 30_000), "slices": many(b"\x42", b"\x1a\0", 30_000),
        "proofs": many(b"\x42", b"\x22\0", 30_000), "offers": many(b"\x5a", b"\x0a\0", 30_000),
        "positions": wrapped(b"\x3a", b"\x0a\x10" + h.LOBBY + b"\x12\0" * 30_000),
        "whole positions": framed(have=schema.Have(room=h.LOBBY, positions=[
            schema.LogPosition(log=schema.LogID(author=at.to_bytes(32, "big")), next=9) for at in range(1_500)])),
        "unwanted": framed(have=schema.Have(room=h.LOBBY, unwanted=[
            schema.LogID(author=at.to_bytes(32, "big")) for at in range(1_700)])),
        "entries": wrapped(b"\x42", b"\x0a\x10" + h.LOBBY + b"\x10\x01" + wrapped(b"\x1a", b"\x1a\0" * 30_000)[4:]),
        "hashes": framed(blob_chunks=schema.BlobChunks(blob=bytes(32), size=4 << 20, hashes=bytes(60_000))),
        "chunks": wrapped(b"\xba\x01", b"\x2a\0" * 30_000)})


@attack()
def numbers(ground):
    """negative and huge numbers: sequences, incarnations, batches, chunks, sizes, kinds"""
    log = schema.LogID(author=bytes(31) + b"\1", incarnation=MOST)
    entry = schema.Entry(header=schema.EntryHeader(payload_size=MOST).SerializeToString(), payload=b"x")

    def batch(number, **words):
        return framed(batch=schema.Batch(room=h.LOBBY, number=number, slices=[schema.Slice(entries=[entry], signature=bytes(64), **words)]))
    small = schema.LogID(author=bytes(31) + b"\1")
    return tried(ground, {
        "a sequence of 2^64 - 1": batch(1, log=small, first=MOST), "a sequence of 0": batch(1, log=small, first=0),
        "an incarnation of 2^64 - 1": batch(1, log=log, first=1), "a batch of 2^64 - 1": batch(MOST, log=small, first=1),
        "an acknowledgement of 2^64 - 1": framed(acknowledge=schema.Acknowledge(room=h.LOBBY, number=MOST)),
        "an acknowledgement in a batch": framed(batch=schema.Batch(room=h.LOBBY, acknowledged=MOST)),
        "a position of 2^64 - 1": framed(have=schema.Have(room=h.LOBBY, positions=[schema.LogPosition(log=small, next=MOST, hash=bytes(32))])),
        "a position of 0": framed(have=schema.Have(room=h.LOBBY, positions=[schema.LogPosition(log=small, next=0)])),
        "a log of a huge incarnation": framed(have=schema.Have(room=h.LOBBY, positions=[schema.LogPosition(log=log, next=1)], unwanted=[log])),
        "a chunk of 2^32 - 1": framed(blob_ask=schema.BlobAsk(room=h.LOBBY, blob=bytes(32), first=0xffff_ffff)),
        "chunks of 2^64 - 1 bytes": framed(blob_chunks=schema.BlobChunks(blob=bytes(32), size=MOST, first=0xffff_ffff, chunks=[b"x"])),
        "a longest frame of 2^32 - 1": framed(rooms_digest=schema.RoomsDigest(longest_frame=0xffff_ffff)),
        "a longest frame of 1": framed(rooms_digest=schema.RoomsDigest(longest_frame=1, digest=bytes(32))),
        "a negative reason": wrapped(b"\xa2\x01", b"\x08" + b"\xff" * 9 + b"\x01"),
        "a number of eleven bytes": wrapped(b"\x22", b"\x08" + b"\xff" * 10 + b"\x01"),
        "a ping of 2^64 - 1": framed(ping=schema.Ping(number=MOST)),
        "rules out of range": framed(table_offers=schema.TableOffers(offers=[schema.TableOffer(
            room=bytes(16), rules=schema.Rules(face_down=0xffff_ffff, round_cap=0xffff_ffff))]))})
