"""Planning on two pages: rows E-04 to E-72."""
import datetime

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

from api import befriend, call, hostile, in_hours, no_barriers, no_markup, no_overflow, opened, room, saying
from people import check, go, until
from test_tournaments import made


def event(person, name, hours, where="", **more):
    """Plans an event through the API; its id."""
    return call(person, "events/add", {"room": where, "event": {"name": name, "start": in_hours(hours), **more}})["id"]


def clear(person):
    """Deletes all events that the person may delete."""
    for one in call(person, "events/details").get("events", []):
        call(person, "events/delete", {"room": one["room"], "event": one["id"]})



def delete(page):
    """Deletes the event that is open."""
    page.get_by_role("button", name="More for this event", exact=True).click()
    page.get_by_role("menuitem", name="Delete").click()


def test_events_empty_list_offers_the_plus_and_the_form_warns(browser, ada, bob, cyd):
    """E-54, E-29 to E-36: the hint, the placeholder, the warnings, the picker, and the saved event."""
    clear(ada)
    page = opened(browser, ada, "#/events")
    expect(page.get_by_text("Tap the '+' symbol to create Events")).to_be_visible()
    page.get_by_role("link", name="New event").first.click()
    name = page.get_by_label("Description")
    expect(name).to_have_attribute("placeholder", "Enter Event Description")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Please Add an Event Description")).to_be_visible()
    expect(page.get_by_text("That date has passed: choose a later one.")).to_be_visible()
    name.fill("the boat leaves")
    page.get_by_role("button", name=saying("^Date")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Day and hour")).not_to_have_value("")
    minimum = dialog.get_by_label("Day and hour").get_attribute("min")
    check("the picker takes no date before now (E-35)", (minimum or "")[:10] >= (datetime.date.today() - datetime.timedelta(days=1)).isoformat(), minimum)
    # Back leaves without a change (E-36).
    dialog.get_by_label("Day and hour").fill("2030-05-01T10:00")
    dialog.get_by_role("button", name="Back").click()
    expect(page.get_by_role("button", name=saying("^Date"))).to_contain_text("Now")
    page.get_by_role("button", name=saying("^Date")).click()
    dialog.get_by_label("Day and hour").fill("2030-05-01T10:00")
    dialog.get_by_role("button", name="Select Event Date").click()
    # The typed date survives a reload.
    page.reload()
    expect(page.get_by_label("Description")).to_have_value("the boat leaves")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="until the boat leaves")).to_be_visible()
    expect(page.get_by_text("1 May 2030")).to_be_visible()
    found = call(ada, "events/list", {})["lines"]
    check("it is saved (E-03)", [line["name"] for line in found] == ["the boat leaves"], found)
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": found[0]["id"]})


def test_events_countdown_units_and_wand(browser, ada, bob, cyd):
    """E-19 to E-27: the units grey out at zero, the wand takes two days away, and is off again after leaving."""
    id = event(ada, "the picnic", 50)
    page = opened(browser, ada, f"#/events/{id}")
    page.clock.install()
    expect(page.get_by_role("button", name="Weeks")).to_be_disabled()
    expect(page.get_by_text("Only 2 + Days")).to_be_visible()
    page.get_by_role("button", name="Hours", exact=True).click()
    expect(page.get_by_text(saying("Only (49|50) \\+ Hours"))).to_be_visible()
    wand = page.get_by_role("switch", name=saying("Magic Wand"))
    expect(wand).to_have_text(saying("OFF"))
    wand.click()
    expect(wand).to_have_text(saying("ON"))
    expect(page.get_by_text(saying("Only [12] \\+ Hour"))).to_be_visible()
    # Two hours later it is less than two days: the wand turns itself off and cannot be used.
    page.clock.fast_forward(3 * 3600 * 1000)
    expect(wand).to_have_text(saying("OFF"))
    expect(wand).to_be_disabled()
    expect(page.get_by_role("button", name="Days", exact=True)).to_be_enabled()
    page.clock.fast_forward(24 * 3600 * 1000)
    expect(page.get_by_role("button", name="Days", exact=True)).to_be_disabled()
    page.clock.fast_forward(24 * 3600 * 1000)
    expect(page.get_by_text(saying("Now, until"))).to_be_visible()
    page.clock.fast_forward(3 * 3600 * 1000)
    expect(page.get_by_text("Event Has Past")).to_be_visible()
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": id})


def test_events_wand_is_off_after_leaving(browser, ada, bob, cyd):
    """E-26: it belongs to one look at one event."""
    id = event(ada, "the concert", 24 * 9)
    page = opened(browser, ada, f"#/events/{id}")
    wand = page.get_by_role("switch", name=saying("Magic Wand"))
    wand.click()
    expect(wand).to_have_text(saying("ON"))
    page.get_by_role("link", name="Events").first.click()
    page.get_by_role("link", name="the concert").click()
    expect(wand).to_have_text(saying("OFF"))
    # Also after another place, from which the browser's Back leads to the same event.
    wand.click()
    expect(wand).to_have_text(saying("ON"))
    page.get_by_role("link", name="Home").first.click()
    page.get_by_role("heading", name="War").first.wait_for()
    page.go_back()
    expect(wand).to_have_text(saying("OFF"))
    # The event itself is as it was (E-28).
    expect(page.get_by_text("Only 1 + Week")).to_be_visible()
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": id})


def test_events_to_dos_and_budget(browser, ada, bob, cyd):
    """E-43 to E-50: add, tick, edit and delete; the price takes five digits and two decimals; the total follows."""
    id = event(ada, "the party", 100)
    page = opened(browser, ada, f"#/events/{id}")
    page.get_by_label("What is to be done").fill("buy bread")
    page.get_by_label("What is to be done").press("Enter")
    page.get_by_label("buy bread", exact=True).click()
    until("the tick", lambda: call(ada, "events/show", {"event": id})["to_dos"][0].get("done"))
    page.get_by_role("button", name="Edit buy bread").click()
    page.get_by_label("What", exact=True).fill("buy more bread")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("buy more bread")).to_be_visible()
    page.get_by_role("button", name="Delete buy more bread").click()
    expect(page.get_by_text("Nothing is to be done yet.")).to_be_visible()
    page.get_by_label("What is paid for").fill("Lemonade")
    price = page.get_by_label("Price", exact=True)
    price.press_sequentially("123456.789x")
    expect(price).to_have_value("12345.78")
    price.fill("12.50")
    price.press("Enter")
    expect(page.get_by_text("Budget: $12.50")).to_be_visible()
    ada.parlor("event", "budget", "add", "the party", "Rug", "20")
    expect(page.get_by_text("Budget: $32.50")).to_be_visible()
    page.get_by_role("button", name="Edit Rug").click()
    page.get_by_label("Planned").fill("7.5")
    page.locator(".item-form").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Budget: $20.00")).to_be_visible()
    page.get_by_role("button", name="Delete Lemonade").click()
    expect(page.get_by_text("Budget: $7.50")).to_be_visible()
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": id})


def test_events_to_do_on_another_date_this_time(browser, ada, bob, cyd):
    """A to-do that comes again, of which a calendar file moves the next date, is shown with that date and name (E-63, E-67)"""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//elsewhere//EN"]
    lines += ["BEGIN:VTODO", "UID:bins", "DUE:20401203T090000Z", "SUMMARY:Put out the bins", "PRIORITY:5", "RRULE:FREQ=WEEKLY", "END:VTODO"]
    lines += ["BEGIN:VTODO", "UID:bins", "RECURRENCE-ID:20401203T090000Z", "DUE:20401205T120000Z", "SUMMARY:Bins and glass", "PRIORITY:1", "END:VTODO"]
    file = ada.home.parent / "bins.ics"
    file.write_text("\r\n".join(lines + ["END:VCALENDAR", ""]))
    ada.parlor("event", "import", str(file))
    page = opened(browser, ada, "#/events/to-do")
    shown = page.locator(".items li", has_text="Bins and glass")
    expect(shown).to_contain_text("5 December 2040")
    expect(shown).to_contain_text("priority 1")
    expect(shown).to_contain_text("every week")
    expect(shown).not_to_contain_text("3 December")
    expect(page.get_by_text("Put out the bins")).to_have_count(0)
    # Done this time, it is as it always is.
    shown.get_by_role("checkbox").click()
    expect(page.locator(".items li", has_text="Put out the bins")).to_contain_text("10 December 2040")


def test_events_delete_asks_and_several_can_be_removed(browser, ada, bob, cyd):
    """E-07, E-08, E-17: the row's question, and several chosen at once."""
    clear(ada)
    for name in ("the first", "the second", "the third"):
        event(ada, name, 200)
    page = opened(browser, ada, "#/events/grid")
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Choose the first").check()
    page.get_by_label("Choose the second").check()
    page.get_by_role("button", name="Remove Event").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("the first")).to_have_count(0)
    page.get_by_role("link", name="the third").click()
    delete(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Do you really want to Delete the Event?")).to_be_visible()
    dialog.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("heading", name="until the third")).to_be_visible()
    delete(page)
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Tap the '+' symbol to create Events")).to_be_visible()


def test_events_two_plan_together_and_see_each_other_at_once(browser, ada, bob, cyd):
    """E-61, E-57: shared without its budget; what the other adds is seen without a reload."""
    befriend(ada, bob)
    id = event(ada, "the trip", 300)
    call(ada, "events/add-cost", {"event": id, "line": {"text": "Train", "planned": "30"}})
    page = opened(browser, ada, f"#/events/{id}")
    page.get_by_role("link", name="Share").click()
    page.get_by_label("With", exact=True).select_option(label="friends")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("only you see it", exact=True)).to_be_visible()
    other = opened(browser, bob, "#/events")
    other.get_by_role("link", name="the trip").click()
    expect(other.get_by_text("Nothing costs anything yet.")).to_be_visible()
    other.get_by_label("What is to be done").fill("pack")
    other.get_by_label("What is to be done").press("Enter")
    expect(page.get_by_text("pack", exact=True)).to_be_visible()
    # Under the open page of Ada it is no longer found.
    browser.expected.append("404")
    # Bob deletes it: what Ada had added to it can be kept (E-69).
    call(ada, "events/add-to-do", {"room": room(ada), "event": id, "to_do": {"text": "book seats"}})
    expect(other.get_by_text("book seats")).to_be_visible()
    delete(other)
    other.get_by_role("dialog").get_by_role("button", name="Delete").click()
    until("the lost parts", lambda: call(ada, "events/lost", {}).get("lost"))
    go(page, "#/events/lost")
    page.get_by_role("button", name="Keep my parts").click()
    expect(page.get_by_role("heading", name="until the trip")).to_be_visible()
    kept = next(one for one in call(ada, "events/details", {})["events"] if one["name"] == "the trip")
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": kept["id"]})


def test_events_picture_is_chosen_cropped_and_shown(browser, ada, bob, cyd):
    """E-37, E-41, E-42: a file is sent, a part of it is chosen, and the daemon's drawing of it is shown."""
    id = event(ada, "the hike", 400)
    page = opened(browser, ada, f"#/events/{id}/picture")
    page.locator("input[type=file]").first.set_input_files(painted(page))
    page.get_by_label("Zoom").fill("2")
    page.get_by_label("From left to right").fill("0.2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".stage image")).to_be_attached()
    crop = call(ada, "events/show", {"event": id})["picture"]["crop"]
    check("the chosen part is saved (E-42)", crop["width"] == 5000 and crop.get("x", 0) == 0, crop)
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": id})


def painted(page):
    """A picture for an event: its left half is red, its right half blue."""
    return {"name": "hills.png", "mimeType": "image/png", "buffer": bytes(page.evaluate("""async () => {
      const c = document.createElement('canvas'); c.width = 320; c.height = 240; const x = c.getContext('2d');
      x.fillStyle = '#c00'; x.fillRect(0, 0, 160, 240); x.fillStyle = '#00c'; x.fillRect(160, 0, 160, 240);
      const b = await new Promise((d) => c.toBlob(d, 'image/png')); return [...new Uint8Array(await b.arrayBuffer())]; }"""))}


def test_events_picture_by_words(browser, ada, bob, cyd):
    """E-39, E-40: a phrase finds a picture in a folder of this machine, again and again, and one of them is used"""
    id = event(ada, "the lake", 400)
    page = opened(browser, ada, f"#/events/{id}/picture")
    folder = ada.home / "Pictures"
    (folder / "Summer").mkdir(parents=True)
    content = painted(page)["buffer"]
    for name in ("Summer/Läke at noon.png", "Summer/lake at night.png", "House.png"):
        (folder / name).write_bytes(content)
    (folder / "Summer/lake.txt").write_text("no picture")
    page.get_by_text("Search for a picture by words").click()
    search = page.locator(".picture-search")
    search.locator("input[type=file]").set_input_files(folder)
    expect(search.get_by_text("3 pictures")).to_be_visible()
    find = search.get_by_role("button", name="Search", exact=True)
    find.click()
    expect(search.get_by_role("alert")).to_contain_text("Search Phrase is Missing")
    search.get_by_label("Search phrase").fill("castle")
    find.click()
    expect(search.get_by_role("alert")).to_contain_text('No picture fits "castle": try again')
    search.get_by_label("Search phrase").fill("LAKE summer")
    find.click()
    expect(search.get_by_role("alert")).to_have_count(0)
    title = search.locator("figcaption")
    expect(title).to_contain_text("(1 of 2)")
    first = title.inner_text()
    search.get_by_role("button", name="Search again").click()
    expect(title).to_contain_text("(2 of 2)")
    check("another one is shown", title.inner_text().split(" (")[0] != first.split(" (")[0], title.inner_text())
    search.get_by_label("Search phrase").fill("house")
    find.click()
    expect(title).to_have_text("House.png")
    expect(search.get_by_role("button", name="Search again")).to_be_disabled()
    search.get_by_role("button", name="Use This Picture").click()
    page.get_by_label("Zoom").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".stage image")).to_be_attached()
    picture = call(ada, "events/show", {"event": id})["picture"]
    check("where it came from is said", picture.get("source") == "House.png", picture)
    call(ada, "events/delete", {"event": id})


def test_events_snapshot_shows_the_picture(browser, ada, bob, cyd):
    """44.18: a snapshot shows the event's picture, as PNG and as SVG, is copied and shared; two fingers zoom the picture that is chosen (E-11, E-42)"""
    befriend(ada, bob)
    id = event(ada, "the hike & more", 400)
    page = opened(browser, ada, f"#/events/{id}/picture")
    page.locator("input[type=file]").first.set_input_files(painted(page))
    stage = page.locator(".crop-stage")
    box = stage.bounding_box()
    fingers = page.context.new_cdp_session(page)
    touch = lambda kind, *points: fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
        {"x": box["x"] + x * box["width"], "y": box["y"] + y * box["height"], "id": number} for number, (x, y) in enumerate(points)]})
    touch("touchStart", (0.15, 0.5))
    touch("touchStart", (0.15, 0.5), (0.25, 0.5))
    for step in range(1, 5):
        touch("touchMove", (0.15 - step * 0.025, 0.5), (0.25 + step * 0.025, 0.5))
    touch("touchEnd")
    zoom = float(page.get_by_label("Zoom").input_value())
    check("two fingers zoom", 2 < zoom < 4, zoom)
    check("where they are", float(page.get_by_label("From left to right").input_value()) < 0.4, page.get_by_label("From left to right").input_value())
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".stage image")).to_be_attached()
    call(ada, "events/set-picture", {"event": id, "crop": {"x": 0, "y": 1250, "width": 10000, "height": 7500}})

    def chosen(name):
        page.get_by_role("button", name="Snapshot").click()
        page.get_by_role("menuitem", name=name).click()

    def saved(name):
        with page.expect_download() as download:
            chosen(name)
        check("the file has the event's name", download.value.suggested_filename.startswith("the hike & more."), download.value.suggested_filename)
        return download.value.path()
    until("the whole picture is shown", lambda: "320" in (page.locator(".stage svg.cropped").get_attribute("viewBox") or ""))
    png = Image.open(saved("Save as a picture (PNG)"))
    check("the PNG is large", png.size == (1920, 1080), png.size)
    check("the picture is in it", png.convert("RGB").getpixel((100, 60)) == (204, 0, 0) and png.convert("RGB").getpixel((1800, 60)) == (0, 0, 204), png.getpixel((100, 60)))
    svg = saved("Save as a drawing (SVG)").read_text()
    check("the SVG has the picture and the words", "data:image/png;base64," in svg and "the hike &amp; more" in svg, svg[:200])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chosen("Copy the picture")
    expect(page.get_by_text("The picture is copied.")).to_be_visible()
    check("a PNG is copied", page.evaluate("async () => (await navigator.clipboard.read())[0].types") == ["image/png"])
    chosen("Share the picture with a room")
    page.get_by_role("dialog").get_by_role("combobox").select_option(room(ada))
    page.get_by_role("dialog").get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    until("Bob has the file", lambda: any(one["name"] == "the hike & more.png" for one in call(bob, "files/list", {"room": room(bob)}).get("files", [])))
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": id})


def test_events_month_and_repetition(browser, ada, bob, cyd):
    """E-63, E-72: each date of what comes again stands in its day, as the terminal says."""
    ada.parlor("event", "add", "the choir", "--at", "2038-01-04 19:00", "--repeat", "every monday")
    page = opened(browser, ada, "#/events/month/2038-03")
    expect(page.get_by_role("link", name=saying("the choir"))).to_have_count(5)
    terminal = ada.parlor("event", "agenda", "2038-03-01", "--days", "31").count("the choir")
    page.get_by_role("link", name="The next month").click()
    expect(page.get_by_role("heading", name="April 2038")).to_be_visible()
    check("the terminal shows the same dates", terminal >= 5, terminal)
    go(page, "#/events/week/2038-03-03")
    expect(page.get_by_role("heading", name="Monday, 1 March 2038")).to_be_visible()
    expect(page.get_by_role("link", name=saying("the choir"))).to_have_count(1)
    expect(page.get_by_role("link", name=saying("19:00"))).to_have_count(1)
    page.get_by_role("link", name="The week before").click()
    expect(page.get_by_role("heading", name="Monday, 22 February 2038")).to_be_visible()
    expect(page.get_by_role("link", name=saying("the choir"))).to_have_count(1)
    ada.parlor("event", "delete", "the choir", "--yes")


def test_events_hostile_words_break_nothing(browser, ada, bob, cyd):
    """Script in every field of an event that a peer can fill: nothing runs, and no screen is too wide."""
    befriend(ada, bob)
    friends = room(bob)
    ids = []
    for text in hostile:
        id = event(bob, text, 500, friends, notes=text, place=text, url=text[:80], categories=text[:40])
        call(bob, "events/add-to-do", {"room": friends, "event": id, "to_do": {"text": text}})
        call(bob, "events/add-cost", {"room": friends, "event": id, "line": {"text": text, "planned": "1", "category": text[:60]}, "shared": True})
        ids.append(id)
    until("Bob's events", lambda: len(call(ada, "events/list", {}).get("lines", [])) >= len(ids))
    page = opened(browser, ada, "#/events")
    for address in ("#/events", "#/events/grid", "#/events/month", "#/events/week", "#/events/to-do", *[f"#/events/{id}" for id in ids]):
        go(page, address)
        page.wait_for_timeout(150)
        no_overflow(page, address)
        no_markup(page, address)
    go(page, "#/events/new")
    for id in ids:
        call(bob, "events/delete", {"room": friends, "event": id})


def test_events_no_barriers(browser, ada, bob, cyd):
    """axe on each event screen, and no sideways scroll at six widths."""
    id = event(ada, "the fair", 600)
    call(ada, "events/add-to-do", {"event": id, "to_do": {"text": "a stall", "due": "tomorrow 18:00", "zone": "Europe/Berlin"}})
    call(ada, "events/add-cost", {"event": id, "line": {"text": "the stall", "planned": "80"}})
    page = opened(browser, ada, "#/events")
    for address in ("#/events", "#/events/grid", "#/events/month", "#/events/week", "#/events/to-do", "#/events/new", f"#/events/{id}", f"#/events/{id}/edit", f"#/events/{id}/picture", f"#/events/{id}/share"):
        go(page, address)
        page.wait_for_timeout(150)
        no_overflow(page, address)
        no_barriers(page, address, Axe())
    go(page, "#/events/new")
    call(ada, "events/delete", {"event": id})


def test_events_keyboard_alone(browser, ada, bob, cyd):
    """An event is planned with the keyboard alone."""
    page = opened(browser, ada, "#/events")
    page.keyboard.press("n")
    page.get_by_label("Description").wait_for()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.name") == "name":
            break
    page.keyboard.type("the ferry")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.get_by_label("Or in words").focus()
    page.keyboard.type("in 3 days")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_label("Description").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="until the ferry")).to_be_visible()
    go(page, "#/events")
    ada.parlor("event", "delete", "the ferry", "--yes")


def test_events_calendar_file_and_history(browser, ada, bob, cyd):
    """The calendar file is one that other programs read (E-13 to E-15), and a change can be taken back (E-70)"""
    clear(ada)
    ada.parlor("event", "add", "the Umzug; with, commas", "--at", "2030-05-01 10:00", "--repeat", "every monday", "--place", "Ö" * 60)
    id = call(ada, "events/list")["lines"][0]["id"]
    page = opened(browser, ada, f"#/events/{id}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Calendar", exact=True).click()
    expect(page.get_by_text("SUCCESS!", exact=False)).to_be_visible()
    file = ada.home.parent / "page.ics"
    download.value.save_as(file)
    text = file.read_text()
    check("it has an alert one hour before", "TRIGGER:-PT1H" in text, text)
    check("no line is longer than 75 bytes", max(len(line) for line in file.read_bytes().split(b"\r\n")) <= 75)
    cyd.parlor("event", "import", file)
    taken = call(cyd, "events/details")["events"][0]
    kept = call(ada, "events/show", {"event": id})
    check("another program reads the same", [taken[key] for key in ("name", "place", "repeats", "start")] == [kept[key] for key in ("name", "place", "repeats", "start")], taken)
    call(ada, "events/edit", {"event": id, "change": {"name": "the move"}})
    expect(page.get_by_role("heading", name="until the move")).to_be_visible()
    page.get_by_role("button", name="More for this event").click()
    page.get_by_role("menuitem", name="History").click()
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", name="until the Umzug; with, commas")).to_be_visible()
    go(page, "#/events/new")
    clear(ada)


def test_events_parts_of_a_series_go_together(browser, ada, bob, cyd):
    """All parts of a series that was split are saved and shared together, with the costs that were chosen (E-63, E-61)"""
    clear(ada)
    ada.parlor("event", "add", "the choir", "--at", "2041-03-04 18:00", "--repeat", "every monday for 6 times")
    id = call(ada, "events/list")["lines"][0]["id"]
    ada.parlor("event", "edit", "the choir", "--on", "2041-03-18", "--later", "--place", "School")
    page = opened(browser, ada, f"#/events/{id}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Calendar", exact=True).click()
    file = ada.home.parent / "series.ics"
    download.value.save_as(file)
    check("both parts are in the file", file.read_text().count("BEGIN:VEVENT") == 2)
    page.get_by_role("link", name="Share").click()
    expect(page.get_by_text("It goes with the other part of its series.")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("heading", name="until the choir").wait_for()
    rooms = [line["room_name"] for line in call(ada, "events/list")["lines"] if line["name"] == "the choir"]
    check("both parts are in one room", len(rooms) == 2 and len(set(rooms)) == 1 and rooms[0] != "personal", rooms)
    clear(ada)


def test_events_all_dates_are_those_of_all_parts(browser, ada, bob, cyd):
    """All dates of a series that was split are those of all its parts, and each part keeps dates of its own (E-63)"""
    clear(ada)
    ada.parlor("event", "add", "the choir", "--at", "2041-03-04 18:00", "--repeat", "every monday for 6 times")
    id = call(ada, "events/list")["lines"][0]["id"]
    ada.parlor("event", "edit", "the choir", "--on", "2041-03-18", "--later", "--place", "School")

    def lengths():
        return sorted(line["minutes"] for line in call(ada, "events/list")["lines"])

    page = opened(browser, ada, f"#/events/{id}/edit")
    expect(page.get_by_label("What changes")).to_contain_text("all dates, also those of the other part of its series")
    page.get_by_label("Minutes").fill("90")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="until the choir").wait_for()
    check("both parts are changed", lengths() == [90, 90], lengths())
    go(page, f"#/events/{id}/edit")
    page.get_by_label("Repeats").fill("every monday for 2 times")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Each part of this series has dates of its own")).to_be_visible()
    page.get_by_label("Repeats").fill("")
    page.get_by_label("What changes").select_option("the dates of this part alone")
    page.get_by_label("Minutes").fill("60")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="until the choir").wait_for()
    check("one part is changed", lengths() == [60, 90], lengths())
    clear(ada)


def test_events_outside_links_ask(browser, ada, bob, cyd):
    """The web address of an event is a link that asks before the first one to a host; other schemes are text (E-68)"""
    # Ten days on there are business days before it, whatever today is.
    id = event(ada, "the show", 240, url="https://example.org/tickets", notes="see http://example.net/map or javascript:alert(1)")
    page = opened(browser, ada, f"#/events/{id}")
    check("only the web is linked", page.locator("main .facts a").count() == 2)
    page.get_by_role("link", name="https://example.org/tickets").click()
    expect(page.get_by_role("dialog", name="Open this link?")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("business day", exact=False)).to_be_visible()
    go(page, "#/events/new")
    clear(ada)


def test_events_sorted_by_name_and_past_ones(browser, ada, bob, cyd):
    """By date first, by name on demand (E-09); past events are shown only to who asks (E-66)"""
    clear(ada)
    for name, hours in (("b later", 90), ("c soon", 50), ("a last", 200)):
        event(ada, name, hours)
    event(ada, "d past", -90)
    page = opened(browser, ada, "#/events")
    names = lambda: page.locator("tbody th a").all_inner_texts()
    expect(page.locator("tbody tr")).to_have_count(3)
    check("the soonest first", names() == ["c soon", "b later", "a last"], names())
    page.get_by_label("Sort by name").check()
    expect(page.locator("tbody tr").first).to_contain_text("a last")
    page.get_by_label("Show past events (1)").check()
    expect(page.locator("tbody tr")).to_have_count(4)
    clear(ada)


def test_events_of_a_message(browser, ada, bob, cyd):
    """A message becomes an event in its room; one without a date opens the form with its words (E-62)"""
    befriend(ada, bob)
    clear(ada)
    friends = room(ada)
    call(ada, "chat/post", {"room": friends, "text": "round 2 tomorrow at 19:00"})
    call(ada, "chat/post", {"room": friends, "text": "we should swim"})
    page = opened(browser, ada, f"#/chat/{friends}")
    browser.expected.append("400")

    def plan(text):
        bubble = page.locator(".bubble", has_text=text).last
        bubble.hover()
        bubble.locator(".menu-of > button").click()
        bubble.get_by_role("menuitem", name="Plan an event").click()

    plan("round 2")
    expect(page.get_by_role("heading", name="until round 2")).to_be_visible()
    expect(page.get_by_text("friends", exact=True)).to_be_visible()
    go(page, f"#/chat/{friends}")
    plan("we should swim")
    expect(page.get_by_label("Description")).to_have_value("we should swim")
    expect(page.get_by_label("Who sees it")).to_have_value(friends)
    page.get_by_role("button", name="Cancel").click()
    clear(ada)


def test_events_daemon_killed_under_a_form(browser, ada, bob, cyd):
    """A daemon that is killed under a form loses nothing that was typed; it is saved once the daemon is back"""
    browser.expected += ["Failed to load resource", "ERR_"]
    clear(ada)
    page = opened(browser, ada, "#/events/new")
    page.get_by_label("Description").fill("the lights come back")
    ada.kill()
    page.get_by_text("Parlor has stopped on this machine.").wait_for()
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.get_by_label("Repeats").fill("every friday")
    ada.start()
    expect(page.get_by_role("button", name="Save")).to_be_enabled()
    expect(page.get_by_label("Description")).to_have_value("the lights come back")
    page.get_by_role("button", name=saying("^Date")).click()
    page.get_by_role("dialog").get_by_label("Or in words").fill("next fri 20:00")
    page.get_by_role("button", name="Select Event Date").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="until the lights come back")).to_be_visible()
    check("it comes every Friday", "FR" in call(ada, "events/details")["events"][0]["repeats"])
    go(page, "#/events/new")
    clear(ada)


def test_events_swept_saved_and_planned(browser, ada, bob, cyd):
    """E-07, E-55, E-62: a finger that sweeps a line to the left offers DELETE; all events go into one calendar file; an event is planned from a tournament"""
    befriend(ada, bob)
    clear(ada)
    event(ada, "the first", 50, place="Here, there")
    event(ada, "the second", 90)
    page = opened(browser, ada, "#/events", width=390, height=844)
    fingers = page.context.new_cdp_session(page)

    def sweep(name, by):
        box = page.locator("tr", has_text=name).bounding_box()
        touch = lambda kind, *points: fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": box["y"] + box["height"] / 2} for x in points]})
        touch("touchStart", 250)
        for step in range(1, 5):
            touch("touchMove", 250 + by * step / 4)
        touch("touchEnd")
    button = page.get_by_role("button", name="DELETE", exact=True)
    sweep("the first", -120)
    expect(button).to_be_visible()
    sweep("the first", 120)
    expect(button).to_have_count(0)
    sweep("the first", -120)
    button.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("tr", has_text="the first")).to_have_count(0)
    check("the other one is there", [one["name"] for one in call(ada, "events/details")["events"]] == ["the second"])
    event(ada, "the third", 100)
    call(ada, "to-dos/add", {"to_do": {"text": "sweep the floor"}})
    page.get_by_role("button", name="Calendars of other programs").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all events").click()
    text = download.value.path().read_text()
    check("one calendar has both", text.count("BEGIN:VCALENDAR") == 1 and text.count("BEGIN:VEVENT") == 2 and text.rstrip().endswith("END:VCALENDAR") and text.count("TZID:Europe/Berlin") == 1, text)
    cyd.parlor("event", "import", download.value.path())
    check("what is to be done without an event is in it (E-55)", text.count("SUMMARY:sweep the floor") == 1, text)
    there = [one["name"] for one in call(cyd, "events/details")["events"]]
    check("another node takes it", {"the second", "the third"} <= set(there), there)
    # The page takes the same file, with the to-do in it.
    other = opened(browser, bob, "#/events")
    other.get_by_role("button", name="Calendars of other programs").click()
    other.get_by_role("dialog").locator("input[type=file]").set_input_files(download.value.path())
    expect(other.get_by_role("dialog").get_by_role("status")).to_contain_text(" made, 0 changed, ")
    clear(bob)
    for person in (ada, bob, cyd):
        mine = [one for one in call(person, "to-dos/list")["to_dos"] if one["text"] == "sweep the floor"]
        check(f"{person.name} has the to-do", len(mine) == 1, mine)
        call(person, "to-dos/delete", {"to_do": mine[0]["id"]})
    cup = made(ada, "Spring cup", where=room(ada), format="knockout", entrants=["Ada", "Bob", "Cyd", "Dan"])
    page.keyboard.press("Escape")
    go(page, f"#/tournaments/{cup}")
    page.get_by_role("button", name="More for this tournament").click()
    page.get_by_role("menuitem", name="Plan an event").click()
    until("the form has its name", lambda: page.get_by_label("Description").input_value().startswith("Spring cup"))
    go(page, "#/events")
    clear(ada)
    clear(cyd)
