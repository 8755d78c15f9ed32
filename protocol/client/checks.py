"""The checks, in the order in which they run; each takes a world and says more, or nothing."""
import json
import os
import random
import threading

import bundle
import hashes as h
import named
import schema
import selftest
from link import Identity
from logs import Entry, Room
from records import (BUDGET_LINE, CHAT_MESSAGE, CREATOR, EVENT, INTRODUCTION, ROOM_CARD, TO_DO,
                     state_hash)

same = soon = None

def vectors(world):
    """messages, hashes and signatures are those of the vectors"""
    wrong, seen = selftest.differences()
    same([], wrong, "vectors that differ")
    return f"{seen}"


def told(world):
    """every test and check that attacks.md names is there"""
    wrong, seen = named.missing()
    same([], wrong, "names behind which there is nothing")
    return f"{seen}"


def dialled(world):
    """we dial the daemon, and both know who the other is"""
    daemon = world.daemon()
    node = world.node("Pia", daemon)
    status = daemon.json("status")
    same(status["node"], h.base32(next(iter(node.links))), "node id of the daemon")
    account = next(iter(node.links.values())).accounts
    same([status["account"]], [h.base32(author) for author in account], "accounts of the daemon")
    peer = daemon.json("peer", "list")["peers"][0]
    same([h.base32(node.identity.node), "Pia", [h.base32(node.identity.author)]],
         [peer["id"], peer["name"], peer["accounts"]], "what the daemon knows of us")


def listened(world):
    """the daemon dials us; a second link gives way to the first"""
    daemon, node = world.daemon(), world.node("Pia")
    daemon.run("peer", "add", node.listen())
    same(True, bool(node.wait(lambda: node.links)), "linked")
    second = node.dial(daemon.address, node.source)
    same(True, bool(node.wait(lambda: second.peer and len(node.opening) == 1 and node.links)), "one link is left")
    kept = next(iter(node.links.values()))
    same(node.identity.node < kept.peer, kept.dialled, "the link that is kept is dialled by the smaller id")
    same(True, bool(node.wait(lambda: node.links and not kept.closed)), "still linked")


def doubled(world):
    """of links that we dial at the same time both keep the same one, the last"""
    daemon = world.daemon()
    node = world.node("Pia", daemon)
    for _ in range(3):
        for _ in range(2):
            node.dial(daemon.address, node.source)
        same(True, bool(node.wait(lambda: len(node.opening) == 1 and node.links)), "one link is left")
        kept = next(iter(node.links.values()))
        same((node.dials, node.run), kept.dial, "which one")
    same([True], [peer.get("online") for peer in daemon.json("peer", "list")["peers"]], "still linked")


def tickets(world):
    """tickets: the daemon's is good for one node, and ours pairs the daemon"""
    daemon = world.daemon()
    ticket = daemon.json("peer", "pair", "--ticket", "--address", daemon.address)["ticket"]
    one, other = world.node("Pia"), world.node("Tom")
    same(True, bool(one.pairing.use_ticket(ticket, one.source)), "paired")
    other.dial(daemon.address, other.source)
    other.wait(lambda: other.links)
    maker, secret, _ = h.ticket_parts(ticket)
    other.links[maker].send(pair_ticket=schema.PairTicket(proof=h.ticket_proof(secret, maker, other.identity.node)))
    same(True, bool(other.wait(lambda: other.refusals)), "refused for a second node")
    same(schema.PAIR_REFUSAL_REASON_TICKET, other.refusals[0].reason, "why")
    maker = world.node("Una")
    code, text = daemon.run("peer", "pair", "--ticket", maker.pairing.ticket([maker.listen()]))
    same(0, code, f"the daemon uses our ticket ({text})")
    same(1, len(maker.paired), "nodes paired with the maker")
    names = {peer["name"] for peer in daemon.json("peer", "list")["peers"] if peer.get("paired")}
    same({"Pia", "Una"}, names, "with whom the daemon is paired")


def compared(world):
    """words: both sides show the same, whichever of them asks; a wrong nonce or a no ends it"""
    daemon = world.daemon()
    pia, tom, eve = (world.node(name, daemon) for name in ("Pia", "Tom", "Eve"))

    def asked(node, nonce=None):
        """A node of ours asks, and the daemon's person answers it; with another nonce than it was bound to."""
        waiting = daemon.begin("peer", "pair", "--wait", "--accept", node.identity.name)
        try:
            with node.lock:
                node.pairing.ask(next(iter(node.links.values())))
                node.pairing.nonce = nonce or node.pairing.nonce
            if nonce:
                same(True, bool(node.wait(lambda: node.refusals)), "a refusal")
                return None
            same(True, bool(node.wait(lambda: node.pairing.code)), "a code")
            with node.lock:
                digits, _ = node.pairing.code
                node.pairing.confirm()
            return daemon.run("peer", "pair", node.identity.name, "--yes-if", digits)
        finally:
            waiting.terminate()
            waiting.wait()
    code, text = asked(pia)
    same(0, code, f"the daemon's person says yes ({text})")
    same(True, bool(pia.wait(lambda: pia.paired)), "Pia is paired")
    asked(eve, bytes(32))
    same(schema.PAIR_REFUSAL_REASON_MISMATCH, eve.refusals[0].reason, "why")
    asking = daemon.talk("peer", "pair", "Tom")
    try:
        same(True, bool(tom.wait(lambda: tom.pairing.link)), "the daemon asks")
        with tom.lock:
            tom.pairing.answer()
        same(True, bool(tom.wait(lambda: tom.pairing.code)), "a code")
        digits, words = tom.pairing.code
        with tom.lock:
            tom.pairing.confirm()
        # Its person types once the words are on the screen.
        late, text = threading.Timer(30, asking.kill), ""
        late.start()
        while words not in text and (more := asking.stdout.read(1)):
            text += more
        late.cancel()
        same([True, True], [digits in text, words in text], f"the daemon shows the same ({text})")
        asking.communicate("y\n", timeout=30)
        same(True, bool(tom.wait(lambda: tom.paired)), "Tom is paired")
    finally:
        asking.kill()
        asking.wait()
    names = {peer["name"] for peer in daemon.json("peer", "list")["peers"] if peer.get("paired")}
    same({"Pia", "Tom"}, names, "with whom the daemon is paired")


def lobby(world):
    """the lobby: both write, edit and delete, and have the same state"""
    daemon = world.daemon()
    node = world.node("Pia", daemon, paired=True)
    daemon.run("chat", "post", "one")
    soon(["one"], lambda: texts(node, h.LOBBY), "what we read")
    mine = node.say(h.LOBBY, "two")
    soon(["one", "two"], lambda: daemon.texts("lobby"), "what the daemon reads")
    node.change(h.LOBBY, mine, schema.ChatMessage(text="two, mended"))
    soon(["one", "two, mended"], lambda: daemon.texts("lobby"), "after our edit")
    theirs = json.loads(daemon.run("chat", "post", "three", "--json")[1])["id"]
    soon(["one", "two, mended", "three"], lambda: texts(node, h.LOBBY), "after theirs")
    daemon.run("chat", "delete", theirs)
    soon(["one", "two, mended"], lambda: texts(node, h.LOBBY), "after their deletion")
    equal(node, daemon, h.LOBBY)


def texts(node, room):
    return [text for _, text in node.messages(room)]


def equal(node, daemon, room, where=""):
    def ours():
        with node.lock:
            return state_hash(node.rooms[room]).hex()
    soon(True, lambda: ours() == daemon.state(h.base32(room)), where + "the state hashes are the same")


def private(world):
    """a private room: added, written by both, missed while away, relayed, and removed"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    tom = world.node("Tom", daemon, paired=True)
    daemon.run("room", "make", "picnic", "--topic", "Sunday", "Pia", "Tom")
    daemon.run("chat", "post", "--room", "picnic", "bread?")
    for node in (pia, tom):
        same(True, bool(node.wait(lambda: room_of(node))), "the room is there")
        soon(["bread?"], lambda: texts(node, room_of(node)), "what is read")
    room = room_of(pia)
    pia.say(room, "cheese")
    soon(["bread?", "cheese"], lambda: texts(tom, room), "what came by way of the daemon")
    for link in [*pia.links.values()]:
        link.close(schema.GOODBYE_REASON_STOPPING)
    pia.say(room, "written while away")
    tom.say(room, "missed")
    soon(3, lambda: len(daemon.texts("picnic")), "messages at the daemon")
    pia.dial(daemon.address, pia.source)
    for node in (pia, tom):
        soon(4, lambda: len(texts(node, room)), "messages after it")
        equal(node, daemon, room)
    same(texts(tom, room), daemon.texts("picnic"), "the order of the messages")
    daemon.run("room", "remove", "picnic", "Tom")
    same(True, bool(tom.wait(lambda: [word for word in tom.refusals if word.removed])), "Tom is told")
    daemon.run("chat", "post", "--room", "picnic", "without Tom")
    soon(True, lambda: "without Tom" in texts(pia, room), "Pia goes on")
    equal(pia, daemon, room)
    same(False, "without Tom" in texts(tom, room), "Tom hears of it")


def odd(world):
    """bodies that are no message, fields both given and cleared, cards that count for nothing: both sides make the same of them"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    daemon.run("room", "make", "attic", "Pia")
    same(True, bool(pia.wait(lambda: room_of(pia))), "the room is there")
    room, kind = room_of(pia), CHAT_MESSAGE
    mine = pia.say(room, "one")

    def put(**words):
        with pia.lock:
            pia.write(room, schema.Operation(put=schema.PutRecord(**words)))
    two, three = (schema.ChatMessage(text=text).SerializeToString() for text in ("two", "three"))
    # The end is missing, a group, field 0, a field above all numbers, a number without end.
    for body in (two[:-1], b"\x0b\x0c", b"\x02\x01x", b"\x80\x80\x80\x80\x10\x00", b"\x08" + b"\xff" * 10):
        put(nonce=os.urandom(16), kind=kind, body=body)
        put(record=mine, body=body, cleared=[1])
    put(nonce=os.urandom(16), kind=kind, body=two, cleared=[1])
    put(record=mine, body=three, cleared=[1])
    # Only an owner says what a room is called, and who we are says one record.
    card, who = schema.RoomCard(name="ours").SerializeToString(), schema.Introduction(name="Tom").SerializeToString()
    put(nonce=pia.rooms[room].nonce, kind=ROOM_CARD, body=card)
    put(nonce=os.urandom(16), kind=INTRODUCTION, body=who)
    # A delete before the making counts for nothing, one that does not know the nonce deletes.
    for word, nonce, order in (("four", b"4" * 16, 1), ("five", b"5" * 16, -1)):
        delete = schema.DeleteRecord(record=h.record_id(pia.identity.author, nonce), kind=kind)
        making = schema.PutRecord(nonce=nonce, kind=kind, body=schema.ChatMessage(text=word).SerializeToString())
        with pia.lock:
            pia.write(room, *[schema.Operation(delete=delete), schema.Operation(put=making)][::order])
    # Whole fields, and no text: no UTF-8, and a size of which 64 bits are 0.
    for body in (b"\x0a\x01\xff", b"\x0a" + b"\x80" * 9 + b"\x7e"):
        put(nonce=os.urandom(16), kind=kind, body=body)
    # To its person the daemon says also that there was one that is deleted.
    soon(["three", "two", "four", "", "", ""], lambda: daemon.texts("attic"), "what the daemon reads")
    same(["three", "two", "four", "", ""], texts(pia, room), "what we read")
    equal(pia, daemon, room)


def scribbled(world):
    """records made, changed, deleted and erased at random by two members with two logs each: all make the same of them"""
    daemon = world.daemon()
    nodes = [world.node(name, daemon, paired=True) for name in ("Pia", "Tom")]
    authors, seen = [node.identity.author for node in nodes], set()
    for seed in range(1, int(os.environ.get("PARLOR_SEEDS", 20)) + 1):
        daemon.run("room", "make", f"attic {seed}", "Pia", "Tom")
        for node in nodes:
            same(True, bool(node.wait(lambda: rooms_of(node) - seen)), "the room is there")
        [room] = rooms_of(nodes[0]) - seen
        seen.add(room)
        draw = random.Random(seed)
        for step in range(16):
            node = draw.choice(nodes)
            with node.lock:
                node.write(room, *[scribble(draw, node.identity.author, authors) for _ in range(draw.randint(1, 3))],
                           incarnation=draw.choice([0, 0, 5]), cites=draw.random() < 0.7)
            if step % 5 == 0:
                daemon.run("chat", "post", "--room", f"attic {seed}", f"step {step}")
        for node in nodes:
            node.say(room, "done")
        for node in nodes:
            soon([2] * 3, lambda: [said.count("done") for said in (
                daemon.texts(f"attic {seed}"), *(texts(node, room) for node in nodes))], f"seed {seed}: how many are done")
            equal(node, daemon, room, f"seed {seed}: ")


def scribble(draw, author, authors):
    """An operation as nobody would write it."""
    nonce = bytes([draw.randint(1, 6)]) * 16
    record, kind = h.record_id(draw.choice(authors), nonce), draw.choice([1, 3, 3, 5, 5, 5, 6, 6, 7, 77, 1294])
    body = schema.ChatMessage(text=str(draw.randint(0, 9999))).SerializeToString()
    if not draw.randrange(8):
        body = body[:-1]
    cleared = [1] if not draw.randrange(4) else []
    parent = h.record_id(draw.choice(authors), bytes([draw.randint(1, 6)]) * 16) if kind in (6, 7) else b""
    if not draw.randrange(8):
        parent = draw.choice([b"", bytes(5), bytes(17)])
    writers = draw.choice([0, 0, 0, 1, 1, 2, 3, 77])
    item, about = (draw.choice([b"", b"", bytes([draw.randint(1, 6)]) * 16, bytes(15)]) for _ in range(2))
    chance = draw.randrange(6)
    if chance < 3:
        return schema.Operation(put=schema.PutRecord(
            nonce=nonce, kind=kind, body=body, parent=parent, cleared=cleared, writers=writers, item_nonce=item, about=about))
    if chance < 5:
        return schema.Operation(put=schema.PutRecord(record=record, body=body, cleared=cleared))
    log = schema.LogID(author=author, incarnation=draw.choice([0, 0, 5]))
    places = [schema.EntryPlace(log=log, sequence=draw.randint(1, 8))] * draw.randint(0, 1)
    return schema.Operation(delete=schema.DeleteRecord(
        record=record, nonce=nonce, kind=kind, parent=parent, erased=places, writers=writers, made=places[0] if places else None))


def rooms_of(node, kind=schema.ROOM_KIND_PRIVATE):
    return {room.id for room in node.rooms.values() if room.kind == kind and room.count()}


def room_of(node, kind=schema.ROOM_KIND_PRIVATE):
    return next(iter(rooms_of(node, kind)), None)


def files(world):
    """files: fetched from the daemon and given to it, whole and the same"""
    daemon = world.daemon()
    node = world.node("Pia", daemon, paired=True)
    content = bytes(at * 7 % 253 for at in range(700_001))
    daemon.file("map.bin").write_bytes(content)
    daemon.run("file", "share", str(daemon.file("map.bin")))
    soon(1, lambda: len(node.blobs.files(h.LOBBY)), "files that we see")
    name, blob, size = node.blobs.files(h.LOBBY)[0]
    same(("map.bin", len(content)), (name, size), "what the record says")
    node.blobs.fetch(h.LOBBY, blob, size)
    same(True, node.wait(lambda: node.blobs.whole.get(blob)) == content, "its bytes here")
    node.blobs.share(h.LOBBY, "ours.bin", content[::-1])
    soon(2, lambda: len(daemon.json("file", "list")["files"]), "files that the daemon sees")
    ours = next(file for file in daemon.json("file", "list")["files"] if file["name"] == "ours.bin")
    code, text = daemon.run("file", "save", ours["id"], str(daemon.file("back.bin")), "--wait", "20")
    same(0, code, f"the daemon saves it ({text})")
    same(True, daemon.file("back.bin").read_bytes() == content[::-1], "its bytes there")
    equal(node, daemon, h.LOBBY)


def forks(world):
    """two histories of one author: both sides keep the proof and count the same"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    tom = world.node("Tom", daemon, paired=True)
    daemon.run("room", "make", "picnic", "Pia", "Tom")
    for node in (pia, tom):
        same(True, bool(node.wait(lambda: room_of(node))), "the room is there")
    room = room_of(pia)
    pia.say(room, "before the fork")
    soon(["before the fork"], lambda: texts(tom, room), "what Tom reads")
    soon(["before the fork"], lambda: daemon.texts("picnic"), "what the daemon reads")
    with pia.lock:
        known = pia.rooms[room]
        log, runs = known.log(pia.identity.author), len(known.runs)
        written = schema.ChatMessage(text="the other history").SerializeToString()
        put = schema.PutRecord(nonce=b"1" * 16, kind=CHAT_MESSAGE, body=written)
        known.write(pia.identity.account, pia.identity.author, [schema.Operation(put=put)], 0)
        other = known.slice(known.runs.pop(), len(log.entries))
        log.entries.pop()
        same(runs, len(known.runs), "the other history is not kept")
    pia.say(room, "one history")
    soon(2, lambda: len(texts(tom, room)), "messages at Tom")
    tom.say(room, "an answer that cites it")
    soon(True, lambda: "an answer that cites it" in daemon.texts("picnic"), "what the daemon reads of Tom")
    for link in [*pia.links.values()]:
        link.send(batch=schema.Batch(room=room, number=pia.sync(link, room).sent + 1, slices=[other]))
        pia.sync(link, room).sent += 1
    # Without what was cited of the fork, some stand side by side in the order: there the ids decide.
    counting = {"before the fork", "an answer that cites it"}
    soon(counting, lambda: set(texts(tom, room)), "what counts at Tom")
    soon(counting, lambda: set(daemon.texts("picnic")), "what counts at the daemon")
    daemon.run("chat", "post", "--room", "picnic", "we go on")
    soon({*counting, "we go on"}, lambda: set(texts(tom, room)), "what comes after it")
    same(daemon.texts("picnic"), texts(tom, room), "their order")
    equal(tom, daemon, room)
    for link in [*tom.links.values()]:
        link.close(schema.GOODBYE_REASON_STOPPING)
    tom.dial(daemon.address, tom.source)
    same([True], tom.wait(lambda: [link.agreed for link in tom.links.values() if link.agreed is not None]),
         "the digests over all rooms are the same")
    tom.say(room, "linked again")
    soon(True, lambda: "linked again" in daemon.texts("picnic"), "what the daemon reads of Tom")
    equal(tom, daemon, room)


def carried(world):
    """a room as a file: ours is taken by the daemon, and theirs says what the room says"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    daemon.run("room", "make", "picnic", "Pia")
    same(True, bool(pia.wait(lambda: room_of(pia))), "the room is there")
    room, name = room_of(pia), h.base32(room_of(pia))
    pia.say(room, "heard by link")
    soon(["heard by link"], lambda: daemon.texts("picnic"), "what the daemon reads")
    for at in range(3):
        daemon.file(f"{at}.bin").write_bytes(bytes([at]) * 50_000)
        daemon.run("file", "share", str(daemon.file(f"{at}.bin")), "--room", "picnic")
    soon(4, lambda: len(texts(pia, room)), "messages")
    exported = daemon.file("theirs")
    same(0, daemon.run("bundle", "export", "picnic", str(exported))[0], "exported")
    with pia.lock:
        copy, blobs = bundle.room_unpacked(exported.read_bytes())
        same((name, state_hash(pia.rooms[room]).hex()), (h.base32(copy.id), state_hash(copy).hex()), "the room in it")
        same(sorted(blob for _, blob, _ in pia.blobs.files(room)), sorted(blobs), "the blobs in it")
    for link in [*pia.links.values()]:
        link.close(schema.GOODBYE_REASON_STOPPING)
    pia.say(room, "carried in a file")
    content = b"carried, too" * 9000
    pia.blobs.share(room, "ours.bin", content)
    ours = daemon.file("ours")
    ours.write_bytes(bundle.room_packed(pia.rooms[room], {blob: pia.blobs.whole[blob] for blob in pia.blobs.whole}))
    lie = ours.read_bytes()
    daemon.file("lie").write_bytes(lie[:400] + bytes([lie[400] ^ 1]) + lie[401:])
    same(1, daemon.run("bundle", "import", str(daemon.file("lie")))[0], "the daemon on a damaged file")
    code, text = daemon.run("bundle", "import", str(ours))
    same(0, code, f"the daemon on ours ({text})")
    same("carried in a file", daemon.texts("picnic")[-1], "what it reads then")
    equal(pia, daemon, room)
    file = next(file for file in daemon.json("file", "list", "--room", "picnic")["files"] if file["name"] == "ours.bin")
    same(file["size"], file["received"], "bytes of our file")


def revoked(world):
    """a room that its owner, back from a backup, hands over without people it had added: entries citing them count, they may come back, a fork does not take it back"""
    daemon = world.daemon()
    pia, tom = (world.node(name, daemon, paired=True).identity for name in ("Pia", "Tom"))
    eve = Identity("Eve")
    daemon.run("room", "make", "here")
    members = daemon.json("room", "show", "here")["room"]["members"]
    nonce, them = os.urandom(16), next(h.unbase32(member["author"]) for member in members if member.get("own"))
    room = Room(h.private_id(pia.author, nonce), schema.ROOM_KIND_PRIVATE, pia.author, nonce)

    def wrote(who, *operations, incarnation=0, cites=True):
        room.write(who.account, who.author, operations, 0, incarnation, cites)

    def added(author):
        return schema.Operation(add_member=schema.AddMember(author=author))

    def said(text):
        body = schema.ChatMessage(text=text).SerializeToString()
        return schema.Operation(put=schema.PutRecord(nonce=os.urandom(16), kind=CHAT_MESSAGE, body=body))

    def taken():
        ours = daemon.file("ours")
        ours.write_bytes(bundle.room_packed(room, {}))
        code, text = daemon.run("bundle", "import", str(ours))
        same(0, code, f"the daemon on our room ({text})")
        theirs = daemon.file("theirs")
        theirs.unlink(missing_ok=True)
        same(0, daemon.run("bundle", "export", h.base32(room.id), str(theirs))[0], "exported")
        copy, _ = bundle.room_unpacked(theirs.read_bytes())
        same(state_hash(copy).hex(), daemon.state(h.base32(room.id)), "the state hashes")
        return daemon.texts(h.base32(room.id))

    wrote(pia, schema.Operation(open_room=schema.OpenRoom(nonce=nonce)), added(tom.author), added(them))
    wrote(tom, said("first"))
    wrote(pia, added(eve.author))
    for at in range(3):
        wrote(eve, said(f"Eve {at}"))
    wrote(tom, said("second"))
    same(["first", "Eve 0", "Eve 1", "Eve 2", "second"], taken(), "what it reads")
    hand = schema.HandOver(author=tom.author, last=[schema.LogCut(incarnation=0, sequence=1)])
    wrote(pia, schema.Operation(hand_over=hand), said("third"), incarnation=5, cites=False)
    same({"first", "second", "third"}, set(taken()), "what it reads without Eve")
    wrote(tom, added(eve.author))
    same({"first", "Eve 0", "Eve 1", "Eve 2", "second", "third"}, set(taken()), "what it reads with Eve again")
    # Tom shows the transfer; then Pia signs another entry at its place.
    run = next(run for run in room.runs if run[0] is room.log(pia.author, 5))
    wrote(tom, schema.Operation(take_room=schema.TakeRoom(previous=bytes(32), transfer=room.slice(run, 1))))
    payload = schema.Payload(operations=[said("mine")]).SerializeToString()
    header = schema.EntryHeader(payload_size=len(payload)).SerializeToString()
    other = Entry(run[0], 1, header, payload, h.payload_hash(payload), bytes(32))
    lie = schema.Slice(log=run[0].named(), first=1, signature=h.head_signed(pia.account, other.hash), entries=[other.encoded()])
    room.prove(schema.ForkProof(room=room.id, previous=bytes(32), left=room.slice(run, 1), right=lie))
    wrote(pia, schema.Operation(remove_member=schema.RemoveMember(author=tom.author)), incarnation=9)
    zoe = Identity("Zoe")
    wrote(tom, added(zoe.author))
    wrote(zoe, said("Zoe"))
    same({"first", "Eve 0", "Eve 1", "Eve 2", "second", "Zoe"}, set(taken()), "what it reads when the room is still Tom's")


def planned(world):
    """events: field by field from both sides, to-dos, budgets, a delete, and read-only"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    daemon.run("room", "make", "picnic", "Pia")
    same(True, bool(pia.wait(lambda: room_of(pia))), "the room is there")
    room = room_of(pia)

    def events():
        return pia.made(room, EVENT, schema.Event)

    def to_dos():
        return pia.made(room, TO_DO, schema.ToDo)

    def shown(event):
        code, text = daemon.run("event", "show", event, "--room", "picnic", "--json")
        return json.loads(text) if code == 0 else {}
    start = schema.EventTime(milliseconds=4_084_509_600_000, zone="Europe/Oslo")
    ours = pia.make(room, EVENT, schema.Event(name="Picnic", start=start))
    pia.make(room, TO_DO, schema.ToDo(text="bread", place=1), parent=ours)
    line = schema.BudgetLine(text="wine", planned=schema.Money(minor=900, currency="EUR"))
    pia.make(room, BUDGET_LINE, line, parent=ours)
    soon(["€9.00"], lambda: [line["planned_text"] for line in shown("Picnic").get("budget", [])], "what the daemon shows")
    same(["Picnic", "Europe/Oslo", ["bread"]], [shown("Picnic")["name"], shown("Picnic")["start"]["zone"],
                                                [one["text"] for one in shown("Picnic")["to_dos"]]], "the rest of it")
    daemon.run("event", "edit", "Picnic", "--room", "picnic", "--name", "Feast")
    daemon.run("event", "todo", "done", "Feast", "1", "--room", "picnic")
    pia.change(room, ours, schema.Event(notes="by the lake"))
    soon(("Feast", "by the lake"), lambda: [(one.name, one.notes) for _, one, _ in events()][0], "what both changed")
    soon([True], lambda: [one.done for _, one, _ in to_dos()], "ticked off")
    soon("by the lake", lambda: shown("Feast").get("notes"), "the daemon has both")
    daemon.run("event", "budget", "edit", "Feast", "1", "--room", "picnic", "--actual", "8.50", "--paid-by", "Pia")

    def lines():
        found = pia.made(room, BUDGET_LINE, schema.BudgetLine)
        return [(one.actual.minor, one.payer) for _, one, _ in found]
    soon([(850, pia.identity.author)], lines, "what was paid, and by whom")
    same(["€4.25"], [debt["amount_text"] for debt in shown("Feast")["debts"]], "what the daemon owes us")
    daemon.run("event", "todo", "add", "Feast", "cups", "--room", "picnic")
    soon(2, lambda: len(to_dos()), "to-dos")
    pia.delete(room, next(one for one, text, _ in to_dos() if text.text == "cups"))
    soon(["bread"], lambda: [one["text"] for one in shown("Feast")["to_dos"]], "after we deleted theirs")
    equal(pia, daemon, room)
    daemon.run("event", "add", "Gala", "--at", "2099-06-07 12:00", "--zone", "UTC")
    daemon.run("event", "todo", "add", "Gala", "hats")
    same(0, daemon.run("event", "share", "Gala", "picnic", "--read-only")[0], "shared")
    soon(["Gala"], lambda: [one.name for _, one, made in events() if made.writers == CREATOR], "what is read-only")
    gala = next(record for record, _, made in events() if made.writers == CREATOR)
    pia.change(room, gala, schema.Event(name="Ours"))
    pia.delete(room, gala)
    pia.make(room, TO_DO, schema.ToDo(text="ours"), parent=gala)
    pia.make(room, TO_DO, schema.ToDo(text="ours alone"), parent=gala, writers=CREATOR)
    pia.say(room, "behind it")
    soon(True, lambda: "behind it" in daemon.texts("picnic"), "the daemon has heard us")
    same(["Gala", True, ["hats"]], [shown("Gala").get("name"), shown("Gala").get("read_only"),
                                    [one["text"] for one in shown("Gala")["to_dos"]]], "it stays what it was")
    same(["Gala"], [one.name for _, one, made in events() if made.writers == CREATOR], "here as well")
    equal(pia, daemon, room)
    code, text = daemon.run("event", "delete", "--yes", "Feast", "--room", "picnic")
    same(0, code, f"deleted ({text})")
    soon(["Gala", "hats"], lambda: [one.name for _, one, _ in events()] + [one.text for _, one, _ in to_dos()], "nothing of it is left")
    equal(pia, daemon, room)


def filled(world):
    """quotas: of one author's to-dos below one event the first 2,000 count, on both sides"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    daemon.run("room", "make", "picnic", "Pia")
    same(True, bool(pia.wait(lambda: room_of(pia))), "the room is there")
    room = room_of(pia)
    feast = pia.make(room, EVENT, schema.Event(name="Feast"))
    for first in range(0, 2_050, 50):
        puts = [schema.PutRecord(nonce=os.urandom(16), kind=TO_DO, parent=feast,
                                 body=schema.ToDo(text=str(number), place=number).SerializeToString())
                for number in range(first, first + 50)]
        with pia.lock:
            pia.write(room, *(schema.Operation(put=put) for put in puts))
    pia.say(room, "behind it")
    soon(True, lambda: "behind it" in daemon.texts("picnic"), "the daemon has heard us")
    daemon.run("event", "todo", "add", "Feast", "cups", "--room", "picnic")

    def shown():
        return [one["text"] for one in json.loads(daemon.run("event", "show", "Feast", "--room", "picnic", "--json")[1])["to_dos"]]
    soon(2_001, lambda: len(pia.made(room, TO_DO, schema.ToDo)), "what counts here, and one of the daemon's person")
    same(sorted(one.text for _, one, _ in pia.made(room, TO_DO, schema.ToDo)), sorted(shown()), "what the daemon shows")
    equal(pia, daemon, room)


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    import hostile
    import duelchecks
    import rosterchecks
    import matches
    return [vectors, told, dialled, listened, doubled, tickets, compared, lobby, private, odd, scribbled, forks, files, planned, filled, carried, revoked,
            *rosterchecks.all_checks(is_same, is_soon), *matches.all_checks(is_same, is_soon), *duelchecks.all_checks(is_same, is_soon),
            *hostile.all_checks(is_same, is_soon)]
