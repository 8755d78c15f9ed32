"""Pictures that unpack to much more than they are. protocol/features.md section 23."""
import itertools
import os
import time
import zlib

import hashes as h
import schema
from attacks import attack
from attacks.api import API, Refused
from attacks.entries import sent
from logs import Room
from records import DRAWING, PORTRAIT

MIB = 1 << 20
#: The bytes with which a portrait is shown, and those that one answer has.
PORTRAIT_SHOWN, ANSWER = 32 << 10, 64 * MIB


def packed(strokes, points):
    """Strokes of many points at one place, as raw deflate: a thousandth of what they unpack to."""
    ink = schema.StrokeInk(width=450, x=[0] * points, y=[0] * points)
    one = schema.PackedStrokes(strokes=[schema.PackedStroke(ink=ink)]).SerializeToString()
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    return press.compress(schema.PackedStrokes(authors=[bytes(32)]).SerializeToString() + one * strokes) + press.flush()


def put(kind, body, nonce):
    return schema.Operation(put=schema.PutRecord(nonce=nonce, kind=kind, body=body.SerializeToString()))


def introduced(name):
    return schema.Operation(put=schema.PutRecord(nonce=bytes(16), kind=1, body=schema.Introduction(name=name).SerializeToString()))


def answers(api, wrong, forms, going):
    """Reads every view that unpacks, and notes what is too large."""
    def read(method, **words):
        began = time.monotonic()
        try:
            answer = api.call(method, **words)
        except Refused:
            answer = {}
        took, size = time.monotonic() - began, len(repr(answer))
        if size > ANSWER:
            wrong.append(f"{method} answers with {size // MIB} MiB")
        return answer, took

    portraits, slowest = read("drawings/portraits")
    for portrait in portraits.get("portraits", []):
        if len(portrait.get("svg", "")) > PORTRAIT_SHOWN:
            wrong.append(f"a portrait has {len(portrait['svg'])} bytes")
    drawings, took = read("drawings/list")
    slowest = max(slowest, took, read("drawings/stats")[1])
    form = next(forms)
    for drawing in drawings.get("drawings", [])[:4]:
        for method, words in (("drawings/show", {}), ("drawings/strokes", {"width": 256}), ("drawings/export", {"format": form})):
            if going():
                slowest = max(slowest, read(method, drawing=drawing["id"], **words)[1])
    return len(portraits.get("portraits", [])), len(drawings.get("drawings", [])), slowest


@attack(least=20)
def portraits(ground):
    """portraits and drawings of four strangers that unpack to as much as they can"""
    api, wrong, held = API(ground.facts["home"]), [], []
    nonce = h.sha(b"parlor.derived.v1\0", b"portrait\0")[:16]
    # Some unpack to 12 and 16 MiB, some to just what is unpacked, with as many points as that can have.
    bodies = [packed(600, 10_000), packed(12, 10_000), packed(600, 10_000), packed(2_000, 1)]
    drawings = [packed(830, 10_000), packed(49, 10_000), packed(49, 10_000), packed(5_000, 90)]
    assert max(map(len, bodies)) <= 16 << 10 and max(map(len, drawings)) <= 48 << 10, "the packs are too long"
    for at, body in enumerate(bodies):
        raw = ground.link()
        if raw is None:
            continue
        drawing = schema.Drawing(title=f"bomb {at}", strokes=schema.StrokePack(packed=drawings[at]))
        # Each in a slice of its own, as a frame of a stranger has 64 KiB.
        operations = [[introduced(f"Mallory {at}")], [put(PORTRAIT, schema.Portrait(packed=body), nonce)],
                      [put(DRAWING, drawing, os.urandom(16))]]
        room = Room(h.LOBBY, schema.ROOM_KIND_LOBBY)
        for number, operation in enumerate(operations, 1):
            room.write(raw.identity.account, raw.identity.author, operation, 0)
            if not sent(raw, room.slice(room.runs[-1], number), number=number):
                break
        held.append(raw)
    seen = (0, 0, 0.0)
    forms = itertools.cycle(("svg", "film", "json", "excalidraw", "drawpile"))
    while ground.goes_on():
        # As a page that starts again and again.
        seen = answers(api, wrong, forms, ground.goes_on)
    for raw in held:
        raw.end()
    assert not wrong, wrong[0]
    assert seen[1] > 0, "no drawing arrived"
    return f"{seen[0]} portraits and {seen[1]} drawings, the slowest answer took {seen[2]:.1f} s"
