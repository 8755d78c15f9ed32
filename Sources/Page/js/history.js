// @ts-check
// What a record was after each change, and making it again what it was.
import { openDialog, toastUndo } from './dialogs.js';
import { action, whenRead } from './parts.js';
import { colourOfAuthor, nameOf } from './people.js';
import { reading } from './reads.js';
import { command } from './state.js';
import { dateAndTime } from './texts.js';
import { h } from './view.js';

/**
 * Opens the history of a record.
 * @param {string} room
 * @param {string} record
 */
export function openHistory(room, record) {
  openDialog(
    'History',
    () => whenRead(
      reading('rooms/history', { room, record }, { room }),
      ({ versions = [] }) => h(
        'ol', { class: 'lines' },
        [...versions].reverse().map(
          (version, index) => h(
            'li', { key: version.number },
            h('span', { class: 'what' }, h('strong', null, h('bdi', null, version.title)),
              h('span', null, nameOf(version.name, colourOfAuthor(version.author)), `, ${dateAndTime(version.wall_milliseconds)}`)),
            index === 0 ? h('span', { class: 'tag' }, 'now') : action({
              at: `history/${record}/${version.number}`,
              label: 'Restore',
              act: async () => {
                await command('rooms/restore', { room, record, version: version.number });
                toastUndo('Restored');
              }
            }))))));
}
