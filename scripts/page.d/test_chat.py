"""Talking on two pages: rows C-01 to C-18, C-22, C-25."""
import json

from api import befriend, call, in_hours, opened, room
from people import address, check, go, shown, until
from test_drawings import saved
from test_tournaments import made


def box(page):
    return page.locator(".say textarea")


def say(page, text):
    box(page).fill(text)
    box(page).press("Enter")
    until("the box is empty after posting (C-03)", lambda: box(page).input_value() == "")


def line(page, text):
    return page.locator(".bubble", has_text=text).last


def doing(page, text, name):
    """Chooses from the menu of a message."""
    bubble = line(page, text)
    bubble.hover()
    bubble.locator(".menu-of > button").click()
    bubble.get_by_role("menuitem", name=name, exact=True).click()


def test_chat_in_the_lobby(browser, ada, bob, cyd):
    """People write, answer, edit and delete in the lobby; drafts survive a reload (C-01 to C-06, C-16, C-18)"""
    a, b = browser.page(ada), browser.page(bob)
    for page in (a, b):
        go(page, "#/chat")
    post = a.get_by_role("button", name="Post Message")
    check("posting waits for a text (C-03)", post.is_disabled())
    box(a).fill("   ")
    check("spaces alone are no text (C-03)", post.is_disabled())
    box(a).fill("Who plays before lunch?")
    a.reload()
    a.locator(".say textarea").wait_for()
    check("a draft survives a reload", box(a).input_value() == "Who plays before lunch?")
    post.click()
    shown(b, "Who plays before lunch?")
    check("the time is beside it (C-05)", line(b, "Who plays").locator("time").count() == 1)
    doing(b, "Who plays", "Reply")
    say(b, "@Ada me!")
    line(a, "me!").locator(".quoted", has_text="Who plays before lunch?").wait_for()
    check("a mention stands in lamplight (C-16)", "mentions-us" in (line(a, "me!").get_attribute("class") or ""))
    doing(b, "me!", "Edit")
    b.get_by_label("Edit the message").fill("@Ada me, in ten minutes!")
    b.get_by_role("button", name="Save").click()
    shown(a, "@Ada me, in ten minutes!")
    shown(a, "edited")
    doing(b, "in ten minutes", "Delete")
    b.get_by_role("dialog").get_by_role("button", name="Delete").click()
    shown(a, "This message was deleted.")
    say(b, "Second line\nafter")
    bob.parlor("chat", "post", "From a terminal")
    shown(a, "From a terminal")
    go(a, "#/")
    bob.parlor("chat", "post", "While you were away")
    until("unread messages are in the title", lambda: a.title().startswith("("))
    go(a, "#/chat")
    until("they are read when they are seen", lambda: not a.title().startswith("("))


def test_chat_files(browser, ada, bob, cyd):
    """Files are shared by choosing, dropping and pasting, and taken by others (C-23)"""
    a, b = browser.page(ada), browser.page(bob)
    for page in (a, b):
        go(page, "#/chat")
    a.locator(".say input[type=file]").set_input_files({"name": "tea.txt", "mimeType": "text/plain", "buffer": b"two spoons"})
    shown(b, "tea.txt")
    for event, property_name, name in (("drop", "dataTransfer", "dropped.txt"), ("paste", "clipboardData", "pasted.txt")):
        # The browser gives a page this when a person drops or pastes a file.
        box(a).evaluate(
            """(node, [event, property, name]) => {
              const data = new DataTransfer();
              data.items.add(new File(['from ' + event], name));
              const made = event === 'drop' ? new DragEvent(event, { dataTransfer: data, bubbles: true, cancelable: true })
                : new ClipboardEvent(event, { clipboardData: data, bubbles: true, cancelable: true });
              node.dispatchEvent(made);
            }""", [event, property_name, name])
        shown(a, name)
    a.get_by_role("link", name="Files").click()
    with a.expect_download() as download:
        a.locator("li", has_text="tea.txt").get_by_role("link", name="Save").click()
    check("a file is what was shared", download.value.path().read_bytes() == b"two spoons")
    a.locator(".room-body input[type=file]").set_input_files({"name": "large.bin", "mimeType": "text/plain", "buffer": bytes(5 * 1024 * 1024)})
    shown(a, "A file may have 4 MiB.", exact=False)


def test_chat_window(browser, ada, bob, cyd):
    """Of ten thousand messages only a window is in the document, and older ones come as one scrolls (brief section 5)"""
    a = browser.page(ada)
    # A person may not write so many at once: what the daemon would answer is given to the page here.
    a.route("**/v1/chat/list", lambda route: route.fulfill(json=page_of_messages(json.loads(route.request.post_data))))
    go(a, "#/chat")
    a.locator(".rooms a", has_text="Personal").click()
    shown(a, "line 9999", exact=True)
    check("a window of lines is in the document", a.locator(".bubble").count() <= 100, a.locator(".bubble").count())
    scroller = a.locator(".scroller")
    for wanted in ("line 9880", "line 9800", "line 9700"):
        def older():
            scroller.evaluate("node => { node.scrollTop = node.clientHeight - node.scrollHeight; }")
            return a.get_by_text(wanted, exact=True).count()
        until(f"{wanted} is reached by scrolling", older)
    check("a window of lines is in the document still", a.locator(".bubble").count() <= 100)
    a.get_by_role("button", name="To the newest").click()
    shown(a, "line 9999", exact=True)


def page_of_messages(request):
    """A page of ten thousand messages, as chat/list answers."""
    end = int(request.get("before") or 10_000)
    begin = max(0, end - (request.get("limit") or 500))
    messages = [{"id": str(number), "author": "a", "name": "Ada", "text": f"line {number}", "wall_milliseconds": str(1_790_000_000_000 + number)}
                for number in range(begin, end)]
    return {"messages": messages, "before": str(begin) if begin else ""}


def test_chat_search(browser, ada, bob, cyd):
    """A message in a room is found by its words (C-22)"""
    ada.parlor("chat", "post", "the teapot is warm")
    a = browser.page(ada)
    go(a, "#/chat")
    a.get_by_role("link", name="Search in this room").click()
    a.get_by_role("searchbox").fill("teap")
    shown(a, "the teapot is warm")
    a.get_by_role("searchbox").fill("nothing of this")
    shown(a, "Nothing says", exact=False)


def test_chat_read_when_seen(browser, ada, bob, cyd):
    """44.5: on a phone the list of rooms reads nothing and says of nobody that they are here; opening the lobby does"""
    lobby = next(one["id"] for one in call(ada, "rooms/list")["rooms"] if one["kind"] == "ROOM_KIND_LOBBY")
    page = browser.page(ada, width=390, height=844)
    page.locator(".link.live").first.wait_for(state="attached")
    call(bob, "chat/post", {"room": lobby, "text": "Tea at five?"})
    unread = lambda: next(one.get("unread", 0) for one in call(ada, "rooms/list")["rooms"] if one["id"] == lobby)
    is_here = lambda: any(one.get("name") == "Ada" and one.get("here") for room in call(bob, "rooms/list")["rooms"] if room["kind"] == "ROOM_KIND_LOBBY" for one in room["members"])
    until("it is unread", unread)
    go(page, "#/chat")
    page.locator(".rooms a", has_text="Lobby").locator(".badge").wait_for()
    page.wait_for_timeout(1500)
    check("it is unread still", unread() > 0)
    check("Bob does not see her here", not is_here())
    page.locator(".rooms a", has_text="Lobby").click()
    page.get_by_text("Tea at five?").first.wait_for()
    until("it is read", lambda: not unread())
    until("Bob sees her", is_here)


def test_chat_forms_begin_and_end(browser, ada, bob, cyd):
    """44.17: Save without a change closes, editing begins in the text, and a dialog begins in its first field"""
    lobby = next(one["id"] for one in call(ada, "rooms/list")["rooms"] if one["kind"] == "ROOM_KIND_LOBBY")
    call(ada, "chat/post", {"room": lobby, "text": "Tea at six"})
    page = browser.page(ada)
    page.locator(".link.live").first.wait_for(state="attached")
    go(page, f"#/chat/{lobby}")
    bubble = page.locator(".bubble", has_text="Tea at six").last
    button = bubble.locator(".menu-of > button").last
    button.focus()
    button.press("Enter")
    page.get_by_role("menuitem", name="Edit").press("Enter")
    bubble.locator("form textarea").wait_for()
    until("the text has the focus", lambda: page.evaluate("document.activeElement.tagName") == "TEXTAREA")
    check("at its end", page.evaluate("document.activeElement.selectionStart") == len("Tea at six"))
    bubble.get_by_role("button", name="Save").click()
    bubble.locator("form").wait_for(state="detached")
    check("nothing was refused", page.get_by_role("alert").count() == 0)
    check("nothing was edited", page.locator(".bubble", has_text="edited").count() == 0)
    event = call(ada, "events/add", {"event": {"name": "Supper", "start": in_hours(50)}})["id"]
    go(page, f"#/events/{event}/edit")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="until Supper").wait_for()
    go(page, "#/events/new")
    page.locator("[aria-labelledby='date-label date-value']").click()
    page.get_by_role("dialog", name="Date").wait_for()
    check("the date has the focus", page.evaluate("document.activeElement.id") == "picked-date", page.evaluate("document.activeElement.outerHTML.slice(0, 100)"))


def test_chat_cards_of_things(browser, ada, bob, cyd):
    """C-23, C-12: an event, a deck, a tournament and a drawing are shown in a chat as cards that open them; a tournament has a talk of its own"""
    befriend(ada, bob)
    friends = room(ada)
    event = call(ada, "events/add", {"room": friends, "event": {"name": "The tea", "start": in_hours(90)}})["id"]
    cup = made(ada, "The cup", where=friends, format="league", entrants=["Ada", "Bob"])
    drawing = saved(ada, "The pot")
    call(ada, "cards/add", {"card": "Attic Ghost"})
    library = call(ada, "libraries/make", {"name": "Ghosts"})["id"]
    call(ada, "libraries/add", {"library": library, "card": "Attic Ghost", "count": 1})
    call(ada, "deck-lists/share", {"library": library, "room": friends})
    page, other = opened(browser, ada, f"#/events/{event}"), opened(browser, bob, f"#/chat/{friends}")
    for address_, button, name, says in ((f"#/events/{event}", "More for this event", "The tea", "Event"), (f"#/tournaments/{cup}", "More for this tournament", "The cup", "Tournament"),
                                         (f"#/drawings/{drawing}", "More", "The pot", "Drawing"), ("#/cards/lists", "Options for Ghosts", "Ghosts", "Deck")):
        go(page, address_)
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("menuitem", name="Show it in a chat").click()
        dialog = page.get_by_role("dialog", name="Show it in a chat")
        dialog.get_by_label("Room").select_option(friends)
        dialog.get_by_label("What you say with it").fill("Look at " + name)
        dialog.get_by_role("button", name="Post").click()
        dialog.wait_for(state="detached")
        card = line(other, "Look at " + name).locator(".item-card")
        card.wait_for()
        check("the card says what it is", says in card.inner_text() and name in card.inner_text(), card.inner_text())
    line(other, "Look at The cup").locator("a.item-card").click()
    until("it opens the tournament", lambda: cup in address(other))
    other.get_by_role("tab", name="Talk").click()
    shown(other, "Look at The cup")
    other.get_by_label("Say something about the tournament").fill("I come late")
    other.get_by_role("button", name="Say it").click()
    go(page, f"#/tournaments/{cup}/talk")
    shown(page, "I come late")


def test_chat_saved_as_text_and_json(browser, ada, bob, cyd):
    """C-22: all that was said in a room is saved as text, or as JSON with one message a line"""
    befriend(ada, bob)
    friends = room(ada)
    for number in range(8):
        call(ada, "chat/post", {"room": friends, "text": f"line {number}" if number else "first\nof all"})
    page = opened(browser, ada, f"#/chat/{friends}")
    # Nobody may post many at once, so the pages of the list are short.
    page.route("**/v1/chat/list", lambda route: route.continue_(post_data=json.dumps({**json.loads(route.request.post_data), "limit": 3})))

    def saved_as(name):
        page.get_by_role("button", name="What to do with the room").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=name).click()
        return download.value.suggested_filename, download.value.path().read_text()
    name, text = saved_as("Save the messages as text")
    check("the file has the room's name", name == "friends.txt", name)
    lines = text.splitlines()
    check("all of it is in it, in its order", sum(": line " in one for one in lines) == 7 and text.index(": line 1\n") < text.index(": line 7\n") and "Ada: first\n  of all" in text, lines[-3:])
    name, text = saved_as("Save the messages as JSON")
    messages = [json.loads(one) for one in text.splitlines()]
    terminal = [json.loads(one) for one in ada.parlor("chat", "export", "--room", "friends", "--json").splitlines()]
    check("the JSON is that of the terminal", name == "friends.jsonl" and [one["id"] for one in messages] == [one["id"] for one in terminal], (len(messages), len(terminal)))


def test_history_of_every_kind(browser, ada, bob, cyd):
    """D-56, P-36, W-28: a library, a list, a tournament, a drawing and a to-do have a history, and are made again what they were"""
    befriend(ada, bob)
    friends = room(ada)
    library = call(ada, "libraries/make", {"name": "First deck"})["id"]
    call(ada, "libraries/edit", {"library": library, "name": "Second deck"})
    cup = made(ada, "First cup", where=friends, format="league", entrants=["Ada", "Bob"])
    call(ada, "tournaments/edit", {"tournament": cup, "name": "Second cup"})
    drawing = saved(ada, "First pot")
    call(ada, "drawings/rename", {"drawing": drawing, "title": "Second pot"})
    to_do = call(ada, "to-dos/add", {"to_do": {"text": "First to-do", "zone": "UTC"}})["id"]
    call(ada, "to-dos/edit", {"to_do": to_do, "change": {"text": "Second to-do"}})
    page = opened(browser, ada, "#/")
    for place, button, kind in ((f"#/cards/{library}", "More for this library", "deck"), (f"#/tournaments/{cup}", "More for this tournament", "cup"),
                                (f"#/drawings/{drawing}", "More", "pot"), ("#/events/to-do", "Edit Second to-do", "to-do")):
        go(page, place)
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("menuitem", name="History").or_(page.locator(".item-form").get_by_role("button", name="History")).click()
        dialog = page.get_by_role("dialog", name="History")
        version = dialog.locator("li", has_text=f"First {kind}").last
        version.get_by_role("button", name="Restore").click()
        dialog.locator("li", has=page.get_by_text("now", exact=True)).filter(has_text=f"First {kind}").wait_for()
        dialog.get_by_role("button", name="Close").click()
        if kind == "to-do":
            page.locator(".item-form").get_by_role("button", name="Cancel").click()
        page.locator("main").get_by_text(f"First {kind}").first.wait_for()


def test_chat_room_by_file(browser, ada, bob, cyd):
    """P-34: everything of a room is saved as a file on the page, and taken in on another page"""
    befriend(ada, bob)
    friends = room(ada)
    bob.kill()
    call(ada, "chat/post", {"room": friends, "text": "carried on a stick"})
    ada.kill()
    bob.start()
    ada.start()
    page = opened(browser, ada, f"#/chat/{friends}")
    page.get_by_role("button", name="What to do with the room").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Save everything as a file").click()
    check("the file has the room's name", download.value.suggested_filename == "friends.bundle", download.value.suggested_filename)
    other = opened(browser, bob, "#/chat/new")
    other.locator("section[aria-label='From a file'] input[type=file]").set_input_files({"name": "friends.bundle", "mimeType": "application/octet-stream", "buffer": download.value.path().read_bytes()})
    until("the room opens", lambda: address(other).endswith(friends))
    shown(other, "carried on a stick")
    shown(other, "were here already", exact=False)
