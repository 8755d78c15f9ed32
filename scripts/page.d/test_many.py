"""Two hundred people: no screen lists them all by itself, somebody is found by a name, all of it by keys, and it opens at once."""
import os
import pathlib
import tempfile

from playwright.sync_api import expect

from api import opened, room
from people import check, go, own_module

#: For people to look at.
pictures = pathlib.Path(os.environ.get("PARLOR_PICTURES", tempfile.gettempdir()))

#: Puts two hundred people into the lobby and onto the network, as the stream would; 66 are paired, 134 online.
CROWD = """async ([module, count]) => {
  const { state, changed } = await import(module);
  const first = ['Adaeze', 'Bo', 'Cleo', 'Dagny', 'Émile', 'Finn', 'Gudrun', 'Hana', 'Ivo', 'Jun'];
  const people = Array.from({ length: count }, (_, n) => ({
    author: 'crowd' + n, name: `${first[n % 10]} van ${n}`, colour: 'blue', online: n % 3 !== 2, here: n % 3 === 0, words: `lake-table-onion-${n}`, paired: n % 3 === 1 }));
  const keep = (map, change) => {
    const set = map.set.bind(map);
    map.set = (id, one) => set(id, change(one));
    for (const [id, one] of map) map.set(id, one);
  };
  keep(state.rooms, (room) => room.kind !== 'ROOM_KIND_LOBBY' ? room : { ...room, members: [...(room.members ?? []).filter((one) => one.own), ...people] });
  for (const [n, { author, here, ...one }] of people.entries()) state.peers.set('crowd' + n, { ...one, id: 'crowd' + n, accounts: [author] });
  changed();
}"""

#: Each of the crowd offers a table.
TABLES = """async (module) => {
  const { state, changed } = await import(module);
  for (const [id, { name, words, paired }] of state.peers) {
    if (id.startsWith('crowd')) state.tables.set('table' + id, { id: 'table' + id, phase: 'TABLE_PHASE_OFFERED', host: { name, words, paired, author: id, online: true } });
  }
  changed();
}"""

#: Goes to a place; the milliseconds until the element is there and a frame was painted.
OPEN = """([place, wanted]) => new Promise((done) => {
  const begin = performance.now();
  location.hash = place;
  const look = () => {
    if (document.querySelector(wanted)) requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
    else requestAnimationFrame(look);
  };
  look();
})"""


def crowded(browser, person, **size):
    """A page with two hundred people."""
    page = browser.page(person, **size)
    page.locator(".link.live").first.wait_for(state="attached")
    page.evaluate(CROWD, [own_module(page), 200])
    return page


def clock(page):
    """Tells for how many milliseconds the page has kept a processor busy: the machine does other things, too, and another clock would count them."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return lambda: 1000 * next(one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")


def test_many_people(browser, ada, bob, cyd):
    """50: of two hundred people at most twenty of a kind are listed, paired ones first; a name finds one by keys alone, and the rest is a button"""
    for width, height in ((1280, 800), (390, 844)):
        page = crowded(browser, ada, width=width, height=height)
        go(page, "#/peers")
        sections = page.locator("main section.panel:has(.lines)")
        expect(page.get_by_role("region", name="Paired", exact=True)).to_be_visible()
        titles = page.locator("main h2").all_inner_texts()
        check("those who are paired come before others", titles.index("Paired") < titles.index("Nearby"), titles)
        for section in sections.all():
            check("at most twenty of a kind", section.locator("li").count() <= 20, section.locator("li").count())
        page.screenshot(path=pictures / f"many-peers-{width}.png")
        page.keyboard.press("/")
        field = page.get_by_role("searchbox")
        expect(field).to_be_focused()
        page.keyboard.type("emile van 94")
        expect(page.locator("main .lines > li")).to_have_count(1)
        page.keyboard.press("ArrowDown")
        check("arrow down goes to who was found", "Émile van 94" in page.evaluate("document.activeElement.innerText"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Émile van 94")).to_be_visible()
        go(page, "#/peers")
        field.fill("nobody at all")
        expect(page.get_by_text("is called that")).to_be_visible()
        page.get_by_role("button", name="Clear").click()
        nearby = page.get_by_role("region", name="Nearby", exact=True)
        more = nearby.get_by_role("button", name="Show 49 more")
        more.focus()
        page.keyboard.press("Enter")
        expect(nearby.locator("li")).to_have_count(69)
        fewer = nearby.get_by_role("button", name="Show the first 20")
        expect(fewer).to_be_focused()
        page.keyboard.press("Enter")
        expect(nearby.locator("li")).to_have_count(20)


def test_many_in_the_lobby(browser, ada, bob, cyd):
    """50: the lobby says who is here in one line, lists twenty of two hundred, and one who is found there is ignored by keys"""
    page = crowded(browser, ada)
    lobby = page.evaluate("async (module) => [...(await import(module)).state.rooms.values()].find((one) => one.kind === 'ROOM_KIND_LOBBY').id", own_module(page))
    go(page, f"#/chat/{lobby}")
    head = page.locator(".room-head p.note")
    expect(head).to_contain_text("and 61 more")
    go(page, f"#/chat/{lobby}/people")
    lines = page.locator("section[aria-label=People] .lines > li")
    expect(lines).to_have_count(20)
    check("we come first, then those who are paired and here", "you" in lines.nth(0).inner_text() and "paired" in lines.nth(1).inner_text() and "online" in lines.nth(1).inner_text(), lines.nth(1).inner_text())
    page.screenshot(path=pictures / "many-lobby.png")
    page.get_by_role("searchbox").fill("Hana van 197")
    expect(lines).to_have_count(1)
    page.keyboard.press("Enter")
    held = page.evaluate("document.activeElement.getAttribute('aria-label')")
    check("Return goes to what can be done with who was found", held == "What to do with Hana van 197", held)
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Ignore")).to_be_visible()


def test_many_to_choose_from(browser, ada, bob, cyd):
    """50: for a room and a trade one of many is found by name; Return in the field sends nothing, and who was chosen stays chosen"""
    page = crowded(browser, ada)
    go(page, "#/chat/new")
    make = page.get_by_role("region", name="New room")
    make.get_by_role("textbox", name="Name").fill("picnic")
    expect(make.get_by_role("checkbox", name="van")).to_have_count(20)
    field = make.get_by_role("searchbox")
    for name in ("Bo van 91", "Bo van 121"):
        field.fill(name)
        field.press("Enter")
        box = make.get_by_role("checkbox", name=name)
        expect(box).to_be_focused()
        page.keyboard.press("Space")
        expect(box).to_be_checked()
    field.fill("")
    expect(make.get_by_text("Chosen:")).to_contain_text("Bo van 121, Bo van 91")
    check("nothing was sent", "#/chat/new" in page.evaluate("location.hash"), page.evaluate("location.hash"))
    page.screenshot(path=pictures / "many-make.png")
    go(page, "#/cards/trades")
    page.get_by_role("button", name="Offer a trade").first.click()
    offer = page.get_by_role("dialog")
    offer.get_by_role("searchbox").fill("bo van 151")
    # People who are chosen stay in the list while others are looked for.
    expect(offer.get_by_role("radio")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(offer.get_by_role("radio", name="Bo van 151")).to_be_checked()
    offer.get_by_role("searchbox").fill("")
    expect(offer.get_by_role("radio", name="Bo van 151")).to_be_checked()
    page.screenshot(path=pictures / "many-offer.png")
    page.keyboard.press("Escape")


def test_many_tables(browser, ada, bob, cyd):
    """50: of two hundred tables that are offered twenty are listed, those of paired people first, and a host is found by name"""
    page = crowded(browser, ada)
    page.evaluate(TABLES, own_module(page))
    go(page, "#/war/join")
    offers = page.get_by_role("region", name="Tables offered").locator("li")
    expect(offers).to_have_count(20)
    check("those of paired people come first", all("not paired" not in text for text in offers.all_inner_texts()), offers.first.inner_text())
    page.keyboard.press("/")
    page.keyboard.type("hana van 7")
    expect(offers).to_have_count(2)
    page.get_by_role("searchbox").fill("hana van 77")
    expect(offers).to_have_count(1)
    page.keyboard.press("Enter")
    check("Return goes to the button of the table", "Ask to join" in page.evaluate("document.activeElement.innerText"), page.evaluate("document.activeElement.outerHTML"))


def test_many_open_at_once(browser, ada, bob, cyd):
    """50: with two hundred people each screen that lists them opens within 300 ms, and has no two hundred lines"""
    page = crowded(browser, ada)
    lobby = page.evaluate("async (module) => [...(await import(module)).state.rooms.values()].find((one) => one.kind === 'ROOM_KIND_LOBBY').id", own_module(page))
    places = [("#/peers", "main .finder .lines"), (f"#/chat/{lobby}/people", "main .finder .lines"), ("#/chat/new", "main .finder .choice"), ("#/", "main .room"), (f"#/chat/{lobby}", "main .room-head")]
    busy = clock(page)
    for place, wanted in places:
        page.evaluate(OPEN, ["#/settings", "main .settings"])
        begin = busy()
        page.evaluate(OPEN, [place, wanted])
        took = round(busy() - begin)
        check(f"{place} opens within 300 ms", took < 300, took)
        check(f"{place} lists no two hundred", page.locator("main li:visible").count() < 100, page.locator("main li:visible").count())
