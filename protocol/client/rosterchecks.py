"""The checks of rooms with a roster, both ways. protocol/roster.md section 26."""
import json
import os
import random

import bundle
import hashes as h
import schema
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hashes import sha
from link import Identity
from records import CHAT_MESSAGE, ROOM_CARD, state_hash
from roster import KINDS, Statement, root

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
    with tom.lock:
        put = schema.PutRecord(nonce=bytes(15) + b"5", kind=CHAT_MESSAGE, body=schema.ChatMessage(text="in another log").SerializeToString())
        tom.write(room, schema.Operation(put=put), incarnation=5)
    said = ["all aboard", "aye", "one", "two", "three", "in another log"]
    soon(said, lambda: texts(pia, room), "what we read of Tom")
    soon(said, lambda: daemon.texts("boat"), "what the daemon reads of Tom")
    log = [schema.LogCut(incarnation=0, sequence=len(pia.rooms[room].log(tom.identity.author).entries) - 1)]
    pia.rosters.remove(room, tom.identity.author, last=log)
    soon(said[:4], lambda: daemon.texts("boat"), "what counts up to the cut, which names one log")
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
    # Whoever leaves says so at once to those who stay.
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


def roster_guests(world):
    """rosters: the daemon's person lets members add people: what is in the room's card admits Tom, until somebody leaves, and not with its old secret"""
    daemon = world.daemon()
    pia, tom = (world.node(name, daemon, paired=True) for name in ("Pia", "Tom"))
    name, room = own(daemon)[1], added(daemon, "pier", pia)
    same(0, daemon.run("room", "edit", "pier", "--members-invite")[0], "members may add people")

    def secret():
        return next((card.invite for _, card, _ in pia.made(room, ROOM_CARD, schema.RoomCard) if card.invite), b"")
    same(True, bool(pia.wait(secret)), "the secret is in the card")
    first = secret()

    def admit(author, secret):
        key = Ed25519PrivateKey.from_private_bytes(secret)
        pia.rosters.sign(room, "member", schema.RosterMember(
            term=pia.rooms[room].roster.chain[-1].hash, author=author, generation=1, invite=key.public_key().public_bytes_raw()), key=key)
    admit(tom.identity.author, first)
    people(daemon, "pier", {"Pia", "Tom", name}, name)
    same(True, bool(tom.wait(lambda: member(tom, room))), "Tom has the room from the daemon")
    # Tom leaves, and knows the secret still: there is another one.
    tom.rosters.leave(room)
    people(daemon, "pier", {"Pia", name}, name)
    same(True, bool(pia.wait(lambda: secret() != first)), "another secret")
    same(True, bool(pia.wait(lambda: len(pia.rooms[room].roster.of("invite", closed=True)) == 1)), "the first invite is closed")
    eve = Identity("Eve").author
    admit(eve, secret())
    soon(True, lambda: h.base32(eve) in {one["author"] for one in shown(daemon, "pier")["members"]}, "Eve is there by the new one")
    alike(daemon, room, pia)


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


def roster_shown(world):
    """rosters: who was added while a member was away shows that by itself, to the daemon and to us, in rooms of few and of many"""
    daemon = world.daemon()
    pia, tom = (world.node(name, daemon, paired=True) for name in ("Pia", "Tom"))
    them, name = own(daemon)
    same(True, bool(tom.pairing.use_ticket(pia.pairing.ticket([pia.listen()]), tom.source)), "Tom and our person are paired")

    def without(node, peer):
        node.links[peer].close(schema.GOODBYE_REASON_STOPPING)

    def opened(name, many):
        """A room of ours with as many people as that who never come."""
        room = pia.rosters.open(name)
        term = pia.rooms[room].roster.chain[0].hash
        with pia.lock:
            pia.rooms[room].roster.take([Statement.made(room, "member", schema.RosterMember(
                term=term, author=sha(b"made up", bytes([number % 256, number // 256])), generation=1), pia.identity.account).message()
                for number in range(many)])
        return room
    node = next(peer for peer in pia.links if peer != tom.identity.node)
    small, large = opened("small", 0), opened("large", 260)
    for room in (small, large):
        pia.rosters.admit(room, them)
    soon([2, 262], lambda: [len(shown(daemon, name)["members"]) for name in ("small", "large")], "people at the daemon")
    without(pia, node)
    for room in (small, large):
        pia.rosters.admit(room, tom.identity.author)
    same(True, bool(tom.wait(lambda: member(tom, small) and member(tom, large))), "Tom has both rooms from us")
    without(pia, tom.identity.node)
    asked(tom)
    soon([3, 263], lambda: [len(shown(daemon, name)["members"]) for name in ("small", "large")], "people at the daemon, with Tom")
    for room, text in ((small, "I am in"), (large, "here as well")):
        tom.say(room, text)
        soon([text], lambda: daemon.texts(h.base32(room)), "what the daemon reads of Tom")
        alike(daemon, room, tom)
    # The other way round: Tom does not know that the daemon's person is in.
    few, crowd = opened("few", 0), opened("crowd", 260)
    tom.dial(f"127.0.0.1:{pia.port}", tom.source)
    same(True, bool(pia.wait(lambda: tom.identity.node in pia.links)), "linked with Tom")
    for room in (few, crowd):
        pia.rosters.admit(room, tom.identity.author)
    same(True, bool(tom.wait(lambda: member(tom, few) and member(tom, crowd))), "Tom has these rooms from us")
    without(pia, tom.identity.node)
    without(tom, node)
    pia.dial(daemon.address, pia.source)
    for room in (few, crowd):
        pia.rosters.admit(room, them)
    soon([3, 263], lambda: [len(shown(daemon, name)["members"]) for name in ("few", "crowd")], "people at the daemon, with its own")
    without(pia, node)
    for room in ("few", "crowd"):
        daemon.run("chat", "post", "--room", room, "so am I")
    tom.dial(daemon.address, tom.source)
    for room in (few, crowd):
        soon(["so am I"], lambda: texts(tom, room), "what Tom reads of the daemon's person")
        alike(daemon, room, tom)


def roster_carried(world):
    """rosters: a file of such a room holds its roster before its entries; the daemon takes ours, and theirs says what the room says"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    them, name = own(daemon)
    room = pia.rosters.open("boat")
    pia.rosters.admit(room, them)
    pia.say(room, "heard by link")
    soon(["heard by link"], lambda: daemon.texts("boat"), "what the daemon reads")
    for link in [*pia.links.values()]:
        link.close(schema.GOODBYE_REASON_STOPPING)
    tom = Identity("Tom")
    pia.rosters.term(room, heir=them)
    pia.rosters.admit(room, tom.author)
    with pia.lock:
        word = schema.ChatMessage(text="carried").SerializeToString()
        put = schema.PutRecord(nonce=bytes(16), kind=CHAT_MESSAGE, body=word)
        pia.rooms[room].write(tom.account, tom.author, [schema.Operation(put=put)], 0)
        daemon.file("ours").write_bytes(bundle.room_packed(pia.rooms[room], {}))
    code, text = daemon.run("bundle", "import", str(daemon.file("ours")))
    same(0, code, f"the daemon on our file ({text})")
    same(["heard by link", "carried"], daemon.texts("boat"), "what it reads then")
    same([name], [one["name"] for one in shown(daemon, "boat")["members"] if one.get("heir")], "the heir")
    same(0, daemon.run("bundle", "export", "boat", str(daemon.file("theirs")))[0], "exported")
    copy, _ = bundle.room_unpacked(daemon.file("theirs").read_bytes())
    with pia.lock:
        same((pia.rooms[room].roster.state(), state_hash(pia.rooms[room])), (copy.roster.state(), state_hash(copy)), "the room in theirs")


def roster_scribbled(world):
    """rosters: people added, removed, cut, invited and gone at random, with links that fail and new terms: all make the same of it"""
    daemon = world.daemon()
    pia, tom = (world.node(name, daemon, paired=True) for name in ("Pia", "Tom"))
    them, _ = own(daemon)
    for seed in range(1, int(os.environ.get("PARLOR_SEEDS", 3)) + 1):
        draw, zoe, key, name = random.Random(seed), Identity("Zoe"), Identity("nobody"), f"attic {seed}"
        room = pia.rosters.open(name)
        known, others = pia.rooms[room], [them, tom.identity.author, zoe.author]
        for author in others[:2]:
            pia.rosters.admit(room, author)
        same(True, bool(tom.wait(lambda: member(tom, room))), "Tom has the room")

        def cuts(author):
            """Some place in each log of an author, or none."""
            here = [schema.LogCut(incarnation=one.incarnation, sequence=draw.randint(1, one.sequence)) for one in pia.rosters.newest(room, author)]
            return [one for one in here if draw.randrange(4)]

        def message(node, account, author, incarnation, text):
            put = schema.PutRecord(nonce=draw.randbytes(16), kind=CHAT_MESSAGE, body=schema.ChatMessage(text=text).SerializeToString())
            with node.lock:
                node.rooms[room].write(account, author, [schema.Operation(put=put)], 0, incarnation, draw.random() < 0.7)
                node.spread(room)

        def invite(**more):
            pia.rosters.sign(room, "invite", schema.RosterInvite(term=known.roster.chain[-1].hash, key=key.author, **more))

        def step(number):
            chance, author = draw.randrange(12), draw.choice(others)
            if chance < 3:
                message(tom, tom.identity.account, tom.identity.author, draw.choice([0, 0, 5]), f"Tom {number}")
            elif chance < 5:
                daemon.run("chat", "post", "--room", name, f"daemon {number}")
            elif chance == 5:
                pia.rosters.remove(room, author, last=cuts(author))
            elif chance < 8:
                pia.rosters.admit(room, author)
            elif chance == 8:
                pia.rosters.term(room, heir=draw.choice([b"", them]))
            elif chance == 9 and known.roster.standing(zoe.author):
                message(pia, zoe.account, zoe.author, 0, f"Zoe {number}")
            elif chance == 10 and not known.roster.of("invite"):
                invite()
                term = known.roster.chain[-1]
                pia.rosters.sign(room, "member", schema.RosterMember(
                    term=term.hash, author=zoe.author, generation=(term.body.number << 32) + 1, invite=key.author), key=key.account)
            elif chance == 10:
                with pia.lock:
                    closed = bool(known.roster.of("invite", closed=True))
                if not closed:
                    invite(closed=True)
            elif draw.randrange(2):
                for link in [*pia.links.values()]:
                    link.close(schema.GOODBYE_REASON_STOPPING)
            elif not pia.links:
                pia.dial(daemon.address, world.address())
        for number in range(24):
            step(number)
        if not pia.links:
            pia.dial(daemon.address, world.address())
            same(True, bool(pia.wait(lambda: pia.links)), "linked again")
        for author in others:
            pia.rosters.admit(room, author)
        same(True, bool(tom.wait(lambda: member(tom, room))), f"seed {seed}: Tom belongs to the room")
        for node in (pia, tom):
            node.say(room, "done")
        for node in (pia, tom):
            soon([2] * 3, lambda: [said.count("done") for said in (daemon.texts(name), texts(pia, room), texts(tom, room))],
                 f"seed {seed}: how many are done")
            alike(daemon, room, node)


def roster_voters(world):
    """rosters: an owner signs two terms; who says that it took both first counts for neither, and half the voters are not enough"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    them, _ = own(daemon)
    voters = [Identity(name) for name in ("Tom", "Una", "Vic", "Wim")]
    room = pia.rosters.open("boat")
    for author in (them, *(one.author for one in voters)):
        pia.rosters.admit(room, author)
    soon(6, lambda: len(shown(daemon, "boat")["members"]), "people at the daemon")

    def heir():
        return [one["author"] for one in shown(daemon, "boat")["members"] if one.get("heir")]

    def says(voter, term):
        pia.rosters.sign(room, "seen", schema.RosterSeen(term=term, author=voter.author), key=voter.account)
    with pia.lock:
        other, base = pia.rosters.next_term(room, heir=voters[1].author)
    first = pia.rosters.term(room, heir=voters[0].author)
    soon([h.base32(voters[0].author)], heir, "the heir of the term that came first")
    other = pia.rosters.sign(room, "term", other, [base])
    # Both the daemon's person and ours say for which one they are.
    soon({them, pia.identity.author}, lambda: {one.body.author for one in pia.rooms[room].roster.of("seen", term=first.hash)}, "who speaks")
    alike(daemon, room, pia)
    for voter, term in ((0, first.hash), (0, other.hash), (1, other.hash), (2, other.hash)):
        says(voters[voter], term)
        alike(daemon, room, pia)
        same([h.base32(voters[0].author)], heir(), "the heir still")
    same([True, False], [one.get("followed", False) for one in shown(daemon, "boat")["rivals"]], "the daemon says that the room was given away twice")
    # The word that decides: the daemon asks for the standings with which that term begins.
    says(voters[3], other.hash)
    soon([h.base32(voters[1].author)], heir, "the heir after three of five have spoken")
    alike(daemon, room, pia)
    # The daemon's person may choose the other one all the same. Nobody follows it any more who could send its standings.
    given = next(one["id"] for one in shown(daemon, "boat")["rivals"] if not one.get("followed"))
    same(0, daemon.run("room", "choose", "boat", given)[0], "the daemon's person chooses")
    same([(given, True)], [(one["id"], one.get("chosen", False)) for one in shown(daemon, "boat")["rivals"] if not one.get("followed")], "what it waits for")
    alike(daemon, room, pia)
    same([h.base32(voters[1].author)], heir(), "the heir until then")


def roster_refused(world):
    """rosters: what is false or of a wrong shape closes the link, what comes too early is not kept, and the room stays as it was"""
    daemon = world.daemon()
    pia = world.node("Pia", daemon, paired=True)
    them, eve, tom, key = own(daemon)[0], Identity("Eve"), Identity("Tom"), Identity("nobody")
    room = pia.rosters.open("boat")
    for author in (them, tom.author):
        pia.rosters.admit(room, author)
    daemon_has = lambda: {one["author"] for one in shown(daemon, "boat")["members"]}
    soon(3, lambda: len(daemon_has()), "people at the daemon")
    alike(daemon, room, pia)
    me, roster = pia.identity, pia.rooms[room].roster
    begun = roster.chain[0].hash
    with pia.lock:
        before, state = roster.state(), state_hash(pia.rooms[room]).hex()

    def linked():
        return next(iter(pia.links.values()), None)

    def stands():
        """The daemon answers on the link, and has the same room as before."""
        exchange = pia.rosters.exchange(linked(), pia.rooms[room])
        exchange.theirs = b""
        asked(pia)
        return pia.wait(lambda: exchange.theirs, 5) == before

    def says(what, closes, exchange):
        exchange.room = room
        ended = len(pia.goodbyes)
        linked().send(roster_exchange=exchange)
        if closes:
            same(True, bool(pia.wait(lambda: len(pia.goodbyes) > ended, 5)), f"{what}: the link is closed")
            same(closes, schema.GoodbyeReason.Name(pia.goodbyes[-1].reason)[15:], what)
            pia.wait(lambda: not pia.opening)
            pia.dial(daemon.address, world.address())
            same(True, bool(pia.wait(linked)), f"{what}: linked again")
        same(True, stands(), f"{what}: the daemon goes on, and its roster is what it was")

    def part(what, closes, *statements, **base):
        word = schema.RosterPart(statements=[one.message() for one in statements])
        if base:
            word.base.CopyFrom(schema.RosterBasePart(**base))
        says(what, closes, schema.RosterExchange(part=word))

    def made(kind, *keys, **body):
        return Statement.made(room, kind, schema.kinds[KINDS[kind]](**body), *keys)

    def word(signer=me, author=eve.author, **body):
        return made("member", signer.account, **{"term": begun, "author": author, "generation": 1, **body})
    unsigned = word()
    unsigned.signatures = [bytes(64)]
    twice = word()
    twice.signatures *= 2
    cut = lambda count: [schema.LogCut(incarnation=at, sequence=1) for at in range(count)]
    touching = [schema.LogHole(incarnation=0, above=1, last=3), schema.LogHole(incarnation=0, above=3, last=5)]
    for what, one in {
            "a signature of somebody else": word(eve), "no signature": unsigned, "two signatures": twice,
            "the owner about itself": word(author=me.author), "a generation of a later term": word(generation=(1 << 32) + 1),
            "a generation without a count": word(generation=0), "65 incarnations in a cut": word(generation=2, cut=cut(65)),
            "a cut of a member": word(cut=cut(1)), "a cut that is not in order": word(generation=2, cut=cut(2)[::-1]),
            "holes that touch": word(holes=touching), "an author of 31 bytes": word(author=bytes(31)),
            "a leave of an even generation": made("leave", tom.account, author=tom.author, generation=2),
            "a leave that somebody else signs": made("leave", eve.account, author=tom.author, generation=1),
            "a cut of its own log without an entry": made("cut", tom.account, author=tom.author, generation=1),
            "a cut of its own log by somebody else": made("cut", eve.account, author=tom.author, generation=1, last=cut(1)),
            "an invite of somebody else": made("invite", eve.account, term=begun, key=key.author),
            "a second first term": made("term", me.account, owner=me.author, nonce=pia.rooms[room].nonce, heir=eve.author),
    }.items():
        part(what, "PROTOCOL", one)

    part("something false behind what holds", "PROTOCOL", word(), word(eve, author=tom.author, generation=3))

    # Terms: who may sign one, and what it begins with.
    with pia.lock:
        next_term, base = pia.rosters.next_term(room)
    def term(*keys, **body):
        return made("term", *keys, **{**{field.name: value for field, value in next_term.ListFields()}, **body})
    for what, one in {"a term of nobody's heir": term(tom.account, owner=tom.author),
                      "a term that the new owner has not signed": term(me.account, owner=tom.author),
                      "a term that leaves a number out": term(me.account, number=2),
                      "a term whose heir is its owner": term(me.account, heir=me.author),
                      "a term that is handed to nobody": term(me.account, handed=True)}.items():
        part(what, "PROTOCOL", one)
    lie = term(me.account, heir=tom.author, base=bytes(32))
    part("a base of another root", "PROTOCOL", lie, term=lie.hash, standings=base)
    others = [one for one in base if one.author != me.author]
    short = term(me.account, heir=tom.author, base=root(others), base_count=len(others))
    part("a base without the owner", "PROTOCOL", short, term=short.hash, standings=others)
    part("more standings than the term has", "PROTOCOL", short, term=short.hash, standings=base)
    for what, body in {
            "a summary with a short hash": {"summary": schema.RosterSummary(hash=bytes(31))},
            "65 terms": {"summary": schema.RosterSummary(hash=bytes(32), terms=[bytes(32)] * 65)},
            "a table of another size": {"table": schema.RosterTable(summary=schema.RosterSummary(hash=bytes(32)), buckets=bytes(16))},
            "names that are not in order": {"wanted": schema.RosterWanted(hashes=bytes(32))},
            "a bucket twice": {"lists": schema.RosterLists(buckets=[schema.RosterBucket(number=1)] * 2)},
            "257 statements": {"part": schema.RosterPart(statements=[word().message()] * 257)},
    }.items():
        says(what, "PROTOCOL", schema.RosterExchange(**body))

    # What speaks of something that is not here is no sin, and is not kept.
    part("nobody's members", None, made("leave", eve.account, author=eve.author, generation=1),
         made("cut", eve.account, author=eve.author, generation=1, last=cut(1)),
         made("seen", eve.account, term=begun, author=eve.author))
    part("who took the first term first", None, made("seen", tom.account, term=begun, author=tom.author))
    part("an invite that is not here", None, word(key, invite=key.author))
    part("a term that is not here", None, word(term=bytes(32)), made("invite", me.account, term=bytes(32), key=key.author),
         made("seen", tom.account, term=bytes(32), author=tom.author),
         made("term", eve.account, number=1, previous=bytes(32), owner=eve.author, base=bytes(32), base_count=1))
    part("a leave of a later term", None, made("leave", tom.account, author=tom.author, generation=(1 << 32) + 1))
    # A stranger hears the same of this room and of none.
    stranger, words = world.node("Una", daemon), []
    for other in (room, bytes(16)):
        next(iter(stranger.links.values())).send(roster_exchange=schema.RosterExchange(
            room=other, summary=schema.RosterSummary(hash=bytes(32))))
        same(True, bool(stranger.wait(lambda: len(stranger.refusals) > len(words))), "a stranger is refused")
        words.append((stranger.refusals[-1].reason, stranger.refusals[-1].removed))
    same([words[0]] * 2, words, "the words")
    same(state, daemon.state(h.base32(room)), "the state of the room")
    same({h.base32(author) for author in (me.author, them, tom.author)}, daemon_has(), "its people")
    pia.say(room, "goes on")
    soon(["goes on"], lambda: daemon.texts("boat"), "what the daemon reads")


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
        # What is lost on the way comes with the next comparison, which the daemon begins once a minute.
        soon(True, lambda: ours() == daemon.state(h.base32(room)), f"{node.identity.name}: the state hashes are the same", seconds=75)
        soon(True, theirs, f"{node.identity.name}: the roster states are the same")


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    return [roster_joined, roster_owned, roster_left, roster_heirs, roster_tickets, roster_guests,
            roster_many, roster_shown, roster_carried, roster_scribbled, roster_voters, roster_refused]
