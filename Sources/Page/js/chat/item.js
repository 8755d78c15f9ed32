// @ts-check
// The things that messages point at: a file to take, or an event, a deck, a tournament, a drawing to open. And cards and comments, which point at them.
import { h } from '../view.js';
import { closeDialog, openDialog, toast } from '../dialogs.js';
import { formOf } from '../forms.js';
import { whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { read, reading } from '../reads.js';
import { sharedRooms } from '../shared-rooms.js';
import { command, state } from '../state.js';
import { moment, plural, size } from '../texts.js';
import { to } from '../router.js';

/** The number of the kind of files: protocol/rooms.md section 14. */
const fileKind = 4;

/**
 * The place of the records of each kind, by its number: an icon, a noun, and an address.
 * @type {Record<number, [string, string, (id: string | undefined) => string]>}
 */
const places = {
  5: ['events', 'Event', (id) => to('events', id)],
  6: ['list', 'To-do', () => to('events', 'to-do')],
  0x501: ['cards', 'Card', () => to('cards')],
  0x502: ['cards', 'Library', (id) => to('cards', id)],
  0x504: ['cards', 'Deck', () => to('cards', 'lists')],
  0x505: ['cards', 'Request for a card', () => to('cards', 'requests')],
  0x507: ['swap', 'Trade', () => to('cards', 'trades')],
  0x601: ['cup', 'Tournament', (id) => to('tournaments', id)],
  0x701: ['drawings', 'Paper', (id) => to('drawings', id)],
  0x703: ['drawings', 'Drawing', (id) => to('drawings', id)],
};

/**
 * The item of a message as a card.
 * @param {parlor.ItemView} item
 * @param {parlor.MessageView} message
 */
export function itemCard(item, message) {
  if (item.kind === fileKind) return fileCard(item);
  const place = places[item.kind ?? 0];
  const inside = [icon(place?.[0] ?? 'link'), h('span', { class: 'what' }, said(item.title), h('span', { class: 'note' }, item.available ? place?.[1] : 'It is not here now.'))];
  return place && item.available
    ? h('a', { class: 'item-card', href: place[2](item.id) }, inside)
    : h('span', { class: 'item-card', key: 'item' + message.id }, inside);
}

/**
 * The entry of a menu that shows a thing in a chat, as a card that opens it (row C-23); nothing for what only our person sees.
 * @param {{ room?: string, id?: string, title?: string }} item
 */
export const cardItem = (item) => isShared(item.room) && { label: 'Show it in a chat', icon: 'chat', act: () => openShareCard(item) };

/** @param {string | undefined} room */
const isShared = (room) => !!room && state.rooms.get(room)?.kind !== 'ROOM_KIND_PERSONAL';

/**
 * Asks in which room a card is posted, and what is said with it.
 * @param {{ room?: string, id?: string, title?: string }} item
 */
export function openShareCard({ room = '', id, title }) {
  openDialog('Show it in a chat', () => {
    const rooms = sharedRooms();
    const form = formOf('chat/card/' + id, { room: rooms.some(([one]) => one === room) ? room : rooms[0]?.[0] ?? '', text: '' });
    return form.form({
      send: 'Post', look: 'primary', disabled: !rooms.length, cancel: closeDialog,
      submit: () => command('chat/post', { room: form.values.room, text: form.values.text, item: id, item_room: room }),
      done: () => {
        closeDialog();
        toast('It is in the chat.');
      },
    },
    h('p', null, said(title)),
    form.select('room', { label: 'Room', options: rooms }),
    form.area('text', { label: 'What you say with it', rows: 2, maxlength: 8192 }),
    form.values.room !== room && h('p', { class: 'hint' }, 'Who is not in the room of the thing itself sees its title alone.'));
  });
}

/**
 * Words of people about a thing, and the box to say more (rows C-12, W-20).
 * @param {{ room?: string, id?: string, count?: number }} item
 * @param {{ title: string, label: string }} texts
 */
export function comments({ room = '', id = '', count = 0 }, { title, label }) {
  const form = formOf('chat/comment/' + id, { text: '' });
  const found = reading('chat/comments', { item: id, room }, { views: ['MessageView'] });
  return h('section', { class: 'panel', 'aria-label': title, key: 'comments-' + id },
    h('h2', null, title, count > 0 && h('span', { class: 'second' }, ' ' + plural(count, 'comment'))),
    whenRead(found, (answer) => h('ul', { class: 'drawing-comments', role: 'list' }, (answer.comments ?? []).map((message) => h('li', { key: message.id },
      h('p', { class: 'second' }, nameOf(message.name, colourOfAuthor(message.author, message.colour)), ' ', moment(message.wall_milliseconds)), h('p', null, said(message.text)))))),
    form.form({
      send: 'Say it', submit: () => command('chat/post', { room, text: form.values.text, item: id, item_room: room }), done: () => form.drop(),
    }, form.area('text', { label })));
}

/** @param {parlor.ItemView} item */
function fileCard(item) {
  const file = item.available ? read('files/show', { room: item.room, file: item.id }, { room: item.room, views: ['FileView'] }) : undefined;
  const isWhole = file && !file.deleted && Number(file.received ?? 0) >= Number(file.size ?? 0);
  const state = !file ? 'It is not here now.' : file.deleted ? 'The file was taken back.' : isWhole ? size(file.size) : file.problem || `${size(file.received)} of ${size(file.size)}`;
  const inside = [icon('clip'), h('span', { class: 'what' }, said(file?.name || item.title), h('span', { class: 'note' }, state))];
  return isWhole
    ? h('a', { class: 'item-card', href: `/v1/blobs/${file.blob}`, download: file.name }, inside, icon('download'))
    : h('span', { class: 'item-card' }, inside);
}
