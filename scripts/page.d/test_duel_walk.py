"""What somebody who knows Cockatrice does at a duel without looking anything up, and what a hand that is too quick must not do."""
from api import call
from duels import act
from people import check, still, until
from test_duel import cards, duel
from test_duel_acts import logged
from test_duel_look import named, sat_down


def names(person, table, zone):
    """The names of a person's cards in a zone."""
    seat = call(person, "tables/show", {"table": table})["seat"]
    return sorted(one.get("name", "") for one in duel(person, table).get("objects", []) if one["zone"] == zone and one["owner"] == seat)


def hand(person, table):
    return sorted(one["name"] for one in duel(person, table)["own"].get("hand", []))


def test_duel_keys_are_for_the_card_under_the_mouse(browser, ada, bob, cyd):
    """V-49: a key is for the card to which the mouse was moved, never for one that nobody chose, and says why it does nothing; with arrow keys it is for the one that has the focus"""
    table, a, b = sat_down(browser, ada, bob)
    act(ada, table, "find Grey Squirrel to table", "find Parlor Cat to table", "draw 7")
    until("the hand is drawn", lambda: cards(a, "hand").count() == 7)
    still(a)
    held = hand(ada, table)
    cards(a, "hand").nth(3).dblclick()
    until("it is played", lambda: cards(a, "hand").count() == 6)
    still(a)
    before = hand(ada, table)
    a.keyboard.press("Delete")
    a.locator(".refused").get_by_text("point at one").wait_for()
    check("the card that came under the mouse stays", hand(ada, table) == before and len(held) == 7)
    named(a, "field", "Grey Squirrel").hover()
    a.keyboard.press("Delete")
    until("the squirrel is in the graveyard", lambda: "Grey Squirrel" in names(ada, table, "ZONE_GRAVEYARD"))
    check("the hand is as it was", hand(ada, table) == before)
    still(a)
    named(a, "field", "Parlor Cat").hover()
    a.keyboard.press(".")
    until("the cat has a counter", lambda: any(one.get("counters") for one in duel(ada, table)["objects"] if one.get("name") == "Parlor Cat"))
    a.keyboard.press("h")
    a.keyboard.press("ArrowRight")
    key = a.evaluate("document.activeElement.dataset.card")
    a.keyboard.press("Delete")
    until("the card with the focus went", lambda: cards(a, "hand").count() == 5 and a.locator(f'[data-cards="hand"] [data-card="{key}"]').count() == 0)
    cards(a, "hand").first.hover()
    a.keyboard.press("j")
    a.locator(".refused").get_by_text("is nothing for").wait_for()


def test_duel_a_quick_hand(browser, ada, bob, cyd):
    """V-09: the second half of a double click takes no mulligan, and a click pays what a mulligan owes"""
    table, a, b = sat_down(browser, ada, bob)
    a.get_by_role("button", name="Draw your hand").dblclick()
    until("the hand is drawn", lambda: cards(a, "hand").count() == 7)
    still(a)
    check("and no mulligan taken", not duel(ada, table)["seats"][0].get("mulligans"), duel(ada, table)["seats"][0])
    a.wait_for_timeout(600)
    a.get_by_role("button", name="Mulligan").click()
    until("a card is owed", lambda: duel(ada, table)["seats"][0].get("put_back") == 1 and cards(a, "hand").count() == 7)
    still(a)
    cards(a, "hand").first.dblclick()
    until("one click pays it", lambda: cards(a, "hand").count() == 6 and not duel(ada, table)["seats"][0].get("put_back"))
    check("nothing else was done", a.locator("dialog").count() == 0 and not names(ada, table, "ZONE_BATTLEFIELD"))


def test_duel_play_what_passes(browser, ada, bob, cyd):
    """V-18, V-20: a double click takes an instant to the stack, and what stays to the table"""
    table, a, b = sat_down(browser, ada, bob)
    act(ada, table, "find Rain on the Roof to hand", "find Teapot Golem to hand")
    until("they are in the hand", lambda: cards(a, "hand").count() == 2)
    until("what they are is known", lambda: a.locator('[data-cards="hand"] .dtype').count() == 2)
    still(a)
    named(a, "hand", "Rain on the Roof").dblclick()
    until("the instant is on the stack", lambda: names(ada, table, "ZONE_STACK") == ["Rain on the Roof"])
    still(a)
    named(a, "hand", "Teapot Golem").dblclick()
    until("the golem is on the table", lambda: names(ada, table, "ZONE_BATTLEFIELD") == ["Teapot Golem"])
    still(a)
    named(a, "field", "Teapot Golem").hover()
    text = a.locator(".dzoom .dtext")
    text.wait_for()
    check("its text has symbols", "{" not in text.inner_text() and text.locator('[aria-label="tap"] svg').count() == 1, text.inner_html())


def test_duel_take_back_is_asked_first(browser, ada, bob, cyd):
    """V-38: a click on a line of the log asks our person before it asks the other player; what was asked is not offered again"""
    table, a, b = sat_down(browser, ada, bob)
    act(ada, table, "life 19", "life 18")
    logged(a, "18")
    a.locator(".dundo").last.click()
    a.locator("dialog").get_by_text("The game waits for the answer").wait_for()
    a.keyboard.press("Escape")
    a.locator("dialog").wait_for(state="detached")
    check("nobody was asked", not duel(bob, table).get("undo"))
    a.locator(".dundo").last.click()
    a.locator("dialog").get_by_role("button", name="Ask for it").click()
    b.get_by_role("button", name="Allow").wait_for()
    check("the question itself cannot be taken back so", a.locator(".kind-undo .dundo").count() == 0)
    b.get_by_role("button", name="Refuse").click()


def test_duel_typed_at_once(browser, ada, bob, cyd):
    """V-25: what is typed and sent with Return at once arrives whole, also where the page was not drawn in between"""
    table, a, b = sat_down(browser, ada, bob)
    a.locator(".dmiddle").click()
    for number in range(6):
        a.keyboard.press("t")
        a.locator("dialog input").wait_for()
        # All of it before the page can be drawn again.
        a.locator("dialog input").evaluate("""(field, text) => {
          for (const end of text.keys()) {
            field.value = text.slice(0, end + 1).join('');
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
          }
          field.form.requestSubmit();
        }""", list(f"Goblin of house {number}"))
        a.locator("dialog").wait_for(state="detached")
    until("all have their whole names", lambda: names(ada, table, "ZONE_BATTLEFIELD") == [f"Goblin of house {number}" for number in range(6)])
    a.keyboard.press("t")
    a.locator("dialog input").fill("2 3/4 Troll")
    a.keyboard.press("Enter")
    strong = lambda: [one for one in duel(ada, table)["objects"] if one.get("name") == "Troll" and {each["name"]: each["value"] for each in one.get("counters", [])} == {"power": 3, "toughness": 4}]
    until("two trolls are as strong as was said", lambda: len(strong()) == 2)
    a.get_by_role("button", name="Keys, mouse and finger").click()
    a.locator(".dkeys").wait_for()
