// @ts-check
// The room from above: a rug, the round table under its lamp, and a chair for each of those who are here.
import { h } from '../view.js';
import { avatar, colourOf } from '../pictures.js';
import { state } from '../state.js';
import { nameOf } from '../people.js';
import { to } from '../router.js';
import { openPerson } from './person.js';

/** @typedef {import('../people.js').Person} Person */

/** Where the chairs stand and how they are turned, our own first. */
const places = [[320, 348, 0], [126, 262, 66], [186, 106, 128], [454, 106, 232], [514, 262, 294]];

/** So many faces are shown; the others are counted. */
const mostFaces = 12;

/**
 * The room with those who are here; people without a chair stand in the row below.
 * @param {Person[]} all
 */
export function room(all) {
  const here = all.filter((person) => person.isUs || person.online);
  const people = here.slice(0, mostFaces);
  const more = here.length - people.length;
  const seated = people.slice(0, places.length);
  const standing = people.slice(places.length);
  return h('section', { class: 'room panel', 'aria-label': 'Who is here' },
    h('div', { class: 'scene' }, picture(seated),
      h('ul', { class: 'seats', tabindex: people.length > 3 ? 0 : null, 'aria-label': 'People' }, seated.map((person, place) => h('li', { class: `seat s${place}`, key: person.author }, personButton(person))),
        standing.map((person) => h('li', { class: 'seat standing', key: person.author }, personButton(person))),
        more > 0 && h('li', { class: 'seat standing', key: 'more' }, moreLink(more)))),
    standing.length > 0 && h('ul', { class: 'others', 'aria-label': 'More people' }, standing.map((person) => h('li', { key: person.author }, personButton(person))),
      more > 0 && h('li', { key: 'more' }, moreLink(more))));
}

/** @param {number} count */
const moreLink = (count) => h('a', { class: 'button', href: to('peers') }, `${count} more`);

/** @param {Person} person */
function personButton(person) {
  return h('button', { type: 'button', class: 'person', 'aria-haspopup': 'dialog', onclick: () => openPerson(person.author) },
    avatar({ name: person.name, colour: person.colour, id: person.author, online: person.online }),
    h('span', { class: 'who' }, h('strong', null, nameOf(person.name)), h('span', null, doing(person))));
}

/**
 * What somebody does now, in a few words.
 * @param {Person} person
 */
function doing(person) {
  if (person.isUs) return 'You';
  for (const table of state.tables.values()) {
    if (table.phase !== 'TABLE_PHASE_PLAYING') continue;
    const seat = [table.host, table.joiner].find((player) => player?.author === person.author);
    if (seat?.here && table.can_play && seat.played) return 'Waits for your card';
    if (seat?.here) return 'At the table';
  }
  if (!person.online) return 'Away';
  return person.here ? 'In a room with you' : person.paired ? 'Here, paired' : 'Here';
}

/** @param {Person[]} people */
function picture(people) {
  const ellipse = (/** @type {number} */ cy, /** @type {number} */ rx, /** @type {number} */ ry, /** @type {string} */ className) =>
    h('ellipse', { cx: 320, cy, rx, ry, class: className });
  return h('svg', { class: 'picture', viewBox: '0 0 640 420', 'aria-hidden': 'true' },
    h('defs', null, h('radialGradient', { id: 'lamplight' },
      h('stop', { offset: 0, class: 'light-0' }), h('stop', { offset: .55, class: 'light-1' }), h('stop', { offset: 1, class: 'light-2' }))),
    ellipse(214, 308, 192, 'rug'), ellipse(214, 294, 180, 'rug-line'), ellipse(214, 284, 172, 'rug-dots'), ellipse(214, 272, 163, 'rug-line'),
    places.map((place, number) => chair(place, people[number])),
    ellipse(222, 150, 92, 'shadow'), ellipse(214, 150, 92, 'rim'), ellipse(211, 138, 82, 'felt'), ellipse(211, 118, 68, 'felt-line'),
    h('ellipse', { cx: 320, cy: 200, rx: 138, ry: 82, fill: 'url(#lamplight)' }),
    people.filter((person) => person.online).slice(0, 2).map((person, number) => h('g', { transform: number ? 'translate(300 188) rotate(-14)' : 'translate(322 184) rotate(10)' },
      h('rect', { width: 26, height: 36, rx: 3.5, class: `mini c-${colourOf(person.colour, person.author)}` }))).reverse());
}

/**
 * @param {number[]} place
 * @param {Person | undefined} person
 */
function chair([x, y, turn], person) {
  const look = person?.online ? 'chair-here c-' + colourOf(person.colour, person.author) : 'chair-away';
  return h('g', { class: look, transform: `translate(${x} ${y}) rotate(${turn})` },
    h('path', { d: 'M-34 -22H34V10A34 22 0 0 1 -34 10Z', class: 'seat-cushion' }),
    h('path', { d: 'M-40 -6V10A40 30 0 0 0 40 10V-6', class: 'seat-back' }));
}
