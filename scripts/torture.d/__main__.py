"""scripts/torture: worlds of real daemons, one fault a round, all checks after each."""
import argparse
import collections
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback

import checks
import damage
import faults
from common import Failure, Skipped, run
from daemon import Refused, Unanswered
from world import World

# Rounds of a world; then others meet.
ROUNDS = 24
# From this length on a run must have seen every fault.
LONG_MINUTES = 5


class Torture:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
        self.random = random.Random(self.seed)
        self.tally = collections.Counter()
        self.happened = collections.Counter()
        self.skipped = {}
        self.end = time.monotonic() + options.minutes * 60
        self.long = options.minutes >= LONG_MINUTES
        self.round = 0
        self.world = None

    def kinds(self, in_namespaces):
        kinds = faults.EVERYWHERE + damage.ALL + (faults.IN_NAMESPACES if in_namespaces else faults.ON_LOOPBACK)
        return [kind for kind in kinds if not self.options.only or kind.__name__ in self.options.only.split(",")]

    def all_kinds(self):
        return list(dict.fromkeys(self.kinds(True) + self.kinds(False)))

    def go(self):
        number, in_namespaces = 0, self.random.random() < 0.5
        while time.monotonic() < self.end:
            if not self.kinds(in_namespaces):
                in_namespaces = not in_namespaces
            self.live(number, in_namespaces)
            number, in_namespaces = number + 1, not in_namespaces

    def live(self, number, in_namespaces):
        world = self.world = World(self.options.program, self.folder, self.seed, number, self.tally)
        world.long, world.patience = self.long, 20 if self.long else 3
        world.build(in_namespaces)
        self.tally["worlds in namespaces" if in_namespaces else "worlds on loopback"] += 1
        self.tally["daemons"] += len(world.daemons)
        print(f"torture: world {number}: {len(world.daemons)} daemons "
              f"{'in namespaces' if in_namespaces else 'on loopback'}", flush=True)
        order = self.order(world, self.kinds(in_namespaces))
        for kind in order:
            if time.monotonic() > self.end:
                break
            self.one_round(world, kind)
        for daemon in world.daemons:
            daemon.stop()
        world.down()
        shutil.rmtree(world.folder, ignore_errors=True)
        self.world = None

    def order(self, world, kinds):
        """Every kind once before any comes again, what never happened first."""
        order = []
        while len(order) < ROUNDS:
            some = kinds[:]
            world.random.shuffle(some)
            some.sort(key=lambda kind: self.happened[kind.__name__] > 0)
            order += some
        return order[:ROUNDS]

    def one_round(self, world, kind):
        self.round += 1
        name = kind.__name__
        begun = time.monotonic()
        world.fault = name
        try:
            kind(world)
            self.happened[name] += 1
        except Skipped as skipped:
            if str(skipped):
                self.skipped[name] = str(skipped)
            return
        world.bustle(0.3)
        checks.after(world)
        print(f"torture: round {self.round}: {name}: {time.monotonic() - begun:.1f} s", flush=True)

    def report(self):
        print(f"torture: seed {self.seed}, {self.round} rounds")
        for what, count in sorted(self.happened.items()):
            print(f"  {count:5} {what}")
        for what, count in sorted(self.tally.items()):
            print(f"  {count:9} {what}")
        for what, reason in self.skipped.items():
            print(f"SKIPPED {what}: {reason}")
        never = [kind.__name__ for kind in self.all_kinds()
                 if not self.happened[kind.__name__] and kind.__name__ not in self.skipped]
        if never and self.long:
            raise Failure(f"these faults never happened: {', '.join(never)}")

    def keep(self):
        """Homes and logs, onto a disk that outlives the namespaces."""
        kept = tempfile.mkdtemp(prefix="parlor-torture-kept.")
        self.world.keep(kept)
        return kept


def explain(torture, error):
    world = torture.world
    where = f"world {world.number}, fault {getattr(world, 'fault', 'none: the world was made')}" if world else "no world"
    print(f"torture: FAILED: seed {torture.seed}, round {torture.round}, {where}: {error}", file=sys.stderr)
    if not isinstance(error, Failure):
        traceback.print_exception(error)
    if world:
        with contextlib.suppress(Exception):
            print(world.standing(), file=sys.stderr)
        for daemon in world.daemons:
            print(f"torture: last words of {daemon.name}:\n{daemon.last_words()}", file=sys.stderr)
        print(f"torture: homes and logs are kept in {torture.keep()}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(prog="scripts/torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--only", help="names of faults, with commas between them")
    parser.add_argument("program", nargs="?", default=".build/debug/parlor")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    # As on Ctrl-C: the namespaces, and with them every process and mount, end with this one.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    folder = tempfile.mkdtemp(prefix="parlor-torture.")
    torture = None
    try:
        run("mount", "--make-rprivate", "/")
        run("ip", "link", "set", "lo", "up")
        # faketime keeps things there by process id, and ours begin at 1 again.
        run("mount", "-t", "tmpfs", "-o", "size=16m", "none", "/dev/shm")
        torture = Torture(options, folder)
        torture.go()
        torture.report()
        print("torture: nothing was lost")
    except (Failure, OSError, Unanswered, Refused, KeyError) as error:
        explain(torture, error)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        if torture and torture.world:
            torture.world.down()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
