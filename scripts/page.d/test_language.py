"""The page is English whatever the browser's language is."""
import os
import re

from api import befriend, call, in_hours, opened, room
from people import COUNTS_READS, Failure, check, chromium, go, overflow, patience, still
from places import places

#: Where numbers, dates, weekdays and months are written.
MORE = ["#/events/EVENT", "#/chat/FRIENDS", "#/war/statistics", "#/peers/add"]


def words(page, place):
    """The words of a screen, once what was fetched for it is drawn, and the digits that are not English."""
    go(page, place)
    page.locator("h1").first.wait_for()
    still(page)
    text = page.locator("body").inner_text()
    return set(re.findall(r"[^\W\d_]+", text)), [one for one in text if one.isdigit() and one not in "0123456789"]


def test_language_of_the_browser(browser, ada, bob, cyd):
    """44.13: in a German and in an Arabic browser each screen has the words and digits that it has in an English one, from left to right, and nothing scrolls sideways"""
    if browser.is_firefox:
        return
    befriend(ada, bob)
    friends = room(ada)
    event = call(ada, "events/add", {"event": {"name": "Picnic", "start": in_hours(24 * 40)}})["id"]
    call(ada, "chat/post", {"room": friends, "text": "One"})
    all_places = [place.replace("EVENT", event).replace("FRIENDS", friends) for place in [*places, *MORE]]
    english = opened(browser, ada, "#/")
    known = {place: words(english, place)[0] for place in all_places}
    wrong = []
    for language in ("de", "ar"):
        program = chromium(browser.program.browser_type, f"--lang={language}", env={**os.environ, "LANGUAGE": language})
        try:
            context = program.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale=language)
            page = context.new_page()
            page.add_init_script(COUNTS_READS)
            page.set_default_timeout(patience * 1000)
            page.goto(ada.link())
            page.locator(".link.live").first.wait_for(state="attached")
            check("the browser speaks the language", page.evaluate("navigator.language").startswith(language), page.evaluate("navigator.language"))
            for place in all_places:
                found, digits = words(page, place)
                if found - known[place]:
                    # Peers may have told more meanwhile.
                    known[place] |= words(english, place)[0]
                if found - known[place]:
                    wrong.append(f"{language}, {place}: {sorted(found - known[place])[:6]}")
                if digits:
                    wrong.append(f"{language}, {place}: the digits {digits[:6]}")
                how = page.evaluate("[document.documentElement.lang, getComputedStyle(document.body).direction, [...document.forms].every((one) => one.noValidate)]")
                if how != ["en", "ltr", True]:
                    wrong.append(f"{language}, {place}: {how}")
                for width in (390, 1280):
                    page.set_viewport_size({"width": width, "height": 800})
                    if overflow(page) > 0:
                        wrong.append(f"{language}, {place} at {width} px scrolls sideways")
        finally:
            program.close()
    if wrong:
        raise Failure("\n       ".join(wrong[:30]))
