"""How a duel looks: faces of cards with and without a card database, their order, what is seen large, and what no text breaks."""
from axe_playwright_python.sync_playwright import Axe

from api import call, hostile, no_barriers, no_markup, opened
from duels import act, begun, know_cards, lay_out
from people import check, still, until
from test_duel import cards, duel, view

LONG = "A Letter that Came Eleven Years Too Late for Everybody"


def sat_down(browser, ada, bob):
    """A duel with both at the table, whose cards only Ada's home knows: the table, and their pages."""
    know_cards(ada)
    table = begun(ada, bob)
    a, b = opened(browser, ada, "#/war/" + table), opened(browser, bob, "#/war/" + table)
    until("both are at the table", lambda: not view(ada, table).get("paused"))
    return table, a, b


def box(one):
    found = one.bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def named(page, part, name):
    """The cards of a part of the table that have a name and lie face up: which card lies face down is chance, and it may be another one of that name."""
    return page.locator(f'[data-cards="{part}"] [data-card]:is([aria-label="{name}"], [aria-label^="{name}, "]):not([aria-label^="{name}, face down"])')


def test_duel_cards_say_what_they_are(browser, ada, bob, cyd):
    """V-51: a card has name, cost, type and strength from the database, its name alone without one, and is seen large with its text by pointer and Space"""
    table, a, b = sat_down(browser, ada, bob)
    act(ada, table, "find Teapot Golem to table", "find Forest to table", "token Moth")
    golem = named(a, "field", "Teapot Golem")
    until("its strength is there", lambda: golem.locator(".dstrength").all_inner_texts() == ["3/4"])
    check("its type is", golem.locator(".dtype").text_content() == "Artifact Creature — Golem")
    check("its cost is", golem.locator(".dcost .mana").count() == 1)
    until("a forest is green", lambda: named(a, "field", "Forest").locator(".dface.tone-g").count() == 1)
    other = named(b, "far-field", "Teapot Golem")
    other.wait_for()
    check("Bob, who has no database, has its name alone", other.locator(".dface.is-unknown").count() == 1 and other.locator(".dname").text_content().replace("\u00ad", "") == "Teapot Golem" and other.locator(".dtype, .dcost, .dstrength").count() == 0)
    large = a.locator(".dzoom .dcard")
    golem.hover()
    large.wait_for()
    check("its text is there", "It is best while it is hot." in large.inner_text(), large.inner_text())
    left, top, right, bottom = box(a.locator(".dzoom"))
    outer = box(a.locator(".duel"))
    check("all of it is on the table", outer[0] <= left and right <= outer[2] and outer[1] <= top and bottom <= outer[3], (left, top, right, bottom))
    check("it does not cover the card", left >= box(golem)[2] or right <= box(golem)[0])
    a.locator(".dmiddle").hover()
    large.wait_for(state="detached")
    lines = len(duel(ada, table)["log"])
    golem.focus()
    a.keyboard.press("Space")
    large.wait_for()
    check("a reader hears its text", "3/4. {2}, {T}: Draw a card." in a.locator(".dzoom[role=status]").text_content())
    a.keyboard.press("Space")
    large.wait_for(state="detached")
    a.keyboard.press("Space")
    large.wait_for()
    a.keyboard.press("Escape")
    large.wait_for(state="detached")
    check("nothing was done", len(duel(ada, table)["log"]) == lines and a.locator(".is-tapped").count() == 0)
    a.keyboard.press("o")
    a.locator(".dsheet").wait_for()
    check("the card's own window has its text", "It is best while it is hot." in a.locator(".dsheet .dtext").inner_text())


def test_duel_hand_and_table_are_in_order(browser, ada, bob, cyd):
    """V-10, V-18: the hand is sorted by cost, type or name; G lays cards by type, with equal ones on each other, and back"""
    table, a, _ = sat_down(browser, ada, bob)
    wish = ["Forest", "Armchair Elder", "Woollen Scarf", "Teapot Golem", "Candle Thief"]
    act(ada, table, *(f"find {name} to hand" for name in wish))
    names = lambda: cards(a, "hand").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    by = {"cost": ["Forest", "Candle Thief", "Woollen Scarf", "Teapot Golem", "Armchair Elder"], "type": ["Forest", "Candle Thief", "Teapot Golem", "Armchair Elder", "Woollen Scarf"], "name": sorted(wish)}
    until("by cost at first", lambda: names() == by["cost"])
    for order in ("type", "name", "cost"):
        a.get_by_role("button", name="Your hand is sorted by").click()
        until(f"by {order}", lambda order=order: a.get_by_role("button", name=f"Your hand is sorted by {order}").count() == 1)
        if order == "type":
            # Within one type the name decides.
            check("lands first, then creatures", names()[0] == "Forest" and names()[-1] == "Woollen Scarf", names())
        else:
            check(f"the cards are by {order}", names() == by[order], names())
    act(ada, table, "play Forest", "find Forest to table", "find Forest to table", "play Candle Thief", "play Woollen Scarf", "attach Woollen Scarf to Candle Thief", "play Armchair Elder")
    until("all of them lie there", lambda: cards(a, "field").count() == 6)
    still(a)
    thief, elder, forests = named(a, "field", "Candle Thief"), named(a, "field", "Armchair Elder"), named(a, "field", "Forest")
    check("as they lie, all are in one row", abs(box(thief)[1] - box(forests.first)[1]) < 2)
    a.keyboard.press("G")
    until("lands stand behind creatures", lambda: box(forests.first)[1] > box(elder)[1] + 5)
    check("creatures in one row", abs(box(thief)[1] - box(elder)[1]) < 2)
    one, two = box(forests.first), box(forests.nth(1))
    check("equal lands lie on each other", 0 < two[0] - one[0] < (one[2] - one[0]) / 2, (one, two))
    scarf = box(named(a, "field", "Woollen Scarf"))
    check("what is attached is seen behind its card", scarf[1] < box(thief)[1] and scarf[3] > box(thief)[1], (scarf, box(thief)))
    a.reload()
    a.locator('[data-cards="field"] [data-card]').first.wait_for()
    check("a reload keeps it", a.get_by_role("button", name="Cards by type").get_attribute("aria-pressed") == "true")
    a.get_by_role("button", name="Cards by type").click()
    until("they lie as before", lambda: abs(box(thief)[1] - box(forests.first)[1]) < 2)


#: The parts of cards that stand out of them, or that are wider than they are let be. A card that is tapped is turned.
OUT = """() => [...document.querySelectorAll('.duel .dcard:not(.is-tapped)')].flatMap((card) => {
  const outer = card.getBoundingClientRect();
  return [...card.querySelectorAll('.dname, .dart, .dtype, .dstrength, .dsigns')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.left < outer.left - 2 || box.right > outer.right + 2 || box.top < outer.top - 2 || box.bottom > outer.bottom + 2);
  }).map((one) => `${card.getAttribute('aria-label')}: ${one.className}`);
})"""


#: The names on cards that break inside a word without a hyphen.
BROKEN = """() => [...document.querySelectorAll('.duel .dname')].filter((name) => name.clientHeight > 0).flatMap((name) => {
  const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const tops = [...node.data].map((_, at) => {
      const letter = document.createRange();
      letter.setStart(node, at);
      letter.setEnd(node, at + 1);
      // A letter behind a hyphen has an empty box at the end of the line before, too.
      return [...letter.getClientRects()].at(-1)?.top;
    });
    tops.forEach((top, at) => at && /\\p{L}{2}/u.test(node.data.slice(at - 1, at + 1)) && Math.abs(top - tops[at - 1]) > 2 && found.push(node.data));
  }
  return found;
})"""


def test_duel_names_break_between_words(browser, ada, bob, cyd):
    """V-51: the names on cards break between their words, and inside a word at a hyphen, in four sizes"""
    table, a, _ = sat_down(browser, ada, bob)
    for name in ("Woollen Scarf", "Candle Thief", "Mountain Path", "Armchair Elder", "Grey Squirrel", "Teapot Golem", "Rain on the Roof"):
        act(ada, table, f"find {name} to table")
    act(ada, table, "token 5 Squirrel")
    until("all of it is here", lambda: cards(a, "field").count() == 12)
    for width, height in ((1280, 800), (768, 1024), (390, 844), (320, 640)):
        a.set_viewport_size({"width": width, "height": height})
        still(a)
        until(f"no word is torn at {width}", lambda: a.evaluate(BROKEN) == [])
    a.set_viewport_size({"width": 390, "height": 844})
    until("a long word has a hyphen", lambda: named(a, "field", "Woollen Scarf").locator(".dname").evaluate("name => name.textContent") == "Wool\u00adlen Scarf")


def test_duel_faces_hold_what_is_on_them(browser, ada, bob, cyd):
    """V-22, V-24: very long and right-to-left names, all counters that a card can have and a note of 200 letters stay on their card at every size; the players' counters stay in their row"""
    table, a, _ = sat_down(browser, ada, bob)
    for name in hostile[3:]:
        act(bob, table, "token 1 " + name)
    act(bob, table, f"find {LONG} to table", "life 99999", "token 1 Moth", "power 12345/12345 on Moth", "note " + "every door of the house is open tonight " * 5 + "on Moth")
    for number in range(14):
        act(bob, table, f"counter +{number + 1} kind-of-counter-{number} on Moth")
    for number in range(6):
        act(bob, table, f"counter +{number + 10} of-a-long-name-{number}")
    until("all of it is here", lambda: a.locator(".dcounter").count() >= 4)
    for width, height in ((320, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080)):
        a.set_viewport_size({"width": width, "height": height})
        still(a)
        check(f"nothing stands out of a card at {width}", a.evaluate(OUT) == [], a.evaluate(OUT)[:3])
        until(f"nothing scrolls sideways at {width}", lambda: a.locator("html").evaluate("node => node.scrollWidth <= node.ownerDocument.defaultView.innerWidth"))
        outer = box(a.locator(".duel"))
        for part in a.locator(".dstrip > *, .dmiddle > *, .ddo > *").locator("visible=true").all():
            left, _, right, _ = box(part)
            check(f"the rows are as wide as the table at {width}", left >= outer[0] and right <= outer[2], (part.get_attribute("class"), left, right, outer))
    no_markup(a, "the duel")
    check("a line of the log runs from left to right, whatever name it begins with", a.locator(".dlog-lines .what > bdi").first.get_attribute("dir") == "ltr")


def test_duel_log_and_talk(browser, ada, bob, cyd):
    """V-44: log and talk are tabs beside the table, by mouse and keys; the one that is not shown counts what is new in it, and the choice is kept"""
    table, a, b = sat_down(browser, ada, bob)
    tab = lambda name: a.get_by_role("tab", name=name)
    chosen = lambda name: until(f"{name} is chosen", lambda: tab(name).get_attribute("aria-selected") == "true")
    lines, box = a.locator(".dlog-lines"), a.locator(".dbeside textarea")
    chosen("Log")
    # What is said before the page has read the talk is not new to it.
    a.locator(".dbeside .bubbles").wait_for(state="attached")
    check("the talk is not seen", lines.is_visible() and not box.is_visible())
    call(bob, "chat/post", {"room": table, "text": "Is that lamp yours?"})
    until("it is counted", lambda: tab("Talk").locator(".badge").all_inner_texts() == ["1"])
    check("a screen reader hears it", a.locator(".dbeside > [role=status]").inner_text() == "Bob: Is that lamp yours?")
    tab("Log").focus()
    a.keyboard.press("ArrowRight")
    a.keyboard.press("Enter")
    chosen("Talk")
    a.get_by_text("Is that lamp yours?").first.wait_for()
    check("the log is not seen", box.is_visible() and not lines.is_visible() and tab("Talk").locator(".badge").count() == 0)
    act(bob, table, "life 19")
    until("a line is counted", lambda: tab("Log").locator(".badge").all_inner_texts() == ["1"])
    check("and heard", "changes life" in a.locator(".dbeside > [role=status]").inner_text())
    no_barriers(a, "the talk beside the table", Axe())
    reloaded = lambda: (a.reload(), a.locator(".dbeside").wait_for())
    reloaded()
    chosen("Talk")
    a.locator("main").focus()
    a.keyboard.press("L")
    chosen("Log")
    check("the keys are in the log", a.evaluate("document.activeElement.matches('.dlog-lines')"))
    a.keyboard.press("/")
    a.keyboard.type("Yes")
    chosen("Talk")
    check("what is typed at once is in the box", box.input_value() == "Yes", box.input_value())
    a.keyboard.press("Enter")
    b.get_by_role("tab", name="Talk").click()
    b.get_by_label("Messages").get_by_text("Yes").wait_for()
    heights = []
    for name in ("Log", "Talk"):
        tab(name).click()
        chosen(name)
        heights.append(a.locator(".dbeside").bounding_box()["height"])
    check("both are as high", heights[0] == heights[1], heights)
    act(bob, table, *(f"life {number}" for number in range(30)))
    tab("Log").click()
    reloaded()
    until("the newest line is seen", lambda: lines.evaluate("node => node.scrollHeight > node.clientHeight && node.scrollHeight - node.clientHeight - node.scrollTop < 24"))


def test_duel_hand_stays_in_sight(browser, ada, bob, cyd):
    """V-49, V-51: in a window lower than the table the hand stays above the rail, a card of it is dragged to the table, and at the end it lies below the strip"""
    table, a, _ = sat_down(browser, ada, bob)
    lay_out(ada, bob, table)
    for width, height in ((320, 568), (320, 640), (390, 664)):
        a.set_viewport_size({"width": width, "height": height})
        a.evaluate("scrollTo(0, 0)")
        still(a)
        hand, rail = a.locator(".of-hand"), a.locator(".rail")
        check(f"the table is higher than {height}", box(a.locator(".duel"))[3] > height)
        for one in cards(a, "hand").all():
            left, top, right, bottom = box(one)
            check(f"a card of the hand is seen at {width} x {height}", 0 <= left and right <= width and 0 < top and bottom <= box(rail)[1] + 1, (left, top, right, bottom, box(rail)))
            check("and can be hit", one.evaluate("""card => {
              const box = card.getBoundingClientRect();
              return card.contains(document.elementFromPoint(box.x + 8, box.y + box.height / 2));
            }"""))
        before = cards(a, "hand").count()
        from_, to = box(cards(a, "hand").last), box(a.locator('[data-cards="field"]'))
        a.mouse.move(from_[0] + 20, from_[1] + 30)
        a.mouse.down()
        a.mouse.move(width / 2, to[1] + 40, steps=6)
        a.mouse.up()
        until("a card of the hand lies on the table", lambda: cards(a, "hand").count() == before - 1)
        a.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        still(a)
        check("at the end it lies where it belongs", box(hand)[1] >= box(a.locator(".dstrip.near"))[3] - 1, (box(hand), box(a.locator(".dstrip.near"))))


def test_duel_phases_are_wide_enough(browser, ada, bob, cyd):
    """V-33: each phase is at least 24 pixels wide and high, at every width of the window"""
    _, a, _ = sat_down(browser, ada, bob)
    for width, height in ((320, 640), (390, 844), (736, 1024), (768, 1024), (960, 800), (1280, 800), (1920, 1080)):
        a.set_viewport_size({"width": width, "height": height})
        still(a)
        sizes = [one.bounding_box() for one in a.locator(".dphase").all()]
        check(f"phases can be hit at {width}", len(sizes) > 7 and all(one["width"] >= 24 and one["height"] >= 24 for one in sizes), sizes[:2])
        check(f"nothing lies over them at {width}", a.locator(".dphase").evaluate_all("""all => all.every((one) => {
          one.scrollIntoView({ block: 'center' });
          const box = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        })"""))


def test_duel_whole_table(browser, ada, bob, cyd):
    """V-50, 44.look: a whole table has nothing that axe finds by day and night, and with forced colours borders say what is tapped, marked and now"""
    table, a, _ = sat_down(browser, ada, bob)
    lay_out(ada, bob, table)
    until("arrows are seen", lambda: a.locator(".darrows path").count() == 2)
    no_barriers(a, "the whole table", Axe())
    still(a)
    boxes = {one.get_attribute("data-card"): box(one) for one in a.locator('[data-cards="field"] > .dcell > .dcard, [data-cards="far-field"] > .dcell > .dcard').all()}
    check("about thirty cards lie there", len(boxes) >= 24, len(boxes))
    for part in ("field", "far-field"):
        outer = box(a.locator(f'[data-cards="{part}"]'))
        for one in a.locator(f'[data-cards="{part}"] .dcard:not(.is-tapped)').all():
            left, top, right, bottom = box(one)
            check("a card lies in its part of the table", left >= outer[0] - 1 and right <= outer[2] + 1 and top >= outer[1] - 8 and bottom <= outer[3] + 1, (one.get_attribute("aria-label"), (left, top, right, bottom), outer))
    a.emulate_media(forced_colors="active")
    style = lambda one, name: one.evaluate(f"node => getComputedStyle(node)['{name}']")
    tapped, plain = a.locator(".is-tapped > .dface").first, a.locator('[data-cards="field"] .dcard:not(.is-tapped) > .dface').first
    check("a card has a border", style(plain, "borderTopStyle") == "solid")
    check("a tapped one has another", style(tapped, "borderTopStyle") == "dashed")
    now, later = a.locator('.dphase[aria-current="step"]'), a.locator(".dphase:not([aria-current])").first
    bar = lambda one: one.evaluate("node => getComputedStyle(node, '::before').backgroundColor")
    check("the phase of now is filled", bar(now) != bar(later), (bar(now), bar(later)))
    cards(a, "hand").first.focus()
    a.keyboard.press("x")
    a.locator(".is-marked").wait_for()
    check("a marked card has an outline and a tick", style(a.locator(".is-marked"), "outlineStyle") == "solid" and a.locator(".is-marked .dcheck").count() == 1)
