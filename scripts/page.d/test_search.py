"""One search over everything, and what two changed at once."""
from playwright.sync_api import expect

from api import befriend, call, hostile, in_hours, no_markup, no_overflow, opened, room
from people import check, go, until


def test_search_finds_everything(browser, ada, bob, cyd):
    """Messages, events and tournaments are found by the beginning of a word, whatever the case; a result leads there"""
    befriend(ada, bob)
    friends = room(bob)
    call(bob, "chat/post", {"room": friends, "text": "Über den Teekessel " + hostile[0]})
    call(bob, "events/add", {"room": friends, "event": {"name": "Teekessel day", "start": in_hours(90)}})
    call(bob, "tournaments/make", {"name": "Teekessel cup", "room": friends})
    until("Ada has them", lambda: len(call(ada, "rooms/search", {"text": "teek"}).get("found", [])) >= 3)
    page = opened(browser, ada, "#/")
    page.keyboard.press("/")
    box = page.get_by_role("searchbox")
    expect(box).to_be_focused()
    page.keyboard.type("teek")
    expect(page.locator(".lines > li")).to_have_count(3)
    no_overflow(page, "#/search")
    no_markup(page, "#/search")
    page.get_by_label("What is looked for").select_option("event")
    expect(page.locator(".lines > li")).to_have_count(1)
    page.get_by_role("link", name="Teekessel day").click()
    expect(page.get_by_role("heading", name="until Teekessel day")).to_be_visible()
    page.go_back()
    expect(box).to_have_value("teek")


def test_search_conflicts(browser, ada, bob, cyd):
    """Two change one name while they are apart: both values stand side by side, and one is kept (E-57)"""
    befriend(ada, bob)
    friends = room(ada)
    id = call(ada, "events/add", {"room": friends, "event": {"name": "Garden", "start": in_hours(80)}})["id"]
    until("Bob has it", lambda: any(one["id"] == id for one in call(bob, "events/list").get("lines", [])))
    ada.kill()
    call(bob, "events/edit", {"room": friends, "event": id, "change": {"name": "Garden of Bob", "repeats": "RRULE:FREQ=WEEKLY;INTERVAL=2\n"}})
    bob.kill()
    ada.start()
    call(ada, "events/edit", {"room": friends, "event": id, "change": {"name": "Garden of Ada", "repeats": "RRULE:FREQ=DAILY\n"}})
    bob.start()
    until("the conflict is known", lambda: call(ada, "rooms/conflicts").get("conflicts"))
    page = opened(browser, ada, "#/")
    page.get_by_role("link", name="Choose").click()
    conflicts = page.locator(".conflicts > li")
    rules = conflicts.filter(has=page.locator("b", has_text="repeats"))
    # The sentences are those of the terminal.
    expect(rules).to_contain_text("every 2 weeks")
    expect(rules).to_contain_text("every day")
    expect(rules).not_to_contain_text("FREQ")
    sides = conflicts.filter(has=page.locator("b", has_text="name")).locator(".sides-of > section")
    expect(sides).to_have_count(2)
    no_overflow(page, "#/conflicts")
    rules.get_by_role("button", name="Keep this").first.click()
    expect(rules).to_have_count(0)
    sides.filter(has_text="Garden of Bob").get_by_role("button", name="Keep this").click()
    expect(page.get_by_text("Nobody has changed the same thing at once.")).to_be_visible()
    until("Bob sees the same", lambda: call(bob, "events/show", {"event": id})["name"] == "Garden of Bob")
    until("nothing is left to choose", lambda: not call(bob, "rooms/conflicts").get("conflicts"))
