// @ts-check
// The parts of which screens are made: buttons, menus, tabs, and what stands where an answer is still to come.
import { h, patch } from './view.js';
import { icon } from './pictures.js';
import { doing, isBusy, refusal, refused } from './doing.js';
import { changed, state } from './state.js';
import { ownWords } from './texts.js';

/** @typedef {import('./view.js').Child} Child */

/**
 * A button that does something. What it does may be refused: the words stand behind it.
 * @param {object} button
 * @param {string} button.at a name that is unique on the screen
 * @param {string} button.label
 * @param {() => any} button.act
 * @param {string} [button.icon]
 * @param {'button' | 'button bad' | 'button plain' | 'primary'} [button.look]
 * @param {boolean} [button.iconOnly] shows the icon alone; the label is what a screen reader says
 * @param {boolean} [button.disabled]
 * @param {string} [button.why] why it is disabled
 * @param {boolean} [button.away] can be done while the daemon is away
 */
export function action(button) {
  const { at, label, act, look = 'button', iconOnly = false, away = false } = button;
  return [
    h('button', {
      type: 'button', class: look, key: at, disabled: button.disabled || isBusy(at) || (!away && state.connection !== 'live'),
      'aria-label': iconOnly ? label : null, title: (button.why && ownWords(button.why)) || (iconOnly ? label : null), onclick: () => doing(at, act),
    }, button.icon && icon(button.icon), !iconOnly && label),
    refused(at),
  ];
}

/**
 * A link that looks like a button.
 * @param {{ label: string, href: string, icon?: string, look?: string, current?: boolean }} link
 */
export function linkButton({ label, href, icon: picture, look = 'button', current }) {
  return h('a', { class: look, href, 'aria-current': current ? 'true' : null }, picture && icon(picture), label);
}

/**
 * Something that can be done on a screen: an act, a way somewhere, a file to `download` there, or a menu of them. `isBad` deletes or shuts out, `isRare` is
 * seldom wanted.
 * @typedef {{ label: string, icon?: string, act?: () => any, href?: string, download?: string, menu?: (Tool | false)[], isBad?: boolean, isRare?: boolean, disabled?: boolean, why?: string }} Tool
 */

/**
 * The same, seldom wanted.
 * @param {Tool | false} tool
 * @returns {Tool | false}
 */
export const rare = (tool) => tool && { ...tool, isRare: true };

/**
 * A row of what can be done. Behind it ⋮ has what is bad or rare, so that Delete is never the loudest button, and in a narrow
 * window all but the first: the row stays one row.
 * @param {{ at: string, label: string }} row
 * @param {(Tool | false | null | undefined | '')[]} all
 */
export function tools({ at, label }, all) {
  const items = /** @type {Tool[]} */ (all.filter((one) => one));
  const shown = items.filter((one) => !one.isBad && !one.isRare);
  const isOnlyNarrow = shown.length === items.length;
  return h('div', { class: 'actions tools', key: at },
    shown.map((one, index) => h('span', { class: index > 0 ? 'in-wide' : null, key: one.label }, one.menu
      ? menu({ at: `${at}/${one.label}`, label: one.label, icon: one.icon, text: one.label, look: 'button' }, one.menu) : one.href
      ? linkButton({ label: one.label, href: one.href, icon: one.icon })
      : action({ at: `${at}/${one.label}`, label: one.label, icon: one.icon, disabled: one.disabled, why: one.why, act: one.act ?? (() => {}) }))),
    (items.length > 1 || shown.length === 0) && items.length > 0 && h('span', { class: isOnlyNarrow ? 'in-narrow' : null, key: 'more' },
      menu({ at: at + '/more', label }, items.flatMap((one) => one === shown[0] ? [] : (one.menu ?? [one]).map(
        (item) => item && { ...item, look: shown.includes(one) ? 'in-narrow' : '' })))));
}

/** The menu that is open; empty for none. Only its items are in the document: a list has a menu for each of its lines. */
let openMenu = '';

/**
 * A button that opens a menu. The arrow keys walk through it, Escape closes it.
 * @param {{ at: string, label: string, icon?: string, text?: string, look?: string }} button `text` is shown, `label` is said
 * @param {((Tool & { look?: string, key?: string }) | false | null | undefined | '')[]} items `key` is the key that does the same
 */
export function menu({ at, label, icon: picture = 'options', text, look = 'button plain' }, items) {
  const id = 'menu-' + at.replaceAll(/[^\w-]/g, '-');
  const filled = () => items.map((item) => item && menuItem(item, at));
  return h('span', { class: 'menu-of', key: at },
    h('button', { type: 'button', class: look, popovertarget: id, 'aria-label': label, title: label }, icon(picture), text),
    h('div', {
      id, popover: 'auto', role: 'menu', 'aria-label': label, onkeydown: walk,
      onbeforetoggle: (/** @type {any} */ event) => {
        if (event.newState !== 'open') return;
        openMenu = id;
        // The browser shows it now, before the page is drawn.
        patch(event.target, h('div', null, filled()).children);
      },
      ontoggle: (/** @type {any} */ event) => {
        if (event.newState === 'open') focusFirst(event);
        else if (openMenu === id && !event.target.matches(':popover-open')) {
          openMenu = '';
          changed();
        }
      },
    }, openMenu === id && filled()),
    refused(at));
}

/**
 * @param {Tool & { look?: string, key?: string }} item
 * @param {string} at
 */
function menuItem(item, at) {
  const close = (/** @type {any} */ event) => event.target.closest('[popover]').hidePopover();
  const inside = [item.icon && icon(item.icon), item.key ? h('span', null, item.label) : item.label, item.key && h('kbd', { 'aria-hidden': 'true' }, item.key)];
  if (item.href) return h('a', { class: 'button ' + (item.look ?? ''), role: 'menuitem', href: item.href, download: item.download ?? null, onclick: close }, inside);
  return h('button', {
    type: 'button', class: 'button ' + (item.isBad ? 'bad' : item.look ?? ''), role: 'menuitem', 'aria-keyshortcuts': item.key || null,
    disabled: item.disabled || state.connection !== 'live',
    onclick: (/** @type {any} */ event) => {
      close(event);
      doing(at, item.act ?? (() => {}));
    },
  }, inside);
}

/** @param {any} event */
function focusFirst(event) {
  stopsOf(event.target)[0]?.focus();
}

/**
 * The items and tabs in a menu or a row that are seen and can be chosen.
 * @param {HTMLElement} row
 * @returns {HTMLElement[]}
 */
const stopsOf = (row) => [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('[role="menuitem"]:not(:disabled), [role="tab"]'))].filter((one) => one.offsetParent);

/**
 * The arrow keys in a row or column of buttons.
 * @param {any} event
 */
export function walk(event) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[/** @type {string} */ (event.key)];
  if (step === undefined) return;
  const stops = stopsOf(event.currentTarget);
  const now = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = step === -Infinity ? 0 : step === Infinity ? stops.length - 1 : (now + step + stops.length) % stops.length;
  event.preventDefault();
  stops[next]?.focus();
  if (stops[next]?.matches('a[role="tab"]')) stops[next].click();
}

/**
 * The chosen tab that was scrolled to last.
 * @type {Element | null}
 */
let tabSeen = null;

/**
 * Scrolls a row of tabs to the chosen one, once for each choice. Call it when a screen is drawn.
 * @param {boolean} [anew] the row has another width
 */
export function keepTabSeen(anew = false) {
  const tab = document.querySelector('main .tabs :is([aria-selected="true"], [aria-current="page"])');
  if (tab === tabSeen && !anew) return;
  tabSeen = tab;
  const row = tab?.closest('.tabs');
  if (!tab || !row || row.scrollWidth <= row.clientWidth) return;
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}

/**
 * Tabs whose choice is part of the address. The screen shows the chosen one within `tabPanel`.
 * @param {string} label what the tabs are about
 * @param {string} now the name of the chosen tab
 * @param {({ name: string, title: string, href: string, count?: number } | false | null | undefined)[]} choices
 */
export function tabs(label, now, choices) {
  return h('div', { class: 'tabs', role: 'tablist', 'aria-label': label, onkeydown: walk },
    choices.map((tab) => tab && h('a', {
      role: 'tab', id: 'tab-' + tab.name, href: tab.href, key: tab.name, 'aria-selected': String(tab.name === now), tabindex: tab.name === now ? 0 : -1,
      'aria-controls': tab.name === now ? 'tab-panel' : null,
    }, tab.title, !!tab.count && h('span', { class: 'badge' }, tab.count))));
}

/**
 * What the chosen tab shows.
 * @param {string} now
 * @param {...Child} children
 */
export function tabPanel(now, ...children) {
  return h('div', { role: 'tabpanel', id: 'tab-panel', 'aria-labelledby': 'tab-' + now, class: 'page', key: 'panel-' + now }, children);
}

/**
 * Shows an answer, the shape of what comes while it is late, or why there is none.
 * @template T
 * @param {{ answer: T | undefined, refused: import('./state.js').Refused | null, late: boolean }} reading
 * @param {(answer: T) => Child} show
 * @returns {Child}
 */
export function whenRead(reading, show) {
  if (reading.answer !== undefined) return show(reading.answer);
  if (reading.refused) return refusal(reading.refused.message, reading.refused.remedy);
  return reading.late ? coming() : null;
}

/** The shape of what comes. */
export function coming() {
  return h('div', { class: 'coming', role: 'status', 'aria-label': 'Loading' }, h('span', null), h('span', null), h('span', null));
}

/**
 * What is shown where there is nothing: what belongs here, and the one button that makes it.
 * @param {string} text
 * @param {...Child} button
 */
export function empty(text, ...button) {
  return h('div', { class: 'quiet' }, h('p', null, text), button);
}

/**
 * The head of a screen.
 * @param {Child} title
 * @param {...Child} actions
 */
export function head(title, ...actions) {
  return h('header', { class: 'head' }, h('h1', null, title), actions.length > 0 && h('div', { class: 'actions' }, actions));
}

/**
 * Words that are searched for, by the collection in which they are: another one is not searched for them.
 * @type {Map<string, string>}
 */
const searches = new Map();

/**
 * The words that are searched for in a collection; empty for none.
 * @param {string} at
 */
export const searched = (at) => searches.get(at) ?? '';

/** @param {string} at */
const searchId = (at) => 'search-' + at.replaceAll(/[^\w-]/g, '-');

/**
 * The field in which one searches a collection.
 * @param {string} at a name that is unique on the page
 * @param {string} label
 */
export const searchField = (at, label) => h('input', {
  type: 'search', class: 'input', key: searchId(at), id: searchId(at), 'aria-label': label, placeholder: 'Search', value: searched(at),
  oninput: (/** @type {any} */ event) => {
    searches.set(at, event.target.value);
    changed();
  },
});

/**
 * The words where a search finds nothing, with the button that ends it.
 * @param {string} at
 * @param {string} text
 */
export const nothingFound = (at, text) => empty(text, h('button', {
  type: 'button', class: 'button', onclick: () => {
    searches.delete(at);
    document.getElementById(searchId(at))?.focus();
    changed();
  },
}, 'Clear'));

/**
 * The ends of lists that are shown, with what shows more of them.
 * @type {WeakMap<Element, () => void>}
 */
const ends = new WeakMap();
/** @type {IntersectionObserver | undefined} */
let nearEnds;

/**
 * The end of a list of which a part is shown: more of it comes when the end is near, or by its button.
 * @param {string} name of this end; another one after more was shown
 * @param {() => void} more
 */
export const listEnd = (name, more) => h('p', {
  class: 'actions', key: 'end-' + name, made: (/** @type {Element} */ node) => {
    nearEnds ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) ends.get(target)?.();
        if (!target.isConnected) nearEnds?.unobserve(target);
      }
    }, { rootMargin: '600px' });
    ends.set(node, more);
    nearEnds.observe(node);
  },
}, h('button', { type: 'button', class: 'button', onclick: more }, 'Show more'));
