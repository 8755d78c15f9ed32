"""Rosters: who owns a private room and who belongs to it, by signed statements. protocol/roster.md section 26."""
import schema
from hashes import be64, private_id, sha, verified

RIVALS, VERSIONS, VOTERS = 8, 4, 15
TERMS, PEOPLE, CUTS, LONGEST = 64, 8192, 64, 8 << 10
KINDS = {"term": "RosterTerm", "member": "RosterMember", "leave": "RosterLeave", "invite": "RosterInvite",
         "seen": "RosterSeen", "cut": "RosterCut"}
NUMBERS = {name: number for number, name in enumerate(KINDS, 1)}


class Statement:
    """One statement, with the hash that is signed."""

    def __init__(self, room, message):
        self.kind = message.WhichOneof("body")
        self.bytes, self.signatures = getattr(message, self.kind), list(message.signatures)
        self.body = schema.kinds[KINDS[self.kind]].FromString(self.bytes)
        self.hash = sha(b"parlor.roster.v1\0", bytes([NUMBERS[self.kind]]), room, self.bytes)

    @classmethod
    def made(cls, room, kind, body, *keys):
        """Signs a statement."""
        one = cls(room, schema.RosterStatement(**{kind: body.SerializeToString(deterministic=True)}))
        one.signatures = [key.sign(one.hash) for key in keys]
        return one

    def message(self):
        return schema.RosterStatement(**{self.kind: self.bytes}, signatures=self.signatures)

    def signed(self, *authors):
        return len(self.signatures) == len(authors) and all(
            verified(author, word, self.hash) for author, word in zip(authors, self.signatures))

    def is_shaped(self, room):
        """Whether its fields have sizes and values that may be, whatever else is known."""
        body, size = self.body, len(self.bytes) + sum(map(len, self.signatures))
        if size > LONGEST:
            return False
        if self.kind == "term" and body.number == 0:
            only = schema.RosterTerm(owner=body.owner, nonce=body.nonce).SerializeToString(deterministic=True)
            return only == self.bytes and private_id(body.owner, body.nonce) == room
        return SHAPES[self.kind](body)


def _key(data):
    return len(data) == 32


def _cuts(cuts):
    return len(cuts) <= CUTS and all(cut.sequence and cut.incarnation < 1 << 63 and cut.sequence < 1 << 63 for cut in cuts) \
        and all(one.incarnation < other.incarnation for one, other in zip(cuts, cuts[1:]))


def _holes(holes):
    return len(holes) <= CUTS and all(hole.above < hole.last < 1 << 63 and hole.incarnation < 1 << 63 for hole in holes) \
        and all((one.incarnation, one.last) < (other.incarnation, other.above) for one, other in zip(holes, holes[1:]))


def _standing(one):
    return _key(one.author) and _cuts(one.cut) and _holes(one.holes) and (
        not one.cut if one.generation % 2 else not getattr(one, "left", False))


SHAPES = {
    "term": lambda one: _key(one.owner) and one.number < TERMS and _key(one.previous) and _key(one.base) and not one.nonce
    and 0 < one.base_count <= PEOPLE and _cuts(one.until)
    and (_key(one.heir) and one.heir != one.owner if one.heir else not one.handed),
    "member": lambda one: _key(one.term) and _standing(one) and one.generation & 0xffff_ffff and (
        not one.invite or _key(one.invite) and one.generation & 0xffff_ffff == 1 and not one.holes),
    "leave": lambda one: _key(one.author) and one.generation % 2 == 1,
    "invite": lambda one: _key(one.term) and _key(one.key),
    "seen": lambda one: _key(one.term) and _key(one.author),
    "cut": lambda one: _key(one.author) and 0 < one.generation < 1 << 32 and one.last and _cuts(one.last),
}


def leaf(standing):
    cuts = b"".join(be64(cut.incarnation) + be64(cut.sequence) for cut in standing.cut)
    holes = b"".join(be64(hole.incarnation) + be64(hole.above) + be64(hole.last) for hole in standing.holes)
    return sha(b"parlor.roster.standing.v1\0", standing.author, be64(standing.generation), bytes([standing.left]),
               be64(len(standing.cut)), cuts, be64(len(standing.holes)), holes)


def root(standings):
    level = [leaf(standing) for standing in standings]
    while len(level) > 1:
        level = [sha(b"parlor.roster.standings.v1\0", *level[at:at + 2]) if at + 1 < len(level) else level[at]
                 for at in range(0, len(level), 2)]
    return level[0]


def begins(term, base):
    """Whether these are the standings with which a term begins."""
    return len(base) == term.body.base_count and root(base) == term.body.base \
        and len({one.author for one in base}) == len(base) \
        and all(_standing(one) and one.generation and one.generation >> 32 < term.body.number for one in base) \
        and any(one.author == term.body.owner and one.generation % 2 for one in base)


def merged(standings):
    """Statements of one generation together: what counts in all of them."""
    first = standings[0]
    one = schema.RosterStanding(author=first.author, generation=first.generation, left=getattr(first, "left", False))
    for cut in first.cut:
        lowest = min(sum(other.sequence for other in standing.cut if other.incarnation == cut.incarnation) for standing in standings)
        if lowest:
            one.cut.add(incarnation=cut.incarnation, sequence=lowest)
    for hole in sorted((hole for standing in standings for hole in standing.holes), key=lambda hole: (hole.incarnation, hole.above)):
        last = one.holes[-1] if one.holes else None
        if last and last.incarnation == hole.incarnation and hole.above <= last.last:
            last.last = max(last.last, hole.last)
        else:
            one.holes.append(hole)
    while len(one.holes) > CUTS:
        between = [(right.above - left.last, at) for at, (left, right) in enumerate(zip(one.holes, one.holes[1:]))
                   if left.incarnation == right.incarnation]
        if not between:
            break
        _, at = min(between)
        one.holes[at].last = one.holes[at + 1].last
        del one.holes[at + 1]
    return one


class Roster:
    """Keeps all that holds, and finds out anew each time what of it counts."""

    def __init__(self, room):
        self.room, self.chain, self.rivals, self.bases, self.said, self.voters = room, [], [], {}, {}, {}
        # Statements whose signatures do not hold: no honest node passes one on.
        self.wrong = []
        # What was found of the statements that are here, and which those were.
        self._sorted, self._kept = (None, {}), (None, [])

    def take(self, messages, bases=()):
        """Takes statements in any order; the terms that follow one in the order in which they came."""
        self.bases.update({base.term: list(base.standings) for base in bases})
        waiting = [Statement(self.room, message) for message in messages]
        waiting.sort(key=lambda statement: statement.kind != "term")
        while True:
            rest = [statement for statement in waiting if not self._take(statement)]
            moved = self._follow()
            if len(rest) == len(waiting) and not moved:
                return rest
            waiting = rest

    def _take(self, one):
        """Whether a statement has found its place, also as a false one; otherwise it comes too early."""
        kind, body, last = one.kind, one.body, self.chain[-1] if self.chain else None
        if kind == "term":
            return self._take_term(one)
        if not last:
            return False
        if kind in ("member", "invite"):
            if body.term != last.hash:
                return any(term.hash == body.term for term in self.chain)
            signer = last.body.owner
            if kind == "member":
                if body.invite and not self.of("invite", key=body.invite):
                    return False
                signer = body.invite or signer
                if body.author == last.body.owner or body.generation >> 32 != last.body.number:
                    self.wrong.append(one)
                    return True
        else:
            signer = body.author
            if kind == "leave" and body.generation >> 32 > last.body.number:
                return False
        if kind == "seen" and not any(term.hash == body.term for term in self.chain[1:] + self.rivals):
            return False
        if (kind, one.hash) not in self.said:
            self._keep(one, one.signed(signer))
        return True

    def _keep(self, one, holds):
        if holds:
            self.said[one.kind, one.hash] = one
        else:
            self.wrong.append(one)

    def _take_term(self, one):
        if one.body.number == 0:
            if private_id(one.body.owner, one.body.nonce) == self.room and one.signed(one.body.owner):
                self.chain = self.chain or [one]
            else:
                self.wrong.append(one)
            return True
        if any(term.hash == one.hash for term in self.chain + self.rivals):
            return True
        before = next((term for term in self.chain + self.rivals if term.hash == one.body.previous), None)
        if not before:
            return False
        old, new = before.body, one.body
        alone = len(one.signatures) == 1 and new.owner in (old.owner, old.heir) and one.signed(new.owner)
        holds = new.number == old.number + 1 and (alone or new.owner != old.owner and one.signed(old.owner, new.owner))
        (self.rivals if holds else self.wrong).append(one)
        return True

    def _fits(self, term):
        return term.hash in self.bases and begins(term, self.bases[term.hash])

    def _path(self, term):
        for other in self.rivals:
            if other.body.previous == term.hash and (path := self._path(other)):
                return [term, *path]
        return [term] if self._fits(term) else None

    def _tips(self):
        """The terms that this node would follow instead of what stands at their place in the chain, or behind it."""
        if not self.chain:
            return []
        tips = [(len(self.chain), term) for term in self.rivals if term.body.previous == self.chain[-1].hash]
        for at in range(1, len(self.chain)):
            voters, words = self.voters[self.chain[at - 1].hash], self._words(self.chain[at - 1].hash)
            most = [term for term in [self.chain[at], *self.rivals]
                    if 2 * sum(words.get(voter) == {term.hash} and self.is_member(voter) for voter in voters) > len(voters)]
            tips += [(at, term) for term in most[:1] if term is not self.chain[at]]
        return tips

    def awaited(self):
        """The terms that this node would follow if their standings were here."""
        return [term.hash for _, term in self._tips()][:TERMS]

    def _follow(self):
        """Follows the first terms that came, and those that most voters took first."""
        for at, term in self._tips():
            if path := self._path(term):
                self.rivals = [other for other in self.rivals + self.chain[at:] if other not in path]
                old = self.chain[at - 1]
                self.chain = self.chain[:at] + path
                names = [one.author for one in self.bases[path[-1].hash]
                         if one.generation % 2 and not one.left and one.author != old.body.owner]
                self.voters.setdefault(old.hash, names[:VOTERS])
                for before, term in zip(path, path[1:]):
                    self.voters[before.hash] = [one.author for one in self.bases[path[-1].hash] if one.generation % 2
                                                and not one.left and one.author != before.body.owner][:VOTERS]
                return True
        return False

    def _words(self, previous):
        following = {term.hash for term in self.chain + self.rivals if term.body.previous == previous}
        words = {}
        for one in self.of("seen"):
            if one.body.term in following and self._owned(one.body.author):
                words.setdefault(one.body.author, set()).add(one.body.term)
        return words

    def of(self, kind, **fields):
        """What was said of a kind, in the order of the hashes; of members and invites in the present term."""
        now = len(self.said), self.chain[-1].hash if self.chain else None
        if self._sorted[0] != now:
            found = {}
            for one in sorted(self.said.values(), key=lambda one: one.hash):
                if one.kind not in ("member", "invite") or one.body.term == now[1]:
                    for author in {None, getattr(one.body, "author", None)}:
                        found.setdefault((one.kind, author), []).append(one)
            self._sorted = now, found
        return [one for one in self._sorted[1].get((kind, fields.get("author")), [])
                if all(getattr(one.body, name) == value for name, value in fields.items())]

    @property
    def owner(self):
        """The owner of the room; nothing before its first term is here."""
        return self.chain[-1].body.owner if self.chain else b""

    def _base(self, author):
        return [one for one in self.bases.get(self.chain[-1].hash, []) if one.author == author]

    def _owned(self, author):
        return bool(self._base(author) or self.of("member", author=author, invite=b"") or author == self.owner)

    def _known(self, author):
        return self._owned(author) or bool(self.of("member", author=author))

    @staticmethod
    def _newest(statements, most=VERSIONS):
        top = max((one.body.generation for one in statements), default=0)
        return [one for one in statements if one.body.generation == top][:most]

    def standings(self, author):
        """The standings that hold together: those of one generation."""
        if not self.chain:
            return []
        if owned := self._newest(self.of("member", author=author, invite=b"")):
            return [one.body for one in owned]
        if base := self._base(author):
            return base
        first = schema.RosterStanding(author=author, generation=(self.chain[-1].body.number << 32) + 1)
        admitted = any(not any(one.body.closed for one in self.of("invite", key=member.body.invite))
                       for member in self.of("member", author=author))
        return [first] if admitted or author == self.owner else []

    def standing(self, author):
        """The one standing that an author has, as the next term would begin with it; None without a part."""
        standings = self.standings(author)
        if not standings:
            return None
        one = merged(standings)
        one.left = bool(one.generation % 2) and (one.left or any(
            leave.body.generation >= one.generation for leave in self.of("leave", author=author)))
        return one

    def people(self):
        """All who have a part, those of the base first and in its order."""
        if not self.chain:
            return []
        base = [one.author for one in self.bases.get(self.chain[-1].hash, [])]
        others = {self.owner, *(one.body.author for one in self.of("member"))}
        return base + sorted(author for author in others.difference(base) if self.standings(author))

    def is_owners(self, author, incarnation, sequence, name):
        """Whether an entry that names a term by the beginning of its hash is its owner's."""
        at = next((at for at, term in enumerate(self.chain)
                   if term.body.owner == author and len(name) == 8 and term.hash.startswith(name)), None)
        if at is None:
            return False
        following = self.chain[at + 1:at + 2]
        return not following or sequence <= sum(cut.sequence for cut in following[0].body.until if cut.incarnation == incarnation)

    def may_have_lost(self):
        """Whether somebody who had a part may have none now."""
        return len(self.chain) > 1 or bool(self.rivals) or bool(self.chain and self.of("invite", closed=True))

    def is_member(self, author):
        if not self.chain:
            return False
        if author == self.owner:
            return True
        standings = self.standings(author)
        return bool(standings) and standings[0].generation % 2 == 1 and not getattr(standings[0], "left", False) \
            and not any(one.body.generation >= standings[0].generation for one in self.of("leave", author=author))

    def counts(self, author, incarnation, sequence):
        standings = self.standings(author)
        holds = lambda one: (one.generation % 2 == 1 or sequence <= max(
            (cut.sequence for cut in one.cut if cut.incarnation == incarnation), default=0)) and not any(
            hole.incarnation == incarnation and hole.above < sequence <= hole.last for hole in one.holes)
        return bool(standings) and all(map(holds, standings)) and all(
            cut.incarnation != incarnation or sequence <= cut.sequence
            for one in self._newest(self.of("cut", author=author)) for cut in one.body.last)

    def kept(self):
        """The statements that every node keeps, terms first."""
        if not self.chain:
            return []
        now = len(self.said), len(self.rivals), self.chain[-1].hash
        if self._kept[0] != now:
            self._kept = now, self._all_kept()
        return self._kept[1]

    def _all_kept(self):
        members, number = self.of("member"), self.chain[-1].body.number
        kept = [*self.chain]
        for term in self.chain[:-1]:
            rivals = sorted((one for one in self.rivals if one.body.previous == term.hash), key=lambda one: one.hash)
            said = set().union(*(sorted(terms)[:2] for terms in self._words(term.hash).values()))
            kept += [one for at, one in enumerate(rivals) if at < RIVALS or one.hash in said]
            for author, terms in self._words(term.hash).items():
                kept += [self.of("seen", author=author, term=one)[0] for one in sorted(terms)[:2]]
        for author in {one.body.author for one in members}:
            said = self.of("member", author=author)
            kept += self._newest([one for one in said if not one.body.invite])
            for key in {one.body.invite for one in said if one.body.invite}:
                kept += [one for one in said if one.body.invite == key][:1]
        for key in {one.body.key for one in self.of("invite")}:
            invites = self.of("invite", key=key)
            kept += ([one for one in invites if one.body.closed] or invites)[:1]
        for author in {one.body.author for one in self.of("leave")}:
            base = self._base(author)
            leaves = [one for one in self.of("leave", author=author) if
                      (one.body.generation >> 32 == number and self._known(author))
                      or (one.body.generation >> 32 < number and base and base[0].generation <= one.body.generation)]
            kept += self._newest(leaves, 1)
        for author in {one.body.author for one in self.of("cut")}:
            kept += self._newest(self.of("cut", author=author)) if self._known(author) else []
        return kept

    def hash(self):
        return sha(b"parlor.roster.set.v1\0", self.room, *sorted(one.hash for one in self.kept()))

    def state(self):
        """The hash by which two nodes know that they have the same roster and follow the same term."""
        return sha(b"parlor.roster.state.v1\0", self.hash(), self.chain[-1].hash if self.chain else bytes(32))
