// @ts-check
// The games that need nobody else on the network: against the machine, and two at this screen (rows G-57 and G-58).
import { h } from '../view.js';
import { action } from '../parts.js';
import { isBusy } from '../doing.js';
import { formOf } from '../forms.js';
import { read, refresh } from '../reads.js';
import { command, watch } from '../state.js';
import { go, to } from '../router.js';

/** @typedef {parlor.TableView} Table */

/** The table that was drawn last: who comes to another one asks again. */
let drawn = '';

/**
 * The match that this table is, where the other side plays at this machine; nothing for every other table.
 * @param {Table} table
 * @returns {parlor.BesideView | undefined}
 */
export function besideOf(table) {
  if (drawn !== table.id) {
    drawn = table.id ?? '';
    refresh('war/beside');
  }
  return read('war/beside', {}, { room: 'none', views: [] })?.matches?.find((one) => one.table === table.id);
}

/**
 * Whether a guest plays at this screen in a match that goes on.
 * @param {Table} table
 */
export function hasGuest(table) {
  const beside = table.phase === 'TABLE_PHASE_PLAYING' ? besideOf(table) : undefined;
  return !!beside?.guest && !!beside.playing;
}

/**
 * How each table stood, in what decides about the other side.
 * @type {Map<string, string>}
 */
const stood = new Map();

watch((change) => {
  const { table } = change ?? {};
  if (change && !table) return;
  const now = table ? [table.phase, !!table.paused, table.host?.online, table.joiner?.online].join() : '';
  if (table && stood.get(table.id ?? '') === now) return;
  if (table) stood.set(table.id ?? '', now);
  refresh('war/beside', false);
});

/**
 * Begins a match against the machine or a guest, or continues the one that is not over, and goes there.
 * @param {boolean} guest
 * @param {string} [name] the guest's; that of the last one, where left out
 */
export async function playBeside(guest, name = '') {
  const table = await command('war/play-beside', { guest, name });
  refresh('war/beside');
  go(to('war', table.id));
}

/** The first thing that somebody can do alone, so the first in New Game. */
export function atThisMachine() {
  const form = formOf('war/guest', { name: '' });
  const begins = isBusy('play-machine') || isBusy(form.at);
  return h('section', { class: 'panel', 'aria-label': 'At this machine' }, h('h2', null, 'At this machine'),
    h('div', { class: 'actions' }, action({ at: 'play-machine', label: 'Play the machine', icon: 'play', look: 'primary', disabled: begins, act: () => playBeside(false) })),
    form.form({ send: 'Two at this screen', icon: 'people', disabled: begins, submit: () => playBeside(true, form.values.name.trim()) },
      form.text('name', { label: 'Who plays beside you?', placeholder: 'Guest', maxlength: 64 })),
    h('p', { class: 'note', role: 'status' }, begins ? 'The other side sits down…' : 'A match that you left goes on at the same card. The other side knows no card before you do.'));
}

/**
 * What keeps a match at this machine waiting; nothing while the other side plays.
 * @param {Table} table
 */
export function besideAway(table) {
  const beside = besideOf(table);
  return beside && !beside.playing && h('div', { class: 'actions', key: 'beside-away' },
    action({ at: 'play-on', label: 'Continue', icon: 'play', look: 'primary', act: () => playBeside(!!beside.guest) }));
}

/**
 * Another match against who played at this machine; nothing where somebody else did.
 * @param {Table} table
 */
export function besideAgain(table) {
  const beside = besideOf(table);
  return beside && action({ at: 'play-again', label: 'Play again', icon: 'swap', act: () => playBeside(!!beside.guest) });
}

/**
 * Ends the program that plays the other side, where there is one: our person has left.
 * @param {Table} table
 */
export async function endBeside(table) {
  // The list that was read last may be older than the match.
  const { matches } = await command('war/beside', {});
  if (!matches?.some((one) => one.table === table.id && one.playing)) return;
  await command('war/end-beside', { table: table.id });
  refresh('war/beside');
}
