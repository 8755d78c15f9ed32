// @ts-check
// The forms that plan an event and change one (rows E-29 to E-36, E-63). What was typed is a draft until it is saved.

import { closeDialog, openDialog, toast } from '../dialogs.js';
import { refusal } from '../doing.js';
import { formOf } from '../forms.js';
import { icon } from '../pictures.js';
import { whenRead } from '../parts.js';
import { sharedRooms } from '../shared-rooms.js';
import { changed, command, Refused } from '../state.js';
import { h } from '../view.js';
import { go } from '../router.js';
import { eventReading } from './count.js';
import { dateText, timing } from './dates.js';
import { firstDate } from './first-date.js';
import { gaps } from './gaps.js';
import { nextOf } from './repeat.js';
import { texts } from './texts.js';
import { given } from './to-dos.js';
import { fieldText, instant, ownZone, wall } from './zones.js';

/** The form that somebody has tried to save: its warnings are shown. */
let tried = '';

/** The form of a new event. */
export const newForm = () => eventForm('event/new', undefined);

/**
 * The form of one that is there.
 * @param {string} id
 */
export const editForm = (id) => whenRead(eventReading(id), (view) => eventForm(`event/${id}`, view));

/**
 * What the fields say before anybody types.
 * @param {parlor.EventView} [view]
 */
const saved = (view) => ({
  name: view?.name ?? '',
  date: '',
  all_day: view?.all_day ? 'on' : '',
  minutes: String(view?.minutes ?? 120),
  repeat: '',
  room: '',
  place: view?.place ?? '',
  url: view?.url ?? '',
  notes: view?.notes ?? '',
  status: String(view?.status ?? 'EVENT_STATUS_UNSPECIFIED'),
  categories: view?.categories ?? '',
  count_up: view?.count_up ? 'on' : '',
  which: 'all',
});

/** @typedef {ReturnType<typeof saved>} Values */

/**
 * @param {string} at
 * @param {parlor.EventView} [view]
 */
function eventForm(at, view) {
  const first = saved(view);
  const form = formOf(at, first);
  const { values } = form;
  const unnamed = isUnnamed(values);
  const late = isLate(values.date, view, values.all_day === 'on');
  const back = view ? `#/events/${view.id}` : '#/events';
  const leave = () => {
    tried = '';
    form.drop();
    go(back);
  };
  return h(
    'div', { class: 'panel event-form', key: at }, h('h1', null, view ? 'Edit Event' : texts.add),
    form.form(
      {
        send: texts.save,
        look: 'primary',
        edits: !!view,
        cancel: leave,
        submit: () => save(at, view, first, values),
        done: (answer) => {
          tried = '';
          const first = firstDate(answer, values.repeat, pickedInstant(values.date), ownZone);
          if (first) toast(first);
          if (view && answer?.id !== view.id && !view.parts?.includes(answer?.id) && view.budget?.length) toast(texts.costsStay);
          go(`#/events/${answer?.id ?? view?.id ?? ''}`);
        },
      },
      form.text('name', {
        label: 'Description',
        placeholder: texts.placeholder,
        maxlength: 200,
        'aria-invalid': tried === at && unnamed ? 'true' : null,
        hint: ['It fits behind “until”: until ', h('bdi', null, unnamed ? 'the lights go out' : values.name)]
      }),
      tried === at && unnamed && refusal(texts.unnamed, undefined, 'unnamed'), dateField(at, values, view, first),
      tried === at && late && refusal('That date has passed: choose a later one.', undefined, 'late'), form.check('all_day', { label: 'All day' }),
      form.number('minutes', { label: 'Minutes', min: 0, max: 52596000 }), form.text('repeat', {
        label: 'Repeats',
        placeholder: view?.repetition || 'once, yearly, every monday until 30 apr',
        hint: gaps(values.repeat, pickedInstant(values.date), ownZone) ||
          (view?.repetition ? `Now: ${view.repetition}. Leave it empty to keep that; once ends it.` : null)
      }),
      view && whichDates(view).length > 1 && form.select('which', { label: 'What changes', options: whichDates(view) }),
      !view && form.select('room', { label: 'Who sees it', options: [['', texts.personal], ...sharedRooms()] }),
      h('details', {
        key: 'more',
        made: (/** @type {any} */ node) => {
          node.open = !!(view?.place || view?.url || view?.notes);
        }
      },
        h('summary', null, 'Place, notes and more'), form.text('place', { label: 'Place', maxlength: 1024 }),
        form.text('url', { label: 'Web address', type: 'url', maxlength: 1024 }),
        form.area('notes', { label: 'Notes', rows: 4, maxlength: 8192 }), form.select('status', {
          label: 'Status',
          options: [
            ['EVENT_STATUS_UNSPECIFIED', 'not said'], ['EVENT_STATUS_TENTATIVE', 'tentative'], ['EVENT_STATUS_CONFIRMED', 'confirmed'],
            ['EVENT_STATUS_CANCELLED', 'cancelled']
          ]
        }),
        form.text('categories', { label: 'Categories', placeholder: 'with commas between them' }),
        form.check('count_up', { label: 'Counts up once it is past' }))));
}

/**
 * Blank, or still what a new event opens with (row E-31).
 * @param {Values} values
 */
const isUnnamed = ({ name }) => !name.trim() || name.trim() === texts.placeholder;

/**
 * The date, and the button that opens the picker.
 * @param {string} at
 * @param {Values} values
 * @param {parlor.EventView | undefined} view
 * @param {Values} first
 */
function dateField(at, values, view, first) {
  const isAllDay = values.all_day === 'on';
  const start = pickedInstant(values.date);
  const next = view && nextOf(timing(view), Date.now()).start;
  const text = start !== undefined
    ? dateText(start, { isAllDay, zone: ownZone })
    : values.date || (view && next !== undefined ? dateText(next, timing(view)) : 'Now');
  return h(
    'div', { class: 'field', key: 'date' }, h('span', { class: 'label', id: 'date-label' }, 'Date'),
    h('button', {
      type: 'button',
      class: 'button',
      'aria-labelledby': 'date-label date-value',
      'aria-haspopup': 'dialog',
      onclick: () => pickDate(formOf(at, first), start ?? next, isAllDay)
    },
      icon('events'), h('span', { id: 'date-value' }, text)));
}

/**
 * The instant of a date that came from the picker; undefined for words, which the daemon reads.
 * @param {string} date
 */
function pickedInstant(date) {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?$/.exec(date.trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute] = match.slice(1).map((part) => Number(part ?? 0));
  return instant(Date.UTC(year, month - 1, day, hour, minute), ownZone);
}

/**
 * A date that is now or before cannot be typed (row E-32); a new event opens with now.
 * @param {string} date
 * @param {parlor.EventView | undefined} view
 * @param {boolean} isAllDay today has not passed before it ends
 */
function isLate(date, view, isAllDay) {
  if (!date) return !view;
  const start = pickedInstant(date);
  if (start === undefined) return false;
  const day = 86_400_000;
  return isAllDay
    ? Math.floor(wall(start, ownZone) / day) < Math.floor(wall(Date.now(), ownZone) / day)
    : start <= Date.now();
}

/**
 * The picker: the date as it is now, nothing before now (rows E-34 to E-36).
 * @param {{ set: (field: 'date', text: string) => void }} form
 * @param {number | undefined} before
 * @param {boolean} isAllDay
 */
function pickDate(form, before, isAllDay) {
  const now = wall(Date.now(), ownZone);
  const value = fieldText(before === undefined ? now : wall(before, ownZone), isAllDay);
  openDialog(
    'Date',
    () => h(
      'form', {
        class: 'form',
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const typed = new FormData(/** @type {HTMLFormElement} */ (event.target));
          form.set('date', String(typed.get('words') ?? '').trim() || String(typed.get('date')).replace('T', ' '));
          closeDialog();
        },
      },
      h('div', { class: 'field' },
        h('label',
          { for: 'picked-date'
          },
          isAllDay ? 'Day' : 'Day and hour'),
        h('input',
          { id: 'picked-date', name: 'date', type: isAllDay ? 'date' : 'datetime-local', min: fieldText(now, isAllDay), ...given(value) })),
      h('div', { class: 'field' },
        h('label',
          { for: 'picked-words'
          },
          'Or in words'),
        h('input', { id: 'picked-words', name: 'words', placeholder: 'next fri 18:00', autocomplete: 'off' })),
      h('div', { class: 'actions' }, h('button', { class: 'button' }, texts.pickDate),
        h('button', { type: 'button', class: 'button plain', onclick: closeDialog }, texts.back))));
}

/**
 * What a change may be of: all parts of a series, as in the terminal, one of them, or some of its dates.
 * @param {parlor.EventView} view
 * @returns {[string, string][]}
 */
function whichDates(view) {
  const others = view.parts?.length ?? 0;
  /** @type {[string, string][]} */
  const parts = others ? [['part', texts.partDates]] : [];
  /** @type {[string, string][]} */
  const dates = view.repetition ? [['one', 'the next date only'], ['later', 'the next date and all later ones']] : [];
  return [['all', others ? texts.allDates(others) : 'all dates'], ...parts, ...dates];
}

/**
 * Saves what differs from what is saved.
 * @param {string} at
 * @param {parlor.EventView | undefined} view
 * @param {Values} first
 * @param {Values} values
 */
function save(at, view, first, values) {
  tried = at;
  if (isUnnamed(values) || isLate(values.date, view, values.all_day === 'on')) {
    changed();
    throw new Refused('Nothing is saved yet.');
  }
  const isNew = (/** @type {keyof Values} */ name) => values[name] !== first[name];
  /** @type {parlor.EventDraft} */
  const draft = { zone: ownZone };
  for (const name of /** @type {const} */ (['name', 'date', 'repeat', 'place', 'url', 'notes', 'categories']))
    if (isNew(name)) draft[name] = values[name];
  for (const name of /** @type {const} */ (['all_day', 'count_up']))
    if (isNew(name)) draft[name] = values[name] === 'on';
  if (isNew('minutes')) draft.minutes = Number(values.minutes);
  if (isNew('status')) draft.status = /** @type {any} */ (values.status);
  if (!view) return command('events/add', { room: values.room, event: draft });
  const ofAll = !!view.parts?.length && values.which === 'all';
  if (ofAll && (draft.date !== undefined || draft.all_day !== undefined || draft.repeat !== undefined)) throw new Refused(texts.ownDates);
  const next = nextOf(timing(view), Date.now()).start;
  const on = view.repetition && ['one', 'later'].includes(values.which)
    // As an instant: clocks may show its hour twice.
    ? { on: { date: new Date(next).toISOString(), zone: ownZone, later: values.which === 'later' } }
    : {};
  // Later dates may be those of later parts.
  const series = !!view.parts?.length && ['all', 'later'].includes(values.which);
  return command('events/edit', { room: view.room, event: view.id, change: draft, series, ...on });
}
