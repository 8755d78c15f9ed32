"""Pairing, rooms, blocking and settings: rows P-01 to P-22, G-20 to G-25, C-12, C-14, C-25."""
import json
import re

from api import call, trust_each_other
from people import check, go, held_back, shown, until


def pair(a, b):
    """Two pages compare words."""
    go(a, "#/peers")
    a.locator("li", has_text="Bob").get_by_role("link", name="Pair").click()
    a.get_by_role("button", name="Ask to pair").click()
    go(b, "#/peers")
    b.get_by_role("link", name="Compare words").click()
    b.get_by_role("button", name="Compare words").click()
    for page in (a, b):
        page.locator(".digits").wait_for()
    digits = [page.locator(".digits").inner_text() for page in (a, b)]
    words = [page.locator(".pair-words").inner_text() for page in (a, b)]
    check("both screens show the same six digits and four words", digits[0] == digits[1] and words[0] == words[1] and len(digits[0]) >= 6, (digits, words))
    a.get_by_role("button", name="They are the same").click()
    shown(a, "You said yes.", exact=False)
    b.get_by_role("button", name="They are the same").click()
    for page in (a, b):
        shown(page, "You are paired with", exact=False)


def test_people_pair_and_make_a_room(browser, ada, bob, cyd):
    """Two people pair by comparing words on two pages, make a room, and write to each other alone (P-10, C-12, C-14)"""
    a, b = browser.page(ada), browser.page(bob)
    pair(a, b)
    a.get_by_role("link", name="New room").first.click()
    a.get_by_role("textbox", name="Name").fill("picnic")
    a.get_by_role("textbox", name="Topic").fill("Sunday at noon")
    a.get_by_role("checkbox", name="Bob").check()
    a.get_by_role("button", name="Make the room").click()
    a.get_by_role("heading", name="picnic").wait_for()
    go(b, "#/chat")
    b.locator(".rooms a", has_text="picnic").click()
    b.locator(".say textarea").fill("I bring bread")
    b.locator(".say textarea").press("Enter")
    shown(a, "I bring bread")
    a.get_by_role("link", name="People", exact=True).last.click()
    shown(a, "owner", exact=False)
    a.locator("section[aria-label=People] li", has_text="Bob").get_by_role("button", name="What to do with Bob").click()
    a.get_by_role("menuitem", name="Write to this person alone").click()
    a.get_by_role("heading", name="Bob").wait_for()
    a.locator(".say textarea").fill("On my way")
    a.locator(".say textarea").press("Enter")
    b.locator(".rooms a", has_text="Ada").click()
    shown(b, "On my way")
    b.locator(".rooms a", has_text="picnic").click()
    b.get_by_role("button", name="What to do with the room").click()
    b.get_by_role("menuitem", name="Leave the room").click()
    b.get_by_role("dialog").get_by_role("button", name="Leave").click()
    until("the room is gone for who left", lambda: b.locator(".rooms a", has_text="picnic").count() == 0)


def test_people_block_and_limit(browser, ada, bob, cyd):
    """A person is limited, blocked and unblocked (P-14, P-20)"""
    browser.expected = [r"status of 400"]
    a = browser.page(ada)
    go(a, "#/peers")
    a.locator("a.what", has_text="Cyd").click()
    box = a.get_by_label("See our open tables and ask to join them")
    box.uncheck()
    until("the right is withheld", lambda: ada.ask("peer", "list") and "PEER_RIGHT_PLAY" in ada.parlor("peer", "list", "--json"))
    box.check()
    with held_back(a, 10_000):
        a.get_by_role("button", name="More about this person").click()
        a.get_by_role("menuitem", name="Block").click()
        shown(a, "blocked")
        a.get_by_role("button", name="Undo").click()
    until("a block is taken back", lambda: a.get_by_role("button", name="Unblock").count() == 0)
    go(a, "#/peers/add")
    a.get_by_label("Host and port").fill("nowhere")
    a.get_by_role("button", name="Add", exact=True).click()
    a.get_by_role("alert").wait_for()
    check("what was typed stays when it is refused", a.get_by_label("Host and port").input_value() == "nowhere")


def test_people_introduce(browser, ada, bob, cyd):
    """A friend introduces two friends, and one of them trusts the other by one tap (P-21)"""
    trust_each_other(ada, bob)
    trust_each_other(ada, cyd)
    a, b = browser.page(ada), browser.page(bob)
    go(a, "#/peers")
    a.locator("a.what", has_text="Bob").click()
    a.get_by_role("button", name="Introduce").click()
    dialog = a.get_by_role("dialog")
    dialog.get_by_label("To whom").select_option(label="Cyd")
    dialog.get_by_label("What you say of them").fill("sings in my choir")
    dialog.get_by_role("button", name="Introduce").click()
    shown(a, "Both are told of each other.")
    go(b, "#/peers")
    shown(b, "sings in my choir")
    b.get_by_role("region", name="Introduced to you").get_by_role("button", name="Trust").click()
    b.get_by_role("dialog").get_by_role("button", name="Trust").click()
    until("Bob trusts Cyd", lambda: any(one.get("name") == "Cyd" and one.get("paired") for one in bob.ask("peer", "list")["peers"]))
    until("she waits no longer", lambda: b.get_by_role("region", name="Introduced to you").count() == 0)


def test_people_moderator(browser, ada, bob, cyd):
    """The owner of a room names a moderator and takes that back (A-17)"""
    trust_each_other(ada, bob)
    ada.parlor("room", "make", "orchard", "Bob")
    a = browser.page(ada)
    go(a, "#/chat")
    a.locator(".rooms a", has_text="orchard").click()
    a.get_by_role("link", name="People", exact=True).last.click()
    for item, role in (("Make a moderator", "moderator"), ("No longer a moderator", "member")):
        a.locator("section[aria-label=People] li", has_text="Bob").get_by_role("button", name="What to do with Bob").click()
        a.get_by_role("menuitem", name=item).click()
        until(f"Bob is {role}", lambda: (role == "moderator") == ("moderator" in json.dumps(call(ada, "profiles/roles", {"room": "orchard"}))))
        until("the page says so", lambda: (role == "moderator") == ("moderator" in a.locator("section[aria-label=People] li", has_text="Bob").locator(".what").inner_text()))


def test_people_secrets_of_settings(browser, ada, bob, cyd):
    """44.11: a key is typed and never shown or kept on the page, and the address of the weather says that a terminal sets it"""
    c = browser.page(cyd)
    go(c, "#/settings")
    cards = c.locator("section[aria-label=Cards]")
    cards.get_by_label("Where you are").wait_for()
    check("the address is no field", c.get_by_label("Where the weather is asked for").count() == 0)
    shown(c, "parlor settings set weather-url", exact=False)
    for section, name, key in (("Cards", "Your key for the weather", "weather-key"), ("Set in a terminal", "Your key for the search for pictures", "picture-search-key")):
        part = c.locator(f"section[aria-label='{section}']")
        field = part.get_by_label(name)
        check("it is typed unseen", field.get_attribute("type") == "password")
        field.press("Enter")
        part.get_by_text("Type it first.").wait_for()
        field.fill("s3cret-of-" + key)
        field.press("Enter")
        part.get_by_role("button", name="Remove the key").wait_for()
        check("the key is set", call(cyd, "node/secrets")[key.replace("-", "_")] == "s3cret-of-" + key)
        check("the field is empty again", field.input_value() == "")
        check("it is nowhere on the page", "s3cret" not in c.content() and "s3cret" not in c.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])"))
        check("nothing offers to take it back", c.get_by_role("button", name="Undo").count() == 0)
        part.get_by_role("button", name="Remove the key").click()
        part.get_by_role("button", name="Remove the key").wait_for(state="detached")


def test_people_settings(browser, ada, bob, cyd):
    """Each setting is saved at once and can be undone; the name keeps its rules (G-20 to G-25)"""
    c = browser.page(cyd)
    go(c, "#/settings")
    name = c.get_by_label("Display name")
    check("the placeholder shows the present name (G-21)", name.get_attribute("placeholder") == "Cyd")
    update = c.get_by_role("button", name="Update").first
    name.fill("C")
    check("a name of one character is not taken (G-21)", update.is_disabled())
    name.fill("Cydney")
    with held_back(c, 10_000):
        update.click()
        c.locator(".me", has_text="Cydney").wait_for()
        c.get_by_role("button", name="Undo").first.click()
    c.locator(".me", has_text=re.compile("^.?Cyd(Connected|\\s)")).wait_for()
    colours = c.locator(".colour input")
    check("thirteen colours (G-23)", colours.count() == 13, colours.count())
    c.get_by_role("radio", name="magenta").check()
    c.locator(".me .avatar.c-magenta").wait_for()
    bell = c.get_by_role("switch", name=re.compile("Sounds and vibration"))
    bell.uncheck()
    until("the bell is off (G-24)", lambda: cyd.ask("settings")["bell"] is False)
    bell.check()
    c.get_by_role("radio", name="Night", exact=True).check(force=True)
    check("the theme is changed at once", c.locator("html[data-theme=night]").count() == 1)
    c.reload()
    c.locator("html[data-theme=night]").wait_for(state="attached")
    # No page changes what starts a program.
    shown(c, "parlor settings set notify-command", exact=False)
