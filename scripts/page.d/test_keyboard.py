"""The main tasks with the keyboard alone: WCAG 2.1.1, rows G-71, brief section 3."""
from api import befriend, call, in_hours, opened, room
from people import Failure, address, check, go, shown, until
from test_drawings import begin as begun, saved
from test_tournaments import made
from test_war import ready


def focused(page):
    return page.locator(":focus")


def test_keyboard_places_and_dialogs(browser, ada, bob, cyd):
    """Places, dialogs, menus and tabs with the keyboard alone"""
    a = browser.page(ada)
    a.keyboard.press("Tab")
    check("the first stop skips to the content", focused(a).inner_text() == "Skip to the content")
    a.keyboard.press("Enter")
    check("it leads to the content", focused(a).get_attribute("id") == "main")
    for letter, place in (("w", "war"), ("c", "chat"), ("e", "events"), ("k", "cards"), ("t", "tournaments"), ("p", "peers"), ("h", "")):
        a.keyboard.press("g")
        a.keyboard.press(letter)
        until(f"g {letter} goes to {place or 'home'}", lambda: address(a).endswith(f"#/{place}"))
        until("the focus is at the beginning", lambda: focused(a).get_attribute("id") == "main")
    a.keyboard.press("?")
    a.get_by_role("dialog", name="Keys").wait_for()
    a.keyboard.press("Escape")
    a.get_by_role("dialog").wait_for(state="detached")

    def to_chat():
        """The keys of a dialog that has just closed may still be its own."""
        a.keyboard.press("g")
        a.keyboard.press("c")
        return address(a).endswith("#/chat")
    until("g c goes to the rooms", to_chat)
    box = a.locator(".say textarea")
    box.focus()
    a.keyboard.type("g h stays text")
    check("no single key acts while one types", box.input_value() == "g h stays text" and "#/chat" in address(a))
    a.keyboard.press("Enter")
    shown(a, "g h stays text")
    a.keyboard.press("Shift+Tab")
    until("Post or box keep the focus in the room", lambda: focused(a).count() == 1)
    menu = a.locator(".bubble", has_text="g h stays text").locator(".menu-of > button").last
    menu.focus()
    a.keyboard.press("Enter")
    until("the first entry has the focus", lambda: focused(a).get_attribute("role") == "menuitem")
    a.keyboard.press("ArrowDown")
    a.keyboard.press("Escape")
    until("Escape closes the menu", lambda: a.locator("[popover]:popover-open").count() == 0)


def test_keyboard_war(browser, ada, bob, cyd):
    """A table is opened, joined and played with the keyboard alone (G-71)"""
    a, b = browser.page(ada), browser.page(bob)
    a.keyboard.press("g")
    a.keyboard.press("w")
    until("War is open", lambda: address(a).endswith("#/war"))
    a.keyboard.press("n")
    until("n makes a game", lambda: address(a).endswith("#/war/new"))
    press(a, "Create Game")
    press(a, "Description")
    a.keyboard.type("By keyboard")
    press(a, "Create Game")
    shown(a, "Waiting for players…")
    go(b, "#/war/join")
    b.locator("li", has_text="By keyboard").wait_for()
    press(b, "Ask to join", "li:has-text('By keyboard')")
    press(a, "Add")
    until("the player is added", lambda: a.get_by_role("button", name="Done").is_enabled())
    press(a, "Done")
    for page in (a, b):
        page.locator(".felt-table").wait_for()
        ready(page)
    for number in range(2):
        for page, key in ((a, " "), (b, "Enter")):
            ready(page)
            page.locator("main").focus()
            page.keyboard.press(key)
    ready(a)
    check("two battles were played", a.locator(".rounds li").count() + a.locator(".verdict.at-war").count() >= 1)
    a.keyboard.press("t")
    until("t talks", lambda: focused(a).evaluate("node => node.tagName") == "TEXTAREA")
    a.keyboard.type("Hello")
    a.keyboard.press("Enter")
    shown(b, "Hello")
    press(a, "Concede")
    a.get_by_role("dialog").wait_for()
    press(a, "Concede", "dialog")
    shown(a, "You Lost!")


#: The actions of a screen: the first control of each kind that can be reached by Tab, as "Delete Flour" and "Delete Butter" are of one.
CONTROLS = """() => {
  const kind = (node) => `${node.tagName} ${node.className} ${(node.getAttribute('aria-label') ?? node.textContent).trim().split(/\\s/).slice(0, 2).join(' ')}`;
  window.controlOf = (wanted) => [...document.querySelectorAll('main :is(button, summary, [role=switch], input[type=checkbox])')]
    .find((node) => kind(node) === wanted && node.checkVisibility() && !node.closest('[popover]') && !node.matches(':disabled') && node.tabIndex >= 0);
  const all = [...document.querySelectorAll('main :is(button, summary, [role=switch], input[type=checkbox])')];
  return [...new Set(all.map(kind))].filter((one) => window.controlOf(one));
}"""
#: Whether the keyboard is at a place that makes sense; otherwise what it is at.
SENSE = """() => {
  const node = document.activeElement;
  const dialog = document.querySelector('dialog[open]');
  const menu = document.querySelector('main [popover]:popover-open');
  if (!node || node === document.body) return 'the focus is nowhere';
  if (!node.isConnected || !node.checkVisibility()) return 'the focus is on something that is not seen';
  if (dialog && !dialog.contains(node)) return 'the focus is not in the dialog';
  if (!dialog && menu && !menu.contains(node)) return 'the focus is not in the menu';
  return '';
}"""


def standing(page):
    """The controls of a screen, once nothing has been added to it for a moment."""
    kinds = page.evaluate(CONTROLS)
    for _ in range(50):
        page.wait_for_timeout(400)
        before, kinds = kinds, page.evaluate(CONTROLS)
        if kinds == before:
            break
    return kinds


def walked(page, place, found):
    """Presses each control of a screen; what is wrong after that is added to what was found."""
    go(page, place)
    page.locator("main h1").first.wait_for()
    kinds = standing(page)
    for kind in kinds:
        page.evaluate(CONTROLS)
        there = page.evaluate("kind => { const one = window.controlOf(kind); one?.focus(); return !!one && document.activeElement === one; }", kind)
        if not there:
            continue
        page.keyboard.press("Space" if kind.startswith("INPUT") else "Enter")
        page.wait_for_timeout(250)
        try:
            until("", lambda: page.evaluate(SENSE) == "")
        except Failure:
            found.append(f"{place}, {kind!r}: {page.evaluate(SENSE)}")
        try:
            while opened := page.locator("dialog[open], [popover]:popover-open").count():
                page.keyboard.press("Escape")
                until("", lambda: page.locator("dialog[open], [popover]:popover-open").count() < opened)
            until("", lambda: page.evaluate(SENSE) == "")
        except Failure:
            found.append(f"{place}, {kind!r}, closed by Escape: {page.evaluate(SENSE) or 'it is still open'}")
            go(page, "#/search")
        if not address(page).endswith(place):
            go(page, place)
            page.locator("main h1").first.wait_for()
            page.wait_for_timeout(300)
    return len(kinds)


def test_keyboard_walks_every_action(browser, ada, bob, cyd):
    """44.4: each action of each screen is done by keyboard alone, and after each the focus is somewhere that makes sense"""
    browser.expected += ["status of 4", "willReadFrequently"]
    befriend(ada, bob)
    friends = room(ada)
    call(ada, "chat/post", {"room": friends, "text": "Tea at five"})
    event = call(ada, "events/add", {"room": friends, "event": {"name": "Tea", "start": in_hours(90)}})["id"]
    call(ada, "events/add-to-do", {"room": friends, "event": event, "to_do": {"text": "Milk"}})
    for text in ("Flour", "Butter"):
        call(ada, "to-dos/add", {"to_do": {"text": text, "zone": "UTC"}})
    for name in ("Attic Ghost", "Cellar Rat"):
        call(ada, "cards/add", {"card": name})
    library = call(ada, "libraries/make", {"name": "Ghosts"})["id"]
    cup = made(ada, "Cup", where=friends, format="league", entrants=["Ada", "Bob", "Cyd", "Dan"])
    draft = made(ada, "Draft", where=friends, format="groups", entrants=["Ada", "Bob", "Cyd", "Dan"], start=False)
    drawing, paper = saved(ada, "A pot"), begun(ada, "A cup")
    page = opened(browser, ada, "#/")
    # Nothing is to be printed here.
    page.evaluate("window.print = () => {}")
    found, count = [], 0
    for place in ("#/", f"#/chat/{friends}", f"#/chat/{friends}/people", "#/chat/new", "#/events", "#/events/to-do", f"#/events/{event}", f"#/events/{event}/edit", "#/cards", f"#/cards/{library}",
                  "#/cards/lists", "#/cards/market", "#/tournaments/new", f"#/tournaments/{draft}", f"#/tournaments/{cup}", f"#/tournaments/{cup}/about", f"#/drawings/{paper}", f"#/drawings/{drawing}",
                  "#/war/new", "#/war/create", "#/peers", "#/settings", "#/account"):
        count += walked(page, place, found)
    check("there is much to do", count > 100, count)
    check("the focus makes sense after each action", not found, "\n".join(found))


def press(page, name, within="main"):
    """Goes to a control by Tab, and presses it; a field only gets the focus."""
    place = page.locator(within)
    control = place.get_by_role("button", name=name, exact=True).or_(place.get_by_role("link", name=name, exact=True)).or_(place.get_by_role("textbox", name=name, exact=True)).first
    control.wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        if control.evaluate("node => node === node.ownerDocument.activeElement"):
            break
    else:
        check(f"Tab reaches {name}", False)
    if control.evaluate("node => !['INPUT', 'TEXTAREA', 'SELECT'].includes(node.tagName)"):
        page.keyboard.press("Enter")
