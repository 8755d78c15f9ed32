"""Judges the steps of a match by what the log of each had seen. protocol/war.md section 8."""
import copy

import schema
from deal import HOST, JOINER, Game, chained, game_id, rules_from
from hashes import table_id

# Steps that make sense also after the end.
AFTER = ("admit_spectator", "remove_spectator", "offer_rematch", "accept_rematch", "withdraw_rematch", "request_take_back",
         "grant_take_back")
# The order in which ends count that did not see each other, the first one first.
BROKEN, CARDS, CONCEDED, CLAIMED = range(4)
# Cards that were played, of who plays all that are left.
ALL = 1 << 60


class View:
    """The part of a match that one seat's log has seen, itself included: numbers only, so that it can be copied."""

    def __init__(self):
        self.opened = self.joined = self.started = self.ended = False
        self.seated, self.tips = None, [None, None]
        self.links, self.plays, self.decided = [0, 0], [0, 0], 0
        self.left, self.deciding, self.offered = [False, False], HOST, False
        # The entry of each seat's last card or decision, and its claim that stands: its kind and what it had seen.
        self.moved, self.claims = [0, 0], [None, None]
        # By seat: a concession that stands, a question to take it back, an offer of a rematch, and its acceptance.
        self.conceded, self.asked = [False, False], [False, False]
        self.offers, self.agreed = [False, False], [False, False]
        # The people who may watch at all, and everybody that was let in: whether they still watch.
        self.may_watch, self.watchers = False, {}

    @property
    def over(self):
        """Whether the end of the match was seen."""
        return self.ended or any(self.conceded)

    def copy(self):
        other = copy.copy(self)
        other.tips, other.links = self.tips[:], self.links[:]
        other.plays, other.left = self.plays[:], self.left[:]
        other.moved, other.claims = self.moved[:], self.claims[:]
        other.conceded, other.asked = self.conceded[:], self.asked[:]
        other.offers, other.agreed = self.offers[:], self.agreed[:]
        other.watchers = dict(self.watchers)
        return other


class Invalid(Exception):
    """A step that is not valid: its text says why."""


class Match:
    """A table's two logs, judged. Entries must be given so that what they cite came before."""

    def __init__(self, room, host):
        self.room, self.people = room, [host, None]
        self.views, self.seen, self.steps = [View(), View()], [0, 0], [[], []]
        self.broken, self.ends, self.count, self.wrong = [None, None], [], 0, None
        self.rules = self.game = None
        # Rounds that have links are the first ones.
        self.with_links = 1
        self.nonces, self.tips, self.chains = [None, None], [None, None], [[], []]
        self.taken, self.owed = 0, [None, None]
        # The last entry of the other log that each seat has seen, now and when it claimed, by seat and entry.
        self.known, self.claimed = [0, 0], {}

    def update(self):
        """Judges what is new in the room."""
        for log, first, last, _ in self.room.runs[self.taken:]:
            if log.author in self.people and log.incarnation == 0:
                seat = self.people.index(log.author)
                for entry in log.entries[first - 1:last]:
                    self.judge(seat, entry)
            self.taken += 1
        for seat, person in enumerate(self.people):
            log = self.room.logs.get((person, 0))
            if log and log.fork and not self.broken[seat]:
                self.breaks(seat, log.fork, "Two histories of it were signed.")

    def judge(self, seat, entry):
        view = self.views[seat]
        for author, incarnation, sequence, _ in entry.cited:
            if incarnation == 0 and author == self.people[1 - seat]:
                self.see(view, seat, sequence)
        for operation in entry.operations():
            if self.broken[seat]:
                return
            if operation.WhichOneof("kind") != "step":
                continue
            self.count += 1
            try:
                if operation.step.WhichOneof("step") not in (None, "move"):
                    self.check(view, seat, operation.step)
            except Invalid as invalid:
                self.wrong = self.wrong or (self.count, str(invalid))
                # After the end it counts for nothing, and the end stays what it was.
                if view.over:
                    continue
                self.breaks(seat, entry.sequence, str(invalid))
                return
            if operation.step.HasField("claim"):
                self.claimed[seat, entry.sequence] = self.known[seat]
            self.steps[seat].append((entry.sequence, operation.step))
            self.apply(view, seat, entry.sequence, operation.step)
            self.finish(view, seat, operation.step, entry)

    def see(self, view, seat, sequence):
        """The seat has now seen the other log up to this sequence."""
        self.known[seat] = max(self.known[seat], sequence)
        steps = self.steps[1 - seat]
        while self.seen[seat] < len(steps) and steps[self.seen[seat]][0] <= sequence:
            self.apply(view, 1 - seat, *steps[self.seen[seat]])
            self.seen[seat] += 1
        if self.broken[1 - seat] and sequence >= self.broken[1 - seat]:
            view.ended = True

    def ahead(self, seat):
        """The view that the next entry of a seat will have: it cites all that is here."""
        view = self.views[seat].copy()
        for sequence, step in self.steps[1 - seat][self.seen[seat]:]:
            self.apply(view, 1 - seat, sequence, step)
        if any(self.broken):
            view.ended = True
        return view

    def position(self, view):
        """The round and the battle to be played, and whether the round has links."""
        if view.decided < len(self.game.battles):
            return self.game.battles[view.decided][:2]
        return self.game.round, self.game.battle

    def linked(self, view, round):
        """Whether a round has links, and whether each seat's is there."""
        has = round <= self.with_links
        return has, [not has or count >= round for count in view.links]

    # The steps

    def check(self, view, seat, step):
        kind = step.WhichOneof("step")
        if view.over and kind in ("left", "returned"):
            return
        self.need(not view.over or kind in AFTER, "The end of the match had been seen.")
        if self.owed[seat] is not None:
            card = (step.play.round, step.play.battle) if kind == "play" else None
            self.need(card == (self.owed[seat], 0), "It had revealed its link unasked and did not play.")
        if kind in ("left", "returned"):
            self.need(view.joined or seat == HOST and view.opened, "The seat is not taken.")
            self.need(view.left[seat] == (kind == "returned"), "Leaving and returning take turns.")
            return
        getattr(self, "check_" + kind)(view, seat, getattr(step, kind))

    def need(self, holds, why):
        if not holds:
            raise Invalid(why)

    def check_open(self, view, seat, step):
        self.need(seat == HOST and not view.opened and len(step.nonce) == 16, "The table is opened once, by its host.")
        self.need(rules_from(step.rules) is not None, "The rules are out of range.")
        self.need(step.move_seconds <= 86400, "Nobody has longer than a day for a card.")
        self.need(table_id(self.people[HOST], step.nonce) == self.room.id, "The nonce is that of another table.")

    def check_seat(self, view, seat, step):
        self.need(seat == HOST and view.opened and view.seated is None, "The host seats one joiner.")
        self.need(len(step.joiner) == 32 and step.joiner != self.people[HOST], "Nobody can be seated so.")

    def check_join(self, view, seat, step):
        self.need(seat == JOINER and not view.joined and view.seated == self.people[JOINER]
                  and len(step.nonce) == 16, "The joiner had not been seated.")

    def check_commit(self, view, seat, step):
        self.need(len(step.tip) == 32 and view.tips[seat] is None, "A tip is committed to once.")
        self.need(view.joined if seat == JOINER else view.tips[JOINER] is not None, "The joiner's tip comes first.")
        self.need(step.tip != view.tips[1 - seat], "Both tips are the same.")

    def check_start(self, view, seat, step):
        self.need(seat == HOST and view.tips[HOST] is not None and not view.started, "The match could not start.")

    def check_cancel(self, view, seat, step):
        self.need(seat == HOST and view.opened and not view.started, "The table could not be closed.")

    def check_reveal(self, view, seat, step):
        self.need(view.started, "The match had not started.")
        round, _ = self.position(view)
        has, there = self.linked(view, round)
        self.need(step.round == round and has and not there[seat], "It is not the link that was due.")
        before = self.chains[seat][-1] if self.chains[seat] else view.tips[seat]
        self.need(len(step.link) == 32 and chained(seat, step.link) == before, "The link is not of its chain.")
        # Revealed without being asked for it is a tap: the card must follow.
        self.owed[seat] = None if there[1 - seat] else round

    def check_play(self, view, seat, step):
        self.need(view.started, "The match had not started.")
        round, battle = self.position(view)
        _, there = self.linked(view, round)
        self.need((step.round, step.battle) == (round, battle), "It is not the battle being played.")
        self.need(view.plays[seat] == view.decided, "The card had been played.")
        self.need(there[seat], "The link had not been revealed.")
        # A seat that has claimed and left does not keep the other from undoing the claim.
        gone = view.left[1 - seat] and view.claims[1 - seat] is None
        self.need(not view.left[seat] and not gone, "Somebody had left.")
        self.owed[seat] = None

    def check_decide(self, view, seat, step):
        self.need(view.started and seat == view.deciding and not view.offered, "It was the other's to decide.")
        round, battle = self.position(view)
        _, there = self.linked(view, round)
        self.need(all(there) and min(view.plays) > view.decided, "There was nothing to decide.")
        found = self.outcome(view.decided)
        self.need((step.round, step.battle, step.result, step.state_hash) == found, "The decision is wrong.")

    def check_concede(self, view, seat, step):
        self.need(view.started, "The match had not started.")

    def check_claim(self, view, seat, step):
        self.need(view.started and step.kind in (1, 2), "Nothing could be claimed.")
        self.need(view.claims[seat] is None, "Its last claim was not answered.")
        round, battle = self.position(view)
        _, there = self.linked(view, round)
        self.need((step.round, step.battle) == (round, battle) and view.plays[seat] > view.decided,
                  "The claimant had not played.")
        mine = (view.deciding == seat) != view.offered
        owed = not there[1 - seat] or view.plays[1 - seat] <= view.decided or not mine
        self.need(owed, "The other side owed nothing.")

    def check_accept_claim(self, view, seat, step):
        self.need(view.claims[1 - seat] is not None, "No claim stands.")

    def check_offer_hosting(self, view, seat, step):
        self.need(view.started and view.deciding == seat and not view.offered, "It does not decide.")

    def check_take_hosting(self, view, seat, step):
        self.need(view.offered and view.deciding != seat, "Nothing was offered.")

    def check_play_on(self, view, seat, step):
        self.need(view.started, "The match had not started.")
        round, _ = self.position(view)
        self.need(not self.linked(view, round)[0], "There were unseen cards.")
        self.need(view.plays[seat] < ALL, "It played on already.")
        self.need(not view.left[seat], "It had left.")

    def check_admit_spectator(self, view, seat, step):
        self.need(seat == HOST and view.may_watch, "Nobody may be let in.")
        self.need(len(step.author) == 32 and step.author not in self.people, "Nobody can watch so.")
        self.need(not view.watchers.get(step.author), "It watched already.")
        self.need(step.author in view.watchers or len(view.watchers) < 256, "Too many watch.")

    def check_remove_spectator(self, view, seat, step):
        self.need(seat == HOST and view.watchers.get(step.author), "It did not watch.")

    def check_request_take_back(self, view, seat, step):
        self.need(view.conceded[seat] and not view.asked[seat], "There was nothing to take back.")
        self.need(not view.ended and not view.conceded[1 - seat], "The match was over without it.")

    def check_grant_take_back(self, view, seat, step):
        self.need(view.conceded[1 - seat] and view.asked[1 - seat], "Nobody had asked.")
        self.need(not view.ended and not view.conceded[seat], "The match was over without it.")

    def check_offer_rematch(self, view, seat, step):
        self.need(view.started and view.over and not view.offers[seat], "No rematch could be offered.")

    def check_withdraw_rematch(self, view, seat, step):
        self.need(view.offers[seat], "Nothing was offered.")

    def check_accept_rematch(self, view, seat, step):
        self.need(view.started and view.over and view.offers[1 - seat], "Nothing was offered.")
        self.need(seat == HOST or not view.offers[seat], "The host accepts where both have offered.")
        self.need(not view.agreed[seat] and len(step.table) == 16, "It could not be accepted.")

    def apply(self, view, seat, sequence, step):
        kind = step.WhichOneof("step")
        if kind in ("play", "decide", "play_on"):
            view.moved[seat], view.claims[seat] = sequence, None
            if view.claims[1 - seat] and sequence > view.claims[1 - seat][1]:
                view.claims[1 - seat] = None
        if kind == "claim" and view.moved[1 - seat] <= self.claimed[seat, sequence]:
            view.claims[seat] = (step.claim.kind, self.claimed[seat, sequence])
        if kind == "open":
            view.opened, view.may_watch = True, step.open.spectators != 0
        elif kind == "seat":
            view.seated = step.seat.joiner
        elif kind == "join":
            view.joined = True
        elif kind == "commit":
            view.tips[seat] = step.commit.tip
        elif kind == "start":
            view.started = True
        elif kind == "reveal":
            view.links[seat] = step.reveal.round
        elif kind == "play":
            view.plays[seat] += 1
        elif kind == "decide":
            view.decided += 1
            view.ended = view.ended or self.game.over is not None and view.decided == len(self.game.battles)
        elif kind in ("left", "returned"):
            view.left[seat] = kind == "left"
        elif kind == "offer_hosting":
            view.offered = True
        elif kind == "take_hosting":
            view.deciding, view.offered = seat, False
        elif kind == "play_on":
            view.plays[seat] = ALL
        elif kind in ("admit_spectator", "remove_spectator"):
            view.watchers[getattr(step, kind).author] = kind == "admit_spectator"
        elif kind == "concede":
            view.conceded[seat], view.asked[seat] = True, False
        elif kind == "request_take_back":
            view.asked[seat] = True
        elif kind == "grant_take_back":
            view.conceded[1 - seat] = view.asked[1 - seat] = False
        elif kind in ("offer_rematch", "withdraw_rematch"):
            view.offers[seat] = kind == "offer_rematch"
        elif kind == "accept_rematch":
            view.agreed[seat] = True
        elif kind in ("accept_claim", "cancel"):
            view.ended = True

    def finish(self, view, seat, step, entry):
        """Applies a valid step of the log itself: the cards, and ends."""
        kind = step.WhichOneof("step")
        if kind == "open":
            self.rules_bytes, self.rules = step.open.rules, rules_from(step.open.rules)
            self.nonces[HOST] = step.open.nonce
        elif kind == "seat":
            self.people[JOINER] = step.seat.joiner
        elif kind == "join":
            self.nonces[JOINER] = step.join.nonce
            self.game = Game(game_id(self.rules_bytes, *self.people, *self.nonces), self.rules)
        elif kind == "reveal":
            self.chains[seat].append(step.reveal.link)
        elif kind == "decide" and view.ended:
            self.ends.append((CARDS, self.game.winner, self.game.over))
        elif kind == "concede":
            self.ends.append((CONCEDED, 1 - seat, "conceded"))
        elif kind == "grant_take_back":
            self.ends.remove((CONCEDED, seat, "conceded"))
        elif kind == "accept_claim":
            kind, _ = self.views[seat].claims[1 - seat]
            self.ends.append((CLAIMED, 1 - seat if kind == schema.CLAIM_KIND_WIN else None, "claimed"))
        elif kind == "cancel":
            self.ends.append((CARDS, None, "cancelled"))

    def outcome(self, number):
        """Returns the outcome of a battle; its links must be there."""
        while len(self.game.battles) <= number:
            game = self.game
            if game.battle == 0 and game.needs_links():
                game.begin(*(links[game.round - 1] for links in self.chains))
            game.decide()
            if game.needs_links():
                self.with_links = game.round
        return self.game.battles[number]

    def breaks(self, seat, sequence, why):
        self.broken[seat] = sequence
        if not self.views[seat].over:
            self.ends.append((BROKEN, 1 - seat if self.views[seat].started else None, why))

    def claims(self):
        """The seats whose claim was neither undone nor accepted: claimed, not confirmed."""
        if self.result():
            return []
        # Of a claim that one side does not know yet, the claimant's view knows; both views together know what undid it.
        views = [self.ahead(seat) for seat in (HOST, JOINER)]
        return [seat for seat in (HOST, JOINER) if all(view.claims[seat] for view in views)]

    def result(self):
        """(winner or None, why), once the match is over."""
        if not self.ends:
            return None
        first = min(kind for kind, _, _ in self.ends)
        found = [(winner, why) for kind, winner, why in self.ends if kind == first]
        return found[0] if len(found) == 1 else (None, found[0][1])
