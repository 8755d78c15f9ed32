"""What hands do at a duel that have played Cockatrice for years: double clicks, the right button, frames, keys; and what moves nothing else."""
from api import call, opened
from duels import act, begun as begun_with_cards, know_cards
from people import check, held_back, still, until
from test_duel import cards, drag, duel, middle, typed, view
from test_duel_acts import dialog_closed, logged, seated


#: The times of a double click in milliseconds: until a click is a single one, and as long as a second one counts.
CLICKS = (250, 500)


def pull(page, card, place):
    """Drags with the right button of the mouse."""
    page.mouse.move(*middle(card))
    page.mouse.down(button="right")
    page.mouse.move(*middle(place), steps=5)
    page.mouse.up(button="right")


def test_duel_double_clicks(browser, ada, bob, cyd):
    """V-49: a double click plays a card of the hand, draws from the library and taps only once; a single one opens"""
    _, a, b = seated(browser, ada, bob)
    # A busy machine may need longer from the first click to the second one than a page waits for it.
    with held_back(a, *CLICKS):
        cards(a, "hand").first.dblclick()
        until("it is played", lambda: cards(b, "far-field").count() == 1)
        check("and nothing was opened", a.locator("dialog").count() == 0)
        cards(a, "field").first.dblclick()
        until("it is tapped", lambda: b.locator(".is-tapped").count() == 1)
        a.get_by_role("button", name="Library, 13").dblclick()
        until("a card is drawn", lambda: cards(a, "hand").count() == 7)
    check("it is tapped still", b.locator(".is-tapped").count() == 1)
    a.get_by_role("button", name="Library, 12").click()
    a.locator("dialog").get_by_role("button", name="Shuffle").click()
    logged(b, "Ada shuffles the library.")
    dialog_closed(a)
    a.get_by_label("Life of Ada").get_by_role("button", name="Life 20").click()
    typed(a, "13")
    b.get_by_label("Life of Ada").get_by_text("13").wait_for()


def test_duel_right_button(browser, ada, bob, cyd):
    """V-28: the right button of the mouse draws an arrow to a card or a player, and opens a card where it is not moved"""
    table, a, b = seated(browser, ada, bob)
    act(ada, table, "token 2 Moth")
    until("they lie there", lambda: cards(a, "field").count() == 2)
    still(a)
    pull(a, cards(a, "field").first, cards(a, "field").last)
    until("an arrow is seen", lambda: b.locator(".darrows path").count() == 1)
    pull(a, cards(a, "field").last, a.locator(".dstrip.far .plate"))
    until("another one points at Bob", lambda: any("arrow to Bob" in (one.get_attribute("aria-label") or "") for one in cards(b, "far-field").all()))
    pull(a, cards(a, "field").first, a.locator(".ddo"))
    check("nothing was opened, and no third one drawn", a.locator("dialog, .dpull").count() == 0 and len(duel(ada, table)["arrows"]) == 2)
    cards(a, "field").first.click(button="right")
    a.locator(".dsheet").wait_for()


def test_duel_marks_by_mouse(browser, ada, bob, cyd):
    """V-54: Ctrl and a click mark a card, a frame marks all that it touches, a click or a drag of one takes the others along, and a click beside them unmarks"""
    table, a, b = seated(browser, ada, bob)
    act(ada, table, "token 3 Moth")
    until("they lie there", lambda: cards(a, "field").count() == 3)
    still(a)
    field = cards(a, "field")
    field.first.click(modifiers=["Control"])
    until("one is marked", lambda: a.locator(".is-marked").count() == 1)
    field.last.click(modifiers=["Control"])
    until("another one too", lambda: a.locator(".is-marked").count() == 2)
    field.first.click()
    until("a click taps both", lambda: b.locator(".is-tapped").count() == 2)
    place = a.locator('[data-cards="field"]').bounding_box()
    a.mouse.move(place["x"] + 5, place["y"] + 5)
    a.mouse.down()
    a.mouse.move(place["x"] + place["width"] - 5, place["y"] + place["height"] - 5, steps=4)
    a.locator(".dband").wait_for()
    a.mouse.up()
    until("a frame marks all", lambda: a.locator(".is-marked").count() == 3)
    a.mouse.click(place["x"] + 5, place["y"] + 5)
    until("a click beside them unmarks", lambda: a.locator(".is-marked, .dband").count() == 0)
    a.keyboard.press("Control+a")
    until("Ctrl+A marks the table", lambda: a.locator(".is-marked").count() == 3)
    drag(a, field.first, a.get_by_role("button", name="Graveyard, 0").last)
    until("a drag takes all along", lambda: cards(b, "far-field").count() == 0)


def test_duel_escape(browser, ada, bob, cyd):
    """V-18, V-28, V-49: Escape gives up a drag, an arrow and a frame that go on, and nothing else that was begun"""
    table, a, b = seated(browser, ada, bob)
    act(ada, table, "token 3 Moth")
    field = cards(a, "field")
    until("they lie there", lambda: field.count() == 3)
    still(a)
    field.first.click(modifiers=["Control"])
    until("one is marked", lambda: a.locator(".is-marked").count() == 1)
    place = a.locator('[data-cards="field"]').bounding_box()
    corner, other = (place["x"] + 5, place["y"] + 5), (place["x"] + place["width"] - 5, place["y"] + place["height"] - 5)
    for what, begin, button in (("a drag", middle(field.last), "left"), ("an arrow", middle(field.last), "right"), ("a frame", corner, "left")):
        a.mouse.move(*begin)
        a.mouse.down(button=button)
        a.mouse.move(*other, steps=4)
        a.locator(".dghost, .dpull, .dband").wait_for()
        a.keyboard.press("Escape")
        a.locator(".dghost, .dpull, .dband").wait_for(state="detached")
        a.mouse.up(button=button)
        check(f"{what} is given up and the mark stays", a.locator(".is-marked").count() == 1 and a.locator("dialog").count() == 0, what)
    a.keyboard.press("Escape")
    until("one more takes the mark away", lambda: a.locator(".is-marked").count() == 0)
    found = duel(ada, table)
    check("nothing was moved or drawn", not found.get("arrows") and {one.get("y", 0) for one in found["objects"]} == {0}, found["objects"])


def test_duel_habits_of_keys(browser, ada, bob, cyd):
    """V-24, V-44, V-49: Caps Lock changes no key, Shift+Return goes to the talk and Escape back, power and toughness begin with what they are, the menu and `?` name the keys"""
    know_cards(ada)
    table = begun_with_cards(ada, bob)
    a = opened(browser, ada, "#/war/" + table)
    opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    act(ada, table, "find Teapot Golem to table")
    golem = cards(a, "field")
    until("its strength is there", lambda: golem.locator(".dstrength").all_inner_texts() == ["3/4"])
    golem.focus()
    a.keyboard.press("p")
    field = a.locator("dialog input")
    field.wait_for()
    check("the question begins with it", field.input_value() == "3/4", field.input_value())
    typed(a, "+1/-1")
    until("it is changed by that", lambda: golem.locator(".dstrength").all_inner_texts() == ["4/3"])
    # Caps Lock makes a capital letter without Shift, which would move the card into the graveyard.
    golem.focus()
    size = duel(ada, table)["seats"][0]["library"]
    a.evaluate("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'D', modifierCapsLock: true, bubbles: true, cancelable: true }))")
    until("a card is drawn", lambda: duel(ada, table)["seats"][0]["library"] == size - 1)
    a.keyboard.press("Alt+y")
    a.get_by_label("Graveyard, 1").wait_for()
    check("it lies there still", golem.count() == 1)
    golem.focus()
    a.keyboard.press("Shift+Enter")
    until("the box has the focus", lambda: a.evaluate("document.activeElement.matches('.say textarea')"))
    a.keyboard.press("Escape")
    until("Escape leaves it", lambda: a.evaluate("document.activeElement.matches('main')"))
    a.get_by_role("button", name="More to do").click()
    check("the menu names keys", a.get_by_role("menuitem", name="Shuffle").locator("kbd").inner_text() == "s")
    a.get_by_role("menuitem", name="Keys, mouse and finger").click()
    listed = a.locator(".dkeys").inner_text()
    check("all kinds of doing are listed", all(words in listed for words in ("Double click", "Right drag", "Ctrl+Alt+A", "Shift+Return", "Ctrl+Shift+D", "Ctrl+W")), listed)


#: Where the parts of the table begin and end.
PARTS = """() => JSON.stringify(['.dstrip.far', '.dfield.far', '.dmiddle', '.dfield.near', '.dstrip.near', '.of-hand', '.ddo'].map((name) => {
  const { top, height } = document.querySelector(name).getBoundingClientRect();
  return [name, Math.round(top - document.querySelector('.duel').getBoundingClientRect().top), Math.round(height)];
}))"""


def test_duel_nothing_jumps(browser, ada, bob, cyd):
    """44.look: marks, questions, passes, counters and cards that are looked at move no part of the table at any width, and no part of it is narrower than a card"""
    table, a, b = seated(browser, ada, bob)
    act(ada, table, "token 3 Moth", "counter +2 poison")
    until("they lie there", lambda: cards(a, "field").count() == 3 and a.locator(".dplayer-counter").count() == 1)
    library = lambda: duel(ada, table)["seats"][0]["library"]
    for width, height in ((320, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080)):
        a.set_viewport_size({"width": width, "height": height})
        still(a)
        parts = a.evaluate(PARTS)
        same = lambda what: check(f"{what} at {width} moves nothing", a.evaluate(PARTS) == parts, (parts, a.evaluate(PARTS)))
        check(f"a card has its size at {width}", cards(a, "field").first.bounding_box()["width"] >= 40, cards(a, "field").first.bounding_box())
        cards(a, "field").first.focus()
        a.keyboard.press("x")
        a.get_by_role("button", name="Unmark").wait_for()
        same("a mark")
        a.keyboard.press("Escape")
        for person in (ada, bob):
            act(person, table, "pass")
        a.get_by_text("Both players have passed.").wait_for()
        same("a pass")
        act(bob, table, "undo")
        a.get_by_role("button", name="Refuse", exact=True).wait_for()
        same("a question")
        a.locator("main").focus()
        a.keyboard.press("N")
        a.get_by_role("button", name="Refuse", exact=True).wait_for(state="detached")
        act(ada, table, "counter +1 energy")
        until("the counter is there", lambda: a.locator(".dplayer-counter", has_text="energy").count() == 1)
        same("a counter")
        act(ada, table, "counter 0 energy", "look 1")
        cards(a, "looked").first.wait_for()
        same("a look")
        left = library()
        cards(a, "looked").first.focus()
        a.keyboard.press("b")
        until("it is placed", lambda: library() == left + 1)
