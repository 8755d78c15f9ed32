"""Plays a match by itself, as host or as joiner. protocol/war.md sections 7 to 9."""
import os

import schema
from deal import CHAIN, HOST, JOINER, chain
from hashes import table_id
from judge import Match
from logs import Room


class Table:
    def __init__(self, node, room, host, rules=b""):
        self.node, self.rules = node, rules
        self.room = node.room(room)
        self.seat = HOST if host == node.identity.author else JOINER
        self.match = Match(self.room, host)
        self.chain = chain(os.urandom(32), self.seat)
        self.asker = self.declined = None
        self.going = False
        # Other things to do than playing when a round begins, for trying out: round to one of the names in `special`.
        self.plan = {}
        node.tables[room.id] = self

    @classmethod
    def host(cls, node, rules=None, description=""):
        """Opens a table; the first one who asks is seated."""
        nonce, rules = os.urandom(16), (rules or schema.Rules()).SerializeToString()
        author = node.identity.author
        with node.lock:
            table = cls(node, Room(table_id(author, nonce), schema.ROOM_KIND_TABLE), author, rules)
            table.description = description
            table.write(open=schema.OpenTable(
                nonce=nonce, rules=rules, name=node.identity.name, description=description))
            for link in [*node.links.values()]:
                node.offer(link)
        return table

    @classmethod
    def join(cls, node, offer):
        """Asks to join a table that was offered."""
        with node.lock:
            table = cls(node, Room(offer.room, schema.ROOM_KIND_TABLE), offer.host)
            for link in [*node.links.values()]:
                table.linked(link)
        return table

    def people(self):
        """Returns the people with access to this table."""
        return {person for person in (*self.match.people, self.node.identity.author) if person}

    def linked(self, link):
        author = self.node.identity.author
        if self.seat == JOINER and not self.match.views[HOST].seated and self.match.people[HOST] in link.accounts:
            link.send(ask=schema.Ask(room=self.room.id, author=author))
        if self.seated() and self.match.people[1 - self.seat] in link.accounts and self.result() is None:
            link.send(presence=schema.Presence(room=self.room.id, author=author, here=True))

    def seated(self):
        """Whether the other side knows by now that both chairs are taken: before, it refuses our presence."""
        if self.seat == HOST:
            return self.match.game is not None
        return self.match.people[JOINER] == self.node.identity.author

    def open(self):
        return self.seat == HOST and self.match.people[JOINER] is None and self.result() is None

    def offer(self):
        return schema.TableOffer(
            room=self.room.id, host=self.match.people[HOST], name=self.node.identity.name,
            description=self.description, rules=schema.Rules.FromString(self.rules))

    def asked(self, link, author):
        if self.open():
            self.write(seat=schema.SeatJoiner(joiner=author))
            self.node.sync(link, self.room.id).open()
            for other in [*self.node.links.values()]:
                self.node.offer(other)
        elif author != self.match.people[JOINER]:
            link.send(declined=schema.Declined(room=self.room.id, reason="The other chair is taken.", for_good=True))

    def result(self):
        return self.match.result()

    def write(self, **steps):
        """Writes one entry with these steps, by the names of the fields of TableStep."""
        self.going = True
        self.node.write(self.room.id, *(schema.Operation(step=schema.TableStep(**{k: v})) for k, v in steps.items()))
        self.going = False
        self.match.update()

    def go_on(self):
        """Something came: does what is due, until nothing is."""
        if self.going:
            return
        before = self.seated()
        self.match.update()
        for link in [*self.node.links.values()] if self.seated() and not before else []:
            self.linked(link)
        while not self.match.broken[self.seat]:
            steps = self.due(self.match.ahead(self.seat))
            if not steps:
                return
            self.write(**steps)

    def due(self, view):
        """The steps that are due now."""
        seat, other = self.seat, 1 - self.seat
        if view.over:
            return None
        if not view.started:
            return self.before(view)
        match = self.match
        round, battle = match.position(view)
        if view.left[seat]:
            return {"returned": schema.ReturnToTable()}
        if view.offered and view.deciding == other:
            return {"take_hosting": schema.TakeHosting()}
        plan = self.plan.get(round) if battle == 0 and view.plays[seat] == view.decided else None
        claim = view.claims[other]
        if plan == "accept" and claim:
            return {"accept_claim": schema.AcceptClaim()}
        # Silence that ends with the claim of the other side, which the next card undoes.
        if plan == "late" and claim:
            del self.plan[round]
        elif plan in ("silence", "accept", "late"):
            return None
        has, there = match.linked(view, round)
        steps = {}
        here = self.node.here.get((self.room.id, match.people[other]))
        mine = view.deciding == seat and not view.offered
        if plan == "back":
            # Both in one entry: it is taken back as soon as the other side lets it.
            del self.plan[round]
            return {"concede": schema.Concede(), "request_take_back": schema.RequestTakeBack()}
        if plan in ("concede", "leave", "offer") and not (plan == "offer" and not mine):
            del self.plan[round]
            return {"concede": {"concede": schema.Concede()}, "leave": {"left": schema.LeaveTable()},
                    "offer": {"offer_hosting": schema.OfferHosting()}}[plan]
        play = view.plays[seat] == view.decided and not view.left[seat] and (claim or here and not view.left[other])
        if not there[seat] and (there[other] or play):
            steps["reveal"] = schema.RevealLink(round=round, link=self.chain[CHAIN - round])
        if play:
            steps["play"] = schema.PlayCard(round=round, battle=battle)
            if plan == "claim":
                steps["claim"] = schema.ClaimResult(kind=schema.CLAIM_KIND_WIN, round=round, battle=battle)
        if mine and not steps and all(there) and min(view.plays) > view.decided:
            at = match.outcome(view.decided)
            steps["decide"] = schema.DecideStep(round=at[0], battle=at[1], result=at[2], state_hash=at[3])
        return steps

    def before(self, view):
        tip = schema.CommitTip(tip=self.chain[CHAIN])
        if self.seat == JOINER:
            if view.seated == self.node.identity.author and not view.joined:
                join = schema.JoinTable(nonce=os.urandom(16), name=self.node.identity.name)
                return {"join": join, "commit": tip}
        elif view.tips[JOINER] and not view.tips[HOST] and self.fresh(view.tips[JOINER]):
            return {"commit": tip, "start": schema.StartMatch()}
        return None

    def fresh(self, tip):
        """Whether a tip was seen at no other table."""
        return not any(tip in other.match.views[seat].tips for other in self.node.tables.values() if other is not self
                       for seat in (HOST, JOINER))
