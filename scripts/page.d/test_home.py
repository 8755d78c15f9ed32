"""Home: who is here, what waits, and what strangers say; it stays small however much there is."""
import datetime
import pathlib
import re
import tempfile

from playwright.sync_api import expect

from api import befriend, call, in_hours, opened, room
from people import address, check, go, own_module, until
from test_drawings import saved
from test_tournaments import made

here = pathlib.Path(__file__).resolve().parent
#: For people to look at.
pictures = pathlib.Path(tempfile.gettempdir())

#: Puts people into the lobby as the stream would, `here` of them online. What the stream brings later leaves them there.
crowd = """async ([module, count, here]) => {
  const { state, changed } = await import(module);
  const people = Array.from({ length: count }, (_, n) => ({ author: 'crowd' + n, name: 'Person ' + n, colour: 'blue', online: n < here }));
  const keep = (map, change) => {
    const set = map.set.bind(map);
    map.set = (id, one) => set(id, change(one));
    for (const [id, one] of map) map.set(id, one);
  };
  keep(state.rooms, (room) => room.kind !== 'ROOM_KIND_LOBBY' ? room : { ...room, members: [...(room.members ?? []).filter((one) => one.own), ...people] });
  keep(state.peers, (peer) => ({ ...peer, online: false }));
  changed();
}"""


def test_home_with_a_hundred_people(browser, ada, bob, cyd):
    """44.10: with a hundred people at most twelve faces are on Home and the rest is counted, absent ones are not there, and New Game is in view"""
    for width, height in ((1280, 800), (390, 844)):
        page = browser.page(ada, width=width, height=height)
        page.locator(".link.live").first.wait_for(state="attached")
        page.evaluate(crowd, [own_module(page), 130, 99])
        page.get_by_text("88 more").first.wait_for(state="attached")
        faces = page.locator(".room .person:visible")
        check("at most twelve faces", faces.count() == 12, faces.count())
        check("nobody who is away", page.locator(".room .person", has_text="Away").count() == 0)
        check(f"Home is small at {width} px", page.evaluate("document.documentElement.scrollHeight") < 2 * height + 600, page.evaluate("document.documentElement.scrollHeight"))
        if width > 1000:
            check("New Game is in view", page.get_by_role("link", name="New Game").bounding_box()["y"] < height)
        for card in page.locator(".home > .panel:has(> .button)").all():
            first = card.evaluate("node => { const all = [...node.children]; return all.findIndex((one) => one.matches('.button')); }")
            check("the button is at the top of its card", first <= 2, card.inner_text()[:80])
        page.screenshot(path=pictures / f"home-{width}.png", full_page=True)
        page.get_by_role("link", name="88 more").first.click()
        page.get_by_role("heading", name="People").wait_for()


def test_home_waiting_for_you(browser, ada, bob, cyd):
    """44.6: what waits for our person is Home's first card, each with its button, and More adds up the badges of its places"""
    befriend(ada, bob)
    table = call(ada, "tables/host", {"description": "After lunch"})["id"]
    until("Bob sees the table", lambda: any(one["id"] == table for one in call(bob, "tables/list").get("tables", [])))
    call(bob, "tables/ask", {"table": table})
    soon = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=3)).strftime("%Y-%m-%d %H:%M")
    call(ada, "to-dos/add", {"to_do": {"text": "Butter", "zone": "UTC", "due": soon}})
    call(bob, "cards/add", {"card": "Parlor Cat"})
    friends = room(bob)
    direct = call(bob, "rooms/make", {"direct": True, "people": ["Ada"]})["id"]
    until("Ada is in the room of two", lambda: any(one["id"] == direct for one in call(ada, "rooms/list")["rooms"]))
    call(bob, "trades/offer", {"room": direct, "gives": ["Parlor Cat"]})
    until("the trade is here", lambda: call(ada, "trades/list").get("trades"))
    cup = made(ada, "Spring cup", format="league", entrants=["Ada", "Bob", "Cyd"], where=friends)
    call(ada, "tournaments/edit", {"tournament": cup, "scorers": "everybody"})
    match = call(ada, "tournaments/show", {"tournament": cup})["matches"][0]["name"]
    call(ada, "tournaments/score", {"tournament": cup, "match": match, "score": "2:1"})
    until("Bob can score", lambda: any(one["id"] == cup for one in call(bob, "tournaments/list").get("tournaments", [])) and call(bob, "tournaments/show", {"tournament": cup}).get("may_score"))
    call(bob, "tournaments/score", {"tournament": cup, "match": match, "score": "1:2"})
    until("it is contradicted", lambda: call(ada, "tournaments/show", {"tournament": cup})["matches"][0].get("state") == "MATCH_STATE_DISPUTED")
    page = browser.page(ada, width=390, height=844)
    card = page.locator(".home > section").first
    expect(card).to_contain_text("Waiting for you")
    lines = card.locator("li")
    line = lambda text: lines.filter(has_text=text)
    expect(line("asks to join").get_by_role("button", name="Add")).to_have_count(1)
    expect(line("offers a trade").get_by_role("link", name="See the offer")).to_have_count(1)
    expect(line("contradict").get_by_role("button", name="See the match")).to_have_count(1)
    expect(line("Butter").get_by_role("button", name="Done")).to_have_count(1)
    more = page.get_by_role("button", name=re.compile("^More"))
    expect(more.locator(".badge")).to_have_text("2")
    expect(page.locator(".rail a", has_text="Tournaments").locator(".badge")).to_have_text("1")
    page.screenshot(path=pictures / "waiting-390.png", full_page=True)
    more.click()
    expect(page.get_by_role("dialog").get_by_role("link", name=re.compile("Events"))).to_contain_text("1")
    expect(page.get_by_role("dialog").get_by_role("link", name=re.compile("Cards"))).to_contain_text("1")
    page.keyboard.press("Escape")
    line("Butter").get_by_role("button", name="Done").click()
    expect(line("Butter")).to_have_count(0)
    expect(more.locator(".badge")).to_have_text("1")
    line("contradict").get_by_role("button", name="See the match").click()
    page.get_by_role("dialog").get_by_text("contradict", exact=False).first.wait_for()
    page.keyboard.press("Escape")
    go(page, "#/")
    line("asks to join").get_by_role("button", name="Add").click()
    expect(line("asks to join")).to_have_count(0)
    until("Bob sits at the table", lambda: call(ada, "tables/show", {"table": table}).get("phase") == "TABLE_PHASE_SEATED")


def test_home_long_messages(browser, ada, bob, cyd):
    """44.1: a message of many lines is shown in eight with "Show all", in two on Home; marks on letters do not leave their line"""
    lobby = next(one["id"] for one in call(ada, "rooms/list")["rooms"] if one["kind"] == "ROOM_KIND_LOBBY")
    call(ada, "chat/post", {"room": lobby, "text": "\n".join(f"line {n}" for n in range(700))})
    call(ada, "chat/post", {"room": lobby, "text": "marks Z" + "\u0351\u036b\u0343\u0332" * 100})
    page = opened(browser, ada, "#/")
    page.locator(".bubble", has_text="line 0").first.wait_for()
    size = page.evaluate("document.documentElement.scrollHeight")
    check("Home stays small", size < 1800, size)
    for card in page.locator(".home > *").all():
        check("a card has a greatest height", card.bounding_box()["height"] <= 720, (card.bounding_box(), card.inner_text()[:60]))
    height = lambda text: page.locator(".bubble", has_text=text).first.bounding_box()["height"]
    check("two lines on Home", height("line 0") < 90, height("line 0"))
    check("marks are clipped", page.locator(".bubble .words", has_text="marks Z").evaluate("node => getComputedStyle(node).contain.includes('paint')"))
    page.screenshot(path=pictures / "long-home.png", full_page=True)
    go(page, f"#/chat/{lobby}")
    page.locator(".bubble", has_text="line 0").first.wait_for()
    check("eight lines in the room", height("line 0") < 300, height("line 0"))
    page.screenshot(path=pictures / "long-chat.png")
    page.locator(".bubble", has_text="line 0").get_by_role("button", name="Show all").click()
    until("all of it is there", lambda: height("line 0") > 3000)
    page.locator(".bubble", has_text="line 0").get_by_role("button", name="Show less").click()
    until("it is small again", lambda: height("line 0") < 300)
    check("a short one has no button", page.locator(".bubble", has_text="marks Z").get_by_role("button", name="Show all").count() == 0)


def test_home_and_its_lists_keep_their_place(browser, ada, bob, cyd):
    """44.15: Back from an event leads to where its list was left, on that event; a link begins at the top"""
    for number in range(30):
        call(ada, "events/add", {"event": {"name": f"Evening {number:02}", "start": in_hours(24 * (number + 2))}})
    page = opened(browser, ada, "#/events")
    link = page.get_by_role("link", name="Evening 25")
    link.scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    before = page.evaluate("scrollY")
    check("the list is long", before > 200, before)
    link.click()
    page.get_by_role("heading", name="until Evening 25").wait_for()
    check("an event begins at the top", page.evaluate("scrollY") == 0)
    page.go_back()
    link.wait_for()
    until("the list is where it was", lambda: abs(page.evaluate("scrollY") - before) < 3)
    check("the event has the focus", page.evaluate("document.activeElement.textContent").startswith("Evening 25"))
    page.get_by_role("link", name="People").first.click()
    page.get_by_role("heading", name="People").wait_for()
    check("another place begins at the top", page.evaluate("scrollY") == 0)


def test_home_in_english(browser, ada, bob, cyd):
    """44.20: dates and numbers are English, whatever the browser's language"""
    call(ada, "events/add", {"event": {"name": "Far away", "start": in_hours(24 * 400)}})
    for locale in ("de-DE", "ar-EG"):
        context = browser.program.new_context(viewport={"width": 1280, "height": 800}, locale=locale)
        page = context.new_page()
        try:
            page.goto(ada.link())
            page.locator(".link.live").first.wait_for(state="attached")
            for place in ("#/events", "#/events/month", "#/events/week", "#/chat", "#/peers"):
                go(page, place)
                page.locator("main h1").first.wait_for()
                page.wait_for_timeout(300)
                text = page.locator("main").inner_text()
                found = re.findall(r"[\u0600-\u06ff]+|\b(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Jahr|Tagen|Monaten|Mo|Mi|Do)\b", text)
                check(f"{place} speaks English in {locale}", not found, found)
        finally:
            context.close()


def test_home_says_when_parlor_is_slow(browser, ada, bob, cyd):
    """44.19: after three seconds without an answer the page says that Parlor is slow, and no longer once it answers"""
    page = opened(browser, ada, "#/")
    held, holding = [], [True]
    page.route("**/v1/drawings/list", lambda route: held.append(route) if holding else route.continue_())
    go(page, "#/drawings")
    page.locator(".me .link.slow", has_text="Slow to answer").wait_for()
    page.get_by_text("Parlor is slow to answer.").wait_for()
    holding.clear()
    for route in held:
        route.continue_()
    page.locator(".me .link.live").wait_for()
    check("it says so no longer", page.get_by_text("Parlor is slow to answer.").count() == 0)


def test_home_too_many_windows(browser, ada, bob, cyd):
    """44.19: a window for which Parlor has no stream left says that, and not that Parlor has stopped"""
    browser.expected += ["status of", "Failed to load", "EventSource"]
    pages = [browser.page(ada) for _ in range(9)]
    until("one of them says it", lambda: any(page.get_by_text("Too many windows show Parlor.").count() for page in pages))
    check("none says that Parlor has stopped", not any(page.get_by_text("Parlor has stopped").count() for page in pages))


def test_home_own_words(browser, ada, bob, cyd):
    """44.13: what the page says has no backtick: a refusal that names a command of the terminal is said otherwise, and no text of the page's own has one"""
    browser.expected += ["status of 4"]
    page = opened(browser, ada, "#/peers/add")
    words = "Nobody is there: `parlor peer list` shows who is."
    page.route("**/v1/peers/**", lambda route: route.fulfill(status=400, content_type="application/json", body=f'{{"code": "REFUSAL_CODE_NOT_FOUND", "message": "{words}"}}'))
    page.get_by_label("Host and port").fill("nowhere:1")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("alert").wait_for()
    text = page.get_by_role("alert").inner_text()
    check("the refusal is in the page's words", text.strip() == "Nobody is there.", text)
    texts = []
    for file in (here.parents[1] / "Sources/Page/js").rglob("*.js"):
        # Within a text a backtick is escaped, or stands in quotes. The one place that takes them out names them.
        texts += [f"{file.name}: {line.strip()[:100]}" for line in file.read_text().splitlines() if file.name != "texts.js" and re.search(r"\\`|'[^'`]*`[^'`]*'|\"[^\"`]*`[^\"`]*\"", re.sub(r"`[^`]*`", "", line))]
    check("no text of the page contains a backtick", not texts, texts[:5])


def test_home_search_and_keys(browser, ada, bob, cyd):
    """44.21: n makes a library in Cards, the search finds drawings alone and people by name, and the keys can be read"""
    saved(ada, "Teekessel by night")
    page = opened(browser, ada, "#/search")
    page.get_by_label("What is looked for").select_option("drawing")
    page.get_by_role("searchbox").fill("teek")
    page.get_by_role("link", name="Teekessel by night").wait_for()
    page.get_by_label("What is looked for").select_option("person")
    page.get_by_role("searchbox").fill("bo")
    page.locator("main .lines a", has_text="Bob").click()
    page.get_by_role("heading", name="Bob").wait_for()
    call(ada, "tables/host", {"description": "After the teekessel"})
    go(page, "#/search")
    page.get_by_label("What is looked for").select_option("match")
    page.get_by_role("searchbox").fill("teek")
    page.locator("main .lines a", has_text="After the teekessel").click()
    page.get_by_text("Waiting for players…").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.locator("main h1", has_text="War").wait_for()
    paper = call(ada, "drawings/begin", {"title": "Teekessel by day"})["id"]
    go(page, "#/search?find=teek&kind=paper")
    page.locator("main .lines a", has_text="Teekessel by day").click()
    page.locator(f"[class~=drawing-sheet]").first.wait_for()
    check("a paper is found and opened", paper in address(page), address(page))
    page.keyboard.press("g")
    page.keyboard.press("k")
    page.get_by_role("heading", name="Card Box").first.wait_for()
    page.keyboard.press("n")
    page.get_by_role("dialog", name="Add library").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.locator("main").focus()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        check(f"a key is as dark as text, {scheme}", page.locator("kbd").first.evaluate("node => getComputedStyle(node).opacity === '1' && getComputedStyle(node).color === getComputedStyle(document.body).color"))


def test_home_forced_colours(browser, ada, bob, cyd):
    """44.9: with forced colours a border says what is chosen: tabs, segments, swatches, places"""
    page = opened(browser, ada, "#/settings")
    page.emulate_media(forced_colors="active")
    width = lambda one: float(one.evaluate("node => getComputedStyle(node).borderTopWidth").replace("px", ""))
    colour = lambda one: one.evaluate("node => getComputedStyle(node).borderTopColor")
    for chosen, other in ((".segment:has(:checked)", ".segment:not(:has(:checked))"), (".colour:has(:checked)", ".colour:not(:has(:checked))"), (".rail [aria-current]", ".rail a:not([aria-current])")):
        one, two = page.locator(chosen).first, page.locator(other).last
        check(f"{chosen} has a border of its own", width(one) == 3 and colour(one) != colour(two), (width(one), colour(one), colour(two)))
    page.screenshot(path=pictures / "forced.png")
    go(page, "#/events")
    one = page.locator(".tabs [aria-current]").first
    one.wait_for()
    check("a tab has a border of its own", width(one) == 3, width(one))


#: Notes for each request of the page whether the first screen with the state was there when it was sent, whether a screen without it was
#: drawn, and how often the page was drawn. That the patience with a slow stream ends is for the test to say: a busy machine is slow.
FIRST_SCREEN = """(() => {
  window.sent = [];
  window.isWithoutState = false;
  window.drawn = 0;
  const later = window.setTimeout;
  window.setTimeout = (work, milliseconds, ...words) => {
    if (milliseconds !== 400) return later(work, milliseconds, ...words);
    window.endPatience = work;
    return 0;
  };
  const title = Object.getOwnPropertyDescriptor(Document.prototype, 'title');
  Object.defineProperty(document, 'title', { get: () => title.get.call(document), set: (text) => {
    window.drawn += 1;
    title.set.call(document, text);
  } });
  const send = window.fetch;
  window.fetch = (...words) => {
    sent.push(!!document.querySelector('.link.live'));
    return send(...words);
  };
  new MutationObserver(() => {
    if (document.querySelector('.link.starting')) window.isWithoutState = true;
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
})()"""


def test_home_first_screen(browser, ada, bob, cyd):
    """44: the first screen is drawn once, with the state, and sends its reads after it is there"""
    page = opened(browser, ada, "#/")
    page.add_init_script(FIRST_SCREEN)
    page.reload()
    page.locator(".link.live").first.wait_for(state="attached")
    until("the reads are sent", lambda: len(page.evaluate("sent")) >= 4)
    check("each was sent when the screen was there", all(page.evaluate("sent")), page.evaluate("sent"))
    check("no screen without the state is drawn while the stream is waited for", not page.evaluate("isWithoutState"))
    check("the end of the patience draws nothing again", page.evaluate("() => { const before = drawn; endPatience(); return drawn - before; }") == 0)
    # A stream that never comes is waited for no longer than that.
    page.add_init_script("window.SharedWorker = class { port = { postMessage() {} }; };")
    page.reload()
    until("the page waits for the stream", lambda: page.evaluate("typeof window.endPatience") == "function")
    check("nothing is drawn before", page.evaluate("drawn") == 0, page.evaluate("drawn"))
    page.evaluate("endPatience()")
    page.locator(".link.starting").first.wait_for(state="attached")


def test_home_person_is_named_once(browser, ada, bob, cyd):
    """44.look: the dialog of a person has the name as its title, and says below whether that person is here"""
    page = opened(browser, ada, "#/")
    page.locator(".seats .person", has_text="Bob").click()
    dialog = page.get_by_role("dialog", name="Bob")
    dialog.wait_for()
    check("the name is there once", dialog.inner_text().count("Bob") == 1, dialog.inner_text())
    expect(dialog.locator(".person-head")).to_contain_text("Here")


def test_home_drawings_have_one_row_at_the_head(browser, ada, bob, cyd):
    """44.look: the title, the views and what can be done in Drawings are one row on a tablet"""
    saved(ada, "For the head")
    page = opened(browser, ada, "#/drawings", width=768, height=1024)
    page.locator(".place-head .end .button").nth(2).wait_for()
    rows = [page.locator(f".place-head > {part}").bounding_box() for part in ("h1", ".tabs", ".end")]
    check("they are beside each other", max(row["y"] for row in rows) < min(row["y"] + row["height"] for row in rows), rows)
