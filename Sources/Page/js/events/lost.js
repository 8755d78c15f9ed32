// @ts-check
// What our person had added to events that others deleted, or written of a to-do or cost (row E-69): it can be kept or dropped. And
// the dates that our person gave a series while somebody else had changed some of them, which stay.

import { h } from '../view.js';
import { reading } from '../reads.js';
import { command } from '../state.js';
import { attempt } from '../attempt.js';
import { refused } from '../doing.js';
import { empty, whenRead } from '../parts.js';
import { go } from '../router.js';
import { dateText } from './dates.js';
import { concerns } from './concerns.js';
import { texts } from './texts.js';

export const lostReading = () => reading('events/lost', {}, concerns);

/** All of them. */
export const lostScreen = () => whenRead(lostReading(), (answer) => {
  const all = answer.lost ?? [];
  if (!all.length) return empty(texts.noLost);
  return h(
    'ul', { class: 'lost', key: 'lost' },
    all.map(
      (/** @type {parlor.LostPartsView} */ lost) => h(
        'li', { key: lost.id, class: 'panel' }, h('h2', null, h('bdi', null, lost.name)),
        lost.deleter
          ? h('p', null, h('bdi', null, lost.deleter_name), ' deleted it', lost.room_name && [' in ', h('bdi', null, lost.room_name)],
              lost.milliseconds && `, ${dateText(Number(lost.milliseconds))}`, lost.planned ? '. You had planned it.' : '. You had written:')
          : h('p', null, texts.stays(dateText(Number(lost.start?.milliseconds)))),
        h('ul', { class: 'items' },
          (lost.fields ?? []).map((/** @type {string} */ text) => h('li', { key: text }, h('bdi', null, text))),
          (lost.to_dos ?? []).map((/** @type {parlor.ToDoView} */ one) => h('li', { key: one.id }, h('bdi', null, one.text))),
          (lost.budget ?? [])
            .map(
              (/** @type {parlor.BudgetLineView} */ line) =>
                h('li', { key: line.id }, h('bdi', null, line.text), ' ', h('b', null, line.planned_text)))),
        refused('lost/' + lost.id),
        h('div', { class: 'actions' },
          lost.deleter && h('button', {
            class: 'button',
            onclick: async () => {
              let id = '';
              if (await attempt('lost/' + lost.id, async () => {
                    // A to-do without an event is among the other to-dos.
                    id = (await command('events/keep-lost', { lost: lost.id })).id || 'to-do';
                  }))
                go(`#/events/${id}`);
            }
          },
            'Keep my parts'),
          h('button', { class: 'button', onclick: () => attempt('lost/' + lost.id, () => command('events/drop-lost', { lost: lost.id })) },
            'Let them go')))));
});
