"""Rosters on links: two nodes find out what either lacks, and a person signs. protocol/roster.md section 26."""
import os

import hashes as h
import schema
from link import Broken
from logs import Room
from records import ROOM_CARD
from roster import Roster, Statement, begins, root

WHOLE, PART, AIM, NAME, BUCKETS, BASE = 256, 256, 48 << 10, 16, 257, 2 << 20
RANKS = {"term": 0, "invite": 1, "member": 2}


def bucket(one):
    """The number of the bucket in which a statement stands."""
    return 256 if one.kind == "term" else (one.body.key if one.kind == "invite" else one.body.author)[0]


def names(data):
    """Hashes that stand one after the other, in order."""
    found = [data[at:at + NAME] for at in range(0, len(data), NAME)]
    if len(data) % NAME or any(one >= other for one, other in zip(found, found[1:])):
        raise Broken("Names of statements that are not in order.")
    return found


class Exchange:
    """The comparison of one roster over one link. Nothing is remembered of the other side but the standings that are not whole yet."""

    def __init__(self, link, room):
        self.link, self.room, self.roster = link, room, room.roster
        # The roster state that the other side named last.
        self.theirs = b""
        # Terms that came and are not kept before their standings are here; those so far, and the term that begins with them.
        self.terms, self.base, self.begun = {}, [], b""

    def say(self, **body):
        self.link.send(roster_exchange=schema.RosterExchange(room=self.room.id, **body))

    def summary(self):
        return schema.RosterSummary(hash=self.roster.hash(), terms=[term.hash for term in self.roster.chain],
                                    awaited=self.roster.awaited())

    def begin(self):
        self.say(summary=self.summary())

    def take(self, kind, body):
        """Takes what the other side sent: the statements that are new here."""
        if kind == "part":
            return self.part(body)
        getattr(self, "on_" + kind)(body)
        return []

    # What comes

    def heard(self, summary):
        """Returns the terms of the other side, and whether it lacks the standings of our present one."""
        if len(summary.hash) != 32 or max(len(summary.terms), len(summary.awaited)) > 64 or any(
                len(term) != 32 for term in [*summary.terms, *summary.awaited]):
            raise Broken("A summary of a roster that is none.")
        ours = [term.hash for term in self.roster.chain]
        behind = not summary.terms or summary.terms[-1] in ours or any(term in ours for term in summary.awaited)
        return summary.terms, bool(len(ours) > 1 and ours[-1] not in summary.terms and behind)

    def compared(self, in_term):
        """By bucket the statements that are compared, in the order of their hashes."""
        found = {}
        for one in sorted(self.roster.kept(), key=lambda one: one.hash):
            if in_term or one.kind not in ("member", "invite"):
                found.setdefault(bucket(one), []).append(one)
        return found

    def on_summary(self, summary):
        terms, due = self.heard(summary)
        if summary.hash == self.roster.hash():
            self.push(terms, due)
            if any(term in terms for term in self.roster.awaited()):
                self.begin()
            return
        last = self.roster.chain[-1].hash if self.roster.chain else b""
        term = last if terms and terms[-1] == last else b""
        buckets = self.compared(term)
        if sum(map(len, buckets.values())) > WHOLE:
            hashes = b"".join(h.sha(b"parlor.roster.bucket.v1\0", self.room.id, *(one.hash for one in buckets.get(number, [])))[:NAME]
                              for number in range(BUCKETS))
            self.say(table=schema.RosterTable(summary=self.summary(), term=term, buckets=hashes))
            return self.push(terms, due)
        self.say(lists=schema.RosterLists(summary=self.summary(), term=term, whole=True, buckets=[
            schema.RosterBucket(number=number, hashes=b"".join(one.hash[:NAME] for one in buckets[number])) for number in sorted(buckets)]))
        self.parts(self.roster.kept() if due else [one for number in buckets for one in buckets[number]], due)

    def of_now(self, term):
        """Whether the term of which invites and members are compared is the present one; otherwise the comparison begins again."""
        if len(term) not in (0, 32):
            raise Broken("A term that is none.")
        if term and term != self.roster.chain[-1].hash:
            self.begin()
            return False
        return True

    def on_table(self, table):
        terms, due = self.heard(table.summary)
        if len(table.buckets) != BUCKETS * NAME:
            raise Broken("A table of another size.")
        if not self.of_now(table.term):
            return
        buckets, lists = self.compared(table.term), schema.RosterLists(term=table.term)
        for number in range(BUCKETS):
            hashes = [one.hash for one in buckets.get(number, [])]
            if h.sha(b"parlor.roster.bucket.v1\0", self.room.id, *hashes)[:NAME] != table.buckets[number * NAME:(number + 1) * NAME]:
                lists.buckets.add(number=number, hashes=b"".join(one[:NAME] for one in hashes))
                if lists.ByteSize() > AIM:
                    self.say(lists=lists)
                    del lists.buckets[:]
        if lists.buckets:
            self.say(lists=lists)
        self.push(terms, due)

    def on_lists(self, lists):
        due = self.heard(lists.summary)[1] if lists.whole else False
        if not self.of_now(lists.term):
            return
        buckets, they, we, last = self.compared(lists.term), [], [], None
        for said in lists.buckets:
            named = names(said.hashes)
            here = said.number, said.after
            if said.number >= BUCKETS or len(said.after) not in (0, NAME) or said.more and not named or named and named[0] <= said.after \
                    or last and (last[0] > said.number or last[0] == said.number and (last[1] is None or last[1] > said.after)):
                raise Broken("Lists of statements that are not in order.")
            last = said.number, named[-1] if said.more else None
            own = [one for one in buckets.get(said.number, [])
                   if one.hash[:NAME] > said.after and (not said.more or one.hash[:NAME] <= named[-1])]
            they += [one for one in own if one.hash[:NAME] not in named]
            we += [name for name in named if name not in {one.hash[:NAME] for one in own}]
        if lists.whole:
            named = {said.number for said in lists.buckets}
            they += [one for number in buckets if number not in named for one in buckets[number]]
        self.parts(they, due)
        if we and not lists.whole:
            self.say(wanted=schema.RosterWanted(hashes=b"".join(sorted(we)[:AIM // NAME])))

    def on_wanted(self, wanted):
        named = set(names(wanted.hashes))
        self.parts([one for one in self.roster.kept() if one.hash[:NAME] in named], False)

    def part(self, part):
        if len(part.statements) > PART:
            raise Broken("Too many statements in one frame.")
        try:
            came = [Statement(self.room.id, message) for message in part.statements]
        except Exception as error:
            raise Broken("A statement that cannot be decoded.") from error
        if not all(one.is_shaped(self.room.id) for one in came):
            raise Broken("A statement whose fields do not fit.")
        before, follows = {one.hash for one in self.roster.kept()}, self.roster.state()
        self.terms.update((one.hash, one) for one in came if one.kind == "term")
        bases = self.whole(part.base) if part.HasField("base") else []
        waiting = [*self.terms.values(), *(one for one in came if one.kind != "term")] if bases else came
        self.roster.take([one.message() for one in waiting], bases)
        if self.roster.wrong:
            self.roster.wrong = []
            raise Broken("A statement of a roster that does not hold.")
        new = [one for one in self.roster.kept() if one.hash not in before]
        if part.hash and (new or follows != self.roster.state()):
            self.begin()
        return new

    def whole(self, said):
        """Adds standings to those that came: all of a term, or nothing yet."""
        term = self.terms.get(said.term) or next((one for one in self.roster.rivals if one.hash == said.term), None)
        if not term or said.first and self.begun != said.term or said.first > len(self.base):
            return []
        if self.begun != said.term:
            self.base, self.begun = [], said.term
        self.base += said.standings[len(self.base) - said.first:]
        if len(self.base) > term.body.base_count or sum(one.ByteSize() for one in self.base) > BASE:
            raise Broken("More standings than the term has.")
        if len(self.base) < term.body.base_count:
            return []
        if not begins(term, self.base):
            raise Broken("Standings that the term does not begin with.")
        return [schema.RosterBase(term=said.term, standings=self.base)]

    # What is sent

    def push(self, terms, due):
        if due:
            self.parts([one for one in self.roster.chain if one.hash not in terms], True)

    def parts(self, statements, due):
        """Sends statements in the order in which they can be taken, and the standings of the present term behind the terms."""
        statements = sorted(statements, key=lambda one: (RANKS.get(one.kind, 3), self.place(one)))
        parts = [schema.RosterPart()]

        def room_for(size):
            if parts[-1].ByteSize() + size > AIM or len(parts[-1].statements) == PART:
                parts.append(schema.RosterPart())
            return parts[-1]
        for one in [one for one in statements if one.kind == "term"]:
            room_for(len(one.bytes) + 200).statements.append(one.message())
        if due:
            term = self.roster.chain[-1].hash
            for number, standing in enumerate(self.roster.bases[term]):
                part = room_for(standing.ByteSize() + 100)
                if not part.HasField("base"):
                    part.base.term, part.base.first = term, number
                part.base.standings.append(standing)
        for one in [one for one in statements if one.kind != "term"]:
            room_for(len(one.bytes) + 200).statements.append(one.message())
        if statements or due:
            parts[-1].hash = self.roster.hash()
            for part in parts:
                self.say(part=part)

    def place(self, one):
        chain = [term.hash for term in self.roster.chain]
        return chain.index(one.hash) if one.hash in chain else len(chain)

    def tell(self, new):
        """Says what is new here, with the standings of the present term where it is new."""
        self.parts(new, len(self.roster.chain) > 1 and any(one.hash == self.roster.chain[-1].hash for one in new))


class Written(Exchange):
    """The roster of a room in a file: what would go over a link is written down."""

    def __init__(self, room):
        super().__init__(None, room)
        self.said = []

    def say(self, **body):
        self.said.append(schema.RosterExchange(room=self.room.id, **body).SerializeToString())

    def everything(self):
        """Returns all parts of the roster, each encoded."""
        self.parts(self.roster.kept(), len(self.roster.chain) > 1)
        return self.said

    def take_part(self, data):
        said = schema.RosterExchange.FromString(data)
        if said.room != self.room.id or said.WhichOneof("body") != "part":
            raise Broken("The roster in the file is none, or that of another room.")
        self.part(said.part)


class Rosters:
    """The rosters of one node, and what its person signs in them."""

    def __init__(self, node):
        self.node, self.exchanges = node, {}
        # Terms behind which we saw others, by the term that they follow: the one that we took first.
        self.first = {}

    def exchange(self, link, room):
        key = link, room.id
        if key not in self.exchanges:
            self.exchanges[key] = Exchange(link, room)
        return self.exchanges[key]

    def compare(self, link, digest):
        """Compares the roster that a digest names with ours. Whether nothing else of the room may be said yet."""
        room, node = self.node.rooms.get(digest.room), self.node
        if not room or not room.roster or not digest.roster or (digest.opener, digest.nonce) != (room.opener, room.nonce):
            return False
        self.exchange(link, room).theirs = digest.roster
        if digest.roster == room.roster.state() and not room.roster.awaited():
            return False
        shared = node.shared(link, room)
        if not shared and link.peer not in node.paired:
            return False
        self.exchange(link, room).begin()
        return not shared and self.is_ours(room)

    def is_ours(self, room):
        """Whether our person belongs to a room. If so, a peer who does not belong may only send what shows that it does."""
        return room.roster.is_member(self.node.identity.author)

    def on_roster_exchange(self, link, said):
        node, room, kind = self.node, self.node.rooms.get(said.room), said.WhichOneof("body")
        if not room or not room.roster or not (node.shared(link, room) or link.peer in node.paired):
            node.refuse(link, said.room)
            return
        proves = not node.shared(link, room) and self.is_ours(room)
        if proves and kind != "part":
            return
        state, exchange = room.roster.state(), self.exchange(link, room)
        before = self.seen(room)
        if kind == "summary" and len(room.roster.kept()) > WHOLE:
            # By what the other side knows we may have no part, and then it asks nothing.
            members = room.roster.of("member", author=node.identity.author)
            keys = {one.body.invite for one in members}
            exchange.parts([*members, *(one for one in room.roster.of("invite") if one.body.key in keys)], False)
        new = exchange.take(kind, getattr(said, kind)) if kind else []
        if state != room.roster.state():
            self.changed(room, new, before, link)
        if proves and not node.shared(link, room) and said.part.hash:
            node.refuse(link, said.room)

    def seen(self, room):
        """Returns who has a part and who belongs, to tell later whether that changed."""
        people = room.roster.people()
        return people, [author for author in people if room.roster.is_member(author)]

    def changed(self, room, new, before, link=None):
        """A roster has changed: tells the other links, has what counts made again, and signs what our person owes."""
        room.settle()
        for other in [*self.node.links.values()]:
            if self.node.shared(other, room):
                if other is not link and room.id in other.syncs:
                    self.exchange(other, room).tell(new)
                if self.seen(room) != before:
                    self.node.sync(other, room.id).open()
            elif any(author in before[1] for author in other.accounts) and other.peer in self.node.paired:
                self.node.refuse(other, room.id)
        self.owe(room)
        self.node.spread(room.id)

    def removed(self, link, room):
        """Whether somebody at a link was removed, and did not leave by its own word."""
        roster = room.roster if room else None
        standings = [roster.standing(author) for author in link.accounts] if roster else []
        return any(one and not roster.is_member(one.author) and not one.left for one in standings)

    def owe(self, room):
        """Takes a room over that was handed to us, and says which of two terms we took first."""
        roster, me = room.roster, self.node.identity.author
        for term in roster.chain[1:]:
            self.first.setdefault(term.body.previous, term.hash)
        last = roster.chain[-1].body if roster.chain else None
        if last and last.handed and last.heir == me and roster.is_member(me):
            self.term(room.id)
        for term in roster.chain[1:]:
            following = {one.hash for one in [term, *roster.rivals] if one.body.previous == term.body.previous}
            if len(following) > 1 and roster.is_member(me) and not any(
                    one.body.term in following for one in roster.of("seen", author=me)):
                self.sign(room.id, "seen", schema.RosterSeen(term=self.first[term.body.previous], author=me))

    # What our person signs

    def sign(self, room, kind, body, bases=(), key=None):
        """Signs a statement, with the key of our person or another one, takes it and tells everybody."""
        with self.node.lock:
            room = self.node.rooms[room]
            before, one = self.seen(room), Statement.made(room.id, kind, body, key or self.node.identity.account)
            room.roster.take([one.message()], [schema.RosterBase(term=one.hash, standings=base) for base in bases])
            assert not room.roster.wrong and one.hash in {kept.hash for kept in room.roster.kept()}, "our own statement counts"
            self.changed(room, [one], before)
            return one

    def open(self, name):
        """Makes a room with a roster; returns its id."""
        with self.node.lock:
            me, nonce = self.node.identity.author, os.urandom(16)
            room = h.private_id(me, nonce)
            self.node.room(Room(room, schema.ROOM_KIND_PRIVATE, me, nonce, Roster(room)))
            self.sign(room, "term", schema.RosterTerm(owner=me, nonce=nonce))
            card = schema.PutRecord(nonce=nonce, kind=ROOM_CARD, body=schema.RoomCard(name=name).SerializeToString())
            self.node.write(room, schema.Operation(open_room=schema.OpenRoom(nonce=nonce)), schema.Operation(put=card))
            return room

    def newest(self, room, author):
        """Returns where the logs of an author stand here, each as a LogCut."""
        logs = self.node.rooms[room].logs
        return [schema.LogCut(incarnation=incarnation, sequence=len(log.entries))
                for (other, incarnation), log in sorted(logs.items()) if other == author and log.entries]

    def said(self, room, author, belongs):
        """The owner's words on somebody, with a generation above what was said in this term."""
        roster = self.node.rooms[room].roster
        number, known = roster.chain[-1].body.number, roster.standing(author)
        count = known.generation & 0xffff_ffff if known and known.generation >> 32 == number else 0
        count += 1 if (count + 1) % 2 == belongs else 2
        word = schema.RosterMember(term=roster.chain[-1].hash, author=author, generation=(number << 32) + count)
        word.holes.extend(known.holes if known else [])
        return word, known

    def admit(self, room, author):
        """Adds somebody, or adds it again: what it wrote meanwhile does not count."""
        with self.node.lock:
            word, known = self.said(room, author, 1)
            if known and known.generation % 2 == 0:
                cut = {one.incarnation: one.sequence for one in known.cut}
                word.holes.extend(schema.LogHole(incarnation=one.incarnation, above=cut.get(one.incarnation, 0), last=one.sequence)
                                  for one in self.newest(room, author) if one.sequence > cut.get(one.incarnation, 0))
                word.holes.sort(key=lambda hole: (hole.incarnation, hole.above))
            return self.sign(room, "member", word)

    def remove(self, room, author, last=None):
        """Removes somebody; what is here of it goes on counting, or what stands up to some entries."""
        with self.node.lock:
            word, known = self.said(room, author, 0)
            here = self.newest(room, author) if known and known.generation % 2 else known.cut if known else []
            word.cut.extend(here if last is None else last)
            return self.sign(room, "member", word)

    def next_term(self, room, heir=b"", handed=False):
        """Returns the term with which our person keeps the room or takes it over, and the standings that it begins with."""
        roster = self.node.rooms[room].roster
        standings = [roster.standing(author) for author in roster.people()]
        last = roster.chain[-1]
        return schema.RosterTerm(
            number=last.body.number + 1, previous=last.hash, owner=self.node.identity.author, base=root(standings),
            base_count=len(standings), until=self.newest(room, roster.owner), heir=heir, handed=handed), standings

    def term(self, room, heir=b"", handed=False):
        with self.node.lock:
            term, standings = self.next_term(room, heir, handed)
            return self.sign(room, "term", term, [standings])

    def leave(self, room):
        with self.node.lock:
            me = self.node.identity.author
            return self.sign(room, "leave", schema.RosterLeave(
                author=me, generation=self.node.rooms[room].roster.standing(me).generation))
