"""A home in which a lot goes on, for people to look at: a hundred people, long names, many rooms, large tournaments, and what waits."""
import contextlib
import datetime
import json
import math
import pathlib
import tempfile

from playwright.sync_api import sync_playwright

from api import befriend, call, in_hours, room
from people import Browser, Failure, Person, go, own_module, still, until
from pictures import play
from test_drawings import ink
from test_tournaments import made
from test_war import begin, ready

FIRST = ["Adaeze", "Bo", "Cleo", "Dagny", "Emeka", "Finn", "Gudrun", "Hana", "Ivo", "Jun", "Kwame", "Lucía", "Maximiliane", "Nnedi", "Olga", "Pía", "Quentin", "Rosa", "Søren", "Tāne"]
LAST = ["Abara", "Brandstätter-Oyelaran", "Costa", "Dvořák", "van den Heuvel"]
#: A hundred people.
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]
COLOURS = ["blue", "red", "green", "orange", "purple", "yellow", "pink", "brown", "cyan", "magenta", "gray", "black", "white"]

#: Puts the people of the lobby into the page as the stream would; a third of them is away.
CROWD = """async ([module, names, colours]) => {
  const { state, changed } = await import(module);
  const lobby = [...state.rooms.values()].find((room) => room.kind === 'ROOM_KIND_LOBBY');
  const people = names.map((name, n) => ({ author: 'crowd' + n, name, colour: colours[n % colours.length], online: n % 3 !== 2, words: 'lake table onion grey' }));
  state.rooms.set(lobby.id, { ...lobby, members: [...(lobby.members ?? []).filter((one) => !String(one.author).startsWith('crowd')), ...people] });
  changed();
}"""

TALK = [
    "Who plays a round before lunch?", "I do. I host, you join", "The boat is at the old boathouse, the key lies under the third stone from the left, counted from the door. Please lock it again in the evening.",
    "Great!", "I bring bread", "And I bring cheese, https://example.org/cheese/from/the/mountains/with/a/very/long/address", "Shall we start at noon?", "@Ada do you know when the rain ends?",
    "At two, they say", "Then at two", "👍", "I have drawn us a plan. The table stands below the tree, so that there is shade until four.",
]

ROOMS = ["picnic", "Bread and cheese", "Night shift at the observatory on the hill behind the village", "chess", "The long table", "Garden", "Choir", "Sunday drawings", "Trip to the sea"]

EVENTS = [
    ("Picnic by the lake", 26, "The old boathouse"), ("Annual general meeting of the society of friends of the reading room and its garden", 50, "Reading room, second floor, door at the back"),
    ("Dentist", 73, ""), ("Film evening", 98, "At Bob’s"), ("Choir", 122, "Church hall"), ("Choir, again", 290, "Church hall"), ("Summer cup, last day", 340, "Garden"),
    ("Trip to the sea", 800, "Station, platform 4"), ("Cyd’s birthday", 1900, ""), ("Last winter", -2900, "Hut"), ("Tea", 3, "Kitchen"),
]

CARDS = ["Spilled Ember", "Attic Ghost", "Parlor Cat", "Lamp of the Long Evening", "Grey Squirrel", "Teapot Golem", "Mountain Path", "Old Armchair", "Wandering Uncle", "A Letter That Nobody Has Sent Since the Winter", "Second Breakfast",
         "Garden Wall", "Rain on the Roof", "Patient Gardener", "Candle Thief", "Broken Clock"]


def house(turn):
    """The strokes of a small picture, another one for each number."""
    colours = (0x2256C7, 0xB3261E, 0x1B6E3C, 0x9A4A00, 0x6B3FBF)
    round_ = [(500 + (180 + 30 * (turn % 4)) * math.cos(a / 6), 420 + (150 + 20 * (turn % 3)) * math.sin(a / 6 * (1 + turn % 3))) for a in range(39)]
    return [ink((60, 820), (300, 790 + turn * 5), (600, 830), (950, 800), width=900, colour=colours[2]),
            ink(*round_, width=600 + 100 * (turn % 3), colour=colours[turn % 5]), ink((420, 820), (430, 600), (560, 600), (570, 820), width=700, colour=colours[(turn + 1) % 5])]


def talk(ada, bob, cyd, friends):
    lobby = next(one["id"] for one in call(ada, "rooms/list")["rooms"] if one["kind"] == "ROOM_KIND_LOBBY")
    # Nobody may say much more than ten things at a time.
    for number in range(20):
        person = (bob, bob, ada, cyd, ada)[number % 5]
        call(person, "chat/post", {"room": lobby if number < 12 or person is cyd else friends, "text": TALK[number % len(TALK)]})
    for name in ROOMS:
        call(ada, "rooms/make", {"name": name, "people": ["Bob"], "topic": "Everything about it, from the first idea to the last plate"})


def plan(ada):
    events = {}
    for name, hours, place in EVENTS:
        events[name] = call(ada, "events/add", {"event": {"name": name, "start": in_hours(hours), "place": place, "minutes": 90}})["id"]
    for text in ("buy bread", "ask Cyd for the boat, the long one with the blue stripe, and for both of its oars", "find the basket"):
        ada.parlor("event", "todo", "add", "picnic", text)
    for what, price in (("bread", "4.50"), ("cheese from the mountains", "18.20"), ("boat", "30")):
        ada.parlor("event", "budget", "add", "picnic", what, price)
    now = datetime.datetime.now(datetime.timezone.utc)
    for text, hours in (("Butter", 3), ("Return the library’s book about the tides and the moon", -20), ("Water the tomatoes", 20), ("Write to Cyd", 70)):
        call(ada, "to-dos/add", {"to_do": {"text": text, "zone": "UTC", "due": (now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%d %H:%M")}})
    return events["Picnic by the lake"]


#: Costs and types of the cards, as a file of all cards has them.
KINDS = [("{R}", "Instant", ["R"]), ("{1}{U}", "Creature — Spirit", ["U"]), ("{2}{G}", "Creature — Cat", ["G"]), ("{3}", "Artifact", []), ("{1}{W}", "Enchantment", ["W"]), ("{2}{B}{B}", "Creature — Human", ["B"]), ("{X}{R}{G}", "Sorcery", ["R", "G"])]


def cards(ada, bob, cyd):
    every = [{"object": "card", "id": f"00000000-0000-4000-8000-{number:012}", "oracle_id": f"00000000-0000-4000-9000-{number:012}", "name": name, "lang": "en", "layout": "normal", "mana_cost": cost, "cmc": 2.0, "type_line": kind,
              "colors": colours, "color_identity": colours, "legalities": {"vintage": "legal", "standard": "not_legal"}, "set": "lng", "collector_number": str(number + 1), "rarity": "common", "games": ["paper"]}
             for number, name in enumerate([*CARDS, "Mountain"]) for cost, kind, colours in [KINDS[number % len(KINDS)] if name != "Mountain" else ("", "Basic Land — Mountain", ["R"])]]
    for person in (ada, bob):
        file = person.home / "all.json"
        file.write_text(json.dumps(every))
        person.parlor("card", "import", file)
    for number, card in enumerate(CARDS):
        call(ada, "cards/add", {"card": f"{number % 4 + 1} {card}"})
    for name in ("Burn", "Elves in the garden", "A deck that has a name which does not fit on its cover", "Cellar", "Clocks"):
        ada.parlor("library", "make", name)
    for number in range(8):
        ada.parlor("library", "add", "Burn", f"1 {CARDS[number]}")
    ada.parlor("library", "lands", "Burn", "mountain=20")
    call(bob, "cards/add", {"card": "3 Parlor Cat"})
    direct = call(bob, "rooms/make", {"direct": True, "people": ["Ada"]})["id"]
    until("Ada is in the room of two", lambda: any(one["id"] == direct for one in call(ada, "rooms/list")["rooms"]))
    call(bob, "trades/offer", {"room": direct, "gives": ["Parlor Cat"]})
    until("the trade is here", lambda: call(ada, "trades/list").get("trades"))
    return next(one["id"] for one in call(ada, "libraries/list")["libraries"] if one.get("name") == "Burn")


def decide(person, id, most=1000):
    """Scores what can be scored, round after round."""
    for _ in range(6):
        view = call(person, "tournaments/show", {"tournament": id})
        matches = [*view.get("matches", []), *(match for part in view.get("bracket", []) for match in part.get("matches", []))]
        for number, match in enumerate(one for one in matches if one.get("state") in ("MATCH_STATE_DUE", "MATCH_STATE_READY", "MATCH_STATE_OPEN")):
            if most <= 0:
                return
            most -= 1
            with contextlib.suppress(Failure):
                call(person, "tournaments/score", {"tournament": id, "match": match["name"], "score": ("2:1", "0:2", "3:1", "1:0")[number % 4]})


def cups(ada, bob, friends):
    """Their ids, by what they are called in `places`."""
    ours = ["Ada", "Bob", "Cyd", *NAMES]
    found = {
        "CUP": made(ada, "Summer cup", "groups", ours[:32]), "KNOCKOUT": made(ada, "The great knockout of the reading room", "knockout", ours[:32]), "DOUBLE": made(ada, "Double", "double", ours[:16]),
        "LEAGUE": made(ada, "Sunday league", "league", ours[:10], where=friends), "SWISS": made(ada, "Swiss evening", "swiss", ours[:16]), "HUNDRED": made(ada, "A hundred", "knockout", ours[:100]),
        "DRAFT": made(ada, "Winter cup", "groups", ours[:16], start=False),
    }
    for name, most in (("CUP", 1000), ("KNOCKOUT", 24), ("DOUBLE", 12), ("LEAGUE", 20), ("HUNDRED", 40)):
        decide(ada, found[name], most)
    call(ada, "tournaments/edit", {"tournament": found["LEAGUE"], "scorers": "everybody"})
    return found


def fill(browser, ada, bob, cyd):
    """Fills three homes; returns Ada's page and the ids of what the addresses of `places` name in capitals."""
    befriend(ada, bob)
    friends = room(ada)
    found = {"FRIENDS": friends, "EVENT": plan(ada), "LIBRARY": cards(ada, bob, cyd), **cups(ada, bob, friends)}
    talk(ada, bob, cyd, friends)
    for number in range(11):
        paper = call(ada if number % 3 else bob, "drawings/begin", {"title": ["House", "A very long walk through the wood behind the house", "Moon", "Plan of the table"][number % 4]})["id"]
        call(ada if number % 3 else bob, "drawings/draw", {"paper": paper, "strokes": house(number)})
        found["HOUSE"] = call(ada if number % 3 else bob, "drawings/save", {"paper": paper})["id"]
    found["PAPER"] = call(ada, "drawings/begin", {"title": "Half of a house"})["id"]
    call(ada, "drawings/draw", {"paper": found["PAPER"], "strokes": house(3)})
    a, b = browser.page(ada), browser.page(bob)
    found["OVER"] = begin(a, b, "Before lunch", [("Cards face down in a war", "10"), ("Who cannot lay all cards of a war", "SHORT_PLAY_LOSES")])
    play(a, b, 400)
    found["TABLE"] = begin(a, b, "A quick one")
    play(a, b, 30)
    ready(a)
    found["LOBBY"] = "/war/" + call(ada, "tables/host", {"description": "After lunch, at the long table below the tree"})["id"]
    table = found["LOBBY"].split("/")[-1]
    for person in (bob, cyd):
        until("the table is seen", lambda: any(one["id"] == table for one in call(person, "tables/list").get("tables", [])))
        call(person, "tables/ask", {"table": table})
    theirs = call(cyd, "tables/host", {"description": "Anybody"})["id"]
    until("Cyd's table is seen", lambda: any(one["id"] == theirs for one in call(ada, "tables/list").get("tables", [])))
    found["CYD"] = next(one["id"] for one in call(ada, "peers/list")["peers"] if one.get("name") == "Cyd")
    found["BOB"] = next(one["id"] for one in call(ada, "peers/list")["peers"] if one.get("name") == "Bob")
    b.context.close()
    browser.pages.remove(b)
    return a, found


#: Name, address, and what is pressed there to open a dialog or a menu.
LOOKS = [
    ("home", "#/", ""), ("person-dialog", "#/", ".room .person >> nth=1"), ("war", "#/war", ""), ("war-new", "#/war/new", ""), ("war-create", "#/war/create", ""), ("war-join", "#/war/join", ""), ("war-load", "#/war/load", ""),
    ("war-lobby", "#LOBBY", ""), ("war-table", "#TABLE", ""), ("war-over", "#OVER", ""), ("war-replay", "#OVER/replay?at=14", ""), ("war-statistics", "#/war/statistics", ""), ("war-verify", "#/war/verify", ""), ("war-carry", "#/war/carry", ""),
    ("chat", "#/chat", ""), ("room", "#/chat/FRIENDS", ""), ("room-menu", "#/chat/FRIENDS", ".room-head .menu-of .button"), ("chat-new", "#/chat/new", ""),
    ("events", "#/events", ""), ("event", "#/events/EVENT", ""), ("event-menu", "#/events/EVENT", ".event-tools .menu-of .button"), ("event-new", "#/events/new", ""), ("events-grid", "#/events/grid", ""), ("month", "#/events/month", ""), ("week", "#/events/week", ""), ("to-do", "#/events/to-do", ""),
    ("cards", "#/cards", ""), ("card-import", "#/cards", "button:has-text('Import Card')"), ("library", "#/cards/LIBRARY", ""), ("manage", "#/cards/LIBRARY/manage", ""), ("stats", "#/cards/LIBRARY/stats", ""), ("trades", "#/cards/trades", ""), ("market", "#/cards/market", ""), ("lists", "#/cards/lists", ""),
    ("cups", "#/tournaments", ""), ("cup-new", "#/tournaments/new", ""), ("cup", "#/tournaments/CUP", ""), ("cup-standings", "#/tournaments/CUP/standings", ""), ("cup-group", "#/tournaments/CUP/group", ""), ("cup-bracket", "#/tournaments/CUP/bracket", ""), ("cup-about", "#/tournaments/CUP/about", ""),
    ("match", "#/tournaments/CUP/bracket", ".match >> nth=2"), ("knockout", "#/tournaments/KNOCKOUT/bracket", ""), ("double", "#/tournaments/DOUBLE/bracket", ""), ("league", "#/tournaments/LEAGUE", ""), ("league-standings", "#/tournaments/LEAGUE/standings", ""), ("swiss", "#/tournaments/SWISS", ""), ("hundred", "#/tournaments/HUNDRED/bracket", ""),
    ("draft", "#/tournaments/DRAFT", ""), ("drawings", "#/drawings", ""), ("drawing", "#/drawings/HOUSE", ""), ("paper", "#/drawings/PAPER", ""), ("papers", "#/drawings/papers", ""), ("artists", "#/drawings/artists", ""),
    ("people", "#/peers", ""), ("person", "#/peers/BOB", ""), ("people-add", "#/peers/add", ""), ("pair", "#/peers/pair/CYD", ""), ("search", "#/search?find=bread", ""), ("settings", "#/settings", ""), ("account", "#/account", ""), ("doctor", "#/doctor", ""), ("conflicts", "#/conflicts", ""),
]

SIZES = ((390, 844), (768, 1024), (1280, 800), (1920, 1080))


def show(page, found, address, press=""):
    """Goes to a screen of `LOOKS`, with the crowd in the lobby, and opens what is to be opened there."""
    for word, place in found.items():
        address = address.replace("#" + word if place.startswith("/") else word, "#" + place if place.startswith("/") else place)
    go(page, address)
    page.locator("main h1").first.wait_for(state="attached")
    if not address.startswith(("#/settings", "#/account", "#/doctor")):
        page.evaluate(CROWD, [own_module(page), NAMES, COLOURS])
    still(page)
    if press:
        page.locator(press).locator("visible=true").first.click()
        page.wait_for_timeout(250)


def leave(page):
    """Closes the dialog or menu that is open."""
    page.keyboard.press("Escape")


@contextlib.contextmanager
def lively(program, folder):
    """Ada's page in a home in which a lot goes on, and what the capitals of `LOOKS` stand for."""
    with tempfile.TemporaryDirectory(prefix="page-") as place, sync_playwright() as playwright:
        ada, bob, cyd = people = [Person(program, place, name, colour) for name, colour in (("Ada", "blue"), ("Bob", "orange"), ("Cyd", "green"))]
        try:
            for person, other in ((bob, ada), (cyd, ada), (cyd, bob)):
                person.know(other)
            yield fill(Browser(playwright, folder), ada, bob, cyd)
        finally:
            for person in people:
                person.kill()


def look(program, folder, wanted=()):
    """Draws the screens in four sizes by day and night: those that are named, or all."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with lively(program, folder) as (page, found):
        for name, address, press in LOOKS:
            if wanted and name not in wanted:
                continue
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    show(page, found, address, press)
                    page.screenshot(path=folder / f"{name}-{width}{'-dark' if scheme == 'dark' else ''}.png", full_page=not press)
                    if press:
                        leave(page)
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}.")
