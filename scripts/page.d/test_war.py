"""War on two pages: rows G-01 to G-19, G-29 to G-41, G-44, G-51, G-54, G-66, G-70."""
import os
import re
import socket
import subprocess
import tempfile
import time

from api import call
from people import address, away, check, go, overflow, patience, shown, until


def number(page, side):
    """Returns the number of cards that a pile says it has."""
    return int(page.locator(f".pile-place.{side} .count").inner_text())


def open_table(page, description, rules=()):
    """Opens a table on a page, and returns its address."""
    go(page, "#/")
    page.get_by_role("link", name="New Game").first.click()
    page.get_by_role("link", name="Create Game").click()
    page.get_by_label("Description").fill(description)
    if rules:
        page.get_by_text("Rules", exact=True).click()
        for label, value in rules:
            field = page.get_by_label(label)
            if field.evaluate("node => node.tagName") == "SELECT":
                field.select_option(value)
            else:
                # Firefox keeps what stands in a field of a number when a driver fills it.
                field.fill("")
                field.fill(value)
    page.get_by_role("button", name="Create Game").click()
    shown(page, "Waiting for players…")
    return address(page).split("#")[1]


def ask_to_join(page, description):
    """Asks for the other chair of a table."""
    go(page, "#/war/new")
    page.get_by_role("link", name="Join Game").click()
    page.locator("li", has_text=description).get_by_role("button", name="Ask to join").click()
    page.get_by_role("heading", name="Request Sent").wait_for()


def begin(ada, bob, description, rules=()):
    """Two pages at one table that has begun; returns its address."""
    address = open_table(ada, description, rules)
    ask_to_join(bob, description)
    ada.get_by_role("heading", name="Requesting to Join").wait_for()
    check("Done waits for a player (G-10)", ada.get_by_role("button", name="Done").is_disabled())
    ada.locator("li", has_text="Bob").get_by_role("button", name="Add", exact=True).click()
    ada.get_by_role("heading", name="Added to Game").wait_for()
    bob.get_by_role("heading", name=re.compile("Ada’s Game")).wait_for()
    ada.get_by_role("button", name="Done").click()
    for page in (ada, bob):
        page.locator(".felt-table").wait_for()
    return address


def ready(page):
    """Waits until a card can be played."""
    page.locator(".do .primary:enabled").wait_for()


def test_war_to_the_end(browser, ada, bob, cyd):
    """Two people at two pages play War to the end, talk, and go through it again (G-05 to G-17, G-29 to G-41, G-51)"""
    a, b = browser.page(ada), browser.page(bob, width=900, dark=True)
    check("the menu has exactly New Game, Load Game, Settings (G-01)",
          [link.inner_text().strip() for link in a.locator(".main-menu a").all()] == ["New Game", "Load Game", "Settings"])
    address = begin(a, b, "To the end", [("Cards face down in a war", "10"), ("Who cannot lay all cards of a war", "SHORT_PLAY_LOSES")])
    ready(a), ready(b)
    b.get_by_label("Say something").fill("Good luck")
    b.keyboard.press("Enter")
    shown(a, "Good luck")
    b.locator("main").focus()
    a.locator("main").focus()
    # By these rules one match in ten has more than a hundred battles, one in a hundred two hundred: each of them may take its time.
    rounds = 0
    while not a.locator(".ending").count():
        check("the match ends", rounds < 5_000)
        for page, key in ((a, " "), (b, "Enter")):
            page.locator(".do .primary:enabled, .ending").first.wait_for()
            page.keyboard.press(key)
        rounds += 1
        if rounds == 3:
            until("both pages count the same cards (G-29)", lambda: number(a, "us") == number(b, "them") and number(a, "them") == number(b, "us"))
    words = sorted(page.locator(".ending .big").inner_text() for page in (a, b))
    check("one has won and one has lost (G-41)", words == ["You Lost!", "You Won!"], words)
    go(a, "#/war/load")
    shown(a, "Completed Games")
    shown(a, re.compile("^Created "))
    a.locator("a.game", has_text="vs. Bob").first.click()
    slider = a.get_by_role("slider", name="Battle")
    slider.wait_for()
    a.locator("main").focus()
    a.keyboard.press("ArrowRight")
    shown(a, "Round 1")
    a.keyboard.press("End")
    shown(a, re.compile("You (Won|Lost)!"))
    with a.expect_download() as download:
        a.get_by_role("link", name="Save as a file").click()
    file = ada.home.parent / "match.parlor"
    download.value.save_as(file)
    found = bob.parlor("war", "verify", file)
    check("the saved file is verified (G-61)", found.startswith("Valid: all"), found)
    check("nothing scrolls sideways", overflow(a) == 0)
    print(f"       {rounds} rounds at {address}")


def test_war_waits_for_who_is_away(browser, ada, bob, cyd):
    """A player who leaves pauses the match for both; the card that was played is still there (G-18, G-19, G-37 to G-40)"""
    a, b = browser.page(ada), browser.page(bob)
    place = begin(a, b, "Away")
    ready(a)
    a.locator("main").focus()
    a.keyboard.press(" ")
    a.locator(".lane.us .turned:not(.place)").wait_for()
    b.get_by_role("button", name="Leave", exact=True).click()
    a.get_by_role("heading", name="Waiting for players to rejoin").wait_for()
    check("no card can be played while one is away (G-37)", a.locator(".do .primary").is_disabled())
    go(b, "#/war/load")
    shown(b, "Games in Progress")
    b.locator("a.game", has_text="vs. Ada").first.click()
    a.get_by_role("heading", name="Waiting for players to rejoin").wait_for(state="detached")
    check("the card is still on the table (G-40)", a.locator(".lane.us .turned.place").count() == 0)
    ready(b)
    b.get_by_role("button", name=re.compile("^Play a card. You have")).click()
    ready(a)
    a.get_by_role("button", name="Concede").click()
    dialog = a.get_by_role("dialog", name="Concede")
    dialog.get_by_role("button", name="Keep playing").click()
    dialog.wait_for(state="detached")
    a.get_by_role("button", name="Concede").click()
    a.get_by_role("dialog").get_by_role("button", name="Concede").click()
    a.get_by_text("You Lost!").wait_for()
    b.get_by_text("You Won!").wait_for()
    check("the address is the table", place in address(a))
    # The match is shown to others as a file that everybody can verify (C-23).
    a.get_by_role("button", name="More about the match").click()
    a.get_by_role("menuitem", name="Show it in a chat").click()
    a.get_by_role("dialog").get_by_role("button", name="Share", exact=True).click()
    a.get_by_role("dialog").wait_for(state="detached")
    lobby = next(one["id"] for one in call(bob, "rooms/list")["rooms"] if one["kind"] == "ROOM_KIND_LOBBY")
    until("Bob has the file", lambda: any(one["name"] == "War, Ada vs. Bob.war" for one in call(bob, "files/list", {"room": lobby}).get("files", [])))


#: So long the other side must be away before one may claim: longer than a slow browser takes to open the page again.
claim_seconds = 40


def test_war_says_when_one_may_claim(browser, ada, bob, cyd):
    """44.18: while the other side is away and owes a card, the seconds until one may claim are counted down to the time that the node names"""
    browser.expected = away
    ada.kill()
    ada.start("--claim-seconds", str(claim_seconds))
    until("Ada and Bob are linked again", lambda: any(one["online"] and one["name"] == "Bob" for one in call(ada, "peers/list")["peers"]))
    a, b = browser.page(ada), browser.page(bob)
    place = begin(a, b, "A claim")
    ready(a)
    a.locator("main").focus()
    a.keyboard.press(" ")
    a.locator(".lane.us .turned:not(.place)").wait_for()
    b.get_by_role("button", name="Leave", exact=True).click()
    line = a.locator("p", has_text=re.compile(r"^You may claim the match in \d+ s"))
    line.wait_for()
    seconds = lambda: int(re.search(r"\d+", line.inner_text()).group())

    def follows():
        """Whether the page counts to the time that the node names; looking takes time as well."""
        end = int(call(ada, "tables/show", {"table": place.split("/")[-1]}).get("claim_from_milliseconds", 0)) / 1000
        most = end - time.time()
        found = seconds()
        return end - time.time() - 1 <= found <= most + 1

    begun = seconds()
    check("it begins with the time of this node", 0 < begun <= claim_seconds, begun)
    until("it counts to the time that the node names", follows)
    until("it counts down", lambda: seconds() <= begun - 3)
    a.reload()
    line.wait_for()
    until("a page that is opened later counts to the same time", follows)
    check("it has not begun again", seconds() <= begun - 3, seconds())
    go(b, "#/war/load")
    b.locator("a.game", has_text="vs. Ada").first.click()
    line.wait_for(state="detached")
    b.get_by_role("button", name="Leave", exact=True).click()
    a.get_by_role("button", name="Claim the win").wait_for(timeout=1000 * (claim_seconds + patience))
    check("nothing is counted any more", line.count() == 0)
    ada.kill()
    ada.start()


def listens(person, who):
    """Whether the node of the machine or of a guest runs in the person's home."""
    with socket.socket(socket.AF_UNIX) as tried:
        return tried.connect_ex(str(person.home / who / "api.sock")) == 0


def battle(person, page):
    """The round and the battle that are played at the table of a page."""
    table = call(person, "tables/show", {"table": address(page).split("/")[-1]})
    return table["round"], table["game_view"]["battle"]


def test_war_against_the_machine(browser, ada, bob, cyd):
    """G-57: the first button of New Game begins a match against the machine; it survives a reload, goes on after a leave and a killed daemon, and is played again"""
    browser.expected = away
    a = browser.page(ada)
    go(a, "#/war/new")
    first = a.locator("main section, main nav").first
    check("it stands first", first.get_by_role("button").first.inner_text() == "Play the machine", first.inner_text())
    check("no command is named", a.locator("main code").count() == 0)
    first.get_by_role("button", name="Play the machine").click()
    ready(a)
    place = address(a)
    a.get_by_role("heading", name="War against The Machine").wait_for()
    check("the machine plays its cards by itself", a.get_by_role("button", name="Play for The Machine").count() == 0)
    before = battle(ada, a)
    a.locator("main").focus()
    a.keyboard.press(" ")
    until("the machine answers a card", lambda: battle(ada, a) != before)
    a.reload()
    ready(a)
    check("at most one is begun", call(ada, "war/play-beside")["id"] in place)
    a.get_by_role("button", name="Leave", exact=True).click()
    a.get_by_role("heading", name="What goes on").wait_for()
    until("the other side has left, too", lambda: not listens(ada, "machine"))
    go(a, place.split("/", 3)[3])
    a.get_by_role("button", name="Continue", exact=True).click()
    ready(a)
    check("the same match goes on", address(a) == place, address(a))
    ada.kill()
    until("the machine ends with the daemon", lambda: not listens(ada, "machine"))
    ada.start()
    a.locator(".me .link.live").wait_for()
    a.get_by_role("button", name="Continue", exact=True).click()
    ready(a)
    a.get_by_role("button", name="Concede").click()
    a.get_by_role("dialog").get_by_role("button", name="Concede").click()
    a.get_by_text("You Lost!").wait_for()
    # At once, while the other side is still about to leave.
    a.get_by_role("button", name="Play again").click()
    ready(a)
    check("it is another match", address(a) != place)
    a.get_by_role("button", name="Leave", exact=True).click()
    until("nobody plays beside Ada", lambda: not listens(ada, "machine"))


def test_war_two_at_a_screen(browser, ada, bob, cyd):
    """G-58: two play at one screen, each with a key, a button and a pile of their own, also after a reload"""
    browser.expected = ["status of 404"]
    a = browser.page(ada)
    go(a, "#/war/new")
    a.get_by_label("Who plays beside you?").fill("Grace")
    a.get_by_role("button", name="Two at this screen").click()
    ready(a)
    a.get_by_role("heading", name="War against Grace").wait_for()
    theirs = a.get_by_role("button", name="Play for Grace")
    before = battle(ada, a)
    a.locator("main").focus()
    a.keyboard.press("Enter")
    shown(a, "Grace has played. Your card?")
    check("she plays one card of each battle", theirs.is_disabled())
    a.keyboard.press(" ")
    until("the first battle is decided", lambda: battle(ada, a) != before)
    a.reload()
    ready(a)
    before = battle(ada, a)
    a.get_by_role("button", name=re.compile("^Play a card. You have")).click()
    a.get_by_role("button", name=re.compile("^Play a card for Grace, who has")).click()
    until("the second battle is decided", lambda: battle(ada, a) != before)
    theirs.click()
    shown(a, "Grace has played. Your card?")
    refused = a.evaluate("""async (table) => (await fetch('/v1/war/tap-beside', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({ table }) })).status""", "nowhere")
    check("no card of anybody else is played", refused == 404, refused)
    a.get_by_role("button", name="Leave", exact=True).click()
    until("the guest has left, too", lambda: not listens(ada, "guest"))


def test_war_taps_while_an_answer_is_late(browser, ada, bob, cyd):
    """A tap is sent although the answer to the one before is not here yet (G-31): it was dropped once"""
    a, b = browser.page(ada), browser.page(bob)
    begin(a, b, "Late answers")
    # Each answer comes a second after the stream has brought what came of it.
    a.evaluate("""() => {
      const real = globalThis.fetch;
      globalThis.fetch = async (path, how) => {
        const answer = await real(path, how);
        if (String(path).endsWith('tables/tap')) await new Promise((done) => setTimeout(done, 1000));
        return answer;
      };
    }""")
    for _ in range(3):
        before = battle(ada, a)
        for page in (a, b):
            ready(page)
            page.locator("main").focus()
            page.keyboard.press(" ")
        # A battle of two equal cards ends no round: the next one belongs to the same.
        until("the battle is decided", lambda: battle(ada, a) != before)
    a.get_by_role("button", name="Concede").click()
    a.get_by_role("dialog").get_by_role("button", name="Concede").click()
    b.get_by_text("You Won!").wait_for()


def test_war_requests(browser, ada, bob, cyd):
    """A request is answered or taken back; only one is out; a host cancels (G-08 to G-13, G-16)"""
    a, b, c = browser.page(ada), browser.page(bob), browser.page(cyd)
    go(c, "#/war/load")
    shown(c, "No Games")
    open_table(a, "First")
    ask_to_join(b, "First")
    a.get_by_role("button", name="What else to answer Bob").click()
    a.get_by_role("menuitem", name="Decline", exact=True).click()
    b.get_by_role("heading", name="Request Sent").wait_for(state="detached")
    shown(b, "The table is still open: you can ask again.")
    b.get_by_role("button", name="Ask to join").click()
    b.get_by_role("heading", name="Request Sent").wait_for()
    go(b, "#/war/join")
    check("one request at a time (G-12)", b.get_by_role("button", name="Ask to join").count() == 0 or b.get_by_role("button", name="Ask to join").first.is_disabled())
    go(b, "#/war")
    b.locator(".waiting", has_text="Request Sent").click()
    b.get_by_role("button", name="Take the request back").click()
    shown(a, "Waiting for players…")
    a.get_by_role("button", name="Cancel").click()
    until("the table is gone from others' lists (G-10)", lambda: b.locator("li", has_text="First").count() == 0)


def test_war_from_a_terminal(browser, ada, bob, cyd):
    """A move in a terminal is on the page at once"""
    a = browser.page(ada)
    go(a, "#/war")
    bob_table = subprocess.Popen([bob.program, "war", "host", "--json", "--description", "From a terminal"], stdin=subprocess.PIPE,
                                 stdout=subprocess.DEVNULL, env=bob.environment, text=True)
    try:
        shown(a, "From a terminal", exact=False)
    finally:
        bob_table.communicate('{"do":"cancel"}\n', timeout=patience)
    a.get_by_text("From a terminal").wait_for(state="detached")
    ada.parlor("settings", "set", "colour", "purple")
    a.locator(".me .avatar.c-purple").wait_for()
    ada.parlor("settings", "set", "colour", "blue")


def test_war_after_the_end(browser, ada, bob, cyd):
    """A concession is taken back, a rematch is offered and accepted, somebody watches, and statistics count (G-48, G-49, G-52, G-53, G-56, G-67)"""
    a, b, c = browser.page(ada), browser.page(bob), browser.page(cyd)
    go(a, "#/war/create")
    a.get_by_label("Description").fill("Watched")
    a.get_by_text("Who may come").click()
    a.get_by_label("Password to join").fill("teapot")
    a.get_by_label("Who may watch").select_option("SPECTATOR_POLICY_EVERYBODY")
    a.get_by_label("Seconds for each move").fill("3600")
    a.get_by_role("button", name="Create Game").click()
    shown(a, "Waiting for players…")
    go(b, "#/war/join")
    terms = "3,600 seconds for each card. Everybody may watch. It takes a password."
    shown(b, terms)
    b.locator("li", has_text="Watched").get_by_role("button", name="Ask to join").click()
    b.get_by_role("textbox", name="Password").fill("teapot")
    b.get_by_role("dialog").get_by_role("button", name="Ask to join").click()
    b.get_by_role("heading", name="Request Sent").wait_for()
    shown(b, "3,600 seconds for each card. Everybody may watch.", exact=False)
    a.locator("li", has_text="Bob").get_by_role("button", name="Add", exact=True).click()
    until("the player is added", lambda: a.get_by_role("button", name="Done").is_enabled())
    a.get_by_role("button", name="Done").click()
    ready(a), ready(b)
    go(c, "#/war/join")
    c.get_by_role("link", name="Watch").click()
    c.get_by_role("button", name="Watch").click()
    c.locator(".felt-table").wait_for()
    check("who watches cannot play", c.locator(".do .primary").count() == 0)
    a.get_by_role("heading", name="Watching").wait_for()

    def seen():
        """A round that is a war takes more cards, and is shown to others once it is decided. No card is played after that, as a match has an end."""
        for page in (a, b) if not a.locator(".rounds li").count() else ():
            page.locator("main").focus()
            page.keyboard.press(" ")
        return c.locator(".rounds li").count()
    until("who watches sees the round", seen)
    b.get_by_role("button", name="Concede").click()
    b.get_by_role("dialog").get_by_role("button", name="Concede").click()
    shown(a, "You Won!")
    b.get_by_role("button", name="Ask to take the concession back").click()
    a.get_by_role("button", name="Let the match go on").click()
    # Either of them may have played a card already.
    for page in (a, b, c):
        page.get_by_text("Ada won. Bob conceded.").first.wait_for(state="hidden")
    a.get_by_role("button", name="Concede").click()
    a.get_by_role("dialog").get_by_role("button", name="Concede").click()
    b.get_by_role("button", name="Rematch", exact=True).click()
    a.get_by_role("button", name="Accept the rematch").click()
    for page in (a, b):
        page.get_by_role("link", name="Go to the rematch").click()
    until("both are at the rematch", lambda: address(a).split("#")[1] == address(b).split("#")[1])
    go(a, "#/war/statistics")
    a.get_by_role("row", name=re.compile("Bob")).wait_for()


def test_war_by_files(browser, ada, bob, cyd):
    """A match is carried in files from page to page, and each side plays a round with every file (G-70)"""
    a, b = browser.page(ada), browser.page(bob)
    carried = os.path.join(tempfile.mkdtemp(), "match.war")

    def save(page, button):
        with page.expect_download() as saving:
            button.click()
        saving.value.save_as(carried)

    def take(page, text):
        """Takes the file, and waits for the node's text about it; the page may still show its text about the one before."""
        go(page, "#/war/carry")
        with page.expect_response(lambda response: response.url.endswith("/tables/carry")) as answering:
            page.get_by_label("Take a file").set_input_files(carried)
        shown(page, text, exact=False)
        return answering.value.json()["text"]

    go(a, "#/war/new")
    a.get_by_role("link", name="Play by files").click()
    save(a, a.get_by_role("button", name="Host a match"))
    shown(a, "A table is open.")
    take(b, "hosts this table.")
    b.get_by_role("button", name="Ask for the other chair").click()
    shown(b, "for the other chair.", exact=False)
    save(b, b.get_by_role("button", name="Save the file", exact=True))
    take(a, "asks for the other chair.")
    a.get_by_role("button", name="Give the other chair").click()
    shown(a, "Save the file, and carry it to the other side.")
    played = 0
    for giver, taker in ((a, b), (b, a)) * 5:
        save(giver, giver.get_by_role("button", name="Save the file", exact=True))
        played += take(taker, "Save the file, and carry it to the other side.").startswith("You have played round")
    check("both have played", played >= 4, played)
    damaged = os.path.join(os.path.dirname(carried), "damaged.war")
    with open(carried, "rb") as whole, open(damaged, "wb") as half:
        half.write(whole.read()[:-5])
    browser.expected.append("status of 400")
    a.get_by_label("Take a file").set_input_files(damaged)
    shown(a, "The file is damaged", exact=False)
