"""Drawing on two pages, and the gallery: rows W-01 to W-34."""
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from api import befriend, call, hostile, no_barriers, no_overflow, opened, room, saying
from people import address, check, go, held_back, own_module, until

sentence = "Are you sure you want to delete your drawing?"


def quiet(browser):
    """Tests look at pixels again and again, and Chromium has advice for pages that do so. What is deleted may be asked for before that is known."""
    browser.expected += ["willReadFrequently", "status of 404"]


def clear(*people):
    """Deletes all drawings and papers of people, and waits until nobody has one."""
    for person in people:
        for papers in (False, True):
            own = [one["id"] for one in call(person, "drawings/list", {"papers": papers}).get("drawings", []) if one.get("own")]
            if own:
                call(person, "drawings/delete", {"drawings": own})
    for person in people:
        until(f"{person.name} has no drawing", lambda: not any(
            call(person, "drawings/list", {"papers": papers}).get("drawings") for papers in (False, True)))


def begin(person, title="A house", **more):
    """A new paper through the API; its id."""
    return call(person, "drawings/begin", {"title": title, **more})["id"]


def ink(*points, **more):
    """A stroke as the API takes it, of points in units."""
    places = [(0, 0), *((round(x * 10), round(y * 10)) for x, y in points)]
    steps = [(x - before[0], y - before[1]) for before, (x, y) in zip(places, places[1:])]
    return {"width": 450, "x": [x for x, _ in steps], "y": [y for _, y in steps], "time": [15] * (len(points) - 1), **more}


def saved(person, title="A house", strokes=(((100, 500), (500, 100), (900, 500)),)):
    """A drawing in the gallery, drawn through the API; its id."""
    paper = begin(person, title)
    call(person, "drawings/draw", {"paper": paper, "strokes": [ink(*points) for points in strokes]})
    return call(person, "drawings/save", {"paper": paper})["id"]


def strokes(person, drawing):
    """The strokes that are shown, as they were drawn."""
    return [one["ink"] for one in call(person, "drawings/strokes", {"drawing": drawing}).get("strokes", [])]


def drawn(person, drawing):
    """Returns a drawing as it is seen: the same for all who see the same."""
    return [(one.get("tool"), one.get("colour"), one["width"], one["x"], one["y"], one.get("time")) for one in strokes(person, drawing)]


def file(person, drawing, name, *words):
    """The bytes of a drawing that was exported."""
    path = person.home.parent / f"{person.name}-{name}"
    person.parlor("drawing", "export", drawing, path, "--force", *words)
    return path.read_bytes()


def at(page, point):
    """Returns the place of a point of the paper in the window."""
    box = page.locator("canvas.live").bounding_box()
    return box["x"] + point[0] / 1000 * box["width"], box["y"] + point[1] / 1000 * box["height"]


def press(page, point):
    page.mouse.move(*at(page, point))
    page.mouse.down()


def stroke(page, *points):
    """Draws with the mouse through points of the paper."""
    press(page, points[0])
    for point in points[1:]:
        page.mouse.move(*at(page, point), steps=8)
    page.mouse.up()


def paper(browser, person, paper, **how):
    """The page of a person with a paper that can be drawn on."""
    page = opened(browser, person, f"#/drawings/{paper}", height=how.pop("height", 1100), **how)
    page.locator("canvas.live").wait_for()
    # Only a paper that was read takes ink.
    until("the paper is read", lambda: page.evaluate("async (module) => (await import(module)).board.isRead", own_module(page)))
    page.locator("canvas.live").scroll_into_view_if_needed()
    return page


def has(person, paper, count):
    """Waits until a person's node has so many strokes."""
    until(f"{person.name} has {count} strokes", lambda: len(strokes(person, paper)) == count)


def pixel(page, point, canvas="canvas.drawing-ink"):
    """The colour of the ink at a point of the paper: red, green, blue, and how much covers the paper."""
    return page.locator(canvas).first.evaluate("""(canvas, [x, y]) =>
      [...canvas.getContext('2d').getImageData(Math.round(x / 1000 * canvas.width), Math.round(y / 1000 * canvas.height), 1, 1).data]""", point)


def more(page, item):
    """Chooses from the menu of a drawing."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def test_drawings_with_the_mouse(browser, ada, bob, cyd):
    """A drawing made with the mouse has the same strokes and the same SVG on the other node (W-01, W-03, W-04, W-07, W-08, W-12 to W-14, W-29, W-31)"""
    quiet(browser)
    clear(ada, bob)
    seen = opened(browser, bob, "#/drawings")
    expect(seen.get_by_text("Nobody has saved a drawing yet", exact=False)).to_be_visible()
    page = opened(browser, ada, "#/drawings", height=1100)
    page.locator("header").get_by_role("link", name="New drawing").click()
    page.get_by_label("Title").fill("A house by the sea")
    page.get_by_role("button", name="Begin").click()
    page.locator("canvas.live").wait_for()
    check("the pens are above the paper", page.get_by_role("toolbar", name="Pens").bounding_box()["y"] < page.locator("canvas.live").bounding_box()["y"])
    id = until("the paper has an address", lambda: (last := address(page).rsplit("/", 1)[1]) != "new" and last)
    until("it is read", lambda: page.locator("canvas.live").get_attribute("aria-label") == "Paper with 0 strokes")
    stroke(page, (200, 800), (200, 450), (500, 150), (800, 450), (800, 800), (200, 800))
    has(ada, id, 1)
    page.get_by_role("button", name="Red", exact=True).click()
    page.get_by_role("button", name="Extra Thick", exact=True).click()
    stroke(page, (430, 800), (430, 600), (570, 600), (570, 800))
    has(ada, id, 2)
    page.get_by_role("button", name="Blue", exact=True).click()
    stroke(page, (50, 900), (200, 870), (350, 920), (500, 870), (650, 920), (800, 870), (950, 900))
    has(ada, id, 3)
    page.get_by_role("button", name="Save", exact=True).click()
    until("saving leads back to the gallery (W-12)", lambda: address(page).endswith("#/drawings"))
    # Bob's page shows it without being asked (W-13).
    tile = seen.locator(".drawing-tile", has_text="A house by the sea")
    expect(tile).to_contain_text("By Ada")
    tile.locator("a").click()
    expect(seen.locator(".drawing-by")).to_contain_text("By Ada")
    drawing = address(seen).rsplit("/", 1)[1]
    until("Bob's page has drawn it", lambda: pixel(seen, (200, 600))[3] > 200)
    until("the door is red", lambda: pixel(seen, (430, 700))[:3] == [220, 40, 30])
    facts = seen.locator(".facts").inner_text()
    check("time spent is in minutes and seconds", saying(r"\d+ minutes? \d+ seconds?").search(facts), facts)
    view = call(bob, "drawings/show", {"drawing": drawing})
    check("it says who, when and how long", view["author_name"] == "Ada" and int(view["made"]) > 0 and int(view["spent_milliseconds"]) > 0, view)
    check("the strokes are the same on both nodes", drawn(ada, drawing) == drawn(bob, drawing) and len(drawn(bob, drawing)) == 3)
    check("each knows its pen (W-31)", [(one[1] or 0, one[2]) for one in drawn(bob, drawing)] == [(0, 1215), (0xdc281e, 2025), (0x1e5adc, 2025)], drawn(bob, drawing))
    check("each has times", all(one[5] and len(one[5]) == len(one[3]) - 1 for one in drawn(bob, drawing)))
    check("the SVG is the same byte for byte", file(ada, drawing, "house.svg") == file(bob, drawing, "house.svg"))
    check("the PNG is the same byte for byte", file(ada, drawing, "house.png") == file(bob, drawing, "house.png"))
    for person in (ada, bob):
        check(f"the list of {person.name}", "A house by the sea" in person.parlor("drawing", "list"))


def test_drawings_presets_eraser_and_dot(browser, ada, bob, cyd):
    """The presets (W-09); an eraser that keeps the colour for the brush (W-10); a tap makes a dot (W-11)"""
    quiet(browser)
    id = begin(ada)
    page = paper(browser, ada, id)
    names = lambda group: [one.get_attribute("aria-label") for one in page.get_by_role("group", name=group).get_by_role("button").all()]
    pressed = lambda name: page.get_by_role("button", name=name, exact=True).get_attribute("aria-pressed") == "true"
    colours, widths = ["Black", "Green", "Blue", "Red", "Yellow"], ["Extra Thin", "Thin", "Medium", "Thick", "Extra Thick"]
    check("five colours", names("Colour") == colours, names("Colour"))
    check("five widths", names("Width") == widths, names("Width"))
    check("black, medium and the brush are chosen at first", pressed("Black") and pressed("Medium") and pressed("Brush"))
    for number, (colour, width) in enumerate(zip(colours, widths)):
        page.get_by_role("button", name=colour, exact=True).click()
        page.get_by_role("button", name=width, exact=True).click()
        stroke(page, (100, 100 + number * 100), (900, 100 + number * 100))
        has(ada, id, number + 1)
    found = [(one.get("colour", 0), one["width"]) for one in strokes(ada, id)]
    check("what they are", found == [(0, 135), (0x00a03c, 810), (0x1e5adc, 1215), (0xdc281e, 1620), (0xffcc00, 2025)], found)
    page.get_by_label("Any width").fill("2000")
    page.get_by_label("Any colour").fill("#8040c0")
    stroke(page, (100, 700), (900, 700))
    has(ada, id, 6)
    check("any colour and width", (strokes(ada, id)[5]["colour"], strokes(ada, id)[5]["width"]) == (0x8040c0, 2000))
    until("it is seen", lambda: pixel(page, (500, 700)) == [0x80, 0x40, 0xc0, 255])
    page.get_by_role("button", name="Eraser").click()
    stroke(page, (500, 600), (500, 800))
    has(ada, id, 7)
    check("the eraser is a kind of stroke of its own", strokes(ada, id)[6]["tool"] == "STROKE_TOOL_ERASER")
    until("the paper shows where it passed", lambda: pixel(page, (500, 700))[3] == 0)
    check("and nowhere else", pixel(page, (450, 700)) == [0x80, 0x40, 0xc0, 255])
    page.get_by_role("button", name="Brush").click()
    page.mouse.click(*at(page, (700, 850)))
    has(ada, id, 8)
    dot = strokes(ada, id)[7]
    check("the brush has its colour again", dot["colour"] == 0x8040c0 and "tool" not in dot, dot)
    check("a tap is one point", len(dot["x"]) == 1)
    until("and a round dot", lambda: pixel(page, (700, 850)) == [0x80, 0x40, 0xc0, 255] and pixel(page, (709, 850))[3] > 200 and pixel(page, (709, 859))[3] < 50)
    clear(ada)


def test_drawings_fill(browser, ada, bob, cyd):
    """A tap fills an area, a line drawn round one fills it too, and the other node shows the same (W-08)"""
    quiet(browser)
    id = begin(ada, "Filled")
    call(ada, "drawings/draw", {"paper": id, "strokes": [
        ink((200, 200), (200, 200), (800, 200), (800, 200), (800, 800), (800, 800), (200, 800), (200, 800), (200, 200), width=1200),
        ink((400, 400), (400, 400), (600, 400), (600, 400), (600, 600), (600, 600), (400, 600), (400, 600), (400, 400), width=1200)]})
    page = paper(browser, ada, id)
    page.get_by_role("button", name="Fill", exact=True).click()
    page.get_by_role("button", name="Yellow", exact=True).click()
    check("a colour keeps the fill", page.get_by_role("button", name="Fill", exact=True).get_attribute("aria-pressed") == "true")
    page.mouse.click(*at(page, (300, 300)))
    has(ada, id, 3)
    check("what comes of it is a stroke", strokes(ada, id)[2]["tool"] == "STROKE_TOOL_FILL" and len(strokes(ada, id)[2]["x"]) > 8)
    yellow = [0xff, 0xcc, 0, 255]
    until("all round the tap is yellow", lambda: all(pixel(page, place) == yellow for place in [(300, 300), (500, 300), (700, 750), (230, 500)]))
    check("what is inside of the inner line is not", pixel(page, (500, 500))[3] == 0)
    check("nor what is outside", pixel(page, (100, 500))[3] == 0 and pixel(page, (900, 900))[3] == 0)
    page.keyboard.press("f")
    page.get_by_role("button", name="Red", exact=True).click()
    stroke(page, (820, 820), (980, 820), (980, 980), (820, 980))
    has(ada, id, 4)
    until("what one draws round is filled", lambda: pixel(page, (900, 900)) == [0xdc, 0x28, 0x1e, 255])
    page.keyboard.press("u")
    until("and is taken back like any stroke", lambda: pixel(page, (900, 900))[3] == 0)
    made = call(ada, "drawings/save", {"paper": id})["id"]
    until("the other node has it", lambda: any(one["id"] == made for one in call(bob, "drawings/list", {}).get("drawings", [])))
    check("with the same SVG", file(ada, made, "a.svg") == file(bob, made, "b.svg") and b'fill="#ffcc00"' in file(bob, made, "b.svg"))
    clear(ada)


def test_drawings_undo_reset_and_nothing_to_save(browser, ada, bob, cyd):
    """Undo and redo by button and key (W-24); reset, and an empty drawing that is not saved (W-12)"""
    quiet(browser)
    id = begin(ada)
    page = paper(browser, ada, id)
    browser.expected.append("status of 400")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("There is nothing on the paper: draw something before it is saved.")).to_be_visible()
    check("the paper stays", address(page).endswith(id))
    for number in range(3):
        stroke(page, (100, 200 + 200 * number), (900, 200 + 200 * number))
        has(ada, id, number + 1)
    page.get_by_role("button", name="Undo").click()
    has(ada, id, 2)
    until("its ink is gone", lambda: pixel(page, (500, 600))[3] == 0)
    page.locator("main").focus()
    page.keyboard.press("u")
    has(ada, id, 1)
    page.keyboard.press("r")
    has(ada, id, 2)
    page.keyboard.press("Control+Shift+Z")
    has(ada, id, 3)
    page.keyboard.press("Control+z")
    has(ada, id, 2)
    # Two keys at once are two steps, and after g the letter is that of a place.
    page.keyboard.press("u")
    page.keyboard.press("u")
    has(ada, id, 0)
    page.keyboard.press("r")
    page.keyboard.press("r")
    has(ada, id, 2)
    page.keyboard.press("g")
    page.keyboard.press("e")
    until("g e goes to the events", lambda: address(page).endswith("#/events"))
    go(page, f"#/drawings/{id}")
    page.locator("canvas.live").scroll_into_view_if_needed()
    until("the paper is drawn again", lambda: pixel(page, (500, 400))[3] > 100)
    stroke(page, (100, 900), (900, 900))
    has(ada, id, 3)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    with held_back(page, 10_000):
        page.get_by_role("button", name="Reset").click()
        page.get_by_role("dialog").get_by_role("button", name="Reset").click()
        has(ada, id, 0)
        until("the paper is clear", lambda: pixel(page, (500, 900))[3] == 0)
        page.locator(".toast").get_by_role("button", name="Undo").click()
    has(ada, id, 3)
    clear(ada)


def test_drawings_delete_own(browser, ada, bob, cyd):
    """Its author deletes it, after the question; nobody else is offered to (W-05, W-06, W-13, W-17)"""
    quiet(browser)
    clear(ada, bob)
    first = saved(ada, "First")
    ids = [saved(ada, name) for name in ("Second", "Third")]
    until("Bob has all", lambda: len(call(bob, "drawings/list").get("drawings", [])) == 3)
    seen = opened(browser, bob, f"#/drawings/{first}")
    seen.get_by_role("button", name="More", exact=True).click()
    expect(seen.get_by_role("menuitem", name="Hide it from my gallery")).to_be_visible()
    check("others have no delete option", seen.get_by_role("menuitem", name="Delete").count() == 0)
    go(seen, "#/drawings")
    expect(seen.locator(".drawing-tile")).to_have_count(3)
    check("nor in the list", seen.get_by_role("button", name="Select").count() == 0)
    page = opened(browser, ada, f"#/drawings/{first}")
    more(page, "Delete")
    dialog = page.get_by_role("dialog")
    check("the question", dialog.get_by_role("heading").inner_text() == sentence, dialog.inner_text())
    dialog.get_by_role("button", name="Cancel").click()
    check("nothing is deleted yet", len(call(ada, "drawings/list")["drawings"]) == 3)
    more(page, "Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(seen.locator(".drawing-tile")).to_have_count(2)
    until("back in the gallery", lambda: address(page).endswith("#/drawings"))
    page.get_by_role("button", name="Select").click()
    for name in ("Second", "Third"):
        page.get_by_label(f"Choose {name}").check()
    page.get_by_role("button", name="Delete (2)").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    # Created, deleted, and looked at on another device: the picture is gone there and nothing breaks (W-17).
    expect(seen.get_by_text("Nobody has saved a drawing yet", exact=False)).to_be_visible()
    go(seen, f"#/drawings/{ids[0]}")
    expect(seen.get_by_text("This drawing was deleted.", exact=False)).to_be_visible()


def test_drawings_gallery_of_one_size(browser, ada, bob, cyd):
    """Three thumbnails in a row (W-02), all of one size whatever they were drawn on (W-16)"""
    quiet(browser)
    clear(ada, bob)
    for name, width, height in (("Phone", 320, 900), ("Tablet", 768, 1024), ("Screen", 1920, 1080)):
        id = begin(ada, name)
        page = paper(browser, ada, id, width=width, height=height)
        stroke(page, (100, 100), (900, 900))
        has(ada, id, 1)
        page.get_by_role("button", name="Save", exact=True).click()
        until("it is saved", lambda: address(page).endswith("#/drawings"))
    saved(ada, "Fourth")
    seen = opened(browser, bob, "#/drawings")
    expect(seen.locator(".drawing-tile")).to_have_count(4)
    for width, row in ((1920, 5), (1280, 3), (768, 3), (320, 2)):
        seen.set_viewport_size({"width": width, "height": 900})
        expect(seen.locator(".drawing-tile canvas")).to_have_count(4)
        boxes = [tile.bounding_box() for tile in seen.locator(".drawing-tile canvas").all()]
        tops = [box["y"] for box in boxes]
        check(f"{row} in a row at {width} px", tops == [tops[0]] * min(row, 4) + [tops[-1]] * max(4 - row, 0) and (row > 3 or tops[-1] > tops[0]), boxes)
        check(f"of one size at {width} px", len({(round(box["width"]), round(box["height"])) for box in boxes}) == 1, boxes)
    for number in range(1, 4):
        until("the line goes from corner to corner on each", lambda: seen.locator(".drawing-tile canvas").nth(number).evaluate(
            "canvas => [0.2, 0.5, 0.8].every((part) => canvas.getContext('2d').getImageData(part * canvas.width, part * canvas.height, 1, 1).data[3] > 100)"))
    # The list shows their authors, and how long each drew (W-21).
    seen.get_by_role("link", name="Who draws").click()
    expect(seen.get_by_role("row", name=saying("Ada"))).to_contain_text("4")
    clear(ada)


def test_drawings_likes_and_comments(browser, ada, bob, cyd):
    """Likes, one of each person (W-19), comments (W-20), statistics (W-21) and hiding (W-23)"""
    quiet(browser)
    clear(ada, bob, cyd)
    id = saved(ada, "A boat")
    page = opened(browser, ada, f"#/drawings/{id}")
    until("Bob has it", lambda: call(bob, "drawings/list").get("drawings"))
    seen = opened(browser, bob, f"#/drawings/{id}")
    seen.get_by_role("button", name="Like", exact=True).click()
    expect(page.get_by_text("Liked by Bob", exact=False)).to_be_visible()
    call(bob, "drawings/like", {"drawing": id})
    check("a second like is the same one", call(ada, "drawings/list")["drawings"][0]["likes"] == 1)
    seen.get_by_role("button", name="Liked", exact=True).click()
    expect(page.get_by_text("Liked by", exact=False)).to_have_count(0)
    seen.get_by_label("Say something about it").fill("The sail is <b>fine</b>")
    seen.get_by_role("button", name="Say it").click()
    expect(page.locator(".drawing-comments")).to_contain_text("The sail is <b>fine</b>")
    expect(page.locator(".drawing-comments")).to_contain_text("Bob")
    expect(seen.get_by_label("Say something about it")).to_have_value("")
    stats = call(bob, "drawings/stats", {"artist": "Ada"})["artists"][0]
    check("statistics", stats["drawings"] == 1 and stats["strokes"] == 1, stats)
    more(seen, "Hide it from my gallery")
    go(seen, "#/drawings")
    expect(seen.get_by_text("Nobody has saved a drawing yet", exact=False)).to_be_visible()
    until("others still see it", lambda: len(call(cyd, "drawings/list").get("drawings", [])) == 1)
    clear(ada)


def test_drawings_replay(browser, ada, bob, cyd):
    """A replay takes as long as drawing did, with pauses cut to one second; scrubber, speeds and keys (W-18)"""
    quiet(browser)
    clear(ada, bob)
    id = begin(ada, "Slowly")
    call(ada, "drawings/draw", {"paper": id, "strokes": [
        ink((100, 200), (300, 200), (500, 200), (900, 200), start="1000", time=[500, 500, 1000]), ink((100, 600), (500, 600), (900, 600), start="63000", time=[500, 500])]})
    id = call(ada, "drawings/save", {"paper": id})["id"]
    until("Bob has it", lambda: call(bob, "drawings/list").get("drawings"))
    page = opened(browser, bob, f"#/drawings/{id}")
    scrubber = page.get_by_label("Moment of the replay")
    expect(scrubber).to_have_attribute("aria-valuetext", "0:04 of 0:04")
    has_ink = lambda x, y: pixel(page, (x, y))[3] > 100
    until("all of it is shown at first", lambda: has_ink(800, 200) and has_ink(800, 600))
    # The browser's clock goes on only when the test says so.
    page.clock.install()
    # A busy machine may take its time between the two.
    page.clock.pause_at(page.evaluate("Date.now()") + 20_000)
    moment = lambda: int(scrubber.input_value())

    def after(milliseconds, expected, speed=1):
        page.clock.run_for(milliseconds)
        # The page draws a picture each 16 ms, and the first one says when it began.
        check(f"{milliseconds} ms later", abs(moment() - expected) <= 50 * speed, moment())

    page.get_by_role("button", name="Play", exact=True).click()
    after(1100, 1100)
    check("as far as it was drawn then", has_ink(450, 200) and not has_ink(800, 200) and not has_ink(200, 600))
    after(1000, 2100)
    check("the first stroke is done", has_ink(850, 200) and not has_ink(150, 600))
    after(1500, 3600)
    check("a pause of a minute took a second", has_ink(300, 600) and not has_ink(800, 600))
    after(1000, 4000)
    page.clock.run_for(50)
    check("it ends by itself", page.get_by_role("button", name="Play", exact=True).count() == 1 and has_ink(800, 600))
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    after(500, 2000, 4)
    page.get_by_role("button", name="Pause", exact=True).click()
    page.clock.run_for(500)
    check("a pause stays where it is", abs(moment() - 2000) <= 200, moment())
    # Seeking shows what a full replay shows at that moment.
    scrubber.fill("1100")
    page.clock.run_for(50)
    check("seeking", has_ink(450, 200) and not has_ink(800, 200) and not has_ink(200, 600))
    page.clock.resume()
    clear(ada)


def together(browser, ada, bob, title="Ours"):
    """A paper that Ada and Bob draw on, and the page of each that looks at it."""
    befriend(ada, bob)
    friends = room(ada)
    id = begin(ada, title, room=friends, together=True)
    until("Bob has the paper", lambda: any(one["id"] == id for one in call(bob, "drawings/list", {"papers": True}).get("drawings", [])))
    pages = [paper(browser, person, id) for person in (ada, bob)]
    for person in (ada, bob):
        until(f"{person.name} sees the other there", lambda: any(
            member.get("here") and not member.get("own") for one in call(person, "rooms/list")["rooms"] if one["id"] == friends for member in one["members"]))
    return id, *pages


def same_picture(one, other):
    """Waits until two canvases have the same pixels."""
    look = "canvas => canvas.toDataURL()"
    until("both see the same picture", lambda: one.locator("canvas.live").evaluate(look) == other.locator("canvas.live").evaluate(look))


def test_drawings_together_live(browser, ada, bob, cyd):
    """Two people draw on one paper at once, and each sees the other's stroke while it is being drawn (W-25)"""
    quiet(browser)
    clear(ada, bob)
    id, a, b = together(browser, ada, bob)
    # Both have their pens on the paper at the same time.
    press(a, (100, 200))
    press(b, (100, 700))
    for step in range(1, 9):
        a.mouse.move(*at(a, (100 + step * 50, 200)), steps=3)
        b.mouse.move(*at(b, (100 + step * 50, 700)), steps=3)
        # Parts go thirty times a second.
        a.wait_for_timeout(50)
    until("Bob sees Ada's stroke that is not done", lambda: pixel(b, (200, 200))[3] > 200)
    until("Ada sees Bob's stroke that is not done", lambda: pixel(a, (200, 700))[3] > 200)
    check("nothing of that is kept", strokes(ada, id) == strokes(bob, id) == [])
    a.mouse.up()
    has(bob, id, 1)
    b.mouse.up()
    for person in (ada, bob):
        has(person, id, 2)
    same_picture(a, b)
    # A stroke that is given up goes again.
    press(a, (100, 400))
    a.mouse.move(*at(a, (600, 400)), steps=10)
    a.wait_for_timeout(50)
    a.mouse.move(*at(a, (900, 400)), steps=10)
    until("Bob sees it", lambda: pixel(b, (300, 400))[3] > 200)
    a.locator("canvas.live").dispatch_event("pointercancel", {"pointerId": 1})
    a.mouse.up()
    go(a, "#/drawings")
    clear(ada, bob)


def test_drawings_together_disconnected(browser, ada, bob, cyd):
    """Two people go on drawing while they are disconnected, and both end with the same picture (W-25, W-27)"""
    quiet(browser)
    clear(ada, bob)
    id, a, b = together(browser, ada, bob, "Apart")
    stroke(a, (100, 100), (900, 100))
    has(bob, id, 1)
    nodes = {person.name: call(person, "node/status")["node"] for person in (ada, bob)}
    linked = lambda: any(one["id"] == nodes["Bob"] and one.get("online") for one in call(ada, "peers/list")["peers"])
    # Each daemon ends as in a power cut and is back while the other one is away.
    browser.expected += ["Failed to load resource", "ERR_", "503"]
    bob.kill()
    until("the link is gone", lambda: not linked())
    for number in range(3):
        stroke(a, (100, 200 + number * 50), (900, 900 - number * 50))
        has(ada, id, 2 + number)
    # Bob draws on while his own daemon is away: the page keeps it.
    b.get_by_text("Parlor has stopped on this machine.").wait_for()
    b.get_by_role("button", name="Red", exact=True).click()
    b.locator("canvas.live").scroll_into_view_if_needed()
    stroke(b, (200, 900), (800, 100))
    expect(b.get_by_text("kept on this page", exact=False)).to_be_visible()
    hers = drawn(ada, id)
    ada.kill()
    bob.start()
    has(bob, id, 2)
    b.get_by_role("button", name="Eraser").click()
    b.locator("canvas.live").scroll_into_view_if_needed()
    stroke(b, (100, 500), (900, 500))
    has(bob, id, 3)
    check("they drew apart", len(hers) == 4 and hers != drawn(bob, id))
    ada.start()
    bob.know(ada)
    for person in (ada, bob):
        has(person, id, 6)
    until("both have the same strokes in one order", lambda: drawn(ada, id) == drawn(bob, id))
    for ending in ("svg", "png"):
        check(f"the same {ending} byte for byte", file(ada, id, "apart." + ending) == file(bob, id, "apart." + ending))
    for page in (a, b):
        page.locator(".link.live").first.wait_for(state="attached")
    same_picture(a, b)
    go(a, "#/drawings")
    clear(ada, bob)


def test_drawings_lens_and_straight_lines(browser, ada, bob, cyd):
    """Zoom and pan with keys, buttons, wheel and fingers, also at 320 px; Shift draws straight lines (W-08)"""
    quiet(browser)
    id = begin(ada)
    page = paper(browser, ada, id)
    press(page, (100, 100))
    page.keyboard.down("Shift")
    for point in ((300, 130), (500, 90), (900, 120)):
        page.mouse.move(*at(page, point), steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    has(ada, id, 1)
    line = strokes(ada, id)[0]
    check("a straight line has two points, and is level", len(line["x"]) == 2 and line["y"][1] == 0 and abs(sum(line["x"]) - 9000) < 30, line)
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 1100})
        sheet = page.locator(".drawing-sheet").bounding_box()
        scale = lambda: round(page.locator("canvas.live").bounding_box()["width"] / sheet["width"], 2)
        page.locator("main").focus()
        page.keyboard.press("+")
        page.keyboard.press("+")
        until("the keys look closer", lambda: scale() > 1.5)
        before = page.locator("canvas.live").bounding_box()["x"]
        page.keyboard.press("ArrowRight")
        until("the arrows move it", lambda: page.locator("canvas.live").bounding_box()["x"] < before - 10)
        page.keyboard.press("0")
        until("0 shows all of it", lambda: abs(scale() - 1) < 0.02)
        page.get_by_role("button", name="Closer").click()
        until("so do the buttons", lambda: scale() > 1.2)
        page.get_by_role("button", name="Whole paper").click()
        page.locator("canvas.live").scroll_into_view_if_needed()
        page.mouse.move(*at(page, (750, 750)))
        page.keyboard.down("Control")
        for _ in range(4):
            page.mouse.wheel(0, -100)
        page.keyboard.up("Control")
        until("the wheel with Ctrl looks closer", lambda: scale() > 2)
        count = len(strokes(ada, id))
        stroke(page, (750, 750), (760, 750))
        has(ada, id, count + 1)
        last = strokes(ada, id)[count]
        check("ink goes where the pointer is", abs(last["x"][0] - 7500) < 40 and abs(last["y"][0] - 7500) < 40, last)
        page.keyboard.press("0")
    check("nothing scrolls sideways", page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    fingers = page.context.new_cdp_session(page)
    box = page.locator("canvas.live").bounding_box()
    touch = lambda kind, *points: fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
        {"x": box["x"] + x * box["width"], "y": box["y"] + y * box["height"], "id": number} for number, (x, y) in enumerate(points)]})
    count = len(strokes(ada, id))
    touch("touchStart", (0.4, 0.5))
    touch("touchStart", (0.4, 0.5), (0.6, 0.5))
    for step in range(1, 5):
        touch("touchMove", (0.4 - step * 0.05, 0.5), (0.6 + step * 0.05, 0.5))
    touch("touchEnd")
    until("two fingers stretch it", lambda: page.locator("canvas.live").bounding_box()["width"] > box["width"] * 2)
    page.keyboard.press("0")
    touch("touchStart", (0.2, 0.3))
    touch("touchMove", (0.5, 0.3))
    touch("touchEnd")
    has(ada, id, count + 1)
    check("one finger draws, and two have drawn nothing", abs(strokes(ada, id)[count]["x"][0] - 2000) < 60, strokes(ada, id)[count:])
    clear(ada)


def test_drawings_rename_and_portrait(browser, ada, bob, cyd):
    """A drawing is given another title after saving; it stands beside its artist's name on the other node (W-22)"""
    quiet(browser)
    clear(ada, bob)
    id = saved(ada, "A face")
    until("Bob has it", lambda: call(bob, "drawings/list").get("drawings"))
    seen = opened(browser, bob, f"#/drawings/{id}")
    page = opened(browser, ada, f"#/drawings/{id}")
    more(page, "Rename")
    page.get_by_role("dialog").get_by_label("Title").fill("My face")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(seen.get_by_role("heading", name="My face")).to_be_visible()
    more(page, "Show it beside my name")
    expect(page.locator(".me .avatar img")).to_be_visible()
    portrait = seen.locator(".drawing-by .avatar img")
    expect(portrait).to_be_visible()
    until("it is drawn", lambda: portrait.evaluate("image => image.complete && image.naturalWidth > 0"))
    call(ada, "drawings/set-portrait", {})
    expect(portrait).to_have_count(0)
    clear(ada)


def test_drawings_for_everybody(browser, ada, bob, cyd):
    """The screens of drawings: no barriers (axe), nothing scrolls sideways, hostile titles stay text"""
    quiet(browser)
    clear(ada, bob)
    ids = [saved(bob, title) for title in hostile]
    paper_id = begin(ada, hostile[0])
    call(ada, "drawings/draw", {"paper": paper_id, "strokes": [ink((100, 100), (900, 900))]})
    until("Ada has all", lambda: len(call(ada, "drawings/list").get("drawings", [])) == len(hostile))
    call(bob, "chat/post", {"room": call(bob, "drawings/show", {"drawing": ids[0]})["room"], "text": hostile[1], "item": ids[0], "item_room": call(bob, "drawings/show", {"drawing": ids[0]})["room"]})
    page, axe = opened(browser, ada, "#/drawings"), Axe()
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for place in ("#/drawings", "#/drawings/papers", "#/drawings/new", f"#/drawings/{paper_id}", *(f"#/drawings/{id}" for id in ids)):
        go(page, place)
        page.locator("main h1").first.wait_for()
        if place.endswith(tuple(ids)):
            page.locator(".drawing-by").wait_for()
        no_overflow(page, place)
        check(f"{place}: markup of a peer became an element", page.locator("main :is(img, script, iframe)").count() == 0)
        # A drawing's title is also the page's, as it was written.
        check(f"{place}: no script ran", page.title() != "taken", page.title())
        if not place.endswith(tuple(ids[1:])):
            no_barriers(page, place, axe)
    check("no script ran", not dialogs, dialogs)
    clear(ada, bob)


def test_drawings_many(browser, ada, bob, cyd):
    """44.3: all of many drawings can be reached, and a thumbnail is asked for when it comes near"""
    quiet(browser)
    clear(ada, bob)
    for number in range(66):
        saved(ada, f"House {number:02}")
    page = browser.page(ada)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/v1/drawings/strokes") else None)
    page.locator(".link.live").first.wait_for(state="attached")
    go(page, "#/drawings")
    page.locator(".drawing-tile", has_text="House 65").locator("canvas").wait_for()
    until("thumbnails are asked for", lambda: asked)
    page.wait_for_timeout(500)
    check("only those that are near", len(asked) <= 24, len(asked))

    def down():
        page.mouse.wheel(0, 4000)
        return page.locator(".drawing-tile", has_text="House 00").count()
    until("the oldest one is reached", down)
    page.locator(".drawing-tile", has_text="House 00").scroll_into_view_if_needed()
    page.locator(".drawing-tile", has_text="House 00").locator("canvas").wait_for()
    until("those that are far away have none", lambda: page.locator(".drawing-tile", has_text="House 65").locator("canvas").count() == 0)
    clear(ada)


def test_drawings_by_keyboard(browser, ada, bob, cyd):
    """G-71: with the keyboard alone the arrows move a cursor on the paper, Space begins a line and ends it, and Escape gives it up"""
    quiet(browser)
    clear(ada)
    id = begin(ada)
    page = paper(browser, ada, id)
    page.locator("canvas.live").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".drawing-cursor")).to_be_visible()
    expect(page.locator(".drawing-sheet [role=status]")).to_have_text("At 475, 500")
    page.keyboard.press("Space")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(".drawing-sheet [role=status]")).to_have_text("Drawing 525, 530")
    page.keyboard.press("Space")
    has(ada, id, 1)
    line = strokes(ada, id)[0]
    check("the line is where the cursor was", (line["x"], line["y"]) == ([4750, 250, 250, 0, 0], [5000, 0, 0, 250, 50]), line)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".drawing-sheet [role=status]")).to_have_text("At 525, 480")
    page.keyboard.press("u")
    until("other keys are what they were", lambda: len(strokes(ada, id)) == 0)
    page.keyboard.press("Tab")
    expect(page.locator(".drawing-cursor")).to_have_count(0)
    # The mouse brings no cursor of the keyboard.
    stroke(page, (200, 200), (300, 300))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".drawing-cursor")).to_have_count(0)
    clear(ada)
