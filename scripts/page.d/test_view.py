"""The way of a screen onto the page: patch() keeps what stays, and turns no text into markup."""
from people import check, own_module

#: Each returns what must be true, with the page's own module.
cases = {
    "an element with a key is kept when others come and go": """
      patch(place, [h('p', { key: 1 }, 'one'), h('p', { key: 2 }, 'two'), h('p', { key: 3 }, 'three')]);
      const two = place.children[1];
      patch(place, [h('p', { key: 0 }, 'zero'), h('p', { key: 2 }, 'two'), h('p', { key: 4 }, 'four')]);
      return place.children[1] === two && place.textContent === 'zerotwofour';""",
    "a field keeps its focus and what is selected when one before it goes": """
      patch(place, [h('p', { key: 'a' }), h('input', { key: 'b', value: 'typed' })]);
      place.children[1].focus();
      place.children[1].setSelectionRange(1, 3);
      patch(place, [h('input', { key: 'b', value: 'typed' }), h('p', { key: 'c' })]);
      return document.activeElement === place.children[0] && place.children[0].selectionStart === 1;""",
    "keys may change their order": """
      patch(place, [1, 2, 3, 4].map((key) => h('i', { key }, key)));
      const nodes = [...place.children];
      patch(place, [4, 2, 1, 3].map((key) => h('i', { key }, key)));
      return place.textContent === '4213' && [3, 1, 0, 2].every((was, now) => place.children[now] === nodes[was]);""",
    "text is never markup": """
      patch(place, [h('p', { title: '"><b>' }, '<img src=x onerror=alert(1)>')]);
      return place.children.length === 1 && !place.querySelector('img, b') && place.firstChild.textContent.startsWith('<img');""",
    "attributes, listeners and styles that are gone are taken away": """
      let heard = 0;
      patch(place, [h('button', { disabled: true, class: 'a', style: { color: 'red', '--x': '1' }, onclick: () => { heard += 1; } })]);
      patch(place, [h('button', { style: { '--x': '2' } })]);
      place.firstChild.click();
      return heard === 0 && !place.firstChild.disabled && !place.firstChild.className && !place.firstChild.style.color && place.firstChild.style.getPropertyValue('--x') === '2';""",
    "nothing is shown for null, undefined, true and false": """
      patch(place, [h('p', null, null, undefined, true, false, 0, ['', [1]])]);
      return place.textContent === '01';""",
    "what is made is made once": """
      let made = 0;
      const tree = () => h('p', { made: () => { made += 1; } });
      patch(place, [tree()]);
      patch(place, [tree()]);
      return made === 1;""",
    "the inside of an element of its own is left alone": """
      patch(place, [h('p', { own: true })]);
      place.firstChild.append('its own');
      patch(place, [h('p', { own: true, class: 'b' })]);
      return place.textContent === 'its own' && place.firstChild.className === 'b';""",
    "drawings are elements of SVG": """
      patch(place, [h('svg', null, h('g', null, h('path', { d: 'M0 0' })))]);
      return place.querySelector('path').namespaceURI === 'http://www.w3.org/2000/svg';""",
}


def test_view_keeps_what_stays(browser, ada, bob, cyd):
    """patch() keeps elements, focus and order, and turns no text into markup"""
    a = browser.page(ada)
    module = own_module(a)
    for what, body in cases.items():
        outcome = a.evaluate(f"""async (module) => {{
          const {{ h, patch }} = await import(module);
          const place = document.createElement('div');
          document.body.append(place);
          try {{ {body} }} finally {{ place.remove(); }}
        }}""", module)
        check(what, outcome is True)
