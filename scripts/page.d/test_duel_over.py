"""Beside the match itself: a duel again with open hands, its wall screen, and a library against nobody."""
import re

from axe_playwright_python.sync_playwright import Axe

from api import answer, call, no_barriers, no_markup, no_overflow, opened
from duels import act
from people import check, go, until
from test_duel import NAMES, SIDE, begun, cards, duel, library, typed, view


def names(page, part):
    """The names of a list of cards on the page, sorted."""
    return sorted(label.split(",")[0] for label in cards(page, part).evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))"))


def held(person, table):
    return sorted(card["name"] for card in duel(person, table)["own"].get("hand", []))


def at_table(browser, ada, bob, **more):
    """A duel at which both sit with their pages."""
    table = begun(ada, bob, **more)
    a, b = opened(browser, ada, "#/war/" + table), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    return table, a, b


def played(ada, bob, table):
    """Plays a game to its end, with the number of the last line and both hands after each act."""
    moments = []
    for person, line in ((ada, "begin"), (bob, "begin"), (ada, "play 1"), (bob, "shuffle"), (ada, "roll 2d6"), (ada, "lose 3"), (ada, "turn"), (bob, "draw 2"), (bob, "play 1 to stack"), (bob, "mill 1")):
        act(person, table, line)
        number = duel(ada, table)["log"][-1]["number"]
        moments[:] = [one for one in moments if one[0] != number] + [(number, held(ada, table), held(bob, table))]
    return moments


def test_duel_replay_with_open_hands(browser, ada, bob, cyd):
    """V-43: a duel goes by again, line by line, before its end with the own hand and afterwards with both; by buttons, keys, a finger, by itself, and as a text"""
    table, a, b = at_table(browser, ada, bob)
    moments = played(ada, bob, table)
    for number, *hands in moments:
        for person, own in ((ada, 0), (bob, 1)):
            seats = call(person, "duels/replay", {"table": table, "line": number})["tables"][0]["seats"]
            check("before the end a replay has the own hand alone", sorted(seats[own].get("opened_hand", [])) == hands[own] and not seats[1 - own].get("opened_hand"), number)
    go(b, f"#/war/{table}/replay")
    number, _, theirs = moments[-1]
    b.get_by_label("Log", exact=True).locator("li").nth(number - 1).get_by_role("button").click()
    until("the page shows it, and nothing of the other one", lambda: names(b, "hand") == theirs and not names(b, "far-hand"))
    go(b, "#/war/" + table)
    until("both are at the table again", lambda: not view(ada, table).get("paused"))
    act(bob, table, "concede-game")
    for person in (ada, bob):
        until("both nodes open the match", lambda person=person: all(seat.get("opened") for seat in duel(person, table)["seats"]))
    a.get_by_role("link", name="Replay").click()
    a.locator(".dreplay .felt-table.duel").wait_for()
    count = len(call(ada, "duels/replay", {"table": table})["lines"])
    lines = a.get_by_label("Log", exact=True).locator("li")
    check("all lines are there", lines.count() == count and count == len(duel(ada, table)["log"]), count)
    current = a.locator('.dline-to[aria-current="step"] .number')

    def at(number):
        until(f"line {number} is shown", lambda: current.all_inner_texts() == [str(number)])

    def shows(number, mine, theirs):
        at(number)
        until(f"both hands of line {number}", lambda: (names(a, "hand"), names(a, "far-hand")) == (mine, theirs))

    for number, mine, theirs in moments:
        lines.nth(number - 1).get_by_role("button").click()
        shows(number, mine, theirs)
        check("the sentence is that of the line", a.locator(".dsentence").inner_text() in lines.nth(number - 1).inner_text())
    check("the life is that of the end", a.get_by_label("Life of Ada").get_by_text("17").count() == 1)
    a.get_by_role("button", name="Back").click()
    at(moments[-1][0] - 1)
    a.get_by_role("button", name="Next", exact=True).click()
    shows(*moments[-1])
    main = a.locator("main")
    main.focus()
    a.keyboard.press("Home")
    at(1)
    check("before the first line nothing is tapped or played", cards(a, "field").count() == 0)
    for key, kind in (("s", "KIND_SHUFFLE"), ("i", "KIND_DICE"), ("l", "KIND_LIFE"), ("t", "KIND_TURN")):
        a.keyboard.press(key)
        until(f"{key} goes on to {kind}", lambda kind=kind: lines.nth(int(current.inner_text()) - 1).get_attribute("class") == kind.lower().replace("_", "-"))
    turn = int(current.inner_text())
    a.keyboard.press("L")
    until("with Shift a key goes back", lambda: int(current.inner_text()) < turn)
    a.keyboard.press("End")
    at(count)
    a.get_by_text("You Won!").wait_for()
    a.get_by_label("Go to").select_option(label="Game 1, turn 1")
    until("a turn can be chosen", lambda: int(current.inner_text()) < turn)
    # A card of the moment opens as it was then.
    lines.nth(moments[2][0] - 1).get_by_role("button").click()
    shows(*moments[2])
    cards(a, "far-hand").first.click()
    sheet = a.locator("dialog")
    sheet.locator(".dsheet").wait_for()
    check("and nothing can be done with it", sheet.locator(".dacts button").count() == 0)
    a.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    with a.expect_download() as download:
        a.get_by_role("button", name="Save as text").click()
    text = download.value.path().read_text()
    check("the text has each line and the result", all(line in text for line in ("Duel: Ada against Bob", "Game 1, turn 1", "Ada rolls", "concedes", "Ada won.")), text)
    no_markup(a, "a replay")
    no_overflow(a, "a replay")
    no_barriers(a, "a replay", Axe())
    main.focus()
    a.keyboard.press("Home")
    at(1)
    a.get_by_label("Speed").select_option("20")
    a.get_by_role("button", name="Play", exact=True).click()
    at(count)
    a.get_by_role("button", name="Play", exact=True).wait_for()
    # What the other side's page shows is the same match from the other chair.
    go(b, f"#/war/{table}/replay?at={moments[2][0] - 1}")
    until("both hands are there, from the other side", lambda: (names(b, "far-hand"), names(b, "hand")) == moments[2][1:])


def test_duel_replay_by_a_finger(browser, ada, bob, cyd):
    """V-43: a finger that goes across the table goes a line on or back, and opens no card"""
    if browser.is_firefox:
        # Only Chromium can be told of fingers.
        return
    table, a, _ = at_table(browser, ada, bob)
    act(ada, table, "begin"), act(bob, table, "begin"), act(bob, table, "concede-game")
    until("the match is over", lambda: view(ada, table)["phase"] == "TABLE_PHASE_FINISHED")
    a = opened(browser, ada, f"#/war/{table}/replay", width=390, height=844)
    a.locator(".dreplay .felt-table.duel").wait_for()
    session = a.context.new_cdp_session(a)
    box = a.locator('[data-cards="field"]').bounding_box()
    current = a.locator('.dline-to[aria-current="step"] .number')

    def swipe(begin, end):
        y = box["y"] + box["height"] / 2
        points = [(box["x"] + box["width"] * (begin + (end - begin) * part / 5), y) for part in range(6)]
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": points[0][0], "y": y}]})
        for x, _ in points[1:]:
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(0.8, 0.2)
    until("to the left is the next line", lambda: current.inner_text() == "2")
    swipe(0.2, 0.8)
    until("to the right is the one before", lambda: current.inner_text() == "1")
    check("no card has opened", a.locator("dialog").count() == 0)


def test_duel_on_the_wall(browser, ada, bob, cyd):
    """V-42: the wall screen shows the table live and large, no hand of anybody, and nothing that can be done"""
    table, a, b = at_table(browser, ada, bob, spectators="SPECTATOR_POLICY_EVERYBODY")
    act(ada, table, "begin"), act(bob, table, "begin")
    until("the match can be watched", lambda: any(one["id"] == table for one in call(cyd, "tables/list").get("tables", [])))
    c = opened(browser, cyd, "#/war/" + table)
    c.get_by_role("button", name="Watch").click()
    c.locator(".felt-table.duel").wait_for()
    with c.expect_popup() as popup:
        c.get_by_role("button", name="Wall screen").click()
    wall = popup.value
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.locator(".wall").wait_for()
    # The page of a player has the same screen; it has no hand either.
    a.get_by_role("button", name="More about this match").click()
    with a.expect_popup() as popup:
        a.get_by_role("menuitem", name="Wall screen").click()
    mine = popup.value
    mine.set_viewport_size({"width": 1280, "height": 720})
    for page in (wall, mine):
        until("the hands are numbers", lambda page=page: page.locator(".wall-counts > div", has_text="Hand").locator("dd").all_inner_texts() == ["7", "7"])
        text = page.locator("body").inner_text()
        check("no name of a card is on the page", not any(name in text for name in NAMES), text)
    act(ada, table, "play 1"), act(ada, table, "lose 4"), act(bob, table, "play 1 to stack")
    name = next(one["name"] for one in duel(ada, table)["objects"] if one["zone"] == "ZONE_BATTLEFIELD")
    for page in (wall, mine):
        until("life follows", lambda page=page: page.locator(".wall-life").all_inner_texts()[-1].endswith("16"))
        until("the stack is there", lambda page=page: page.locator('[data-cards="stack"] [data-card]').count() == 1)
        until("the card lies there", lambda page=page: name in page.locator('.wall [data-cards="field"]').inner_text().replace("\u00ad", ""))
        check("the last line is the newest", "onto the stack" in page.locator(".wall-lines li").last.inner_text())
        check("no card of it can be reached", page.locator(".wall [data-card]").evaluate_all("all => all.every((one) => one.closest('[inert]'))"))
        check("nothing is cut off", page.evaluate("document.documentElement.scrollHeight <= innerHeight"))
    check("who plays is still at the table", not view(ada, table).get("paused"))
    act(ada, table, "play 1 face-down")
    until("a card that lies face down has no name, not for its owner either", lambda: mine.locator('.wall [data-cards="field"] [data-card]').count() == 2)
    check("as here", mine.locator(".wall .dpeek").count() == 0)
    act(bob, table, "concede-game")
    mine.locator(".wall-words", has_text="Ada won.").wait_for()
    until("both nodes open the match", lambda: all(seat.get("opened") for seat in duel(ada, table)["seats"]))
    check("and opened hands stay off the wall", mine.locator('[data-cards="hand"], [data-cards="far-hand"], .dpeek').count() == 0)
    no_overflow(mine, "the wall")
    no_barriers(mine, "the wall", Axe())


def test_duel_alone(browser, ada, bob, cyd):
    """V-48: a library is drawn and played against nobody, through a reload, and the node keeps nothing"""
    library(ada)
    a = opened(browser, ada, "#/war/new")
    tables = len(call(ada, "tables/list").get("tables", []))
    a.get_by_role("link", name="Play it alone").click()
    a.get_by_text("Rules", exact=True).click()
    a.get_by_label("Format whose rules both lists keep").fill("none")
    a.get_by_role("button", name="Begin").click()
    a.get_by_role("button", name="Draw your hand").click()
    until("the hand is drawn", lambda: cards(a, "hand").count() == 7)
    hand = names(a, "hand")
    cards(a, "hand").first.focus()
    a.keyboard.press("Enter")
    until("Return plays a card", lambda: cards(a, "field").count() == 1)
    cards(a, "field").first.click()
    until("a click taps it", lambda: a.locator(".dcard.is-tapped").count() == 1)
    a.locator("main").focus()
    a.keyboard.press("d")
    until("d draws", lambda: cards(a, "hand").count() == 7)
    a.keyboard.press("w")
    typed(a, "2")
    until("two cards are looked at", lambda: cards(a, "looked").count() == 2)
    a.get_by_role("button", name="Place them").click()
    dialog = a.locator("dialog")
    for left in (1, 0):
        dialog.get_by_role("button", name=re.compile("Bottom")).first.click()
        until("the dialog has the cards that are left", lambda left=left: cards(a, "looked").count() == left)
    a.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    after = names(a, "hand")
    check("no card has come twice", len(hand) == len(after) == 7)
    a.reload()
    until("a reload brings the same table back", lambda: cards(a, "field").count() == 1 and names(a, "hand") == after)
    a.get_by_role("button", name=re.compile("^Library")).last.click()
    dialog.get_by_label("Search these cards").wait_for()
    a.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    # What does not count is refused where it was done, and changes nothing.
    browser.expected = [r"Failed to load resource"]
    a.locator("main").focus()
    a.keyboard.press("e")
    typed(a, "99")
    a.locator(".refused").first.wait_for()
    check("nothing has changed", names(a, "hand") == after)
    no_overflow(a, "a library alone")
    no_barriers(a, "a library alone", Axe())
    check("the node has no such table", len(call(ada, "tables/list").get("tables", [])) == tables)
    a.get_by_role("button", name="End it").click()
    a.get_by_role("heading", name="Play a library alone").wait_for()


def test_duel_moments_are_bounded(browser, ada, bob, cyd):
    """V-43, V-48: what is asked beyond the lines of a match, or with too much, is refused"""
    table, _, _ = at_table(browser, ada, bob)
    act(ada, table, "begin")
    last = call(ada, "duels/replay", {"table": table})["lines"][-1]["number"]
    whole = call(ada, "duels/replay", {"table": table, "line": 1, "count": 50})["tables"]
    check("each line has its table", len(whole) == last)
    # While the match goes on a person sees the own hidden cards, and none of the other one.
    for one in whole:
        one["seats"][0] = {key: value for key, value in one["seats"][0].items() if not key.startswith("opened_")}
    check("no other hand is open", not any(key.startswith("opened_") and value for one in whole for key, value in one["seats"][1].items()))
    check("nor in any other way", not any(name in str(whole) for name in NAMES + [SIDE[0].split(" ", 1)[1]]))
    for body in ({"table": table, "line": last + 1}, {"table": table, "line": 1, "count": 51}, {"table": "no-such"}):
        status, said = answer(ada, "duels/replay", body)
        check("it is refused with a sentence", status in (400, 404, 409, 422) and said.get("message"), (status, said))
    status, said = answer(ada, "duels/solo", {"seed": "AAAA"})
    check("a short seed is refused", status in (400, 409, 422) and said.get("message"), (status, said))
