"""A duel in full play: invented cards with all that a card database knows of them, and two people who have laid out a whole table."""
import json
import re

from api import call
from people import check, until

#: Name, cost, type, text, power and toughness. Nobody sells these cards.
CARDS = [
    ("Forest", "", "Basic Land — Forest", "({T}: Add {G}.)", ""), ("Mountain Path", "", "Land", "{T}: Add {R}.\nWhen Mountain Path enters, look at the top card of your library.", ""),
    ("Attic Ghost", "{1}{B}", "Creature — Spirit", "Attic Ghost can't be blocked by cats.\nWhenever a door opens, each player loses 1 life.", "2/1"),
    ("Parlor Cat", "{G}", "Creature — Cat", "{T}: Parlor Cat sleeps until somebody opens a tin.", "1/1"),
    ("Teapot Golem", "{3}", "Artifact Creature — Golem", "{2}, {T}: Draw a card. It is best while it is hot.", "3/4"),
    ("Candle Thief", "{R}", "Creature — Rogue", "Whenever Candle Thief deals damage to a player, that player discards a card at random.", "1/2"),
    ("Grey Squirrel", "{G}", "Creature — Squirrel", "When Grey Squirrel dies, you may search your library for a land and put it onto the table tapped.", "1/1"),
    ("Lamp of the Long Evening", "{2}", "Artifact", "Players play with the top card of their libraries shown.\n{T}: Add {W} or {U}.", ""),
    ("Woollen Scarf", "{1}{W}", "Enchantment — Aura", "Enchant creature.\nThe creature gets +1/+2 and is never cold.", ""),
    ("Armchair Elder", "{2}{G}{G}", "Creature — Elf Elder", "Other creatures you control get +1/+1.\nArmchair Elder taps only when it must.", "2/5"),
    ("Rain on the Roof", "{1}{U}", "Instant", "Tap all creatures. They don't untap before tea.", ""),
    ("A Letter that Came Eleven Years Too Late for Everybody", "{4}{U}{R}", "Legendary Sorcery", "Each player reads the whole letter aloud, then shuffles their hand into their library and draws that many cards.", ""),
]
LIST = {"Forest": 14, "Mountain Path": 4, "Armchair Elder": 4, "Woollen Scarf": 4, "Rain on the Roof": 3, "A Letter that Came Eleven Years Too Late for Everybody": 1}


def know_cards(person):
    """Gives a person's home a card database with the cards."""
    file = person.home / "cards.json"
    file.write_text(json.dumps([
        {"name": name, "mana_cost": cost, "type_line": kind, "oracle_text": text, "cmc": sum(int(part) if part.isdigit() else 1 for part in re.findall(r"{(.+?)}", cost)), "legalities": {},
         **(dict(zip(("power", "toughness"), strength.split("/"))) if strength else {})}
        for name, cost, kind, text, strength in CARDS]))
    person.parlor("card", "import", file)


def give_library(person, name, text):
    """Gives a person a library; does nothing where that was done."""
    if any(one["name"] == name for one in call(person, "libraries/list").get("libraries", [])):
        return
    file = person.home / "library.txt"
    file.write_text(text)
    person.parlor("library", "import", file, name, "--owned", "--anyway")


#: Both people of each duel that was begun here, by its table.
people_of = {}

#: What came by chance to a person at a table: "drawn" where cards of the library did, "down" where one of them may lie face down.
chance = {}


def begun(host, guest, **more):
    """A duel between two people with the cards, without their pages: its table."""
    name = "The long evening"
    for person in (host, guest):
        give_library(person, name, "".join(f"{LIST.get(card, 3)} {card}\n" for card, *_ in CARDS))
    return begun_with(name, host, guest, **more)


def begun_with(name, host, guest, **more):
    """A duel that two people have begun with libraries of a name, without their pages: its table."""
    chosen = call(host, "duels/choose", {"library": name, "format": "none", "games": more.pop("games", 1)})
    table = call(host, "tables/host", {"game": "duel", "terms": chosen["terms"], "choice": chosen["choice"], **more})["id"]
    until("the duel is offered", lambda: any(one["id"] == table for one in call(guest, "tables/list").get("tables", [])))
    chosen = call(guest, "duels/choose", {"library": name, "format": "none"})
    call(guest, "tables/ask", {"table": table, "choice": chosen["choice"]})
    asks = until("the guest asks", lambda: call(host, "tables/show", {"table": table}).get("asks"))
    call(host, "tables/answer", {"table": table, "asker": asks[0]["author"], "accept": True})
    until("the host can start", lambda: call(host, "tables/show", {"table": table}).get("can_start"))
    call(host, "tables/start", {"table": table})
    for person in (host, guest):
        until("it is played", lambda person=person: call(person, "tables/show", {"table": table})["phase"] == "TABLE_PHASE_PLAYING")
    people_of[table] = (host, guest)
    return table


#: What each of two players lays out, in the words of the terminal. A card that is found is played: the library is shuffled each time.
LAID = {
    "host": ["find Forest to table"] * 3 + ["find Mountain Path to table"] * 2 + [
        "find Parlor Cat to table", "find Grey Squirrel to table", "find Armchair Elder to table", "find Teapot Golem to table", "find Woollen Scarf to table", "find Lamp of the Long Evening to table",
        "find Attic Ghost to graveyard", "find Rain on the Roof to graveyard", "find Rain on the Roof to stack", "find Candle Thief to exile", "token 3 Squirrel"],
    "guest": ["find Forest to table"] * 3 + ["find Mountain Path to table"] * 2 + [
        "find Candle Thief to table", "find Attic Ghost to table", "find Woollen Scarf to table", "find Woollen Scarf to table", "find A Letter that Came Eleven Years Too Late for Everybody to table",
        "find Armchair Elder to table", "find Parlor Cat to graveyard", "find Rain on the Roof to stack", "token 2 Goblin"],
}
DONE = {
    "host": [
        "attach Woollen Scarf to table Armchair Elder", "tap Forest", "tap Mountain Path", "tap Grey Squirrel", "counter +2 +1/+1 on Parlor Cat", "counter +3 charge on Teapot Golem", "power 4/5 on Armchair Elder",
        "power 1/1 on Squirrel", "note sleeps until tea on Parlor Cat", "life 17", "counter +2 poison", "arrow Armchair Elder to Candle Thief"],
    "guest": [
        "attach 8 to table Candle Thief", "attach 7 to table Candle Thief", "tap Attic Ghost", "tap Mountain Path", "power 2/4 on Candle Thief", "counter +1 lore on A Letter that Came Eleven Years Too Late for Everybody",
        "life 23", "arrow Attic Ghost to them", "play 1 face-down"],
}


def leave_nothing_to_chance(person, table, line):
    """Refuses a line that counts only by luck, as shuffles have no seed: a card can be found as long as it was not drawn, and a name says which
    card is meant as long as none of that name lies face down."""
    come = chance.setdefault((person.name, table), set())
    check("cards are found before any are drawn, for one that was drawn is no longer in the library", not (line.startswith("find ") and "drawn" in come), line)
    check("a card is named before one is played face down, for that may have the same name", not ("down" in come and any(name in line for name, *_ in CARDS)), line)
    if line.split()[0] in ("begin", "draw", "look", "reveal", "mill", "bury", "mulligan", "top", "always"):
        come.add("drawn")
    if line.endswith("face-down"):
        come.add("down")


def settle(table):
    """Waits until both nodes of a duel have the same lines, and neither waits for an answer of the other one."""
    def is_settled():
        duels = [call(person, "tables/show", {"table": table}).get("game_view", {}) for person in people_of[table]]
        return len({len(duel.get("log", [])) for duel in duels}) == 1 and not any(seat.get("waiting") for duel in duels for seat in duel.get("seats", []))
    until("both nodes have what was done", is_settled)


def act(person, table, *lines):
    """Has a person act at a table, in the words of the terminal, each time until both nodes have it."""
    for line in lines:
        leave_nothing_to_chance(person, table, line)
        person.parlor("duel", "move", "--table", table, *line.split())
        settle(table)


def lay_out(host, guest, table):
    """Has both lay out their cards and draw a hand."""
    people = {"host": host, "guest": guest}
    for part in (LAID, {"host": ["draw 7"], "guest": ["draw 7"]}, DONE):
        for name, lines in part.items():
            act(people[name], table, *lines)
