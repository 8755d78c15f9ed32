"""The acts at a duel that have no test among those of whole plays: stops, rows of cards, picks, known places, taxes, phrases, priority, the top card."""
import contextlib
import json
import re
import signal

from api import call, opened
from people import check, still, until
from test_duel import NAMES, begun, cards, duel, finger, hands, library, middle, more, typed, view

#: A library of which one card alone is another one, and one with a commander.
ACORNS = "30 Forest\n1 Teapot Golem"
COURT = "30 Forest\n\nCommander\n1 Candle Thief"


def seated(browser, ada, bob, name="Elves", **how):
    """The pages of two people who have drawn their hands, and their table."""
    table = begun(ada, bob, name)
    a, b = opened(browser, ada, "#/war/" + table, **how), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    hands(a, b)
    return table, a, b


@contextlib.contextmanager
def frozen(person):
    """A daemon that answers nothing for a while."""
    person.daemon.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        person.daemon.send_signal(signal.SIGCONT)


def logged(page, text):
    until(f"the log says: {text}", lambda: text in page.get_by_role("log").inner_text())


def labels(place):
    return place.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")


def told(page, text):
    """Waits until a screen reader is told something that stands nowhere else."""
    until(f"a reader is told: {text}", lambda: re.search(text, page.locator(".duel > .visually-hidden").inner_text()))


def dialog_closed(page):
    page.locator("dialog").wait_for(state="detached")


def test_duel_stops(browser, ada, bob, cyd):
    """V-33: a stop is set in the bar of phases by mouse, by a finger and by keys; both see it, and the turn goes there first"""
    table, a, b = seated(browser, ada, bob)
    b.get_by_role("button", name="End", exact=True).click()
    for page, who in ((a, "Bob stops"), (b, "you stop")):
        page.get_by_role("button", name=f"End, {who} here").wait_for()
        check("the bar shows it", page.locator(".dstop").count() == 1)
    check("the button says so", b.get_by_role("button", name="End, you stop here").get_attribute("aria-pressed") == "true")
    logged(b, "Bob stops at End.")
    a.get_by_role("button", name="End turn").click()
    until("the turn goes no further than there", lambda: duel(bob, table)["phases"][duel(bob, table).get("phase", 0)] == "End")
    check("it is Ada’s turn still", duel(bob, table)["active"] == "SEAT_HOST")
    logged(a, "where Bob stops")
    a.get_by_role("button", name="End turn").click()
    until("then it is Bob’s", lambda: duel(ada, table)["active"] == "SEAT_JOINER")
    # Whose turn it is has the list of phases, by a key.
    b.locator("main").focus()
    b.keyboard.press("S")
    b.locator("dialog").get_by_label("End", exact=True).uncheck()
    until("the stop is gone", lambda: not duel(ada, table)["seats"][1].get("stops"))
    b.locator("dialog").get_by_label("Upkeep").check()
    b.locator("dialog").get_by_role("button", name="Close").last.click()
    a.get_by_role("button", name="Upkeep, Bob stops here").wait_for()
    if not browser.is_firefox:
        a.set_viewport_size({"width": 390, "height": 844})
        still(a)
        touch = finger(a)
        touch("touchStart", middle(a.get_by_role("button", name="Cleanup")))
        touch("touchEnd")
        b.get_by_role("button", name="Cleanup, Ada stops here").wait_for()


def test_duel_until_a_card_comes(browser, ada, bob, cyd):
    """V-08, V-13: cards go from either end, until a card or a type comes; who has enough ends it; why nothing is drawn is said"""
    for person in (ada, bob):
        library(person, "Acorns", ACORNS)
        file = person.home / "kinds.json"
        file.write_text(json.dumps([{"name": name, "type_line": kind, "layout": "normal", "legalities": {}} for name, kind in (("Forest", "Basic Land — Forest"), ("Teapot Golem", "Artifact Creature — Golem"))]))
        person.parlor("card", "import", file)
    table, a, b = seated(browser, ada, bob, "Acorns")
    mine = lambda: duel(ada, table)["seats"][0]
    # The one other card goes to the bottom, from wherever it is.
    a.locator("main").focus()
    golem = cards(a, "hand").filter(has_text="Teapot Golem")
    if golem.count():
        golem.focus()
    else:
        a.keyboard.press("1")
        a.locator("dialog .dline", has_text="Teapot Golem").focus()
    a.keyboard.press("b")
    until("its place is known", lambda: [one["name"] for one in duel(ada, table)["own"].get("slots", [])] == ["Teapot Golem"])
    a.keyboard.press("Escape")
    dialog_closed(a)
    left = mine()["library"]
    a.locator("main").focus()
    a.keyboard.press("Y")
    dialog = a.locator("dialog")
    check("nothing is sent before it is clear until when", dialog.get_by_role("button", name="Do it").is_disabled())
    dialog.get_by_label("Until").select_option("Teapot Golem")
    dialog.get_by_label("At most").fill("3")
    dialog.get_by_role("button", name="Do it").click()
    until("three cards are milled", lambda: mine()["library"] == left - 3)
    a.get_by_label("Graveyard, 3").wait_for()
    logged(b, "until Teapot Golem comes, at most 3 cards")
    more(a, "Mill from the bottom …")
    typed(a, "1")
    a.get_by_label("Graveyard, 4").wait_for()
    logged(b, "Ada mills 1 card from the bottom of the library.")
    logged(b, "Ada puts Teapot Golem into the graveyard.")
    # Back to the bottom, then up again with the row that begins there, by its type.
    a.get_by_role("button", name="Graveyard, 4").click()
    a.locator("dialog .dline", has_text="Teapot Golem").focus()
    a.keyboard.press("b")
    until("the card has left the pile", lambda: a.locator("dialog .dline").count() == 3)
    a.keyboard.press("Escape")
    dialog_closed(a)
    more(a, "Mill until a card comes …")
    dialog.get_by_label("The cards").select_option("GOAL_OPEN")
    dialog.get_by_label("A word of its type").fill("Artifact")
    dialog.get_by_label("From the bottom").check()
    dialog.get_by_role("button", name="Do it").click()
    until("it is looked at", lambda: labels(cards(a, "looked")) == ["Teapot Golem, known to all"])
    cards(a, "looked").first.focus()
    a.keyboard.press("b")
    until("it lies there again", lambda: cards(a, "looked").count() == 0)
    more(a, "Draw from the bottom …")
    typed(a, "1")
    told(a, r"To your hand: Teapot Golem\.")
    # Who has enough ends the row, which waits for the other node.
    left = mine()["library"]
    with frozen(bob):
        a.keyboard.press("Y")
        dialog.get_by_label("A word of its type").fill("Land")
        dialog.get_by_label("The cards").select_option("GOAL_OPEN")
        dialog.get_by_role("button", name="Do it").click()
        a.get_by_text("Your node goes on until a card of the type Land comes.").wait_for()
        a.get_by_role("button", name="Enough").click()
        logged(a, "Ada says: enough.")
        a.locator(".dsentence", has_text="Your last question waits").wait_for()
        check("the button says it too", "waits" in a.locator(".ddo").get_by_role("button", name="Draw").get_attribute("title"))
    until("one card came", lambda: mine()["library"] == left - 1 and cards(a, "looked").count() == 1)


def test_duel_picks(browser, ada, bob, cyd):
    """V-31: cards are picked at random of the hand and of what lies before either player, several at once; what was picked is named and can be marked"""
    table, a, b = seated(browser, ada, bob)
    dialog = a.locator("dialog")
    more(b, "Token …")
    typed(b, "3 Goblin")
    until("they lie there", lambda: cards(a, "far-field").count() == 3)
    more(a, "Pick at random …")
    dialog.get_by_label("From").select_option(label="Bob’s table, 3 cards")
    dialog.get_by_label("Cards").fill("4")
    until("there are not so many", lambda: dialog.get_by_role("button", name="Do it").is_disabled())
    dialog.get_by_label("Cards").fill("2")
    dialog.get_by_role("button", name="Do it").click()
    until("two of them are named", lambda: sum("picked" in one for one in labels(cards(a, "far-field"))) == 2)
    for page in (a, b):
        logged(page, "picks at random Goblin (2).")
    a.locator("main").focus()
    a.keyboard.press("R")
    dialog.get_by_label("Cards").fill("3")
    dialog.get_by_role("button", name="Do it").click()
    picked = until("three of the hand are picked", lambda: [one for one in labels(cards(a, "hand")) if "picked" in one][2:] and [one for one in labels(cards(a, "hand")) if "picked" in one])
    told(a, r"Picked: .+, .+, .+\.")
    a.keyboard.press("K")
    until("they are marked", lambda: a.locator(".is-marked").count() == 3)
    a.keyboard.press("Delete")
    a.get_by_label("Graveyard, 3").wait_for()
    buried = lambda: sorted(one["name"] for one in duel(bob, table)["objects"] if one["zone"] == "ZONE_GRAVEYARD")
    until("the other one sees three as well", lambda: len(buried()) == 3)
    check("those that were picked", buried() == sorted(one.split(",")[0] for one in picked), buried())


def test_duel_known_places(browser, ada, bob, cyd):
    """V-11, V-14, V-16: who has put cards into the library sees their places in its pile, acts on them there, and shows them"""
    table, a, b = seated(browser, ada, bob)
    dialog = a.locator("dialog")
    # Two clicks on one spot may be a double click, which plays a card: the first card and the last one lie apart.
    names = [labels(cards(a, "hand"))[place].split(",")[0] for place in (0, -1)]
    for place, name, card in (("On top of the library", names[0], cards(a, "hand").first), ("To the bottom of the library", names[1], cards(a, "hand").last)):
        card.click()
        dialog.get_by_role("button", name=place).click()
        told(a, rf"In your library: {name} (on top|at the bottom)\.")
    a.get_by_role("button", name=f"Library, 15, {names[0]} on top").click()
    known = dialog.get_by_role("list", name="Your library: places that you know").locator(".dline")
    until("both are listed", lambda: known.count() == 2)
    check("both are named with their places", all(
        name in text and place in text for text, name, place in zip(known.all_inner_texts(), names, ("on top", "at the bottom"))), known.all_inner_texts())
    until("the other one sees the number", lambda: b.get_by_role("img", name="Library, 15", exact=True).count() == 1)
    check("and none of the names", not any(one.get("known") for one in duel(bob, table)["seats"]))
    known.first.focus()
    a.keyboard.press("ArrowDown")
    check("the arrow keys go from line to line", a.evaluate("document.activeElement.textContent").startswith(names[1]))
    a.keyboard.press("Enter")
    dialog.get_by_role("button", name="Show it to all").click()
    b.locator(".dstrip.far").get_by_role("button", name="Library, 15").click()
    line = b.locator("dialog .dline")
    until("the other one is shown its place", lambda: line.count() == 1 and names[1] in line.inner_text() and "at the bottom" in line.inner_text())
    a.get_by_role("button", name=re.compile("^Library, 15")).last.click()
    known.first.focus()
    a.keyboard.press("Delete")
    until("a key acts on a card of the pile", lambda: known.count() == 1)
    until("it lies in the graveyard", lambda: [one["name"] for one in duel(bob, table)["objects"] if one["zone"] == "ZONE_GRAVEYARD"] == [names[0]])
    a.keyboard.press("Escape")
    dialog_closed(a)
    third = labels(cards(a, "hand"))[0].split(",")[0]
    cards(a, "hand").first.click()
    dialog.get_by_role("button", name="Into the library, so many down …").click()
    typed(a, "2")
    told(a, rf"In your library: {third} number 3 from the top\.")


def test_duel_commanders_tax(browser, ada, bob, cyd):
    """V-20: the tax of a commander stands on the card in its zone, for both"""
    for person in (ada, bob):
        library(person, "Court", COURT)
    table, a, b = seated(browser, ada, bob, "Court")
    dialog = a.locator("dialog")
    check("the hand may still be another one", a.get_by_role("button", name="Mulligan").count() == 1)
    a.locator(".dstrip.near").get_by_role("button", name="Command, 1").click()
    dialog.locator(".dline", has_text="Candle Thief").click()
    dialog.get_by_role("button", name="To the table").click()
    until("it is played", lambda: cards(b, "far-field").count() == 1)
    cards(a, "field").first.click(button="right")
    dialog.get_by_role("button", name="To the command zone").click()
    b.get_by_role("button", name="Command, 1, tax 2 of Candle Thief").wait_for()
    check("it stands on the card", b.locator(".dstrip.far .dtax").inner_text().split() == ["2", "tax"])
    a.get_by_role("button", name="Command, 1, tax 2 of Candle Thief").click()
    check("and in its list", "tax 2" in dialog.locator(".dline").inner_text())


def test_duel_what_is_gone_and_over(browser, ada, bob, cyd):
    """V-28, V-49, V-54: an arrow to a card that is gone says so; cards of a pile take the keys of the table; after the end the keys still read"""
    table, a, b = seated(browser, ada, bob)
    keys = a.keyboard
    dialog = a.locator("dialog")
    more(b, "Token …")
    typed(b, "Goblin")
    cards(a, "hand").first.focus()
    keys.press("Enter")
    until("a card is played", lambda: cards(a, "field").count() == 1 and cards(a, "far-field").count() == 1)
    cards(a, "field").first.focus()
    keys.press(">")
    cards(a, "far-field").first.focus()
    keys.press("Enter")
    until("the arrow is said", lambda: "arrow to Goblin" in labels(cards(a, "field"))[0])
    cards(b, "field").first.focus()
    b.keyboard.press("Delete")
    until("the token is gone", lambda: cards(a, "far-field").count() == 0)
    check("the arrow is one to nothing that is there", "arrow to a card that is gone" in labels(cards(a, "field"))[0], labels(cards(a, "field")))
    cards(a, "hand").first.focus()
    keys.press("X")
    keys.press("Delete")
    a.get_by_label("Graveyard, 6").wait_for()
    a.locator("main").focus()
    keys.press("2")
    dialog.locator(".dline").first.focus()
    for _ in range(2):
        keys.press("x")
        keys.press("ArrowDown")
    until("two are marked", lambda: dialog.locator(".dline", has_text="marked").count() == 2)
    keys.press("b")
    until("both go to the bottom", lambda: dialog.locator(".dline").count() == 4)
    keys.press("Control+.")
    until("a key with Ctrl puts a counter on the card that has the focus", lambda: dialog.locator(".dline", has_text="1 counter").count() == 1)
    keys.press("Escape")
    dialog_closed(a)
    more(b, "Concede the game")
    b.locator("dialog").get_by_role("button", name="Concede the game").click()
    a.get_by_role("heading", name="You Won!").wait_for()
    cards(a, "field").first.focus()
    keys.press("Home")
    check("a card has the focus", a.evaluate("document.activeElement.dataset.list") == "field")
    until("the other hand is open", lambda: duel(ada, table)["seats"][1].get("opened"))
    keys.press("2")
    dialog.locator(".dline").first.wait_for()
    keys.press("Escape")
    dialog_closed(a)
    keys.press("d")
    check("nothing is drawn any more", cards(a, "hand").count() == 0)
    # The same where the page has the table from the node's store.
    a.reload()
    cards(a, "field").first.focus()
    keys.press("2")
    dialog.locator(".dline").first.wait_for()


def test_duel_log_and_phrases(browser, ada, bob, cyd):
    """V-19, V-44: quick phrases stand in the log, which is filtered; chat stands beside it; what stays tapped is marked, and the log lists what untapped"""
    table, a, b = seated(browser, ada, bob)
    a.get_by_role("button", name="In response").click()
    for page in (a, b):
        logged(page, "Ada says: In response.")
    a.locator("main").focus()
    a.keyboard.press("/")
    a.keyboard.type("Tea?")
    a.keyboard.press("Enter")
    b.get_by_role("tab", name="Talk").click()
    b.get_by_label("Messages").get_by_text("Tea?").wait_for()
    for page in (a, b):
        page.get_by_role("tab", name="Log").click()
    more(a, "Token …")
    typed(a, "2 Goblin")
    more(a, "Token …")
    typed(a, "Elf")
    until("they lie there", lambda: cards(a, "field").count() == 3)
    cards(a, "field").first.focus()
    a.keyboard.press("X")
    a.keyboard.press("Enter")
    until("all are tapped", lambda: a.locator(".dcard.is-tapped").count() == 3)
    elf = cards(a, "field").filter(has_text="Elf")
    elf.focus()
    a.keyboard.press("U")
    until("the mark is seen and said", lambda: elf.locator(".dsign").count() == 1 and any("Elf" in one and "stays tapped" in one for one in labels(cards(b, "far-field"))))
    a.keyboard.press("u")
    until("the others untap", lambda: b.locator(".dcard.is-tapped").count() == 1)
    check("the one that stays is the marked one", "Elf" in b.locator(".dcard.is-tapped").inner_text())
    for page in (a, b):
        logged(page, "Ada untaps Goblin (2).")
    a.get_by_label("Lines of the log").select_option("What was said")
    lines = a.get_by_role("log").locator(".what > bdi")
    until("only what was said is shown", lambda: lines.all_inner_texts() == ["Ada says: In response."])
    a.locator("main").focus()
    a.keyboard.press("Q")
    typed(a, "your go")
    until("the next phrase comes there", lambda: lines.all_inner_texts() == ["Ada says: In response.", "Ada says: your go."])
    a.get_by_label("Lines of the log").select_option("Everything")
    until("everything is there again", lambda: lines.count() > 4)


def test_duel_priority_mulligan_and_top_card(browser, ada, bob, cyd):
    """V-09, V-14, V-34: priority is passed and held, a London mulligan puts cards to the bottom, and the top card is always looked at or shown"""
    table, a, b = seated(browser, ada, bob)
    a.locator("main").focus()
    a.keyboard.press("m")
    a.get_by_text("Choose a card of your hand for the bottom of the library.").wait_for()
    until("seven cards are there", lambda: cards(a, "hand").count() == 7)
    cards(a, "hand").first.focus()
    a.keyboard.press("b")
    until("one is put back", lambda: cards(a, "hand").count() == 6 and not duel(ada, table)["seats"][0].get("put_back"))
    a.get_by_role("button", name="Mulligan").click()
    a.get_by_text("Choose 2 cards of your hand for the bottom of the library.").wait_for()
    logged(b, "Ada takes mulligan 2")
    until("seven cards are there again", lambda: cards(a, "hand").count() == 7)
    b.locator("main").focus()
    b.keyboard.press("H")
    a.locator(".dstrip.far").get_by_text("holds").wait_for()
    logged(a, "Bob holds priority.")
    b.keyboard.press("P")
    a.locator(".dstrip.far").get_by_text("passes").wait_for()
    more(a, "Pass: nothing to answer")
    for page in (a, b):
        page.get_by_text("Both players have passed.").wait_for()
    a.keyboard.press("A")
    dialog = a.locator("dialog")
    dialog.get_by_role("button", name="Always look at it").click()
    top = lambda person: next((one["name"] for one in (duel(person, table)["own"] if person is ada else duel(person, table)["seats"][0]).get("slots" if person is ada else "known", []) if not one.get("place")), "")
    name = until("the owner sees it", lambda: top(ada))
    check("it is one of ours", name in NAMES, name)
    dialog_closed(a)
    a.get_by_role("button", name=re.compile(rf"^Library, \d+, {name} on top$")).wait_for()
    check("nobody else does", not top(bob))
    more(a, "The top card always …")
    check("the choice is said", dialog.get_by_role("button", name="Always look at it").get_attribute("aria-pressed") == "true")
    dialog.get_by_role("button", name="Always show it").click()
    b.get_by_role("button", name=re.compile(rf"^Library, \d+, {name} on top$")).wait_for()
    held = cards(a, "hand").count()
    a.locator("main").focus()
    a.keyboard.press("d")
    until("it is drawn", lambda: cards(a, "hand").count() == held + 1)
    following = until("the next one is shown", lambda: top(bob))
    b.get_by_role("button", name=re.compile(rf"^Library, \d+, {following} on top$")).wait_for()
    a.keyboard.press("A")
    dialog.get_by_role("button", name="Leave it alone").click()
    dialog_closed(a)
    a.keyboard.press("d")
    until("it is drawn as well", lambda: cards(a, "hand").count() == held + 2)
    until("nobody sees the next one", lambda: not top(ada) and not top(bob))
