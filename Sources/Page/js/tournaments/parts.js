// @ts-check
// What the screens of tournaments share: reading one, and how an entrant looks.

import { colourOf, colours } from '../pictures.js';
import { read, reading } from '../reads.js';
import { state } from '../state.js';
import { h } from '../view.js';

/** Only tournaments make these reads old. */
export const concerns = {
  views: ['TournamentView']
};

/**
 * One tournament as the daemon answers it.
 * @param {string} id
 */
export const tournamentReading = (id) => reading('tournaments/show', { tournament: id }, concerns);

/** The formats that a tournament can have, as the daemon offers them; none while they are not known. */
export const formats = () => read('tournaments/list', {}, concerns)?.formats ?? [];

/**
 * Formats to choose from.
 * @param {parlor.FormatView[]} formats
 * @returns {[string, string][]}
 */
export const formatOptions = (formats) => formats.map(({ name = '', choice = '' }) => [name, choice]);

/**
 * The parts and rules that the format of a tournament has.
 * @param {parlor.TournamentView} view
 */
export const traits = (view) => view.style?.traits ?? {};

/**
 * The colours of a tournament's entrants by their names, made once for each answer of the daemon.
 * @type {WeakMap<parlor.TournamentView, Map<string, string>>}
 */
const given = new WeakMap();

/**
 * The colour of an entrant: that of the person where it is one of us, otherwise one of its own. Those who meet differ.
 * @param {parlor.TournamentView} view
 * @param {string | undefined} name
 */
export function entrantColour(view, name = '') {
  const known = given.get(view) ?? dealColours(view);
  given.set(view, known);
  return known.get(name) ?? colourOf('', name);
}

/**
 * Gives each entrant the colour that its name picks, or the next one that none of its opponents has. People keep theirs.
 * @param {parlor.TournamentView} view
 */
function dealColours(view) {
  /** @type {Map<string, Set<string>>} */
  const opponents = new Map();
  const all = [...(view.matches ?? []), ...(view.bracket ?? []).flatMap((round) => round.matches ?? [])];
  for (const { home, away } of all) {
    const [one, other] = [home, away].map((side) => side?.likely || (isKnown(side) && side?.name) || '');
    if (!one || !other) continue;
    opponents.set(one, (opponents.get(one) ?? new Set()).add(other));
    opponents.set(other, (opponents.get(other) ?? new Set()).add(one));
  }
  const members = state.rooms.get(view.room ?? '')?.members ?? [];
  /** @type {Map<string, string>} */
  const dealt = new Map();
  for (const { name = '', person } of view.entrants ?? []) {
    const own = person && members.find((one) => one.name === person)?.colour;
    if (own) dealt.set(name, colourOf(own));
  }
  for (const { name = '' } of view.entrants ?? []) {
    if (dealt.has(name)) continue;
    const taken = new Set([...opponents.get(name) ?? []].map((other) => dealt.get(other)));
    const first = colours.indexOf(colourOf('', name));
    const free = colours.map((_, step) => colours[(first + step) % colours.length]).find((colour) => !taken.has(colour));
    dealt.set(name, free ?? colours[first]);
  }
  return dealt;
}

/**
 * A name with its colour before it.
 * @param {parlor.TournamentView} view
 * @param {string | undefined} name
 * @param {boolean} [isGuess] a hollow dot: who would be there
 */
export const entrant =
  (view, name,
   isGuess = false) => [h('i', { class: `swatch c-${entrantColour(view, name)}` + (isGuess ? ' hollow' : '') }), h('bdi', null, name), outTag(view, name)];

/**
 * A number as it was typed: what is none is sent as it is, so that it is refused and not taken for 0.
 * @param {string} text
 * @returns {number}
 */
export const typedNumber = (text) => (/^\d*$/.test(text.trim()) ? Number(text) : /** @type {any} */ (text));

/**
 * How an entrant is out, beside its name wherever that stands.
 * @param {parlor.TournamentView} view
 * @param {string | undefined} name
 */
export function outTag(view, name) {
  const out = view.entrants?.find((one) => one.name === name && !one.refused)?.out;
  return out && h('span', { class: 'tag bad' }, out);
}

/**
 * Whether a side of a match is somebody: its number is left out for the entrant 0, and -1 where nobody is known.
 * @param {parlor.MatchSide | undefined} side
 */
export const isKnown = (side) => (side?.number ?? 0) >= 0;

/**
 * Our person's own matches are lit: those of the entrant that is our person.
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 */
export function isOurs(view, match) {
  const own = state.settings?.name;
  const numbers = new Set((view.entrants ?? []).filter((one) => one.person && one.person === own).map((one) => one.number ?? 0));
  return [match.home, match.away].some((side) => isKnown(side) && numbers.has(side?.number ?? 0));
}
