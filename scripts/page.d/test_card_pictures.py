"""Pictures of cards from a folder on this machine: on the table of a duel, seen large, and in the Card Box. The test draws them itself."""
import pathlib
import urllib.parse

from PIL import Image

from api import answer, call, no_barriers, no_overflow, opened
from axe_playwright_python.sync_playwright import Axe
from duels import act
from people import check, go, until
from test_duel import cards, duel, view
from test_duel_look import named, sat_down

RED, GREEN, BLUE = (176, 30, 40), (30, 140, 60), (40, 60, 170)
WORDS = "“A picture” <b>of</b> nobody’s"


def painted(path, colour, size=(250, 350)):
    """Writes a picture of one colour."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)


def setting(person, value):
    """The status and the answer of a change of the folder."""
    return answer(person, "node/set", {"key": "card-picture-folder", "value": str(value)})


def looks(page, image):
    """The colour in the middle of a picture that has come, and its width in pixels."""
    return until("the picture is there", lambda: image.count() == 1 and image.evaluate("""async (image) => {
      if (!image.complete || !image.naturalWidth) return null;
      const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
      const pen = canvas.getContext('2d');
      pen.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
      return { colour: [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3), width: image.naturalWidth };
    }"""))


def near(one, other):
    return all(abs(a - b) < 12 for a, b in zip(one, other))


def asks(page):
    """The names of cards whose pictures a page asks for from now on, as they come."""
    names = []

    def note(request):
        place = urllib.parse.urlsplit(request.url)
        if place.path == "/v1/card-pictures":
            names.append(urllib.parse.parse_qs(place.query)["name"][0])

    page.on("request", note)
    return names


def known(person, table):
    """The names that a person may know at a table."""
    found = duel(person, table)
    own = found.get("own", {})
    return {one["name"] for one in own.get("hand", []) + own.get("face_down", []) + [one for one in found.get("objects", []) if not one.get("down")]}


def reloaded(page, person, table):
    """Loads a page again, and waits until its person is back at the table."""
    page.reload()
    until("the table goes on", lambda: not view(person, table).get("paused"))


def test_card_pictures_at_the_table(browser, ada, bob, cyd):
    """V-51, D-61: cards on the table have pictures of a folder, large as well; the frame stays where there is none; a face-down card is never asked for"""
    folder = ada.home / "pictures"
    painted(folder / "teapot golem.png", RED)
    painted(folder / "Armchair Elder.jpg", GREEN, (700, 980))
    painted(ada.home / "secret.png", BLUE)
    (folder / "Forest.png").symlink_to(ada.home / "secret.png")
    (folder / "Woollen Scarf.png").write_text("This is no picture.")
    for path in (folder / "none", "pictures"):
        status, said = setting(ada, path)
        check("a folder that is not there is refused", status == 400 and said.get("message"), (status, said))
    status, said = setting(ada, folder)
    check("a folder is taken", status == 200, said)
    browser.expected.append("status of 400")
    table, a, b = sat_down(browser, ada, bob)
    asked, theirs = asks(a), asks(b)
    act(ada, table, "find Teapot Golem to table", "find Armchair Elder to table", "find Forest to table", "find Woollen Scarf to table", "power 9/9 on Armchair Elder", "draw 5", "play 1 face-down")
    act(bob, table, "find Teapot Golem to table", "draw 3", "play 1 face-down")
    down = a.locator('[data-card][aria-label*="face-down"], [data-card][aria-label*="face down"]')
    until("a card of each lies face down", lambda: down.count() == 2)
    golem, elder = named(a, "field", "Teapot Golem"), named(a, "field", "Armchair Elder")
    found = looks(a, golem.locator(".card-photo"))
    check("it is the picture of the golem", near(found["colour"], RED), found)
    found = looks(a, elder.locator(".card-photo"))
    check("a large picture is drawn as wide as the card", near(found["colour"], GREEN) and found["width"] == 128, found)
    until("a strength that was given is seen over the picture", lambda: elder.evaluate("""(card) => {
      const box = card.querySelector('.dstrength').getBoundingClientRect();
      const above = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return card.querySelector('.dstrength').textContent === '9/9' && !above.some((one) => one.matches('.card-photo'));
    }"""))
    check("the other player's golem has it as well", near(looks(a, named(a, "far-field", "Teapot Golem").locator(".card-photo"))["colour"], RED))
    for name in ("Forest", "Woollen Scarf"):
        until(f"{name} keeps its frame", lambda name=name: named(a, "field", name).locator(".card-photo").count() == 0)
        check("the frame has its name", named(a, "field", name).locator(".dname").text_content().replace("\u00ad", "") == name)
    check("a screen reader hears the name", golem.get_attribute("aria-label").startswith("Teapot Golem") and golem.locator(".card-photo").get_attribute("alt") == "")
    check("only cards that are known were asked for", set(asked) <= known(ada, table) and "Teapot Golem" in asked, (asked, known(ada, table)))
    check("a card that lies face down has no picture", down.count() == 2 and down.locator(".card-photo").count() == 0)
    check("Bob, who has no folder, asks for none", theirs == [] and b.locator(".card-photo").count() == 0, theirs)

    # A card that is seen large has the text that is known then.
    until("all is known of both", lambda: all(one.locator(".dtype").count() == 1 for one in (golem, elder)))
    golem.hover()
    found = looks(a, a.locator(".dzoom .card-photo"))
    check("it is seen large", near(found["colour"], RED), found)
    a.locator(".dmiddle").hover()
    a.locator(".dzoom .card-photo").wait_for(state="detached")
    elder.focus()
    a.keyboard.press("Space")
    found = looks(a, a.locator(".dzoom .card-photo"))
    check("large pictures have more pixels", found["width"] == 640, found)
    check("a reader hears its text", "Other creatures you control" in a.locator(".dzoom[role=status]").text_content())
    a.keyboard.press("Escape")
    golem.click(button="right")
    check("the card's own window has it", near(looks(a, a.locator("dialog .card-photo"))["colour"], RED))
    no_barriers(a, "the window of a card", Axe())
    a.keyboard.press("Escape")
    no_overflow(a, "a table with pictures")
    asked.clear()
    reloaded(a, ada, table)
    looks(a, golem.locator(".card-photo"))
    check("what is known to have a picture is asked for again, for it may have changed", "Teapot Golem" in asked)
    painted(folder / "teapot golem.png", BLUE)
    reloaded(a, ada, table)
    check("a changed picture is seen", near(looks(a, golem.locator(".card-photo"))["colour"], BLUE))
    for name in ("../secret", "secret", str(ada.home / "secret"), "..", "\0", WORDS):
        status = a.evaluate("(name) => fetch('/v1/card-pictures?name=' + encodeURIComponent(name)).then((answer) => answer.status)", name)
        check("no other file is read", status == 404, (name, status))
    setting(ada, "off")
    until("without a folder there are frames", lambda: a.locator(".card-photo").count() == 0)
    check("of all cards", cards(a, "field").locator(".dface").count() >= 4 and view(ada, table)["phase"] == "TABLE_PHASE_PLAYING")


def test_card_pictures_in_the_box(browser, ada, bob, cyd):
    """D-61: a card of the Card Box has the picture of its set and number, then of its set, then of its name"""
    folder = pathlib.Path(ada.home / "box-pictures")
    painted(folder / "abc" / "7.png", RED)
    painted(folder / "ABD" / "Parlor Cat.jpg", GREEN)
    painted(folder / "Parlor Cat.png", BLUE)
    for more in ({"set": "ABC", "number": "7"}, {"set": "ABD", "number": "7"}, {"set": "XYZ"}):
        call(ada, "cards/add", {"card": "Parlor Cat", "anyway": True, **more})
    call(ada, "cards/add", {"card": "Teapot Golem", "anyway": True})
    status, said = setting(ada, folder)
    check("a folder is taken", status == 200, said)
    a = opened(browser, ada, "#/cards")

    def tile(about):
        return a.locator(".card-tile").filter(has_text="Parlor Cat").filter(has_text=about)

    check("that of its number", near(looks(a, tile("ABC").locator(".card-photo"))["colour"], RED))
    check("that of its set", near(looks(a, tile("ABD").locator(".card-photo"))["colour"], GREEN))
    check("that of its name", near(looks(a, tile("XYZ").locator(".card-photo"))["colour"], BLUE))
    golem = a.locator(".card-tile").filter(has_text="Teapot Golem")
    until("a card without one has its cover", lambda: golem.locator(".card-photo").count() == 0 and golem.locator(".cover").count() == 1)
    no_overflow(a, "pictures in the box")
    no_barriers(a, "pictures in the box", Axe())
    go(a, "#/cards")
    tile("ABD").get_by_role("button", name="Options for Parlor Cat").click()
    a.get_by_role("menuitem", name="See its picture").click()
    check("it is seen large", near(looks(a, a.locator("dialog .card-photo"))["colour"], GREEN))
