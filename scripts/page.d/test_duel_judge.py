"""A duel before a judge: the host names one, the guest agrees, both open the match to the judge alone, and what was signed comes back."""
from axe_playwright_python.sync_playwright import Axe

from api import call, no_barriers, no_overflow
from people import check, go, shown, until
from test_duel import duel, hands, library, view_id


def test_duel_judged(browser, ada, bob, cyd):
    """V-39: a judge is named by a line, agreed to by the guest, and brought to the table with what the command has signed"""
    library(ada), library(bob)
    key, file = ada.home / "judge.key", ada.home / "judged.duel"
    told = ada.parlor("duel", "judge", "key", key, "--name", "Cyd")
    title, line = told.split(" judges with")[0], told.split()[-1]
    a, b = browser.page(ada), browser.page(bob, width=390, height=844)
    go(a, "#/war/create")
    a.get_by_label("Game", exact=True).select_option("duel")
    check("the library that is chosen is seen", "Elves" in a.get_by_label("Your library").evaluate("(one) => one.selectedOptions[0]?.textContent ?? ''"))
    a.get_by_text("Rules", exact=True).click()
    a.get_by_label("Format whose rules both lists keep").fill("none")
    a.get_by_label("Judge", exact=True).fill(line[:-8])
    shown(a, "That is no line of a judge: copy all of it.")
    a.get_by_label("Judge", exact=True).fill(f"--judge {line}")
    shown(a, f"{title} sees both lists and hands at the end", exact=False)
    a.get_by_label("Description").fill("before a judge")
    a.get_by_role("button", name="Create Game").click()
    shown(a, "Opened to a judge, Cyd, alone.", exact=False)

    go(b, "#/war/join")
    offer = b.locator("li", has_text="before a judge")
    offer.get_by_text("Opened to a judge, Cyd, alone.").wait_for()
    offer.get_by_role("button", name="Ask to join").click()
    dialog = b.locator("dialog")
    dialog.get_by_text(f"{title} is the judge of this table").wait_for()
    no_barriers(b, "what a guest agrees to", Axe())
    check("nobody asks who has not agreed", dialog.get_by_role("button", name="Ask to join").is_disabled())
    dialog.get_by_label("I agree to this judge").check()
    dialog.get_by_role("button", name="Ask to join").click()
    a.locator("li", has_text="Bob").get_by_role("button", name="Add", exact=True).click()
    a.get_by_role("heading", name="Added to Game").wait_for()
    a.get_by_role("button", name="Done").click()
    for page in (a, b):
        page.locator(".felt-table.duel").wait_for()
    table = view_id(a)
    hands(a, b)
    bob.parlor("duel", "move", "--table", table, "concede-game")

    for page in (a, b):
        shown(page, f"The match counts once the judge {title} has signed that it holds.")
        page.get_by_role("button", name="Bring what the judge has signed").wait_for()
    until("both have opened it to the judge", lambda: all(seat.get("opened_to_judge") for seat in duel(ada, table)["seats"]))
    check("nobody but the judge sees what was opened", not any(seat.get("opened_main") for seat in duel(ada, table)["seats"]))
    ada.parlor("duel", "export", table, file, "--force")
    verdict = bob.parlor("duel", "judge", "sign", file, "--key", key).split()[-1]
    b.get_by_role("button", name="Bring what the judge has signed").click()
    typed = dialog.get_by_label("The line that the judge has given you")
    typed.fill(line)
    dialog.get_by_role("button", name="Bring it").click()
    dialog.get_by_text("copy the whole line", exact=False).wait_for()
    no_barriers(b, "what a judge has signed", Axe())
    typed.fill(f"parlor duel judge bring {verdict}")
    dialog.get_by_role("button", name="Bring it").click()
    dialog.wait_for(state="detached")
    until("it is at both tables", lambda: all(duel(person, table).get("judged") for person in (ada, bob)))
    for page in (a, b):
        shown(page, f"the judge {title} has signed that nobody cheated.", exact=False)
        check("it is brought once", page.get_by_role("button", name="Bring what the judge has signed").count() == 0)
        no_overflow(page, "a match that a judge has signed")
    until("the match counts", lambda: call(ada, "duels/statistics").get("total", {}).get("won"))
