// @ts-check
// The card database (rows D-59, D-60): a file of all cards that our person has, taken as it comes, with how far it is.

import { fileButton } from '../choose-file.js';
import { openDialog } from '../dialogs.js';
import { doing, isBusy, refused } from '../doing.js';
import { read, refresh } from '../reads.js';
import { changed, Refused, upload } from '../state.js';
import { h } from '../view.js';
import { forgetFacts } from './facts.js';
import { texts } from './texts.js';

const at = 'cards/database';

/**
 * The file that is taken now: how much of it is there, and what stops it.
 * @type {{ name: string, sent: number, size: number, stop: () => void } | null}
 */
let taking = null;
/** What came of the last one. */
let result = '';

/** Opens what is known of cards, and the way to know all of them. */
export function openDatabase() {
  if (!taking) result = '';
  openDialog(texts.database, () => {
    const source = read('cards/search', { text: '', limit: 1 }, { views: [] })?.source;
    return h('div', { class: 'form' },
      source && h('p', null, `Known here: ${source}.`),
      h('p', { class: 'second' }, texts.databaseFiles),
      taking ? progress(taking) : h('div', { class: 'actions' }, fileButton('Choose a file', '.json,.xml,.gz,application/json,text/xml', take)),
      refused(at),
      h('p', { class: 'good', role: 'status' }, result));
  });
}

/** @param {NonNullable<typeof taking>} one */
function progress({ name, sent, size, stop }) {
  const mebibytes = (/** @type {number} */ bytes) => (bytes / 2 ** 20).toFixed(1);
  const isSent = sent > 0 && sent >= size;
  return h('div', { class: 'form' },
    h('label', null, h('bdi', null, name), h('progress', { max: size || 1, value: sent })),
    h('p', { class: 'note' }, isSent ? 'All of it is here. The cards are put in order …' : `${mebibytes(sent)} of ${mebibytes(size)} MiB`),
    h('div', { class: 'actions' }, h('button', { type: 'button', class: 'button', onclick: stop }, 'Stop')));
}

/**
 * Takes a file of all cards; a refused one leaves what was known.
 * @param {File} file
 */
function take(file) {
  if (isBusy(at)) return;
  result = '';
  doing(at, async () => {
    const one = { name: file.name, sent: 0, size: file.size, stop: () => {} };
    taking = one;
    try {
      const bytes = await unpacked(file);
      one.size = bytes.size;
      const sending = upload('/v1/cards', bytes, (sent) => {
        one.sent = sent;
        changed();
      });
      one.stop = sending.stop;
      const answer = await sending.answer;
      result = answer.message ?? '';
      refresh('cards/search');
      forgetFacts();
    } finally {
      taking = null;
    }
  });
}

/**
 * What is in a file that gzip has packed, or the file itself.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
async function unpacked(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return file;
  try {
    const { DecompressionStream: Unpacking } = /** @type {any} */ (globalThis);
    return await new Response(file.stream().pipeThrough(new Unpacking('gzip'))).blob();
  } catch {
    throw new Refused('The file cannot be unpacked: it is damaged. Get it again.');
  }
}
