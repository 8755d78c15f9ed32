"""The daemon is killed, stopped and restarted under open pages; links and tabs, and what the page says meanwhile."""
import signal
import time

from people import away, check, go, shown, until
from test_war import begin, ready


def test_lost_and_back(browser, ada, bob, cyd):
    """The daemon is killed twenty times under an open page, and nothing that was typed or tapped is lost"""
    browser.expected = away
    a = browser.page(ada)
    go(a, "#/chat")
    for number in range(20):
        text = f"typed before kill {number}"
        box = a.locator(".say textarea")
        box.fill(text)
        ada.kill()
        a.get_by_role("alert").get_by_text("Parlor has stopped on this machine.").wait_for()
        check("what was typed stays", box.input_value() == text)
        check("it cannot be posted now", a.get_by_role("button", name="Post Message").is_disabled())
        ada.start()
        a.locator(".me .link.live").wait_for()
        a.get_by_role("button", name="Post Message").click()
        shown(a, text)
        until("the box is empty", lambda: box.input_value() == "")


def test_lost_at_the_table(browser, ada, bob, cyd):
    """A card that was tapped is still on the table after kill -9, and the match goes on (G-40)"""
    browser.expected = away
    a, b = browser.page(ada), browser.page(bob)
    begin(a, b, "Killed")
    for page in (a, b):
        ready(page)
    a.locator("main").focus()
    a.keyboard.press(" ")
    b.get_by_text("Ada has played. Your card?").wait_for()
    ada.kill()
    a.get_by_text("Parlor stopped on this machine. Your card is safe; waiting for it to come back…").wait_for()
    b.get_by_role("heading", name="Waiting for players to rejoin").wait_for()
    ada.start()
    ready(b)
    b.locator("main").focus()
    b.keyboard.press(" ")
    for page in (a, b):
        ready(page)
    a.get_by_role("button", name="Concede").click()
    a.get_by_role("dialog").get_by_role("button", name="Concede").click()
    b.get_by_text("You Won!").wait_for()


def test_lost_told_to_stop(browser, ada, bob, cyd):
    """After `parlor stop` the page says that Parlor was told to stop"""
    browser.expected = away
    c = browser.page(cyd)
    cyd.parlor("stop")
    cyd.daemon.wait()
    c.get_by_role("alert").get_by_text("Parlor was told to stop.").wait_for()
    cyd.daemon.stdout.close()
    cyd.start()
    c.locator(".me .link.live").wait_for()


def end_sessions(person):
    """Ends the session of every browser. Each line after the address is a browser, its id first."""
    for line in person.parlor("page", "list").splitlines()[1:]:
        if line.strip():
            person.parlor("page", "close", line.split()[0])


def test_lost_key(browser, ada, bob, cyd):
    """A link works once; a browser without a key sees the door and no data; sessions are ended"""
    browser.expected = away
    link = ada.link()
    a = browser.page(ada, link=link)
    check("the ticket is gone from the address", "open=" not in a.url, a.url)
    other = browser.page(ada, link=link)
    other.get_by_role("heading", name="The door is closed").wait_for()
    other.get_by_role("alert").wait_for()
    check("the door shows nothing of anybody", other.get_by_text("Bob").count() == 0)
    go(a, "#/settings")
    a.get_by_role("button", name="Give the key back").click()
    a.get_by_role("dialog").get_by_role("button", name="Give it back").click()
    a.get_by_role("heading", name="The door is closed").wait_for()
    second = browser.page(ada)
    go(second, "#/settings")
    end_sessions(ada)
    second.get_by_role("heading", name="The door is closed").wait_for()
    status = second.evaluate("""async () => (await fetch('/v1/node/set', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"key": "colour", "value": "cyan"}' })).status""")
    check("nothing is changed without a key", status == 401 and ada.ask("settings")["colour"] == "blue", status)


def test_lost_no_longer_served(browser, ada, bob, cyd):
    """A page that is no longer served says so, and it is live again with a new link"""
    browser.expected = away
    a = browser.page(ada)
    ada.parlor("page", "close")
    a.get_by_role("alert").wait_for()
    again = browser.page(ada)
    again.locator(".me .link.live").wait_for()


def test_lost_many_tabs(browser, ada, bob, cyd):
    """Twelve tabs of one browser share one stream, and all of them follow"""
    first = browser.page(ada)
    tabs = [first]
    for number in range(11):
        tab = first.context.new_page()
        tab.goto(first.url)
        tab.locator(".me .link.live").wait_for()
        tabs.append(tab)
    ada.parlor("settings", "set", "colour", "pink")
    for tab in tabs:
        tab.locator(".me .avatar.c-pink").wait_for(state="attached")
    ada.parlor("settings", "set", "colour", "blue")


def test_lost_slow(browser, ada, bob, cyd):
    """44.19: a daemon that stands still is called slow within a few seconds, though nobody asks it anything, and what is done meanwhile is done once it goes on"""
    c = browser.page(cyd)
    go(c, "#/chat")
    c.locator(".me .link.live").wait_for()
    cyd.daemon.send_signal(signal.SIGSTOP)
    try:
        # The last sign came at most a second before, and three seconds after it the daemon is slow. The stream is silent, and no request runs.
        c.get_by_text("Parlor is slow to answer.").wait_for()
        c.locator(".me .link.slow", has_text="Slow to answer").wait_for()
        c.locator(".say textarea").fill("said to a daemon that stands still")
        c.get_by_role("button", name="Post Message").click()
        check("it has not stopped", c.get_by_text("Parlor has stopped").count() == 0)
    finally:
        cyd.daemon.send_signal(signal.SIGCONT)
    c.locator(".me .link.live").wait_for()
    check("it is slow no longer", c.get_by_text("Parlor is slow to answer.").count() == 0)
    c.locator("main").get_by_text("said to a daemon that stands still", exact=True).first.wait_for()
    check("it was said once", c.locator("main").get_by_text("said to a daemon that stands still", exact=True).count() == 1)


def slow_lost_hung(browser, ada, bob, cyd):
    """A daemon that hangs is noticed after forty seconds of silence"""
    browser.expected = away
    c = browser.page(cyd)
    c.locator(".me .link.live").wait_for()
    cyd.daemon.send_signal(signal.SIGSTOP)
    try:
        # The worker's clock is the machine's: the page waits as long as a person would.
        c.set_default_timeout(60_000)
        c.get_by_role("alert").get_by_text("Parlor has stopped on this machine.").wait_for()
    finally:
        cyd.daemon.send_signal(signal.SIGCONT)
    c.locator(".me .link.live").wait_for()


def test_lost_door_in_the_same_tab(browser, ada, bob, cyd):
    """44.7: a link that is pasted into the tab of the door opens it; one that is used up is refused there"""
    browser.expected = [*away, "status of 40"]
    a = browser.page(ada)
    a.locator(".link.live").first.wait_for(state="attached")
    end_sessions(ada)
    a.get_by_role("heading", name="The door is closed").wait_for()
    link = ada.link()
    a.evaluate("hash => { location.hash = hash; }", link.split("#")[1])
    a.locator(".link.live").first.wait_for(state="attached")
    check("the ticket is gone from the address", "open=" not in a.evaluate("location.href"))
    end_sessions(ada)
    a.get_by_role("heading", name="The door is closed").wait_for()
    a.evaluate("hash => { location.hash = hash; }", link.split("#")[1])
    a.get_by_role("alert").wait_for()
    check("it is gone here too", "open=" not in a.evaluate("location.href"))
