"""Cards on two pages: rows D-01 to D-59."""
import gzip
import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from api import befriend, call, hostile, no_barriers, no_markup, no_overflow, opened, room, saying
from people import check, go, until
from speed import card_box


def test_cards_import_and_request(browser, ada, bob, cyd):
    """Import Card by name; one that nobody knows is offered otherwise, or requested, and answered by a peer (D-27 to D-32)"""
    befriend(ada, bob)
    browser.expected.append("404")
    page = opened(browser, ada, "#/cards")
    expect(page.get_by_role("heading", name="Card Box")).to_be_visible()
    page.get_by_role("button", name="Import Card").first.click()
    dialog = page.get_by_role("dialog")
    add = dialog.get_by_role("button", name="Add Card")
    expect(add).to_be_disabled()
    name = dialog.get_by_label("Which card do you have?")
    name.fill("spilled ember")
    expect(add).to_be_enabled()
    name.fill("")
    expect(add).to_be_disabled()
    name.fill("spilled ember")
    dialog.get_by_label("How many").fill("5")
    add.click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".card-tile", has_text="Spilled Ember")).to_contain_text("×5")
    # Near names are offered.
    page.get_by_role("button", name="Import Card").first.click()
    name.fill("Spiled Ember")
    add.click()
    expect(dialog.get_by_text("The card Spiled Ember is not available.")).to_be_visible()
    dialog.get_by_role("button", name="Spilled Ember", exact=True).click()
    expect(page.locator(".card-tile", has_text="Spilled Ember")).to_contain_text("×6")
    # So is what begins with what was typed (44.18).
    page.get_by_role("button", name="Import Card").first.click()
    name.fill("Spilled")
    add.click()
    expect(dialog.get_by_text("Did you mean one of these?")).to_be_visible()
    dialog.get_by_role("button", name="Spilled Ember", exact=True).click()
    expect(page.locator(".card-tile", has_text="Spilled Ember")).to_contain_text("×7")
    # One that nobody knows is requested, and Bob says what it is.
    page.get_by_role("button", name="Import Card").first.click()
    name.fill("Glass Elf")
    add.click()
    expect(dialog.get_by_text("Do you want to request it?")).to_be_visible()
    dialog.get_by_label("Whom to ask").select_option(label="friends")
    dialog.get_by_role("button", name="Yes").click()
    expect(dialog).to_have_count(0)
    other = opened(browser, bob, "#/cards/requests")
    other.get_by_role("button", name="Answer").click()
    other.get_by_role("dialog").get_by_label("Type").fill("Creature — Elf")
    other.get_by_role("dialog").get_by_role("button", name="Answer").click()
    go(page, "#/cards/requests")
    expect(page.get_by_text("answered")).to_be_visible()
    # A card is removed after a question (D-35).
    go(page, "#/cards")
    page.get_by_role("button", name="Options for Spilled Ember").click()
    page.get_by_role("menuitem", name="Remove Card").click()
    expect(dialog.get_by_text("Are you sure?")).to_be_visible()
    dialog.get_by_role("button", name="Remove Card").click()
    expect(page.locator(".card-tile", has_text="Spilled Ember")).to_contain_text("×6")


def test_cards_build_a_library(browser, ada, bob, cyd):
    """A library is made, cards move with a tap, lands need digits in every field, Save needs 60, Cancel gives all back (D-03 to D-26)"""
    call(ada, "cards/add", {"card": "Cellar Rat", "count": 3})
    page = opened(browser, ada, "#/cards")
    check("the Card Box is neither edited nor deleted (D-04, D-05)", page.get_by_role("button", name="Edit", exact=True).count() == 0)
    page.get_by_role("button", name="Add library").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("It cannot be created without a name.")).to_be_visible()
    create = dialog.get_by_role("button", name="Create")
    expect(create).to_be_disabled()
    dialog.get_by_label("Name").fill("Rats")
    create.click()
    expect(page.get_by_role("heading", name="Manage Library")).to_be_visible()
    check("lands wait for a card (D-14)", page.get_by_role("button", name="Add Lands").count() == 0)
    for count in (1, 2):
        page.get_by_role("button", name=saying("^Add Cellar Rat")).click()
        expect(page.get_by_role("button", name=saying(f"^Take Cellar Rat out, {count} "))).to_be_visible()
    page.get_by_role("button", name="Add Lands").click()
    lands = dialog.get_by_role("button", name="Add Lands")
    dialog.get_by_label("Swamp", exact=True).fill("20")
    expect(lands).to_be_enabled()
    dialog.get_by_label("Forest", exact=True).fill("x")
    expect(lands).to_be_disabled()
    dialog.get_by_label("Forest", exact=True).fill("")
    expect(lands).to_be_disabled()
    dialog.get_by_label("Forest", exact=True).fill("0")
    lands.click()
    expect(page.get_by_role("button", name=saying("^Take one Swamp out, 20 "))).to_be_visible()
    save = page.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_disabled()
    expect(page.get_by_text("add 38 more", exact=False)).to_be_visible()
    page.get_by_role("button", name=saying("^Take Cellar Rat out")).click()
    expect(page.get_by_role("button", name=saying("^Take Cellar Rat out, 1 "))).to_be_visible()
    page.get_by_role("button", name="Save as a draft").click()
    expect(page.get_by_role("heading", name="Rats")).to_be_visible()
    # Cancelling an edit gives back what it was (D-10).
    page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_role("button", name=saying("^Add Cellar Rat")).click()
    expect(page.get_by_role("button", name=saying("^Take Cellar Rat out, 2 "))).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".contents .card-tile", has_text="Cellar Rat")).to_contain_text("×1")
    # Statistics, odds and a hand (D-55).
    page.get_by_role("link", name="Statistics").click()
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_text("to have at least one", exact=False)).to_be_visible()
    page.get_by_role("button", name="Draw seven cards").click()
    expect(page.locator(".stats .card-tile")).to_have_count(7)
    # A deck file is saved, and read again with a report (D-40, D-48).
    go(page, "#/cards")
    page.get_by_role("link", name=saying("^Rats")).click()
    page.get_by_role("button", name="More for this library").click()
    page.get_by_role("menuitem", name="Export").click()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save").click()
    text = download.value.path().read_text()
    check("the file has the cards", "Cellar Rat" in text and "20 Swamp" in text, text)
    page.get_by_role("button", name="More for this library").click()
    page.get_by_role("menuitem", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.locator(".card-tile", has_text="Cellar Rat")).to_contain_text("×3")
    # A deletion erases: nothing offers what would be refused.
    check("no undo of a deletion is offered", page.locator(".toast", has_text="The library is deleted.").get_by_role("button", name="Undo").count() == 0)
    page.get_by_role("button", name="Import a deck").click()
    dialog.locator("input[type=file]").set_input_files({"name": "rats.txt", "mimeType": "text/plain", "buffer": b"2 Cellar Rat\n20 Swamp\nwhat is this ???\n"})
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.get_by_role("heading", name="Lost")).to_be_visible()
    expect(dialog.get_by_text("what is this", exact=False)).to_be_visible()


def test_cards_trade(browser, ada, bob, cyd):
    """An offer waits at the other's page, is accepted, and both collections change (D-58)"""
    befriend(ada, bob)
    call(ada, "cards/add", {"card": "Attic Ghost"})
    call(bob, "cards/add", {"card": "Parlor Cat"})
    page, other = opened(browser, ada, "#/cards/trades"), opened(browser, bob, "#/cards/trades")
    page.get_by_role("button", name="Offer a trade").click()
    dialog = page.get_by_role("dialog")
    offer = dialog.get_by_role("button", name="Offer", exact=True)
    expect(offer).to_be_disabled()
    dialog.get_by_label("You give").fill("Attic Ghost")
    dialog.get_by_label("You want").fill("Parlor Cat")
    offer.click()
    expect(page.get_by_text("offered", exact=True)).to_be_visible()
    other.get_by_role("button", name="Accept").click()
    until("Bob has the ghost", lambda: any(line["name"] == "Attic Ghost" for line in call(bob, "cards/list").get("cards", [])))
    go(page, "#/cards")
    expect(page.locator(".card-tile", has_text="Parlor Cat")).to_be_visible()
    expect(page.locator(".card-tile", has_text="Attic Ghost")).to_have_count(0)
    # A loan comes back.
    go(page, "#/cards/trades")
    page.get_by_role("button", name="Offer a trade").click()
    dialog.get_by_label("You give").fill("Parlor Cat")
    dialog.get_by_label("The cards are lent, not given").check()
    dialog.get_by_label("Until which day").fill("2030-12-24")
    dialog.get_by_role("button", name="Offer to lend").click()
    other.get_by_role("button", name="Accept").click()
    other.get_by_role("button", name="Give back").click()
    go(page, "#/cards")
    expect(page.locator(".card-tile", has_text="Parlor Cat")).to_be_visible()
    # Nobody has given one card twice.
    go(page, "#/cards/trades")
    page.get_by_role("button", name="Look for cards given twice").click()
    expect(page.get_by_text("nobody has given a card twice", exact=False)).to_be_visible()
    # Bob's wish matches Ada's card.
    go(page, "#/cards/market")
    page.get_by_label("Card", exact=True).fill("Parlor Cat")
    page.get_by_label("That you").select_option("no")
    page.get_by_label("Room").select_option(label="friends")
    page.get_by_role("button", name="Tell", exact=True).click()
    call(bob, "trades/mark", {"room": room(bob), "card": "Parlor Cat", "wanted": True})
    expect(page.get_by_text("matches Bob")).to_be_visible()


def test_cards_request_closed_by_the_owner(browser, ada, bob, cyd):
    """The owner of a room closes a request, and everybody sees why (D-32, A-17)"""
    befriend(ada, bob)
    call(bob, "cards/request", {"room": room(bob), "name": "Paper Dragon"})
    page, other = opened(browser, ada, "#/cards/requests"), opened(browser, bob, "#/cards/requests")
    page.locator("li", has_text="Paper Dragon").get_by_role("button", name="Close the request").click()
    page.get_by_role("dialog").get_by_label("Why").fill("There is no such card")
    page.get_by_role("dialog").get_by_role("button", name="Close the request").click()
    expect(other.get_by_text("There is no such card", exact=False)).to_be_visible()
    expect(other.locator("li", has_text="Paper Dragon").get_by_text("closed", exact=True)).to_be_visible()


def test_cards_hostile_words_break_nothing(browser, ada, bob, cyd):
    """Script in every field of cards that a peer can fill: nothing runs, and no screen is too wide"""
    befriend(ada, bob)
    for text in hostile:
        call(bob, "cards/add", {"card": text, "anyway": True})
        call(bob, "cards/request", {"room": room(bob), "name": text, "note": text})
        call(bob, "trades/mark", {"room": room(bob), "card": text, "wanted": True})
    call(bob, "libraries/make", {"name": hostile[0]})
    call(bob, "libraries/add", {"library": hostile[0], "card": hostile[1]})
    call(bob, "libraries/edit", {"library": hostile[0], "notes": hostile[3], "tags": [text[:15] for text in hostile[4:6]]})
    call(bob, "deck-lists/share", {"library": hostile[0], "room": room(bob)})
    call(bob, "cards/present", {"room": room(bob)})
    until("Ada sees the list", lambda: call(ada, "deck-lists/list").get("lists"))
    for person in (ada, bob):
        page = opened(browser, person, "#/cards")
        for place in ("", "/trades", "/market", "/lists", "/requests", "/shown"):
            go(page, "#/cards" + place)
            page.locator("main h1").first.wait_for()
            page.wait_for_timeout(150)
            no_overflow(page, place)
            no_markup(page, place)


def test_cards_no_barriers(browser, ada, bob, cyd):
    """axe on each screen of cards, and no sideways scroll at six widths"""
    call(ada, "cards/add", {"card": "Chimney Drake", "count": 4})
    id = call(ada, "libraries/make", {"name": "Drakes"})["id"]
    call(ada, "libraries/add", {"library": id, "card": "2 Chimney Drake"})
    page = opened(browser, ada, "#/cards")
    for place in ("", f"/{id}", f"/{id}/manage", f"/{id}/stats", "/trades", "/market", "/lists", "/requests", "/shown", "/help"):
        go(page, "#/cards" + place)
        page.locator("main h1").first.wait_for()
        page.wait_for_timeout(200)
        no_overflow(page, place)
        no_barriers(page, place, Axe())


def test_cards_keyboard_alone(browser, ada, bob, cyd):
    """A card is added with the keyboard alone"""
    page = opened(browser, ada, "#/")
    page.keyboard.press("g")
    page.keyboard.press("k")
    button = page.get_by_role("button", name="Import Card").first
    button.wait_for()
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    expect(page.get_by_label("Which card do you have?")).to_be_focused()
    page.keyboard.type("Lamplight Owl")
    page.keyboard.press("Enter")
    expect(page.locator(".card-tile", has_text="Lamplight Owl")).to_be_visible()


def test_cards_search_belongs_to_its_collection(browser, ada, bob, cyd):
    """44.2: a search belongs to its collection, and where nothing is found the page says so and clears it"""
    for name in ("Attic Ghost", "Cellar Rat", *(f"Kettle {number}" for number in range(9))):
        call(ada, "cards/add", {"card": name, "count": 2, "anyway": True})
    library = call(ada, "libraries/make", {"name": "Few"})["id"]
    call(ada, "libraries/add", {"library": library, "card": "Attic Ghost"})
    page = opened(browser, ada, "#/cards")
    box = page.get_by_role("searchbox", name="Search in Card Box")
    box.fill("zzz")
    expect(page.get_by_text("No card is called that.")).to_be_visible()
    page.get_by_role("link", name=saying("^Few")).click()
    expect(page.locator(".contents .card-tile", has_text="Attic Ghost")).to_have_count(1)
    page.get_by_role("link", name=saying("^Card Box")).click()
    expect(box).to_have_value("zzz")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".contents .card-tile", has_text="Cellar Rat")).to_have_count(1)
    expect(box).to_have_value("")
    expect(box).to_be_focused()


def names(page):
    """The names of the cards that are shown, in their order."""
    return page.locator(".card-grid strong, .card-list strong").all_inner_texts()


def test_cards_cost_type_and_colour(browser, ada, bob, cyd):
    """44: cards show their cost in symbols and their type, are sorted and chosen by them, as a grid and as a list; many are asked for in one request"""
    own = ["Spilled Ember", "Kettle Sprite", "Orchard Giant", "Attic Ghost", "Clockwork Host", "Back Room", "Candle // Ashes", "Unwritten Letter", "Polite Refusal"]
    for name in (*own, "Nobody Knows It"):
        call(ada, "cards/add", {"card": name, "anyway": True})
    page = opened(browser, ada, "#/")
    asked = []
    page.on("request", lambda request: asked.append(request.post_data_json["text"]) if request.url.endswith("/v1/cards/search") else None)
    go(page, "#/cards")
    ember = page.locator(".card-tile", has_text="Spilled Ember")
    expect(ember.get_by_role("img", name="costs red", exact=True)).to_be_visible()
    expect(ember).to_contain_text("Instant")
    expect(page.locator(".card-tile", has_text="Orchard Giant").get_by_role("img", name="costs 4, green, green", exact=True)).to_be_visible()
    expect(page.locator(".card-tile", has_text="Candle").get_by_role("img", name="costs red; 1, black", exact=True)).to_be_visible()
    check("what is not known is quiet", page.locator(".card-tile", has_text="Nobody Knows It").locator(".kind").count() == 0)
    # A change meanwhile may have them asked for again.
    check("all were asked for in one request", len(set(asked)) == 1 and asked[0].count("\n") >= 10, asked)
    sort, colour, kind = page.get_by_label("Sort"), page.get_by_label("Colour"), page.get_by_label("Type")
    colour.select_option(label="blue")
    # The box has cards of other tests as well.
    until("the blue ones are there", lambda: {"Kettle Sprite", "Unwritten Letter"} <= set(names(page)) and not {"Orchard Giant", "Back Room"} & set(names(page)))
    kind.select_option("Instant")
    until("and the instants among them", lambda: "Unwritten Letter" in names(page) and "Kettle Sprite" not in names(page))
    colour.select_option(label="green")
    expect(page.get_by_text("No card here is like that.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(colour).to_have_value("")
    sort.select_option(label="By cost")
    order = ["Back Room", "Spilled Ember", "Orchard Giant", "Nobody Knows It"]
    until("lands and what costs little come first, what is not known last", lambda: [name for name in names(page) if name in order] == order)
    page.get_by_role("button", name="List", exact=True).click()
    row = page.locator(".card-row", has_text="Attic Ghost")
    expect(row.get_by_role("img", name="costs 1, black, black", exact=True)).to_be_visible()
    expect(row).to_contain_text("Creature — Spirit")
    row.get_by_role("button", name="Options for Attic Ghost").click()
    expect(page.get_by_role("menuitem", name="Remove Card")).to_be_visible()
    page.keyboard.press("Escape")
    for width in (390, 736, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        no_overflow(page, f"the list at {width}")
    no_barriers(page, "the list", Axe())
    page.reload()
    expect(page.locator(".card-row").first).to_be_visible()
    page.get_by_role("button", name="Grid", exact=True).click()
    expect(page.locator(".card-grid")).to_be_visible()


def test_cards_database_is_imported(browser, ada, bob, cyd):
    """D-59: a file of all cards is taken on the page, also a packed one, with how far it is; what is no such file is refused and leaves what was known"""
    browser.expected.append("400")
    call(cyd, "cards/add", {"card": "Brass Kestrel", "anyway": True})
    page = opened(browser, cyd, "#/cards")
    tile = page.locator(".card-tile", has_text="Brass Kestrel")
    tile.wait_for()
    check("nothing is known of it", tile.locator(".kind").count() == 0)
    page.get_by_role("button", name="More for the Card Box").click()
    page.get_by_role("menuitem", name="Card database").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("there is no card database in this home")).to_be_visible()
    send = lambda name, content: dialog.locator("input[type=file]").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})
    cards = [{"name": "Brass Kestrel", "mana_cost": "{1}{W}", "cmc": 2.0, "type_line": "Creature — Bird", "layout": "normal", "legalities": {}}]
    cards += [{"name": f"Filler {number}", "mana_cost": "{W/U}", "type_line": "Sorcery", "layout": "normal", "oracle_text": "x" * 4_000} for number in range(2_000)]
    whole = json.dumps(cards).encode()
    send("collection.csv", b"Count,Name\n1,Spilled Ember\n")
    expect(dialog.get_by_role("alert")).to_contain_text("The file holds no cards in a form that is known")
    send("half.json", whole[:-9])
    expect(dialog.get_by_role("alert")).to_contain_text("breaks off after card")
    expect(dialog.get_by_text("there is no card database in this home")).to_be_visible()
    send("oracle-cards.json", whole)
    expect(dialog.get_by_role("status")).to_have_text("2001 cards are known here now.")
    expect(dialog.get_by_text("2001 cards of the card database", exact=False)).to_be_visible()
    send("atomic.json.gz", gzip.compress(json.dumps(cards[:3]).encode()))
    expect(dialog.get_by_role("status")).to_have_text("3 cards are known here now.")
    page.keyboard.press("Escape")
    expect(tile.get_by_role("img", name="costs 1, white", exact=True)).to_be_visible()
    expect(tile).to_contain_text("Creature — Bird")


def test_cards_statistics_at_nothing(browser, ada, bob, cyd):
    """44: where nothing is counted the statistics say so, and what is counted zero times has no bar"""
    empty = call(ada, "libraries/make", {"name": "Nothing in it"})["id"]
    page = opened(browser, ada, f"#/cards/{empty}/stats")
    expect(page.get_by_text("There is nothing to count yet.")).to_have_count(3)
    call(ada, "cards/add", {"card": "Lamplight Owl", "count": 2})
    some = call(ada, "libraries/make", {"name": "Two owls"})["id"]
    call(ada, "libraries/add", {"library": some, "card": "2 Lamplight Owl"})
    go(page, f"#/cards/{some}/stats")
    curve = page.locator("section", has=page.get_by_role("heading", name="Curve"))
    expect(curve.locator(".bar-of")).to_have_count(1)
    expect(curve.locator(".bar-count")).to_have_count(8)


#: Notes in `addedMost` how many elements that a selector names one drawing of the page added at most.
ADDED = """(selector) => {
  window.addedMost = 0;
  new MutationObserver((records) => {
    const added = records.flatMap((one) => [...one.addedNodes]).filter((one) => one.nodeType === 1 && one.isConnected);
    const found = new Set(added.flatMap((one) => [...(one.matches(selector) ? [one] : []), ...one.querySelectorAll(selector)]));
    window.addedMost = Math.max(window.addedMost, found.size);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_cards_many(browser, ada, bob, cyd):
    """44: of many cards those in view are shown, more come at the end of the list, a search finds all; a menu has its items while it is open"""
    page = opened(browser, ada, "#/")
    lines = card_box(page, 150)
    page.evaluate(ADDED, ".card-tile")
    go(page, "#/cards")
    tiles, items = page.locator(".card-tile"), page.locator("main [role=menuitem]")
    tiles.first.wait_for()
    until("more are there than the window shows", lambda: tiles.count() > 40)
    check("not all are shown at once", tiles.count() < 150, tiles.count())
    check("a frame draws no more than the window shows", page.evaluate("addedMost") <= 30, page.evaluate("addedMost"))

    def ended():
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        return tiles.count() == 150

    until("all are shown at the end of the list", ended)
    check("no menu has items", items.count() == 0, items.count())
    options = page.get_by_role("button", name=f"Options for {lines[149]['name']}", exact=True)
    options.click()
    expect(page.get_by_role("menuitem", name="Remove Card")).to_be_visible()
    check("the menu that is open has its own", items.count() == 4, items.count())
    page.keyboard.press("Escape")
    until("none when it is closed", lambda: items.count() == 0)
    expect(options).to_be_focused()
    page.get_by_label("Search in Card Box").fill("149")
    until("the search finds what was not shown", lambda: tiles.count() == 1 and lines[149]["name"] in tiles.inner_text())
