"""The page's speed, in a real browser (brief section 5), with an empty page as the floor of the same run: scripts/page [PARLOR] --speed

Prints a line for each figure with what is required of it. It ends with 1 when a figure that does not depend on the load of the machine is missed.
"""
import http.server
import statistics
import sys
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

from people import Browser, Person, go, still, until
from test_war import begin, ready

WATCH = """() => {
  window.seen = { shift: 0, tap: [] };
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value; }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (one.interactionId) seen.tap.push(one.duration); }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}"""
# The time of a key or a click, by the clock of the machine, and the time at which words appeared: a person's wait, without a test's own time.
DONE = "() => { for (const kind of ['keydown', 'click']) addEventListener(kind, () => { window.doneAt = Date.now(); }, true); }"
APPEARED = """(words) => {
  const look = () => { if (!document.body.textContent.includes(words)) return false; window.appearedAt = Date.now(); return true; };
  const watch = new MutationObserver(() => { if (look()) watch.disconnect(); });
  window.appearedAt = 0;
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
# The time at which a person can begin: our own name stands there, the daemon is connected, and the screen has its heading.
USABLE = """() => {
  const look = () => { if (document.querySelector('main h1') && document.querySelector('.link.live')) window.usableAt ??= performance.now(); };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
}"""
#: A processor that is so many times slower than this one.
SLOWER = 4
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


class Heading(http.server.BaseHTTPRequestHandler):
    """A page with one heading: the floor."""

    def log_message(self, *words):
        pass

    def do_GET(self):
        body = b"<!doctype html><title>floor</title><h1>floor</h1>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def visits(context, address, times=5, cached=True):
    """First paint, bytes, layout shift and when the screen stood, of some visits: their medians."""
    paints, sizes, shifts, drawn = [], [], [], []
    for _ in range(times):
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": not cached})
        bytes_seen = []
        network.on("Network.loadingFinished", lambda event: bytes_seen.append(event["encodedDataLength"]))
        page.goto(address)
        page.locator("h1").first.wait_for()
        drawn.append(page.evaluate("performance.now()"))
        page.wait_for_timeout(500)
        page.evaluate(WATCH)
        page.wait_for_timeout(100)
        paints.append(page.evaluate(PAINT))
        shifts.append(page.evaluate("seen.shift"))
        sizes.append(sum(bytes_seen))
        page.close()
    return tuple(statistics.median(values) for values in (paints, sizes, shifts, drawn))


def usable(browser, context, address, times=5):
    """When the page is usable with a slower processor: at a first visit, at a later one, and how much a first one asks for. Medians."""
    firsts, laters, asked, read = [], [], [], []
    for _ in range(times):
        # A browser that has the key and nothing of the page.
        fresh = browser.program.new_context(storage_state=context.storage_state(), viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        fresh.add_init_script(f"({USABLE})()")
        for values in (firsts, None, laters):
            page = fresh.new_page()
            requests = []
            page.on("request", lambda one: requests.append(one))
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(address)
            page.locator(".link.live").first.wait_for(state="attached")
            page.locator("main h1").first.wait_for(state="attached")
            page.wait_for_timeout(700)
            if values is not None:
                values.append(page.evaluate("usableAt"))
            if values is firsts:
                asked.append(len([one for one in requests if "/v1/" not in one.url]))
                read.append(len(requests) - asked[-1])
            page.close()
        fresh.close()
    return tuple(statistics.median(values) for values in (firsts, laters, asked, read))


def measure(program):
    missed = []

    def figure(what, value, unit, required, binding=False):
        print(f"{what:58} {value:9.1f} {unit:4} required {required:g}", flush=True)
        if binding and value > required:
            missed.append(what)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Heading)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="page-") as place, sync_playwright() as playwright:
        ada, bob = people = [Person(program, place, name, colour) for name, colour in (("Ada", "blue"), ("Bob", "orange"))]
        try:
            bob.know(ada)
            browser = Browser(playwright, place)
            a, b = browser.page(ada), browser.page(bob)
            floor, _, _, floor_drawn = visits(a.context, f"http://127.0.0.1:{server.server_port}/")
            print(f"{'floor: first paint of a page with one heading':58} {floor:9.1f} ms")
            home = a.url.split("#")[0] + "#/"
            paint, size, shift, drawn = visits(a.context, home, cached=False)
            figure("bytes of a first visit", size / 1000, "kB", 300, binding=True)
            figure("first paint of a first visit, over the floor", paint / floor, "x", 4)
            print(f"{'the screen stood after':58} {drawn:9.1f} ms, the floor after {floor_drawn:.1f} ms")
            paint, size, shift, drawn = visits(a.context, home)
            figure("bytes of a later visit", size / 1000, "kB", 20)
            figure("first paint of a later visit, over the floor", paint / floor, "x", 4)
            print(f"{'the screen stood after':58} {drawn:9.1f} ms")
            figure("layout shift", shift, "", 0.1, binding=True)
            first, later, asked, read = usable(browser, a.context, home)
            figure("files of a first visit", asked, "", 8, binding=True)
            figure("reads of a first visit", read, "", 12, binding=True)
            figure("usable with a processor 4 times slower, first visit", first, "ms", 1200)
            figure("usable with a processor 4 times slower, later visit", later, "ms", 800)
            cards(a, figure)
            drawings(a, figure)
            go(a, "#/")
            begin(a, b, "Speed")
            taps(a, b, figure)
            messages(a, figure)
            duel(ada, bob, a, b, figure)
            pictures(ada, bob, a, b, figure)
        finally:
            for person in people:
                person.kill()
    if missed:
        sys.exit(f"The page is slower than required: {', '.join(missed)}.")


def appeared(page):
    """Returns the time at which the words appeared for which a page waits. Its policy forbids what `wait_for_function` does."""
    while not (at := page.evaluate("window.appearedAt")):
        time.sleep(0.005)
    return at


def taps(a, b, figure):
    """From a tap to its paint, and to the picture on the other page."""
    a.evaluate(WATCH)
    a.evaluate(DONE)
    across = []
    for _ in range(25):
        ready(a), ready(b)
        a.locator("main").focus()
        b.evaluate(APPEARED, "has played. Your card?")
        a.keyboard.press(" ")
        across.append(appeared(b) - a.evaluate("window.doneAt"))
        b.locator("main").focus()
        b.keyboard.press("Enter")
    a.wait_for_timeout(300)
    inks = sorted(a.evaluate("seen.tap")) or [16]
    figure("tap to paint, median (16 ms are the smallest that is told)", statistics.median(inks), "ms", 100)
    figure("tap to paint, worst", inks[-1], "ms", 200)
    figure("tap here to words there, median", statistics.median(across), "ms", 100)


def messages(page, figure):
    """A room with ten thousand messages, as the daemon would answer."""
    from test_chat import page_of_messages
    import json
    page.route("**/v1/chat/list", lambda route: route.fulfill(json=page_of_messages(json.loads(route.request.post_data))))
    go(page, "#/chat")
    page.evaluate(DONE)
    page.evaluate(APPEARED, "line 9999")
    page.locator(".rooms a", has_text="Personal").click()
    figure("10,000 messages: open the room", appeared(page) - page.evaluate("window.doneAt"), "ms", 100)


#: Waits for two frames after a doing: then the first of them was painted. `done` has the time of the doing.
PAINTED = """() => {
  window.painted = [];
  for (const kind of ['keydown', 'click']) addEventListener(kind, (event) => {
    const at = event.timeStamp;
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => window.painted.push(performance.now() - at); port2.postMessage(0); });
  }, true);
}"""


def card_box(page, count=2000):
    """Has the daemon answer with a Card Box of two thousand different cards; returns its lines."""
    lines = [{"id": f"c{number}", "name": f"{WORDS[number % 20]} {WORDS[number // 20 % 20]} {number}", "count": number % 4 + 1, "zone": "DECK_ZONE_MAIN", "set": "tst"} for number in range(count)]
    known = [{"name": line["name"], "cost": ("{R}", "{1}{U}", "{2}{G}{G}", "{W/U}")[number % 4], "type": ("Instant", "Creature — Cat", "Artifact", "Land")[number % 4], "value": number % 7} for number, line in enumerate(lines)]
    names = {one["name"]: one for one in known}
    page.route("**/v1/libraries/list", lambda route: route.fulfill(json={"libraries": [{"name": "Card Box", "card_box": True, "count": count}]}))
    page.route("**/v1/libraries/show", lambda route: route.fulfill(json={"name": "Card Box", "card_box": True, "count": count, "cards": lines}))
    page.route("**/v1/cards/search", lambda route: route.fulfill(json={"cards": [names[name] for name in route.request.post_data_json["text"].split("\n") if name in names]}))
    return lines


def cards(page, figure):
    """A Card Box of two thousand cards: returning to it, and typing into its search."""
    lines = card_box(page)
    # The modules and what is known of the cards are here; a person returns to them.
    go(page, "#/cards")
    page.locator(".card-tile .kind").first.wait_for()
    page.wait_for_timeout(1000)
    # The last card of the first screen: those below it come when one scrolls.
    tiles = [tile.split("\n") for tile in page.locator(".card-tile").all_inner_texts()]
    last = next(line["name"] for tile in reversed(tiles) for line in lines if line["name"] in tile)
    page.evaluate(DONE)
    opened = []
    for _ in range(5):
        go(page, "#/peers")
        page.wait_for_timeout(200)
        page.evaluate(APPEARED, last)
        page.locator(".rail a[href='#/cards']").click()
        opened.append(appeared(page) - page.evaluate("doneAt"))
    figure("2,000 cards: opened, median", statistics.median(opened), "ms", 150)
    page.evaluate(PAINTED)
    page.locator(".card-tools input[type=search]").focus()
    for letter in "ember 1" + "\b" * 7 + "gold" + "\b" * 4:
        page.keyboard.press("Backspace" if letter == "\b" else letter if letter != " " else "Space")
        page.wait_for_timeout(60)
    inks = sorted(page.evaluate("painted"))
    figure("2,000 cards: a key in the search, median", statistics.median(inks), "ms", 50)
    figure("2,000 cards: a key in the search, worst", inks[-1], "ms", 50)
    page.unroute_all()


#: Words of which names are made.
WORDS = ["Ember", "Ghost", "Cat", "Lamp", "Squirrel", "Teapot", "Path", "Chair", "Uncle", "Letter", "Gold", "Wall", "Rain", "Garden", "Candle", "Clock", "Storm", "Mirror", "Tower", "Feather"]


def gallery_of(page, count=1000):
    """Has the daemon answer with a gallery of a thousand drawings."""
    lines = [{"id": f"d{number}", "title": f"Drawing {number}", "author_name": "Bob", "made": str(1_700_000_000_000 + number), "look": f"look{number}"} for number in range(count)]
    strokes = [{"ink": {"x": [1000, *[90] * 60], "y": [1000, *[(turn % 7 - 3) * 60 for turn in range(60)]], "width": 800, "colour": 0x2256C7}} for _ in range(12)]

    def listed(route):
        wanted = route.request.post_data_json
        start = int(wanted["before"]) if wanted.get("before") else 0
        end = start + wanted.get("limit", count)
        route.fulfill(json={"drawings": lines[start:end], **({"before": str(end)} if end < count else {})})

    page.route("**/v1/drawings/list", listed)
    page.route("**/v1/drawings/strokes", lambda route: route.fulfill(json={"strokes": strokes}))


def drawings(page, figure):
    """A gallery of a thousand drawings, opened."""
    asked = []
    gallery_of(page)
    note = lambda request: asked.append(request)  # noqa: E731
    page.on("request", note)
    page.evaluate(APPEARED, "Drawing 8By")
    page.locator(".rail a[href='#/drawings']").click()
    figure("1,000 drawings: opened", appeared(page) - page.evaluate("doneAt"), "ms", 100)
    page.wait_for_timeout(1500)
    figure("1,000 drawings: requests until the thumbnails are there", len(asked), "", 24, binding=True)
    page.remove_listener("request", note)
    page.unroute_all()


#: Waits until so many cards lie on the table, and until the frame that shows them is painted.
LAID = """(count) => {
  window.laidAt = 0;
  const look = () => {
    if (document.querySelectorAll('.dfield [data-card]').length < count) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.laidAt = Date.now(); };
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
}"""
#: The time at which another number of cards is tapped.
TAPPED = """() => {
  const count = () => document.querySelectorAll('.is-tapped').length;
  const before = count();
  window.appearedAt = 0;
  const watch = new MutationObserver(() => { if (count() !== before) { window.appearedAt = Date.now(); watch.disconnect(); } });
  watch.observe(document.querySelector('.duel'), { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}"""
#: The frames of a time in which nothing else is measured, and the tasks that took more than 50 ms.
FRAMES = """() => {
  window.frames_ = [];
  window.tasks_ = [];
  window.longTasks = new PerformanceObserver((list) => { for (const one of list.getEntries()) tasks_.push(one.duration); });
  longTasks.observe({ type: 'longtask' });
  window.isMeasuring = true;
  const look = (at) => { frames_.push(at); if (isMeasuring) requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""


def duel(ada, bob, a, b, figure):
    """A table with 150 cards: opened, a tap, a tap seen at the other side, a card that is dragged with a slower processor."""
    from api import call
    from duels import act, begun, know_cards
    from test_duel import cards
    know_cards(ada), know_cards(bob)
    table = begun(ada, bob)
    go(b, "#/war/" + table)
    go(a, "#/war/" + table)
    until("both are at the table", lambda: not call(ada, "tables/show", {"table": table}).get("paused"))
    for person in (ada, bob):
        act(person, table, *(f"token 5 {word} Moth" for word in WORDS[:15]))
    until("all cards are here", lambda: a.locator(".dfield [data-card]").count() == 150 and b.locator(".dfield [data-card]").count() == 150)
    opened = []
    for _ in range(5):
        go(a, "#/")
        still(a)
        a.evaluate(LAID, 150)
        begin = a.evaluate("(place) => { const at = Date.now(); location.hash = place; return at; }", "#/war/" + table)
        until("it is laid", lambda: a.evaluate("window.laidAt"))
        opened.append(a.evaluate("window.laidAt") - begin)
    figure("a duel with 150 cards: opened, median", statistics.median(opened), "ms", 300)
    a.evaluate(DONE)
    a.evaluate(PAINTED)
    across = []
    for number in range(20):
        b.evaluate(TAPPED)
        # A click on what moves would wait until it lies still.
        cards(a, "field").nth(number).dispatch_event("click")
        across.append(appeared(b) - a.evaluate("window.doneAt"))
    inks = sorted(a.evaluate("painted"))
    figure("a duel with 150 cards: tap to paint, median", statistics.median(inks), "ms", 50)
    figure("a duel with 150 cards: tap to paint, worst", inks[-1], "ms", 100)
    figure("a duel with 150 cards: a tap here seen there, median", statistics.median(across), "ms", 100)
    figure("a duel with 150 cards: a tap here seen there, worst", max(across), "ms", 200)
    waits, _ = dragged(a)
    figure("a duel with 150 cards: a frame of a drag, 4 times slower, median", statistics.median(waits), "ms", 17)
    figure("a duel with 150 cards: a frame of a drag, 4 times slower, 95 %", waits[len(waits) * 95 // 100], "ms", 34)


def dragged(page, begin=lambda: None):
    """The frames of a card that is dragged with a slower processor, and the long tasks meanwhile, both sorted."""
    from test_duel import cards
    slower = page.context.new_cdp_session(page)
    slower.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    card, place = cards(page, "field").last.bounding_box(), page.locator('[data-cards="field"]').bounding_box()
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.mouse.down()
    page.mouse.move(place["x"] + 20, place["y"] + 20, steps=4)
    begin()
    page.evaluate(FRAMES)
    for step in range(120):
        page.mouse.move(place["x"] + 20 + step % 60 * (place["width"] - 40) / 60, place["y"] + 20 + step % 40)
    frames, tasks = page.evaluate("() => { isMeasuring = false; longTasks.disconnect(); return [frames_, tasks_]; }")
    page.keyboard.press("Escape")
    page.mouse.up()
    slower.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return sorted(later - before for before, later in zip(frames, frames[1:])), sorted(tasks)


def pictures(ada, bob, a, b, figure):
    """A table on which sixty new pictures come while a card is dragged."""
    import random
    from PIL import Image
    from api import call
    from duels import act, begun
    chance = random.Random(60)
    names = [f"{word} {kind}" for kind in ("Moth", "Wren", "Fox") for word in WORDS]
    folder = ada.home / "sixty"
    folder.mkdir()
    for name in names:
        Image.frombytes("RGB", (74, 104), chance.randbytes(74 * 104 * 3)).resize((744, 1040)).save(folder / f"{name}.jpg")
    table = begun(ada, bob)
    go(b, "#/war/" + table)
    go(a, "#/war/" + table)
    until("both are at the table", lambda: not call(ada, "tables/show", {"table": table}).get("paused"))
    for person, part in ((ada, names[:30]), (bob, names[30:])):
        act(person, table, *(f"token 1 {name}" for name in part))
    until("all cards are here", lambda: a.locator(".dfield [data-card]").count() == 60)

    def begin():
        call(ada, "node/set", {"key": "card-picture-folder", "value": str(folder)})
        until("the pictures are wanted", lambda: a.locator(".dfield .card-photo").count() >= 60)

    waits, tasks = dragged(a, begin)
    figure("60 new pictures: a frame of a drag meanwhile, 4 times slower, median", statistics.median(waits), "ms", 17)
    figure("60 new pictures: a frame of a drag meanwhile, 4 times slower, 95 %", waits[len(waits) * 95 // 100], "ms", 50)
    figure("60 new pictures: the longest task meanwhile, 4 times slower", (tasks or [0])[-1], "ms", 100)
    until("all of them are seen", lambda: a.locator(".dfield .card-photo.is-here").count() >= 60)
