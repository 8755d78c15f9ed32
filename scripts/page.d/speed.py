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

from people import Browser, Person, go
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
            begin(a, b, "Speed")
            taps(a, b, figure)
            messages(a, figure)
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
