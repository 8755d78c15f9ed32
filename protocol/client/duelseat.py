"""Plays a seat of a duel. protocol/duel.md section 25.

The node's own steps come by themselves: answers, the step that takes an answer in, openings. All others are called.
"""
import os

import duel
import duelverdict
import hpke
import schema
from deal import HOST, JOINER
from duel import be32, h
from duelmatch import DuelMatch, box_info, opened_box
from duelstate import STEP, Opened
from hashes import table_id
from logs import Room
from table import Table

TOP, BOTTOM = (schema.DuelStep.Place.END_TOP, schema.DuelStep.Place.END_BOTTOM)


class DuelTable(Table):
    def __init__(self, node, room, host, listed, rules=b""):
        super().__init__(node, room, host, rules)
        self.match = DuelMatch(self.room, host)
        self.list, self.secret, self.swaps = listed, os.urandom(32), []
        # What a liar changes: (name of a step, its message) to the message in its place.
        self.lie = lambda name, step: step
        # Whether we answer, whether we have still to open, and what we say to a question for an undo.
        self.answers = self.opens = True
        self.undo_word = None
        self.found = []

    @classmethod
    def host(cls, node, listed, games=1, life=20, judge=None):
        """Opens a table; the first one who asks is seated."""
        nonce, author = os.urandom(16), node.identity.author
        rules = schema.DuelTerms(games=games, life=life, phases=["Main", "End"], judge=judge).SerializeToString()
        with node.lock:
            table = cls(node, Room(table_id(author, nonce), schema.ROOM_KIND_TABLE), author, listed, rules)
            table.write(open=schema.OpenTable(nonce=nonce, rules=rules, name=node.identity.name, game="duel"))
            for link in [*node.links.values()]:
                node.offer(link)
        return table

    @classmethod
    def join(cls, node, offer, listed):
        """Asks to join a table that was offered."""
        with node.lock:
            table = cls(node, Room(offer.room, schema.ROOM_KIND_TABLE), offer.host, listed)
            for link in [*node.links.values()]:
                table.linked(link)
        return table

    def offer(self):
        return schema.TableOffer(
            room=self.room.id, host=self.match.people[HOST], name=self.node.identity.name, game="duel", terms=self.rules)

    # What we know

    @property
    def view(self):
        self.match.look(self.seat)
        return self.match.views[self.seat]

    @property
    def duel(self):
        return self.view.duel

    @property
    def mine(self):
        return self.duel.parts[self.seat]

    @property
    def memory(self):
        return self.duel.memory[self.seat]

    def secrets(self):
        return self.match.openings[self.seat].seat

    def hand(self):
        """The names of the own hand."""
        return [self.memory.cards[handle].decode() for handle in self.mine.held]

    def object(self, name):
        """The newest object of ours with this name."""
        return max(number for number, item in self.duel.objects.items() if item.controller == self.seat and item.name == name.encode())

    # Steps

    def move(self, name=None, step=None, game=None):
        """A step of the duel for `act`; a liar may have changed it."""
        step = self.lie(name, step)
        game = self.memory.game if game is None else game
        content = {name: step} if name else {}
        return schema.TableStep(move=schema.DuelStep(game=game, **content).SerializeToString())

    def act(self, *steps):
        """Writes one entry with these steps."""
        with self.node.lock:
            self.match.look(self.seat)
            self.going = True
            self.node.write(self.room.id, *(schema.Operation(step=step) for step in steps))
            self.going = False
            self.match.update()
            self.go_on()

    def seal(self, handle, after=0):
        """The next seal of a handle, or the one after so many others."""
        return self.secrets().seal(len(self.memory.seals) + 1 + after, handle)

    def held(self, name):
        """The handle of a card of the hand."""
        return next(handle for handle in self.mine.held if self.memory.cards[handle] == name.encode())

    def shuffled(self, cards, epoch=None):
        """The root of a new epoch of these cards."""
        epoch = epoch or self.memory.epoch + 1
        seat = self.secrets()
        return duel.root(seat.leaves(epoch, seat.labels(epoch, cards)))

    def library(self):
        """The cards that are in the library now."""
        memory = self.memory
        return [memory.labels[memory.epoch][label] for label in self.mine.unused] \
            + [memory.cards[slot.handle] for slot in self.mine.slots if slot.handle]

    def link_of(self, asker, number):
        return self.chains[asker][duel.LINKS - number]

    def ask(self, **kind):
        number = self.memory.asks + 1
        return self.move("ask", STEP.Ask(number=number, link=self.link_of(self.seat, number), **kind))

    def begin(self, draw=7):
        """Begins the next game and draws the first hand."""
        with self.node.lock:
            game = self.memory.game + 1
            cards, _ = self.match.openings[self.seat].deck(game)
            shuffle = STEP.Shuffle(root=self.shuffled(cards), count=len(cards))
            self.act(self.move("shuffle", shuffle, game))
            self.draw(draw)

    def draw(self, count=1, goal=STEP.GOAL_HAND, end=TOP, skip=0):
        cards = STEP.Cards(count=count, goal=goal, place=STEP.Place(end=end, skip=skip))
        self.act(self.ask(cards=cards))

    def roll(self, count, sides):
        self.act(self.ask(dice=STEP.Dice(count=count, sides=sides)))

    def shuffle(self, whole_hand=False):
        with self.node.lock:
            cards = self.library() + ([self.memory.cards[handle] for handle in self.mine.held] if whole_hand else [])
            self.act(self.move("shuffle", STEP.Shuffle(root=self.shuffled(cards), count=len(cards), whole_hand=whole_hand)))

    def play(self, name, zone=STEP.ZONE_BATTLEFIELD, down=False):
        with self.node.lock:
            seal = self.seal(self.held(name))
            step = STEP.Play(seal=seal, name=b"" if down else name.encode(), to=STEP.Spot(zone=zone))
            self.act(self.move("play", step))

    def put(self, handle, end=BOTTOM, looked=False, skip=0):
        place = STEP.Place(end=end, skip=skip)
        self.act(self.move("put", STEP.Put(seal=self.seal(handle), place=place, looked=looked)))

    def tap(self, number, tapped=True):
        item = self.duel.objects[number]
        to = STEP.Spot(zone=item.zone, x=item.x, y=item.y)
        self.act(self.move("move", STEP.Move(object=number, to=to, tapped=tapped)))

    def counter(self, name, value, number=0):
        self.act(self.move("mark", STEP.Mark(counter=STEP.Counter(object=number, name=name, value=value))))

    def search(self, name):
        """Takes a card out of the library to the hand, and shuffles."""
        with self.node.lock:
            memory = self.memory
            label = next(label for label in self.mine.unused if memory.labels[memory.epoch][label] == name.encode())
            self.act(self.move("take", STEP.Take(label=label)))
            self.shuffle()

    def granted(self):
        """The cards by label of the other library that we may search, or nothing."""
        memory = self.duel.memory[1 - self.seat]
        if not memory.granted or not memory.boxes:
            return None
        number, (box, _, _) = max(memory.boxes.items())
        content = opened_box(self.match.game, 1 - self.seat, number, box, h("box", self.secrets().opening))
        # The labels follow from the secret of the epoch, and the root from both.
        cards, other = sorted(content.cards), 2 - self.seat
        duel.Stream(content.epoch).shuffle(cards)
        leaves = []
        for label, card in enumerate(cards):
            salt = h("salt", content.epoch, be32(label))
            text = h("leaf", self.match.game, bytes([other]), be32(memory.epoch), be32(label), salt, card)
            leaves.append(duel.leaf(text))
        assert duel.root(leaves) == memory.roots[memory.epoch][0] and cards == list(content.cards), "the grant lies"
        return cards

    def choose(self, label):
        step = STEP.Search(chosen=STEP.Chosen(seat=2 - self.seat, labels=[label]))
        self.act(self.move("search", step))

    def shown(self, number):
        """The names that a box of the other seat shows us."""
        box, what, _ = self.duel.memory[1 - self.seat].boxes[number]
        content = opened_box(self.match.game, 1 - self.seat, number, box, h("box", self.secrets().opening))
        assert len(content.cards) == len(what), "the box has another number of cards"
        return [card.decode() for card in content.cards]

    def show(self, handles):
        """Shows cards of the hand to the other seat alone."""
        with self.node.lock:
            seals = [self.seal(handle, after) for after, handle in enumerate(handles)]
            content = schema.DuelBox(cards=[self.memory.cards[handle] for handle in handles])
            box = self.boxed(content)
            self.act(self.move("show_to", STEP.ShowTo(seat=2 - self.seat, seals=seals, box=box, part=1, parts=1)))

    def boxed(self, content):
        """A box for the other seat: the length of its content is a multiple of 256."""
        padding = -content.ByteSize() % 256
        if padding:
            # The tag and the length of the padding are bytes as well.
            content.padding = bytes(max(0, padding - 2))
            while content.ByteSize() % 256:
                content.padding += bytes(1)
        key = self.view.commits[1 - self.seat].data.box_key
        return hpke.sealed(key, box_info(self.match.game, self.seat, self.memory.shown + 1), content.SerializeToString())

    def seal_hand(self):
        seals = [self.seal(handle, after) for after, handle in enumerate(self.mine.held)]
        self.act(self.move("seal_hand", STEP.SealHand(seals=seals)))

    def hide(self, text):
        """Seals a text; returns its number."""
        number = len(self.memory.seals) + 1
        self.act(self.move("note", STEP.Note(seal=self.secrets().choice(number, text))))
        return number

    def reveal(self, number, text):
        salt = h("seal salt", self.secrets().opening, be32(number))
        self.act(self.move("note", STEP.Note(opens=number, text=text, salt=salt)))

    def swap(self, game, cards):
        """Cards of the main part, by name, that change places with cards of the sideboard before a game, as many as both have."""
        opened = self.match.openings[self.seat]
        main, side = list(enumerate(opened.main)), list(enumerate(opened.side, len(opened.main)))
        pairs = [pair for gone, come in cards.items()
                 for pair in zip([at for at, card in main if card == gone], [at for at, card in side if card == come])]
        self.swaps.append(STEP.Swap(game=game, out=[one for one, _ in pairs], **{"in": [other for _, other in pairs]}))

    def take_side(self, card):
        """Takes a card of the sideboard to the hand, as one from outside the game."""
        opened = self.match.openings[self.seat]
        main, _ = opened.places(self.memory.game)
        whole = opened.main + opened.side
        at = next(at for at, one in enumerate(whole) if one == card and at not in main)
        self.act(self.move("take", STEP.Take(side=self.seal(at))))

    def place(self):
        """The newest entry of each log that we have seen, as an undo names it."""
        logs = [self.room.logs.get((person, 0)) for person in self.match.people]
        return [len(log.entries) for log in logs]

    def undo(self, kept):
        self.act(self.move("ask_undo", STEP.AskUndo(kept=kept)))

    def say_undo(self, granted):
        self.act(self.move("answer_undo", STEP.AnswerUndo(granted=granted)))

    def end_game(self, how):
        self.act(self.move("end_game", STEP.EndGame(how=how)))

    def concede(self):
        self.act(schema.TableStep(concede=schema.Concede()))

    def opening(self):
        part = STEP.OpenMatch(list_part=self.list, part=1, parts=1, swaps=self.swaps, secret=self.secrets().opening)
        if self.match.terms.HasField("judge"):
            part = duelverdict.sealed(self.match.game, self.seat, self.match.terms.judge, part)
        return self.move("open_match", part)

    # What is due

    def write(self, **steps):
        super().write(**steps)

    def go_on(self):
        """Something came: does what is due, until nothing is."""
        if self.going:
            return
        before = self.seated()
        self.match.update()
        for link in [*self.node.links.values()] if self.seated() and not before else []:
            self.linked(link)
        for _ in range(100):
            if self.match.broken[self.seat] or not (steps := self.due(self.view)):
                return
            self.going = True
            self.node.write(self.room.id, *(schema.Operation(step=step) for step in steps))
            self.going = False
            self.match.update()
        raise AssertionError("what is due never ends")

    def due(self, view):
        """The steps that are due now."""
        if not view.started:
            return self.before(view)
        if self.match.over(view):
            if not self.opens or view.asked[self.seat]:
                return None
            # Once: what is not taken is not said again.
            self.opens = False
            return [self.opening()]
        other, mine = view.duel.memory[1 - self.seat], view.duel.memory[self.seat]
        # An ask of the next game is answered once we have begun it.
        if self.answers and other.ask and other.ask.answer is None and other.game == mine.game:
            number = other.ask.step.number
            answer = STEP.Answer(asker=2 - self.seat, number=number, link=self.link_of(1 - self.seat, number))
            return [self.move("answer", answer)]
        if mine.ask and mine.ask.answer:
            return [self.move()]
        if self.undo_word is not None and view.duel.question[1 - self.seat]:
            return [self.move("answer_undo", STEP.AnswerUndo(granted=self.undo_word))]
        return None

    def commit(self, game):
        """Our commitment, once the game is known."""
        seat = duel.Seat(self.seat + 1, self.secret, game)
        self.chains = [seat.chain(asker) for asker in (1, 2)]
        self.match.openings[self.seat] = Opened(self.seat + 1, game, seat.opening, self.list, self.swaps)
        opened = self.match.openings[self.seat]
        data = schema.DuelCommitment(
            deck=seat.commitment(self.list), box_key=hpke.public(h("box", seat.opening)), main=len(opened.main), side=len(opened.side))
        tips = [chain[duel.LINKS] for chain in self.chains]
        return schema.TableStep(commit=self.lie("commit", schema.CommitTip(
            tip=tips[0], tips=tips[1:], data=data.SerializeToString())))

    def before(self, view):
        match = self.match
        if self.seat == JOINER:
            if view.seated == self.node.identity.author and not view.joined:
                nonce = os.urandom(16)
                game = h("game", h("rules", match.rules), *match.people, match.nonces[HOST], nonce)
                return [schema.TableStep(join=schema.JoinTable(nonce=nonce, name=self.node.identity.name)), self.commit(game)]
        elif view.commits[JOINER] and not view.commits[HOST]:
            return [self.commit(match.game), schema.TableStep(start=schema.StartMatch())]
        return None
