"""scripts/page: the page in a real browser, against real daemons. Arguments: the program, then parts of the names of the tests to run."""
import importlib
import inspect
import multiprocessing
import pathlib
import sys
import tempfile
import time
import traceback

from playwright.sync_api import sync_playwright

from lively import look
from people import Browser, Person, take_ports
from pictures import draw, readme
from speed import measure

here = pathlib.Path(__file__).resolve().parent
pictures = here.parents[1] / ".build/page-failures"


# Tests that also run in Firefox every time. The keyboard of a window behind another one does nothing there, so that test is not among them.
MAIN_PATHS = [
    "test_war_waits_for_who_is_away", "test_chat_in_the_lobby", "test_events_two_plan_together", "test_cards_trade",
    "test_tournaments_the_seed_example", "test_people_pair_and_make_a_room", "test_drawings_with_the_mouse", "test_duel_two_play_by_mouse", "test_lost_at_the_table", "test_view",
]


def tests(words):
    """The files with tests that were asked for, and these; the longest files first."""
    for file in sorted(here.glob("test_*.py"), key=lambda file: -file.stat().st_size):
        if words and not any(word in file.stem or word in file.read_text() for word in words):
            continue
        module = importlib.import_module(file.stem)
        found = [name for name, test in vars(module).items() if name.startswith("test_") and inspect.isfunction(test) and test.__module__ == file.stem]
        # Slow tests run when they are asked for by their names.
        slow = [name for name in vars(module) if name.startswith("slow_") and any(word in name for word in words)]
        found = slow or [name for name in found if not words or any(word in name or word in file.stem for word in words)]
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


def run_file(browser, program, file, names):
    """The tests of a file, with people of its own, who know each other and nothing else. Returns which failed."""
    failed, module = [], importlib.import_module(file)
    with tempfile.TemporaryDirectory(prefix="page-") as place:
        people = [Person(program, place, name, colour) for name, colour in (("Ada", "blue"), ("Bob", "orange"), ("Cyd", "green"))]
        try:
            for person, other in ((people[1], people[0]), (people[2], people[0]), (people[2], people[1])):
                person.know(other)
            for name in names:
                since, test = time.monotonic(), getattr(module, name)
                why = run(browser, test, people)
                if why and browser.is_broken:
                    print(f"The browser has crashed or hangs, and {name} runs once more in another one: {why}", flush=True)
                    browser.launch()
                    why = run(browser, test, people)
                print(f"{'FAILED' if why else 'ok    '} {name}, {time.monotonic() - since:.1f} s: {why or test.__doc__}", flush=True)
                if why:
                    failed.append(name)
        finally:
            for person in people:
                person.kill()
    return failed


def take_files(program, firefox, lane, files, results):
    """Runs one file after another in a browser of its own, and puts what failed into the results, until there is no file."""
    take_ports(lane)
    with sync_playwright() as playwright:
        browser = Browser(playwright, pictures, firefox)
        for file, names in iter(files.get, None):
            results.put(run_file(browser, program, file, names))


def main(program, words, firefox=False):
    """Runs files in two lanes, so that one goes on while the other waits."""
    begin, (files, results) = time.monotonic(), (multiprocessing.Queue(), multiprocessing.Queue())
    found = list(tests(words))
    lanes = [multiprocessing.Process(target=take_files, args=(program, firefox, lane, files, results)) for lane in range(min(2, len(found)))]
    for item in found + [None] * len(lanes):
        files.put(item)
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join()
    failed = [name for _ in range(results.qsize()) for name in results.get()]
    if failed:
        sys.exit(f"{len(failed)} failed: {', '.join(failed)}. Pictures are in {pictures}.")
    if any(lane.exitcode for lane in lanes):
        sys.exit("The tests of the page ended before the last of them: see above.")
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
