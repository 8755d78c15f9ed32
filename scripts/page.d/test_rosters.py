"""Rooms whose people are signed, and tickets that lead into a room (47)."""
from axe_playwright_python.sync_playwright import Axe

from api import befriend, call, no_barriers, no_overflow, opened, trust_each_other
from people import check, shown, until


def member(page, name):
    """Opens the menu of somebody in the list of a room's people."""
    page.locator("section[aria-label=People] li", has_text=name).get_by_role("button", name=f"What to do with {name}").click()


def test_rosters_heir_takes_over(browser, ada, bob, cyd):
    """47: a room with a roster is made on the page, its owner names an heir, and the heir takes it over while the owner is away"""
    befriend(ada, bob)
    a = opened(browser, ada, "#/chat/new")
    form = a.get_by_role("region", name="New room")
    form.get_by_role("textbox", name="Name").fill("lighthouse")
    form.get_by_role("checkbox", name="Bob").check()
    form.get_by_role("checkbox", name="Sign who belongs to it").check()
    no_barriers(a, "the form of a new room", Axe())
    form.get_by_role("button", name="Make the room").click()
    a.get_by_role("heading", name="lighthouse").wait_for()
    room = next(one["id"] for one in call(ada, "rooms/list")["rooms"] if one["name"] == "lighthouse")
    a.get_by_role("link", name="People", exact=True).last.click()
    member(a, "Bob")
    a.get_by_role("menuitem", name="Make the heir").click()
    a.get_by_role("dialog").get_by_role("button", name="Name the heir").click()
    until("Bob is the heir", lambda: any(one.get("heir") for one in call(bob, "rooms/show", {"room": room})["members"]))
    shown(a, "heir", exact=False)
    no_overflow(a, "the people of a room with a roster")
    b = opened(browser, bob, f"#/chat/{room}")
    browser.expected = [r"Failed to load resource", r"ERR_", r"EventSource", r"net::"]
    ada.kill()
    b.get_by_role("button", name="What to do with the room").click()
    b.get_by_role("menuitem", name="Take the room over").click()
    b.get_by_role("dialog").get_by_role("button", name="Take over").click()
    until("Bob owns the room", lambda: any(one.get("own") and one.get("owner") for one in call(bob, "rooms/show", {"room": room})["members"]))
    ada.start()
    until("Ada sees it", lambda: any(one["name"] == "Bob" and one.get("owner") for one in call(ada, "rooms/show", {"room": room})["members"]))


def test_rosters_members_add_people(browser, ada, bob, cyd):
    """47: the owner of a room lets its members add people on the page, and one adds somebody while the owner is away"""
    trust_each_other(ada, bob)
    trust_each_other(bob, cyd)
    room = call(ada, "rooms/make", {"name": "orchard", "roster": True, "people": ["Bob"]})["id"]
    a = opened(browser, ada, f"#/chat/{room}")
    a.get_by_role("button", name="What to do with the room").click()
    a.get_by_role("menuitem", name="Edit", exact=True).click()
    dialog = a.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Members may add people").check()
    no_barriers(a, "the form of a room", Axe())
    dialog.get_by_role("button", name="Save").click()
    until("Bob may add people", lambda: any(one["id"] == room and one.get("members_invite") for one in call(bob, "rooms/list")["rooms"]))
    browser.expected = [r"Failed to load resource", r"ERR_", r"EventSource", r"net::"]
    ada.kill()
    b = opened(browser, bob, f"#/chat/{room}")
    b.get_by_role("link", name="People", exact=True).last.click()
    b.get_by_role("region", name="Add people").locator("li", has_text="Cyd").get_by_role("button", name="Add").click()
    until("Cyd is in the room", lambda: any(one["id"] == room for one in call(cyd, "rooms/list")["rooms"]))
    call(cyd, "chat/post", {"room": room, "text": "I bring a ladder"})
    until("Bob reads it", lambda: any(one.get("text") == "I bring a ladder" for one in call(bob, "chat/list", {"room": room}).get("messages", [])))
    ada.start()
    until("Ada reads it", lambda: any(one.get("text") == "I bring a ladder" for one in call(ada, "chat/list", {"room": room}).get("messages", [])))


def test_rosters_ticket_of_a_room(browser, ada, bob, cyd):
    """47: a ticket that the page makes for a room pairs whoever uses it, and puts it into the room"""
    room = call(ada, "rooms/make", {"name": "choir", "roster": True})["id"]
    a = opened(browser, ada, f"#/chat/{room}")
    a.get_by_role("button", name="What to do with the room").click()
    a.get_by_role("menuitem", name="Invite with a ticket").click()
    dialog = a.get_by_role("dialog")
    dialog.get_by_role("button", name="Make a ticket").click()
    ticket = dialog.locator("code.ticket")
    ticket.wait_for()
    no_barriers(a, "a ticket of a room", Axe())
    cyd.parlor("peer", "pair", "--ticket", ticket.inner_text())
    until("Cyd is in the room", lambda: any(one["name"] == "choir" for one in call(cyd, "rooms/list")["rooms"]))
    call(cyd, "chat/post", {"room": room, "text": "I sing bass"})
    a.keyboard.press("Escape")
    shown(a, "I sing bass")
    check("the room has both", len(call(ada, "rooms/show", {"room": room})["members"]) == 2)


def test_rosters_given_away_twice(browser, ada, bob, cyd):
    """47: the heir takes a room over while its owner names another one: both pages say who owns it by whose word, and the heir chooses the owner's"""
    trust_each_other(ada, bob)
    trust_each_other(ada, cyd)
    room = call(ada, "rooms/make", {"name": "ferry", "roster": True, "people": ["Bob", "Cyd"]})["id"]
    call(ada, "rooms/change-member", {"room": room, "person": "Bob", "change": "MEMBER_CHANGE_HEIR"})
    owner = lambda person: next((one["name"] for one in call(person, "rooms/show", {"room": room})["members"] if one.get("owner")), "")
    heir = lambda person: next((one["name"] for one in call(person, "rooms/show", {"room": room})["members"] if one.get("heir")), "")
    for person in (bob, cyd):
        until(f"{person.name} is in the room and hears of the heir", lambda: any(one["id"] == room for one in call(person, "rooms/list")["rooms"]) and heir(person) == "Bob")
    ada.kill()
    cyd.kill()
    call(bob, "rooms/take-over", {"room": room})
    bob.kill()
    ada.start()
    cyd.start()
    call(ada, "rooms/change-member", {"room": room, "person": "Cyd", "change": "MEMBER_CHANGE_HEIR"})
    until("Cyd hears of it", lambda: heir(cyd) == "Cyd")
    bob.start()
    for person in (ada, bob, cyd):
        until(f"{person.name} hears of both", lambda: len(call(person, "rooms/show", {"room": room}).get("rivals", [])) == 2)
    check("Bob goes by his own", owner(bob) == "Bob", owner(bob))
    b = opened(browser, bob, f"#/chat/{room}")
    b.get_by_role("link", name="People", exact=True).last.click()
    panel = b.get_by_role("region", name="Whose room is this?")
    panel.get_by_text("Bob owns it").wait_for()
    no_barriers(b, "a room that was given away twice", Axe())
    no_overflow(b, "a room that was given away twice")
    panel.get_by_role("button", name="Choose Ada").click()
    b.get_by_role("dialog").get_by_role("button", name="Choose").click()
    until("Ada owns the room for Bob as well", lambda: owner(bob) == "Ada")
    panel.get_by_text("you chose it").wait_for()
    check("the terminal says so", "you chose it" in bob.parlor("room", "show", room), bob.parlor("room", "show", room))
