// @ts-check
// What two people changed at once: both values side by side with who, and "Keep this".

import { locale, plural } from '../texts.js';
import { action, empty, head, whenRead } from '../parts.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { read, reading } from '../reads.js';
import { command } from '../state.js';
import { h } from '../view.js';

export const conflictsScreen = () => h(
  'div', { class: 'page', key: 'conflicts' }, head('Changed by two at once'),
  whenRead(
    reading('rooms/conflicts'),
    ({ conflicts = [] }) =>
      (conflicts.length === 0 ? empty('Nobody has changed the same thing at once.')
                              : h('ul', { class: 'conflicts' }, conflicts.map(conflict)))));

/** @param {parlor.ConflictView} one */
const conflict = (one) => h(
  'li', { class: 'panel', key: `${one.record}/${one.field}` }, h('h2', null, h('bdi', null, one.title)),
  h('p', { class: 'second' }, h('b', null, one.field_name), ' in ', h('bdi', null, one.room_name),
    '. The first value is shown until somebody chooses.'),
  h('div', { class: 'sides-of' },
    (one.sides ?? [])
      .map(
        (side) => h(
          'section', { key: side.number, 'aria-label': `By ${side.name}` },
          h('h3', null, nameOf(side.name, colourOfAuthor(side.author)), side.number === 1 && h('span', { class: 'tag' }, 'shown now')),
          h('p', { class: 'value' }, side.value ? h('bdi', null, plain(side.value, one.field_name ?? '')) : h('em', null, 'nothing')),
          one.may_settle &&
            h('div', { class: 'actions' }, action({
                at: `conflict/${one.record}/${one.field}/${side.number}`,
                label: 'Keep this',
                icon: 'check',
                act: () => command('rooms/settle', { room: one.room, record: one.record, field: one.field_name, side: side.number })
              }))))),
  !one.may_settle && h('p', { class: 'note' }, 'Only who may change it can choose.'));

/**
 * A value as people read it: a text without its quotes, a time as such, a state in words.
 * @param {string} json
 * @param {string} field
 */
function plain(json, field) {
  try {
    const value = JSON.parse(json);
    if (field === 'completed') return new Date(Number(value)).toLocaleString(locale);
    if (field === 'minutes') return plural(Number(value), 'minute');
    if (field === 'status') return String(value).replace(/^.*_STATUS_/, '').toLowerCase().replaceAll('_', ' ');
    if (typeof value === 'string') return value;
    const when = value?.milliseconds;
    return when ? new Date(Number(when)).toLocaleString(locale) : JSON.stringify(value, null, 1);
  } catch {
    return json;
  }
}

/** How many there are. */
export const conflictsBadge = () => read('rooms/conflicts')?.conflicts?.length ?? 0;
