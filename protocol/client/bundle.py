"""Files: a match, a room. protocol/rooms.md section 11.

`python3 bundle.py FILE…` verifies each and ends with 1 when one does not hold.
"""
import pathlib
import sys

import hashes as h
import schema
from hashes import be32, sha
from judge import Match
from link import Broken
from logs import Room
from roster import Roster
from rosters import Written

MARK = b"parlor.bundle.v1\n"
ROOM, SUM = b"parlor.bundles.v1\n", b"parlor.bundles.v1\0"
PIECE, LARGEST = 256 << 10, 1 << 20


def packed(room):
    """The file of a table."""
    bundle = schema.Bundle(room=room.id, forks=[room.proofs[key] for key in sorted(room.proofs)])
    for run in room.runs:
        bundle.slices.append(room.slice(run, run[1]))
    data = MARK + bundle.SerializeToString()
    return data + sha(b"parlor.bundle.v1\0", data)


def unpacked(data, judge=Match):
    """The judged match of a file; Broken when a hash or signature does not hold. `judge` knows the game."""
    if not data.startswith(MARK) or data[-32:] != sha(b"parlor.bundle.v1\0", data[:-32]):
        raise Broken("The file is not a match, or is damaged.")
    try:
        bundle = schema.Bundle.FromString(data[len(MARK):-32])
    except Exception as error:
        raise Broken("The file cannot be decoded.") from error
    room = Room(bundle.room, schema.ROOM_KIND_TABLE)
    for proof in bundle.forks:
        room.prove(proof)
    for piece in bundle.slices:
        if not room.take(piece):
            raise Broken("Something is missing in the file.")
    if not bundle.slices:
        raise Broken("The file is empty.")
    match = judge(room, bundle.slices[0].log.author)
    match.update()
    return match


def told(match):
    """One line on a match."""
    if match.wrong:
        return "step {} does not follow: {}".format(*match.wrong)
    result = match.result()
    if result is None:
        return f"{match.count} steps, not over" + (", claimed, not confirmed" if match.claims() else "")
    winner = {0: "the host won", 1: "the joiner won", None: "a draw"}[result[0]]
    rounds = match.game.decided() if match.game else 0
    return f"{match.count} steps, {rounds} rounds, {winner} ({result[1]})"


def room_packed(room, blobs):
    """The file of a room, with the blobs at which its records point: id to bytes."""
    pieces = [schema.Bundle(roster=Written(room).everything() if room.roster else [])]

    def add(field, value, size):
        if pieces[-1].ByteSize() + size > PIECE:
            pieces.append(schema.Bundle())
        getattr(pieces[-1], field).append(value)
    for run in room.runs:
        piece = room.slice(run, run[1])
        add("slices", piece, piece.ByteSize())
    for _, proof in sorted(room.proofs.items()):
        add("forks", proof, proof.ByteSize())
    for blob, content in sorted(blobs.items()):
        hashes = h.chunk_hashes(content)
        for first in range(len(hashes)):
            chunk = content[first * h.CHUNK:(first + 1) * h.CHUNK]
            add("blobs", schema.BlobChunks(
                blob=blob, size=len(content), hashes=b"".join(hashes), first=first, chunks=[chunk]), len(chunk))
    data, total = ROOM, sha(SUM)
    for piece in pieces:
        piece.room, piece.opener, piece.nonce = room.id, room.opener, room.nonce
        encoded = piece.SerializeToString()
        total = sha(SUM, total, encoded)
        data += be32(len(encoded)) + encoded + total
    return data + be32(0) + sha(SUM, total)


def room_unpacked(data):
    """The room of a file and the blobs in it; Broken when anything does not hold."""
    pieces, total, at = [], sha(SUM), len(ROOM)
    if not data.startswith(ROOM):
        raise Broken("The file is not a room.")
    while True:
        size = int.from_bytes(data[at:at + 4], "big")
        encoded = data[at + 4:at + 4 + size]
        total = sha(SUM, total, encoded)
        at += 4 + size + 32
        if size > LARGEST or data[at - 32:at] != total:
            raise Broken("The file is damaged.")
        if size == 0:
            break
        pieces.append(schema.Bundle.FromString(encoded))
    if at != len(data) or not pieces:
        raise Broken("The file does not end where it must.")
    first = pieces[0]
    kind = schema.ROOM_KIND_PRIVATE if first.nonce else schema.ROOM_KIND_LOBBY
    if first.nonce and h.private_id(first.opener, first.nonce) != first.room:
        raise Broken("The room's id does not follow from who opened it.")
    roster = Roster(first.room) if first.roster else None
    room, contents = Room(first.room, kind, first.opener, first.nonce, roster), {}
    written = Written(room)
    for piece in pieces:
        if (piece.room, piece.opener, piece.nonce) != (first.room, first.opener, first.nonce):
            raise Broken("Another room stands in the file.")
        for part in piece.roster:
            written.take_part(part)
        for part in piece.slices:
            if not room.take(part):
                raise Broken("Something is missing in the file.")
        for proof in piece.forks:
            room.prove(proof)
        for said in piece.blobs:
            _gather(contents, said)
    return room, contents


def _gather(contents, said):
    """Adds chunks of a blob, the next ones in order."""
    hashes = [said.hashes[at:at + 32] for at in range(0, len(said.hashes), 32)]
    content = contents.setdefault(said.blob, b"")
    if h.blob_id(said.size, hashes) != said.blob or len(content) != said.first * h.CHUNK:
        raise Broken("A blob is not what its id says.")
    for number, chunk in enumerate(said.chunks, said.first):
        if h.sha(chunk) != hashes[number]:
            raise Broken("A chunk is not what its hash says.")
        contents[said.blob] += chunk


if __name__ == "__main__":
    failed = False
    for name in sys.argv[1:]:
        try:
            match = unpacked(pathlib.Path(name).read_bytes())
            failed = failed or bool(match.wrong)
            print(f"{name}: {told(match)}")
        except Broken as broken:
            failed = True
            print(f"{name}: {broken}")
    sys.exit(1 if failed else 0)
