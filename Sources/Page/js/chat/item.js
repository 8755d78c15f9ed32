// @ts-check
// What a message points at: a file to take, or an event, a deck, a tournament to open.
import { h } from '../view.js';
import { icon } from '../pictures.js';
import { said } from '../people.js';
import { read } from '../reads.js';
import { size } from '../texts.js';
import { to } from '../router.js';

/** The number of the kind of files: protocol/rooms.md section 14. */
const fileKind = 4;

/**
 * Where the records of each kind are opened, by its number: an icon and a place.
 * @type {Record<number, [string, string]>}
 */
const places = { 5: ['events', 'events'], 6: ['list', 'events'], 1282: ['cards', 'cards'], 1284: ['cards', 'cards'], 1287: ['swap', 'cards'], 1537: ['cup', 'tournaments'] };

/**
 * The item of a message as a card.
 * @param {parlor.ItemView} item
 * @param {parlor.MessageView} message
 */
export function itemCard(item, message) {
  if (item.kind === fileKind) return fileCard(item);
  const [picture, place] = places[item.kind ?? 0] ?? ['link', ''];
  const inside = [icon(picture), h('span', { class: 'what' }, said(item.title), !item.available && h('span', { class: 'note' }, 'It is not here now.'))];
  return place && item.available
    ? h('a', { class: 'item-card', href: to(place, item.id) }, inside)
    : h('span', { class: 'item-card', key: 'item' + message.id }, inside);
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
