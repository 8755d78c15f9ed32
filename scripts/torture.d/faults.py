"""The faults: each breaks something of a world, lets people go on, and mends it."""
import contextlib
import os
import resource
import signal
import time

import checks
from common import Failure, Skipped, run, slack, soon
from daemon import Refused, Unanswered


def one(world):
    return world.random.choice(world.daemons)


def kill_one(world):
    victim = one(world)
    world.bustle(world.random.uniform(0.2, 1))
    victim.kill()
    world.bustle(world.random.uniform(0, 1.5))
    victim.start()


def kill_all(world):
    world.bustle(world.random.uniform(0.2, 1))
    for daemon in world.daemons:
        os.kill(daemon.process.pid, signal.SIGKILL)
    for daemon in world.daemons:
        daemon.kill()
    order = world.daemons[:]
    world.random.shuffle(order)
    for daemon in order:
        daemon.start()


def kill_often(world):
    """Again and again while it starts, too."""
    victim = one(world)
    for _ in range(4):
        process, _ = victim.spawn() if not victim.runs else (victim.process, 0)
        time.sleep(world.random.uniform(0, 0.4))
        process.kill()
        process.wait()
        victim.kill()
    victim.start()


def pause(world):
    victim = one(world)
    os.kill(victim.process.pid, signal.SIGSTOP)
    victim.paused = True
    world.bustle(world.random.uniform(1, world.patience))
    os.kill(victim.process.pid, signal.SIGCONT)
    victim.paused = False
    checks.answers(victim)


def fill(place):
    """Takes all the room on a small disk; refuses to touch any other."""
    size = os.statvfs(place)
    if size.f_blocks * size.f_frsize > 256 << 20:
        raise Failure(f"{place} is no small disk")
    with open(place + "/fill", "wb", buffering=0) as file:
        for portion in (1 << 20, 4096, 256):
            with contextlib.suppress(OSError):
                while file.write(bytes(portion)) == portion:
                    pass


def empty(place):
    """Gives the room back for good: what a disk has not written down yet comes back when it fails."""
    os.unlink(place + "/fill")
    folder = os.open(place, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def refusal(world, daemon, seconds=30):
    """Says things until one is not taken; what the person reads. None when the daemon ended meanwhile."""
    end = time.monotonic() + seconds * slack()
    while time.monotonic() < end:
        try:
            # Settings know no quota; each is a turn that must reach the disk.
            daemon.call("node/set", key="name", value=f"{daemon.post_name} {world.ledger.next_number()}")
        except Refused as refused:
            return str(refused)
        except Unanswered:
            if not daemon.runs:
                return None
    raise Failure(f"{daemon.name} takes everything although its disk takes nothing")


def disk_full(world):
    victim = one(world)
    before = checks.links(victim)
    fill(victim.place)
    said = refusal(world, victim)
    if said is None or "disk is full" not in said:
        raise Failure(f"{victim.name} says of a full disk: {said or victim.last_words()}")
    world.bustle(1)
    if world.random.random() < 0.4:
        victim.kill()
        victim.start()
        world.tally["killed on a full disk"] += 1
    else:
        # A link may be replaced by the one that the other side has dialled meanwhile; none may be missing.
        soon(lambda: checks.links(victim).keys() >= before.keys(), f"{victim.name} keeps its links on a full disk", 5)
        world.tally["links replaced on a full disk"] += checks.links(victim) != before
    empty(victim.place)
    soon(lambda: not victim.call("node/status").get("storage_problem"), f"{victim.name} goes on when there is room", 15)
    name_again(victim)


def name_again(daemon):
    daemon.call("node/set", key="name", value=daemon.post_name)


def file_limit(world):
    """No file of the daemon may grow: RLIMIT_FSIZE, below what the log has now."""
    victim = one(world)
    pid = victim.process.pid
    begin = len(victim.said())
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (world.random.choice([0, 4096, 200_000]), resource.RLIM_INFINITY))
    said = refusal(world, victim)
    if said is None:
        code = victim.process.wait()
        words = victim.said()[begin:]
        if "error" not in words:
            raise Failure(f"{victim.name} ended with {code} and without a word on RLIMIT_FSIZE: {words!r}")
        world.tally["ended for a file limit"] += 1
        victim.kill()
        victim.start()
    else:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        world.bustle(0.5)
        if not victim.runs:
            victim.kill()
            victim.start()
        soon(lambda: not victim.call("node/status").get("storage_problem"), f"{victim.name} goes on without a limit", 15)
    name_again(victim)


def read_only(world):
    """The home is mounted read-only while its daemon is down: it says so, and goes on when it may write."""
    victim = one(world)
    victim.kill() if world.random.random() < 0.5 else victim.stop()
    world.bustle(0.3)
    run("mount", "-o", "remount,ro", victim.place)
    try:
        said = victim.try_start()
    finally:
        run("mount", "-o", "remount,rw", victim.place)
    if said is None:
        raise Failure(f"{victim.name} runs in a home that cannot be written")
    if "Read-only file system" not in said and "cannot be written" not in said and "cannot be used" not in said:
        raise Failure(f"{victim.name} says of a read-only home: {said}")
    victim.start()


def disk_fails(world):
    """A disk fails under a running daemon, as the kernel then makes it read-only."""
    if not world.fragile:
        raise Skipped("this machine mounts no file system from a file (loop devices)")
    victim = next(daemon for daemon in world.daemons if daemon.place == world.fragile)
    world.bustle(0.5)
    run("mount", "-o", "remount,abort", victim.place, check=False)
    said = refusal(world, victim)
    world.bustle(0.5)
    words = said if said is not None else victim.last_words()
    if "disk" not in words and "cannot be written" not in words:
        raise Failure(f"{victim.name} says of a disk that fails: {words!r}")
    victim.kill()
    run("umount", victim.place)
    image = victim.place + ".disk/image"
    run("e2fsck", "-p", "-f", image, check=False)
    run("mount", "-o", "loop", image, victim.place)
    victim.start()
    name_again(victim)


def second_daemon(world):
    victim = one(world)
    port, victim.port = victim.port, None
    process, begin = victim.spawn()
    victim.port = port
    try:
        code = process.wait(10 * slack())
    except Exception:
        process.kill()
        raise Failure(f"a second daemon runs in the home of {victim.name}") from None
    said = victim.said()[begin:] if begin else victim.last_words()
    if code != 1 or "in use by another" not in said:
        raise Failure(f"a second daemon ends with {code} and says {said!r}")
    world.bustle(0.3)
    checks.answers(victim, 2)


def clean_restart(world):
    """Checks that the state that was kept in memory is the one on the disk."""
    soon(world.agreed, "all hold the same", checks.BOUND, 0.05, world.standing)
    checks.rebuilt(world, one(world))


def avahi(world):
    """Avahi dies and comes back every second: nobody loses a link.

    Where both sides have dialled after the fault before, one link takes the other's place once; so it is tried again.
    """
    need_network(world)
    world.wait_linked(checks.BOUND)
    for last in (False, True):
        before = {daemon.name: checks.links(daemon) for daemon in world.daemons}
        without_avahi(world)
        after = {daemon.name: checks.links(daemon) for daemon in world.daemons}
        if after == before:
            return
        world.tally["links replaced while Avahi died"] += 1
        if last:
            raise Failure(f"links are lost with discovery: {before}, {after}")


def without_avahi(world):
    hosts = world.random.sample(world.network.hosts, world.random.choice([1, len(world.network.hosts)]))
    end = time.monotonic() + world.patience
    while time.monotonic() < end:
        for host in hosts:
            host.kill_avahi()
        world.tally["Avahi killed"] += len(hosts)
        world.bustle(0.5)
        for host in hosts:
            host.start_avahi()
        world.bustle(0.5)


def need_network(world):
    if not world.network:
        raise Skipped("")


def weather(world, **what):
    from switch import FINE, Weather
    need_network(world)
    names = world.random.sample(list(world.network.switch.weather),
                                world.random.randint(1, len(world.network.hosts)))
    for name in names:
        world.network.switch.weather[name] = Weather(**what)
    world.bustle(world.random.uniform(1, world.patience))
    for name in names:
        world.network.switch.weather[name] = FINE


def delay(world):
    weather(world, delay=world.random.choice([0.02, 0.2, 0.6]), jitter=0.01)


def loss(world):
    weather(world, loss=world.random.choice([0.02, 0.1, 0.25]))


def reorder(world):
    weather(world, delay=0.02, jitter=0.02, reorder=0.25)


def rate(world):
    weather(world, rate=world.random.choice([4_000, 30_000]))


def link_down(world):
    """A cable is pulled at the host, or somewhere on the way, where nobody is told."""
    need_network(world)
    host = world.random.choice(world.network.hosts)
    length = world.random.uniform(1, world.patience)
    if world.long and world.random.random() < 0.15:
        # Long enough for both to give the link up.
        length = 60
    if world.random.random() < 0.5:
        host.on("ip", "link", "set", "lan0", "down")
        world.bustle(length)
        host.on("ip", "link", "set", "lan0", "up")
    else:
        from switch import FINE, Weather
        world.network.switch.weather[host.name] = Weather(cut=True)
        world.bustle(length)
        world.network.switch.weather[host.name] = FINE


def clock(world):
    """The clock is set while a daemon runs, to and fro by up to a year."""
    library = next((path for path in ("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
                                      "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1") if os.path.exists(path)), None)
    if not library:
        raise Skipped("faketime is not installed")
    victim = one(world)
    stamp = f"{world.folder}/{victim.name}.clock"
    with open(stamp, "w") as file:
        file.write("+0")
    victim.stop()
    # Only the clock that people set; what counts seconds since the start is never set.
    victim.variables = {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": stamp, "FAKETIME_NO_CACHE": "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    try:
        victim.start()
        for _ in range(2):
            with open(stamp, "w") as file:
                file.write(world.random.choice(["+1d", "-1d", "+365d", "-365d", "+20000d", "-9000d", "+3s"]))
            world.bustle(1)
            checks.answers(victim, 5)
        checks.after(world)
    finally:
        victim.kill()
        victim.variables = {}
    victim.start()


EVERYWHERE = [kill_one, kill_all, kill_often, pause, disk_full, file_limit, read_only, second_daemon, clean_restart, clock]
IN_NAMESPACES = [avahi, delay, loss, reorder, rate, link_down]
ON_LOOPBACK = [disk_fails]
