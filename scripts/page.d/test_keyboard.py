"""The main tasks with the keyboard alone: WCAG 2.1.1, rows G-71, brief section 3."""
from people import address, check, go, shown, until
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
