"""The rules that must hold after every fault: the invariants of the project that real processes can show."""
import sqlite3
import time

from common import Failure, slack, soon
from daemon import Refused, Unanswered

# In seconds. Milliseconds on a good day; who was given up is dialled again within half a minute, and a cable that was
# pulled is noticed after 45 s of silence.
BOUND = 90
# From here on it is told who waits for what.
SLOW = 10


def after(world, seconds=BOUND):
    """All checks, once nothing is broken any more; how long the nodes took to be the same again."""
    tally = world.tally
    for daemon in world.daemons:
        if not daemon.runs:
            raise Failure(f"{daemon.name} has ended by itself")
    took = soon(telling_after(SLOW, world.all_linked, world.standing), "all are linked", seconds, 0.05, world.standing)
    agreeing = soon(telling_after(SLOW, world.agreed, world.standing), "all hold the same of all rooms", seconds, 0.05,
                    world.standing)
    if took > SLOW or agreeing > SLOW:
        print(f"torture: slow: {took:.1f} s until all were linked, {agreeing:.1f} s until all agreed", flush=True)
    took += agreeing
    tally["convergence, most ms"] = max(tally["convergence, most ms"], int(took * 1000))
    count_links(world)
    for daemon in world.daemons:
        for room in world.ledger.rooms:
            tally["messages compared"] += world.ledger.compare(daemon.name, room, daemon.messages(room))
        single_history(world, daemon)
        tally["slowest start, ms"] = max(tally["slowest start, ms"], int(daemon.slowest_start * 1000))
    world.play.check()
    tally["checks"] += 1


def telling_after(seconds, condition, explain):
    """A condition that, when it does not hold for so long, says once how things stand."""
    end, told = time.monotonic() + seconds, False

    def holds():
        nonlocal told
        if condition():
            return True
        if not told and time.monotonic() > end:
            told = True
            print(f"torture: not yet after {seconds} s: {explain()}", flush=True)
        return False
    return holds


def single_history(world, daemon):
    """Invariant 4: no log has two entries at one place, on any node, ever."""
    place = f"file:{daemon.home}/parlor.sqlite?mode=ro"
    connection = sqlite3.connect(place, uri=True, timeout=5 * slack())
    try:
        forks = connection.execute("SELECT hex(author), forked_from FROM log WHERE forked_from IS NOT NULL").fetchall()
        if forks:
            raise Failure(f"{daemon.name} has proofs of forks, and all authors are honest: {forks}")
        rows = connection.execute(
            "SELECT room.id, log.author, log.incarnation, entry.sequence, entry.hash FROM entry "
            "JOIN log ON log.number = entry.log JOIN room ON room.number = log.room")
        for room, author, incarnation, sequence, hash in rows:
            world.ledger.enter(daemon.name, (room.hex(), author.hex()[:12], incarnation, sequence), hash)
            world.tally["entries compared"] += 1
    except sqlite3.DatabaseError as error:
        # A checkpoint has it now; the next round looks again.
        world.tally["databases not looked at"] += 1
        if "locked" not in str(error) and "busy" not in str(error):
            raise Failure(f"{daemon.name}'s database cannot be read: {error}") from None
    finally:
        connection.close()


def count_links(world):
    """Notes when each link began; a new beginning is a reconnect."""
    for one in world.daemons:
        for node, peer in one.peers().items():
            begun = peer.get("last_seen_milliseconds")
            if peer.get("online") and world.links.get((one.name, node)) not in (None, begun):
                world.tally["reconnects"] += 1
            world.links[one.name, node] = begun


def links(daemon):
    """Returns the links that stand, by the time at which they began."""
    return {node: peer.get("last_seen_milliseconds") for node, peer in daemon.peers().items() if peer.get("online")}


def rebuilt(world, daemon):
    """Checks invariant 5 by a restart: what is read from the disk is what was kept."""
    before = [daemon.state(room) for room in world.ledger.rooms]
    daemon.stop()
    daemon.start()
    after_start = [daemon.state(room) for room in world.ledger.rooms]
    # Others may have said something meanwhile; nobody does while this is looked at.
    if before != after_start:
        raise Failure(f"{daemon.name} kept {before} and reads {after_start} after a restart")
    world.tally["restarts compared"] += 1


def answers(daemon, seconds=10):
    """Waits until a daemon answers."""
    def asked():
        try:
            return daemon.call("node/status")
        except (Unanswered, Refused):
            return None
    soon(asked, f"{daemon.name} answers", seconds)
    return time.monotonic()
