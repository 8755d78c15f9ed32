"""Requests by other pages, other names and other addresses: brief section 2. The server's own tests are in PageTests."""
import http.client

from people import check


def test_attacks_by_policy(browser, ada, bob, cyd):
    """The page's policy refuses markup, inline scripts, other addresses and evaluation"""
    browser.expected = [r"Content Security Policy", r"TrustedHTML", r"TrustedScript", r"Refused", r"violates", r"blocked"]
    a = browser.page(ada)
    tried = a.locator("body").evaluate(
        """async (body) => {
          const outcome = {};
          try { body.insertAdjacentHTML('beforeend', '<i id=owned></i>'); outcome.markup = 'taken'; } catch { outcome.markup = 'refused'; }
          const script = document.createElement('script');
          try { script.textContent = 'document.title = "owned"'; body.append(script); } catch { outcome.script = 'refused'; }
          outcome.script ??= document.title === 'owned' ? 'ran' : 'refused';
          outcome.other = await fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused');
          try { setTimeout('document.title = "owned by a timer"', 0); } catch { outcome.timer = 'refused'; }
          await new Promise((done) => setTimeout(done, 50));
          outcome.timer ??= document.title.startsWith('owned') ? 'ran' : 'refused';
          outcome.cookie = document.cookie;
          outcome.secure = isSecureContext;
          return outcome;
        }""")
    check("the policy holds", tried == {"markup": "refused", "script": "refused", "other": "refused", "timer": "refused", "cookie": "", "secure": True}, tried)


def test_attacks_from_other_pages(browser, ada, bob, cyd):
    """Another page on this machine reads nothing, frames nothing and changes nothing"""
    browser.expected = [r".*"]
    a, victim = browser.page(ada), browser.page(bob)
    origin = a.url.split("#")[0].rstrip("/")
    before = ada.ask("settings")["name"]
    # Bob's page is another origin in the same browser that has Ada's cookie.
    attacker = a.context.new_page()
    attacker.goto(victim.url.split("#")[0])
    attacker.locator(".door, .rail").first.wait_for()
    outcome = attacker.locator("body").evaluate(
        """async (body, origin) => {
          const outcome = {};
          outcome.read = await fetch(origin + '/v1/node/settings', { credentials: 'include' }).then((answer) => answer.status, () => 'blocked');
          outcome.write = await fetch(origin + '/v1/node/set', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"key":"name","value":"owned"}' })
            .then((answer) => answer.type, () => 'blocked');
          return outcome;
        }""", origin)
    check("another page reads nothing", outcome["read"] == "blocked", outcome)
    check("another page changes nothing", ada.ask("settings")["name"] == before)
    host = origin.removeprefix("http://").rstrip("/")
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in a.context.cookies())
    good = {"Host": host, "Cookie": cookie, "Sec-Fetch-Site": "same-origin"}
    check("the page itself is answered", status(host, good) == 200)
    for changed, wanted in (
            ({"Host": "evil.example"}, 421), ({"Host": f"127.0.0.1:{host.split(':')[1]}"}, 421), ({"Sec-Fetch-Site": "cross-site"}, 403),
            ({"Sec-Fetch-Site": "same-site"}, 403), ({"Cookie": ""}, 401), ({"Cookie": cookie[:-3] + "aaa"}, 401)):
        found = status(host, good | changed)
        check(f"a request with {changed} is refused with {wanted}", found == wanted, found)
    for changed in ({"Origin": "http://evil.example"}, {"Origin": origin, "Content-Type": "text/plain"}, {}):
        found = status(host, good | {"Content-Type": "application/json"} | changed, "POST", "/v1/node/set", '{"key":"name","value":"owned"}')
        check(f"a change with {changed} is refused", found in (403, 415), found)
    check("nothing was changed", ada.ask("settings")["name"] == before)


def status(host, headers, method="GET", path="/v1/node/settings", body=None):
    """The status of an answer to a request that no browser would send for a page."""
    connection = http.client.HTTPConnection("127.0.0.1", int(host.split(":")[1]), timeout=10)
    try:
        connection.request(method, path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
