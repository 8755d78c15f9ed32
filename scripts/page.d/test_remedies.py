"""Behind a refusal or a notice of the daemon stands the button that does something about it: the daemon gives that as a value."""
import json

from playwright.sync_api import expect

from api import answer, befriend, call, opened
from people import address, check, go, until


def said(page, words):
    """The place of the page at which words of the daemon stand, with their button."""
    place = page.locator("main :is(p, li, span)", has_text=words).last
    place.wait_for()
    text = page.locator("main").inner_text()
    check("no command of the terminal is named", "`" not in text and "parlor " not in text, [line for line in text.splitlines() if "parlor " in line or "`" in line])
    return place


def press(page, label):
    """Presses the button behind words; there is one alone."""
    button = page.locator("main .refused, main .room-notice, main .note, main .cup-messages").get_by_text(label, exact=True)
    expect(button).to_have_count(1)
    button.click()


def node_of(person, name):
    return next(one["id"] for one in call(person, "peers/list")["peers"] if one.get("name") == name)


def test_remedies_lobby(browser, ada, bob, cyd):
    """44.13: where nobody gets what is written since the lobby is off, the button switches it on"""
    call(ada, "node/set", {"key": "lobby", "value": "off"})
    page = opened(browser, ada, "#/chat")
    said(page, "The lobby is off, so nobody gets what you write there")
    press(page, "Switch it on")
    until("it is on", lambda: call(ada, "node/settings")["lobby"] == "open")
    expect(page.locator(".room-notice")).to_have_count(0)


def test_remedies_pair(browser, ada, bob, cyd):
    """44.13: where the other one of a room gets nothing any more, Pair leads to the pairing with that person"""
    befriend(ada, bob)
    [author] = next(one["accounts"] for one in call(ada, "peers/list")["peers"] if one.get("name") == "Bob")
    two = call(ada, "rooms/make", {"direct": True, "people": [author]})["id"]
    call(ada, "peers/unpair", {"peer": node_of(ada, "Bob")})
    page = opened(browser, ada, f"#/chat/{two}")
    said(page, "You have unpaired Bob, who gets nothing that you write here")
    press(page, "Pair")
    page.get_by_role("heading", name="Pair with Bob").wait_for()
    check("it is the pairing with Bob", address(page).endswith(f"#/peers/pair/{node_of(ada, 'Bob')}"), address(page))


def test_remedies_unblock(browser, ada, bob, cyd):
    """44.13: who is refused something since a person is blocked can unblock that person at once"""
    browser.expected += ["status of 4"]
    cyd_ = node_of(ada, "Cyd")
    call(ada, "peers/block", {"peer": cyd_})
    page = opened(browser, ada, "#/peers/add")
    # What the daemon answers to `parlor peer trust`, which the page has no form for.
    _, refusal = answer(ada, "peers/trust", {"node": cyd_})
    check("it says it for a terminal, and for the page", refusal == {
        "code": "REFUSAL_CODE_NOT_NOW", "message": f"Cyd is blocked: `parlor peer unblock {cyd_[:8]}` first.",
        "reason": "Cyd is blocked.", "remedy": {"code": "REMEDY_CODE_UNBLOCK", "node": cyd_}}, refusal)
    page.route("**/v1/peers/add", lambda route: route.fulfill(status=409, content_type="application/json", body=json.dumps(refusal)))
    page.get_by_label("Host and port").fill("nowhere:1")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Cyd is blocked.")
    press(page, "Unblock")
    expect(page.locator("main .refused")).to_have_count(0)
    until("Cyd is not blocked", lambda: not next(one for one in call(ada, "peers/list")["peers"] if one["id"] == cyd_).get("blocked"))


def test_remedies_card_database(browser, ada, bob, cyd):
    """44.13: where a format cannot be checked without a card database, the button opens the way to one"""
    deck = call(ada, "libraries/make", {"name": "Pioneers"})["id"]
    call(ada, "libraries/edit", {"library": deck, "format": "pioneer"})
    page = opened(browser, ada, f"#/cards/{deck}/stats")
    said(page, "Which cards")
    press(page, "Get card database")
    page.get_by_role("dialog", name="Card database").wait_for()


def test_remedies_tournament(browser, ada, bob, cyd):
    """44.13: what a tournament lacks before it can start leads to the page of the set-up that has it"""
    cup = call(ada, "tournaments/make", {"name": "Empty cup", "format": "knockout"})["id"]
    page = opened(browser, ada, f"#/tournaments/{cup}/knockout")
    said(page, "It needs at least two entrants.")
    press(page, "Entrants and groups")
    page.get_by_label("New entrants").wait_for()


def test_remedies_refused_read(browser, ada, bob, cyd):
    """44.13: a screen of something that is not there leads to the list of those that are"""
    browser.expected += ["status of 4"]
    page = opened(browser, ada, "#/tournaments")
    go(page, "#/cards/nothing-like-it/manage")
    said(page, "There is no library nothing-like-it.")
    press(page, "Libraries")
    until("it leads to the libraries", lambda: address(page).endswith("#/cards"))
    go(page, "#/peers/add")
    page.route("**/v1/peers/add", lambda route: route.fulfill(
        status=409, content_type="application/json",
        body='{"code": "REFUSAL_CODE_NOT_NOW", "message": "You have 8 open tables: close one with `parlor war cancel`.", "reason": "You have 8 open tables.", "remedy": {"code": "REMEDY_CODE_CANCEL_TABLE"}}'))
    page.get_by_label("Host and port").fill("nowhere:1")
    page.get_by_role("button", name="Add", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("You have 8 open tables.")
    press(page, "War")
    page.get_by_role("heading", name="War", exact=True).first.wait_for()


def test_remedies_locked(browser, ada, bob, cyd):
    """44.13: a home that is locked under an open page shows Unlock, and what was open is there again"""
    browser.expected += ["status of 423", "EventSource", "Failed to load"]
    call(cyd, "profiles/create", {"name": "Cyd", "email": "cyd@example.org", "password": "a long password", "password_confirmation": "a long password"})
    page = opened(browser, cyd, "#/settings")
    call(cyd, "profiles/lock")
    page.get_by_role("heading", name="This home is locked").wait_for()
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.get_by_role("heading", name="Settings", exact=True).wait_for()
