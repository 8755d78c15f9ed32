"""The helpers of all parts."""
import os
import subprocess
import time


class Failure(Exception):
    """A promise was broken."""


class Skipped(Exception):
    """This machine cannot do it; the reason is told at the end."""


def slack():
    """Returns the factor by which things may take longer: this machine has others to serve."""
    return max(1.0, 1.5 * os.getloadavg()[0] / (os.cpu_count() or 1))


def soon(condition, what, seconds, step=0.05, explain=lambda: ""):
    """Waits until a condition holds; how long that took."""
    begun = time.monotonic()
    while True:
        value = condition()
        if value:
            return time.monotonic() - begun
        if time.monotonic() - begun > seconds * slack():
            raise Failure(f"{what}: not within {seconds} s (x{slack():.1f} for the load): {explain()}")
        time.sleep(step)


def run(*words, check=True):
    """Runs a tool of the system."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if check and done.returncode:
        raise OSError(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.stdout
