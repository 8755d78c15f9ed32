"""scripts/page: the page in a real browser, against real daemons. Arguments: the program, then parts of the names of the tests to run."""
import importlib
import inspect
import pathlib
import sys
import tempfile
import time
import traceback

from playwright.sync_api import sync_playwright

from lively import look
from people import Browser, Person
from pictures import draw, readme
from speed import measure

here = pathlib.Path(__file__).resolve().parent
pictures = here.parents[1] / ".build/page-failures"


# Tests that also run in Firefox every time. The keyboard of a window behind another one does nothing there, so that test is not among them.
MAIN_PATHS = [
    "test_war_to_the_end", "test_war_waits_for_who_is_away", "test_chat_in_the_lobby", "test_events_two_plan_together", "test_cards_trade",
    "test_tournaments_the_seed_example", "test_people_pair_and_make_a_room", "test_drawings_with_the_mouse", "test_duel_two_play_by_mouse", "test_lost_at_the_table", "test_view",
]


def tests(words):
    """Each file with its tests, those that were asked for."""
    for file in sorted(here.glob("test_*.py")):
        if words and not any(word in file.stem or word in file.read_text() for word in words):
            continue
        module = importlib.import_module(file.stem)
        found = [test for name, test in vars(module).items() if name.startswith("test_") and inspect.isfunction(test) and test.__module__ == file.stem]
        # Slow tests run when they are asked for by their names.
        slow = [test for name, test in vars(module).items() if name.startswith("slow_") and any(word in name for word in words)]
        found = slow or [test for test in found if not words or any(word in test.__name__ or word in file.stem for word in words)]
        if found:
            yield file.stem, found


def run(browser, test, people):
    """One test; why it failed, or nothing."""
    why = ""
    try:
        test(browser, *people)
    except Exception as error:
        why = f"{error}" or traceback.format_exc()
        print("".join(traceback.format_tb(error.__traceback__)[-3:]), file=sys.stderr)
    errors = browser.finish(test.__name__, bool(why))
    return why or ("on the console: " + "; ".join(errors[:3]) if errors else "")


def main(program, words, firefox=False):
    failed, begin = [], time.monotonic()
    with sync_playwright() as playwright:
        browser = Browser(playwright, pictures, firefox)
        for file, found in tests(words):
            # Each file has people of its own, who know each other and nothing else.
            with tempfile.TemporaryDirectory(prefix="page-") as place:
                people = [Person(program, place, name, colour) for name, colour in (("Ada", "blue"), ("Bob", "orange"), ("Cyd", "green"))]
                try:
                    for person, other in ((people[1], people[0]), (people[2], people[0]), (people[2], people[1])):
                        person.know(other)
                    for test in found:
                        since = time.monotonic()
                        why = run(browser, test, people)
                        if why and browser.is_broken:
                            print(f"The browser has crashed or hangs, and {test.__name__} runs once more in another one: {why}", flush=True)
                            browser.launch()
                            why = run(browser, test, people)
                        print(f"{'FAILED' if why else 'ok    '} {test.__name__}, {time.monotonic() - since:.1f} s: {why or test.__doc__}", flush=True)
                        if why:
                            failed.append(test.__name__)
                finally:
                    for person in people:
                        person.kill()
    if failed:
        sys.exit(f"{len(failed)} failed: {', '.join(failed)}. Pictures are in {pictures}.")
    print(f"All tests of the page passed in {time.monotonic() - begin:.0f} s.")


program, words = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]
if words[:1] == ["--pictures"]:
    draw(program, words[1])
elif words[:1] == ["--looks"]:
    look(program, words[1], words[2:])
elif words[:1] == ["--readme"]:
    readme(program, here.parents[1] / "docs/pictures")
elif words[:1] == ["--speed"]:
    measure(program)
elif words[:1] == ["--firefox"]:
    main(program, words[1:] or MAIN_PATHS, firefox=True)
else:
    main(program, words)
