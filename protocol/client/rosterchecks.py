"""The checks of rooms with a roster, both ways. protocol/roster.md section 26."""
import hashes as h
import schema
from records import ROOM_CARD, state_hash

same = soon = None


def roster_joined(world):
    """rosters: the daemon adds us, we verify what it signed, and both read and write"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    room = added(daemon, "pier", pia)
    daemon.run("chat", "post", "--room", "pier", "bread?")
    soon(["bread?"], lambda: texts(pia, room), "what we read")
    pia.say(room, "cheese")
    soon(["bread?", "cheese"], lambda: daemon.texts("pier"), "what the daemon reads")
    people(daemon, "pier", {"Pia", own(daemon)[1]}, own(daemon)[1])
    alike(daemon, room, pia)


def added(daemon, name, *nodes):
    """A room with a roster that the daemon's person makes; it is at our nodes."""
    daemon.run("room", "make", name, "--roster", *[node.identity.name for node in nodes])
    room = h.unbase32(daemon.json("room", "show", name)["room"]["id"])
    for node in nodes:
        same(True, bool(node.wait(lambda: member(node, room) and node.rooms[room].count())), "the room is there")
    return room


def member(node, room):
    return room in node.rooms and node.rooms[room].roster.is_member(node.identity.author)


def texts(node, room):
    return [text for _, text in node.messages(room)]


def own(daemon):
    """The author and the name of the daemon's person."""
    status = daemon.json("status")
    return h.unbase32(status["account"]), daemon.json("profile", "show")["name"]


def people(daemon, room, names, owner=None, **also):
    """Waits until the daemon shows these people, this owner, and what else the room is to have."""
    def shown():
        found = daemon.json("room", "show", room)["room"]
        owners = [one["name"] for one in found["members"] if one.get("owner")]
        return {one["name"] for one in found["members"]}, owners if owner else [], found.get("roster"), {key: found.get(key) for key in also}
    soon((set(names), [owner] if owner else [], True, also), shown, "what the daemon shows of the room")


def alike(daemon, room, *nodes):
    """Both have the same records, and the same roster: the daemon's Digest says so."""
    for node in nodes:
        def ours():
            with node.lock:
                return state_hash(node.rooms[room]).hex()

        def theirs():
            with node.lock:
                link = next(iter(node.links.values()))
                link.send(digest=schema.Digest(room=room))
                return node.rosters.exchange(link, node.rooms[room]).theirs == node.rooms[room].roster.state()
        soon(True, lambda: ours() == daemon.state(h.base32(room)), f"{node.identity.name}: the state hashes are the same")
        soon(True, theirs, f"{node.identity.name}: the roster states are the same")


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    return [roster_joined]
