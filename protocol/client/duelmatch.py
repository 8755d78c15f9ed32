"""Judges the logs of a duel, and audits them with what both have opened. protocol/duel.md section 25; protocol/war.md section 8.

`python3 protocol/client/duelmatch.py [--judge KEY] FILE…` verifies files of `parlor duel export`, and ends with 1 when one does not hold.
With the file of a judge's key it reads what was opened to that judge.
"""
import argparse
import pathlib
import sys

from google.protobuf.message import DecodeError

import duelverdict
import hashes
import hpke
import schema
from deal import HOST, JOINER
from duel import h
from duelstate import Duel, Invalid, Opened, need
from hashes import table_id

BROKEN, CONCEDED, CLAIMED, PLAYED = range(4)
#: Steps of the table that make sense also after the end.
AFTER = ("left", "returned", "offer_rematch", "accept_rematch", "withdraw_rematch", "request_take_back", "grant_take_back",
         "admit_spectator", "remove_spectator")
#: Steps of the duel that count once it is over.
LAST = ("open_match", "complain", "verdict")


class Commit:
    """What a seat has committed to."""

    def __init__(self, step):
        self.tip, self.tips, self.data = step.tip, list(step.tips), schema.DuelCommitment.FromString(step.data)


class View:
    """What the log of a seat has seen, itself included."""

    def __init__(self):
        self.opened = self.joined = self.started = self.ended = False
        self.seated, self.commits = None, [None, None]
        self.left, self.conceded, self.asked = [False, False], [False, False], [False, False]
        self.claims, self.open = [None, None], [False, False]
        self.duel = None


class DuelMatch:
    """A table's two logs, judged. With openings what is hidden is judged as well."""

    def __init__(self, room, host, openings=(None, None), judge=None):
        self.room, self.people, self.openings, self.judge_keys = room, [host, None], list(openings), judge
        # Of each seat the sequence, what it has seen and the bytes of each step, as a verdict is signed over them; and its verdicts.
        self.played, self.brought = [[], []], [[], []]
        self.views, self.steps, self.known = [View(), View()], [[], []], [0, 0]
        self.taken, self.count, self.wrong, self.broken, self.ends = 0, 0, None, [None, None], []
        self.nonces, self.terms, self.rules, self.game = [None, None], None, b"", None

    def update(self):
        """Judges what is new in the room."""
        for log, first, last, _ in self.room.runs[self.taken:]:
            self.taken += 1
            if log.author in self.people and log.incarnation == 0:
                for entry in log.entries[first - 1:last]:
                    self.judge(self.people.index(log.author), entry)
        for seat, person in enumerate(self.people):
            log = self.room.logs.get((person, 0))
            if log and log.fork and not self.broken[seat]:
                self.breaks(seat, log.fork, "Two histories of it were signed.")

    def judge(self, seat, entry):
        view = self.views[seat]
        for author, incarnation, sequence, _ in entry.cited:
            if incarnation == 0 and author == self.people[1 - seat]:
                self.see(seat, sequence)
        steps = [operation.step for operation in entry.operations() if operation.WhichOneof("kind") == "step"]
        valid = []
        if view.duel and steps:
            view.duel.entry(seat, entry.sequence, self.known[seat])
        for step in steps:
            if self.broken[seat]:
                return
            self.count += 1
            try:
                self.step(seat, view, step, entry.sequence)
            except (Invalid, DecodeError) as invalid:
                self.wrong = self.wrong or (self.count, str(invalid))
                if not self.over(view):
                    self.breaks(seat, entry.sequence, str(invalid))
                    return
                continue
            valid.append(step)
        self.leave(view, seat, entry.sequence)
        self.steps[seat].append((entry.sequence, self.known[seat], valid))

    def see(self, seat, sequence):
        """The seat has now seen the other log up to this sequence."""
        other = 1 - seat
        for at, seen, steps in self.steps[other]:
            if self.known[seat] < at <= sequence:
                view = self.views[seat]
                if view.duel and steps:
                    view.duel.entry(other, at, seen)
                for step in steps:
                    self.follow(view, other, step)
                self.leave(view, other, at)
        self.known[seat] = max(self.known[seat], sequence)
        if self.broken[other] and sequence >= self.broken[other]:
            self.views[seat].ended = True

    def look(self, seat):
        """The seat sees all that is here; its next entry cites it."""
        other = self.steps[1 - seat]
        if other:
            self.see(seat, other[-1][0])
        if self.broken[1 - seat]:
            self.views[seat].ended = True

    def leave(self, view, seat, sequence):
        if view.duel:
            view.duel.leave(seat, sequence)

    def over(self, view):
        return view.ended or any(view.conceded) or any(view.open) or view.duel is not None and view.duel.won() is not False

    # Steps of the table

    def step(self, seat, view, step, sequence):
        """Judges a step of a seat's own log, and applies it."""
        kind = step.WhichOneof("step")
        if kind == "move":
            self.move(seat, view, step, sequence)
            return
        if kind is None or self.over(view) and kind in ("left", "returned"):
            return
        need(not self.over(view) or kind in AFTER, "The end of the match had been seen.")
        self.check(seat, view, kind, getattr(step, kind))
        self.follow(view, seat, step, True)
        self.finish(view, seat, kind, step)

    def move(self, seat, view, step, sequence):
        """Judges a step of the duel of a seat's own log, and applies it."""
        need(view.started, "The match had not started.")
        move = schema.DuelStep.FromString(step.move)
        is_last = move.WhichOneof("step") in LAST
        # Of what comes after an end that the table has made, these alone count, and only where they are valid. What comes after the
        # last game is among the entries.
        is_ended = view.ended or any(view.conceded)
        if is_ended and not is_last:
            return
        played = (sequence, self.known[seat], move.SerializeToString(deterministic=True))
        if not is_ended:
            self.played[seat].append(played)
        if self.over(view) and not is_last:
            return
        if move.HasField("open_match"):
            need(self.over(view), "The match goes on.")
        elif move.HasField("verdict"):
            self.check_verdict(seat, view, move.verdict, sequence)
            self.brought[seat].append(move.verdict)
        self.follow(view, seat, step, True)
        if is_ended:
            self.played[seat].append(played)
        self.finish(view, seat, "move", step)

    def check_verdict(self, seat, view, step, sequence):
        need(self.terms.HasField("judge"), "The table has no judge.")
        need(self.over(view), "The match goes on.")
        need(max(step.winner, step.failing) <= 2 and len(step.signature) == 64, "It is no verdict.")
        need(len(step.last) == 2 and step.last[seat] < sequence and step.last[1 - seat] <= self.known[seat],
             "It has not seen what the judge has.")
        need(len(self.brought[seat]) < duelverdict.VERDICTS, "There are too many verdicts.")

    def check(self, seat, view, kind, step):
        rules = {
            "open": lambda: seat == HOST and not view.opened and self.terms_of(step) and table_id(self.people[0], step.nonce) == self.room.id,
            "seat": lambda: seat == HOST and view.opened and not view.seated and len(step.joiner) == 32,
            "join": lambda: seat == JOINER and not view.joined and view.seated == self.people[JOINER] and len(step.nonce) == 16,
            "commit": lambda: not view.commits[seat] and self.committed(step)
            and (view.joined if seat == JOINER else view.commits[JOINER] is not None),
            "start": lambda: seat == HOST and view.commits[HOST] and not view.started,
            "cancel": lambda: seat == HOST and not view.started,
            "concede": lambda: view.started,
            "left": lambda: not view.left[seat],
            "returned": lambda: view.left[seat],
            "claim": lambda: view.started and not view.claims[seat],
            "accept_claim": lambda: view.claims[1 - seat] is not None,
            "request_take_back": lambda: view.conceded[seat] and not view.asked[seat] and not view.open[seat],
            "grant_take_back": lambda: view.asked[1 - seat] and not any(view.open),
            "offer_rematch": lambda: self.over(view),
            "accept_rematch": lambda: self.over(view),
        }
        need(kind in rules and rules[kind](), f"A step of the table is out of place: {kind}.")

    def terms_of(self, step):
        terms = schema.DuelTerms.FromString(step.rules)
        need(not terms.HasField("judge") or duelverdict.is_signed(terms.judge), "The judge of the table has not signed the name and the key.")
        return step.game == "duel" and terms.games in (1, 3, 5) and terms.life <= 99_999 and len(terms.format.encode()) <= 40

    def committed(self, step):
        data = schema.DuelCommitment.FromString(step.data)
        return len(step.tip) == 32 and [len(tip) for tip in step.tips] == [32] and len(data.deck) == len(data.box_key) == 32 \
            and 1 <= data.main <= 500 and data.side <= 100

    def follow(self, view, seat, step, own=False):
        """Applies a step to a view."""
        kind = step.WhichOneof("step")
        if kind == "move":
            view.claims[1 - seat] = None
            move = schema.DuelStep.FromString(step.move)
            view.duel.apply(seat, move, own)
            if view.duel.memory[seat].opened:
                view.open[seat] = True
            return
        value = getattr(step, kind) if kind else None
        if kind == "open":
            view.opened = True
        elif kind == "seat":
            view.seated = value.joiner
        elif kind == "join":
            view.joined = True
        elif kind == "commit":
            view.commits[seat] = Commit(value)
        elif kind == "start":
            view.started, view.duel = True, Duel(self.game, self.terms, view.commits, self.openings)
        elif kind in ("left", "returned"):
            view.left[seat] = kind == "left"
        elif kind == "claim":
            view.claims[seat] = value.kind
        elif kind == "concede":
            view.conceded[seat], view.asked[seat] = True, False
        elif kind == "request_take_back":
            view.asked[seat] = True
        elif kind == "grant_take_back":
            view.conceded[1 - seat] = view.asked[1 - seat] = False
        elif kind in ("accept_claim", "cancel"):
            view.ended = True

    def finish(self, view, seat, kind, step):
        if kind == "open":
            self.rules, self.nonces[HOST] = step.open.rules, step.open.nonce
            self.terms = schema.DuelTerms.FromString(self.rules)
        elif kind == "seat":
            self.people[JOINER] = step.seat.joiner
        elif kind == "join":
            self.nonces[JOINER] = step.join.nonce
            self.game = h("game", h("rules", self.rules), *self.people, *self.nonces)
        elif kind == "concede":
            self.ends.append((CONCEDED, 1 - seat, "conceded"))
        elif kind == "grant_take_back":
            self.ends.remove((CONCEDED, seat, "conceded"))
        elif kind == "accept_claim":
            self.ends.append((CLAIMED, 1 - seat, "claimed"))
        elif kind == "cancel":
            self.ends.append((PLAYED, None, "cancelled"))
        elif kind == "move" and view.duel.won() is not False and not self.ends:
            self.ends.append((PLAYED, view.duel.won(), "games"))

    def breaks(self, seat, sequence, why):
        self.broken[seat] = sequence
        if not self.over(self.views[seat]):
            self.ends.append((BROKEN, 1 - seat if self.views[seat].started else None, why))

    def result(self):
        """(winner or None, why), once the match is over."""
        if not self.ends:
            return None
        first = min(kind for kind, _, _ in self.ends)
        found = [(winner, why) for kind, winner, why in self.ends if kind == first]
        return found[0] if len({winner for winner, _ in found}) == 1 else (None, found[0][1])

    def whole(self):
        """The view of both logs, once everything is here."""
        for seat in (HOST, JOINER):
            self.look(seat)
        return self.views[HOST]

    # Audit

    def parts(self, seat):
        """The parts in which a seat has opened; none where some are missing."""
        whole = [view.duel.memory[seat] for view in self.views if view.duel and view.duel.memory[seat].opened]
        return whole[0].opening if whole else []

    def opening(self, seat):
        """What a seat has opened to us, or nothing."""
        parts = self.parts(seat)
        if parts and parts[0].judge_box:
            if not self.judge_keys:
                return None
            try:
                parts = [self.judge_keys.opened(self.game, seat, part) for part in parts]
            except (ValueError, DecodeError) as error:
                raise Invalid(f"A box of seat {seat + 1} holds no part of its opening.") from error
            need(len(parts[-1].secret) == 32, f"The opening of seat {seat + 1} has no secret.")
        if not parts:
            return None
        swaps = [swap for part in parts for swap in part.swaps]
        return Opened(seat + 1, self.game, parts[-1].secret, b"".join(part.list_part for part in parts), swaps)

    def verdicts(self):
        """What the judge of the table has signed, of what was brought."""
        judge = self.terms.judge
        return [verdict for brought in self.brought for verdict in brought
                if hashes.verified(judge.key, verdict.signature, duelverdict.signed_verdict(self, verdict))]

    def audit(self):
        """The same match again with the openings: a sentence on the first lie, or nothing."""
        self.whole()
        try:
            openings = [self.opening(seat) for seat in (HOST, JOINER)]
        except Invalid as invalid:
            return str(invalid)
        for seat, opened in enumerate(openings):
            committed = self.views[seat].commits[seat]
            if opened and committed.data.deck != opened.seat.commitment(opened.list):
                return f"The list of seat {seat + 1} is not the one that was committed to."
        again = DuelMatch(self.room, self.people[HOST], openings)
        again.update()
        if again.wrong:
            return "step {}: {}".format(*again.wrong)
        duel = again.whole().duel
        for seat, opened in enumerate(openings):
            if not opened:
                continue
            secret = h("box", opened.seat.opening)
            if hpke.public(secret) != self.views[seat].commits[seat].data.box_key:
                return f"The key of the box of seat {seat + 1} does not follow."
            problem = self.boxes(duel, 1 - seat, secret) if all(openings) else None
            if problem:
                return problem
        return None

    def boxes(self, duel, sender, secret):
        """Opens the boxes of a sender with the receiver's secret."""
        memory = duel.memory[sender]
        for number, (box, what, _) in memory.boxes.items():
            try:
                cards = opened_box(self.game, sender, number, box, secret).cards
            except (ValueError, DecodeError):
                return f"Box {number} of seat {sender + 1} cannot be opened."
            if what is not None and list(cards) != [memory.cards[handle] for handle in what]:
                return f"Box {number} of seat {sender + 1} lies."
        return None


def box_info(game, owner, number):
    return h("box info", game, bytes([owner + 1]), bytes([2 - owner]), number.to_bytes(4, "big"))


def opened_box(game, sender, number, box, secret):
    return schema.DuelBox.FromString(hpke.opened(secret, box[:32], box_info(game, sender, number), box[32:]))


def level(match):
    """How much of a match is proven: like the words of `parlor duel verify`."""
    openings = [match.opening(seat) for seat in (HOST, JOINER)]
    winner = match.result() and match.result()[0]
    if all(openings):
        return "both opened"
    if winner is not None and openings[winner]:
        return "the winner opened"
    if not match.result() or not match.terms.HasField("judge"):
        return "not opened"
    verdicts = match.verdicts()
    if not verdicts:
        return "the judge has not signed"
    if len({duelverdict.counts(verdict, winner) for verdict in verdicts}) > 1:
        return "the judge has signed what does not go together"
    if verdicts[0].failing:
        return f"the judge has signed that seat {verdicts[0].failing} breaks the rules"
    return "the judge has signed" if duelverdict.counts(verdicts[0], winner) else "the judge has signed another result"


def main():
    import bundle
    words = argparse.ArgumentParser()
    words.add_argument("--judge", type=pathlib.Path)
    words.add_argument("files", nargs="+")
    words, failed = words.parse_args(), 0
    keys = words.judge and duelverdict.JudgeKeys.read(words.judge)
    for name in words.files:
        try:
            match = bundle.unpacked(pathlib.Path(name).read_bytes(), lambda room, host: DuelMatch(room, host, judge=keys))
            wrong = match.wrong and "step {}: {}".format(*match.wrong) or match.audit()
        except (bundle.Broken, DecodeError) as broken:
            wrong, match = str(broken), None
        failed += bool(wrong)
        print(f"{name}: {wrong}" if wrong else f"{name}: {match.count} steps, {match.result()}, {level(match)}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
