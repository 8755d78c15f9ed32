// @ts-check
// What is said in a room, with the box to say more: the whole of it in chat, a small one beside a table.
import { h } from '../view.js';
import { coming } from '../parts.js';
import { refusal } from '../doing.js';
import { day, dateOf } from '../texts.js';
import { sayBox } from './box.js';
import { messageLine } from './message.js';
import { messagesOf, moveWindow, toNewest } from './window.js';

/**
 * Messages and box.
 * @param {string} room
 * @param {{ files?: boolean, unread?: number, placeholder?: string }} how
 */
export function talk(room, { files = false, unread = 0, placeholder } = {}) {
  const { list, late, refused, isNewest } = messagesOf(room);
  const messages = list?.messages ?? [];
  return h('div', { class: 'talk' },
    h('div', {
      class: 'scroller' + (isNewest ? '' : ' is-older'), key: 'scroller-' + room, tabindex: 0, role: 'group', 'aria-label': 'Messages',
      onscroll: (/** @type {any} */ event) => moveWindow(room, event.target),
    },
    refused ? refusal(refused) : !list ? late && coming()
      : h('ul', { class: 'bubbles', 'aria-live': 'polite', 'aria-relevant': 'additions' },
        messages.length ? withDays(messages, room) : h('li', { class: 'note', key: 'nothing' }, 'Nobody has said anything yet.'))),
    (!isNewest || unread > 0) && h('div', { class: 'to-newest' },
      h('button', { type: 'button', class: 'button', onclick: () => toNewest(room) }, unread > 0 ? `${unread} new` : 'To the newest')),
    sayBox(room, { files, placeholder }));
}

/**
 * The lines with the day before the first one of each.
 * @param {parlor.MessageView[]} messages
 * @param {string} room
 */
export function withDays(messages, room) {
  const lines = [];
  let last = '';
  for (const message of messages) {
    const now = dateOf(message.wall_milliseconds).toDateString();
    if (now !== last) lines.push(h('li', { class: 'day', key: 'day-' + now }, h('span', null, day(message.wall_milliseconds))));
    last = now;
    lines.push(messageLine(message, { room }));
  }
  return lines;
}
