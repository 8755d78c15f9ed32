"""Files whose bytes are not what their records say. protocol/rooms.md section 17."""
import os

import hashes as h
import schema
from attacks import attack
from attacks.api import API
from attacks.entries import sent
from attacks.ground import ENDS
from logs import Room
from records import SHARED_FILE

CHUNK = 32 << 10


def shared(blob, size):
    """A record in the lobby that points at a blob."""
    file = schema.SharedFile(name="\x1b[31m../../etc/passwd", content=schema.BlobReference(blob=blob, size=size))
    put = schema.PutRecord(nonce=os.urandom(16), kind=SHARED_FILE, body=file.SerializeToString())
    return schema.Operation(put=put)


def answers(name, ask, size):
    """A wrong answer to an ask."""
    whole = -(-size // CHUNK)
    hashes, first = os.urandom(32) * whole, ask.first
    return {
        "hashes that do not fit": schema.BlobChunks(blob=ask.blob, size=size, hashes=hashes, first=first, chunks=[bytes(CHUNK)]),
        "another size": schema.BlobChunks(blob=ask.blob, size=(1 << 64) - 1, hashes=hashes, first=first, chunks=[bytes(CHUNK)]),
        "too few hashes": schema.BlobChunks(blob=ask.blob, size=size, hashes=bytes(31), first=first),
        "another chunk": schema.BlobChunks(blob=ask.blob, size=size, hashes=hashes, first=0xffff_ffff, chunks=[bytes(CHUNK)]),
        "a chunk that is too long": schema.BlobChunks(blob=ask.blob, size=size, hashes=hashes, first=first, chunks=[bytes(CHUNK * 4)]),
        "another blob": schema.BlobChunks(blob=bytes(32), size=size, hashes=hashes, first=first, chunks=[bytes(CHUNK)]),
        "no chunk": schema.BlobChunks(blob=ask.blob, size=size, hashes=hashes, first=first),
    }[name]


KINDS = ("hashes that do not fit", "another size", "too few hashes", "another chunk", "a chunk that is too long", "another blob",
         "no chunk")


@attack(paired=True, disk=8)
def fits(ground):
    """files of a paired peer with chunks, sizes and hashes that do not fit, and of impossible sizes"""
    raw, count, size = ground.paired(), 0, 300_000
    room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
    try:
        for at in range(1, 200):
            odd = (0, 1 << 40, (1 << 64) - 1, (4 << 20) + 1)[at % 4]
            room.write(raw.identity.account, raw.identity.author, [shared(os.urandom(32), size), shared(os.urandom(32), odd)], 0)
            if not ground.goes_on() or not sent(raw, room.slice(room.runs[-1], at), number=at):
                break
            ask = raw.until("blob_ask")
            if ask is None:
                break
            raw.send(blob_chunks=answers(KINDS[count % len(KINDS)], ask, size))
            count += 1
    except ENDS:
        pass
    raw.end()
    files = API(ground.facts["home"]).call("files/list", room="lobby").get("files", [])
    for file in files:
        assert not int(file.get("received", 0)) or int(file["received"]) < int(file["size"]), "a file that does not fit is whole"
        assert file["name"].isprintable() and "/" not in file["name"], f"the name {file['name']!r} is shown"
    return f"{count} wrong answers, {len(files)} files shown, none of them whole"


@attack()
def unasked(ground):
    """chunks that nobody asked for, of strangers"""
    count = closed = 0
    while ground.goes_on():
        raw = ground.link()
        if raw is None:
            continue
        try:
            for _ in range(100):
                raw.send(blob_chunks=schema.BlobChunks(blob=os.urandom(32), size=CHUNK, hashes=bytes(32), chunks=[bytes(CHUNK)]))
                count += 1
            closed += not raw.alive()
        except ENDS:
            closed += 1
        raw.end()
    assert closed, "chunks that nobody asked for are borne without end"
    return f"{count} times, {closed} links closed for it"
