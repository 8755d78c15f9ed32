"""The checks of duels: a script that both sides play, and files that both verify. protocol/duel.md section 25."""
import json
import pathlib
import secrets
import shutil
import tempfile

import bundle
import hashes as h
import schema
from duelmatch import DuelMatch, level
from duelperson import LIST, Person
from duelseat import STEP, TOP, DuelTable
from duelverdict import JudgeKeys
from logs import Room

same = soon = None
MOVE = schema.DuelMove


class Game:
    """A duel between the daemon's person and us, from the first card on."""

    def __init__(self, world, we_host, games=1, judge=None):
        self.daemon = world.daemon()
        self.node, self.person = world.node("Pia", self.daemon), Person(self.daemon.home)
        if we_host:
            self.table = DuelTable.host(self.node, LIST, games, judge=judge)
            self.person.join(h.base32(self.table.room.id), judge)
        else:
            self.person.host(games, judge=judge)
            same(True, bool(self.node.wait(lambda: self.node.offers)), "a table is offered")
            self.table = DuelTable.join(self.node, next(iter(self.node.offers.values())), LIST)
            self.person.seat()
        self.ours, self.theirs = self.table.seat, 1 - self.table.seat
        self.wait(lambda: self.table.view.started, "the match starts")

    def wait(self, holds, what):
        same(True, bool(self.node.wait(holds)), f"{what}; {self.table.match.wrong or self.person.told()}")

    def settled(self, what):
        """What both know of both seats is the same."""
        def ours():
            with self.node.lock:
                duel = self.table.duel
                parts = duel.parts
                table = sorted((number, item.name.decode(), item.tapped) for number, item in duel.objects.items())
                return [[(part.counters.get("life"), len(part.slots), part.hand, part.looked) for part in parts], table]

        def theirs():
            view = self.person.view()
            seats = [(seat.get("life", 0), seat.get("library", 0), seat.get("hand", 0), seat.get("looked", 0)) for seat in view["seats"]]
            table = sorted((one["number"], one.get("name", ""), one.get("tapped", False)) for one in view.get("objects", []))
            return [seats, table]
        soon(True, lambda: ours() == theirs(), f"{what}: both see the same")
        same(ours(), theirs(), what)

    def drawn(self, count, **words):
        """We draw, and the cards are there."""
        with self.node.lock:
            before = len(self.table.mine.held) + len(self.table.mine.seen)
            self.table.draw(count, **words)
        self.wait(lambda: len(self.table.mine.held) + len(self.table.mine.seen) == before + count, "our cards come")


def opening(game):
    """Both begin and take a mulligan to six cards."""
    table, person = game.table, game.person
    table.begin()
    game.wait(lambda: len(table.mine.held) == 7, "our first hand")
    person.begin()
    game.settled("first hands")
    table.shuffle(whole_hand=True)
    game.drawn(7)
    table.put(table.mine.held[0])
    person.tap(mulligan=MOVE.Mulligan(draw=7))
    person.until(lambda: len(person.hand()) == 7, "the second hand")
    person.place(person.hand()[0], bottom=0)
    game.settled("mulligans")
    same((6, 54), (len(table.hand()), len(table.mine.slots)), "our hand and library after the mulligan")


def playing(game):
    """Cards are played, tapped and counted."""
    table, person = game.table, game.person
    name, other = table.hand()[0], table.hand()[-1]
    table.play(name)
    table.play(other, STEP.ZONE_GRAVEYARD)
    table.tap(table.object(name))
    table.counter("life", 17)
    table.counter("charge", 3, table.object(name))
    first = person.hand()[0]
    person.place(first, spot=STEP.Spot(zone=STEP.ZONE_BATTLEFIELD))
    person.until(lambda: len(person.hand()) == 5, "their card is played")
    person.tap(tap=MOVE.Tap(all=True))
    person.tap(counter=MOVE.Counter(name="life", by=-3))
    game.settled("cards on the table")
    # Down and up again: the name comes with the turn.
    down = table.hand()[0]
    table.play(down, down=True)
    game.settled("a card face down")
    number = max(number for number, item in table.duel.objects.items() if item.owner == game.ours)
    same("", table.duel.objects[number].name.decode(), "what is known of it")
    table.act(table.move("turn", STEP.Turn(object=number, card=down.encode())))
    game.settled("the card face up")
    # The daemon's as well, and its card stays hidden to us.
    person.place(person.hand()[0], spot=STEP.Spot(zone=STEP.ZONE_BATTLEFIELD), down=True)
    person.until(lambda: len(person.hand()) == 4, "their card face down")
    game.settled("their card face down")


def looking(game):
    """Both look at the top and put cards back; a card is shown, and dice are thrown."""
    table, person = game.table, game.person
    game.drawn(2, goal=STEP.GOAL_LOOK)
    low, high = table.mine.seen
    card = table.memory.cards[high]
    table.put(low, looked=True)
    table.put(high, end=TOP, looked=True)
    game.drawn(1)
    same(card.decode(), table.hand()[-1], "the card that was put on top comes back")
    person.tap(draw=MOVE.Draw(count=2, goal=STEP.GOAL_LOOK))
    person.until(lambda: len(person.own().get("looked", [])) == 2, "their looked-at cards")
    cards = [MOVE.Card(handle=one["handle"]) for one in person.own()["looked"]]
    # In an order that both make, and that only their owner sees.
    person.tap(place=MOVE.Place(cards=cards, to=MOVE.Target(bottom=0, random=True)))
    game.settled("looked-at cards")
    person.tap(pick=MOVE.Pick(zone=STEP.ZONE_BATTLEFIELD, count=1))
    game.settled("a card of the table at random")
    table.roll(3, 6)
    game.wait(lambda: table.memory.rolls, "our dice")
    person.tap(dice=MOVE.Dice(count=2, sides=1000))
    game.wait(lambda: table.duel.memory[game.theirs].rolls, "their dice")
    for memory, sides in ((table.memory, 6), (table.duel.memory[game.theirs], 1000)):
        rolled, = memory.rolls
        same(True, all(1 <= one <= sides for one in rolled), "dice are in range")
        words = [str(one) for one in rolled]
        soon(True, lambda: any(all(word in line["text"] for word in words) for line in person.view()["log"]), f"the log has {words}")


def searching(game):
    """Both search their own library, and we search theirs."""
    table, person = game.table, game.person
    with game.node.lock:
        table.search("Old Bear")
    same("Old Bear", table.hand()[-1], "what we searched for")
    game.settled("our search")
    person.tap(place=MOVE.Place(cards=[MOVE.Card(library="Snow Owl")], to=MOVE.Target(hand=True), shuffle=True))
    game.settled("their search")
    person.tap(let_search=game.ours + 1)
    game.wait(lambda: table.granted(), "their grant")
    cards = table.granted()
    same(True, set(cards) <= {b"Forest", b"Island", b"Snow Owl", b"Old Bear"}, "the names in their library")
    before = table.duel.parts[game.theirs].hand
    table.choose(cards.index(b"Island"))
    game.wait(lambda: table.duel.parts[game.theirs].hand == before + 1 and not table.duel.memory[game.theirs].granted,
              "they take it and shuffle")
    game.settled("the search of their library")


def undoing(game):
    """Undo: ours granted and refused, theirs granted and refused; a card that was drawn comes again."""
    table, person = game.table, game.person
    kept, hand = table.place(), table.hand()
    game.drawn(1)
    card = table.mine.held[-1]
    table.play(table.hand()[0])
    game.settled("before the undo")
    table.undo(kept)
    person.until(lambda: person.own().get("asked_undo"), "the question for an undo")
    person.tap(answer_undo=True)
    game.wait(lambda: not table.duel.question[game.ours], "the answer")
    same(hand, table.hand(), "our hand after the undo")
    game.settled("our undo")
    game.drawn(1)
    same(card, table.mine.held[-1], "the card that was drawn comes again")
    kept = table.place()
    table.counter("life", 5)
    table.undo(kept)
    person.until(lambda: person.own().get("asked_undo"), "the second question")
    person.tap(answer_undo=False)
    game.wait(lambda: not table.duel.question[game.ours], "the refusal")
    same(5, table.mine.counters["life"], "our life after the refusal")
    for granted in (True, False):
        person.draw()
        game.settled("their draw")
        line, before = person.view()["log"][-1]["number"], person.seen(game.theirs)["hand"]
        person.tap(ask_undo=MOVE.AskUndo(line=line))
        game.wait(lambda: table.duel.question[game.theirs], "their question")
        table.say_undo(granted)
        person.until(lambda: person.seen(game.theirs)["hand"] == before - granted, "their hand after the answer")
        game.settled(f"their undo, {'granted' if granted else 'refused'}")


def ended(game, conceding):
    """Somebody concedes the game, both open, and both files verify on both sides."""
    table, person, daemon = game.table, game.person, game.daemon
    if conceding == game.ours:
        table.end_game(STEP.EndGame.HOW_CONCEDE)
    else:
        person.tap(end=MOVE.END_CONCEDE)
    game.wait(lambda: table.result(), "the match ends")
    same(1 - conceding, table.result()[0], "the winner")
    game.wait(lambda: all(table.view.open), "both open the match")
    room = h.base32(table.room.id)
    ours, theirs = daemon.file(f"{room}.ours"), daemon.file(f"{room}.theirs")

    def verified(name):
        match = bundle.unpacked(name.read_bytes(), DuelMatch)
        same((None, None), (match.wrong, match.audit()), f"our verification of {name.suffix}")
        return match
    person.until(lambda: all(seat.get("opened") for seat in person.view()["seats"]), "the openings at the daemon")
    with game.node.lock:
        ours.write_bytes(bundle.packed(table.room))
    same(0, daemon.run("duel", "export", room, str(theirs), "--force")[0], "the daemon's export")
    for name in (ours, theirs):
        match = verified(name)
        same("both opened", level(match), "how much is proven")
        report = daemon.json("duel", "verify", str(name))
        same([True, str(match.count), ["SEAT_HOST", "SEAT_JOINER"][1 - conceding]],
             [report.get("valid"), report.get("steps"), report["result"].get("winner")], f"the daemon's verification of {name.suffix}")
    return len(match.steps[0]) + len(match.steps[1])


def forged(table, daemon):
    """A file in which we play another card than the one we hold, concede and open, well signed: both find the lie."""
    room, account = Room(table.room.id, schema.ROOM_KIND_TABLE), table.node.identity.account
    author = table.node.identity.author

    def write(*steps):
        room.write(account, author, steps, 0)
    for log, first, last, signature in table.room.runs:
        for entry in log.entries[first - 1:last]:
            steps = entry.operations()
            moves = [schema.DuelStep.FromString(step.step.move) for step in steps if step.step.HasField("move")]
            if log.author == author and moves and moves[0].HasField("play") and moves[0].play.name:
                moves[0].play.name = b"Black Lotus"
                end = schema.DuelStep(game=1, end_game=STEP.EndGame(how=STEP.EndGame.HOW_CONCEDE))
                opening = STEP.OpenMatch(list_part=LIST, part=1, parts=1, swaps=table.swaps,
                                         secret=table.secrets().opening)
                for move in (moves[0], end, schema.DuelStep(open_match=opening)):
                    write(schema.Operation(step=schema.TableStep(move=move.SerializeToString())))
                break
            assert room.take(table.room.slice((log, first, last, signature), entry.sequence))
        else:
            continue
        break
    name = daemon.file("forged.duel")
    name.write_bytes(bundle.packed(room))
    match = bundle.unpacked(name.read_bytes(), DuelMatch)
    same(None, match.wrong, "what is wrong without the openings")
    same(True, (match.audit() or "").endswith("It is another card."), "our verification of another card")
    code, told = daemon.run("duel", "verify", str(name))
    same((1, True), (code, "A card was shown under another name." in told), f"the daemon's verification of it: {told}")


def played(world, we_host):
    """The whole script from one chair."""
    game = Game(world, we_host)
    try:
        for part in (opening, playing, looking, searching, undoing):
            part(game)
        entries = ended(game, game.ours if we_host else game.theirs)
        forged(game.table, game.daemon)
        return entries
    finally:
        game.person.end()


def duel_joins(world):
    """a duel at the daemon's table: draws, plays, mulligan, scry, searches, dice, undo, opening; both verify both files"""
    return f"{played(world, False)} entries"


def duel_hosts(world):
    """a duel at our table that the daemon joins: the same, and we concede"""
    return f"{played(world, True)} entries"


def shown(game):
    """Cards are opened, milled and shown to one seat; a hand is sealed, and a card of it chosen; a text is sealed and opened."""
    table, person = game.table, game.person
    theirs = table.duel.memory[game.theirs]
    person.tap(draw=MOVE.Draw(count=1, goal=STEP.GOAL_MILL))
    person.tap(draw=MOVE.Draw(count=1, goal=STEP.GOAL_OPEN))
    game.wait(lambda: len(theirs.names) > 1 and table.duel.parts[game.theirs].looked == 1, "a card is milled, one open")
    person.tap(show=MOVE.Show(hand=True, to=game.ours + 1))
    game.wait(lambda: theirs.shown == 1, "a box")
    same(sorted(person.hand()), sorted(table.shown(1)), "what the box tells us")
    name = table.hand()[0]
    table.show([table.mine.held[0]])
    soon([name], lambda: next(iter(person.own().get("shown", [])), {}).get("names"), "what our box tells them")
    table.seal_hand()
    person.tap(choose=MOVE.Choose(seat=game.ours + 1, position=2))
    game.wait(lambda: table.memory.chosen_position == 2, "they choose a card of our hand")
    person.tap(seal_hand=True)
    game.wait(lambda: table.duel.parts[game.theirs].sealed, "their sealed hand")
    table.act(table.move("choose", STEP.Choose(seat=game.theirs + 1, sealed_hand=table.duel.parts[game.theirs].sealed, position=1)))
    number = table.hide("Island")
    soon([number], lambda: person.seen(game.ours).get("choices"), "the sealed text")
    table.reveal(number, "Island")
    soon(None, lambda: person.seen(game.ours).get("choices"), "the text")
    game.settled("what was shown")


def duel_games(world):
    """a match of three games: swaps with the sideboard, boxes both ways, sealed hands, a draw, and what both open at the end"""
    game = Game(world, False, games=3)
    table, person = game.table, game.person
    try:
        table.begin()
        person.begin()
        game.settled("first hands")
        shown(game)
        table.end_game(STEP.EndGame.HOW_OFFER_DRAW)
        person.tap(end=MOVE.END_ACCEPT_DRAW)
        game.wait(lambda: 1 in table.duel.ends, "the draw")
        table.swap(2, {b"Old Bear": b"Wolf"})
        table.begin()
        choice = schema.DuelChoice(game=2, out=["Forest", "Forest"], **{"in": ["Wolf", "Wolf"]})
        person.tap(choice=choice, begin=MOVE.Begin(draw=7))
        game.settled("the second game")
        table.take_side(b"Old Bear")
        table.end_game(STEP.EndGame.HOW_CONCEDE)
        game.wait(lambda: 2 in table.duel.ends, "the second game ends")
        # Who begins first waits for the answer until the other has begun.
        person.tap(begin=MOVE.Begin(draw=7))
        game.wait(lambda: table.duel.memory[game.theirs].game == 3, "they begin the third game")
        table.begin()
        game.wait(lambda: len(table.mine.held) == table.duel.parts[game.theirs].hand == 7, "the hands of the third game")
        game.settled("the third game")
        return f"{ended(game, game.ours)} entries"
    finally:
        person.end()


class Judged:
    """A duel before a judge, in which both show cards to each other."""

    def __init__(self, world, we_host):
        self.key = pathlib.Path(tempfile.mkdtemp(prefix="parlor-judge-"), "judge.key")
        self.key.touch(0o600)
        self.key.write_text(f"{secrets.token_hex(32)}\n")
        self.keys = JudgeKeys.read(self.key)
        judge = self.keys.judge("Cyd")
        self.game = Game(world, we_host, judge=judge)
        self.table, self.person, self.daemon = self.game.table, self.game.person, self.game.daemon
        code, told = self.daemon.run("duel", "judge", "key", str(self.key), "--name", "Cyd")
        same((0, h.base32(judge.SerializeToString())), (code, told.split()[-1].lower()), "the line of the judge")
        self.table.begin()
        self.person.begin()
        self.table.show([self.table.mine.held[0]])
        self.person.tap(show=MOVE.Show(hand=True, to=self.game.ours + 1))
        self.game.settled("what was shown")

    def end(self, match=False):
        """We concede the game or the match, and both open it to the judge."""
        self.table.concede() if match else self.table.end_game(STEP.EndGame.HOW_CONCEDE)
        self.game.wait(lambda: all(self.table.view.open), "both open the match to the judge")
        self.person.until(lambda: all(seat.get("opened_to_judge") for seat in self.person.view()["seats"]), "the boxes at the daemon")

    def read(self, keys=None):
        """The match as the daemon exports it, and what is wrong with it for somebody with these keys."""
        file = self.key.with_name("match.duel")
        same(0, self.daemon.run("duel", "export", h.base32(self.table.room.id), str(file), "--force")[0], "the daemon's export")
        match = bundle.unpacked(file.read_bytes(), lambda room, host: DuelMatch(room, host, judge=keys))
        same(None, match.wrong, "what is wrong in the steps")
        return match, match.audit()

    def signed(self):
        """What the command signs with the key, and whether every step holds."""
        code, told = self.daemon.run("duel", "judge", "sign", str(self.key.with_name("match.duel")), "--key", str(self.key), "--json")
        verdict = schema.DuelStep.Verdict.FromString(h.unbase32(json.loads(told)["verdict"]))
        return verdict, code == 0

    def stop(self):
        self.game.person.end()
        shutil.rmtree(self.key.parent)


def judged(world, we_host):
    """Both open to the judge alone; what the command signs is what we sign, and both count the match by it."""
    game = Judged(world, we_host)
    try:
        game.end(match=not we_host)
        match, problem = game.read()
        same((None, "the judge has not signed"), (problem, level(match)), "the match without the judge's key")
        match, problem = game.read(game.keys)
        same((None, "both opened"), (problem, level(match)), "the match with the judge's key")
        verdict, holds = game.signed()
        same((True, 0, 2 - game.game.ours), (holds, verdict.failing, verdict.winner), "the verdict")
        ours = game.keys.sign(match, schema.DuelStep.Verdict(winner=verdict.winner, last=verdict.last))
        same(ours, verdict, "our signature and that of the command")
        stranger = JudgeKeys(bytes(32)).sign(match, schema.DuelStep.Verdict(winner=verdict.winner, last=verdict.last))
        if we_host:
            game.table.act(game.table.move("verdict", stranger))
            same([], game.table.match.verdicts(), "what somebody else has signed")
            game.table.act(game.table.move("verdict", verdict))
        else:
            game.person.tap(verdict=verdict)
        game.person.until(lambda: game.person.view().get("judged"), "the verdict at the daemon")
        game.game.wait(lambda: game.table.match.verdicts() == [verdict], "the verdict at our table")
        same("the judge has signed", level(game.read()[0]), "the match with its verdict")
        report = game.daemon.json("duel", "verify", str(game.key.with_name("match.duel")))
        same([True, True], [report["valid"], "Cyd" in report["text"]], "the daemon's verification of it")
    finally:
        game.stop()


def duel_judged(world):
    """a duel before a judge at our table: who has no key sees no card, and the verdict is the one that we sign"""
    judged(world, True)


def duel_judge_joined(world):
    """the same before a judge at the daemon's table, where we concede the match, and its person brings the verdict"""
    judged(world, False)


def duel_judge_lied_to(world):
    """a box for the judge that holds nothing: we and the command name our seat"""
    game = Judged(world, False)
    try:
        game.table.lie = lambda name, step: STEP.OpenMatch(part=1, parts=1, judge_box=bytes(300)) if name == "open_match" else step
        game.end()
        seat = game.game.ours + 1
        same(f"A box of seat {seat} holds no part of its opening.", game.read(game.keys)[1], "our verification")
        verdict, _ = game.signed()
        same(seat, verdict.failing, "the seat that fails")
        game.person.tap(verdict=verdict)
        game.game.wait(lambda: game.table.match.verdicts() == [verdict], "the verdict at our table")
        same(f"the judge has signed that seat {seat} breaks the rules", level(game.read()[0]), "the match with its verdict")
    finally:
        game.stop()


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    return [duel_joins, duel_hosts, duel_games, duel_judged, duel_judge_joined, duel_judge_lied_to]


