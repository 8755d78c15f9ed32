"""The checks of rooms with a roster, both ways. protocol/roster.md section 26."""
import json

import hashes as h
import schema
from hashes import sha
from link import Identity
from records import ROOM_CARD, state_hash
from roster import Statement

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


def roster_owned(world):
    """rosters: our person owns the room, adds and removes people, and adds them again; cuts and holes count the same"""
    daemon = world.daemon()
    pia, tom = (world.node(name, daemon, paired=True) for name in ("Pia", "Tom"))
    them, name = own(daemon)
    room = pia.rosters.open("boat")
    for author in (them, tom.identity.author):
        pia.rosters.admit(room, author)
    people(daemon, "boat", {"Pia", "Tom", name}, "Pia", notice="")
    pia.say(room, "all aboard")
    daemon.run("chat", "post", "--room", "boat", "aye")
    soon(["all aboard", "aye"], lambda: texts(pia, room), "what we read")
    same(True, bool(tom.wait(lambda: member(tom, room))), "Tom, who is not paired with us, has the room from the daemon")
    for text in ("one", "two", "three"):
        tom.say(room, text)
    said = ["all aboard", "aye", "one", "two", "three"]
    soon(said, lambda: texts(pia, room), "what we read of Tom")
    log = [schema.LogCut(incarnation=0, sequence=len(pia.rooms[room].log(tom.identity.author).entries) - 1)]
    pia.rosters.remove(room, tom.identity.author, last=log)
    soon(said[:4], lambda: daemon.texts("boat"), "what counts up to the cut")
    people(daemon, "boat", {"Pia", name}, "Pia")
    same(True, bool(tom.wait(lambda: [word for word in tom.refusals if word.removed])), "Tom is told")
    pia.rosters.admit(room, tom.identity.author)
    same(True, bool(tom.wait(lambda: member(tom, room))), "Tom is back")
    tom.say(room, "four")
    said = [*said[:4], "four"]
    for node in (pia, tom):
        soon(said, lambda: texts(node, room), "what is in the hole does not count")
    soon(said, lambda: daemon.texts("boat"), "there neither")
    alike(daemon, room, pia, tom)
    pia.rosters.remove(room, them)
    soon(True, lambda: "removed" in shown(daemon, "boat").get("notice", ""), "the daemon's person is told")
    same(1, daemon.run("chat", "post", "--room", "boat", "in vain")[0], "it may not write")
    pia.say(room, "without you")
    pia.rosters.admit(room, them)
    people(daemon, "boat", {"Pia", "Tom", name}, "Pia", notice="")
    soon([*said, "without you"], lambda: daemon.texts("boat"), "it hears what it missed")
    daemon.run("chat", "post", "--room", "boat", "back")
    soon("back", lambda: texts(pia, room)[-1], "what we read")
    # Of its own log Tom leaves the last word out.
    tom.rosters.sign(room, "cut", schema.RosterCut(author=tom.identity.author, generation=1, last=log))
    soon([*said[:4], "without you", "back"], lambda: daemon.texts("boat"), "what counts when Tom has cut its own log")
    alike(daemon, room, pia, tom)


def roster_left(world):
    """rosters: who leaves by its own word is gone for the others, either way, and what it wrote stays"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    them, name = own(daemon)
    theirs, ours = added(daemon, "pier", pia), pia.rosters.open("boat")
    pia.say(theirs, "bye")
    soon(["bye"], lambda: daemon.texts("pier"), "what the daemon reads")
    pia.rosters.leave(theirs)
    people(daemon, "pier", {name}, name)
    same(["bye"], daemon.texts("pier"), "what we wrote")
    pia.rosters.admit(ours, them)
    people(daemon, "boat", {"Pia", name}, "Pia")
    daemon.run("chat", "post", "--room", "boat", "bye")
    soon(["bye"], lambda: texts(pia, ours), "what we read")
    same(0, daemon.run("room", "leave", "boat")[0], "the daemon's person leaves")
    # Its word comes with the next comparison.
    asked(pia)
    soon(False, lambda: pia.rooms[ours].roster.is_member(them), "it belongs to the room")
    same(["bye"], texts(pia, ours), "what it wrote")


def roster_heirs(world):
    """rosters: an heir takes over, rooms are handed over both ways, and after each term both have the same roster"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    them, name = own(daemon)
    room = added(daemon, "pier", pia)

    def goes_on(owner, text):
        """Whoever owns the room now names it, and both write."""
        people(daemon, h.base32(room), {"Pia", name}, owner)
        if owner == "Pia":
            pia.change(room, h.record_id(them, pia.rooms[room].nonce), schema.RoomCard(name=text))
        else:
            same(0, daemon.run("room", "edit", h.base32(room), "--name", text)[0], "the daemon's person names it")
        soon(text, lambda: shown(daemon, h.base32(room))["name"], "its name at the daemon")
        soon([text], lambda: [one.name for _, one, _ in pia.made(room, ROOM_CARD, schema.RoomCard)], "its name here")
        pia.say(room, text)
        soon(text, lambda: daemon.texts(h.base32(room))[-1], "what the daemon reads")
        alike(daemon, room, pia)
    goes_on(name, "theirs")
    same(0, daemon.run("room", "heir", h.base32(room), "Pia")[0], "the daemon's person names us")
    same(True, bool(pia.wait(lambda: pia.rooms[room].roster.chain[-1].body.heir == pia.identity.author)), "we are the heir")
    pia.rosters.term(room, heir=them)
    goes_on("Pia", "ours")
    heirs = lambda: [one["name"] for one in shown(daemon, h.base32(room))["members"] if one.get("heir")]
    soon([name], heirs, "the heir by the daemon")
    same(0, daemon.run("room", "take", h.base32(room))[0], "the daemon's person takes it over")
    goes_on(name, "theirs again")
    same(0, daemon.run("room", "owner", h.base32(room), "Pia")[0], "it hands the room over to us")
    same(True, bool(pia.wait(lambda: pia.rooms[room].roster.owner == pia.identity.author)), "it is ours")
    goes_on("Pia", "ours again")
    pia.rosters.term(room, heir=them, handed=True)
    soon(them, lambda: pia.rooms[room].roster.owner, "the owner after we handed it over")
    goes_on(name, "theirs for good")
    same(1, daemon.run("room", "take", h.base32(room))[0], "it is nobody's heir")
    same(8, len(pia.rooms[room].roster.chain), "terms")


def roster_tickets(world):
    """rosters: a ticket of a room pairs us and puts us into it; a key of an invite of ours admits people until it is closed"""
    daemon = world.daemon()
    tom = world.node("Tom", daemon, paired=True)
    them, name = own(daemon)
    room = added(daemon, "pier", tom)
    pia = world.node("Pia")
    same(True, bool(pia.pairing.use_ticket(
        daemon.json("room", "invite", "pier", "--address", daemon.address)["ticket"], pia.source)), "paired")
    same(True, bool(pia.wait(lambda: member(pia, room) and pia.rooms[room].count())), "the room is there")
    pia.say(room, "by ticket")
    soon(["by ticket"], lambda: texts(tom, room), "what Tom reads")
    people(daemon, "pier", {"Pia", "Tom", name}, name)
    alike(daemon, room, pia, tom)
    ours, key = pia.rosters.open("boat"), Identity("nobody")
    pia.rosters.admit(ours, them)
    term = pia.rooms[ours].roster.chain[-1].hash
    pia.rosters.sign(ours, "invite", schema.RosterInvite(term=term, key=key.author))
    # Whoever has the secret admits Tom; our person need not be there.
    pia.rosters.sign(ours, "member", schema.RosterMember(term=term, author=tom.identity.author, generation=1, invite=key.author),
                     key=key.account)
    same(True, bool(tom.wait(lambda: member(tom, ours) and tom.rooms[ours].count())), "Tom has the room from the daemon")
    tom.say(ours, "by invite")
    soon(["by invite"], lambda: texts(pia, ours), "what we read")
    people(daemon, "boat", {"Pia", "Tom", name}, "Pia")
    pia.rosters.sign(ours, "invite", schema.RosterInvite(term=term, key=key.author, closed=True))
    people(daemon, "boat", {"Pia", name}, "Pia")
    soon([], lambda: daemon.texts("boat"), "what Tom wrote")
    alike(daemon, ours, pia)
    pia.rosters.admit(ours, tom.identity.author)
    people(daemon, "boat", {"Pia", "Tom", name}, "Pia")
    for node in (pia, tom):
        soon(["by invite"], lambda: texts(node, ours), "what counts again")
        alike(daemon, ours, node)


def roster_many(world):
    """rosters: of hundreds of people what differs is found by buckets, whichever side lacks it"""
    daemon = world.daemon()
    pia, tom = (world.node(name, daemon, paired=True) for name in ("Pia", "Tom"))
    them, name = own(daemon)
    room = pia.rosters.open("boat")
    roster, term = pia.rooms[room].roster, pia.rooms[room].roster.chain[0].hash

    def said(author, generation=1):
        word = schema.RosterMember(term=term, author=author, generation=generation)
        return Statement.made(room, "member", word, pia.identity.account).message()
    made_up = [sha(b"made up", bytes([number % 256, number // 256])) for number in range(300)]
    with pia.lock:
        roster.take([said(author) for author in made_up])
    pia.rosters.admit(room, them)
    pia.rosters.admit(room, tom.identity.author)
    soon(303, lambda: len(shown(daemon, "boat")["members"]), "people that the daemon knows")
    same(True, bool(tom.wait(lambda: member(tom, room))), "Tom has the room")
    alike(daemon, room, pia, tom)
    for link in [*pia.links.values()]:
        link.close(schema.GOODBYE_REASON_STOPPING)
    tom.rosters.sign(room, "cut", schema.RosterCut(author=tom.identity.author, generation=1, last=[schema.LogCut(incarnation=7, sequence=1)]))
    with pia.lock:
        roster.take([said(author, 2) for author in made_up[:20]])
    alike(daemon, room, tom)
    pia.dial(daemon.address, pia.source)
    soon(283, lambda: len(shown(daemon, "boat")["members"]), "people that are left")
    soon(1, lambda: len(roster.of("cut")), "what Tom said meanwhile")
    alike(daemon, room, pia, tom)


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


def shown(daemon, room):
    """The room as the daemon shows it; one without anybody before it is there."""
    code, text = daemon.run("room", "show", room, "--json")
    return json.loads(text)["room"] if code == 0 else {"members": []}


def people(daemon, room, names, owner=None, **also):
    """Waits until the daemon shows these people, this owner, and what else the room is to have."""
    def said():
        found = shown(daemon, room)
        owners = [one["name"] for one in found["members"] if one.get("owner")]
        return {one["name"] for one in found["members"]}, owners if owner else [], found.get("roster"), {key: found.get(key, "") for key in also}
    soon((set(names), [owner] if owner else [], True, also), said, "what the daemon shows of the room")


def asked(node):
    """Has the daemon name all rooms that it shares, as it does once a minute: a digest that nobody has differs."""
    with node.lock:
        for link in node.links.values():
            link.send(rooms_digest=schema.RoomsDigest(digest=bytes(32), longest_frame=link.longest()))


def alike(daemon, room, *nodes):
    """Both have the same records, and the same roster: the daemon's Digest says so."""
    for node in nodes:
        def ours():
            with node.lock:
                return state_hash(node.rooms[room]).hex()

        def theirs():
            with node.lock:
                asked(node)
                link = next(iter(node.links.values()))
                return node.rosters.exchange(link, node.rooms[room]).theirs == node.rooms[room].roster.state()
        soon(True, lambda: ours() == daemon.state(h.base32(room)), f"{node.identity.name}: the state hashes are the same")
        soon(True, theirs, f"{node.identity.name}: the roster states are the same")


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    return [roster_joined, roster_owned, roster_left, roster_heirs, roster_tickets,
            roster_many]
