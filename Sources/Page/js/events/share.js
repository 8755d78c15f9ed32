// @ts-check
// Sharing an event with a room, and choosing what of it goes along (row E-61): the budget stays at home unless it is chosen.

import { h } from '../view.js';
import { sharedRooms } from '../shared-rooms.js';
import { command } from '../state.js';
import { formOf } from '../forms.js';
import { whenRead } from '../parts.js';
import { go } from '../router.js';
import { eventReading } from './count.js';
import { texts } from './texts.js';

/** @param {string} id */
export const shareForm = (id) => whenRead(eventReading(id), (view) => {
  const rooms = sharedRooms().filter(([id]) => id !== view.room);
  const form = formOf(`event/${id}/share`, { room: rooms[0]?.[0] ?? '', toDos: 'on', budget: '', picture: 'on', readOnly: '' });
  return h(
    'div', { class: 'panel narrow', key: 'share' }, h('h1', null, texts.share, ' ', h('bdi', null, view.name)),
    rooms.length === 0
      ? h('p', null, 'There is no room to share it with yet.')
      : form.form(
          {
            send: texts.share,
            look: 'primary',
            cancel: () => go(`#/events/${id}`),
            submit: () => share(view, form.values),
            done: () => go(`#/events/${id}`),
          },
          form.select('room', { label: 'With', options: rooms }),
          h('fieldset', null, h('legend', { class: 'label' }, 'What goes along'),
            form.check('toDos', { label: `${texts.toDo} (${(view.to_dos ?? []).length})` }),
            form.check('budget', { label: `${texts.budget} (${(view.budget ?? []).length})` }),
            view.picture && form.check('picture', { label: texts.picture })),
          !!view.parts?.length && h('p', { class: 'hint' }, texts.allParts(view.parts.length)),
          form.check('readOnly', { label: 'Only I can change it' }), h('p', { class: 'hint' }, 'What stays at home is seen by nobody else.')));
});

/**
 * Shares all parts of a series, as the terminal does.
 * @param {parlor.EventView} view
 * @param {{ room: string, toDos: string, budget: string, picture: string, readOnly: string }} values
 */
async function share(view, values) {
  // Costs that our person keeps about it go along as well.
  const take = values.budget ? ['cost'] : [];
  const leave = [values.toDos ? '' : 'to-do', values.budget ? '' : 'cost', values.picture ? '' : 'picture'].filter(Boolean);
  const writers = values.readOnly ? 'RECORD_WRITERS_CREATOR' : 'RECORD_WRITERS_MEMBERS';
  // This one goes last: where one is refused, sending the form again sends what is left.
  for (const record of [...view.parts ?? [], view.id]) {
    await command('rooms/move', { room: view.room, record, to: values.room, writers, leave, take });
  }
}
