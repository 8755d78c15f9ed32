// @ts-check
// A library against nobody, on the screen of a duel. The node shows the table after everything that was done, and keeps nothing: all of it
// is in this window, until that is closed.
import { h } from '../view.js';
import { formOf } from '../forms.js';
import { refused } from '../doing.js';
import { coming, head, linkButton } from '../parts.js';
import { changed, command, Refused, state } from '../state.js';
import { toBase64 } from '../protobuf.js';
import { to } from '../router.js';
import { apart } from '../war/apart.js';
import { logAlone } from './beside.js';
import { board } from './board.js';
import { hostFields, hostTerms, soloValues } from './choose.js';

/** @typedef {parlor.TableView} Table */

/** The id of the table, which no table of a node has. */
const id = 'solo';
const place = 'duel-solo';
const seedBytes = 32;
/** Whether the table comes back that this window has kept through a reload. */
let isRestoring = false;

/** A library against nobody: its choice, or its table. */
export function solo() {
  const one = apart.get(id);
  if (one) return played(one.table);
  const kept = sessionStorage.getItem(place);
  if (kept) {
    if (!isRestoring && state.connection === 'live') restore(JSON.parse(kept));
    return coming();
  }
  const form = formOf('duel/solo', { ...soloValues, games: '5' });
  return h('div', { class: 'page narrow-page' }, head('Play a library alone', linkButton({ label: 'New Game', icon: 'back', href: to('war', 'new') })),
    h('section', { class: 'panel', 'aria-label': 'Play a library alone' },
      h('p', null, 'Draw and play a library against nobody. Nothing of it is kept once this window is closed.'),
      form.form({
        send: 'Begin', look: 'primary', done: changed,
        submit: async () => {
          const { terms, choice } = await hostTerms(form.values);
          await show({ terms, choice, name: state.settings?.name ?? '', seed: toBase64([...crypto.getRandomValues(new Uint8Array(seedBytes))]), taps: [] });
        },
      }, hostFields(form))));
}

/**
 * Shows the table after everything that was done, and keeps that.
 * @param {parlor.PlaySolo} request
 */
async function show(request) {
  const table = await command('duels/solo', request);
  apart.set(id, { table, tap: (tap) => show({ ...request, taps: [...request.taps ?? [], tap] }) });
  sessionStorage.setItem(place, JSON.stringify(request));
  changed();
}

/** @param {parlor.PlaySolo} request */
async function restore(request) {
  isRestoring = true;
  try {
    await show(request);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // What another version of Parlor has kept may not be played any more. A daemon that is away will be back.
    if (error.code !== 'away') end();
  } finally {
    isRestoring = false;
  }
}

function end() {
  apart.delete(id);
  sessionStorage.removeItem(place);
  changed();
}

/** @param {Table} table */
function played(table) {
  return h('div', { class: 'war', key: 'solo' }, h('h1', { class: 'visually-hidden' }, 'A library alone'),
    board(table),
    h('aside', { class: 'beside', 'aria-label': 'Beside the table' }, refused('play'), logAlone(table),
      h('div', { class: 'menu' }, h('button', { type: 'button', class: 'button', onclick: end }, 'End it'))));
}
