// @ts-check
// One search over everything that our person may see, in all rooms.

import { empty, head, whenRead } from '../parts.js';
import { everybody, nameOf, colourOfAuthor } from '../people.js';
import { avatar, icon } from '../pictures.js';
import { firstOf, says } from '../many.js';
import { reading } from '../reads.js';
import { replaceAddress, to } from '../router.js';
import { changed, state } from '../state.js';
import { moment, plural } from '../texts.js';
import { h } from '../view.js';
import { playerName, players, progress, tablesIn, verdictOf } from '../war/players.js';

/** More than these are not shown at once. */
const most = 100;

/**
 * Where a record is shown, by the noun of its kind.
 * @type {Record<string, { icon: string, address: (found: parlor.FoundRecord) => string }>}
 */
const kinds = {
  message: { icon: 'chat', address: (found) => to('chat', found.room) },
  event: { icon: 'events', address: (found) => to('events', found.id) },
  'to-do': { icon: 'check', address: () => to('events', 'to-do') },
  cost: { icon: 'events', address: () => to('events') },
  picture: { icon: 'picture', address: () => to('events', 'grid') },
  'lost part': { icon: 'events', address: () => to('events', 'lost') },
  tournament: { icon: 'cup', address: (found) => to('tournaments', found.id) },
  entrant: { icon: 'cup', address: () => to('tournaments') },
  library: { icon: 'cards', address: (found) => to('cards', found.id) },
  card: { icon: 'cards', address: () => to('cards') },
  list: { icon: 'cards', address: () => to('cards', 'lists') },
  request: { icon: 'cards', address: () => to('cards', 'requests') },
  trade: { icon: 'swap', address: () => to('cards', 'trades') },
  drawing: { icon: 'drawings', address: (found) => to('drawings', found.id) },
  score: { icon: 'cup', address: () => to('tournaments') },
  ruling: { icon: 'cup', address: () => to('tournaments') },
  paper: { icon: 'drawings', address: (found) => to('drawings', found.id) },
  mark: { icon: 'swap', address: () => to('cards', 'market') },
  collection: { icon: 'cards', address: () => to('cards', 'shown') },
  file: { icon: 'clip', address: (found) => to('chat', found.room, 'files') },
};

/** The kinds that can be looked for alone; people and matches are known to the page itself. */
const people = 'person';
const matches = 'match';
/** @type {[string, string][]} */
const choices = [
  ['message', 'messages'], ['event', 'events'], ['to-do', 'to-dos'], ['cost', 'costs'], ['picture', 'pictures'], ['tournament', 'tournaments'], ['entrant', 'entrants'],
  ['card', 'cards'], ['library', 'libraries'], ['list', 'lists of cards'], ['request', 'requests'], ['drawing', 'drawings'], ['paper', 'papers'], ['trade', 'trades'], ['mark', 'cards that are wanted or to be had'], ['file', 'files'], [people, 'people'], [matches, 'matches of War'],
];

const other = {
  icon: 'search',
  address: (/** @type {parlor.FoundRecord} */ found) => to('chat', found.room)
};

/** @param {import('../router.js').Context} context */
export function searchScreen({ query }) {
  const text = query.get('find') ?? '';
  const kind = query.get('kind') ?? '';
  const show = (/** @type {string} */ find, /** @type {string} */ what) => {
    replaceAddress(`#/search?${new URLSearchParams({...(find && {find}), ...(what && {kind: what})})}`);
    changed();
  };
  return h(
    'div', { class: 'page', key: 'search' }, head('Search'),
    h('div', { class: 'toolbar', role: 'search' }, h('input', {
        type: 'search',
        class: 'input',
        'aria-label': 'Search in everything',
        placeholder: 'Words, or the beginning of one',
        value: text,
        autofocus: true,
        // Its module may come after the focus has gone to the screen.
        made: (/** @type {HTMLElement} */ box) => box.focus(),
        oninput: (/** @type {any} */ event) => show(event.target.value, kind)
      }),
      h('select', {
        class: 'input kind',
        'aria-label': 'What is looked for',
        value: kind,
        onchange: (/** @type {any} */ event) => show(text, event.target.value)
      },
        [['', 'everything'], ...choices].map(([value, words]) => h('option', { value, key: value, selected: value === kind }, words)))),
    text.trim()
      ? kind === people ? results([], known(text), []) : kind === matches ? results([], [], played(text)) : whenRead(
          reading('rooms/search', { text, limit: most, ...(kind ? { kinds: [kind] } : {}) }, {}),
          ({ found = [] }) => results(found, kind ? [] : known(text), kind ? [] : played(text)))
      : h('p', { class: 'second' }, 'Everything that anybody wrote in your rooms, newest first. Case and marks on letters do not matter.'));
}

/**
 * The people whose names, or whose parts of names, begin with what is looked for.
 * @param {string} text
 */
const known = (text) => everybody().filter((person) => says(person.name, text));

/**
 * Our matches of War against somebody whose name, or at a table whose description, says what is looked for.
 * @param {string} text
 */
function played(text) {
  const ours = tablesIn(state.tables.values(), 'TABLE_PHASE_PLAYING', 'TABLE_PHASE_SEATED', 'TABLE_PHASE_OPEN', 'TABLE_PHASE_FINISHED');
  return ours.filter((table) => says(players(table).them.name, text) || says(table.description, text));
}


/**
 * @param {parlor.FoundRecord[]} found
 * @param {import('../people.js').Person[]} persons
 * @param {parlor.TableView[]} tables
 */
const results = (found, persons, tables) => (found.length + persons.length + tables.length === 0 ? empty('Nothing says that.') : [
  h('p', { class: 'note', role: 'status', key: 'count' }, found.length === most ? `The newest ${most}` : plural(found.length + persons.length + tables.length, 'result')),
  persons.length > 0 && firstOf('search', persons, (shown) => h('ul', { class: 'panel lines', key: 'people', 'aria-label': 'People' }, shown.map((person) => h('li', { key: person.author },
    avatar({ name: person.name, colour: person.colour, id: person.author, online: person.online }),
    h('a', { class: 'what', href: person.isUs ? to('settings') : to('peers', person.peer?.id) }, h('strong', null, nameOf(person.name)), h('span', null, person.isUs ? 'you' : 'person')))))),
  tables.length > 0 && h('ul', { class: 'panel lines', key: 'matches', 'aria-label': 'Matches of War' }, tables.slice(0, most).map((table) => h('li', { key: table.id },
    icon('war'),
    h('a', { class: 'what', href: table.phase === 'TABLE_PHASE_FINISHED' ? to('war', table.id, 'replay') : to('war', table.id) },
      h('strong', null, players(table).them.name ? ['War against ', nameOf(playerName(table, players(table).them))] : 'Waiting for players'),
      h('span', null, 'match, ', table.description && [h('bdi', null, table.description), ', '], table.phase === 'TABLE_PHASE_FINISHED' ? verdictOf(table) : progress(table)))))),
  found.length > 0 && h('ul', { class: 'panel lines', key: 'found' }, found.map((one) => {
    const kind = kinds[one.kind ?? ''] ?? other;
    return h(
      'li', { key: one.id }, icon(kind.icon),
      h('a', { class: 'what', href: kind.address(one) }, h('strong', null, h('bdi', null, one.title)),
        h('span', null, `${one.kind}, `, nameOf(one.author_name, colourOfAuthor(one.author)), ' in ', h('bdi', null, one.room_name),
          `, ${moment(one.wall_milliseconds)}`)));
  })),
]);
