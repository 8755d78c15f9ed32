// @ts-check
// What the card screens share: reads, lines of cards, files.

import { told } from '../doing.js';
import { openDialog } from '../dialogs.js';
import { wallpaper } from '../pictures.js';
import { colourOfAuthor, us } from '../people.js';
import { isWhole, reportOf } from '../report.js';
import { words } from '../texts.js';
import { h } from '../view.js';

/** Cards and libraries alone make these reads old. */
export const concerns = {
  views: ['CardView', 'LibraryView', 'TradeView']
};
export const tradeConcerns = {
  views: ['TradeView', 'CardView', 'CardMarkView']
};

/** Our own colour: that of everything that is in our Card Box. */
export const ownColour = () => us()?.colour || colourOfAuthor(us()?.author);

/**
 * Letters alone by the texts from which they were made: a search compares all names of a collection with each key.
 * @type {Map<string, string>}
 */
const letters = new Map();
const mostLetters = 20_000;

/**
 * Letters alone, without case and accents, as the daemon compares names.
 * @param {string} text
 */
export function folded(text) {
  let found = letters.get(text);
  if (found === undefined) {
    found = text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}/]+/gu, ' ').toLowerCase().trim();
    if (letters.size >= mostLetters) letters.clear();
    letters.set(text, found);
  }
  return found;
}

/**
 * What else there is to say of copies: set, number, language, finish, condition.
 * @param {parlor.CardLine} line
 */
export const printing =
  (line) => [line.set && `${line.set}${line.number ? ' ' + line.number : ''}`,
             line.language,
             words(line.finish, 'CARD_FINISH_'),
             words(line.condition, 'CARD_CONDITION_'),
             line.grade && `"${line.grade}"`,
             (line.marks ?? []).join(', '),
             line.price,
             line.binder && `binder ${line.binder}`,
             (line.tags ?? []).map((tag) => '#' + tag).join(' '),
             line.zone && line.zone !== 'DECK_ZONE_MAIN' ? words(line.zone, 'DECK_ZONE_') : '',
             line.held && 'promised or lent',
             line.borrowed && 'borrowed',
             line.doubtful && 'may exist twice',
].filter((text) => text && text !== 'unspecified')
              .join(', ');

/**
 * A cover: the wallpaper of a thing in the colour of its person.
 * @param {string} id
 * @param {string} place
 * @param {string} [colour]
 */
export const coverOf = (id, place, colour = ownColour()) =>
  h('span', { class: `cover c-${colour}`, 'aria-hidden': 'true' }, wallpaper(id, place, 36));

/**
 * Lines of cards as a list.
 * @param {(parlor.CardLine | parlor.DeckLine)[] | undefined} lines
 */
export const cardLines = (lines) => h(
  'ul', { class: 'card-lines' },
  (lines ?? [])
    .map(
      (line, index) =>
        h('li', { key: index }, h('b', null, line.count ?? 1), ' ', h('bdi', null, line.name), line.set && h('small', null, ' ', line.set))));

/**
 * What came of a file: nothing is dropped without being said (row D-48).
 * @param {string} title
 * @param {{ message?: string, messages?: string[], report?: parlor.ImportReport, missing?: (parlor.CardLine | parlor.DeckLine)[] }} answer
 * @param {string} [good] what is said where nothing is left
 */
export function showReport(title, answer, good = 'Every line was taken.') {
  const missing = answer.missing ?? [];
  openDialog(
    title,
    () => h(
      'div', { class: 'form' },
      [answer.message ?? '', ...(answer.messages ?? [])].filter(Boolean).map((text) => h('p', { key: text }, told(text))),
      missing.length > 0 && [h('h3', null, 'Not in the Card Box'), cardLines(missing)], reportOf(answer.report),
      missing.length === 0 && isWhole(answer.report) && h('p', { class: 'good' }, good)));
}
