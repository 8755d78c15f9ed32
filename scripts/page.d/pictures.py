"""Draws every screen of the page for people to look at: by day and night, at three widths. scripts/page [PARLOR] --pictures FOLDER"""
import pathlib
import tempfile
import time

from playwright.sync_api import sync_playwright

from api import call
from duels import begun, know_cards, lay_out
from people import Browser, Person, go, until
from test_people import pair
from test_tournaments import made
from test_war import begin, ready

#: Name, address; TABLE and OVER stand for a match that goes on and one that is over, DUEL for a duel, EVENT, LIBRARY, CUP and HOUSE for one of each kind.
screens = [
    ("home", "#/"), ("war-menu", "#/war"), ("war-new", "#/war/new"), ("war-create", "#/war/create"), ("war-join", "#/war/join"), ("war-load", "#/war/load"),
    ("war-table", "#TABLE"), ("war-over", "#OVER"), ("war-replay", "#OVER/replay?at=14"), ("chat", "#/chat"), ("chat-new", "#/chat/new"), ("people", "#/peers"),
    ("people-add", "#/peers/add"), ("settings", "#/settings"), ("doctor", "#/doctor"), ("search", "#/search?find=bread"), ("events", "#/events"),
    ("event-new", "#/events/new"), ("event", "#/events/EVENT"), ("event-grid", "#/events/grid"), ("event-month", "#/events/month"), ("event-week", "#/events/week"), ("event-to-do", "#/events/to-do"),
    ("cards", "#/cards"), ("library", "#/cards/LIBRARY"), ("tournaments", "#/tournaments"), ("tournament-new", "#/tournaments/new"),
    ("tournament-groups", "#/tournaments/CUP"), ("tournament-bracket", "#/tournaments/CUP/bracket"), ("tournament-about", "#/tournaments/CUP/about"),
    ("drawings", "#/drawings"), ("drawing", "#/drawings/HOUSE"), ("drawing-paper", "#/drawings/new"), ("war-statistics", "#/war/statistics"), ("war-verify", "#/war/verify"),
    ("account", "#/account"), ("conflicts", "#/conflicts"), ("duel", "#DUEL"),
]

#: The pictures of the README and its pages: the screen, its width, and whether it is night.
best = [
    ("home", 1280, False), ("war-table", 1280, False), ("war-table", 320, True), ("chat", 1280, False), ("event", 1280, False), ("library", 1280, False),
    ("tournament-bracket", 1280, False), ("tournament-groups", 320, False), ("drawing", 1280, False), ("home", 1280, True),
    ("duel", 1280, False),
]

HOUSE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" fill="none">
<path stroke-width="14" stroke="#2A7A3B" d="M40 820 Q 300 790 520 815 T 960 800"/><path stroke-width="14" stroke="#B3261E" d="M330 810 V 520 H 700 V 810"/>
<path stroke-width="14" stroke="#B3261E" d="M280 540 L 515 330 L 750 540"/><path stroke-width="14" stroke="#17211C" d="M470 810 V 660 H 560 V 810"/>
<path stroke-width="14" stroke="#2256C7" d="M600 590 H 660 V 650 H 600 Z M370 590 H 430 V 650 H 370 Z"/><path stroke-width="14" stroke="#EBC563" d="M820 180 Q 900 180 900 260 Q 900 340 820 340 Q 740 340 740 260 Q 740 180 820 180"/>
<path stroke-width="14" stroke="#2A7A3B" d="M160 810 V 600 M160 700 Q 60 690 90 590 Q 60 500 160 480 Q 260 500 230 590 Q 260 690 160 700"/></svg>"""


def fill(ada, bob, cyd, a, b):
    """Gives the screens something to show; returns what stands for the names in capitals."""
    pair(a, b)
    for person, text in ((bob, "Who plays a round before lunch?"), (ada, "@Bob me! I host, you join"), (cyd, "I want to watch"), (bob, "I bring bread, https://example.org/bread")):
        person.parlor("chat", "post", text)
    ada.parlor("room", "make", "picnic", "--topic", "Sunday at noon", "Bob")
    ada.parlor("event", "add", "Picnic by the lake", "--at", "next sun 12:00", "--minutes", "240", "--place", "The old boathouse")
    # Bob ends at the table of War, and is at the duel when that is drawn.
    fought = fight(ada, bob, a, b)
    over = begin(a, b, "Before lunch", [("Cards face down in a war", "10"), ("Who cannot lay all cards of a war", "SHORT_PLAY_LOSES")])
    play(a, b, 400)
    table = begin(a, b, "A quick one")
    play(a, b, 36)
    cyd.parlor("chat", "post", "@Ada who leads?")
    picnic = call(ada, "events/list")["lines"][0]["id"]
    for text in ("buy bread", "ask Cyd for the boat"):
        ada.parlor("event", "todo", "add", "picnic", text)
    ada.parlor("event", "budget", "add", "picnic", "bread", "4.50")
    for card in ("4 Spilled Ember", "3 Attic Ghost"):
        ada.parlor("card", "add", card)
    ada.parlor("library", "make", "Burn")
    ada.parlor("library", "add", "Burn", "3 Spilled Ember")
    ada.parlor("library", "lands", "Burn", "mountain=20")
    house = ada.home / "House.svg"
    house.write_text(HOUSE)
    ada.parlor("drawing", "new", "House", "--from", house)
    ada.parlor("drawing", "save", "House")
    names = {"#DUEL": "#/war/" + fought, "#TABLE": "#" + table, "#OVER": "#" + over, "EVENT": picnic, "LIBRARY": next(one["id"] for one in call(ada, "libraries/list")["libraries"] if one.get("name") == "Burn"),
             "CUP": cup(ada), "HOUSE": call(ada, "drawings/list")["drawings"][0]["id"]}
    return names


def fight(ada, bob, a, b):
    """A duel in full play."""
    know_cards(ada), know_cards(bob)
    table = begun(ada, bob, games=3)
    for page in (a, b):
        go(page, "#/war/" + table)
    until("both are at the table", lambda: not call(ada, "tables/show", {"table": table}).get("paused"))
    lay_out(ada, bob, table)
    return table


def cup(person):
    """A tournament whose groups are decided and whose knockout has begun."""
    id = made(person, "Summer", entrants=("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"))
    for number, match in enumerate(call(person, "tournaments/show", {"tournament": id})["matches"]):
        call(person, "tournaments/score", {"tournament": id, "match": match["name"], "score": ("2:1", "0:2", "3:1", "1:0")[number % 4]})
    first = call(person, "tournaments/show", {"tournament": id})["bracket"][0]["matches"][0]
    call(person, "tournaments/score", {"tournament": id, "match": first["name"], "score": "2:1"})
    return id


def play(a, b, battles):
    """Plays until the match is over, or so many battles and on to a war."""
    for number in range(battles + 40):
        for page in (a, b):
            page.locator(".do .primary:enabled, .ending").first.wait_for()
        if a.locator(".ending").count() or number >= battles and a.locator(".down").count():
            return
        for page, key in ((a, " "), (b, "Enter")):
            page.locator("main").focus()
            page.keyboard.press(key)


def readme(program, folder):
    """Draws the pictures of the README, with few colours, so that they are small."""
    from PIL import Image
    with tempfile.TemporaryDirectory(prefix="page-") as whole:
        draw(program, whole, {name for name, _, _ in best})
        for name, width, is_night in best:
            file = f"{name}-{width}{'-dark' if is_night else ''}.png"
            picture = Image.open(pathlib.Path(whole) / file).convert("RGB")
            if width < 500:
                picture = picture.crop((0, 0, picture.width, min(picture.height, 640)))
            picture.quantize(256).save(pathlib.Path(folder) / file, optimize=True)


def draw(program, folder, wanted=None):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="page-") as place, sync_playwright() as playwright:
        ada, bob, cyd = people = [Person(program, place, name, colour) for name, colour in (("Ada", "blue"), ("Bob", "orange"), ("Cyd", "green"))]
        try:
            for person, other in ((bob, ada), (cyd, ada), (cyd, bob)):
                person.know(other)
            browser = Browser(playwright, folder)
            a, b = browser.page(ada), browser.page(bob)
            places = fill(ada, bob, cyd, a, b)
            for name, address in screens:
                if wanted and name not in wanted:
                    continue
                for word, place in places.items():
                    address = address.replace(word, place)
                go(a, address)
                if name == "duel":
                    go(b, address)
                if name == "war-table":
                    ready(a)
                for scheme in ("light", "dark"):
                    a.emulate_media(color_scheme=scheme)
                    for width, height in ((1280, 800), (768, 1024), (320, 640)):
                        a.set_viewport_size({"width": width, "height": height})
                        # The page draws everything that was fetched for the screen.
                        time.sleep(0.35)
                        a.screenshot(path=folder / f"{name}-{width}{'-dark' if scheme == 'dark' else ''}.png", full_page=width != 1280 or name not in ("war-table", "duel"))
                a.emulate_media(color_scheme="light")
            print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}.", *browser.errors[:3])
        finally:
            for person in people:
                person.kill()
