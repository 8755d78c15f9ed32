"""The table of a duel as one log has seen it: libraries, hands, objects, asks, undo. protocol/duel.md section 25.

What is hidden is followed as well where a seat's secrets are given: for the own seat while it plays, for both in an audit.
"""
import copy

import duel
import schema
from duel import be32, h
from duelverdict import BOX

STEP = schema.DuelStep
LINK_GAP, UNDO_STEPS = 64, 200
FROM_HAND, FROM_LOOKED = "hand", "looked"


class Invalid(Exception):
    """A step that is not valid: its text says why."""


class Slot:
    """A place in a library. The key stays the same as long as the place is there."""

    def __init__(self, key, handle=None):
        self.key, self.handle = key, handle


class Item:
    """A card or token on the table."""

    def __init__(self, owner, name, handle, to, token):
        self.owner = self.controller = owner
        # The name that all know, and the handle that only the owner knows.
        self.name, self.handle, self.token = name, handle, token
        self.zone, self.x, self.y = to.zone, to.x, to.y
        self.tapped, self.attached, self.counters = False, 0, {}


class Part:
    """What a seat writes and what an undo brings back."""

    def __init__(self):
        self.slots, self.unused = [], set()
        self.hand, self.looked, self.counters = 0, 0, {}
        # What only the owner knows: the handles in the hand, and those that it looks at.
        self.held, self.seen = [], []
        self.sealed, self.sealed_handles, self.picked = 0, [], []


class Memory:
    """What never goes back: numbers, handles, roots, links."""

    def __init__(self):
        self.game, self.epoch, self.roots = 0, 0, {}
        self.asks, self.ask, self.links = 0, None, {}
        self.seals, self.objects = {}, 0
        # By handle: (epoch, label), or nothing for a card that was put or taken; and the name that all know.
        self.handles, self.names, self.fixed = {}, {}, {}
        self.shown, self.granted, self.shuffled, self.boxes = 0, False, False, {}
        self.chosen, self.chosen_position = [], None
        self.choices, self.rolls, self.opening, self.opened = {}, [], [], False
        # By handle: the card, where the secrets are known.
        self.cards, self.labels, self.deck, self.side = {}, {}, [], {}
        # The newest entry behind which no undo goes.
        self.barrier = 0


class Opened:
    """A seat's opening: its secrets, list and swaps."""

    def __init__(self, number, game, opening, listed, swaps):
        self.seat = duel.Seat(number, bytes(32), game)
        self.seat.opening, self.list, self.swaps = opening, listed, swaps
        self.main, self.side = decoded(listed)

    def places(self, game):
        """The places in the list of the main part and of the sideboard of a game."""
        main = set(range(len(self.main)))
        side = set(range(len(self.main), len(self.main) + len(self.side)))
        for swap in self.swaps:
            if swap.game == game:
                out, come = set(swap.out), set(getattr(swap, "in"))
                need(game > 1 and out <= main and come <= side, "A swap is not of the list.")
                main, side = main - out | come, side - come | out
        return main, side

    def deck(self, game):
        """The main part of a game, and by its places the sideboard."""
        whole, (main, side) = self.main + self.side, self.places(game)
        return [whole[at] for at in sorted(main)], {at: whole[at] for at in side}


def decoded(listed):
    """The cards of a list, part by part; not valid where its encoding is another one."""
    parts, at = [], 0
    for _ in range(2):
        lines, at, part = int.from_bytes(listed[at:at + 2], "big"), at + 2, []
        for _ in range(lines):
            count, size = (int.from_bytes(listed[at + i:at + i + 2], "big") for i in (0, 2))
            part += [listed[at + 4:at + 4 + size]] * count
            at += 4 + size
        parts.append(part)
    need(at == len(listed) and duel.encoded(*parts) == listed, "The list is not encoded as it must be.")
    return parts


def need(holds, why):
    if not holds:
        raise Invalid(why)


class Duel:
    """One view of the table."""

    def __init__(self, game, terms, commits, openings=(None, None)):
        self.id, self.terms, self.commits, self.openings = game, terms, commits, openings
        self.parts, self.memory = [Part(), Part()], [Memory(), Memory()]
        self.objects, self.marker, self.snapshots = {}, 0, [{}, {}]
        self.question, self.ends, self.conceded, self.offers, self.wins = [None, None], {}, {}, {}, [0, 0]
        for seat in (0, 1):
            for asker, tip in enumerate([commits[seat].tip, *commits[seat].tips]):
                self.memory[seat].links[asker] = (0, tip)

    # What follows from what

    def known(self, seat):
        return self.openings[seat]

    def over(self, game):
        """Whether a game is over in this view."""
        return game in self.ends

    def won(self):
        """The seat that has won the match by games, None for a draw, or False while it goes on."""
        games = self.terms.games
        for seat in (0, 1):
            if self.wins[seat] * 2 > games:
                return seat
        if len(self.ends) < games:
            return False
        return None if self.wins[0] == self.wins[1] else int(self.wins[1] > self.wins[0])

    # Steps

    def entry(self, seat, sequence, seen):
        """An entry of a seat begins: picks take effect that it has seen answered."""
        self.sequence, self.seen = sequence, seen
        ask = self.memory[seat].ask
        if ask and ask.answer and ask.answer[0] <= seen:
            self.pick(seat, ask)

    def leave(self, seat, sequence):
        """An entry of a seat ends: what an undo would bring back."""
        mine = {number: item for number, item in self.objects.items() if item.controller == seat}
        self.snapshots[seat][sequence] = copy.deepcopy((self.parts[seat], mine, self.marker if self.marker == seat else None))

    def apply(self, seat, step, own=True):
        """Applies a step; Invalid where it breaks a rule. Foreign steps (`own` false) were judged by their own log."""
        kind, memory = step.WhichOneof("step"), self.memory[seat]
        if kind in (None, "open_match", "complain", "verdict"):
            return getattr(self, "do_" + kind)(seat, getattr(step, kind), own) if kind else None
        begins = kind == "shuffle" and step.game == memory.game + 1
        if begins:
            need(not own or step.game == 1 or self.over(memory.game), "The game before goes on.")
            need(not own or self.won() is False, "The match is over.")
        elif step.game and self.over(step.game):
            if kind == "end_game" and step.end_game.how == STEP.EndGame.HOW_CONCEDE:
                self.also(seat, step.game)
            return None
        else:
            need(step.game == memory.game or kind == "answer", "It is a step of another game.")
        asked = self.question[seat]
        need(not own or not asked or kind in ("answer", "answer_undo", "end_game"), "It waits for the reply to its question.")
        if begins:
            self.begin(seat, step.game)
        after, memory.shuffled = memory.shuffled, False
        if kind == "shuffle":
            return self.do_shuffle(seat, step.shuffle, begins)
        if kind == "search":
            return self.do_search(seat, step.search, own, after)
        return getattr(self, "do_" + kind)(seat, getattr(step, kind), own)

    def begin(self, seat, game):
        memory = self.memory[seat]
        self.parts[seat], memory.ask, memory.game = Part(), None, game
        self.question = [None, None]
        self.parts[seat].counters["life"] = self.terms.life
        for number in [number for number, item in self.objects.items() if item.owner == seat]:
            del self.objects[number]
        if self.known(seat):
            memory.deck, memory.side = self.known(seat).deck(game)

    def do_shuffle(self, seat, step, begins):
        part, memory = self.parts[seat], self.memory[seat]
        need(memory.ask is None, "An ask is open.")
        need(len(step.root) == 32 and 0 < step.count <= 500, "No library is like that.")
        cards, handles = [], []
        if begins:
            need(memory.game > 1 or step.count == self.commits[seat].data.main, "The library is not the main part.")
            cards = memory.deck[:]
            need(not cards or len(cards) == step.count, "The library is not that of the list.")
        else:
            going = part.hand if step.whole_hand else len(step.seals)
            need(step.count == len(part.slots) + going + len(step.objects), "The number of cards is another one.")
            if self.known(seat):
                cards = [memory.labels[memory.epoch][label] for label in part.unused]
                handles = [slot.handle for slot in part.slots if slot.handle]
            if step.whole_hand:
                handles += part.held
                part.hand, part.held = 0, []
            for at, seal in enumerate(step.seals):
                looked = at >= len(step.seals) - step.looked
                handles.append(self.sealed(seat, seal, FROM_LOOKED if looked else FROM_HAND))
            for number in step.objects:
                item = self.own_object(seat, number)
                del self.objects[number]
                handles.append(item.handle)
        self.change_hand(seat)
        memory.epoch += 1
        memory.roots[memory.epoch] = (step.root, step.count)
        part.slots = [Slot((memory.epoch, place)) for place in range(step.count)]
        part.unused = set(range(step.count))
        memory.granted, memory.shuffled, memory.barrier = False, True, self.sequence
        if self.known(seat):
            cards += [memory.cards[handle] for handle in handles]
            secrets = self.known(seat).seat
            memory.labels[memory.epoch] = secrets.labels(memory.epoch, cards)
            need(duel.root(secrets.leaves(memory.epoch, memory.labels[memory.epoch])) == step.root, "The root is another one.")

    def do_ask(self, seat, step, own):
        part, memory = self.parts[seat], self.memory[seat]
        need(memory.ask is None, "Its last ask is open.")
        need(step.number == memory.asks + 1 <= duel.LINKS, "The number does not follow.")
        need(not memory.granted or step.WhichOneof("kind") != "cards", "Somebody else knows the labels.")
        self.link(seat, seat, step.number, step.link)
        kind = step.WhichOneof("kind")
        if kind == "cards":
            cards = step.cards
            self.slots(part, cards.place, cards.count)
            need(1 <= cards.goal <= 6, "No cards come like that.")
        elif kind == "dice":
            need(1 <= step.dice.count <= 100 and 2 <= step.dice.sides <= 1_000_000, "There are no such dice.")
        elif kind == "pick":
            source, count = step.pick.WhichOneof("from"), step.pick.count
            if source == "order":
                need(all(slot.handle is not None for slot in self.slots(part, step.pick.order, count)), "A place is not fixed.")
            elif source == "objects":
                numbers = step.pick.objects.numbers
                need(0 not in numbers and len(set(numbers)) == len(numbers) <= 300, "An object is named twice.")
                need(1 <= count <= len(numbers), "There are not so many cards.")
            elif source == "sealed_hand":
                need(part.sealed and step.pick.sealed_hand == part.sealed, "The hand is not sealed like that.")
                need(1 <= step.pick.count <= part.hand, "There are not so many cards.")
            else:
                need(1 <= step.pick.count <= len(self.zone(seat, step.pick.zone)), "There are not so many cards.")
        else:
            raise Invalid("It asks for nothing.")
        memory.asks, memory.ask = step.number, copy.deepcopy(Asked(step))

    @staticmethod
    def slots(part, place, count):
        """The places of a library that an ask names, in its order."""
        first, last = place.skip, place.skip + count
        need(0 < count <= 500 and last <= len(part.slots) and place.end in (1, 2), "The cards are not there.")
        slots = part.slots if place.end == STEP.Place.END_TOP else part.slots[::-1]
        return slots[first:last]

    def zone(self, seat, zone):
        return sorted(number for number, item in self.objects.items() if item.zone == zone and item.controller == seat)

    def link(self, seat, asker, number, link):
        """Checks a link against the last one of its chain."""
        last, before = self.memory[seat].links[asker]
        need(len(link) == 32 and 0 < number - last <= LINK_GAP, "The link does not follow.")
        found = link
        for _ in range(number - last):
            found = h("chain", bytes([seat + 1]), bytes([asker + 1]), found)
        need(found == before, "The link is not of its chain.")
        self.memory[seat].links[asker] = (number, link)

    def do_answer(self, seat, step, own):
        need(step.asker == 2 - seat, "It answers nobody.")
        asker = 1 - seat
        ask = self.memory[asker].ask
        if not own and (ask is None or ask.step.number != step.number):
            return
        need(ask is not None and ask.step.number == step.number and ask.answer is None, "There was nothing to answer.")
        self.link(seat, asker, step.number, step.link)
        ask.answer = (self.sequence, step.link)

    def pick(self, seat, ask):
        """What chance brings takes effect."""
        part, memory, step = self.parts[seat], self.memory[seat], ask.step
        memory.ask = None
        links = [step.link, ask.answer[1]]
        if seat == 1:
            links.reverse()
        stream = duel.Stream(h("pick", self.id, bytes([seat + 1]), be32(step.number), *links))
        kind = step.WhichOneof("kind")
        if kind == "dice":
            memory.rolls.append([stream.pick(step.dice.sides) + 1 for _ in range(step.dice.count)])
        elif kind == "pick":
            source = step.pick.WhichOneof("from")
            if source == "order":
                slots = self.slots(part, step.pick.order, step.pick.count)
                handles = [slot.handle for slot in slots]
                stream.shuffle(handles)
                for slot, handle in zip(slots, handles):
                    slot.handle = memory.fixed[slot.key] = handle
                # Taken back, it could be tried again.
                memory.barrier = self.sequence
                return
            left = list(range(part.hand)) if source == "sealed_hand" else list(step.pick.objects.numbers) if source == "objects" else self.zone(seat, step.pick.zone)
            part.picked = [left.pop(stream.pick(len(left))) for _ in range(step.pick.count)]
        else:
            self.bring(seat, step.cards, stream)

    def bring(self, seat, cards, stream):
        part, memory, handles = self.parts[seat], self.memory[seat], []
        slots = self.slots(part, cards.place, cards.count)
        for slot in slots:
            if slot.handle is None:
                left = sorted(part.unused)
                label = left[stream.pick(len(left))]
                part.unused.remove(label)
                slot.handle = memory.fixed[slot.key] = self.handle(seat, (memory.epoch, label))
            handles.append(slot.handle)
        if cards.goal == STEP.GOAL_STAY:
            return
        part.slots = [slot for slot in part.slots if slot not in slots]
        if cards.goal == STEP.GOAL_HAND:
            self.change_hand(seat)
            part.hand += len(handles)
            part.held += handles
        elif cards.goal == STEP.GOAL_DOWN:
            for handle in handles:
                self.place(seat, "", handle, STEP.Spot(zone=STEP.ZONE_EXILE))
        else:
            part.looked += len(handles)
            part.seen += handles

    def handle(self, seat, label=None, card=None):
        """A new handle; its card where the secrets are known."""
        memory = self.memory[seat]
        number = len(memory.handles) + 1
        memory.handles[number] = label
        if label and self.known(seat):
            card = memory.labels[label[0]][label[1]]
        if card is not None:
            memory.cards[number] = card
        return number

    def sealed(self, seat, seal, place, removes=True):
        """The handle behind the next seal, where the secrets are known; it leaves its place."""
        part, memory = self.parts[seat], self.memory[seat]
        need(len(seal) == 32, "A seal is of another size.")
        number = len(memory.seals) + 1
        memory.seals[number] = seal
        candidates = part.held if place == FROM_HAND else part.seen
        if removes:
            self.remove(seat, place)
        if not self.known(seat):
            return None
        for handle in candidates:
            if self.known(seat).seat.seal(number, handle) == seal:
                if removes:
                    candidates.remove(handle)
                return handle
        raise Invalid("A seal hides a card that the seat does not hold.")

    def remove(self, seat, place):
        part = self.parts[seat]
        if place == FROM_HAND:
            need(part.hand > 0, "The hand is empty.")
            part.hand -= 1
            self.change_hand(seat)
        else:
            need(part.looked > 0, "It looks at no card.")
            part.looked -= 1

    def change_hand(self, seat):
        self.parts[seat].sealed = 0

    def opened(self, seat, handle, card):
        """A hidden card is named: always the same name, and the true one."""
        memory = self.memory[seat]
        need(memory.names.setdefault(handle, card) == card, "The card had another name.")
        if self.known(seat):
            need(memory.cards.get(handle) == card, "It is another card.")

    def do_open(self, seat, step, own):
        memory = self.memory[seat]
        need(step.handle in memory.handles, "There is no such card.")
        label = memory.handles[step.handle]
        if label:
            epoch, number = label
            root, count = memory.roots[epoch]
            content = h("leaf", self.id, bytes([seat + 1]), be32(epoch), be32(number), step.salt, step.card)
            try:
                found = duel.proven(duel.leaf(content), number, count, step.path)
            except (AssertionError, IndexError):
                found = None
            need(found == root, "The card is not that of the label.")
        self.opened(seat, step.handle, step.card)

    def place(self, seat, name, handle, to, token=False):
        memory = self.memory[seat]
        memory.objects += 1
        number = 8 * memory.objects + seat + 1
        self.objects[number] = Item(seat, name, handle, to, token)
        return number

    def do_play(self, seat, step, own):
        part, memory, kind = self.parts[seat], self.memory[seat], step.WhichOneof("card")
        need(1 <= step.to.zone <= 5, "There is no such place.")
        need(not self.picks_from_hand(seat) or step.looked or kind == "token", "A card of the hand is being picked.")
        place = FROM_LOOKED if step.looked else FROM_HAND
        if kind == "token":
            need(step.name, "A token has a name.")
            self.place(seat, step.name, None, step.to, True)
            return
        if kind == "seal":
            handle = self.sealed(seat, step.seal, place)
            if not step.name:
                handle = self.handle(seat, card=memory.cards.get(handle))
        else:
            handle = step.handle
            need(handle in memory.names and memory.names[handle] == step.name, "It was not shown.")
            self.remove(seat, place)
            held = part.seen if step.looked else part.held
            if self.known(seat):
                need(handle in held, "The seat does not hold the card.")
                held.remove(handle)
        if step.name and handle:
            self.opened(seat, handle, step.name)
        self.place(seat, step.name, handle, step.to)

    def picks_from_hand(self, seat):
        ask = self.memory[seat].ask
        return ask and ask.step.HasField("pick") and ask.step.pick.WhichOneof("from") == "sealed_hand"

    def do_put(self, seat, step, own):
        part, memory = self.parts[seat], self.memory[seat]
        need(memory.ask is None, "An ask is open.")
        if step.WhichOneof("card") == "seal":
            before = self.sealed(seat, step.seal, FROM_LOOKED if step.looked else FROM_HAND)
        else:
            before = self.own_object(seat, step.object).handle
            del self.objects[step.object]
        need(step.place.end in (1, 2) and step.place.skip <= len(part.slots), "There is no such place.")
        handle = self.handle(seat, card=memory.cards.get(before))
        at = step.place.skip if step.place.end == STEP.Place.END_TOP else len(part.slots) - step.place.skip
        part.slots.insert(at, Slot(("put", handle), handle))

    def own_object(self, seat, number):
        item = self.objects.get(number)
        need(item and item.owner == item.controller == seat and not item.token, "It is no card of its own there.")
        return item

    def do_take(self, seat, step, own):
        part, memory, kind = self.parts[seat], self.memory[seat], step.WhichOneof("card")
        need(memory.ask is None, "An ask is open.")
        if kind == "label":
            need(step.label in part.unused, "The label is used.")
            part.unused.remove(step.label)
            lowest = max(at for at, slot in enumerate(part.slots) if slot.handle is None)
            del part.slots[lowest]
            handle, memory.barrier = self.handle(seat, (memory.epoch, step.label)), self.sequence
        elif kind == "slot":
            need(step.slot < len(part.slots) and part.slots[step.slot].handle, "There is no known card.")
            handle = part.slots.pop(step.slot).handle
        elif kind == "object":
            before = self.own_object(seat, step.object).handle
            del self.objects[step.object]
            handle = self.handle(seat, card=memory.cards.get(before))
        elif kind == "looked":
            before = self.sealed(seat, step.looked, FROM_LOOKED)
            handle = self.handle(seat, card=memory.cards.get(before))
        elif kind == "side":
            handle = self.handle(seat, card=self.from_side(seat, step.side))
        else:
            raise Invalid("It takes nothing.")
        self.change_hand(seat)
        part.hand += 1
        part.held.append(handle)

    def from_side(self, seat, seal):
        """The card of the sideboard behind a seal, which hides its place in the list."""
        memory, opened = self.memory[seat], self.known(seat)
        number = len(memory.seals) + 1
        memory.seals[number] = seal
        need(len(seal) == 32, "A seal is of another size.")
        if not opened:
            return None
        for at in memory.side:
            if opened.seat.seal(number, at) == seal:
                return memory.side.pop(at)
        raise Invalid("A seal hides a card that the seat does not hold.")

    def mine(self, seat, number):
        item = self.objects.get(number)
        need(item and item.controller == seat, "It does not control that.")
        return item

    def do_turn(self, seat, step, own):
        item = self.mine(seat, step.object)
        if step.down:
            item.name = ""
        else:
            if item.handle and not item.name:
                self.opened(item.owner, item.handle, step.card)
            item.name = step.card or item.name

    def do_move(self, seat, step, own):
        item = self.mine(seat, step.object)
        need(item.owner == seat or step.to.zone not in (STEP.ZONE_GRAVEYARD, STEP.ZONE_EXILE), "Only its owner moves it there.")
        item.zone, item.x, item.y = step.to.zone, step.to.x, step.to.y
        item.tapped, item.attached = step.tapped, step.attached_to

    def do_pass(self, seat, step, own):
        need(step.seat in (1, 2), "Nobody sits there.")
        if step.WhichOneof("what") == "object":
            self.mine(seat, step.object).controller = step.seat - 1
        else:
            need(self.marker == seat, "It is not its turn.")
            self.marker = step.seat - 1

    def do_note(self, seat, step, own):
        memory = self.memory[seat]
        if step.seal:
            number = len(memory.seals) + 1
            memory.seals[number] = memory.choices[number] = step.seal
        elif step.opens:
            found = h("choice", self.id, bytes([seat + 1]), be32(step.opens), step.salt, step.text.encode())
            need(found == memory.choices.pop(step.opens, None), "The text is not what was sealed.")
        elif step.object:
            self.mine(seat, step.object)

    def do_mark(self, seat, step, own):
        kind = step.WhichOneof("what")
        if kind == "counter":
            need(abs(step.counter.value) <= 99_999, "The number is out of range.")
            counters = self.mine(seat, step.counter.object).counters if step.counter.object else self.parts[seat].counters
            counters[step.counter.name] = step.counter.value
        elif kind == "phase":
            need(self.marker == seat, "It is not its turn.")

    def do_show_to(self, seat, step, own):
        need(step.seat == 2 - seat, "Nobody sits there.")
        handles = [self.sealed(seat, seal, FROM_HAND, removes=False) for seal in step.seals]
        self.box(seat, step, handles + list(step.handles))

    def box(self, seat, step, what):
        """A part of a box: when it is whole, it is kept with what is in it, by the owner's word."""
        memory = self.memory[seat]
        if step.part <= 1:
            memory.shown += 1
            memory.boxes[memory.shown] = [b"", what, step.parts]
        kept = memory.boxes[memory.shown]
        kept[0] += step.box

    def do_search(self, seat, step, own, after):
        memory = self.memory[seat]
        if step.WhichOneof("step") == "grant":
            need(after or step.grant.part > 1, "The step before is no shuffle.")
            memory.granted, memory.barrier = True, self.sequence
            self.box(seat, step.grant, None)
        else:
            other = self.memory[1 - seat]
            need(step.chosen.seat == 2 - seat and other.granted, "There is nothing to search.")
            need(len(step.chosen.labels) <= 40, "More are chosen than a hand can be sealed with.")
            need(set(step.chosen.labels) <= self.parts[1 - seat].unused, "A label is used.")
            other.chosen = list(step.chosen.labels)

    def do_seal_hand(self, seat, step, own):
        part, memory = self.parts[seat], self.memory[seat]
        need(len(step.seals) == part.hand > 0, "There is one seal for each card.")
        part.sealed, held = len(memory.seals) + 1, part.held[:]
        part.sealed_handles = []
        for seal in step.seals:
            handle = self.sealed(seat, seal, FROM_HAND, removes=False)
            if handle:
                held.remove(handle)
                part.sealed_handles.append(handle)
        part.sealed, memory.barrier = len(memory.seals) - len(step.seals) + 1, self.sequence

    def do_choose(self, seat, step, own):
        need(step.seat == 2 - seat, "Nobody sits there.")
        part = self.parts[1 - seat]
        need(step.sealed_hand == part.sealed and step.position < part.hand or not own, "The hand is not sealed like that.")
        self.memory[1 - seat].chosen_position = step.position

    def do_ask_undo(self, seat, step, own):
        need(self.memory[seat].ask is None, "An ask is open.")
        need(len(step.kept) == 2, "It names no place.")
        for at in (0, 1):
            need(step.kept[at] in self.snapshots[at], "There is no such place.")
            need(step.kept[at] >= self.memory[at].barrier, "It lies behind a shuffle.")
        need(max(self.snapshots[seat]) - step.kept[seat] <= UNDO_STEPS, "It lies too far back.")
        self.question[seat] = list(step.kept)

    def do_answer_undo(self, seat, step, own):
        kept, self.question[1 - seat] = self.question[1 - seat], None
        need(not own or kept, "Nobody had asked.")
        if not step.granted or not kept:
            return
        need(not own or self.memory[seat].ask is None and not self.question[seat], "It cannot grant that now.")
        self.undo(kept)
        self.memory[seat].barrier = self.sequence
        # The asker's next entry comes after it.
        self.memory[1 - seat].barrier = max(self.snapshots[1 - seat])

    def undo(self, kept):
        """Parts and objects as they were; cards that were picked since lie in their places."""
        objects = {}
        for seat in (0, 1):
            part, mine, marker = copy.deepcopy(self.snapshots[seat][kept[seat]])
            self.parts[seat] = part
            objects |= mine
            self.marker = self.marker if marker is None else marker
            fixed, handles = self.memory[seat].fixed, self.memory[seat].handles
            for slot in part.slots:
                if slot.handle is None and slot.key in fixed:
                    slot.handle = fixed[slot.key]
                    part.unused.discard(handles[slot.handle][1])
        self.objects = objects

    def do_end_game(self, seat, step, own):
        game = self.memory[seat].game
        if step.how == STEP.EndGame.HOW_CONCEDE:
            self.conceded[game] = (seat, self.sequence)
            self.end(game, 1 - seat)
        elif step.how == STEP.EndGame.HOW_OFFER_DRAW:
            self.offers[seat] = game
        else:
            need(not own or self.offers.get(1 - seat) == game, "No draw was offered.")
            self.end(game, None)

    def also(self, seat, game):
        """A concession of a game that is over: it comes before an agreed draw, and two that did not see each other are a draw."""
        other, sequence = self.conceded.get(game, (None, 0))
        if other is None:
            self.conceded[game] = (seat, self.sequence)
            self.ends[game] = 1 - seat
            self.wins[1 - seat] += 1
        elif other != seat and sequence > self.seen and self.ends[game] is not None:
            self.wins[self.ends[game]] -= 1
            self.ends[game] = None

    def end(self, game, winner):
        self.ends[game] = winner
        for memory in self.memory:
            memory.ask = None
        if winner is not None:
            self.wins[winner] += 1

    def do_complain(self, seat, step, own):
        need(0 < step.shown <= self.memory[1 - seat].shown, "There is no such box.")

    def do_verdict(self, seat, step, own):
        """A verdict changes nothing of the table."""

    def do_open_match(self, seat, step, own):
        memory, box = self.memory[seat], bool(step.judge_box)
        need(step.part == len(memory.opening) + 1 and step.part <= step.parts <= 17, "The parts are out of order.")
        need(all((part.parts, bool(part.judge_box)) == (step.parts, box) for part in memory.opening), "The parts do not go together.")
        if box:
            need(self.terms.HasField("judge"), "The table has no judge.")
            need(len(step.judge_box) <= BOX and not (step.list_part or step.swaps or step.secret), "It is no box for the judge.")
        else:
            need(len(step.secret) == (32 if step.part == step.parts else 0), "The secret comes last, and is there.")
        memory.opening.append(step)
        memory.opened = step.part == step.parts


class Asked:
    """An ask that waits: its step, and the place and the link of the answer."""

    def __init__(self, step):
        self.step, self.answer = step, None

