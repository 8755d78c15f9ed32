// @ts-check
// People in lists. Of many the first are shown, a field finds a name, and a button shows the others: no screen lists two hundred by itself.
import { nothingFound, searched, searchField } from './parts.js';
import { changed } from './state.js';
import { h } from './view.js';

/** @typedef {import('./view.js').Child} Child */

/** A list of more people has a field in which one looks for a name. */
const few = 12;
/** So many are shown at first. */
export const most = 20;
/** So many names stand in one sentence. */
const fewNames = 6;

/**
 * The lists of which all are shown.
 * @type {Set<string>}
 */
const opened = new Set();

/** @param {string} text */
const plainLetters = (text) => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Whether a word of a name begins with what is looked for, whatever case and marks the letters have.
 * @param {string | undefined} name
 * @param {string} text
 */
export const says = (name, text) => (' ' + plainLetters(name ?? '')).includes(' ' + plainLetters(text));

/**
 * Those who are looked for; everybody where nobody is.
 * @template One
 * @param {string} at a name of the list that is unique on the page
 * @param {readonly One[]} all
 * @param {(one: One) => (string | undefined)[]} names what a search looks at
 */
export function wanted(at, all, names) {
  const words = all.length > few ? searched(at).trim() : '';
  return words ? all.filter((one) => names(one).some((name) => says(name, words))) : all;
}

/**
 * Lists of people below the field in which one looks for one of them; the field is there where they are many. Arrow down and Return in it go to the first who is found.
 * @param {string} at
 * @param {number} count how many there are
 * @param {number} found how many are found
 * @param {...Child} lists
 */
export const finder = (at, count, found, ...lists) => (count <= few ? lists : h('div', { class: 'finder', key: 'finder-' + at, onkeydown: toFirst },
  searchField(at, `Find one of ${count} people`), found ? lists : nothingFound(at, `Nobody of ${count} people is called that.`)));

/** @param {any} event */
function toFirst(event) {
  if (event.target.type !== 'search' || event.isComposing || !['ArrowDown', 'Enter'].includes(event.key)) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll('a[href], button, input')];
  all[all.indexOf(event.target) + 1]?.focus();
}

/**
 * The first of a list, and a button that shows the others.
 * @template One
 * @param {string} at
 * @param {readonly One[]} all those with news and those who are paired first
 * @param {(shown: readonly One[]) => Child} show
 * @returns {Child[]}
 */
export function firstOf(at, all, show) {
  if (all.length <= most) return [show(all)];
  const isOpen = opened.has(at);
  return [show(isOpen ? all : all.slice(0, most)), h('p', { class: 'actions', key: 'more-' + at }, h('button', {
    type: 'button', class: 'button', onclick: () => {
      if (!opened.delete(at)) opened.add(at);
      changed();
    },
  }, isOpen ? `Show the first ${most}` : `Show ${all.length - most} more`))];
}

/**
 * A list of people with all that belongs to it where they are many.
 * @template One
 * @param {string} at
 * @param {readonly One[]} all
 * @param {(one: One) => (string | undefined)[]} names
 * @param {(shown: readonly One[]) => Child} show
 */
export function peopleList(at, all, names, show) {
  const found = wanted(at, all, names);
  return finder(at, all.length, found.length, firstOf(at, found, show));
}

/**
 * The choice of one person in a form: a list that opens where they are few.
 * @template {Record<string, string>} V
 * @param {{ at: string, values: V, select: Function, radio: Function }} form
 * @param {keyof V & string} field
 * @param {string} label
 * @param {[string, string][]} options the value and the name of each
 * @returns {Child}
 */
export function personField(form, field, label, options) {
  if (options.length <= few) return form.select(field, { label, options });
  // People who are chosen stay in the list while others are looked for.
  const chosen = options.filter(([value]) => value === form.values[field]);
  return peopleList(`${form.at}/${field}`, options, ([, name]) => [name],
    (shown) => form.radio(field, { label, options: [...shown, ...chosen.filter((one) => !shown.includes(one))] }));
}

/**
 * Names in a sentence, and how many more.
 * @template One
 * @param {readonly One[]} all
 * @param {(one: One) => Child} show
 */
export const namesOf = (all, show) => [
  all.slice(0, fewNames).map((one, index) => [index > 0 && ', ', show(one)]), all.length > fewNames && ` and ${all.length - fewNames} more`];
