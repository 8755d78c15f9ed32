"""Another game at a table: rock, paper, scissors on two pages, by buttons and by keys."""
from people import check, go, overflow, shown, until
from test_war import ask_to_join


def test_hands_are_played_to_the_end(browser, ada, bob, cyd):
    """Two rounds win, nobody sees a hand before both have chosen, and a rematch is the same game"""
    a, b = browser.page(ada), browser.page(bob, width=390)
    go(a, "#/war/create")
    a.get_by_label("Game", exact=True).select_option("rock-paper-scissors")
    until("rules are those of War", lambda: a.get_by_text("Rules", exact=True).count() == 0)
    check("nobody is let watch", a.get_by_label("Who may watch").count() == 0)
    a.get_by_label("Description").fill("who begins")
    a.get_by_role("button", name="Create Game").click()
    shown(a, "Waiting for players…")
    ask_to_join(b, "who begins")
    a.locator("li", has_text="Bob").get_by_role("button", name="Add", exact=True).click()
    a.get_by_role("heading", name="Added to Game").wait_for()
    a.get_by_role("button", name="Done").click()
    for page in (a, b):
        page.locator(".felt-table.hands").wait_for()
        until("the title names the game", lambda page=page: "Rock, paper, scissors against" in page.title())
        check("the places of the hands are there, and empty", page.locator(".hand-place").count() == 2 and page.locator(".hand-place.is-chosen").count() == 0)
        # A window of 1280 px has room for a table that is no higher than what lies on it.
        check("the table is not large and empty", page.locator(".felt-table.hands").bounding_box()["height"] <= 600, page.locator(".felt-table.hands").bounding_box())
        tops = {round(one.bounding_box()["y"]) for one in page.locator(".hand").all()}
        check("the three hands are one row", len(tops) == 1, tops)
    a.get_by_role("button", name="Rock").click()
    b.locator(".side:first-child .hand-place.is-chosen").wait_for()
    shown(a, "You have chosen. Waiting for Bob…")
    shown(b, "Ada has chosen. Choose your hand.")
    check("a hand is not shown early", "rock" not in b.locator(".felt-table.hands .verdict").inner_text().lower())
    b.locator("main").focus()
    b.keyboard.press("s")
    shown(a, "Last round: Ada showed rock, Bob showed scissors.")
    shown_hands = "all => all.map((one) => one.dataset.hand)"
    for page, hands in ((a, ["scissors", "rock"]), (b, ["rock", "scissors"])):
        until("both hands of the last round are on the table", lambda page=page, hands=hands: page.locator(".last-hands .sign").evaluate_all(shown_hands) == hands)
        check("they are drawn by the page itself", page.locator(".last-hands .sign svg").count() == 2)
    check("the score is beside them", a.locator(".last-hands b").all_inner_texts() == ["0", "1"])
    check("and a reader says so", a.get_by_label("Last round: Bob showed scissors, you showed rock. Bob 0, You 1.").count() == 1)
    b.keyboard.press("p")
    a.get_by_role("button", name="Scissors").click()
    for page, verdict in ((a, "You Won!"), (b, "You Lost!")):
        page.get_by_role("heading", name=verdict).wait_for()
        until("nothing is wider than the page", lambda page=page: overflow(page) == 0)
    for page, score in ((a, ["0", "2"]), (b, ["2", "0"])):
        check("the last hands stay", page.locator(".last-hands .sign").count() == 2)
        check("with the score", page.locator(".last-hands b").all_inner_texts() == score)
    check("there is no replay by battles", a.get_by_role("link", name="Replay").count() == 0)
    a.get_by_role("button", name="Rematch").click()
    b.get_by_role("button", name="Accept the rematch").click()
    b.get_by_role("link", name="Go to the rematch").click()
    until("the rematch is the same game", lambda: b.locator(".felt-table.hands .hand").count() == 3)
