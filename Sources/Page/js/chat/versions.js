// @ts-check
// What a record was before: each version, and making it that again.
import { h } from '../view.js';
import { action, whenRead } from '../parts.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { nameOf, said } from '../people.js';
import { reading } from '../reads.js';
import { command } from '../state.js';
import { dateAndTime } from '../texts.js';

/**
 * Opens the versions of a record.
 * @param {string} room
 * @param {string} record
 */
export function openVersions(room, record) {
  openDialog('What it was before', () => whenRead(reading('rooms/history', { room, record }, { room }), (list) => h('ol', { class: 'lines' },
    (list.versions ?? []).map((version, index, all) => h('li', { key: version.number },
      h('span', { class: 'what' }, said(version.text || version.title), h('span', null, nameOf(version.name), ', ', dateAndTime(version.wall_milliseconds))),
      index < all.length - 1 && action({
        at: 'restore-' + version.number, label: 'Restore', act: async () => {
          await command('rooms/restore', { room, record, version: version.number });
          closeDialog();
        },
      }))))));
}
