"""The API of a person's daemon, and what several tests need of it."""
import contextlib
import datetime
import http.client
import json
import re
import socket
import time

from playwright.sync_api import expect

from people import Failure, check, go, overflow, patience, until

expect.set_options(timeout=patience * 1000)
widths = (320, 360, 768, 1024, 1280, 1920)
tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Texts that peers can write: markup, directions, joined letters, and words without an end.
hostile = [
    "<img src=x onerror=alert(1)>", "\"><script>document.title='taken'</script>", "javascript:alert(1)",
    "\u202eevil\u202c \u2067right to left\u2069", "مرحبا بالعالم", "Z\u0351\u036b\u0343\u0332" * 8, "W" * 80,
]


class Connection(http.client.HTTPConnection):
    """HTTP over the socket of a home."""

    def __init__(self, path):
        super().__init__("parlor", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(30)
        self.sock.connect(self.path)


def answer(person, path, body):
    """The status and the answer of one method of the API."""
    with contextlib.closing(Connection(str(person.home / "api.sock"))) as connection:
        connection.request("POST", "/v1/" + path, json.dumps(body or {}), {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, json.loads(response.read() or b"{}")


def call(person, path, body=None):
    """One method of the API; a refusal is a failure. After too many in a short time it waits and goes on, as a person would: the tests of
    a file share their people, and so all that these may do at once."""
    end = time.monotonic() + 30
    while True:
        status, said = answer(person, path, body)
        if status == 200:
            return said
        if status != 429 or time.monotonic() > end:
            raise Failure(f"{path}: {said.get('message')}")
        time.sleep(1)


def room(person, name="friends"):
    """The id of a room of the person, once it is there."""
    return until(f"{person.name} is in {name}", lambda: next((one["id"] for one in call(person, "rooms/list")["rooms"] if one["name"] == name), ""))


def trust_each_other(*people):
    """Everybody has paired with everybody, as with a ticket."""
    nodes = {person.name: call(person, "node/status")["node"] for person in people}
    for person in people:
        for name in nodes:
            if name != person.name:
                call(person, "peers/trust", {"node": nodes[name]})


def befriend(ada, bob):
    """Pairs two people and gives them a room; does nothing where that was done."""
    if any(one["name"] == "friends" for one in call(ada, "rooms/list")["rooms"]):
        return
    trust_each_other(ada, bob)

    def make():
        with contextlib.suppress(Failure):
            return call(ada, "rooms/make", {"name": "friends", "people": ["Bob"]})

    until("the room friends is made", make)
    room(bob)


def opened(browser, person, address, **how):
    """The page of a person at an address, connected with the daemon."""
    page = browser.page(person, **how)
    page.locator(".link.live").first.wait_for(state="attached")
    go(page, address)
    page.locator("main h1").first.wait_for()
    return page


def in_hours(hours):
    """An instant of the API, so many hours from now."""
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)
    return {"milliseconds": str(int(at.timestamp() * 1000)), "zone": "Europe/Berlin"}


def no_overflow(page, address):
    """Nothing scrolls sideways at any width."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        # What is laid out by a script follows the window a moment later.
        until(f"{address} at {width} px does not scroll sideways", lambda: overflow(page) <= 0)
    page.set_viewport_size({"width": 1280, "height": 800})


def no_barriers(page, address, axe):
    """axe finds nothing, by day and night, at 320 and 1280 px."""
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = axe.run(page, options={"runOnly": {"type": "tag", "values": tags}, "resultTypes": ["violations"]}).response["violations"]
            nodes = [f"{one['id']} {node['target']} {(node['any'] or node['all'] or node['none'] or [{}])[0].get('message', '')}" for one in found for node in one["nodes"][:2]]
            check(f"axe at {address}, {width} px, {scheme}", not nodes, "; ".join(nodes[:4]))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")


def no_markup(page, address):
    """Checks that a peer's text has become no element, and that nothing of it ran."""
    check(f"{address}: markup of a peer became an element", page.locator("main :is(img, script, iframe)").count() == 0)
    check(f"{address}: no script ran", "taken" not in page.title())


def saying(text):
    return re.compile(text)
