"""Damaged databases: a clear word and a way back, never silence and never wrong data."""
import json
import os
import shutil
import time

import checks
from common import Failure, slack, soon
from daemon import Refused, Unanswered

# The program's word for a damaged database, in any state in which it notices.
WORD = "damaged"


def victim_of(world, stopped_well):
    """A stopped home, all of which the others have too."""
    soon(world.agreed, "all hold the same", checks.BOUND, 0.05, world.standing)
    victim = world.random.choice(world.daemons)
    victim.stop() if stopped_well else victim.kill()
    return victim


def flip(world, path):
    with open(path, "r+b") as file:
        used = len(file.read().rstrip(b"\0"))
        if not used:
            return 0
        count = world.random.choice([1, 3, 30])
        for _ in range(count):
            place = world.random.randrange(used)
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1 << world.random.randrange(8)]))
    return count


def cut(world, path):
    with open(path, "r+b") as file:
        used = len(file.read().rstrip(b"\0"))
        file.truncate(world.random.randrange(used) if used else 0)
    return used


def flip_database(world):
    # After a crash most of it is in the log.
    broken(world, victim_of(world, world.random.random() < 0.8), "parlor.sqlite", flip)


def truncate_database(world):
    broken(world, victim_of(world, world.random.random() < 0.8), "parlor.sqlite", cut)


def flip_log(world):
    world.bustle(1)
    broken(world, victim_of(world, False), "parlor.sqlite-wal", flip)


def truncate_log(world):
    world.bustle(1)
    broken(world, victim_of(world, False), "parlor.sqlite-wal", cut)


def broken(world, victim, name, damage):
    path = f"{victim.home}/{name}"
    if os.path.exists(path):
        damage(world, path)
    said = victim.try_start()
    if said is None:
        # Nobody has noticed yet; the person goes on as ever, before any other is heard.
        before = {room: set(world.ledger.messages[room]) for room in world.ledger.rooms}
        for room in world.ledger.rooms:
            try:
                world.say(victim, room)
            except (Unanswered, Refused):
                pass
        said = watch(world, victim)
        late = False
        if said is None:
            # It looks at its database with what nobody else wants of the machine, and may not have come to the end.
            victim.stop()
            late = way_back(world, victim, told=False)
            world.tally["mended before the daemon had noticed"] += late
        if said is not None or late:
            # Entries that were written behind the damage, and had reached nobody when it was noticed, prove nothing.
            for room, ids in before.items():
                world.tally["words said on a damaged database"] += world.ledger.doubt(room, ids)
        if late:
            return
    if said is None:
        world.tally["damage without effect"] += 1
        victim.start()
        return
    if WORD not in said:
        raise Failure(f"{victim.name} says of a damaged {name}: {said!r}")
    world.tally["damage told"] += 1
    if '"code"' not in said:
        world.tally["damage told while it ran"] += 1
    way_back(world, victim)


def watch(world, victim):
    """Waits until all are the same again, or the daemon has ended with a word: that word."""
    begin = time.monotonic()
    while time.monotonic() - begin < checks.BOUND:
        if not victim.runs:
            words = victim.last_words()
            victim.kill()
            return words
        if world.all_linked() and world.agreed() and time.monotonic() - begin > min(2 * slack(), 6):
            # It has had the time to look at all that it holds.
            return None
        time.sleep(0.05)
    # The checks that follow say what is wrong.
    return None


def way_back(world, victim, told=True):
    """Does what the message tells the person; returns whether the database was damaged, as it must be where that was told."""
    victim.kill()
    code, out, said = victim.run("mend", "--json", seconds=60)
    if code == 0:
        if json.loads(out).get("mended"):
            world.tally["mended"] += 1
            restored(world, victim)
            return True
        if told:
            raise Failure(f"{victim.name} says that it is damaged, and `parlor mend` finds nothing")
        return False
    world.tally["beyond mending"] += 1
    print(f"torture: beyond mending: {out.strip()}", flush=True)
    if code != 1 or "restore" not in out:
        raise Failure(f"{victim.name} cannot be mended, and says no way back: {code} {out} {said}")
    shutil.rmtree(victim.home)
    code, out, said = victim.run("restore", world.backups[victim.name])
    if code:
        raise Failure(f"{victim.name} is not restored: {out}{said}")
    world.tally["restored from the backup"] += 1
    restored(world, victim)
    return True


def restored(world, victim):
    if victim in world.play.seats and world.play.table:
        world.play.cut_off = True
    victim.start()
    meet_again(world, victim)


def meet_again(world, victim):
    """Pairs again with the people that the damage has made forgotten."""
    peers = victim.peers()
    for other in world.others(victim):
        if not peers.get(other.node, {}).get("paired"):
            victim.call("peers/trust", node=other.node)
            victim.call("peers/add", address=f"{other.address}:{other.port}")
            world.tally["paired anew after damage"] += 1


ALL = [flip_database, truncate_database, flip_log, truncate_log]
