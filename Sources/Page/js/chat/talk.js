// @ts-check
// What is said in a room, with the box to say more: the whole of it in chat, a small one beside a table.
import { h } from '../view.js';
import { coming } from '../parts.js';
import { refusal } from '../doing.js';
import { day, dateOf, timeOfDay } from '../texts.js';
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
    refused ? refusal(refused.message, refused.remedy) : !list ? late && coming()
      : h('ul', { class: 'bubbles', 'aria-live': 'polite', 'aria-relevant': 'additions' },
        messages.length ? withDays(messages, room) : h('li', { class: 'note', key: 'nothing' }, 'Nobody has said anything yet.'))),
    (!isNewest || unread > 0) && h('div', { class: 'to-newest' },
      h('button', { type: 'button', class: 'button', onclick: () => toNewest(room) }, unread > 0 ? `${unread} new` : 'To the newest')),
    sayBox(room, { files, placeholder }));
}

/** So soon after the last one a message of the same person stands below it without a face. */
const groupMilliseconds = 300_000;

/**
 * The room that is open, how many messages of it were new when it was opened, and the first of them once it is here.
 * @type {{ room: string, count: number, first: string }}
 */
let news = { room: '', count: 0, first: '' };

/**
 * Keeps how many messages are new when a room is opened: they are read at once, and a line says from where on they were new.
 * @param {string} room
 * @param {number} count
 */
export function noteNews(room, count) {
  if (news.room !== room) news = { room, count, first: '' };
}

// The line was seen once the room is left.
addEventListener('hashchange', () => {
  news = { room: '', count: 0, first: '' };
});

/**
 * The first message that was new; empty for none.
 * @param {parlor.MessageView[]} messages
 * @param {string} room
 */
function firstNew(messages, room) {
  if (news.room !== room || !news.count || !messages.length) return '';
  news.first ||= messages.filter((one) => !one.own).at(-news.count)?.id ?? '';
  return news.first;
}

/**
 * The lines with the day before the first one of each, a line where the new ones begin, and those of one person together.
 * @param {parlor.MessageView[]} messages
 * @param {string} room
 */
export function withDays(messages, room) {
  const lines = [];
  const fresh = firstNew(messages, room);
  let last = '';
  /** @type {parlor.MessageView | undefined} */
  let before;
  for (const message of messages) {
    const now = dateOf(message.wall_milliseconds).toDateString();
    if (now !== last) lines.push(h('li', { class: 'day', key: 'day-' + now }, h('span', null, day(message.wall_milliseconds))));
    const isFirstNew = message.id === fresh;
    if (isFirstNew) lines.push(h('li', { class: 'new-line', key: 'new' }, `New since ${timeOfDay(message.wall_milliseconds)}`));
    const follows = last === now && !isFirstNew && before?.author === message.author && !message.reply_to && !message.name_is_taken
      && Number(message.wall_milliseconds ?? 0) - Number(before?.wall_milliseconds ?? 0) < groupMilliseconds;
    last = now;
    before = message;
    lines.push(messageLine(message, { room, follows }));
  }
  return lines;
}
