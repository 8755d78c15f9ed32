"""Attacks on a daemon: small functions that take a `Ground`, do one hostile thing for its time, and say what came of it.

The first line of the doc string is the name of the attack. What must not be is an `AssertionError`.
"""
import importlib

#: Modules and the order in which they run.
MODULES = ("connections", "greetings", "frames", "counts", "identities", "entries", "rooms", "people", "duels", "many", "blobs", "pictures",
           "neighbours", "local")


def attack(least=0, paired=False, disk=4, strangers=True):
    """Declares the needs and the costs of an attack.

    least: seconds below which it shows nothing; paired: it is done by somebody with whom the victim has paired;
    disk: MiB by which the home may grow; strangers: whether it leaves the victim with strangers' links only.
    """
    def mark(function):
        function.least, function.paired, function.disk, function.strangers = least, paired, disk, strangers
        return function
    return mark


def all_attacks():
    """Every attack, in order."""
    found = []
    for name in MODULES:
        module = importlib.import_module("attacks." + name)
        found += [value for value in vars(module).values()
                  if hasattr(value, "least") and value.__module__ == module.__name__]
    return found


def title(function):
    return function.__doc__.strip().splitlines()[0]
