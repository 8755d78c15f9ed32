"""The checks, in the order in which they run; each takes a world and says more, or nothing."""
import json

import hashes as h
import schema
import selftest
from records import state_hash

same = soon = None

def vectors(world):
    """messages, hashes and signatures are those of the vectors"""
    wrong, seen = selftest.differences()
    same([], wrong, "vectors that differ")
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


def tickets(world):
    """tickets: the daemon's is good for one node, and ours pairs the daemon"""
    daemon = world.daemon()
    ticket = daemon.json("peer", "pair", "--ticket", "--address", daemon.address)["ticket"]
    one, other = world.node("Pia"), world.node("Tom")
    same(True, bool(one.use_ticket(ticket, one.source)), "paired")
    other.dial(daemon.address, other.source)
    other.wait(lambda: other.links)
    maker, secret, _ = h.ticket_parts(ticket)
    other.links[maker].send(pair_ticket=schema.PairTicket(proof=h.ticket_proof(secret, maker, other.identity.node)))
    same(True, bool(other.wait(lambda: other.refusals)), "refused for a second node")
    same(schema.PAIR_REFUSAL_REASON_TICKET, other.refusals[0].reason, "why")
    maker = world.node("Una")
    code, text = daemon.run("peer", "pair", "--ticket", maker.ticket([maker.listen()]))
    same(0, code, f"the daemon uses our ticket ({text})")
    same(1, len(maker.paired), "nodes paired with the maker")
    names = {peer["name"] for peer in daemon.json("peer", "list")["peers"] if peer.get("paired")}
    same({"Pia", "Una"}, names, "with whom the daemon is paired")


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


def equal(node, daemon, room):
    def ours():
        with node.lock:
            return state_hash(node.rooms[room]).hex()
    soon(True, lambda: ours() == daemon.state(h.base32(room)), "the state hashes are the same")


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


def room_of(node, kind=schema.ROOM_KIND_PRIVATE):
    return next((room.id for room in node.rooms.values() if room.kind == kind and room.count()), None)


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


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    import hostile
    import matches
    return [vectors, dialled, listened, tickets, lobby, private, files,
            *matches.all_checks(is_same, is_soon), *hostile.all_checks(is_same, is_soon)]
