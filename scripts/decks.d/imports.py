"""A card database that is made of a large file: its memory, and what is there when it is killed on the way."""
import json
import os
import re
import signal
import time

from home import Failure, check

# The memory that an import may hold beyond that of the command by itself, in KiB.
most = 64 << 10


def write(path, size, mark):
    """A file in the form of Scryfall's bulk data: one array, one card a line."""
    address = "https://cards.example/a/long/address/of/something/%d/that-nobody-here-reads.jpg?1562736891"
    rest = {f"field_{number}": address % number for number in range(38)}
    count = 0
    with open(path, "w") as file:
        file.write("[\n")
        while file.tell() < size:
            card = {"object": "card", "name": f"{mark} card number {count}", "mana_cost": "{1}{W}", "cmc": 2.0,
                    "type_line": "Creature — Bird", "oracle_text": 'Flying\nDraw "a" card.', "layout": "normal",
                    "legalities": {"modern": "legal", "vintage": "restricted"}, **rest}
            file.write((",\n" if count else "") + json.dumps(card, ensure_ascii=False))
            count += 1
        file.write("\n]\n")
    return count


def peak(process):
    """The most memory that a process has had so far, in KiB; nothing once it has ended."""
    try:
        with open(f"/proc/{process.pid}/status") as status:
            found = re.search(r"VmHWM:\s+(\d+)", status.read())
            return int(found[1]) if found else 0
    except OSError:
        return 0


def run(home, mebibytes, kills):
    old, new = home.place / "old.json", home.place / "new.json"
    first = write(old, 2 << 20, "Old")
    count = write(new, mebibytes << 20, "New")
    home.run("card", "import", old)

    def known():
        """Returns the mark of the database that is there; it must be whole."""
        found = [mark for mark, last in (("Old", first), ("New", count))
                 if all(home.ask("card", "search", f"{mark} card number {number}").get("cards")
                        for number in (0, last // 2, last - 1))]
        if len(found) != 1:
            raise Failure(f"the database has the cards of {found}")
        return found[0]

    began = time.monotonic()
    process, most_seen = home.begin("card", "import", new), 0
    while process.poll() is None:
        most_seen = max(most_seen, peak(process))
        time.sleep(0.005)
    took = time.monotonic() - began
    said = process.stdout.read()
    process.stdout.close()
    check(f"{mebibytes} MiB with {count} cards take {took:.1f} s and {most_seen >> 10} MiB",
          process.returncode == 0 and str(count) in said and known() == "New", said)
    check("less than 64 MiB at the most", most_seen < most, f"{most_seen >> 10} MiB")
    home.run("card", "import", old)
    for moment in range(kills):
        process = home.begin("card", "import", new)
        # Also shortly before its end, where the new database takes the place of the old one.
        time.sleep(took * (moment + 0.5) / kills)
        ended = process.poll() is not None
        if not ended:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        found = known()
        check(f"killed {moment + 1} of {kills}: the {'new' if found == 'New' else 'old'} database is whole",
              found == "Old" or ended or moment == kills - 1, found)
        if found == "New":
            home.run("card", "import", old)
    home.run("card", "import", old)
    left = sorted(path.name for path in home.folder.glob("cards.db*"))
    check("nothing of it is left behind after the next import", set(left) <= {"cards.db", "cards.db.lock"}, left)
