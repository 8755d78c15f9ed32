"""The look of the page in four sizes: what is in view, what is beside what, and how loud it is."""


import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from api import befriend, call, in_hours, opened, room, tags
from lively import COLOURS, CROWD, LOOKS, NAMES, fill, house, leave, show
from people import check, go, overflow, own_module, still, until
from places import places
from test_tournaments import made
from test_war import begin, ready

SIZES = ((390, 844), (768, 1024), (1280, 800), (1920, 1080))


def box(locator):
    """Left, top, right and bottom of an element, once the screen is whole."""
    still(locator.page)
    found = locator.bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def test_look_uses_wide_windows(browser, ada, bob, cyd):
    """44.look: at 1920 px each screen stands in the middle or has all the width, at 1280 px as well"""
    page = opened(browser, ada, "#/")
    for width, height in ((1920, 1080), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for place in ("#/", "#/war", "#/war/new", "#/war/create", "#/events", "#/events/new", "#/cards", "#/tournaments", "#/tournaments/new", "#/drawings", "#/peers", "#/settings", "#/account", "#/doctor", "#/search"):
            go(page, place)
            page.locator("main h1").first.wait_for()
            still(page)
            rail = box(page.locator(".rail"))[2]
            left, _, right, _ = box(page.locator("main"))
            check(f"{place} stands in the middle at {width}", abs((left - rail) - (width - right)) <= 2, (left - rail, width - right))
            inside = [box(one) for one in page.locator("main .screen").locator(":is(h1, .panel, .button, .input, li)").locator("visible=true").all()]
            left, right = min(one[0] for one in inside), max(one[2] for one in inside)
            check(f"what is on {place} has no empty side at {width}", abs((left - rail) - (width - right)) <= 90, (left - rail, width - right))


def test_look_has_a_rail_of_icons(browser, ada, bob, cyd):
    """44.look: from 736 to 1000 px the places are a narrow rail of icons with names for screen readers and pointers; the connection is seen"""
    page = opened(browser, ada, "#/", width=768, height=1024)
    check("the rail is narrow", page.locator(".rail").bounding_box()["width"] < 90, page.locator(".rail").bounding_box())
    for name in ("Home", "War", "Chat", "Events", "Cards", "Tournaments", "Drawings", "People", "Search"):
        link = page.locator(".rail li").get_by_role("link", name=name, exact=False).first
        check(f"{name} can be touched", link.bounding_box()["height"] >= 44 and link.bounding_box()["width"] >= 44, link.bounding_box())
        check(f"{name} says what it is", link.get_attribute("title") == name)
    expect(page.locator(".rail .me")).to_have_accessible_name("Ada Connected, settings")
    page.locator(".rail .me").click()
    page.get_by_role("heading", name="Settings").wait_for()
    for width, least in ((735, 700), (1001, 200)):
        page.set_viewport_size({"width": width, "height": 900})
        check(f"at {width} px it is no rail of icons", page.locator(".rail").bounding_box()["width"] > least, page.locator(".rail").bounding_box())


def test_look_of_home(browser, ada, bob, cyd):
    """44.look: on Home no name is cut off in four sizes, what waits is as large as other text, Settings are there once, and no card has a hole"""
    call(ada, "events/add", {"event": {"name": "Tea", "start": in_hours(5)}})
    call(ada, "to-dos/add", {"to_do": {"text": "Water the tomatoes", "zone": "UTC", "due": "2026-01-01 10:00"}})
    page = opened(browser, ada, "#/")
    page.evaluate(CROWD, [own_module(page), NAMES, COLOURS])
    page.locator(".room .person", has_text="Brandstätter").first.wait_for(state="attached")
    page.locator(".event-card").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        cut = page.locator(".room .person:visible strong").evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)")
        check(f"no name is cut off at {width}", not cut, cut)
        for one in page.locator(".room .seat .person:visible").all() if width >= 768 else []:
            left, _, right, _ = box(one)
            card = box(page.locator(".room"))
            check(f"nobody leaves the room at {width}", left >= card[0] and right <= card[2], one.inner_text())
        size = page.locator(".waiting-list li .what > *").first.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
        check("what waits is as large as other text", size >= 15, size)
        check("Settings are there once", page.get_by_text("Settings", exact=True).locator("visible=true").count() == 1)
    page.set_viewport_size({"width": 1280, "height": 800})
    waits = page.locator(".waiting-list .lines > li")
    if waits.count() % 2:
        check("the last of what waits leaves no hole", box(waits.last)[2] == box(page.locator(".waiting-list .lines"))[2], box(waits.last))
    right = [box(page.locator(one)) for one in (".war-card", ".event-card")]
    left = box(page.locator(".home > .room"))
    check("both columns end together", abs(right[-1][3] - left[3]) <= 2, (right, left))
    last = box(page.locator(".war-card > *").last)
    check("War has no hole", right[0][3] - last[3] < 40, (right[0], last))


def battle(a, b):
    """Plays a card on both pages; whether the match goes on after it."""
    for page, key in ((a, " "), (b, "Enter")):
        page.locator(".do .primary:enabled, .ending").first.wait_for()
        if page.locator(".ending").count():
            return False
        page.locator("main").focus()
        page.keyboard.press(key)
    for page in (a, b):
        page.locator(".do .primary:enabled, .ending").first.wait_for()
    return not a.locator(".ending").count()


def test_look_of_war(browser, ada, bob, cyd):
    """44.look: those who ask are one list with Add; at the table their card is above ours, Play covers no count, the loser's card is paper, and the end is in view"""
    table = call(ada, "tables/host", {"description": "After lunch"})["id"]
    for person in (bob, cyd):
        until("the table is seen", lambda: any(one["id"] == table for one in call(person, "tables/list").get("tables", [])))
        call(person, "tables/ask", {"table": table})
    page = opened(browser, ada, f"#/war/{table}", width=390, height=844)
    lines = page.locator("main .lines li")
    expect(lines).to_have_count(2)
    for line in lines.all():
        check("one button beside the menu", line.locator(".button:visible").all_inner_texts() in (["Add", ""], [" Add", ""]), line.locator(".button:visible").all_inner_texts())
        tops = [one.bounding_box()["y"] for one in line.locator(".button:visible").all()]
        check("they are in one row", max(tops) - min(tops) < 8, tops)
    lines.filter(has_text="Cyd").get_by_role("button", name="What else to answer Cyd").click()
    page.get_by_role("menuitem", name="Decline for good").wait_for()
    page.get_by_role("menuitem", name="Decline", exact=True).click()
    expect(lines).to_have_count(1)
    call(ada, "tables/close", {"table": table})

    a, b = browser.page(ada), browser.page(bob)
    while not a.locator(".rounds .card").count() or a.locator(".ending").count():  # three wars in a row end a match in its first round
        begin(a, b, "A short one", [("Cards face down in a war", "10"), ("Who cannot lay all cards of a war", "SHORT_PLAY_LOSES")])
        while battle(a, b) and not a.locator(".rounds .card").count():
            pass
    for width, height in SIZES:
        a.set_viewport_size({"width": width, "height": height})
        theirs, ours = box(a.locator(".lane.them")), box(a.locator(".lane.us"))
        check(f"their card is above ours at {width}", theirs[3] <= ours[1], (theirs, ours))
        check(f"they are before each other at {width}", abs(theirs[0] - ours[0]) < 8, (theirs, ours))
        play, count, pile = box(a.locator(".do .primary")), box(a.locator(".pile-place.us .count")), box(a.locator(".pile-place.us .pile"))
        check(f"Play covers no count at {width}", play[1] >= max(count[3], pile[3]) or play[2] <= min(count[0], pile[0]), (play, count, pile))
        table_box = box(a.locator(".felt-table"))
        small = a.locator(".rounds .card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
        check(f"the cards of rounds are small at {width}", small and max(small) < 40, small)
        for one in (".lane.them", ".lane.us", ".plate.them", ".plate.us", ".pile-place.them", ".pile-place.us", ".do"):
            left, top, right, bottom = box(a.locator(one))
            check(f"{one} is on the table at {width}", left >= table_box[0] and right <= table_box[2] and top >= table_box[1] and bottom <= table_box[3], (box(a.locator(one)), table_box))
        for name in a.locator(".plate strong").all():
            check(f"names are whole at {width}", name.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), name.inner_text())
    a.set_viewport_size({"width": 640, "height": 400})
    check("the table does not scroll sideways at 200 %", overflow(a) <= 0, overflow(a))
    lost = a.locator(".lane.lost .sheet").first
    if lost.count():
        check("the loser's card is paper", lost.evaluate("node => getComputedStyle(node).fill") == "rgb(255, 254, 250)", lost.evaluate("node => getComputedStyle(node).fill"))
    while battle(a, b):
        pass
    for width, height in SIZES:
        a.set_viewport_size({"width": width, "height": height})
        a.evaluate("scrollTo(0, 0)")
        bar = box(a.locator(".rail"))[1] if width < 736 else height
        for part in (a.locator(".ending h2"), a.locator(".ending .actions").last):
            check(f"the end is in view at {width}", box(part)[3] <= bar, (box(part), bar))
        tops = {round(one.bounding_box()["y"]) for one in a.locator(".ending .actions .button:not([role])").all()}
        check(f"what can be done at the end is one row at {width}", len(tops) == 1, tops)
        verdict, ring = box(a.locator(".verdict")), box(a.locator(".lane.us"))
        check(f"the sentence stands above the ring of the card at {width}", verdict[3] <= ring[1] - (6 if width < 736 else 9), (verdict, ring))
    for side in (one for one in ("them", "us") if a.locator(f".pile-place.{one} .card.back").count()):
        colours = [a.locator(one).first.evaluate("node => (node.getAttribute('class').match(/\\bc-\\w+/) ?? [''])[0]") for one in (f".plate.{side}", f".pile-place.{side} .card.back")]
        check("a pile has the colour of its player", colours[0] and colours[0] == colours[1], colours)
    a.get_by_role("button", name="More about the match").click()
    expect(a.get_by_role("menuitem", name="Save as a file")).to_have_attribute("download", re.compile(r"^war-.*\.parlor$"))


def test_look_of_what_deletes(browser, ada, bob, cyd):
    """44.look: Delete stands in a menu, and in the question it is no louder than its answer; what can be done is one row on a phone"""
    befriend(ada, bob)
    event = call(ada, "events/add", {"event": {"name": "Picnic", "start": in_hours(50)}})["id"]
    paper = call(ada, "drawings/begin", {"title": "House"})["id"]
    draft = made(ada, "Winter cup", start=False)
    bob_ = next(one["id"] for one in call(ada, "peers/list")["peers"] if one.get("name") == "Bob")
    page = opened(browser, ada, "#/")
    for place, name, word, menu in ((f"#/events/{event}", "until Picnic", "Delete", "More for this event"), (f"#/drawings/{paper}", "House", "Delete", "More"), (f"#/tournaments/{draft}", "Winter cup", "Delete", "More about the tournament"), (f"#/peers/{bob_}", "Bob", "Block", "More about this person")):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            go(page, place)
            page.get_by_role("heading", name=name).first.wait_for()
            check(f"no {word} on {place} at {width}", page.get_by_role("button", name=word, exact=True).count() == 0)
            tops = {round(one.bounding_box()["y"]) for one in page.locator(".tools .button:not([role])").locator("visible=true").all()}
            check(f"one row at {width}", len(tops) <= 1, tops)
        page.get_by_role("button", name=menu, exact=True).click()
        item = page.get_by_role("menuitem", name=word, exact=True)
        check(f"{word} is in the menu", item.evaluate("node => node === [...node.closest('[popover]').querySelectorAll('[role=menuitem]')].filter((one) => one.offsetParent).at(-1) || node.className.includes('bad')"))
        page.keyboard.press("Escape")
    go(page, f"#/events/{event}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="More for this event", exact=True).click()
    for name in ("Save as a picture (PNG)", "Calendar", "Print"):
        page.get_by_role("menuitem", name=name).wait_for()
    check("Edit stands beside the menu", page.get_by_role("menuitem", name="Edit").count() == 0 and page.get_by_role("link", name="Edit").count() == 1)
    page.get_by_role("menuitem", name="Delete").click()
    dialog = page.get_by_role("dialog")
    bad, keep = dialog.locator(".button.bad"), dialog.locator(".button[autofocus]")
    border = "node => getComputedStyle(node).borderTopColor"
    check("its border is no louder", bad.evaluate(border) != bad.evaluate("node => getComputedStyle(node).color"), bad.evaluate(border))
    check("the other answer has the focus", keep.evaluate("node => node === document.activeElement"))
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("button", name="Snapshot")).to_be_visible()


def test_look_of_chat(browser, ada, bob, cyd):
    """44.look: lines stand on the box, those of one person have one face and one name, and a line says from when on they are new"""
    befriend(ada, bob)
    friends = room(ada)
    for person, text in ((bob, "Hello"), (bob, "Is somebody there?"), (ada, "I am"), (bob, "Good")):
        sent = call(person, "chat/post", {"room": friends, "text": text})["id"]
        for other in (ada, bob):
            until("it is there", lambda: any(one["id"] == sent for one in call(other, "chat/list", {"room": friends}).get("messages", [])))
    for text in ("And now?", "Shall we?"):
        sent = call(bob, "chat/post", {"room": friends, "text": text})["id"]
    until("Ada has them", lambda: any(one["id"] == sent for one in call(ada, "chat/list", {"room": friends}).get("messages", [])))
    page = opened(browser, ada, f"#/chat/{friends}")
    line = lambda text: page.locator(".bubble", has_text=text)
    line("Shall we?").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        gap = box(page.locator(".say"))[1] - box(page.locator(".bubble").last)[3]
        check(f"the last line stands on the box at {width}", 0 <= gap < 40, gap)
    for text, count in (("Hello", 1), ("Is somebody there?", 0), ("I am", 1), ("Good", 1), ("Shall we?", 0)):
        check(f"the face beside {text}", line(text).locator(".face").count() == count)
        check(f"the name beside {text} is read in any case", line(text).locator("bdi").count() >= 1)
    check("a line is long, not endless", page.locator(".bubble").last.bounding_box()["width"] <= 960, page.locator(".bubble").last.bounding_box())
    expect(page.locator(".day")).to_have_count(1)
    news = page.locator(".new-line")
    expect(news).to_contain_text("New since")
    check("it stands before the first new one", news.evaluate("node => node.nextElementSibling.id") == line("Hello").get_attribute("id"))
    until("they are read", lambda: next(one for one in call(ada, "rooms/list")["rooms"] if one["id"] == friends).get("unread", 0) == 0)
    expect(news).to_have_count(1)
    go(page, "#/war")
    page.get_by_role("heading", name="War").first.wait_for()
    go(page, f"#/chat/{friends}")
    line("Shall we?").wait_for()
    expect(news).to_have_count(0)


def test_look_of_tournaments(browser, ada, bob, cyd):
    """44.look: opponents never have one colour, a large bracket has "Find me", a list to find others and a size, names are whole, standings stand beside each other"""
    names = ["Ada", *NAMES]
    befriend(ada, bob)
    hundred, groups = made(ada, "A hundred", "knockout", names[:100], where=room(ada)), made(ada, "Summer cup", "groups", names[:32])
    call(ada, "tournaments/edit-entrant", {"tournament": hundred, "entrant": "Ada", "name": "Ada", "person": "Ada"})
    page = opened(browser, ada, f"#/tournaments/{groups}/group", width=1920, height=1080)
    page.locator(".match-line").first.wait_for()
    colours = page.locator(".match-line").evaluate_all("all => all.map((one) => [...one.querySelectorAll('.side .swatch')].map((dot) => dot.className))")
    check("opponents have two colours", len(colours) > 40 and all(len(pair) == 2 and pair[0] != pair[1] for pair in colours), [pair for pair in colours if len(set(pair)) < 2][:3])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        cut = page.locator(".match-line .side bdi").evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map((one) => one.textContent)")
        check(f"names are whole at {width}", not cut, cut[:3])
    page.set_viewport_size({"width": 1920, "height": 1080})
    go(page, f"#/tournaments/{groups}/standings")
    tables = page.locator(".tables > *")
    tables.first.wait_for()
    check("two tables stand beside each other", box(tables.nth(0))[1] == box(tables.nth(1))[1])
    page.set_viewport_size({"width": 1280, "height": 800})
    check("and below each other where it is narrower", box(tables.nth(0))[3] < box(tables.nth(1))[1])
    page.set_viewport_size({"width": 390, "height": 844})
    cut = page.locator(".standings tbody th").evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)")
    check("names in standings are whole on a phone", not cut, cut[:3])
    check("what was won is seen beside them", box(tables.nth(0).locator("thead th").nth(3))[2] <= 390, box(tables.nth(0).locator("thead th").nth(3)))
    check("what can be done begins below the name", abs(box(page.get_by_role("button", name="Print"))[0] - box(page.locator("main h1"))[0]) <= 2)
    go(page, f"#/tournaments/{hundred}/bracket")
    page.locator(".match").first.wait_for()
    sides = page.locator(".match").evaluate_all("all => all.map((one) => [...one.querySelectorAll('.entrant:not(.nobody)')].map((side) => side.className.match(/c-\\w+/)?.[0])).filter((pair) => pair.length === 2)")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        cut = page.locator(".match .entrant-name bdi").evaluate_all("all => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)")
        check(f"names in the bracket are whole at {width}", not cut, cut[:3])
    page.set_viewport_size({"width": 390, "height": 844})
    tools = [box(page.get_by_label("Find an entrant")), box(page.get_by_role("button", name="Smaller"))]
    check("what finds and what zooms are one row at most", abs(tools[0][1] - tools[1][1]) < 8 or page.get_by_role("button", name="Find me").count() == 1, tools)
    page.set_viewport_size({"width": 1280, "height": 800})
    check("opponents in the bracket have two colours", sides and all(one != other for one, other in sides), sides[:3])
    page.get_by_role("button", name="Find me").click()
    held = page.evaluate("document.activeElement.getAttribute('aria-label')")
    check("our match has the focus", "Ada" in (held or ""), held)
    page.get_by_label("Find an entrant").select_option(label=names[99])
    held = page.evaluate("document.activeElement.getAttribute('aria-label')")
    check("the match of another one has it", names[99] in (held or ""), held)
    wide = page.locator(".bracket").bounding_box()["width"]
    for _ in range(3):
        page.get_by_role("button", name="Smaller").click()
    until("the bracket is smaller", lambda: page.locator(".bracket").bounding_box()["width"] < wide * 0.6)
    for _ in range(3):
        page.get_by_role("button", name="Larger").click()


def test_look_of_recovery_words(browser, ada, bob, cyd):
    """44.look: recovery words are twelve numbered cells, with Copy and Print"""
    page = opened(browser, cyd, "#/account", width=390, height=844)
    page.get_by_label("Name").fill("Cyd")
    page.get_by_label("E-mail").fill("cyd@example.org")
    page.get_by_label("Password").fill("a long password")
    page.get_by_label("The same again").fill("a long password")
    page.get_by_role("button", name="Create the account").click()
    again = page.get_by_role("button", name="Make new recovery words")
    page.locator(".twelve li, form button:has-text('Make new recovery words')").first.wait_for()
    if again.count():
        page.get_by_label("Your password").fill("a long password")
        again.click()
    cells = page.locator(".twelve li")
    expect(cells).to_have_count(12)
    check("each is one word", all(len(text.split()) == 1 for text in cells.all_inner_texts()), cells.all_inner_texts())
    check("they are numbered", cells.nth(11).evaluate("node => getComputedStyle(node, '::before').content").startswith("counter"), cells.nth(11).evaluate("node => getComputedStyle(node, '::before').content"))
    check("two stand in a row on a phone", box(cells.nth(0))[1] == box(cells.nth(1))[1])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("The words are copied.").wait_for()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    # 44.13: also where the machine cannot send the mail, which the daemon's own words say with a command.
    check("no command of the terminal is named", "`" not in page.locator("body").inner_text(), page.locator("body").inner_text())


#: What is wrong with the screen that is shown: controls that touch what is above them, words and hints that are cut off, a chosen tab out of its row.
wrong_here = """() => {
  const wrong = [];
  const isSeen = (one) => {
    const { width, height } = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    return width > 0 && height > 0 && style.visibility !== 'hidden' && !['absolute', 'fixed'].includes(style.position);
  };
  const saysSomething = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const isControl = (one) => one.matches('.button:not(.plain), .primary, select, textarea, input:not([type=checkbox], [type=radio], [type=range])');
  // Words can stand in a taller box, for a finger.
  const edges = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return (isControl(one) ? one : range).getBoundingClientRect();
  };
  const left = 'svg, canvas, [popover], .month-grid, .open-room, .rooms, .felt-table, details:not([open])';
  const parts = (one) => [one, ...one.querySelectorAll('*')].filter((part) => isSeen(part) && (isControl(part) || saysSomething(part)) && !part.closest(left));
  for (const parent of document.querySelectorAll('main *, dialog *')) {
    if (parent.closest(left)) continue;
    const inside = [...parent.children].filter(isSeen);
    for (const [index, below] of inside.entries()) {
      if (!index) continue;
      const [over, under] = [parts(inside[index - 1]), parts(below)];
      if (!over.length || !under.length || ![...over, ...under].some(isControl)) continue;
      const [a, b] = [inside[index - 1].getBoundingClientRect(), below.getBoundingClientRect()];
      if (b.top < a.bottom - 1 || Math.min(a.right, b.right) - Math.max(a.left, b.left) < 5) continue;
      const gap = Math.min(...under.map((one) => edges(one).top)) - Math.max(...over.map((one) => edges(one).bottom));
      if (gap < 4) wrong.push(`${below.textContent.trim().slice(0, 40) || below.className} touches ${inside[index - 1].textContent.trim().slice(0, 40)}`);
    }
  }
  for (const one of document.querySelectorAll('main *, dialog *')) {
    if (!isSeen(one) || one.closest(left)) continue;
    const style = getComputedStyle(one);
    if (saysSomething(one) && style.overflowX !== 'visible' && style.overflowX !== 'auto' && one.scrollWidth > one.clientWidth + 1) wrong.push(`${one.textContent.trim().slice(0, 40)} is cut off`);
    if (one.matches('input[placeholder]') && !one.value) {
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = style.font;
      const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (pen.measureText(one.placeholder).width > room + 1) wrong.push(`the hint ${one.placeholder} is cut off`);
    }
  }
  for (const tab of document.querySelectorAll('main .tabs :is([aria-selected="true"], [aria-current="page"])')) {
    const [inner, outer] = [tab.getBoundingClientRect(), tab.closest('.tabs').getBoundingClientRect()];
    if (inner.left < outer.left - 1 || inner.right > outer.right + 1) wrong.push(`the tab ${tab.textContent} is chosen and out of its row`);
  }
  return [...new Set(wrong)];
}"""


def test_look_nothing_touches(browser, ada, bob, cyd):
    """44.look: on no screen a control touches what is above it, a word or a hint is cut off, or the chosen tab is out of its row"""
    befriend(ada, bob)
    event = call(ada, "events/add", {"event": {"name": "Picnic", "start": in_hours(50)}})["id"]
    call(ada, "events/add", {"event": {"name": "Last week", "start": in_hours(-200)}})
    call(ada, "to-dos/add", {"to_do": {"text": "Water the tomatoes", "zone": "UTC", "due": "2026-01-01 10:00"}})
    cup = made(ada, "Summer cup", "groups", NAMES[:16])
    page = opened(browser, ada, "#/")
    wrong = []
    for place in [*places, f"#/events/{event}", *(f"#/cards/{name}" for name in ("trades", "market", "lists")), *(f"#/tournaments/{cup}/{tab}" for tab in ("standings", "group", "bracket", "about"))]:
        go(page, place)
        page.locator("main h1, main h2").first.wait_for()
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            still(page)
            # After another width the page scrolls its tabs, within a few frames.
            if page.evaluate(wrong_here):
                page.wait_for_timeout(1_000)
            wrong += [f"{place} at {width}: {one}" for one in page.evaluate(wrong_here)]
    check("wrong", not wrong, f"{len(wrong)}\n       " + "\n       ".join(wrong[:40]))


def test_look_stays_in_place(browser, ada, bob, cyd):
    """44.look: counts stand beside their icons, a menu keeps off the edge, the way to the next month does not move, and rows end together"""
    befriend(ada, bob)
    call(ada, "to-dos/add", {"to_do": {"text": "Water the tomatoes", "zone": "UTC", "due": "2026-01-01 10:00"}})
    event = call(ada, "events/add", {"event": {"name": "Picnic", "start": in_hours(50)}})["id"]
    page = opened(browser, ada, "#/")
    for width, height, name in ((768, 1024, "Events"), (390, 844, "More")):
        page.set_viewport_size({"width": width, "height": height})
        link = page.locator(".rail li > *", has_text=name)
        link.locator(".badge").wait_for()
        icon, count = box(link.locator(".icon")), box(link.locator(".badge"))
        covered = max(0, min(icon[2], count[2]) - max(icon[0], count[0])) * max(0, min(icon[3], count[3]) - max(icon[1], count[1]))
        check(f"the count leaves three quarters of the icon at {width}", covered <= (icon[2] - icon[0]) * (icon[3] - icon[1]) / 4, (icon, count))
    go(page, f"#/events/{event}")
    page.get_by_role("button", name="More for this event", exact=True).click()
    menu = box(page.get_by_role("menu", name="More for this event"))
    check("the menu keeps off both edges", menu[0] >= 7 and menu[2] <= 383, menu)
    page.keyboard.press("Escape")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        found = set()
        for month in ("2026-05", "2026-09"):
            go(page, f"#/events/month/{month}")
            page.get_by_role("heading", name="May" if month == "2026-05" else "September").wait_for()
            found.add(round(box(page.get_by_label("The next month"))[0]))
        check(f"the way to the next month stays where it is at {width}", len(found) == 1, found)
    page.set_viewport_size({"width": 768, "height": 1024})
    go(page, "#/chat")
    room_, title = box(page.get_by_role("link", name="New room")), box(page.locator(".rooms .head").locator("h1, h2"))
    check("what makes a room is in the row of the title", room_[1] < title[3] and title[1] < room_[3] and title[3] - title[1] < 30, (room_, title))
    library = call(ada, "libraries/make", {"name": "Empty"})["id"]
    page.set_viewport_size({"width": 1280, "height": 800})
    go(page, f"#/cards/{library}/stats")
    ways = page.locator(".stats.ways > .panel")
    ways.nth(1).wait_for()
    check("the rules and the odds have one row and end together", box(ways.nth(0))[1] == box(ways.nth(1))[1] and box(ways.nth(0))[3] == box(ways.nth(1))[3], (box(ways.nth(0)), box(ways.nth(1))))
    check("and leave no hole beside them", box(ways.nth(1))[2] == box(page.locator(".stats .wide"))[2])
    for title in ("Moon", "A very long walk through the wood behind the house and back again along the river, in the rain"):
        paper = call(ada, "drawings/begin", {"title": title})["id"]
        call(ada, "drawings/draw", {"paper": paper, "strokes": house(1)})
        call(ada, "drawings/save", {"paper": paper})
    go(page, "#/drawings")
    tiles = page.locator(".drawing-tile > a")
    expect(tiles).to_have_count(2)
    check("tiles of one row end together", box(tiles.nth(0))[3] == box(tiles.nth(1))[3], (box(tiles.nth(0)), box(tiles.nth(1))))
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        select, title = box(page.get_by_role("button", name="Select")), box(page.locator("main h1"))
        check(f"Select is in the row of the title at {width}", select[1] < title[3] and title[1] < select[3], (select, title))


def test_look_in_forced_colours(browser, ada, bob, cyd):
    """44.look: where the system has its own colours, covers keep theirs and the widths of the brush are seen"""
    call(ada, "events/add", {"event": {"name": "Picnic", "start": in_hours(50)}})
    page = opened(browser, ada, "#/events")
    page.locator(".cover").first.wait_for()
    colour = "node => getComputedStyle(node).backgroundColor"
    before = page.locator(".cover").first.evaluate(colour)
    page.emulate_media(forced_colors="active")
    check("a cover keeps its colour", page.locator(".cover").first.evaluate(colour) == before, (before, page.locator(".cover").first.evaluate(colour)))
    go(page, "#/drawings/" + call(ada, "drawings/begin", {"title": "House"})["id"])
    bar = page.locator(".drawing-pen-width span").first
    bar.wait_for()
    check("a width is seen", bar.evaluate(colour) != page.locator(".drawing-pen-width").first.evaluate(colour), bar.evaluate(colour))


#: The sizes of the text that is seen, in px, without the title of the screen and figures that are pictures by themselves.
sizes_of_text = """() => {
  const found = new Map();
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !node.offsetParent || node.closest('h1, svg, .avatar, .ticker, .over, .pot, .verdict, .digits, .ending .big, code')) continue;
    const size = Math.round(parseFloat(getComputedStyle(node).fontSize));
    if (!found.has(size)) found.set(size, node.textContent.trim().slice(0, 30));
  }
  return [...found];
}"""


def slow_look_everywhere(browser, ada, bob, cyd):
    """44.look: on every screen, dialog and menu of a lively home axe finds nothing by day and night, nothing scrolls sideways at 200 %, and there are at most three sizes of text"""
    page, found = fill(browser, ada, bob, cyd)
    wrong = []
    for name, address, press in LOOKS:
        for width, height, scheme in ((1280, 800, "light"), (390, 844, "dark"), (1280, 800, "dark"), (390, 844, "light")):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": height})
            show(page, found, address, press)
            for violation in Axe().run(page, options={"runOnly": {"type": "tag", "values": tags}, "resultTypes": ["violations"]}).response["violations"]:
                for node in violation["nodes"][:2]:
                    wrong.append(f"axe on {name} at {width}, {scheme}: {violation['id']} in {node['target']} {node['any'][0]['message'] if node['any'] else ''}")
            sizes = page.evaluate(sizes_of_text)
            if len(sizes) > 3:
                wrong.append(f"{len(sizes)} sizes of text on {name} at {width}: {sizes}")
            if press:
                leave(page)
        # A window of 1280 by 800 px at 200 % has half as many.
        page.set_viewport_size({"width": 640, "height": 400})
        page.wait_for_timeout(100)
        if overflow(page) > 0:
            wrong.append(f"{name} scrolls sideways at 200 %: {overflow(page)}")
    check("wrong", not wrong, f"{len(wrong)}\n       " + "\n       ".join(wrong[:60]))
