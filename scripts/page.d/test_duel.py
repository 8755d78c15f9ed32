"""The duel: two people play with libraries of their own on their pages, by mouse, by keys, with a spectator, and through a reload."""
import re

from axe_playwright_python.sync_playwright import Axe

from api import call, hostile, no_barriers, no_markup, no_overflow, opened
from duels import begun_with, give_library
from people import address, check, go, overflow, shown, still, until

#: A library that each of them has, with a sideboard. Nobody sells these cards.
MAIN = ["4 Forest", "4 Mountain Path", "2 Attic Ghost", "2 Parlor Cat", "2 Teapot Golem", "2 Candle Thief", "2 Grey Squirrel", "2 Lamp of the Long Evening"]
SIDE = ["2 Second Breakfast"]
NAMES = sorted(line.split(" ", 1)[1] for line in MAIN)


def library(person, name="Elves", text="\n".join([*MAIN, "", "Sideboard", *SIDE])):
    """Gives a person a library, theirs with a sideboard unless another one is named."""
    give_library(person, name, text + "\n")


def begun(host, guest, name="Elves", **more):
    """A duel that two people have begun with libraries of a name, without their pages: its table."""
    for person in (host, guest):
        library(person)
    return begun_with(name, host, guest, **more)


def view(person, table):
    return call(person, "tables/show", {"table": table})


def duel(person, table):
    return view(person, table).get("game_view", {})


def hands(*pages):
    """Both draw their first hand, by the button."""
    for page in pages:
        page.get_by_role("button", name="Draw your hand").click()
    for page in pages:
        until("the hand has seven cards", lambda page=page: cards(page, "hand").count() == 7)


def cards(page, part):
    return page.locator(f'[data-cards="{part}"] [data-card]')


def drag(page, card, place, across=0.5, down=0.5, drop=True):
    """Drags a card with the mouse to a point of a place, which is given in parts of its width and height."""
    card.hover()
    page.mouse.down()
    box = place.bounding_box()
    point = (box["x"] + box["width"] * across, box["y"] + box["height"] * down)
    page.mouse.move(*point, steps=6)
    page.locator(".dghost").wait_for(state="attached")
    if drop:
        page.mouse.up()


def typed(page, text):
    """Answers a short question of the page."""
    page.locator("dialog input").fill(text)
    page.locator("dialog").get_by_role("button", name="Do it").click()
    page.locator("dialog").wait_for(state="detached")


def more(page, name):
    page.get_by_role("button", name="More to do").click()
    page.get_by_role("menuitem", name=name).click()


def test_duel_two_play_by_mouse(browser, ada, bob, cyd):
    """V-01, V-02, V-17, V-18, V-19, V-23: a duel from its offer to its end by mouse; what is dropped nowhere goes back"""
    library(ada), library(bob)
    a, b = browser.page(ada), browser.page(bob, width=390, height=844)
    go(a, "#/war/create")
    a.get_by_label("Game", exact=True).select_option("duel")
    a.get_by_label("Your library").wait_for()
    check("rules of War are not asked for", a.get_by_label("Cards face down in a war").count() == 0)
    a.get_by_text("Rules", exact=True).click()
    a.get_by_label("Format whose rules both lists keep").fill("none")
    a.get_by_label("Life at the beginning").fill("30")
    a.get_by_label("Description").fill("after tea")
    a.get_by_role("button", name="Create Game").click()
    shown(a, "30 life.", exact=False)
    go(b, "#/war/join")
    b.locator("li", has_text="after tea").get_by_role("button", name="Ask to join").click()
    dialog = b.locator("dialog")
    dialog.get_by_text("30 life.").wait_for()
    check("our library is offered", "Elves" in dialog.get_by_label("Your library").text_content())
    dialog.get_by_role("button", name="Ask to join").click()
    a.locator("li", has_text="Bob").get_by_role("button", name="Add", exact=True).click()
    a.get_by_role("heading", name="Added to Game").wait_for()
    a.get_by_role("button", name="Done").click()
    for page in (a, b):
        page.locator(".felt-table.duel").wait_for()
    hands(a, b)
    until("the hand of the other one is a number", lambda: b.get_by_label("Hand, 7").count() == 1)
    check("and our own is cards", cards(b, "hand").count() == 7)

    first = cards(a, "hand").first
    name, key = first.get_attribute("aria-label"), first.get_attribute("data-card")
    # Nothing happens where a card is dropped beside every place.
    drag(a, first, a.locator(".ddo"), across=0.02)
    a.locator(".dghost").wait_for(state="detached")
    check("it is in the hand again", cards(a, "hand").count() == 7 and not duel(ada, view_id(a)).get("objects"))
    drag(a, a.locator(f'[data-card="{key}"]'), a.locator('[data-cards="field"]'), down=0.2, drop=False)
    a.locator(".dlanding:not([hidden])").wait_for()
    a.mouse.up()
    until("it lies on our table", lambda: cards(a, "field").count() == 1 and cards(a, "hand").count() == 6)
    until("the other one sees it", lambda: cards(b, "far-field").count() == 1)
    check("by its name", name in cards(b, "far-field").first.get_attribute("aria-label"), name)
    cards(a, "field").first.click()
    for page in (a, b):
        until("it is tapped for both", lambda page=page: page.locator(".dcard.is-tapped").count() == 1)
    check("and a reader says so", "tapped" in cards(b, "far-field").first.get_attribute("aria-label"))
    drag(a, cards(a, "field").first, a.get_by_role("button", name=re.compile("^Graveyard")).last)
    for page in (a, b):
        page.get_by_label("Graveyard, 1").wait_for()
    # A card of the hand opens with everything that can be done.
    cards(b, "hand").first.click()
    b.locator(".dsheet").get_by_role("button", name="Play", exact=True).click()
    until("Bob has played", lambda: cards(a, "far-field").count() == 1)
    a.get_by_role("button", name="Lose 1 life").click()
    b.get_by_label("Life of Ada").get_by_text("29").wait_for()
    a.get_by_role("button", name="Next phase").click()
    until("it is the second phase", lambda: b.locator('.dphase[aria-current="step"]').get_attribute("aria-label") == "Upkeep")
    a.get_by_role("button", name="End turn").click()
    b.locator(".ddo").get_by_role("button", name="Draw").click()
    until("Bob has drawn", lambda: cards(b, "hand").count() == 7)
    b.get_by_role("button", name="End turn").wait_for()
    for page in (a, b):
        check("nothing is wider than the page", overflow(page) == 0)
        until("the log says it", lambda page=page: "Bob draws 1 card." in page.get_by_role("log").inner_text())
    more(b, "Concede the game")
    b.locator("dialog").get_by_role("button", name="Concede the game").click()
    for page, verdict in ((a, "You Won!"), (b, "You Lost!")):
        page.get_by_role("heading", name=verdict).wait_for()


def middle(one):
    box = one.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def finger(page):
    """A finger on a page: `touch("touchStart", (x, y))`."""
    session = page.context.new_cdp_session(page)
    return lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_duel_by_touch(browser, ada, bob, cyd):
    """V-18: a finger drags a card to its place, and a long press opens a card and does nothing else"""
    if browser.is_firefox:
        # Only Chromium can be told of fingers.
        return
    table = begun(ada, bob)
    a, b = opened(browser, ada, "#/war/" + table, width=390, height=844), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    hands(a, b)
    touch = finger(a)
    card, place = middle(cards(a, "hand").last), middle(a.locator('[data-cards="field"]'))
    touch("touchStart", card)
    for part in range(1, 7):
        touch("touchMove", tuple(card[axis] + (place[axis] - card[axis]) * part / 6 for axis in (0, 1)))
    a.locator(".dlanding:not([hidden])").wait_for()
    touch("touchEnd")
    until("the card lies there", lambda: cards(a, "field").count() == 1 and cards(b, "far-field").count() == 1)
    still(a)
    lines = len(duel(ada, table)["log"])
    touch("touchStart", middle(cards(a, "field").first))
    a.locator(".dcard.is-held").wait_for()
    touch("touchEnd")
    a.locator(".dsheet").wait_for()
    a.keyboard.press("Escape")
    a.locator("dialog").wait_for(state="detached")
    check("nothing has happened", len(duel(ada, table)["log"]) == lines, duel(ada, table)["log"][-1])


def view_id(page):
    """The table of the address."""
    return address(page).split("#/war/")[1]


def test_duel_by_keyboard_alone(browser, ada, bob, cyd):
    """V-49: cards are chosen, played, tapped, marked, aimed and shown by keys, and `?` lists them"""
    table = begun(ada, bob)
    a, b = opened(browser, ada, "#/war/" + table), opened(browser, bob, "#/war/" + table)
    keys = a.keyboard
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    b.get_by_role("button", name="Draw your hand").click()
    a.locator("main").focus()
    keys.press("B")
    a.locator("dialog input").wait_for()
    keys.press("Enter")
    until("the hand is drawn", lambda: cards(a, "hand").count() == 7)
    until("and the other one's", lambda: cards(b, "hand").count() == 7)
    a.locator("dialog").wait_for(state="detached")
    # Cards of the hand change places once it is known what they are.
    still(a)
    keys.press("h")
    chosen = "document.activeElement.closest('[data-card]')?.dataset.card ?? ''"
    keys.press("ArrowRight")
    second = cards(a, "hand").nth(1).get_attribute("data-card")
    check("the arrow keys choose a card", a.evaluate(chosen) == second, a.evaluate(chosen))
    keys.press("Enter")
    until("Return plays it", lambda: cards(a, "field").count() == 1)
    until("the focus stays in the hand", lambda: a.evaluate(chosen).startswith("handle"))
    keys.press("ArrowUp")
    until("the arrow up goes to the table", lambda: a.evaluate(chosen).startswith("object"))
    keys.press("Enter")
    until("Return taps it", lambda: a.locator(".dcard.is-tapped").count() == 1)
    keys.press("u")
    until("u untaps all", lambda: a.locator(".dcard.is-tapped").count() == 0)
    keys.press("t")
    typed(a, "2 Goblin")
    until("t makes tokens", lambda: a.locator(".is-token").count() == 2)
    a.locator(".is-token").first.focus()
    keys.press(".")
    # A card that is seen large under the mouse has its counters as well.
    until("a counter lies on it", lambda: a.locator('[data-cards="field"] .dcounter').count() == 1)
    keys.press("p")
    typed(a, "2/3")
    until("power and toughness are known to both", lambda: b.locator('[data-cards="far-field"] .dstrength').all_inner_texts() == ["2/3"])
    a.locator(".is-token").first.focus()
    keys.press(">")
    a.locator(".is-token").nth(1).focus()
    keys.press("Enter")
    until("an arrow is seen", lambda: b.locator(".darrows path").count() == 1)
    check("and said", "arrow to Goblin" in b.locator(".is-token").first.get_attribute("aria-label"))
    keys.press("r")
    until("r removes it", lambda: b.locator(".darrows path").count() == 0)
    a.locator(".is-token").first.focus()
    keys.press("X")
    until("X marks the whole list", lambda: a.locator(".is-marked").count() == 3)
    keys.press("Escape")
    until("Escape takes the marks away", lambda: a.locator(".is-marked").count() == 0)
    keys.press("Control+d")
    until("Ctrl+D draws, as in Cockatrice", lambda: cards(a, "hand").count() == 7)
    until("a reader says what came", lambda: re.search(r"To your hand: (%s)\." % "|".join(NAMES), a.locator(".duel").inner_text()))
    keys.press("-")
    until("- takes a life", lambda: duel(bob, table)["seats"][0]["life"] == 19)
    keys.press("I")
    until("a coin falls", lambda: any(line["kind"] == "KIND_DICE" for line in duel(ada, table)["log"]))
    keys.press("w")
    typed(a, "2")
    until("two cards are looked at", lambda: cards(a, "looked").count() == 2)
    cards(a, "looked").first.focus()
    keys.press("b")
    until("b puts one to the bottom", lambda: cards(a, "looked").count() == 1)
    cards(a, "looked").first.focus()
    keys.press("Delete")
    until("Del puts one into the graveyard", lambda: cards(a, "looked").count() == 0 and duel(ada, table)["seats"][0]["library"] == 11)
    keys.press("?")
    a.get_by_role("heading", name="Keys of the duel").wait_for()
    keys.press("Escape")
    a.locator("dialog").wait_for(state="detached")
    keys.press("z")
    b.get_by_role("button", name="Refuse").wait_for()
    b.locator("main").focus()
    b.keyboard.press("y")
    until("the undo is granted", lambda: cards(a, "looked").count() == 1)
    keys.press("F2")
    a.locator("dialog").get_by_role("button", name="Concede the game").focus()
    keys.press("Enter")
    a.get_by_role("heading", name="You Lost!").wait_for()


def test_duel_goes_on_after_a_reload_and_a_kill(browser, ada, bob, cyd):
    """V-40: a reload and a killed daemon bring back the same hand and the same table"""
    table = begun(ada, bob)
    a, b = opened(browser, ada, "#/war/" + table), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    hands(a, b)
    cards(a, "hand").first.focus()
    a.keyboard.press("Enter")
    until("a card is played", lambda: cards(b, "far-field").count() == 1 and cards(a, "hand").count() == 6)
    labels = "all => all.map((one) => one.getAttribute('aria-label'))"
    before = cards(a, "hand").evaluate_all(labels)
    a.reload()
    until("the hand is the same", lambda: cards(a, "hand").evaluate_all(labels) == before)
    browser.expected = [r"Failed to load resource", r"ERR_", r"EventSource", r"net::"]
    ada.kill()
    shown(a, "Your cards are safe", exact=False)
    check("nothing can be done meanwhile", a.get_by_role("button", name="Untap all").is_disabled())
    ada.start()
    until("the hand is the same again", lambda: cards(a, "hand").evaluate_all(labels) == before)
    until("the match goes on for both", lambda: not any(view(person, table).get("paused") for person in (ada, bob)))
    until("the page says so", lambda: a.get_by_text("Waiting for players to rejoin").count() == 0)
    a.get_by_role("button", name="Gain 1 life").click()
    b.get_by_label("Life of Ada").get_by_text("21").wait_for()


def test_duel_is_watched_without_a_hand(browser, ada, bob, cyd):
    """V-10, V-42: who watches sees the table and the numbers, and no card of a hand; nothing can be done there"""
    table = begun(ada, bob, spectators="SPECTATOR_POLICY_EVERYBODY")
    a, b = opened(browser, ada, "#/war/" + table), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    hands(a, b)
    until("the match can be watched", lambda: any(one["id"] == table for one in call(cyd, "tables/list").get("tables", [])))
    c = opened(browser, cyd, "#/war/" + table)
    c.get_by_role("button", name="Watch").click()
    c.locator(".felt-table.duel").wait_for()
    c.get_by_label("Hand, 7").first.wait_for()
    check("no hand is shown", cards(c, "hand").count() == 0)
    check("no name of a card is on the page", not any(name in c.locator("body").inner_text() for name in NAMES))
    check("nothing can be done", c.locator(".ddo, .dlife-button").count() == 0)
    cards(a, "hand").first.focus()
    a.keyboard.press("Enter")
    until("what is played is seen", lambda: cards(c, "field").count() == 1)
    cards(c, "field").first.click()
    c.locator(".dsheet").wait_for()
    check("a card can be read, and no more", c.locator(".dacts button").count() == 0)


def test_duel_best_of_three_with_a_sideboard(browser, ada, bob, cyd):
    """V-37, V-38: between games cards change places with the sideboard; at the end both hands are open"""
    table = begun(ada, bob, games=3)
    a, b = opened(browser, ada, "#/war/" + table), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    hands(a, b)
    more(b, "Concede the game")
    b.locator("dialog").get_by_role("button", name="Concede the game").click()
    a.get_by_role("button", name="Sideboard").click()
    dialog = a.locator("dialog")
    dialog.get_by_label("Out of the main part").select_option("Forest")
    dialog.get_by_label("In from the sideboard").select_option("Second Breakfast")
    dialog.get_by_role("button", name="Swap them").click()
    dialog.get_by_text("goes out for").wait_for()
    dialog.get_by_role("button", name="Done").click()
    for page in (a, b):
        page.get_by_role("button", name="Begin the next game").click()
    for page in (a, b):
        until("the hand of game 2 is drawn", lambda page=page: cards(page, "hand").count() == 7)
    mine = duel(ada, table)["own"]
    side = {one["name"]: one["count"] for one in mine["side"]}
    check("the sideboard has changed", side == {"Second Breakfast": 1, "Forest": 1}, side)
    check("the other one sees no more than its number", duel(bob, table)["seats"][0]["side"] == 2)
    a.locator("main").focus()
    more(b, "Concede the game")
    b.locator("dialog").get_by_role("button", name="Concede the game").click()
    a.get_by_role("heading", name="You Won!").wait_for()
    until("both nodes open the match", lambda: all(seat["opened"] for seat in duel(ada, table)["seats"]))
    a.get_by_role("button", name="Hand, 7").click()
    dialog.get_by_role("heading", name="Bob’s hand").wait_for()
    check("each card of the other hand can be read", dialog.locator(".dline").count() == 7 and all(name in NAMES for name in dialog.locator(".dline .what > bdi").all_inner_texts()))
    a.keyboard.press("Escape")
    go(a, "#/war/load")
    a.locator(".games li", has_text="Duel").first.wait_for()


def test_duel_with_hostile_names(browser, ada, bob, cyd):
    """44: what a peer calls a token or notes on a card becomes no markup, breaks no layout, and axe finds nothing at any size"""
    table = begun(ada, bob)
    a, b = opened(browser, ada, "#/war/" + table), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    hands(a, b)
    for name in hostile:
        more(b, "Token …")
        typed(b, name)
    until("all of them lie there", lambda: cards(a, "far-field").count() == len(hostile))
    cards(b, "field").first.focus()
    b.keyboard.press("n")
    typed(b, hostile[0])
    b.keyboard.press(".")
    until("the note is there", lambda: duel(ada, table)["objects"][0].get("note"))
    still(a)
    no_markup(a, "the duel")
    no_overflow(a, "the duel")
    no_barriers(a, "the duel", Axe())
    cards(a, "far-field").first.click()
    a.locator(".dsheet").wait_for()
    no_markup(a, "a card of the duel")
    check("the card is not wider than its window", a.locator("dialog").evaluate("one => one.scrollWidth <= one.clientWidth"))
    no_barriers(a, "a card of the duel", Axe())
