// @ts-check
// Cost, colour and type of cards as values, and how a collection is sorted and chosen by them.

/** @typedef {{ sort: string, colour: string, type: string }} Order */

/**
 * The five colours by their letters.
 * @type {[string, string][]}
 */
export const colours = [['W', 'white'], ['U', 'blue'], ['B', 'black'], ['R', 'red'], ['G', 'green']];

/** The types by which cards are counted, as the daemon counts them. */
export const types = ['Land', 'Creature', 'Planeswalker', 'Instant', 'Sorcery', 'Enchantment', 'Artifact'];

/**
 * The symbols of a cost such as {1}{G}; `//` stands between those of two halves.
 * @param {string} cost
 */
export const symbolsOf = (cost) => [...cost.matchAll(/\{([^{}]{1,8})\}|\/\//g)].map(([all, symbol]) => symbol ?? all);

/**
 * The letters of the colours in a cost.
 * @param {string} cost
 */
export const coloursOf = (cost) => colours.map(([letter]) => letter).filter((letter) => symbolsOf(cost).some((one) => one.split('/').includes(letter)));

/**
 * The first type that counts; Other for none of them.
 * @param {string} type
 */
export const typeOf = (type) => types.find((one) => type.includes(one)) ?? 'Other';

const names = new Map([...colours, ['C', 'colourless'], ['S', 'snow'], ['P', 'life'], ['T', 'tap']]);

/**
 * A cost in words, as a screen reader says it.
 * @param {string} cost
 */
export const spokenCost = (cost) =>
  symbolsOf(cost).map((one) => one === '//' ? 'and' : one.split('/').map((part) => names.get(part) ?? part).join(' or ')).join(', ').replaceAll(', and, ', '; ');

/**
 * What a card is sorted by; what is not known comes last.
 * @type {Record<string, (facts: parlor.CardFacts) => (number | string)[]>}
 */
const keys = {
  cost: (facts) => [typeOf(facts.type ?? '') === 'Land' ? 0 : 1, facts.value ?? 0],
  type: (facts) => [[...types.slice(1), 'Other', types[0]].indexOf(typeOf(facts.type ?? '')), facts.value ?? 0],
  colour: (facts) => {
    const letters = coloursOf(facts.cost ?? '');
    const group = letters.length === 1 ? colours.findIndex(([letter]) => letter === letters[0]) : letters.length ? 5 : typeOf(facts.type ?? '') === 'Land' ? 7 : 6;
    return [group, letters.join(''), facts.value ?? 0];
  },
};

/**
 * Whether a card has what is asked for.
 * @param {parlor.CardFacts | null | undefined} facts
 * @param {Order} order
 */
export function isChosen(facts, { colour, type }) {
  if (!colour && !type) return true;
  if (!facts) return false;
  if (type && typeOf(facts.type ?? '') !== type) return false;
  const letters = coloursOf(facts.cost ?? '');
  if (!colour) return true;
  return colour === 'none' ? letters.length === 0 : colour === 'several' ? letters.length > 1 : letters.includes(colour);
}

/**
 * The lines that are chosen, in the order that is wanted; in their own order where two are equal.
 * @template {{ name?: string, count?: number }} L
 * @param {L[]} lines
 * @param {Map<string, parlor.CardFacts | null>} facts
 * @param {Order} order
 * @returns {L[]}
 */
export function arranged(lines, facts, order) {
  const chosen = lines.filter((line) => isChosen(facts.get(line.name ?? ''), order));
  if (order.sort === 'count') return chosen.sort((one, other) => (other.count ?? 1) - (one.count ?? 1));
  const key = keys[order.sort];
  if (!key) return chosen;
  const ranked = chosen.map((line) => {
    const known = facts.get(line.name ?? '');
    return { line, key: known ? [0, ...key(known)] : [1] };
  });
  return ranked.sort((one, other) => compared(one.key, other.key)).map(({ line }) => line);
}

/**
 * @param {(number | string)[]} one
 * @param {(number | string)[]} other
 */
function compared(one, other) {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : one[place] < other[place] ? -1 : 1;
}
