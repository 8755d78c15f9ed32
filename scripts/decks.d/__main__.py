"""Card files and deck files of a real daemon: large imports that are killed, and decks that other programs read."""
import argparse
import pathlib
import random
import sys
import tempfile

import formats
import imports
from home import Failure, Home


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--import", dest="imports", action="store_true", help="a large file, and nothing else")
    parser.add_argument("--mebibytes", type=int, default=140, help="of that file")
    parser.add_argument("--kills", type=int, default=10, help="moments at which its import is killed")
    parser.add_argument("--formats", action="store_true", help="decks that other programs read, and nothing else")
    parser.add_argument("--decks", type=int, default=40, help="of these, so many")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    words = parser.parse_args()
    program = str(pathlib.Path(words.program).resolve())
    with tempfile.TemporaryDirectory(prefix="parlor-decks.") as place:
        home = Home(program, pathlib.Path(place))
        try:
            home.start()
            if words.imports or not words.formats:
                print("imports:")
                imports.run(home, words.mebibytes, words.kills)
            if words.formats or not words.imports:
                print(f"formats, --seed {words.seed}:")
                formats.run(home, words.decks, words.seed)
        except Failure as failure:
            print(f"FAILED with --seed {words.seed}: {failure}", file=sys.stderr)
            return 1
        finally:
            home.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
