"""scripts/examples: every command that the README and the pages of docs/ show is taken and does what it says."""
import pathlib
import sys
import tempfile

import pages
from shown import commands, examples, wrong
from world import World

root = pathlib.Path(__file__).resolve().parents[2]


def main(program, wanted):
    described, failed, count = commands(program), [], 0
    for path in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        if wanted and path.stem not in wanted:
            continue
        shown = list(examples(path))
        problems = [(line, text, problem) for line, text in shown if (problem := wrong(text, described))]
        ran = 0
        if path.stem in pages.PAGES:
            with tempfile.TemporaryDirectory(prefix="examples-") as place, World(program, place) as world:
                ran, more = pages.PAGES[path.stem](world).run(shown)
                problems += more
        count += len(shown)
        print(f"{'WRONG ' if problems else 'ok    '} {path.relative_to(root)}: {len(shown)} commands, {ran} of them were run", flush=True)
        for line, text, problem in problems:
            print(f"       line {line}: {text}\n         {problem}", flush=True)
        failed += problems
    if failed:
        sys.exit(f"{len(failed)} of {count} commands do not do what a page says.")
    print(f"{count} commands of the README and docs/ are as the program takes them.")


main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:])
