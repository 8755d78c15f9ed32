// @ts-check
// What is to be done for an event (rows E-43 to E-46), and what is to be done without one (row E-67).

import { h } from '../view.js';
import { reading } from '../reads.js';
import { changed, command, state } from '../state.js';
import { icon } from '../pictures.js';
import { attempt } from '../attempt.js';
import { isBusy, refused } from '../doing.js';
import { draft, keepDraft } from '../drafts.js';
import { openHistory } from '../history.js';
import { whenRead } from '../parts.js';
import { concerns } from './concerns.js';
import { dateText } from './dates.js';
import { ownZone } from './zones.js';
import { texts } from './texts.js';

/** The to-do that is being changed; empty for none. */
let edited = '';

/**
 * The To Do List of an event.
 * @param {parlor.EventView} view
 * @param {boolean} mayChange
 */
export const toDoSection = (view, mayChange) => h(
  'section', { class: 'panel to-dos', 'aria-labelledby': 'to-dos' }, h('h2', { id: 'to-dos' }, texts.toDo, count(view.to_dos ?? [])),
  list(view.to_dos ?? [], texts.nothingToDo),
  mayChange &&
    adder(
      `to-do/${view.id}`, view.room ?? '',
      (to_do, personal) => command('events/add-to-do', { room: view.room, event: view.id, to_do, personal }), !view.personal));

/** All that is to be done, with and without events. */
export const toDoScreen = () => whenRead(reading('to-dos/list', {}, concerns), (answer) => {
  /** @type {parlor.ToDoView[]} */
  const all = answer.to_dos ?? [];
  const open = all.filter((one) => !one.done);
  return h(
    'section', { class: 'panel to-dos', key: 'own-to-dos', 'aria-labelledby': 'to-dos' },
    h('h2', { id: 'to-dos' }, texts.views['to-do'], count(all)), list(open, texts.nothingToDo),
    adder('to-do/own', '', (to_do) => command('to-dos/add', { to_do }), false),
    all.length > open.length &&
      h('details', null, h('summary', null, `Done (${all.length - open.length})`), list(all.filter((one) => one.done), '')));
});

/** @param {parlor.ToDoView[]} all */
const count = (all) => all.length > 0 && h('span', { class: 'note' }, `${all.filter((one) => one.done).length} of ${all.length} done`);

/**
 * @param {parlor.ToDoView[]} all
 * @param {string} none
 */
const list = (all, none) => all.length === 0
  ? none && h('p', { class: 'hint' }, none)
  : h('ul', { class: 'items' },
      all.map(
        (one) => h(
          'li', { key: one.id, class: one.done ? 'done' : null }, edited === one.id ? editor(one) : line(one), refused('to-do/' + one.id))));

/** @param {parlor.ToDoView} one */
const mayChange = (one) => !one.read_only || !!one.own;

/** @param {parlor.ToDoView} one */
function line(one) {
  // A calendar file may say something else of the date that is next (row E-63).
  const next = one.this_time ?? one;
  const { due } = next;
  const notes =
    [
      next.priority ? `priority ${next.priority}` : '',
      next.status === 'TO_DO_STATUS_IN_PROCESS' ? 'in process'
        : next.status === 'TO_DO_STATUS_CANCELLED'
        ? 'cancelled'
        : '',
      next.percent ? `${next.percent} %` : '',
      due && `until ${dateText(Number(due.milliseconds), {isAllDay: next.all_day, zone: due.zone})}`,
      one.repetition ?? '',
      one.assignee_name && `for ${one.assignee_name}`,
    ].filter(Boolean)
      .join(', ');
  const late = due && !one.done && Number(due.milliseconds) < Date.now();
  return [
    h('label', { class: 'item' }, h('input', {
        type: 'checkbox',
        checked: isBusy('to-do/' + one.id) !== !!one.done,
        disabled: !mayChange(one),
        onchange: () => change(one, { done: !one.done })
      }),
      h('span', null, h('span', { class: 'what' }, h('bdi', null, next.text)),
        notes && h('small', { class: late ? 'bad' : null }, h('bdi', null, notes), late && ' (late)'))),
    one.event && !location.hash.includes(one.event) && h('a', { class: 'of', href: '#/events/' + one.event }, h('bdi', null, one.event_name)),
    mayChange(one) &&
      h('button', {
        class: 'tool',
        'aria-label': `Edit ${one.text}`,
        title: 'Edit',
        onclick: () => {
          edited = one.id ?? '';
          changed();
        }
      },
        icon('edit')),
    mayChange(one) &&
      h('button', { class: 'tool', 'aria-label': `Delete ${one.text}`, title: texts.delete, onclick: () => remove(one) }, icon('trash')),
  ];
}

/**
 * @param {parlor.ToDoView} one
 * @param {parlor.ToDoDraft} draft
 */
const change = (one, draft) => attempt(
  'to-do/' + one.id,
  () => one.event ? command('events/edit-to-do', { room: one.room, to_do: one.id, change: draft })
                  : command('to-dos/edit', { room: one.room, to_do: one.id, change: draft }));

/** @param {parlor.ToDoView} one */
const remove = (one) => attempt(
  'to-do/' + one.id,
  () => one.event ? command('events/delete-to-do', { room: one.room, to_do: one.id })
                  : command('to-dos/delete', { room: one.room, to_do: one.id }));

/**
 * What a field begins with: what is typed later is left alone when the screen is drawn again.
 * @param {string} value
 */
export const given = (value) => ({
  made: (/** @type {any} */ field) => {
    field.value = value;
  }
});

/** @param {parlor.ToDoView} one */
function editor(one) {
  const people = state.rooms.get(one.room ?? '')?.members ?? [];
  return h(
    'form', {
      class: 'item-form',
      key: 'edit',
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
        const text = (/** @type {string} */ name) => String(form.get(name) ?? '');
        /** @type {parlor.ToDoDraft} */
        const draft = {
          text: text('text'),
          zone: ownZone,
          assignee: text('assignee'),
          priority: Number(text('priority')),
          percent: Number(text('percent')),
          status: /** @type {any} */ (text('status'))
        };
        // What was not typed anew stays: a date keeps its zone and whole days stay whole.
        if (text('due') !== '') draft.due = text('due') === '-' ? '' : text('due');
        if (await change(one, draft)) {
          edited = '';
          changed();
        }
      },
    },
    h('label', null, 'What', h('input', { name: 'text', ...given(one.text ?? ''), maxlength: 1024, required: true })),
    h('label', null, 'Until',
      h('input',
        { name: 'due', placeholder: one.due ? dateText(Number(one.due.milliseconds)) : 'sat 18:00', 'aria-describedby': 'due-hint' })),
    one.due && h('p', { class: 'hint', id: 'due-hint' }, 'Leave it empty to keep the date. A single - takes it away.'),
    people.length > 1 &&
      h('label', null, 'For',
        h('select', { name: 'assignee' }, h('option', { value: '' }, 'anybody'),
          people.map((person) => h('option', { value: person.author, selected: person.author === one.assignee }, person.name)))),
    h('label', null, 'Priority',
      h('select', { name: 'priority' },
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(
          (number) => h('option', { value: number, selected: number === (one.priority ?? 0) }, number || 'none')))),
    h('label', null, 'Status',
      h('select', { name: 'status' },
        [['TO_DO_STATUS_UNSPECIFIED', 'open'], ['TO_DO_STATUS_IN_PROCESS', 'in process'], ['TO_DO_STATUS_CANCELLED', 'cancelled']].map(
          ([value, name]) => h('option', { value, selected: value === (one.status ?? 'TO_DO_STATUS_UNSPECIFIED') }, name)))),
    h('label', null, 'Percent', h('input', { name: 'percent', type: 'number', min: 0, max: 100, ...given(String(one.percent ?? 0)) })),
    h('div', { class: 'actions' }, h('button', { class: 'button' }, texts.save),
      h('button', {
        class: 'button',
        type: 'button',
        onclick: () => {
          edited = '';
          changed();
        }
      },
        texts.cancel),
      h('button', { class: 'button plain', type: 'button', onclick: () => openHistory(one.room, one.id) }, icon('clock'), 'History')));
}

/**
 * The form that adds one thing; what was typed stays until it is saved.
 * @param {string} key of the draft
 * @param {string} room
 * @param {(to_do: parlor.ToDoDraft, personal: boolean) => Promise<any>} add
 * @param {boolean} mayBePersonal
 */
function adder(key, room, add, mayBePersonal) {
  const text = (draft(key) ?? '');
  const due = (draft(key + '/due') ?? '');
  return h(
    'form', {
      class: 'adder',
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const personal = !!new FormData(form).get('personal');
        // Return can be pressed before the last letter was drawn.
        const until = draft(key + '/due');
        const to_do = { text: draft(key) ?? '', zone: ownZone, ...(until ? { due: until } : {}) };
        if (await attempt(key, () => add(to_do, personal))) {
          keepDraft(key, '');
          keepDraft(key + '/due', '');
          changed();
        }
      },
    },
    h('input', {
      'aria-label': 'What is to be done',
      placeholder: 'What is to be done',
      value: text,
      maxlength: 1024,
      oninput: (/** @type {any} */ event) => keepDraft(key, event.target.value)
    }),
    h('input', {
      class: 'due',
      'aria-label': 'Until when',
      placeholder: 'until, as in sat 18:00',
      value: due,
      oninput: (/** @type {any} */ event) => keepDraft(key + '/due', event.target.value)
    }),
    mayBePersonal && h('label', { class: 'choice' }, h('input', { type: 'checkbox', name: 'personal' }), 'only for me'),
    h('button', { class: 'button', disabled: isBusy(key) }, icon('plus'), texts.save), refused(key));
}
