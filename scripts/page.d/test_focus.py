"""The keyboard keeps its place: after each action the focus is on something that makes sense (WCAG 2.4.3, brief section 3)."""
import contextlib

from playwright.sync_api import expect

from api import befriend, call, in_hours, opened, room, saying
from people import Failure, check, go, until
from test_tournaments import made

#: The name and kind of what has the focus; nothing where the keyboard has lost its place.
held = """() => {
  const node = document.activeElement;
  if (!node || node === document.body || node.id === 'main' || !node.checkVisibility()) return '';
  return `${node.tagName} ${node.getAttribute('aria-label') ?? node.innerText}`.trim();
}"""


def keeps(page, after, on=""):
    """The focus comes to be somewhere, where it is said to be, and stays there."""
    def is_there():
        found = page.evaluate(held)
        return found and on in found
    with contextlib.suppress(Failure):
        until("", is_there)
    page.wait_for_timeout(150)
    check(f"after {after} the focus is on {on or 'something'}", is_there(), page.evaluate(held) or page.evaluate("document.activeElement.outerHTML.slice(0, 120)"))


def press(control, key="Enter"):
    control.focus()
    control.press(key)


def test_focus_to_dos(browser, ada, bob, cyd):
    """44.4: adding, editing, ticking and deleting a to-do keeps the place of the keyboard"""
    for text in ("Flour", "Butter", "Sugar"):
        call(ada, "to-dos/add", {"to_do": {"text": text, "zone": "UTC"}})
    page = opened(browser, ada, "#/events/to-do")
    line = lambda text: page.locator(".items > li", has_text=text)
    line("Sugar").wait_for()
    page.locator(".adder input").first.fill("Eggs")
    press(page.locator(".adder button"))
    line("Eggs").wait_for()
    keeps(page, "adding a to-do")
    press(line("Butter").get_by_role("button", name="Edit Butter"))
    page.locator(".item-form").wait_for()
    keeps(page, "Edit", "INPUT")
    press(page.locator(".item-form").get_by_role("button", name="Save"))
    page.locator(".item-form").wait_for(state="detached")
    keeps(page, "Save", "Butter")
    press(line("Butter").get_by_role("checkbox"), "Space")
    until("it is done", lambda: page.locator(".to-dos details .items li").count() == 1)
    keeps(page, "ticking")
    order = [one.inner_text() for one in page.locator(".to-dos > .items .what").all()]
    press(line(order[0]).get_by_role("button", name="Delete"))
    line(order[0]).wait_for(state="detached")
    keeps(page, "deleting", f"Delete {order[1]}")
    press(line(order[1]).get_by_role("button", name="Delete"))
    line(order[1]).wait_for(state="detached")
    press(line(order[2]).get_by_role("button", name="Delete"))
    line(order[2]).wait_for(state="detached")
    keeps(page, "deleting the last one", "INPUT What is to be done")


def test_focus_is_never_disabled(browser, ada, bob, cyd):
    """44.4: what has the focus is not disabled while it works; a second press is ignored, and a refusal keeps the place"""
    browser.expected += ["status of 4"]
    page = opened(browser, ada, "#/peers/add")
    page.get_by_label("Host and port").fill("nowhere")
    sent = []

    def late(route):
        sent.append(route)
    page.route("**/v1/peers/**", late)
    add = page.get_by_role("button", name="Add", exact=True)
    press(add)
    until("it is asked for", lambda: page.locator("button[aria-disabled=true]", has_text="Add").count() or page.locator("button:disabled", has_text="Add").count())
    check("the button keeps the focus while it works", page.evaluate("document.activeElement.textContent") == "Add", page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))
    check("it is not available meanwhile", add.is_disabled())
    add.press("Enter")
    add.press("Space")
    until("it was asked for", lambda: sent)
    page.wait_for_timeout(100)
    check("it was asked for once", len(sent) == 1, len(sent))
    sent[0].continue_()
    page.get_by_role("alert").wait_for()
    keeps(page, "a refusal", "Add")
    check("it is available again", add.is_enabled())


def test_focus_cards(browser, ada, bob, cyd):
    """44.4: moving cards and removing them keeps the place of the keyboard"""
    for name in ("Attic Ghost", "Cellar Rat", "Parlor Cat"):
        call(ada, "cards/add", {"card": name})
    page = opened(browser, ada, "#/cards")
    press(page.get_by_role("button", name="Options for Cellar Rat"))
    press(page.get_by_role("menuitem", name="Remove Card"))
    press(page.get_by_role("dialog").get_by_role("button", name="Remove Card"))
    expect(page.locator(".card-tile", has_text="Cellar Rat")).to_have_count(0)
    keeps(page, "removing a card", "Options for")
    press(page.get_by_role("button", name="Add library"))
    page.get_by_role("dialog").get_by_label("Name").fill("Ghosts")
    press(page.get_by_role("dialog").get_by_role("button", name="Create"))
    add = page.get_by_role("button", name=saying("^Add Attic Ghost"))
    press(add)
    page.get_by_role("button", name=saying("^Take Attic Ghost out")).wait_for()
    keeps(page, "moving the only copy of a card", "Parlor Cat")
    press(page.get_by_role("button", name=saying("^Take Attic Ghost out")))
    expect(add).to_be_enabled()
    keeps(page, "taking the last copy out")


def test_focus_score(browser, ada, bob, cyd):
    """44.4: entering a score leads to the next open field"""
    id = made(ada, "Spring cup", format="league", entrants=["Ada", "Bob", "Cyd", "Dan"])
    page = opened(browser, ada, f"#/tournaments/{id}")
    lines = page.locator(".match-line", has=page.locator("input"))
    lines.first.wait_for()
    count = lines.count()
    first, second = lines.nth(0), lines.nth(1).locator("input").first.get_attribute("aria-label")
    first.locator("input").first.fill("2")
    first.locator("input").last.fill("1")
    first.locator("input").last.press("Enter")
    expect(lines).to_have_count(count - 1)
    keeps(page, "a score by Return", f"INPUT {second}")
    third = lines.nth(1).locator("input").first.get_attribute("aria-label")
    lines.nth(0).locator("input").first.fill("0")
    lines.nth(0).locator("input").last.fill("1")
    press(lines.nth(0).get_by_role("button", name="Enter"))
    expect(lines).to_have_count(count - 2)
    keeps(page, "a score by its button")
    until(f"the next open field or its button has it: {third}", lambda: third.split(", ")[-1] in page.evaluate("document.activeElement.closest('li')?.innerText ?? ''"))


def test_focus_drawing(browser, ada, bob, cyd):
    """44.4: liking a drawing, commenting on it and taking a comment back keeps the place of the keyboard"""
    befriend(ada, bob)
    friends = room(ada)
    paper = call(bob, "drawings/begin", {"title": "A house", "room": friends})["id"]
    call(bob, "drawings/draw", {"paper": paper, "strokes": [{"width": 450, "x": [1000, 50], "y": [1000, 50], "time": [15]}]})
    drawing = call(bob, "drawings/save", {"paper": paper})["id"]
    until("Ada has it", lambda: call(ada, "drawings/list").get("drawings"))
    page = opened(browser, ada, f"#/drawings/{drawing}")
    like = page.get_by_role("button", name=saying("^Like")).first
    press(like)
    until("it is liked", lambda: call(ada, "drawings/show", {"drawing": drawing}).get("liked"))
    keeps(page, "a like")
    for text in ("One", "Two"):
        page.locator("main form textarea, main form input[type=text]").last.fill(text)
        press(page.locator("main form button[type=submit]").last)
        page.get_by_text(text, exact=True).first.wait_for()
        keeps(page, "a comment")


def test_focus_settings_and_room(browser, ada, bob, cyd):
    """44.4: saving a setting, blocking and editing a message keeps the place of the keyboard"""
    page = opened(browser, ada, "#/settings")
    page.get_by_label("Display name").fill("Adele")
    press(page.get_by_role("button", name="Update").first)
    page.locator(".me", has_text="Adele").wait_for()
    keeps(page, "Update")
    ada.parlor("settings", "set", "name", "Ada")
    go(page, "#/peers")
    page.locator("a.what", has_text="Cyd").click()
    press(page.get_by_role("button", name="More about this person"))
    press(page.get_by_role("menuitem", name="Block"))
    page.get_by_role("button", name="Unblock").first.wait_for()
    keeps(page, "Block")
    press(page.get_by_role("button", name="Unblock").first)
    page.get_by_role("button", name="Unblock").first.wait_for(state="detached")
    keeps(page, "Unblock")
