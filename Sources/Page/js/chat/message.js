// @ts-check
// One message, and what can be done with it.
import { h } from '../view.js';
import { menu } from '../parts.js';
import { ask } from '../dialogs.js';
import { formOf } from '../forms.js';
import { avatar, icon } from '../pictures.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { changed, command, state } from '../state.js';
import { dateAndTime, dateOf, timeOfDay } from '../texts.js';
import { itemCard } from './item.js';
import { written } from './text.js';
import { answer } from './box.js';
import { openVersions } from './versions.js';
import { planMessage } from '../events/plan.js';

/** @typedef {parlor.MessageView} Message */

/** The message that is being edited; empty for none. */
let edited = '';

/**
 * The long messages of which all is shown.
 * @type {Set<string>}
 */
const open = new Set();

/** @param {string} id */
function openWords(id) {
  if (!open.delete(id)) open.add(id);
  changed();
}

/** Marks the messages of which only the first lines are seen: their button is shown. */
const cut = new ResizeObserver((entries) => {
  for (const { target } of entries) if (!target.matches('.whole')) target.toggleAttribute('data-cut', target.scrollHeight > target.clientHeight + 2);
});

/** @param {Element} words */
function watchWords(words) {
  cut.observe(words);
}

/**
 * A message as a line of a list.
 * @param {Message} message
 * @param {{ room: string, isBrief?: boolean, follows?: boolean }} place `isBrief` leaves out what can be done with it; `follows`
 *   what the same person has just said: it has no face and shows no name
 */
export function messageLine(message, { room, isBrief = false, follows = false }) {
  const colour = colourOfAuthor(message.author, message.colour);
  const time = h('time', { datetime: dateOf(message.wall_milliseconds).toISOString(), title: dateAndTime(message.wall_milliseconds) }, timeOfDay(message.wall_milliseconds));
  const look = 'bubble' + (message.mentions_us ? ' mentions-us' : '') + (message.own ? ' is-own' : '') + (follows ? ' follows' : '');
  return h('li', { class: look, key: message.id, id: 'message-' + message.id },
    !isBrief && !follows && h('span', { class: 'face', 'aria-hidden': 'true' }, avatar({ name: message.name, id: message.author, colour })),
    message.reply_to && h('p', { class: 'quoted' }, icon('reply'), message.reply_muted ? 'somebody you do not read' : said(message.reply_text || 'a message that is not here')),
    h('p', { class: 'words' + (isBrief ? ' brief' : open.has(message.id ?? '') ? ' whole' : ''), made: isBrief ? null : (/** @type {Element} */ words) => watchWords(words) },
      follows ? h('span', { class: 'visually-hidden' }, nameOf(message.name)) : nameOf(message.name, colour), message.name_is_taken && h('span', { class: 'bad', title: 'The name was first seen with another key.' }, ' (another key)'), ' ',
      content(message), ' ',
      message.edited && !message.deleted && h('span', { class: 'note' }, 'edited '), time),
    !isBrief && h('button', { type: 'button', class: 'button plain show-all', 'aria-expanded': String(open.has(message.id ?? '')), onclick: () => openWords(message.id ?? '') }, open.has(message.id ?? '') ? 'Show less' : 'Show all'),
    message.item && !message.muted && itemCard(message.item, message),
    message.undelivered && h('p', { class: 'note' }, message.undelivered),
    edited === message.id && editForm(message, room),
    !isBrief && !message.deleted && doings(message, room));
}

/** @param {Message} message */
function content(message) {
  if (message.deleted) return h('span', { class: 'note' }, 'This message was deleted.');
  if (message.muted) return h('span', { class: 'note' }, isIgnored(message) ? 'You ignore this person.' : 'You do not chat with this person.');
  return written(message.text ?? '');
}

/**
 * @param {Message} message
 * @param {string} room
 */
function doings(message, room) {
  return menu({ at: 'message-' + message.id, label: `What to do with the message of ${message.name}` }, [
    { label: 'Reply', icon: 'reply', act: () => answer(room, message) },
    message.own && { label: 'Edit', icon: 'edit', act: () => edit(message.id ?? '') },
    message.edited && { label: 'What it said before', icon: 'clock', act: () => openVersions(room, message.id ?? '') },
    { label: 'Plan an event', icon: 'events', act: () => planMessage(message, room) },
    { label: 'Copy the text', icon: 'copy', act: () => navigator.clipboard.writeText(message.text ?? '') },
    !message.own && (!message.muted || isIgnored(message)) && { label: message.muted ? 'No longer ignore' : 'Ignore this person', icon: 'block', act: () => command('rooms/mute', { person: message.author, muted: !message.muted }) },
    message.own && { label: 'Delete', icon: 'trash', isBad: true, act: () => remove(message, room) },
  ]);
}

/**
 * Whether our person ignores the author; whose words are hidden otherwise was denied to chat, or is blocked.
 * @param {Message} message
 */
function isIgnored(message) {
  return (state.settings?.muted ?? []).includes(message.author ?? '');
}

/** @param {string} id */
function edit(id) {
  edited = id;
  changed();
}

/**
 * @param {Message} message
 * @param {string} room
 */
function editForm(message, room) {
  const form = formOf('chat/edit/' + message.id, { text: message.text ?? '' });
  return form.form({
    send: 'Save', edits: true, disabled: !form.values.text.trim(), done: () => edit(''),
    cancel: () => {
      form.drop();
      edit('');
    },
    submit: () => command('chat/edit', { room, message: message.id, text: form.values.text }),
  }, form.area('text', { label: 'Edit the message', maxlength: 8192, autofocus: true }));
}

/**
 * @param {Message} message
 * @param {string} room
 */
async function remove(message, room) {
  const isSure = await ask({ title: 'Delete the message?', text: 'It is erased everywhere. That something was there stays visible.', yes: 'Delete', isBad: true });
  if (isSure) await command('chat/delete', { room, message: message.id });
}
