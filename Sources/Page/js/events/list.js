// @ts-check
// The events as a table and as a grid (row E-04), with several chosen to be removed (rows E-07, E-08).

import { locale } from '../texts.js';
import { h } from '../view.js';
import { reading } from '../reads.js';
import { changed, command } from '../state.js';
import { icon } from '../pictures.js';
import { attempt } from '../attempt.js';
import { ask, toast } from '../dialogs.js';
import { isBusy, refused } from '../doing.js';
import { empty, whenRead } from '../parts.js';
import { go } from '../router.js';
import { concerns } from './concerns.js';
import { cover, eventColour } from './cover.js';
import { dateText, distance, nextDate, timing } from './dates.js';
import { texts } from './texts.js';
import { tick } from './tick.js';

/**
 * What is chosen while several are being removed; null while nobody chooses.
 * @type {Set<string> | null}
 */
let chosen = null;
/** Past events are shown only to who asks for them (row E-66). */
let showsPast = false;
/** By their names instead of their dates (row E-09). */
let byName = false;
/** More than these are not put into the document at once. */
const mostShown = 200;
let showsAll = false;

/**
 * @typedef {{ view: parlor.EventView, start: number, end: number }} Coming an event with the date that comes next
 */

/**
 * The events with their next dates, the soonest first, and how many are past.
 * @param {parlor.EventView[]} views
 * @param {number} now
 * @returns {{ shown: Coming[], past: number }}
 */
export function coming(views, now) {
  const all = views.map((view) => ({ view, ...nextDate(view, now) }))
                .sort(byName ? (a, b) => (a.view.name ?? '').localeCompare(b.view.name ?? '', locale) : (a, b) => a.start - b.start);
  const past = all.filter((one) => one.end <= now);
  return { shown: showsPast ? all : all.filter((one) => one.end > now), past: past.length };
}

/**
 * The list of events.
 * @param {boolean} isGrid
 */
export const eventList = (isGrid) => whenRead(reading('events/details', {}, concerns), (answer) => listed(answer, isGrid));

/**
 * @param {parlor.EventViews} answer
 * @param {boolean} isGrid
 */
function listed(answer, isGrid) {
  const now = Date.now();
  tick(60000);
  const { shown, past } = coming(answer.events ?? [], now);
  const ids = new Set(shown.map((one) => one.view.id ?? ''));
  if (chosen)
    for (const id of chosen)
      if (!ids.has(id)) chosen.delete(id);
  const some = showsAll ? shown : shown.slice(0, mostShown);
  return h(
    'div', { class: 'events', key: isGrid ? 'grid' : 'list' },
    h('div', { class: 'toolbar' },
      past > 0 &&
        box(
          `${texts.showPast} (${past})`, showsPast,
          () => {
            showsPast = !showsPast;
          }),
      shown.length > 1 &&
        box(
          texts.byName, byName,
          () => {
            byName = !byName;
          }),
      shown.length > 0 && h('span', { class: 'end' }, chooseBar(answer.events ?? []))),
    refused('events/remove'),
    shown.length === 0 ? none(past)
      : isGrid         ? grid(some, now)
                       : table(some, now),
    some.length < shown.length &&
      h('button', {
        type: 'button',
        class: 'button',
        onclick: () => {
          showsAll = true;
          changed();
        }
      },
        `Show all ${shown.length}`));
}

/**
 * @param {string} label
 * @param {boolean} isOn
 * @param {() => void} turn
 */
const box = (label, isOn, turn) => h(
  'label', { class: 'choice' }, h('input', {
    type: 'checkbox',
    checked: isOn,
    onchange: () => {
      turn();
      changed();
    }
  }),
  label);

/** @param {number} past */
const none = (past) => empty(
  texts.empty, past > 0 && h('p', { class: 'hint' }, 'Every event that was planned is past.'),
  h('a', { class: 'primary', href: '#/events/new' }, icon('plus'), texts.add));

/** @param {parlor.EventView[]} views */
function chooseBar(views) {
  if (!chosen)
    return h(
      'button', {
        class: 'button',
        onclick: () => {
          chosen = new Set();
          changed();
        }
      },
      texts.select);
  const ids = [...chosen];
  return h(
    'div', { class: 'actions' },
    h('button', {
      class: 'button bad',
      disabled: !ids.length || isBusy('events/remove'),
      onclick: () => remove(views.filter((view) => ids.includes(view.id ?? '')))
    },
      texts.remove),
    h('button', {
      class: 'button',
      onclick: () => {
        chosen = null;
        changed();
      }
    },
      texts.done));
}

/** @param {parlor.EventView[]} views */
async function remove(views) {
  const question = views.length === 1 ? texts.deleteQuestion : texts.deleteSeveral(views.length);
  if (!await ask({ title: question, text: texts.deleteMore, yes: texts.delete, no: texts.keep, isBad: true })) return;
  await attempt('events/remove', async () => {
    for (const view of views) {
      await command('events/delete', { room: view.room, event: view.id });
      chosen?.delete(view.id ?? '');
    }
    chosen = null;
    if (views.length === 1) toast(texts.deleted);
  });
}

/** @param {string} id */
function choose(id) {
  if (!chosen) return;
  if (chosen.has(id)) chosen.delete(id);
  else chosen.add(id);
  changed();
}

/**
 * What stands for the link while several are chosen: a box to tick.
 * @param {parlor.EventView} view
 */
const tickBox = (view) =>
  chosen && h('input', {
    type: 'checkbox',
    class: 'choose',
    checked: chosen.has(view.id ?? ''),
    'aria-label': `Choose ${view.name}`,
    onchange: () => choose(view.id ?? '')
  });

/** @param {parlor.EventView} view */
const link = (view) => h('a', { href: `#/events/${view.id}` }, h('bdi', null, view.name));

/**
 * @param {Coming} one
 * @param {number} now
 */
function whenText({ view, start, end }, now) {
  const { isAllDay, zone } = timing(view);
  const text = dateText(start, { isAllDay, zone });
  if (view.status === 'EVENT_STATUS_CANCELLED') return [h('s', null, text), ' cancelled'];
  if (start <= now && now < end) return [text, h('b', { class: 'lit' }, ' now')];
  return [text, h('span', { class: 'hint far' }, distance(start, now))];
}

/**
 * @param {Coming[]} shown
 * @param {number} now
 */
const table =
  (shown, now) =>
    h('div', { class: 'panel flush' },
      h('table', { class: 'event-table' },
        h('thead', null,
          h('tr', null,
            texts.columns.map((name, index) => h('th', { scope: 'col', class: ['pic', 'name-cell', 'when', 'where'][index] }, name)))),
        h('tbody', null,
          shown.map(
            (one) =>
              h('tr', {
                key: one.view.id,
                class: chosen?.has(one.view.id ?? '') ? 'chosen' : null,
                onclick: (/** @type {MouseEvent} */ event) => rowClick(event, one.view.id ?? ''),
                ...sweeps(one.view.id ?? '')
              },
                h('td', { class: 'pic' }, tickBox(one.view), cover(one.view, 'table')),
                h('th', { scope: 'row' }, link(one.view), one.view.repetition && h('small', null, one.view.repetition)),
                h('td', { class: 'when' }, whenText(one, now), sweptButton(one.view)),
                h('td', { class: 'where' }, h('bdi', null, one.view.personal ? texts.personal : one.view.room_name ?? ''),
                  one.view.reminds &&
                    h('span', { class: 'bell', title: texts.reminds, role: 'img', 'aria-label': texts.reminds }, icon('bell'))))))));

/** The event that was swept to the left: its button to delete it is shown (row E-07); empty for none. */
let swept = '';
/** @type {{ pointer: number, x: number, y: number } | null} where a finger came down */
let down = null;
const sweepLength = 50;

/**
 * The listeners of a line that a finger sweeps to the left, and back.
 * @param {string} id
 */
const sweeps = (id) => ({
  onpointerdown: (/** @type {PointerEvent} */ event) => {
    down = event.pointerType === 'touch' ? { pointer: event.pointerId, x: event.clientX, y: event.clientY } : null;
  },
  onpointerup: (/** @type {PointerEvent} */ event) => {
    if (down?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - down.x, event.clientY - down.y];
    down = null;
    if (Math.abs(x) < sweepLength || Math.abs(x) < 2 * Math.abs(y)) return;
    swept = x < 0 ? id : '';
    changed();
  },
});

/** @param {parlor.EventView} view */
const sweptButton = (view) => swept === view.id && !chosen && h('button', {
  type: 'button', class: 'button bad', key: 'swept', onclick: async () => {
    await remove([view]);
    swept = '';
    changed();
  },
}, texts.delete.toUpperCase());

/**
 * A row is as wide as the screen: all of it opens the event, or chooses it.
 * @param {MouseEvent} event
 * @param {string} id
 */
function rowClick(event, id) {
  if (event.target instanceof Element && event.target.closest('a, input, button')) return;
  if (swept) {
    swept = '';
    changed();
    return;
  }
  if (chosen) choose(id);
  else go(`#/events/${id}`);
}

/**
 * @param {Coming[]} shown
 * @param {number} now
 */
const grid = (shown, now) => h(
  'ul', { class: 'events-grid' },
  shown.map(
    (one) =>
      h('li', { key: one.view.id, class: `event-tile c-${eventColour(one.view)}` + (chosen?.has(one.view.id ?? '') ? ' chosen' : ''), ...sweeps(one.view.id ?? '') },
        chosen ? h('label', null, tickBox(one.view), cover(one.view, 'grid'),
                   h('span', { class: 'about' }, h('strong', null, h('bdi', null, one.view.name)), h('span', null, whenText(one, now))))
               : h('a', { href: `#/events/${one.view.id}` }, cover(one.view, 'grid'),
                   h('span', { class: 'about' }, h('strong', null, h('bdi', null, one.view.name)), h('span', null, whenText(one, now)))),
        sweptButton(one.view))));
