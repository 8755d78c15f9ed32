"""Talking on two pages: rows C-01 to C-18, C-22, C-25."""
import json

from api import call, in_hours
from people import check, go, shown, until


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
