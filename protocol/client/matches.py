"""The checks of matches: both sides play them, and both verify the same files."""
import contextlib

import bundle
import hashes as h
import schema
from table import Table

same = soon = None

RULES = ["standard", "shuffled", "lose-if-short+second-pile", "equal-force+second-pile-reversed",
         "second-pile-shuffled+split", "equal-force+shuffled+split", "second-pile", "quick"]


def verified(world, daemon, table):
    """Both files, ours and the daemon's, verify on both sides and tell the same."""
    node, room = table.node, h.base32(table.room.id)
    ours, theirs = daemon.file(f"{room}.ours"), daemon.file(f"{room}.theirs")
    soon("TABLE_PHASE_FINISHED", lambda: daemon.json("war", "show", room)["phase"], "the match at the daemon")

    def told(name):
        """Waits for steps that were on their way when the match ended: they come a moment later."""
        with node.lock:
            ours.write_bytes(bundle.packed(table.room))
        daemon.run("war", "export", room, str(theirs), "--force")
        return bundle.told(bundle.unpacked(name.read_bytes()))
    soon(True, lambda: told(ours) == told(theirs), "our verification tells the same of both files")
    for name in (ours, theirs):
        report = daemon.json("war", "verify", str(name))
        match = bundle.unpacked(name.read_bytes())
        winner = {0: "SEAT_HOST", 1: "SEAT_JOINER", None: None}[match.result()[0]]
        same([True, str(match.count), match.game.decided(), winner],
             [report.get("valid"), report.get("steps"), report.get("rounds", 0), report["result"].get("winner")],
             f"what the daemon's verification tells of {name.suffix}")
    return ours


def joins(world):
    """we join the daemon's tables and play them to the end"""
    daemon = world.daemon()
    node, rounds = world.node("Pia", daemon), 0
    for number in range(world.matches):
        with playing(daemon, "host", "--accept-first", "--rules", RULES[number % len(RULES)]):
            same(True, bool(node.wait(lambda: node.offers)), "a table is offered")
            table = Table.join(node, next(iter(node.offers.values())))
            same(True, bool(node.wait(table.result, 120)), "the match ends")
            verified(world, daemon, table)
            rounds += table.match.game.decided()
            same(True, bool(node.wait(lambda: not node.offers)), "the table is offered no more")
    return f"{world.matches} matches, {rounds} rounds"


def hosts(world):
    """we host tables and the daemon joins them"""
    daemon = world.daemon()
    node, rounds = world.node("Pia", daemon), 0
    for number in range(world.matches):
        rules = schema.Rules(face_down=number % 10, short_play=number % 4, winnings_order=number % 3,
                             winnings_place=(number + 3) % 5, both_out=number % 3)
        table = Table.host(node, rules, "from the specification")
        with playing(daemon, "join", h.base32(table.room.id), "--wait", "30"):
            same(True, bool(node.wait(table.result, 120)), "the match ends")
            verified(world, daemon, table)
            rounds += table.match.game.decided()
    return f"{world.matches} matches, {rounds} rounds"


@contextlib.contextmanager
def playing(daemon, *words):
    """The daemon plays by itself, with a command that ends with the check."""
    command = daemon.begin("war", *words, "--auto")
    try:
        yield command
    finally:
        command.terminate()
        command.wait()


def against(world, seat, plan, seconds=(), after=None):
    """One match against the daemon with a plan; the table, its result and the verified file."""
    daemon = world.daemon(*seconds)
    node = world.node("Pia", daemon)
    if seat == "host":
        table = Table.host(node)
        table.plan.update(plan)
        words = ("join", h.base32(table.room.id), "--wait", "30")
    else:
        table, words = None, ("host", "--accept-first")
    with playing(daemon, *words):
        if table is None:
            same(True, bool(node.wait(lambda: node.offers)), "a table is offered")
            with node.lock:
                table = Table.join(node, next(iter(node.offers.values())))
                table.plan.update(plan)
        if after:
            after(daemon, node, table)
        same(True, bool(node.wait(table.result, 120)), "the match ends")
        return table, table.result(), verified(world, daemon, table)


def concedes(world):
    """who concedes has lost, and a forged or damaged file is refused by both"""
    _, result, _ = against(world, "joiner", {3: "concede"})
    same((0, "conceded"), result, "the result of one that we joined")
    table, result, name = against(world, "host", {6: "concede"})
    same((1, "conceded"), result, "the result of one that we hosted")
    daemon, data = world.things[-2], name.read_bytes()
    lies = {"damaged": data[:500] + bytes([data[500] ^ 1]) + data[501:], "forged": forged(table)}
    for name, lie in lies.items():
        daemon.file(name).write_bytes(lie)
        same(1, daemon.run("war", "verify", str(daemon.file(name)))[0], f"the daemon on the {name} file")
        try:
            same(True, bool(bundle.unpacked(lie).wrong), f"we on the {name} file")
        except bundle.Broken:
            pass


def takes_back(world):
    """a concession is taken back with the daemon's consent, the match is played to its end, and a rematch is agreed"""
    daemon = world.daemon()
    node = world.node("Pia", daemon)
    with playing(daemon, "host", "--accept-first"):
        same(True, bool(node.wait(lambda: node.offers)), "a table is offered")
        with node.lock:
            table = Table.join(node, next(iter(node.offers.values())))
            table.plan.update({3: "back"})
        same(True, bool(node.wait(table.result, 120)), "we concede")
        same((0, "conceded"), table.result(), "the result before it is taken back")
    room = h.base32(table.room.id)
    soon("SEAT_JOINER", lambda: daemon.json("war", "show", room).get("take_back"), "the daemon is asked")
    same(0, daemon.run("war", "take-back", room)[0], "the daemon lets it")
    same(True, bool(node.wait(lambda: table.result() is None)), "the match goes on")
    with playing(daemon, "resume", room):
        same(True, bool(node.wait(table.result, 120)), "the match ends")
    same(True, table.result()[1] != "conceded", f"the end is another one: {table.result()}")
    same(0, daemon.run("war", "rematch", room)[0], "the daemon offers a rematch")
    same(True, bool(node.wait(lambda: table.match.ahead(1).offers[0])), "we see the offer")
    verified(world, daemon, table)


def forged(table):
    """The file with a wrong state hash in a decision, well signed by its author."""
    from logs import Room
    room, account = Room(table.room.id, schema.ROOM_KIND_TABLE), table.node.identity.account
    for log, first, last, signature in table.room.runs:
        for entry in log.entries[first - 1:last]:
            if any(operation.step.HasField("decide") for operation in entry.operations()):
                operations = schema.Payload.FromString(entry.payload).operations
                operations[-1].step.decide.state_hash = bytes(32)
                room.write(account, log.author, operations, 0)
                return bundle.packed(room)
        room.take(table.room.slice((log, first, last, signature), first))
    raise AssertionError("nothing was decided")


def pauses(world):
    """somebody leaves and comes back, and links are cut in the middle: the match goes on"""
    def cut(daemon, node, table):
        for rounds in (3, 9, 20):
            same(True, bool(node.wait(lambda: table.result() or table.match.game and table.match.game.decided() >= rounds)), f"{rounds} rounds")
            if table.result():
                return
            for link in [*node.links.values()]:
                link.close()
            node.dial(daemon.address, node.source)
            same(True, bool(node.wait(lambda: node.links)), "linked again")
    for seat in ("host", "joiner"):
        # One match in some hundreds is over before its twentieth round: it is played again.
        while True:
            table, _, _ = against(world, seat, {2: "leave", 7: "leave", 13: "leave"}, after=cut)
            if table.match.game.decided() > 20:
                break
        left = sum(step.HasField("left") for steps in table.match.steps for _, step in steps)
        same(3, left, "how often somebody left")


def decides(world):
    """the deciding goes over to the other side and back"""
    def back(daemon, node, table):
        same(True, bool(node.wait(lambda: table.match.game and table.match.game.decided() >= 4)), "rounds")
        with node.lock:
            mine = table.match.views[table.seat].deciding == table.seat
        if not mine:
            daemon.run("war", "hosting", h.base32(table.room.id))

    def taken(daemon, node, table):
        same(True, bool(node.wait(lambda: table.match.ahead(0).offered)), "offered")
        soon(0, lambda: daemon.run("war", "hosting", h.base32(table.room.id), "--take")[0], "the daemon takes it")
    for seat, plan, after in (("joiner", {}, back), ("host", {5: "offer"}, taken)):
        table, _, _ = against(world, seat, plan, after=after)
        kinds = [step.WhichOneof("step") for steps in table.match.steps for _, step in steps]
        same([1, 1], [kinds.count(kind) for kind in ("offer_hosting", "take_hosting")], "offers and what was taken")
        deciders = [seat for seat, steps in enumerate(table.match.steps) if any(s.HasField("decide") for _, s in steps)]
        same([0, 1], deciders, "who decided")


def claims(world):
    """a claim ends nothing until it is accepted, and the next card undoes it, theirs and ours"""
    def claim(daemon, node, table):
        same(True, bool(node.wait(lambda: table.match.game and table.match.game.decided() >= 4)), "rounds")
        soon(0, lambda: daemon.run("war", "claim", h.base32(table.room.id))[0], "the daemon claims", 30)

    def by_cards(result, what):
        same(True, result[1] not in ("claimed", "conceded") and "not" not in result[1].split(), f"{what}: {result}")
    for seat, winner in (("host", 1), ("joiner", 0)):
        _, result, _ = against(world, seat, {5: "accept"}, ("--claim-seconds", "1"), claim)
        same((winner, "claimed"), result, f"their claim that we accept, we being {seat}")
        table, result, _ = against(world, seat, {5: "late"}, ("--claim-seconds", "1"), claim)
        kinds = [step.WhichOneof("step") for steps in table.match.steps for _, step in steps]
        same(True, "claim" in kinds, "the daemon has claimed")
        by_cards(result, f"their claim that we undo, we being {seat}")
        # The lie: our win is claimed in the entry that plays our card.
        table, result, _ = against(world, seat, {4: "claim", 9: "claim"})
        kinds = [step.WhichOneof("step") for steps in table.match.steps for _, step in steps]
        same(True, kinds.count("claim") > 0, "we have claimed")
        by_cards(result, f"our lie, we being {seat}")


def all_checks(is_same, is_soon):
    global same, soon
    same, soon = is_same, is_soon
    return [joins, hosts, concedes, takes_back, pauses, decides, claims]
