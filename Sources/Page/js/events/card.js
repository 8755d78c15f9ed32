// @ts-check
// The next event on the home screen.

import { icon } from '../pictures.js';
import { read } from '../reads.js';
import { to } from '../router.js';
import { h } from '../view.js';
import { countdown, parts, unitName } from './countdown.js';
import { cover, eventColour } from './cover.js';
import { dateText, nextDate, timing } from './dates.js';
import { concerns } from './concerns.js';
import { texts } from './texts.js';
import { tick } from './tick.js';

/** The event that comes next, with how long it is until then; an offer to make one where there is none. */
export function eventsCard() {
  const answer = read('events/details', {}, concerns);
  if (!answer) return null;
  const now = Date.now();
  const [next] =
    (answer.events ?? [])
      .filter((view) => view.status !== 'EVENT_STATUS_CANCELLED')
      .map((view) => ({ view, ...nextDate(view, now) }))
      .filter((one) => one.end > now)
      .sort((a, b) => a.start - b.start);
  if (!next) {
    return h(
      'section', { class: 'panel no-event', key: 'event-card', 'aria-labelledby': 'home-events' }, h('h2', { id: 'home-events' }, texts.title),
      h('p', { class: 'second' }, texts.empty), h('a', { class: 'button', href: '#/events/new' }, icon('plus'), texts.add));
  }
  tick(60000, next.start);
  const { view } = next;
  const time = countdown(next.start, now);
  const [first] = parts(time).filter(({ count, unit }) => count > 0 && unit.name !== 'Weeks');
  const { days } = time;
  const [number, name] = days >= 1 ? [days, unitName({ name: 'Days', length: 86400 }, days)]
    : first                        ? [first.count, unitName(first.unit, first.count)]
                                   : [0, ''];
  return h(
    'section', { class: `event-card c-${eventColour(view)}`, key: 'event-card', 'aria-label': 'Next event' },
    h('div', { class: 'cover-place' }, cover(view, 'home'),
      h('span', { class: 'until' }, time.isPast ? h('b', null, 'Now') : [h('b', null, number), name.toLowerCase()])),
    h('div', { class: 'about' }, h('h2', null, h('a', { href: to('events', view.id) }, h('bdi', null, view.name))),
      h('p', null, dateText(next.start, timing(view))), view.place && h('p', null, h('bdi', null, view.place)),
      h('p', { class: 'note' }, view.personal ? texts.personal : ['in ', h('bdi', null, view.room_name)])));
}
