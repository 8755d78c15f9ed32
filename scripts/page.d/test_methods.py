"""Each method of the API and the page: it is called there, or stands here with the reason why not."""
import pathlib
import re

from people import check

root = pathlib.Path(__file__).resolve().parents[2]

#: The methods that the page does not call, and why.
left_out = {
    "cards/list": "The Card Box is read as a library, with what can be done with each card.",
    "cards/recognize": "It takes lines that another program has read from a photo; the page sends the photo.",
    "events/lines": "It is for programs that read protobuf while it comes; the page reads the events whole.",
    "libraries/make": "The page begins to manage a new library at once, which makes it.",
    "libraries/prompt": "It judges what is typed into a question of a terminal; the page's forms say what is missing.",
    "node/secrets": "No browser is told a secret.",
    "node/settings": "The stream brings the settings.",
    "node/stop": "Who stops the daemon loses the page with it: a terminal does that.",
    "page/close": "What lets browsers in and out is done in a terminal; the page gives its own key back.",
    "page/open": "What lets browsers in and out is done in a terminal.",
    "page/show": "What lets browsers in and out is done in a terminal.",
    "pairing/list": "The stream brings the pairings.",
    "peers/list": "The stream brings the peers.",
    "profiles/delete": "It ends the daemon, and the home is removed by the command that asked for it.",
    "rooms/enter": "The stream says that one is in a room for as long as its screen is seen.",
    "rooms/list": "The stream brings the rooms.",
    "rooms/show": "The stream brings the rooms.",
    "rooms/state": "It is for programs that compare two nodes.",
    "trades/show": "The list of trades has all of each.",
    "tables/list": "The stream brings the tables.",
}


def methods():
    text = "\n".join(file.read_text() for file in sorted((root / "Sources/Schema").glob("*/Methods*.swift")))
    return set(re.findall(r'"([a-z-]+/[a-z-]+)"', text))


def called():
    """The names of methods in the page's modules: whole ones, as no name is put together."""
    text = "\n".join(file.read_text() for file in sorted((root / "Sources/Page/js").rglob("*.js")))
    return set(re.findall(r"""['"`]([a-z-]+/[a-z-]+)['"`]""", text))


def test_methods_are_all_on_the_page(browser, ada, bob, cyd):
    """44: each method of the API is called by the page, or is left out with a reason"""
    all_, used = methods(), called() & methods()
    check("the list of methods is read", len(all_) > 150, len(all_))
    check("each method is used, or left out with a reason", all_ <= used | set(left_out), sorted(all_ - used - set(left_out)))
    check("none is left out that is used or unknown", not set(left_out) & used and set(left_out) <= all_, sorted(set(left_out) & used | set(left_out) - all_))
