// @ts-check
// What a card database says of the cards of a duel: facts and texts, and which of them its other face has.
import { factsOf } from '../decks/facts.js';
import { changed, command, Refused, watch } from '../state.js';

/** So many names are asked for at once, which is as many as the daemon answers for. */
const most = 500;
const between = ' // ';

/**
 * The texts by the names of cards; null for a card without one.
 * @type {Map<string, parlor.CardText | null>}
 */
const known = new Map();
/** @type {Set<string>} */
const wanted = new Set();
let isAsking = false;

/**
 * The text of a card, as far as it is here; one that is not is asked for.
 * @param {string} name
 */
function textOf(name) {
  const found = known.get(name);
  if (found === undefined && name && !wanted.has(name)) {
    wanted.add(name);
    if (!isAsking) ask();
  }
  return found;
}

async function ask() {
  isAsking = true;
  // All names of one drawing go in one request.
  await Promise.resolve();
  const names = [...wanted].slice(0, most);
  try {
    /** @type {parlor.KnownCards} */
    const { cards = [], texts = [] } = await command('cards/search', { text: names.map((name) => name + '\n').join(''), limit: most, texts: true });
    for (const name of names) known.set(name, null);
    for (const [index, card] of cards.entries()) known.set(card.name ?? '', texts[index] ?? null);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // What is away comes back with the whole state, and everything is asked for again.
    if (error.code !== 'away') for (const name of names) known.set(name, null);
  } finally {
    for (const name of names) wanted.delete(name);
    isAsking = false;
    changed();
  }
}

watch((change) => {
  if (!change) known.clear();
});

/**
 * A card as it lies there, with what is known of it.
 * @typedef {{ name: string, facts: parlor.CardFacts | null | undefined, text: string, strength: string }} Sheet
 */

/**
 * What is known of a card. Of one whose other face is up it is that of the other face, where the database has it.
 * @param {string} name
 * @param {boolean} [isFlipped]
 * @returns {Sheet}
 */
export function sheetOf(name, isFlipped = false) {
  const facts = factsOf([{ name }]).get(name);
  const words = textOf(name);
  const { text = '', strength = '' } = words ?? {};
  const other = (/** @type {string} */ whole) => whole.split(between)[1]?.trim() ?? '';
  if (!isFlipped || !(facts?.type ?? '').includes(between)) return { name, facts, text, strength };
  return { name: other(name) || name, facts: { ...facts, cost: other(facts?.cost ?? ''), type: other(facts?.type ?? '') }, text: other(text), strength: other(strength) };
}
