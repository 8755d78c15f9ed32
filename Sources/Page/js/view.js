// @ts-check
// How a screen gets onto the page. A screen is a function from state to a tree of h(), and patch() makes the document look
// like the tree. Nothing in the page turns text into markup: what a peer wrote can only become a text node.

/**
 * One element of a screen: its tag, its attributes and listeners, and what is in it.
 * @typedef {{ tag: string, props: Record<string, any>, children: (Tree | string)[] }} Tree
 */

/** @typedef {Tree | string | number | boolean | null | undefined} Leaf */

/**
 * What may stand in an element. Nothing is shown for null, undefined, true and false.
 * @typedef {Leaf | readonly any[]} Child
 */

/**
 * Makes one element of a tree.
 *
 * Props are attributes by their HTML names, and four more: `key` keeps an element when it moves among its siblings, `style`
 * is an object of CSS properties, `own: true` leaves the inside of the element to other code, and `made` is called once with
 * the element when it was put into the document. A prop that begins with `on` is a listener.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {Tree}
 */
export function h(tag, props, ...children) {
  const flat = /** @type {any[]} */ (children.flat(9)).filter((child) => child != null && child !== false && child !== true);
  return { tag, props: props ?? {}, children: flat.map((child) => (typeof child === 'object' ? child : String(child))) };
}

const svgTags = new Set([
  'svg', 'g', 'path', 'circle', 'rect', 'line', 'pattern', 'defs', 'use', 'image', 'polyline', 'polygon', 'ellipse', 'text', 'tspan',
  'clipPath', 'image', 'radialGradient', 'linearGradient', 'stop', 'symbol',
]);

/**
 * The tree that each element shows.
 * @type {WeakMap<Node, Tree>}
 */
const shown = new WeakMap();

/**
 * Makes the children of an element look like the trees. An element with a key is kept and moved.
 * @param {Element} place
 * @param {(Tree | string)[]} trees
 */
export function patch(place, trees) {
  const keyed = keptByKey(place, trees);
  /** @type {Element[]} */
  const fresh = [];
  let next = place.firstChild;
  for (const tree of trees) {
    const fit = fitting(tree, next, keyed);
    const node = fit ?? make(tree);
    if (node === next) next = next.nextSibling;
    else move(place, node, next, fit !== null);
    if (typeof tree === 'string') {
      if (node.nodeValue !== tree) node.nodeValue = tree;
    } else {
      update(/** @type {Element} */ (node), tree);
      if (!fit && tree.props.made) fresh.push(/** @type {Element} */ (node));
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
  for (const node of fresh) shown.get(node)?.props.made(node);
}

/**
 * The children that have a key which the new trees have too. Those with another key are removed, so that what stays need not
 * move and keeps its focus, its scroll and its animation.
 * @param {Element} place
 * @param {(Tree | string)[]} trees
 */
function keptByKey(place, trees) {
  /** @type {Map<any, Element>} */
  const keyed = new Map();
  // An element that was just made has none, and most elements are such when a screen is opened.
  if (!place.firstElementChild) return keyed;
  const wanted = new Set();
  for (const tree of trees) if (typeof tree !== 'string' && tree.props.key != null) wanted.add(tree.props.key);
  /** @type {Element | null} */
  let next = place.firstElementChild;
  while (next) {
    /** @type {Element} */
    const child = next;
    next = child.nextElementSibling;
    const key = shown.get(child)?.props.key;
    if (key == null) continue;
    if (wanted.has(key)) keyed.set(key, child);
    else child.remove();
  }
  return keyed;
}

/**
 * The node that is there already and can become the tree.
 * @param {Tree | string} tree
 * @param {ChildNode | null} next
 * @param {Map<any, Element>} keyed
 * @returns {ChildNode | null}
 */
function fitting(tree, next, keyed) {
  if (typeof tree === 'string') return next?.nodeType === Node.TEXT_NODE ? next : null;
  const { key } = tree.props;
  if (key != null) {
    const node = keyed.get(key);
    keyed.delete(key);
    return node && shown.get(node)?.tag === tree.tag ? node : null;
  }
  const before = next && shown.get(next);
  return before && before.tag === tree.tag && before.props.key == null ? next : null;
}

/**
 * Puts a node before another one. One that is in the document already keeps its state where the browser can do that.
 * @param {Element} place
 * @param {Node} node
 * @param {Node | null} next
 * @param {boolean} isThere
 */
function move(place, node, next, isThere) {
  const mover = /** @type {any} */ (place);
  if (isThere && mover.moveBefore && node.isConnected && place.isConnected) mover.moveBefore(node, next);
  else place.insertBefore(node, next);
}

/**
 * @param {Tree | string} tree
 * @returns {ChildNode}
 */
function make(tree) {
  if (typeof tree === 'string') return document.createTextNode(tree);
  const node = svgTags.has(tree.tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tree.tag)
    : document.createElement(tree.tag);
  // A browser says what is wrong with a field in its own language: the page and the daemon say it in theirs.
  if (tree.tag === 'form') /** @type {HTMLFormElement} */ (node).noValidate = true;
  shown.set(node, { tag: tree.tag, props: {}, children: [] });
  return node;
}

/**
 * Makes one element look like its tree. A tree that is the same object as before is left alone.
 * @param {Element} node
 * @param {Tree} tree
 */
function update(node, tree) {
  const before = shown.get(node);
  if (before === tree) return;
  const old = before?.props ?? {};
  shown.set(node, tree);
  for (const name of Object.keys(old)) if (!(name in tree.props)) set(node, name, null, old[name]);
  if (!tree.props.own) patch(node, tree.children);
  for (const [name, value] of Object.entries(tree.props)) {
    if (value !== old[name] || name === 'value' || name === 'checked') set(node, name, value, old[name]);
  }
}

/**
 * Sets one prop of an element.
 * @param {any} node
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function set(node, name, value, before) {
  if (name === 'key' || name === 'made' || name === 'own') return;
  if (name === 'style') {
    for (const part of Object.keys(before ?? {})) if (!(part in (value ?? {}))) node.style.removeProperty(part);
    for (const [part, text] of Object.entries(value ?? {})) if (text !== before?.[part]) node.style.setProperty(part, text);
  } else if (name.startsWith('on')) {
    node[name] = value;
  } else if (name === 'value' || name === 'checked' || name === 'indeterminate') {
    const wanted = name === 'value' ? value ?? '' : !!value;
    if (node[name] !== wanted) node[name] = wanted;
  } else if (name === 'disabled') {
    disable(node, !!value);
  } else if (value == null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * The controls that were to be disabled while they had the focus. They keep it, say that they are disabled, and ignore what is done with them.
 * @type {WeakSet<Element>}
 */
const ignored = new WeakSet();

/**
 * Disables a control, or enables it. A browser takes the focus from what is disabled, so what has it is never disabled.
 * @param {any} node
 * @param {boolean} isDisabled
 */
function disable(node, isDisabled) {
  const isHeld = isDisabled && node === node.ownerDocument.activeElement;
  node.toggleAttribute('disabled', isDisabled && !isHeld);
  if (isHeld) {
    ignored.add(node);
    node.setAttribute('aria-disabled', 'true');
  } else if (ignored.delete(node)) {
    node.removeAttribute('aria-disabled');
  }
}

/** @param {Event} event */
function ignore(event) {
  const control = /** @type {Element | null} */ (event.target)?.closest?.('[aria-disabled="true"]');
  if (!control || !ignored.has(control)) return;
  if (event.type === 'keydown' && (control.matches('button') || ['Tab', 'Escape'].includes(/** @type {KeyboardEvent} */ (event).key))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

for (const type of ['click', 'keydown', 'beforeinput', 'pointerdown', 'mousedown']) globalThis.document?.addEventListener(type, ignore, true);

/**
 * An element and what was around it: its ancestors, each with its children, from its parent upwards.
 * @typedef {{ node: Element, around: { parent: Element, children: Element[], at: number }[] }} Spot
 */

/**
 * Elements to which the focus returns later, as when a dialog is closed.
 * @type {Set<{ node: Element }>}
 */
const returns = new Set();

/**
 * Keeps the place of what has the focus, to return to it: to its neighbour where it is gone by then.
 * @returns {() => void} returns, unless something else has the focus
 */
export function keepPlace() {
  const place = { node: document.activeElement ?? document.body };
  returns.add(place);
  return () => {
    returns.delete(place);
    if (!hasFocus()) focusOn(place.node);
  };
}

/**
 * Makes the page look like the trees, as `patch`. When what has the focus goes, its neighbour gets it.
 * @param {(Tree | string)[]} trees
 */
export function patchPage(trees) {
  const active = document.activeElement;
  const focused = active && hasFocus() ? spotOf(active) : null;
  const places = [...returns].map((place) => ({ place, spot: spotOf(place.node) }));
  patch(document.body, trees);
  for (const { place, spot } of places) place.node = still(spot);
  if (!focused || hasFocus()) return;
  isReturning = true;
  focusOn(still(focused));
  isReturning = false;
}

/** Whether the focus just moves by itself, as what had it is gone. */
export let isReturning = false;

/** Whether the keyboard is at some place. */
function hasFocus() {
  return !!document.activeElement && document.activeElement !== document.body;
}

/** @param {Element} node */
function focusOn(node) {
  /** @type {HTMLElement} */ (node).focus({ preventScroll: node.id === 'main' });
}

/**
 * @param {Element} node
 * @returns {Spot}
 */
function spotOf(node) {
  const around = [];
  for (let one = node; one.parentElement && one !== document.body; one = one.parentElement) {
    const children = [...one.parentElement.children];
    around.push({ parent: one.parentElement, children, at: children.indexOf(one) });
  }
  return { node, around };
}

const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';
const fields = 'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"], [type="range"]), select, textarea';
/** What a neighbour of the same kind is looked for in. */
const widest = 'dialog, [role="tabpanel"], .page, main';

/**
 * An element that is still there, or what is nearest to where it was: what was put in its place, the same control of a
 * neighbour, the next open field, another control.
 * @param {Spot} spot
 * @returns {Element}
 */
function still({ node, around }) {
  if (node.isConnected) return node;
  const kind = kindOf(node);
  /** @type {Element | undefined} */
  let other;
  for (const { parent, children, at } of around) {
    if (!parent.isConnected || parent === document.body) continue;
    const isThere = (/** @type {Element} */ child) => child.parentElement === parent;
    const later = children.slice(at + 1).filter(isThere);
    const earlier = children.slice(0, at).filter(isThere).reverse();
    const put = isThere(children[at]) ? [] : between(parent, earlier[0], later[0], children);
    const found = choose(put, kind) ?? first(later, (one) => kindOf(one) === kind) ?? first(earlier, (one) => kindOf(one) === kind);
    if (found) return found;
    other ??= choose(later, kind) ?? choose(earlier, kind);
    if (parent.matches(widest) && other) return other;
  }
  return other ?? document.getElementById('main') ?? document.body;
}

/**
 * The elements that came between two others.
 * @param {Element} parent
 * @param {Element | undefined} before
 * @param {Element | undefined} after
 * @param {Element[]} old
 */
function between(parent, before, after, old) {
  const all = [...parent.children];
  return all.slice(before ? all.indexOf(before) + 1 : 0, after ? all.indexOf(after) : all.length).filter((one) => !old.includes(one));
}

/**
 * The control of some elements that one works on with: a field, one of the same kind, a button, any.
 * @param {Element[]} places
 * @param {string} kind
 */
function choose(places, kind) {
  return first(places, (one) => one.matches(fields)) ?? first(places, (one) => kindOf(one) === kind)
    ?? first(places, (one) => one.matches('button, a')) ?? first(places, () => true);
}

/**
 * @param {Element[]} places
 * @param {(control: Element) => boolean} suits
 */
function first(places, suits) {
  for (const place of places) {
    for (const one of [place, ...place.querySelectorAll(controls)]) {
      if (one.matches(controls) && !one.matches(':disabled, [tabindex="-1"]') && /** @type {any} */ (one).checkVisibility() && suits(one)) return one;
    }
  }
  return undefined;
}

/**
 * The kind of a control: "Delete Flour" and "Delete Butter" are of one kind.
 * @param {Element} node
 */
function kindOf(node) {
  const word = node.matches('button, a') ? (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().split(/\s/)[0] : node.getAttribute('type') ?? '';
  return `${node.tagName} ${node.className} ${word}`;
}
