"""Running tournaments on two pages: rows T-01 to T-55."""
import contextlib

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError, expect

from api import befriend, call, hostile, no_barriers, no_markup, no_overflow, opened, room, saying
from people import check, go, held_back, until

names = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ines", "Jon", "Kim", "Lea", "Mila", "Noor", "Theo"]


def made(person, name, format="groups", entrants=names[:8], where="", start=True):
    """Makes a tournament through the API, and starts it; its id."""
    id = call(person, "tournaments/make", {"name": name, "format": format, "entrants": "\n".join(entrants), "room": where})["id"]
    if format == "groups":
        call(person, "tournaments/set-groups", {"tournament": id, "again": True})
    if format in ("groups", "knockout", "double"):
        call(person, "tournaments/set-knockout", {"tournament": id, "proposed": True})
    if start:
        call(person, "tournaments/start", {"tournament": id})
    return id


def test_tournaments_the_seed_example(browser, ada, bob, cyd):
    """The founding document's example, typed from nothing to the final ranks (T-02 to T-33, T-53, T-55)"""
    befriend(ada, bob)
    page = opened(browser, ada, "#/tournaments")
    expect(page.get_by_text("No Tournaments")).to_be_visible()
    page.get_by_role("link", name="New tournament").first.click()
    proceed = page.get_by_role("button", name="Continue")
    page.get_by_label("Name").fill("   ")
    expect(proceed).to_be_disabled()
    page.get_by_label("Name").fill("MyTournament1")
    page.get_by_label("Who sees it").select_option(label="friends")
    page.get_by_label("Entrants").fill("\n".join(names))
    expect(page.get_by_label("Entrants: 15")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Entrants: 15")).to_be_visible()
    proceed.click()
    expect(page.get_by_role("tab", name="1. Groups")).to_be_visible()
    # The groups are there on arrival, and can be placed again (44.14).
    for group in "ABCD":
        expect(page.get_by_role("heading", name=f"Group {group}")).to_be_visible()
    expect(page.get_by_text("--leave empty--")).to_have_count(1)
    placed = lambda: page.locator(".slot").all_inner_texts()
    first = placed()
    page.get_by_role("button", name="Place again at random").click()
    until("the groups are placed again", lambda: placed() != first)
    expect(page.get_by_text("--leave empty--")).to_have_count(1)
    # Two places change who is there, with a click each (T-11).
    slot = lambda place: page.locator(".slot", has=page.locator("b", has_text=place))
    before = slot("A1").inner_text(), slot("B1").inner_text()
    slot("A1").click()
    slot("B1").click()
    expect(slot("A1")).to_contain_text(before[1].split()[-1])
    page.get_by_role("link", name="Next: the knockout").click()
    create = page.get_by_role("button", name="Create the tournament")
    create.wait_for()
    if page.get_by_label("Match 1, first side").count() == 0:
        page.get_by_role("button", name="Propose the match-ups").click()
    chosen = [page.get_by_label(f"Match {match}, {side} side") for match in (1, 2, 3, 4) for side in ("first", "second")]
    expect(chosen[0]).to_have_value("A1")
    check("the proposal is that of the document (T-13)", [one.input_value() for one in chosen] == ["A1", "B2", "C1", "D2", "A2", "B1", "C2", "D1"])
    chosen[3].select_option("--bye--")
    expect(page.get_by_text("7 entrants play on.")).to_be_visible()
    expect(page.get_by_label("3rd place consolation?")).to_be_checked()
    # Until it is completed it is a draft, also after a reload (T-55).
    page.reload()
    expect(page.get_by_text("7 entrants play on.")).to_be_visible()
    create.click()
    # Then comes the list, with the new one marked (44.14).
    line = page.locator("li", has_text="MyTournament1")
    expect(line.get_by_text("New", exact=True)).to_be_visible()
    until("the new one has the focus", lambda: line.get_by_role("link").evaluate("node => node === node.ownerDocument.activeElement"))
    line.get_by_role("link").click()
    # The group stage opens first (T-20), and there is no Results tab (T-19).
    expect(page.get_by_role("tab", name="Group")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Results")).to_have_count(0)
    view = call(ada, "tournaments/list")["tournaments"][0]
    show = lambda: call(ada, "tournaments/show", {"tournament": view["id"]})
    first = show()["matches"][0]
    other = opened(browser, bob, "#/tournaments")
    other.get_by_role("link", name="MyTournament1").click()
    other.get_by_role("tab", name="Standings").click()
    line = page.locator(".match-line", has=page.get_by_role("button", name=saying("^" + first["name"] + ":")))
    line.get_by_role("textbox").first.fill("2")
    line.get_by_role("textbox").last.fill("1")
    line.get_by_role("button", name="Enter").click()
    # The other's standings follow without a reload (T-22).
    expect(other.locator("tr", has=other.get_by_role("rowheader", name=first["home"]["name"]))).to_contain_text("+1")
    check("Bob is no scorer, and gets no field", other.locator(".match-line input").count() == 0)
    # The bracket cannot be scored yet, and says how many are left (T-28); it shows who would be there (T-27).
    page.get_by_role("tab", name="Bracket").click()
    expect(page.locator(".guess").first).to_be_visible()
    page.get_by_role("button", name=saying("^KO1.1:")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(saying("begins when all group matches are decided: 20 are left"))).to_be_visible()
    check("no score is typed before that", dialog.get_by_role("button", name="Enter the score").count() == 0)
    dialog.get_by_role("button", name="Close").click()
    # The entrant who is earlier in the list is better, so that no tie is left.
    for match in show()["matches"]:
        lead = match["away"].get("number", 0) - match["home"].get("number", 0)
        call(ada, "tournaments/score", {"tournament": view["id"], "match": match["name"], "score": f"{max(lead, 0)}:{max(-lead, 0)}", "reason": "again"})
    expect(page.locator(".guess")).to_have_count(0)
    # The refusal of a tie is an answer of 409.
    browser.expected.append("409")
    # A bye has no score (T-21), and a tie needs a tie-break (T-32).
    page.get_by_role("button", name=saying("^KO1.2:")).click()
    expect(dialog.get_by_text("KO1.2 is a bye: there is no score to enter.")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    knockout = lambda name: next(m for r in show()["bracket"] for m in r["matches"] if m["name"] == name)
    page.get_by_role("button", name=saying("^KO1.1:")).click()
    match = knockout("KO1.1")
    dialog.get_by_label(match["home"]["name"], exact=True).first.fill("2")
    dialog.get_by_label(match["away"]["name"], exact=True).first.fill("2")
    dialog.get_by_role("button", name="Enter the score").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.locator("summary").first.click()
    dialog.get_by_label("Tie-break: " + match["home"]["name"]).first.fill("4")
    dialog.get_by_label("Tie-break: " + match["away"]["name"]).first.fill("3")
    dialog.get_by_role("button", name="Enter the score").click()
    expect(dialog).to_have_count(0)
    check("the tie-break decides", knockout("KO1.1")["winner"] == "MATCH_WINNER_HOME", knockout("KO1.1"))
    for name in ("KO1.3", "KO1.4", "KO2.1", "KO2.2", "3RD", "KO3.1"):
        call(ada, "tournaments/score", {"tournament": view["id"], "match": name, "score": "2:0"})
    # Finished: the Results tab with every rank (T-31).
    page.get_by_role("tab", name="Results").click()
    expect(page.locator(".ranks > li")).to_have_count(15)
    go(page, "#/tournaments")
    expect(page.locator(".lines li", has_text="MyTournament1")).to_contain_text("finished")


def test_tournaments_every_place_and_new_seeds(browser, ada, bob, cyd):
    """Every place is played for (T-42), and the best of those left meets the last (T-36), chosen in the set-up"""
    id = made(ada, "Places", "knockout", [f"{name}, {2000 - number}" for number, name in enumerate(names[:8])], start=False)
    page = opened(browser, ada, f"#/tournaments/{id}/knockout")
    third = page.get_by_label("3rd place consolation?")
    expect(third).to_be_checked()
    page.get_by_label("Every place of the knockout is played for").click()
    # The third place is one of them.
    expect(third).to_have_count(0)
    page.get_by_label("After each round, the best seed of those left meets the last").click()
    show = lambda: call(ada, "tournaments/show", {"tournament": id})
    until("both rules", lambda: show()["rules"].get("all_places") and show()["rules"].get("reseed"))
    page.get_by_role("button", name="Create the tournament").click()
    page.get_by_role("link", name=call(ada, "tournaments/show", {"tournament": id})["name"]).click()
    for name in ("Bracket", "Bracket: Places 5 to 8", "Bracket: 7th place"):
        expect(page.get_by_role("region", name=name, exact=True)).to_be_visible()
    # No line says who meets next where that is not known, but the losers meet in their order.
    check("lines", page.locator(".lines-of").nth(0).locator("path").count() == 0 and page.locator(".lines-of").nth(1).locator("path").count() == 2)
    expect(page.get_by_text("1st of those left").first).to_be_visible()
    # The last beats the first; the others win as their ratings say.
    for match, score in (("KO1.1", "0:1"), ("KO1.2", "1:0"), ("KO1.3", "1:0"), ("KO1.4", "1:0")):
        call(ada, "tournaments/score", {"tournament": id, "match": match, "score": score})
    expect(page.get_by_role("button", name=saying("^KO2.1: Bob"))).to_contain_text("Hana")
    page.get_by_role("button", name=saying("^PL5.1.1:")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Ada", exact=True).first.fill("3")
    dialog.get_by_label("Eve", exact=True).first.fill("1")
    dialog.get_by_role("button", name="Enter the score").click()
    expect(dialog).to_have_count(0)
    for match in ("PL5.1.2", "PL5.2.1", "PL7.1.1", "KO2.1", "KO2.2", "3RD", "KO3.1"):
        call(ada, "tournaments/score", {"tournament": id, "match": match, "score": "1:0"})
    page.get_by_role("tab", name="Results").click()
    expect(page.locator(".ranks > li")).to_have_count(8)
    expect(page.locator(".ranks > li").nth(4)).to_contain_text("won the match for the 5th place")
    page.get_by_role("tab", name="About").click()
    expect(page.get_by_text("the best seed of those left meets the last").first).to_be_visible()


def test_tournaments_contradiction_and_ruling(browser, ada, bob, cyd):
    """Two report different scores: nothing advances until an organiser decides (T-35, T-44)"""
    befriend(ada, bob)
    id = made(ada, "Duel", "knockout", ["Ada", "Bob", "Cleo", "Dan"], room(ada))
    call(ada, "tournaments/edit", {"tournament": id, "scorers": "everybody"})
    until("Bob may score", lambda: any(one["id"] == id for one in call(bob, "tournaments/list").get("tournaments", [])) and call(bob, "tournaments/show", {"tournament": id}).get("may_score"))
    a, b = opened(browser, ada, f"#/tournaments/{id}/bracket"), opened(browser, bob, f"#/tournaments/{id}/bracket")
    match = call(ada, "tournaments/show", {"tournament": id})["bracket"][0]["matches"][0]
    for page, score in ((a, ("2", "1")), (b, ("1", "2"))):
        page.get_by_role("button", name=saying("^KO1.1:")).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label(match["home"]["name"], exact=True).first.fill(score[0])
        dialog.get_by_label(match["away"]["name"], exact=True).first.fill(score[1])
        dialog.get_by_role("button", name=saying("Enter the score|Change the score")).click()
        expect(dialog).to_have_count(0)
    expect(a.get_by_text("contradicted")).to_be_visible()
    a.get_by_role("button", name=saying("^KO1.1:")).click()
    dialog = a.get_by_role("dialog")
    expect(dialog.get_by_text("Two reports contradict each other", exact=False)).to_be_visible()
    dialog.get_by_text("Decide as an organiser").click()
    decide = dialog.locator("details", has_text="Decide as an organiser").first
    decide.get_by_label(match["home"]["name"], exact=True).fill("2")
    decide.get_by_label(match["away"]["name"], exact=True).fill("1")
    decide.get_by_text("Tie-break, forfeit, penalties, reason").click()
    decide.get_by_label("Reason").fill("I saw it")
    decide.get_by_role("button", name="Decide", exact=True).click()
    expect(dialog).to_have_count(0)
    b.get_by_role("button", name=saying("^KO1.1:")).click()
    expect(b.get_by_role("dialog").get_by_text("I saw it")).to_be_visible()


def test_tournaments_withdraw_and_files(browser, ada, bob, cyd):
    """One who leaves loses by forfeit what is not played (T-37); files are saved (T-48, T-51)"""
    id = made(ada, "Liga", "league", ["Ada", "Bob", "Cleo"])
    page = opened(browser, ada, f"#/tournaments/{id}/about")
    page.get_by_role("button", name="Options for Cleo").click()
    page.get_by_role("menuitem", name="Withdraw").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("ill")
    dialog.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("withdrawn").first).to_be_visible()
    check("there is no bracket to draw", page.get_by_role("button", name="Picture (SVG)").count() == 0)
    for label, end in (("Page for print (HTML)", ".html"), ("Table (CSV)", ".csv"), ("Text", ".txt")):
        with page.expect_download() as download:
            page.get_by_role("button", name=label, exact=True).click()
        check("the file has its name", download.value.suggested_filename == "Liga" + end, download.value.suggested_filename)
        check("there is something in it", download.value.path().stat().st_size > 40)


def test_tournaments_undo_passes_over_what_it_cannot_take_back(browser, ada, bob, cyd):
    """E-70: an undo that is refused says why, and another one passes over that"""
    # What waits may be looked for in a tournament that has just been deleted.
    browser.expected += ["status of 409", "status of 404"]
    cup = made(ada, "Gone and back", "league", ["Ada", "Bob", "Cleo"])
    bread = call(ada, "to-dos/add", {"to_do": {"text": "buy bread"}})
    there = lambda: any(one["id"] == cup for one in call(ada, "tournaments/list").get("tournaments", []))
    page = opened(browser, ada, f"#/tournaments/{cup}/about")
    with held_back(page, 10_000):
        page.get_by_role("button", name="More about the tournament").click()
        page.get_by_role("menuitem", name="Delete").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        until("the tournament is deleted", lambda: not there())
        # The last command is now one that cannot be taken back.
        call(ada, "to-dos/delete", {"room": bread["room"], "to_do": bread["id"]})
        page.locator(".toast", has_text="The tournament is deleted.").get_by_role("button", name="Undo").click()
        reason = page.locator(".toast", has_text="Undo again to pass over it.")
        expect(reason).to_contain_text("What you did last deleted something")
        reason.get_by_role("button", name="Undo").click()
    until("the tournament is back", there)


def test_tournaments_draw_with_witnesses(browser, ada, bob, cyd):
    """A draw that the room witnesses: both are named, and every attempt stays to be seen (T-10)"""
    befriend(ada, bob)
    page = opened(browser, ada, "#/tournaments")
    end = page.get_by_role("button", name="End the time to join")

    def ended():
        """Whether a draw was ended by its button: its node ends it after ten seconds, and a busy machine may need longer to come to that."""
        id = made(ada, "Drawn", "groups", names[:8], room(ada), start=False)
        until("Bob has it", lambda: any(one["id"] == id for one in call(bob, "tournaments/list").get("tournaments", [])))
        go(page, f"#/tournaments/{id}/groups")
        page.get_by_role("button", name="Draw with witnesses").click()
        page.get_by_role("tab", name="Draws").click()
        expect(page.get_by_text(saying("^(Ada and Bob|Bob and Ada)$"))).to_be_visible()
        with contextlib.suppress(TimeoutError):
            is_open = page.get_by_text("Members can join.").is_visible()
            end.click(timeout=1000)
            return is_open

    # The page ends it as well, and is told then that there is nothing to end.
    with held_back(page, 10_000):
        until("a draw is ended while members can join", ended)
        expect(page.get_by_text("Done.")).to_be_visible()
        check("the seed is shown", len(page.locator("dd code").first.inner_text()) == 64)


def test_tournaments_hostile_words_break_nothing(browser, ada, bob, cyd):
    """Script in every field of a tournament that a peer can fill: nothing runs, and no screen is too wide"""
    befriend(ada, bob)
    # A quote at the beginning of a name would have to be closed.
    id = made(bob, hostile[0], "groups", ["x" + text[:40] + str(number) for number, text in enumerate(hostile + hostile[:1])], room(bob))
    call(bob, "tournaments/score", {"tournament": id, "match": "A1.1", "score": "1:0", "reason": hostile[1]})
    until("Ada has it", lambda: any(one["id"] == id for one in call(ada, "tournaments/list").get("tournaments", [])))
    page = opened(browser, ada, "#/tournaments")
    for part in ("", "/standings", "/group", "/bracket", "/about"):
        go(page, f"#/tournaments/{id}{part}")
        page.locator("main h1").first.wait_for()
        page.wait_for_timeout(150)
        no_overflow(page, part)
        no_markup(page, part)


def test_tournaments_no_barriers(browser, ada, bob, cyd):
    """axe on each screen of tournaments, and no sideways scroll at six widths"""
    ids = {format: made(ada, "The " + format, format) for format in ("groups", "double", "swiss")}
    draft = made(ada, "A draft", start=False)
    for round in range(1):
        call(ada, "tournaments/set-round", {"tournament": ids["swiss"], "pair": True})
    page = opened(browser, ada, "#/tournaments")
    places = ["", "/new", f"/{draft}/groups", f"/{draft}/knockout", *[f"/{ids['groups']}/{part}" for part in ("standings", "group", "bracket", "about")], f"/{ids['double']}/bracket", f"/{ids['swiss']}/group"]
    for place in places:
        go(page, "#/tournaments" + place)
        page.locator("main h1").first.wait_for()
        page.wait_for_timeout(150)
        no_overflow(page, place)
        no_barriers(page, place, Axe())
    go(page, f"#/tournaments/{ids['groups']}/bracket")
    page.get_by_role("button", name=saying("^KO1.1:")).click()
    no_barriers(page, "a match", Axe())


def test_tournaments_keyboard_alone(browser, ada, bob, cyd):
    """A score is entered and the tabs are walked with the keyboard alone"""
    id = made(ada, "Keys", "league", ["Ada", "Bob", "Cleo"])
    page = opened(browser, ada, f"#/tournaments/{id}")
    page.locator(".match-line input").first.focus()
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    until("the score is there", lambda: call(ada, "tournaments/show", {"tournament": id}).get("played") == 1)
    page.get_by_role("tab", name="Matches").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Standings")).to_have_attribute("aria-selected", "true")
    expect(page.locator("table.standings")).to_be_visible()


def test_tournaments_on_paper(browser, ada, bob, cyd):
    """A bracket and the score sheets of groups are printed without the page around them (T-43)"""
    id = made(ada, "Paper")
    page = opened(browser, ada, f"#/tournaments/{id}/bracket", width=1000)
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation", name="Parlor")).to_be_hidden()
    expect(page.get_by_role("heading", name="Paper")).to_be_visible()
    box = page.locator(".bracket").bounding_box()
    check("the bracket has the width of the paper", box["x"] < 20 and box["width"] > 900, box)
    go(page, f"#/tournaments/{id}/group")
    expect(page.locator(".match-line .button").first).to_be_hidden()
    expect(page.locator(".match-line .input").first).to_be_visible()


def test_tournaments_match_at_a_table(browser, ada, bob, cyd):
    """A match is played at a table of War, and its result is reported by itself (T-46)"""
    befriend(ada, bob)
    # A start that comes too early is refused.
    browser.expected.append("status of 409")
    id = made(ada, "Cup", "knockout", ["Ada", "Bob"], room(ada))
    for person, entrant in ((ada, "Ada"), (bob, "Bob")):
        until(f"{person.name} sees the tournament", lambda: any(one["id"] == id for one in call(person, "tournaments/list").get("tournaments", [])))
        call(ada, "tournaments/edit-entrant", {"tournament": id, "entrant": entrant, "person": person.name})
    until("both may play", lambda: all(call(person, "tournaments/show", {"tournament": id})["bracket"][0]["matches"][0].get("may_play") for person in (ada, bob)))
    address = f"#/tournaments/{id}/bracket"
    pages = {person: opened(browser, person, address) for person in (ada, bob)}
    match = call(ada, "tournaments/show", {"tournament": id})["bracket"][0]["matches"][0]
    first, second = (ada, bob) if match.get("opens") else (bob, ada)
    a, b = pages[first], pages[second]
    for page in (b, a):
        page.get_by_role("button", name=saying("^KO1.1:")).click()
    b.get_by_role("dialog").get_by_text("opens a table for this match").wait_for()
    a.get_by_role("dialog").get_by_role("button", name="Open a table of War").click()
    a.get_by_text("Waiting for players…").wait_for()
    b.get_by_role("dialog").get_by_role("button", name="Play at the table").click()
    a.locator("li", has_text=second.name).get_by_role("button", name="Add", exact=True).click()

    def begun():
        """The other node may not have answered yet: then the page says so, and one starts again."""
        # The button goes when the match begins, at any moment.
        with contextlib.suppress(TimeoutError):
            a.get_by_role("button", name="Done").click(timeout=500)
        return a.locator(".felt-table").count()
    until("the match begins", begun)
    for page in (a, b):
        page.locator(".do .primary:enabled").wait_for()
    b.get_by_role("button", name="Concede").click()
    b.get_by_role("dialog").get_by_role("button", name="Concede").click()
    a.get_by_text("You Won!").wait_for()
    until("the result is reported", lambda: call(bob, "tournaments/show", {"tournament": id}).get("phase") == "TOURNAMENT_PHASE_FINISHED")
    won = call(bob, "tournaments/show", {"tournament": id})["bracket"][0]["matches"][0]
    side = {"MATCH_WINNER_HOME": "home", "MATCH_WINNER_AWAY": "away"}[won["winner"]]
    check("the winner of the table is the winner of the match", won[side]["name"] == first.name, won)


def test_tournaments_two_scorers(browser, ada, bob, cyd):
    """44.12: what the slower of two scorers types stays, with the other's report to agree or contradict; then both reports say that they contradict"""
    befriend(ada, bob)
    friends = room(ada)
    cup = made(ada, "Two scorers", format="league", entrants=["Ada", "Bob", "Cyd"], where=friends)
    call(ada, "tournaments/edit", {"tournament": cup, "scorers": "everybody"})
    until("Bob may score", lambda: any(one["id"] == cup for one in call(bob, "tournaments/list").get("tournaments", [])) and call(bob, "tournaments/show", {"tournament": cup}).get("may_score"))
    first, second = [one["name"] for one in call(ada, "tournaments/show", {"tournament": cup})["matches"][:2]]
    page = opened(browser, bob, f"#/tournaments/{cup}")
    line = lambda name: page.locator(".match-line", has=page.get_by_role("button", name=saying("^" + name + ":")))
    for name in (first, second):
        line(name).get_by_role("textbox").first.fill("1")
        line(name).get_by_role("textbox").last.fill("3")
        call(ada, "tournaments/score", {"tournament": cup, "match": name, "score": "3:1"})
        line(name).get_by_text("has reported 3:1", exact=False).wait_for()
        check("what was typed stays", [one.input_value() for one in line(name).get_by_role("textbox").all()] == ["1", "3"])
    line(first).get_by_role("button", name="Report 1:3").click()
    expect(line(first).get_by_text("contradicted")).to_be_visible()
    line(second).get_by_role("button", name="Agree").click()
    expect(line(second).get_by_role("textbox")).to_have_count(0)
    check("it is as Ada said", call(ada, "tournaments/show", {"tournament": cup})["matches"][1].get("state") != "MATCH_STATE_DISPUTED")
    page.get_by_role("button", name=saying("^" + first + ":")).click()
    expect(page.get_by_role("dialog").locator(".reports .tag", has_text="contradicts")).to_have_count(2)


def test_tournaments_places_from_one(browser, ada, bob, cyd):
    """43 T-2: entrants have their places, the first one #1, in About"""
    id = made(ada, "Places", entrants=("Ada", "Bob", "Cleo", "Dan"))
    page = opened(browser, ada, f"#/tournaments/{id}/about")
    expect(page.locator(".entrant-lines .ordinal")).to_have_text(["#1", "#2", "#3", "#4"])


def test_tournaments_ladder(browser, ada, bob, cyd):
    """T-02: a challenge of a ladder is added on the page; who beats one above takes that place, those between go down by one, and the other page follows"""
    befriend(ada, bob)
    id = made(ada, "Club ladder", "ladder", ["Ada", "Bob", "Cleo", "Dan"], room(ada))
    until("Bob has it", lambda: any(one["id"] == id for one in call(bob, "tournaments/list").get("tournaments", [])))
    page, other = opened(browser, ada, f"#/tournaments/{id}"), opened(browser, bob, f"#/tournaments/{id}/standings")
    rows = other.locator("table.standings tbody th")
    expect(rows).to_contain_text(["Ada", "Bob", "Cleo", "Dan"])
    add = page.get_by_role("button", name="Add the match")
    for number, (home, away, score, order) in enumerate((
            ("Dan", "Bob", ("2", "1"), ["Ada", "Dan", "Bob", "Cleo"]),
            # Who loses against one below goes down, who wins against one below stays.
            ("Ada", "Cleo", ("1", "0"), ["Ada", "Dan", "Bob", "Cleo"]),
            ("Ada", "Bob", ("0", "3"), ["Bob", "Ada", "Dan", "Cleo"])), 1):
        page.get_by_label("Home", exact=True).select_option(label=home)
        page.get_by_label("Away", exact=True).select_option(label=away)
        add.click()
        line = page.locator(".match-line", has=page.get_by_role("button", name=saying(rf"^R{number}\.1:")))
        line.get_by_role("textbox").first.fill(score[0])
        line.get_by_role("textbox").last.fill(score[1])
        line.get_by_role("button", name="Enter").click()
        expect(line.get_by_role("textbox")).to_have_count(0)
        expect(rows).to_contain_text(order)
    # Nobody challenges oneself, and a ladder has no byes and no end.
    page.get_by_label("Away", exact=True).select_option(label=page.get_by_label("Home", exact=True).evaluate("node => node.selectedOptions[0].textContent"))
    expect(add).to_be_disabled()
    check("there are no byes", "--bye--" not in page.get_by_label("Away", exact=True).inner_text())
    check("it goes on", call(bob, "tournaments/show", {"tournament": id})["phase"] == "TOURNAMENT_PHASE_PLAYED")
    check("who does not organise it adds no challenge", other.get_by_role("button", name="Add the match").count() == 0)
    other.get_by_role("tab", name="Matches").click()
    expect(other.locator(".match-line")).to_have_count(3)
    check("nor on that tab", other.get_by_role("button", name="Add the match").count() == 0)
