"""Files that come to the page: a match to verify, calendars, tournaments, photos of cards; and what the doctor finds."""
import json

from people import check, go, shown, until
from test_war import begin, ready


def choose(page, label, file):
    """Chooses a file at a button."""
    page.locator("label.file", has_text=label).locator("input").set_input_files(file)


def test_files_verify_a_match(browser, ada, bob, cyd):
    """A match's file is verified on the page, as chosen and as dropped; a changed byte is found (G-44)"""
    a, b = browser.page(ada), browser.page(bob)
    address = begin(a, b, "To verify")
    ready(a)
    a.get_by_role("button", name="Concede").click()
    a.get_by_role("dialog").get_by_role("button", name="Concede").click()
    a.get_by_text("You Lost!").wait_for()
    whole, broken = ada.home / "match.war", ada.home / "broken.war"
    ada.parlor("war", "export", address.split("/")[2], whole)
    content = bytearray(whole.read_bytes())
    content[len(content) // 2] ^= 1
    broken.write_bytes(content)
    go(a, "#/war/verify")
    choose(a, "Choose a file", whole)
    a.locator(".right", has_text="match.war").get_by_text("Valid: all").wait_for()
    shown(a, "against")
    choose(a, "Choose a file", broken)
    a.locator("main .refused", has_text="Not valid").wait_for()
    a.evaluate("""() => {
        const files = new DataTransfer();
        files.items.add(new File(['no match'], 'dropped.txt'));
        document.querySelector('main .panel').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    }""")
    a.locator("main .refused", has_text="dropped.txt").wait_for()


def test_files_calendar(browser, ada, bob, cyd):
    """A calendar file is taken, what cannot be taken is named by its line, and taking it again makes nothing twice (E-16)"""
    a = browser.page(ada)
    file = ada.home / "club.ics"
    event = "BEGIN:VEVENT\r\nUID:{0}@club\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:{1}\r\nSUMMARY:Club {0}\r\nEND:VEVENT\r\n"
    file.write_text("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Club//EN\r\n" + event.format(1, "20380301T180000Z")
                    + event.format(2, "20380402T180000Z") + event.format(3, "nonsense") + "END:VCALENDAR\r\n")
    go(a, "#/events")
    a.get_by_role("button", name="Calendars of other programs").click()
    choose(a, "Choose a file", file)
    shown(a, "2 made, 0 changed, 0 as they were.")
    a.get_by_role("dialog").locator(".ordinal").wait_for()
    choose(a, "Choose a file", file)
    shown(a, "0 made, 0 changed, 2 as they were.")
    file.write_text("no calendar")
    browser.expected = [r"Failed to load resource"]
    choose(a, "Choose a file", file)
    shown(a, "It is not a calendar file: export one in iCalendar format (.ics) from your calendar program.")
    a.keyboard.press("Escape")
    shown(a, "Club 1"), shown(a, "Club 2")


def test_files_tournament(browser, ada, bob, cyd):
    """A tournament goes into a file and comes back from one; a file that is none makes nothing (T-48, T-51)"""
    a = browser.page(ada)
    ada.parlor("tournament", "new", "Saved", "--format", "league", "--entrants", "Ann,Ben,Cleo")
    file = ada.home / "saved.json"
    ada.parlor("tournament", "export", "Saved", file)
    ada.parlor("tournament", "delete", "Saved", "--yes")
    go(a, "#/tournaments")
    choose(a, "From a file", file)
    a.get_by_role("heading", name="Saved").wait_for()
    for name in ("Ann", "Ben", "Cleo"):
        shown(a, name)
    file.write_text("{}")
    # The answer of a refusal is no 200.
    browser.expected = [r"Failed to load resource"]
    go(a, "#/tournaments")
    choose(a, "From a file", file)
    a.locator("main .refused").wait_for()
    check("no second one was made", len(ada.ask("tournament", "list")["tournaments"]) == 1)


def test_files_photo_of_a_card(browser, ada, bob, cyd):
    """A photo of a card is read on this machine, the person says which card it is, and it is in the Card Box (D-33)"""
    from PIL import Image, ImageDraw, ImageFont
    a = browser.page(ada)
    picture = Image.new("RGB", (630, 880), "#d8d2c4")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((30, 30, 600, 110), fill="#f4efe4")
    draw.text((50, 42), "Spilled Ember", fill="black", font=ImageFont.load_default(48))
    photo = ada.home / "photo.png"
    picture.save(photo)
    go(a, "#/cards")
    a.get_by_role("button", name="More for the Card Box").click()
    a.get_by_role("menuitem", name="Cards from photos").click()
    choose(a, "Choose a photo", photo)
    line = a.get_by_role("dialog").locator("li", has_text="Spilled Ember")
    line.get_by_role("button", name="Add").click()
    until("the card is in the box", lambda: "Spilled Ember" in json.dumps(ada.ask("card", "list")))
    a.get_by_role("dialog").get_by_text("Choose a photo").wait_for()


def test_files_doctor(browser, ada, bob, cyd):
    """The doctor looks when asked, and says what it found with the commands that mend it"""
    a = browser.page(ada)
    go(a, "#/doctor")
    a.get_by_role("button", name="Look for problems").click()
    panel = a.get_by_role("region", name="Why does nobody find me?")
    panel.locator(".checks li").first.wait_for()
    said = [line["name"] for line in json.loads(doctor(ada))["checks"]]
    check("it says what the command says", panel.locator(".checks li strong").all_inner_texts() == said, said)


def doctor(person):
    """`parlor doctor --json`, which ends with 1 where it finds a problem."""
    import subprocess
    return subprocess.run([person.program, "doctor", "--json"], capture_output=True, text=True, timeout=60, env=person.environment).stdout
