// @ts-check
// The frame: it draws the screen of the address between rail, notice and dialogs, and knows the keys that work everywhere.
import { h, patchPage } from './view.js';
import { avatar, icon, mark, wordmark } from './pictures.js';
import { attend, begin, drawWith, state, trade, watch } from './state.js';
import { beginDrawing } from './reads.js';
import { closeDialog, closeElsewhere, dialogTree, openDialog, toast, toastsTree } from './dialogs.js';
import { forgetRefusals, refusal } from './doing.js';
import { everybody, nameOf, us } from './people.js';
import { keepTabSeen } from './parts.js';
import { applyPreferences } from './preferences.js';
import { handleKey } from './keys.js';
import { closedScreen } from './accounts/closed.js';
import { followMail } from './accounts/mail.js';
import { here, keepTop } from './router.js';
import { placeOf, screens } from './screens.js';
import { ownWords } from './texts.js';

/** How the connection is, in words. */
const connections = { starting: 'Connecting…', live: 'Connected', lost: 'Connection lost', stopped: 'Stopped', crowded: 'Too many windows', locked: 'Locked', closed: 'Locked' };

/**
 * The first screen is drawn when the stream has brought the state, or has let so long wait for it: a screen without any state
 * would take as long to draw as the one that follows. Until then there is what index.html shows.
 */
const patienceMilliseconds = 400;
let isDue = false;

function draw() {
  isDue ||= state.connection !== 'starting';
  if (!isDue) return;
  beginDrawing();
  attendHere();
  if (state.connection === 'locked') return patchPage([door()]);
  if (state.connection === 'closed') return patchPage([closedScreen()]);
  const context = here();
  const place = placeOf(context.place);
  const waiting = screens.reduce((sum, one) => sum + (one.badge?.() ?? 0), 0);
  document.title = `${waiting ? `(${waiting}) ` : ''}${place.titleOf?.(context) || place.title} · Parlor`;
  patchPage(/** @type {any[]} */ ([
    h('a', { class: 'skip', href: '#main', key: 'skip', onclick: skip }, 'Skip to the content'),
    rail(place.place),
    notice(),
    h('main', { id: 'main', tabindex: -1, key: 'main', class: 'at-' + (place.place || 'home') },
      h('div', { key: place.place, class: 'screen' }, place.screen(context))),
    dialogTree(),
    toastsTree(),
  ].filter((tree) => tree)));
  keepTabSeen();
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** @param {string} place */
function rail(place) {
  const present = everybody().filter((person) => person.online);
  return h('nav', { class: 'rail', 'aria-label': 'Parlor', key: 'rail' },
    h('a', { class: 'brand', href: '#/', 'aria-label': 'Parlor, home' }, mark(present.map((person) => person.colour || 'gray')), wordmark()),
    h('ul', null,
      screens.filter((one) => !one.isHidden && one.place !== 'settings').map((one) => h('li', { class: one.inBar ? 'in-bar' : null, key: one.place }, placeLink(one, place))),
      h('li', { class: 'at-more', key: 'more' },
        h('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => openDialog('More', more) }, icon('more'), h('span', null, 'More'),
          badge(moreScreens().reduce((sum, one) => sum + (one.badge?.() ?? 0), 0))))),
    me(place));
}

/**
 * Our person and the connection: the way to the settings.
 * @param {string} place
 */
function me(place) {
  const link = isSlow() ? 'Slow to answer' : connections[state.connection];
  return h('a', { class: 'me', href: '#/settings', title: 'Settings', 'aria-label': `${state.settings?.name ?? ''} ${link}, settings`, 'aria-current': place === 'settings' ? 'page' : null },
    avatar({ name: state.settings?.name, colour: state.settings?.colour, id: us()?.author }),
    h('span', null, h('strong', null, nameOf(state.settings?.name ?? '…')), h('span', { class: 'link ' + (isSlow() ? 'slow' : state.connection) }, link)),
    icon('gear'));
}

/**
 * @param {import('./screens.js').Place} one
 * @param {string} place
 */
function placeLink(one, place) {
  return h('a', { href: '#/' + one.place, title: one.title, 'aria-current': one.place === place ? 'page' : null }, icon(one.icon), h('span', null, one.title), badge(one.badge?.() ?? 0));
}

/**
 * How many things wait at a place; nothing for none.
 * @param {number} count
 */
const badge = (count) => count > 0 && h('span', { class: 'badge', 'aria-label': `${count} new` }, count > 99 ? '99+' : count);

/** The places that a narrow window's bar has no room for; one that is hidden is among them while something waits there. */
const moreScreens = () => screens.filter((one) => !one.inBar && (!one.isHidden || (one.badge?.() ?? 0) > 0));

/** The places behind More. */
function more() {
  return h('ul', { class: 'more-places' }, moreScreens().map((one) =>
    h('li', null, h('a', { class: 'button', href: '#/' + one.place, onclick: closeDialog }, icon(one.icon), h('span', null, one.title), badge(one.badge?.() ?? 0)))));
}

/** Whether Parlor is there and lets something wait, or gives no sign on the stream. */
const isSlow = () => state.connection === 'live' && (state.slow > 0 || state.silent);

/** Says that the daemon is away, whatever the width. */
function notice() {
  if (state.connection === 'lost') {
    return h('div', { class: 'notice', role: 'alert', key: 'notice' }, h('strong', null, 'Parlor has stopped on this machine.'),
      ' Nothing is lost. The page resumes by itself when it is back: any ', h('code', null, 'parlor'), ' command starts it.');
  }
  if (state.connection === 'stopped') {
    return h('div', { class: 'notice', role: 'alert', key: 'notice' }, h('strong', null, 'Parlor was told to stop.'),
      ' Nothing is lost. Any ', h('code', null, 'parlor'), ' command starts it again.');
  }
  if (state.connection === 'crowded') {
    return h('div', { class: 'notice', role: 'alert', key: 'notice' }, h('strong', null, 'Too many windows show Parlor.'),
      ' Close one of them, in this browser or in another one: this window resumes by itself then.');
  }
  if (isSlow()) return h('div', { class: 'notice', role: 'status', key: 'slow' }, h('strong', null, 'Parlor is slow to answer.'), ' What you did is not lost.');
  return null;
}

/** What a browser sees that has no session. */
function door() {
  return h('main', { class: 'door', key: 'door', id: 'main' }, mark([]), wordmark(), h('h1', null, 'The door is closed'),
    state.refusedTicket && refusal(state.refusedTicket),
    h('p', null, 'This browser has no key to Parlor yet. In a terminal on this machine, run'),
    h('p', null, h('code', null, 'parlor page')),
    h('p', null, 'and open the link that it prints. The link works once, within a minute.'));
}

/** Our person is at the table or in the room whose screen is seen. */
function attendHere() {
  const context = here();
  attend(document.hidden || state.connection === 'locked' || state.connection === 'closed' ? '' : placeOf(context.place).attends?.(context) ?? '');
}

/**
 * After a change of screen the focus is at its beginning; on a tab it stays where it is; a screen can name its first field. Who
 * returns to a list is where the list was left, on what was opened.
 */
function moved() {
  // Somebody has pasted a link into this tab.
  trade();
  followMail();
  forgetRefusals();
  closeElsewhere();
  draw();
  const focused = document.activeElement;
  if (focused?.matches('[role="tab"]')) {
    keepTop(true);
    return;
  }
  const opened = keepTop();
  const first = /** @type {HTMLElement | null} */ (document.querySelector('main [autofocus]') ?? (opened ? document.querySelector(`main a[href="${CSS.escape(opened)}"]:not(.back-link a)`) : null));
  (first ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

// Tests look at these: a bundle has no other modules than this one.
export { board } from './drawings/board.js';
export { changed, state } from './state.js';
export { h, patch } from './view.js';

applyPreferences();
watch((change) => change?.notice && toast(ownWords(change.notice)));
drawWith(draw);
addEventListener('hashchange', moved);
addEventListener('keydown', handleKey);
addEventListener('resize', () => keepTabSeen(true));
// A hidden table or room is left at once, without waiting for a frame.
document.addEventListener('visibilitychange', draw);
followMail();
setTimeout(() => {
  // The state was quicker, as nearly always.
  if (isDue) return;
  isDue = true;
  draw();
}, patienceMilliseconds);
await begin();
draw();
