"""Names of what is on the page: no id is twice, and people who cannot see are told what each field is (WCAG 4.1.2)."""
from api import befriend, call, in_hours, opened
from people import check, go
from places import places
from test_drawings import saved
from test_tournaments import made

#: Finds wrong names on a screen: ids that are twice, labels of nothing, controls without a name.
wrong = """() => {
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the id ${id} is twice`);
  const text = (node) => (node?.innerText || node?.textContent || '').trim();
  const nameOf = (one) => one.getAttribute('aria-label')?.trim()
    || (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => text(document.getElementById(id))).join('')
    || [...(one.labels ?? [])].map(text).join('') || text(one) || one.title || one.querySelector('[aria-label]')?.getAttribute('aria-label');
  const nameless = [...document.querySelectorAll('input:not([type=hidden]), select, textarea, button, a[href], summary')]
    .filter((one) => !(one.matches('select, input, textarea') ? one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || [...one.labels].map(text).join('') : nameOf(one)))
    .map((one) => 'no name: ' + one.outerHTML.slice(0, 120));
  const lost = [...document.querySelectorAll('label[for], [aria-labelledby], [aria-describedby], [aria-controls]')].flatMap((one) => ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']
    .flatMap((what) => (one.getAttribute(what) ?? '').split(' ').filter(Boolean)).filter((id) => !document.getElementById(id)).map((id) => `nothing has the id ${id}`));
  return [...twice, ...nameless, ...lost];
}"""


def test_names_on_every_screen(browser, ada, bob, cyd):
    """44.8: no id is twice and every field has a name, on every screen"""
    befriend(ada, bob)
    view = call(ada, "events/add", {"event": {"name": "Picnic", "start": in_hours(48)}})
    event = view["id"]
    call(ada, "events/add-to-do", {"room": view["room"], "event": event, "to_do": {"text": "Bread", "zone": "UTC"}})
    cup, drawing = made(ada, "Spring cup"), saved(ada)
    draft = made(ada, "Autumn cup", start=False)
    call(ada, "cards/add", {"card": "Attic Ghost"})
    library = call(ada, "libraries/begin", {"library": "Ghosts"})["id"]
    table = call(ada, "tables/host", {"description": "After lunch"})["id"]
    call(ada, "profiles/create", {"name": "Ada", "email": "ada@example.org", "password": "a long password", "password_confirmation": "a long password"})
    peer = next(one["id"] for one in call(ada, "peers/list")["peers"] if one.get("name") == "Bob")
    page = opened(browser, ada, "#/")
    found = []
    more = [f"#/events/{event}", f"#/events/{event}/edit", f"#/events/{event}/picture", f"#/events/{event}/share", "#/events/lost", f"#/tournaments/{cup}", f"#/tournaments/{cup}/bracket",
            f"#/tournaments/{cup}/about", f"#/tournaments/{draft}", f"#/drawings/{drawing}", f"#/cards/{library}/manage", f"#/cards/{library}/stats", "#/cards/trades", "#/cards/market",
            "#/cards/lists", "#/cards/requests", "#/cards/shown", f"#/war/{table}", f"#/peers/{peer}", f"#/peers/pair/{peer}", "#/chat/friends", "#/chat/friends/people", "#/chat/friends/files"]
    for place in places + more:
        go(page, place)
        page.locator("main h1, main h2").first.wait_for()
        page.wait_for_timeout(60)
        found += [f"{place}: {one}" for one in page.evaluate(wrong)]
    check("names", not found, f"{len(found)}\n" + "\n".join(found[:40]))
    call(ada, "profiles/lock")
    page.get_by_role("heading", name="This home is locked").wait_for()
    steps = ["Forgot the password?", "I have the code of the mail, or recovery words"]
    found = page.evaluate(wrong)
    for step in steps:
        page.get_by_role("button", name=step).click()
        page.get_by_role("heading", name="A new password").wait_for()
        found += page.evaluate(wrong)
    check("names of a locked home", not found, "\n".join(found))
    call(ada, "profiles/unlock", {"password": "a long password"})
