// @ts-check
// One event: its countdown, large, and what belongs to it. The numbers are made anew from the clock each second (row E-20).

import { h } from '../view.js';
import { reading } from '../reads.js';
import { changed, command } from '../state.js';
import { icon } from '../pictures.js';
import { attemptDelete, isLeaving } from '../attempt.js';
import { ask, toast } from '../dialogs.js';
import { refused, told } from '../doing.js';
import { written } from '../chat/text.js';
import { cardItem } from '../chat/item.js';
import { historyItem } from '../history.js';
import { namesOf } from '../many.js';
import { rare, tools, whenRead } from '../parts.js';
import { go } from '../router.js';
import { plural } from '../texts.js';
import { concerns } from './concerns.js';
import { budgetSection } from './budget.js';
import { addToCalendar } from './calendar-file.js';
import { countdown, only, parts, unitName, units, usable, whole, withoutEnds } from './countdown.js';
import { cover, eventColour } from './cover.js';
import { businessDays, dateText, timing } from './dates.js';
import { nextOf } from './repeat.js';
import { snapshots } from './snapshot.js';
import { texts } from './texts.js';
import { tick } from './tick.js';
import { toDoSection } from './to-dos.js';

const untouched = {
  event: '',
  isWandOn: false,
  unit: 'Weeks'
};

/** The look at one event: the wand and the unit belong to it. */
let look = { ...untouched };

// Whoever leaves the countdown and comes back finds the wand off (row E-26).
addEventListener('hashchange', () => {
  Object.assign(look, untouched, { event: look.event });
});

/**
 * The event as the daemon answers it, or why it does not.
 * @param {string} id
 */
export const eventReading = (id) => reading('events/show', { event: id }, concerns);

/**
 * @param {string} id
 */
export function countScreen(id) {
  if (isLeaving(id)) return null;
  const reading = eventReading(id);
  return reading.refused && !reading.answer ? gone(reading.refused.message, reading.refused.remedy) : whenRead(reading, (view) => count(id, view));
}

/**
 * @param {string} id
 * @param {parlor.EventView} view
 */
function count(id, view) {
  if (view.deleted) return gone('This event was deleted.');
  if (look.event !== id) look = { ...untouched, event: id };
  const now = Date.now();
  const when = timing(view);
  const { start, end } = nextOf(when, now);
  const full = countdown(start, now);
  const short = look.isWandOn ? withoutEnds(full) : undefined;
  // It turns itself off once less than two days are left (row E-25).
  if (look.isWandOn && !short) look.isWandOn = false;
  const time = short ?? full;
  if (!full.isPast || view.count_up || now < end) tick(1000, start);
  const mayChange = !view.read_only || !!view.own;
  return h(
    'article', { class: `event c-${eventColour(view)}`, key: 'event-' + id },
    h('div', { class: 'stage' }, cover(view, 'stage', 1280),
      h('div', { class: 'clock' }, full.isPast ? past(view, full, start, end, now) : ticker(time),
        h('h1', null, h('span', null, texts.until + ' '), h('bdi', null, view.name)), h('p', { class: 'when' }, dateText(start, when)))),
    h('div', { class: 'event-tools' }, tools({ at: 'event', label: texts.more }, [
      mayChange && { label: 'Edit', icon: 'edit', href: `#/events/${id}/edit` },
      mayChange && { label: texts.picture, icon: 'picture', href: `#/events/${id}/picture` },
      view.personal && { label: texts.share, icon: 'share', href: `#/events/${id}/share` },
      { label: texts.snapshot, icon: 'download', menu: snapshots(view, time, full.isPast) },
      { label: texts.calendar, icon: 'events', act: () => addToCalendar(view) },
      { label: 'Print', icon: 'print', isRare: true, act: () => print() },
      rare(cardItem({ room: view.room, id, title: view.name })),
      rare(historyItem(view.room, id)),
      mayChange && { label: texts.delete, icon: 'trash', isBad: true, act: () => remove(view) },
    ])),
    refused('event/delete'), !full.isPast && counters(time, full, !!short),
    h('div', { class: 'event-parts' }, facts(view), toDoSection(view, mayChange), budgetSection(view, mayChange)));
}

/**
 * @param {string} why
 * @param {parlor.Remedy} [remedy]
 */
const gone = (why, remedy) => h('div', { class: 'quiet' }, h('p', { role: 'alert' }, told(why, remedy)), h('a', { class: 'button', href: '#/events' }, texts.title));

/** @param {parlor.EventView} view */
async function remove(view) {
  if (!await ask({ title: texts.deleteQuestion, text: texts.deleteMore, yes: texts.delete, no: texts.keep, isBad: true })) return;
  if (!await attemptDelete('event/delete', view.id ?? '', () => command('events/delete', { room: view.room, event: view.id }))) return;
  go('#/events');
  toast(texts.deleted);
}

/**
 * The units that are left, weeks and all below; empty ones in front are left out.
 * @param {import('./countdown.js').Countdown} time
 */
function ticker(time) {
  const all = parts(time);
  const first = Math.min(all.findIndex(({ count }) => count > 0) >>> 0, 3);
  return h(
    'div', { role: 'timer', 'aria-label': all.slice(first).map(({ unit, count }) => `${count} ${unitName(unit, count)}`).join(', ') },
    h('ol', { class: 'ticker', 'aria-hidden': 'true' },
      all.slice(first).map(({ unit, count }) => h('li', { key: unit.name }, h('b', null, count), h('span', null, unitName(unit, count))))));
}

/**
 * After the date: a message in place of the ticker (row E-23), and how long ago it is where the event counts up.
 * @param {parlor.EventView} view
 * @param {import('./countdown.js').Countdown} time
 * @param {number} start
 * @param {number} end
 * @param {number} now
 */
function past(view, time, start, end, now) {
  if (now < end) return h('p', { class: 'over' }, `${texts.now} ${dateText(end)}`);
  if (!view.count_up) return h('p', { class: 'over' }, texts.past);
  return [h('p', { class: 'over small' }, texts.past), ticker(time), h('p', { class: 'when' }, texts.ago)];
}

/**
 * The UNTIL counter with its units, and the Magic Wand.
 * @param {import('./countdown.js').Countdown} time as it is shown
 * @param {import('./countdown.js').Countdown} full without the wand
 * @param {boolean} isShort
 */
function counters(time, full, isShort) {
  const unit = usable(time, look.unit);
  const mayWave = isShort || !!withoutEnds(full);
  return h(
    'section', { class: 'panel until-panel', 'aria-label': texts.untilCounter },
    h('div', { class: 'until-count' }, h('h2', null, texts.untilCounter),
      h('p', { class: 'only', role: 'status', 'aria-live': 'off' }, only(time, unit))),
    h('div', { class: 'units', role: 'group', 'aria-label': 'Unit' },
      units.map(
        (one) =>
          h('button', {
            class: 'button',
            'aria-pressed': String(one === unit),
            disabled: whole(time, one) === 0,
            onclick: () => {
              look.unit = one.name;
              changed();
            },
          },
            one.name))),
    h('div', { class: 'wand' },
      h('button', {
        class: 'switch',
        role: 'switch',
        'aria-checked': String(look.isWandOn),
        disabled: !mayWave,
        'aria-describedby': 'wand-about',
        onclick: () => {
          look.isWandOn = !look.isWandOn;
          changed();
        },
      },
        icon('wand'), texts.wand, ' ', h('b', null, look.isWandOn ? 'ON' : 'OFF')),
      h('p', { class: 'hint', id: 'wand-about' }, mayWave ? texts.wandAbout : texts.wandShort)));
}

/**
 * What else is to be said of it (row E-68).
 * @param {parlor.EventView} view
 */
function facts(view) {
  const status =
    { EVENT_STATUS_TENTATIVE: 'Tentative', EVENT_STATUS_CONFIRMED: 'Confirmed', EVENT_STATUS_CANCELLED: 'Cancelled' }[String(view.status)];
  const { start } = nextOf(timing(view), Date.now());
  const days = businessDays(start, Date.now());
  /** @type {[string, any][]} */
  const lines = [
    ['Room', view.personal ? texts.personal : view.room_name],
    ['By', view.author_name],
    ['Lasts', length(view.minutes ?? 120)],
    ['Repeats', view.repetition],
    ['Place', view.place],
    ['Until then', days > 0 && plural(days, 'business day')],
    ['Address', view.url && written(view.url)],
    ['Status', status],
    ['Categories', view.categories],
    ['Organiser', view.organizer],
    ['Attendees', namesOf(view.attendees ?? [], (name) => name)],
    ['Alarm', view.reminds ? texts.reminds : ''],
    ['Notes', view.notes && h('span', { class: 'notes' }, written(view.notes))],
  ];
  return h(
    'section', { class: 'panel facts-panel', 'aria-labelledby': 'facts' }, h('h2', { id: 'facts' }, 'About'),
    h('dl', { class: 'facts' },
      lines.filter(([, value]) => value)
        .map(([name, value]) => [h('dt', null, name), h('dd', null, typeof value === 'string' ? h('bdi', null, value) : value)])),
    view.read_only && !view.own && h('p', { class: 'hint' }, texts.readOnly));
}

/** @param {number} minutes */
function length(minutes) {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return [days && `${days} d`, hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ') || '0 min';
}
