"""A hostile peer's names, messages and file names on every screen: nothing runs, and nothing breaks the layout."""
from people import Failure, check, go, overflow, shown, until
from places import places

corpus = [
    "<img src=x onerror=alert(1)>", "<script>document.title='owned'</script>", "{{constructor.constructor('alert(1)')()}}", "${alert(1)}",
    "javascript:alert(1)", "https://example.org/\"onmouseover=alert(1)//", "http://user:pass@example.org/#<b>", "data:text/html,<script>alert(1)</script>",
    "\u202egnp.exe\u202c", "\u2066\u2067\u2068", "مرحبا بالعالم", "שלום", "Z" + "\u0341" * 60, "👩‍👩‍👧‍👦" * 40, "a" * 8000, "word " * 1600, "\u200b" * 200,
    "' OR 1=1 --", "../../etc/passwd", "%00%0a%0d", "-" * 500,
]


def post(person, text):
    """Says something; what has nothing to be seen is refused, and so are too many at once."""
    def said():
        try:
            return person.parlor("chat", "post", "--", text)
        except Failure as refusal:
            return "The message is empty" in str(refusal) or "too long" in str(refusal)
    until("the daemon takes a message", said)


def test_hostile_texts(browser, ada, bob, cyd):
    """A hostile peer's names, messages and files on every screen: nothing runs, nothing scrolls sideways"""
    a = browser.page(ada, width=320, height=640)
    dialogs = []
    a.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    try:
        for text in corpus:
            post(bob, text)
        bob.parlor("settings", "set", "name", "<img src=x onerror=alert(1)>" + "\u202e")
        bad = ada.home.parent / "<b onclick=alert(1)>\u202etxt.exe"
        bad.write_text("x")
        bob.parlor("file", "share", bad)
        shown(a, "Home")
        for width in (320, 1280):
            a.set_viewport_size({"width": width, "height": 640})
            for place in places:
                go(a, place)
                a.wait_for_timeout(120)
                check(f"{place} at {width} px scrolls sideways", overflow(a) <= 0, overflow(a))
                check(f"{place}: markup of a peer became an element", a.locator("main :is(img, script, iframe, b[onclick])").count() == 0)
        check("no script ran", not dialogs and "owned" not in a.title(), dialogs)
        go(a, "#/chat")
        links = a.locator(".bubble a[href]").all()
        check("only http and https are links, and they keep their window to themselves", all(
            (link.get_attribute("href") or "").startswith(("http://", "https://", "/v1/blobs/")) and
            (link.get_attribute("target") != "_blank" or link.get_attribute("rel") == "noopener noreferrer") for link in links) and links)
        a.locator(".bubble a[href^='https://example.org/']").first.click()
        a.get_by_role("dialog", name="Open this link?").get_by_text("example.org").first.wait_for()
        a.get_by_role("button", name="Cancel").click()
        check("texts of others have a direction of their own", a.locator(".bubble .text").count() == a.locator(".bubble bdi.text").count() > 0)
    finally:
        bob.parlor("settings", "set", "name", "Bob")
