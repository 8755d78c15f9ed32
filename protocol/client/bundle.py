"""Files: a match. protocol/README.md section 11.

`python3 bundle.py FILE…` verifies each and ends with 1 when one does not hold.
"""
import pathlib
import sys

import schema
from hashes import sha
from judge import Match
from link import Broken
from logs import Room

MARK = b"parlor.bundle.v1\n"


def packed(room):
    """The file of a table."""
    bundle = schema.Bundle(room=room.id, forks=[room.proofs[key] for key in sorted(room.proofs)])
    for run in room.runs:
        bundle.slices.append(room.slice(run, run[1]))
    data = MARK + bundle.SerializeToString()
    return data + sha(b"parlor.bundle.v1\0", data)


def unpacked(data):
    """The judged match of a file; Broken when a hash or signature does not hold."""
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
    match = Match(room, bundle.slices[0].log.author)
    match.update()
    return match


def told(match):
    """One line on a match."""
    if match.wrong:
        return "step {} does not follow: {}".format(*match.wrong)
    result = match.result()
    if result is None:
        return f"{match.count} steps, not over"
    winner = {0: "the host won", 1: "the joiner won", None: "a draw"}[result[0]]
    rounds = match.game.decided() if match.game else 0
    return f"{match.count} steps, {rounds} rounds, {winner} ({result[1]})"


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
