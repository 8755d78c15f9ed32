// @ts-check
// Versions of a record after each change, and making it again what it was: for records of every kind (rows D-56, P-36, W-28).
import { openDialog, toastUndo } from './dialogs.js';
import { action, whenRead } from './parts.js';
import { colourOfAuthor, nameOf, said } from './people.js';
import { reading } from './reads.js';
import { command, state } from './state.js';
import { dateAndTime } from './texts.js';
import { h } from './view.js';

/**
 * Opens the history of a record.
 * @param {string | undefined} room empty for our own
 * @param {string | undefined} record
 * @param {string} [title]
 */
export function openHistory(room, record, title = 'History') {
  const place = room || ownRoom();
  openDialog(
    title,
    () => whenRead(
      reading('rooms/history', { room: place, record }, { room: place }),
      ({ versions = [] }) => h(
        'ol', { class: 'lines' },
        [...versions].reverse().map(
          (version, index) => h(
            'li', { key: version.number },
            h('span', { class: 'what' }, h('strong', null, said(version.title || version.text)),
              moreOf(version) && h('span', null, said(moreOf(version))),
              h('span', null, nameOf(version.name, colourOfAuthor(version.author)), `, ${dateAndTime(version.wall_milliseconds)}`)),
            index === 0 ? h('span', { class: 'tag' }, 'now') : action({
              at: `history/${record}/${version.number}`,
              label: 'Restore',
              act: async () => {
                await command('rooms/restore', { room: place, record, version: version.number });
                toastUndo('Restored');
              }
            }))))));
}

/**
 * The words of a version beside its title, with which they begin.
 * @param {parlor.VersionView} version
 */
function moreOf({ title = '', text = '' }) {
  return title ? (text.startsWith(title) ? text.slice(title.length) : text).trim() : '';
}

/** The room of what only our person sees. */
function ownRoom() {
  return [...state.rooms.values()].find((room) => room.kind === 'ROOM_KIND_PERSONAL')?.id ?? '';
}

/**
 * The entry of a menu that opens the history of a record.
 * @param {string | undefined} room empty for our own
 * @param {string | undefined} record
 */
export const historyItem = (room, record) => ({ label: 'History', icon: 'clock', act: () => openHistory(room, record) });
