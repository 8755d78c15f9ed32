// @ts-check
// Words that may break where a syllable ends, for names in narrow places: browsers have no hyphens for all languages, and some have none.
import { h } from './view.js';

const vowels = 'aeiouyàáâäæèéêëìíîïòóôöøœùúûü';
/** A place behind a vowel and before a consonant, or two that are spoken as one, with a vowel behind it; three letters stay together at each end. */
const syllable = new RegExp(
  `(?<=[${vowels}]\\p{L}*)(?<=\\p{L}{3})(?<![cgpst](?=h)|q(?=u)|[bcdfgkpt](?=[lr]))`
  + `(?=(?:[cgpst]h|qu|[bcdfgkpt][lr]|(?![${vowels}])\\p{L})[${vowels}])(?=\\p{L}{3})`, 'giu');

/** Shorter words fit everywhere. */
const longWord = /^.{6}/u;

/**
 * A word with soft hyphens, before the consonant with which a syllable begins.
 * @param {string} word
 */
export const hyphenated = (word) => (longWord.test(word) ? word.replace(syllable, '\u00AD') : word);

/**
 * A name that breaks between its words, and inside one only where that alone is longer than a line.
 * @param {string} name
 */
export const wrapping = (name) => name.split(/(\s+)/u).map((word, index) => (longWord.test(word) ? h('span', { class: 'long-word', key: index }, hyphenated(word)) : word));
