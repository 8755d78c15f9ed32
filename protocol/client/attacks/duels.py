"""Somebody who cheats at duels, with a table of the victim for each lie. protocol/duel.md section 25.

Each lie is found when it comes, or in the audit of what was opened; the victim wins, its file says why, and the next table opens.
"""
import os
import subprocess

import bundle
import duel
import hashes as h
import hpke
import schema
from attacks import attack
from deal import JOINER
from duelmatch import DuelMatch
from duelperson import LIST, Person
from duelseat import STEP, TOP, DuelTable
from link import Identity
from logs import Room
from node import Node


class Cheat:
    """Tables at which the victim's person plays against us, one after the other."""

    def __init__(self, ground):
        self.ground, self.lies, self.node = ground, 0, None
        self.again()

    def again(self):
        """Somebody new."""
        if self.node:
            self.node.stop()
        self.node = Node(Identity("Mallory"))
        self.node.dial(self.ground.address, self.ground.place())
        assert self.node.wait(lambda: self.node.links), "the victim takes no link"

    def table(self, listed=LIST, hand=7, lie=None):
        """A duel in which both have drawn a hand."""
        self.person = Person(self.ground.facts["home"])
        room = h.unbase32(self.person.host())
        assert self.node.wait(lambda: room in self.node.offers), "the table is not offered"
        table = DuelTable.join(self.node, self.node.offers[room], listed)
        table.lie = lie or table.lie
        self.person.seat()
        self.wait(table, lambda: table.view.started, "the match does not start")
        table.begin(hand)
        self.person.begin()
        self.wait(table, lambda: len(table.mine.held) == hand, "the first hand does not come")
        return table

    def blind(self, table):
        """Our own judge knows our secrets, and would see a lie at once: it forgets them."""
        for view in table.match.views:
            view.duel.openings = (None, None)

    def wait(self, table, holds, what):
        assert self.node.wait(holds), f"{what}: {table.match.wrong or self.person.told()}"

    def refused(self, table, what, *reasons):
        """The victim's node breaks our log: its person has won, and is told why."""
        self.lies += 1
        try:
            self.person.until(lambda: self.person.show()["phase"] == "TABLE_PHASE_FINISHED", what)
        except TimeoutError as problem:
            raise AssertionError(f"{what} is not refused: {problem}") from None
        result = self.person.show()["result"]
        assert result.get("winner") == "SEAT_HOST", f"{what}: {result}"
        told = result.get("text", "") + self.file(table)[1]
        assert any(reason in told for reason in reasons), f"{what} is refused for something else: {told}"
        self.done(table)

    def file(self, table, *words):
        """What `parlor duel verify` says of the victim's file: its exit code and its words."""
        program, home, room = self.ground.facts["program"], self.ground.facts["home"], h.base32(table.room.id)
        name = f"{home}/{room}.cheat"
        for command in (["duel", "export", room, name, "--force"], ["duel", "verify", name, *words]):
            done = subprocess.run([program, *command, "--home", home], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def audited(self, table, what, reason):
        """The lie holds until we open: we concede, and the file tells it."""
        self.lies += 1
        table.concede()
        self.wait(table, lambda: table.view.open[table.seat], "we do not open")
        self.person.until(lambda: self.person.seen(JOINER).get("opened"), "our opening")
        code, told = self.file(table)
        assert code == 1 and reason in told, f"{what} is not found: {told}"
        self.done(table)

    def done(self, table):
        with self.node.lock:
            table.going = True
        self.person.end()

    def end(self):
        self.node.stop()
        return f"{self.lies} lies"

    def tried(self, cases):
        """Every case once, and again as long as it lasts."""
        while True:
            for case in cases:
                case()
            if not self.ground.goes_on():
                return self.end()
            # Questions to join are few for each stranger.
            self.again()


@attack(least=20, disk=8)
def duel_chance(ground):
    """a duellist who chooses its cards: links of its own, numbers used again, shuffles while an ask is open, epochs of its own"""
    cheat = Cheat(ground)

    def links():
        table = cheat.table()
        cards = STEP.Cards(count=1, goal=STEP.GOAL_HAND, place=STEP.Place(end=TOP))
        table.act(table.move("ask", STEP.Ask(number=2, link=os.urandom(32), cards=cards)))
        cheat.refused(table, "a link of its own", "The link does not follow the one before it.")

    def numbers():
        table = cheat.table()
        cards = STEP.Cards(count=1, goal=STEP.GOAL_HAND, place=STEP.Place(end=TOP))
        table.act(table.move("ask", STEP.Ask(number=1, link=table.link_of(JOINER, 1), cards=cards)))
        cheat.refused(table, "a number used again", "The number does not follow the last one.")

    def shuffles():
        table = cheat.table()
        cards = STEP.Cards(count=1, goal=STEP.GOAL_HAND, place=STEP.Place(end=TOP))
        shuffle = STEP.Shuffle(root=table.shuffled(table.library()), count=len(table.mine.slots))
        table.act(table.ask(cards=cards), table.move("shuffle", shuffle))
        cheat.refused(table, "a shuffle while an ask is open", "An ask of this seat waits for its answer.")

    def epochs():
        table = cheat.table()
        own, cards = duel.Seat(2, os.urandom(32), table.match.game), table.library()
        with cheat.node.lock:
            cheat.blind(table)
            root = duel.root(own.leaves(2, own.labels(2, cards)))
            table.act(table.move("shuffle", STEP.Shuffle(root=root, count=len(cards))))
        cheat.audited(table, "an epoch of its own", "The root does not follow from the opened secret")

    def added():
        table = cheat.table()
        cards = table.library()[1:] + [b"Black Lotus"]
        with cheat.node.lock:
            cheat.blind(table)
            table.act(table.move("shuffle", STEP.Shuffle(root=table.shuffled(cards), count=len(cards))))
        cheat.audited(table, "a card shuffled in", "The root does not follow from the opened secret")
    return cheat.tried([links, numbers, shuffles, epochs, added])


@attack(least=15, disk=8)
def duel_answers(ground):
    """a duellist who answers before the ask, twice, with another link or not at all, or asks where the other one knows the labels"""
    cheat = Cheat(ground)

    def answered(number, link, what, *reasons):
        table = cheat.table()
        number = number if number is not None else table.duel.memory[0].asks
        step = STEP.Answer(asker=1, number=number, link=link or table.link_of(0, number))
        table.act(table.move("answer", step))
        cheat.refused(table, what, *reasons)

    def withheld():
        table = cheat.table()
        table.answers = False
        person = cheat.person
        person.tap(draw=schema.DuelMove.Draw(count=1))
        person.until(lambda: person.seen(0).get("waiting"), "a word on the answer that is missing")
        same, word = len(person.hand()), person.seen(0)["waiting"]
        assert "Mallory" in word and same == 7, f"the person is told {word!r}"
        # The duel is not over, and goes on with the answer.
        table.answers = True
        with cheat.node.lock:
            table.go_on()
        person.until(lambda: len(person.hand()) == 8, "the card after the late answer")
        table.concede()
        cheat.lies += 1
        cheat.done(table)

    def labels():
        table = cheat.table()
        cards = table.library()
        shuffle = table.move("shuffle", STEP.Shuffle(root=table.shuffled(cards), count=len(cards)))
        grant = table.move("search", STEP.Search(grant=STEP.Grant(seat=1, box=os.urandom(300), part=1, parts=1)))
        table.act(shuffle, grant)
        table.draw()
        cheat.refused(table, "an ask where the other one knows the labels", "Another seat knows the labels")
    cases = [lambda: answered(2, None, "an answer before the ask", "There is no such ask"),
             lambda: answered(None, None, "a second answer", "There is no such ask"),
             lambda: answered(None, os.urandom(32), "another link", "There is no such ask", "The link does not follow"),
             withheld, labels]
    return cheat.tried(cases)


@attack(least=15, disk=8)
def duel_cards(ground):
    """a duellist who plays cards that it does not hold, names others, opens another list, or has a key of its own"""
    cheat = Cheat(ground)

    def unseen(table, name, step):
        """Writes a step that our own judge would not take."""
        with cheat.node.lock:
            cheat.blind(table)
            table.act(table.move(name, step))

    def named():
        table = cheat.table()
        spot = STEP.Spot(zone=STEP.ZONE_BATTLEFIELD)
        unseen(table, "play", STEP.Play(seal=table.seal(table.mine.held[0]), name=b"Black Lotus", to=spot))
        cheat.audited(table, "another name", "A card was shown under another name.")

    def held():
        table = cheat.table()
        spot = STEP.Spot(zone=STEP.ZONE_BATTLEFIELD)
        unseen(table, "play", STEP.Play(seal=table.seal(999), name=b"Island", to=spot))
        cheat.audited(table, "a card that it does not hold", "A seal hides no card that the seat held there.")

    def opened():
        table = cheat.table()
        label = table.memory.handles[table.mine.held[0]][1]
        path = [os.urandom(32) for _ in range(6)]
        open_ = STEP.Open(handle=table.mine.held[0], card=b"Black Lotus", salt=table.secrets().salt(1, label), path=path)
        table.act(table.move("open", open_))
        cheat.refused(table, "a card that is not of the root", "The card and its path do not give the root of its epoch.")

    def listed():
        better = duel.encoded([b"Black Lotus"] * 60, [])
        table = cheat.table()
        with cheat.node.lock:
            table.list = better
        cheat.audited(table, "another list", "The list that was opened is not the one committed to.")

    def keyed():
        def lie(name, step):
            if name == "commit":
                data = schema.DuelCommitment.FromString(step.data)
                data.box_key = hpke.public(os.urandom(32))
                step.data = data.SerializeToString()
            return step
        table = cheat.table(lie=lie)
        cheat.audited(table, "a key of its own", "The key of the box is not the one that follows")
    return cheat.tried([named, held, opened, listed, keyed])


@attack(least=12, disk=8)
def duel_twice(ground):
    """a duellist who signs two histories, as one does that goes back to a copy of its home, and one who wins and does not open"""
    cheat = Cheat(ground)

    def forked():
        table = cheat.table()
        author, account = table.node.identity.author, table.node.identity.account
        copy = Room(table.room.id, schema.ROOM_KIND_TABLE)
        for run in table.room.runs:
            assert copy.take(table.room.slice(run, run[1])), "the copy has a gap"
        copy.cited = dict(table.room.cited)
        table.counter("life", 19)
        cheat.person.until(lambda: cheat.person.seen(JOINER)["life"] == 19, "the first history")
        step = table.move("mark", STEP.Mark(counter=STEP.Counter(name="life", value=40)))
        copy.write(account, author, [schema.Operation(step=step)], 0)
        run = copy.runs[-1]
        for link in [*cheat.node.links.values()]:
            sync = cheat.node.sync(link, table.room.id)
            sync.sent += 1
            link.send(batch=schema.Batch(room=table.room.id, number=sync.sent, slices=[copy.slice(run, run[1])]))
        cheat.refused(table, "a second history", "two histories", "Two histories", "signed two")

    def unopened():
        table = cheat.table()
        table.opens = False
        cheat.person.api.call("tables/give-up", table=cheat.person.table)
        cheat.wait(table, lambda: table.result(), "the concession does not come")
        cheat.lies += 1
        _, told = cheat.file(table, "--json")
        assert "counts for nothing" in told, f"a winner that does not open: {told}"
        cheat.done(table)
    return cheat.tried([forked, unopened])


@attack(least=15, disk=16)
def duel_sizes(ground):
    """duels out of all bounds: a path of 40, names with escapes, 600 shuffles, a million sides, parts without end, boxes of noise"""
    cheat = Cheat(ground)

    def bad(make, what, *reasons, times=1):
        def case():
            table = cheat.table()
            with cheat.node.lock:
                cheat.blind(table)
                for _ in range(times):
                    table.act(*make(table))
            cheat.refused(table, what, *reasons)
        return case

    def large():
        """An entry of no duel: the link ends with the reason, and the duel stands as it was."""
        table = cheat.table()
        with cheat.node.lock:
            cheat.blind(table)
            table.act(table.move("seal_hand", STEP.SealHand(seals=[bytes(32)] * 1000)))
        cheat.wait(table, lambda: cheat.node.goodbyes, "the link does not end")
        assert "at a table" in cheat.node.goodbyes[-1].text, cheat.node.goodbyes[-1].text
        assert cheat.person.show()["phase"] == "TABLE_PHASE_PLAYING", "the duel is over"
        cheat.lies += 1
        cheat.done(table)
        cheat.node.goodbyes.clear()
        # That log is known to be bad: whoever wrote it comes with it again, so somebody else goes on.
        cheat.again()

    def path(table):
        return [table.move("open", STEP.Open(handle=table.mine.held[0], card=b"Island", salt=bytes(32), path=[bytes(32)] * 40))]

    def escapes(table):
        to = STEP.Spot(zone=STEP.ZONE_BATTLEFIELD)
        return [table.move("play", STEP.Play(token=True, name=b"\x1b[31mOwl\x07", to=to))]

    def shuffles(table):
        count = len(table.mine.slots)
        return [table.move("shuffle", STEP.Shuffle(root=os.urandom(32), count=count)) for _ in range(25)]

    def dice(table):
        return [table.ask(dice=STEP.Dice(count=101, sides=1 << 31))]

    def parts(table):
        return [table.move("show_to", STEP.ShowTo(seat=1, handles=[1], box=bytes(1500), part=1, parts=1 << 30))]

    def number(table):
        return [table.move("mark", STEP.Mark(counter=STEP.Counter(name="life", value=(1 << 31) - 1)))]

    def seals(table):
        return [table.move("seal_hand", STEP.SealHand(seals=[bytes(32)] * 40))]

    def noise():
        """A box that does not open: the victim is told, and may complain."""
        table, person = cheat.table(), cheat.person
        table.act(table.move("show_to", STEP.ShowTo(
            seat=1, seals=[table.seal(table.mine.held[0])], box=os.urandom(304), part=1, parts=1)))
        fault = person.until(lambda: person.own().get("faults"), "a word on the box")[0]
        person.tap(complain=schema.DuelMove.Complain(shown=fault["shown"]))
        cheat.audited(table, "a box of noise", "A box does not hold the cards that it should.")
    wrong = "A hash, link, seal, name or salt has a wrong length or form."
    out = "A number is out of its range."
    return cheat.tried([
        bad(path, "a path of 40", "The card and its path do not give the root of its epoch.", wrong),
        bad(escapes, "a name with escapes", wrong), bad(shuffles, "600 shuffles", "There are too many of them.", times=24),
        bad(dice, "dice without end", out, "There are too many"),
        bad(parts, "parts without end", "The parts do not come in order.", out, "too many"),
        bad(number, "a life without end", out), bad(seals, "forty seals of seven cards", "The number of cards is wrong.", "too many", wrong), noise, large])


@attack(least=8)
def duel_files(ground):
    """files of duels that were tampered with at each place, that end early, or are 100 MB of nothing: `parlor duel verify` refuses them"""
    cheat = Cheat(ground)
    table = cheat.table()
    table.concede()
    cheat.wait(table, lambda: table.view.open[table.seat], "we do not open")
    data = bundle.packed(table.room)
    assert bundle.unpacked(data, DuelMatch).audit() is None, "an honest file"
    name, count = table.room.id.hex(), 0
    path = f"{ground.facts['home']}/{name}.lie"

    def verify(content):
        with open(path, "wb") as file:
            file.write(content)
        return subprocess.run([ground.facts["program"], "duel", "verify", path], capture_output=True, text=True, timeout=60)
    try:
        while ground.goes_on() or not count:
            at = ground.random.randrange(len(data))
            lie = data[:at] + bytes([data[at] ^ 1 << ground.random.randrange(8)]) + data[at + 1:]
            for content in (lie, data[:at], lie[:-32] + h.sha(b"parlor.bundle.v1\0", lie[:-32])):
                done = verify(content)
                # A changed byte may lie in what nothing depends on; a process that dies does not.
                assert done.returncode in (0, 1), f"the check of a file ends with {done.returncode}: {done.stderr[-300:]}"
                count += done.returncode == 1
        done = verify(bundle.MARK + bytes(100_000_000))
        assert done.returncode == 1, f"100 MB of nothing: {done.returncode}"
    finally:
        os.unlink(path)
    cheat.done(table)
    cheat.end()
    return f"{count} files refused"
