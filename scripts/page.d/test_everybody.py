"""Every screen for everybody: axe, widths, headings and titles (WCAG 2.2 AA; brief sections 3 and 4)."""
from axe_playwright_python.sync_playwright import Axe

from people import check, go, overflow
from places import places

tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def test_everybody_widths(browser, ada, bob, cyd):
    """No screen scrolls sideways at six widths, from 320 px to a desktop (A-21); each has one heading of the first rank and a title"""
    a = browser.page(ada)
    for place in places:
        go(a, place)
        a.locator("h1").first.wait_for()
        for width in (320, 360, 768, 1024, 1280, 1920):
            a.set_viewport_size({"width": width, "height": 800})
            a.wait_for_timeout(30)
            check(f"{place} at {width} px scrolls sideways", overflow(a) <= 0, overflow(a))
        check(f"{place} has one heading of the first rank", a.locator("h1").count() == 1, a.locator("h1").all_inner_texts())
        check(f"{place} has a title", a.title().endswith("· Parlor"), a.title())


def looked_at(browser, ada, looks):
    """axe on each screen, in pages of these widths, by day or night."""
    found, count = [], 0
    for width, dark in looks:
        a = browser.page(ada, width=width, height=800, dark=dark)
        for place in places:
            # Those of events, cards and tournaments are looked at by their own tests, with something on them.
            if place.startswith(("#/events", "#/cards", "#/tournaments")):
                continue
            go(a, place)
            a.locator("h1").first.wait_for()
            a.wait_for_timeout(120)
            result = Axe().run(a, options={"runOnly": {"type": "tag", "values": tags}, "resultTypes": ["violations"]}).response
            count += 1
            for violation in result["violations"]:
                for node in violation["nodes"][:2]:
                    found.append(f"{place} at {width} px {'by night' if dark else 'by day'}: {violation['id']} in {node['target']} {node['any'][0]['message'] if node['any'] else ''}")
    check("axe found something", not found, f"{len(found)}\n       " + "\n       ".join(found[:40]))
    print(f"       {count} looks")


def test_everybody_axe(browser, ada, bob, cyd):
    """axe finds nothing on any screen, by day at 1280 px and by night at 320 px"""
    looked_at(browser, ada, [(1280, False), (320, True)])


def slow_everybody_axe_the_other_way(browser, ada, bob, cyd):
    """axe finds nothing on any screen, by night at 1280 px and by day at 320 px"""
    looked_at(browser, ada, [(1280, True), (320, False)])
