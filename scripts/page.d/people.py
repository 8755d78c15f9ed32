"""People with daemons of their own on loopback, and the pages that they look at."""
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import time

from playwright.sync_api import Error

# Waiting is for conditions; a machine may be so busy that a page takes half a minute to open.
patience = 60

#: Chromium without windows. It does the same tests with half the work.
CHROMIUM = "chromium-headless-shell"

#: The words of a browser about a daemon that is away, and about an answer 401.
away = [r"Failed to load resource", r"ERR_CONNECTION", r"ERR_INCOMPLETE", r"EventSource", r"net::ERR"]


class Failure(Exception):
    """Something is otherwise than it must be."""


def check(what, holds, found=""):
    if not holds:
        raise Failure(f"{what}: {found}" if found != "" else what)


def until(what, look, seconds=patience):
    """Looks again and again until there is something."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        check(f"not within {seconds} s: {what}", time.monotonic() < end)
        time.sleep(0.02)


#: The ports of the daemons: neither the usual one of a home, nor one that the system gives by itself.
ports = [10_000, 15_000]


def take_ports(lane):
    """Takes the ports of a lane, so that no daemon of another lane has one while its own is down."""
    ports[:] = [10_000 + 5_000 * lane, 15_000 + 5_000 * lane]


def free_port():
    """A port that is free."""
    while True:
        port = random.randrange(*ports)
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port


class Person:
    """A home and its daemon."""

    def __init__(self, program, place, name, colour):
        self.program, self.name, self.home = program, name, pathlib.Path(place) / name
        self.environment = {**os.environ, "PARLOR_HOME": str(self.home), "HOME": str(place), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.daemon, self.port = None, None
        self.start()
        self.parlor("settings", "set", "name", name)
        self.parlor("settings", "set", "colour", colour)

    def start(self, *words):
        """Starts the daemon, with further words of its command. It keeps its port, which no daemon of other tests takes while it is down."""
        port = str(self.port or free_port())
        self.daemon = subprocess.Popen(
            [self.program, "daemon", "--address", "127.0.0.1", "--no-discovery", "--json", "--port", port, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self.environment)
        said = json.loads(self.daemon.stdout.readline())
        check(f"the daemon of {self.name} starts", "port" in said, said)
        self.port = said["port"]

    def kill(self):
        """Ends the daemon as a power cut would."""
        self.daemon.kill()
        self.daemon.wait()
        self.daemon.stdout.close()

    def parlor(self, *words):
        done = subprocess.run([self.program, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60, env=self.environment)
        check(f"{self.name}: parlor {' '.join(map(str, words))}", done.returncode == 0, done.stdout + done.stderr)
        return done.stdout

    def ask(self, *words):
        return json.loads(self.parlor(*words, "--json"))

    def link(self):
        """A one-time link to this person's page."""
        return self.parlor("page", "--print").split()[0]

    def know(self, other):
        """Links with another person's node, which is not found by itself here."""
        self.parlor("peer", "add", f"127.0.0.1:{other.port}")
        until(f"{self.name} and {other.name} are linked", lambda: f'"{other.name}"' in self.parlor("peer", "list", "--json") and any(
            peer.get("name") == other.name and peer.get("online") for peer in self.ask("peer", "list")["peers"]))


#: Counts what the page fetches and has not read yet.
COUNTS_READS = """{
  const real = window.fetch;
  window.readsUnderWay = 0;
  window.fetch = async (...words) => {
    window.readsUnderWay += 1;
    try {
      const response = await real(...words);
      await response.clone().arrayBuffer();
      return response;
    } finally {
      window.readsUnderWay -= 1;
    }
  };
}"""


def chromium(browser_type, *arguments, **more):
    """Starts Chromium, with further arguments and options."""
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return browser_type.launch(executable_path=shutil.which(CHROMIUM), args=[*arguments, *root], **more)


class Browser:
    """A browser, with one context for each person's page. What goes to the console is kept: a test fails on it."""

    def __init__(self, playwright, pictures, firefox=False):
        self.playwright, self.is_firefox, self.pictures = playwright, firefox, pathlib.Path(pictures)
        self.pages, self.errors = [], []
        # Errors that a test causes by itself, as by a daemon that is killed.
        self.expected = []
        self.launch()

    def launch(self):
        """Starts the program; its windows are gone if it ran before."""
        # Whether the program has crashed or hangs, which is no fault of the page that it shows.
        self.is_broken = False
        self.pages = []
        if self.is_firefox:
            # The channel says that this is a Firefox as Mozilla makes it, which speaks WebDriver BiDi.
            self.program = self.playwright.firefox.launch(executable_path=shutil.which("firefox-esr"), channel="moz-firefox")
        else:
            self.program = chromium(self.playwright.chromium)

    def page(self, person, width=1280, height=800, dark=False, link=None):
        """Opens the page of a person in a browser of its own."""
        context = self.program.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        page.add_init_script(COUNTS_READS)
        page.set_default_timeout(patience * 1000)
        page.on("console", lambda message: self.hear(person, message))
        page.on("crash", lambda _: setattr(self, "is_broken", True))
        page.on("pageerror", lambda error: self.note(person, "error", f"{error} {getattr(error, 'stack', '')}"))
        self.pages.append(page)
        page.goto(link or person.link())
        # Until the scripts are here there is a wall that is no place to go from.
        page.locator("nav.rail, .door").first.wait_for()
        return page

    def hear(self, person, message):
        """Notes a message of the console, unless the page asked for what was deleted a moment before, in this test or at its end: its screen says so."""
        is_gone = "status of 404" in message.text and "/v1/" in message.location.get("url", "")
        if message.type in ("error", "warning") and not is_gone:
            self.note(person, f"console {message.type}", message.text)

    def note(self, person, kind, text):
        if not any(re.search(pattern, text) for pattern in self.expected):
            self.errors.append(f"{person.name}'s page, {kind}: {text}")

    def finish(self, name, failed):
        """Ends a test: keeps pictures of what failed and closes its pages.

        Returns what went to the console although the test did not cause it.
        """
        for number, page in enumerate(self.pages):
            if failed and not page.is_closed():
                self.pictures.mkdir(parents=True, exist_ok=True)
                try:
                    page.screenshot(path=self.pictures / f"{name}-{number}.png")
                    print(f"  page {number} at {page.url}: {page.locator('body').inner_text()[-600:]!r}")
                except Error as error:
                    print(f"  page {number} gives no picture: {error}")
                    self.is_broken = True
            if not self.is_broken:
                page.context.close()
        errors, self.pages, self.errors, self.expected = self.errors, [], [], []
        return errors


def address(page):
    """Returns the address of a page. `page.url` is what the last answer of the browser said, and looking at it again asks nothing."""
    return page.evaluate("location.href")


def go(page, address):
    """Goes to a place of the page: `go(page, '#/war')`."""
    origin = page.url.split("#")[0]
    page.goto(origin + address)
    page.locator("main").first.wait_for()


def still(page):
    """Waits until what was fetched for the screen is drawn: before that there is nothing to measure."""
    page.evaluate("""() => new Promise((done) => {
      let frames = 0;
      const look = () => {
        frames = window.readsUnderWay ? 0 : frames + 1;
        if (frames > 3) done();
        else requestAnimationFrame(look);
      };
      look();
    })""")


@contextlib.contextmanager
def held_back(page, *milliseconds):
    """Holds back what a page does by itself after certain times, as a note goes after ten seconds: a busy machine may need longer to press
    what stands there. Afterwards those times begin."""
    page.evaluate("""(times) => {
      const [later, never] = [window.setTimeout, window.clearTimeout];
      const [held, begun] = [new Map(), new Map()];
      let last = 0;
      window.setTimeout = (work, milliseconds, ...words) => {
        if (!times.includes(milliseconds)) return later(work, milliseconds, ...words);
        last -= 1;
        held.set(last, () => later(work, milliseconds, ...words));
        return last;
      };
      window.clearTimeout = (id) => held.delete(id) || never(begun.get(id) ?? id);
      window.goOn = () => {
        window.setTimeout = later;
        for (const [id, begin] of held) begun.set(id, begin());
        held.clear();
      };
    }""", list(milliseconds))
    yield
    page.evaluate("goOn()")


#: The address of the page's first module, as an expression of the page. What it gives out is the page's own, bundled or not.
MODULE = "document.querySelector('script[type=module]').src.replace(/[^/]*$/, 'main.js')"


def own_module(page):
    """The address of the page's first module: `state`, `changed`, `h`, `patch` and `board` of the page that is open."""
    return page.evaluate(MODULE)


def overflow(page):
    """By how many px the page scrolls sideways."""
    return page.locator("html").evaluate("node => Math.max(0, node.scrollWidth - node.ownerDocument.defaultView.innerWidth)")


def shown(page, text, **more):
    """Waits until a text is seen."""
    page.get_by_text(text, **more).first.wait_for()
