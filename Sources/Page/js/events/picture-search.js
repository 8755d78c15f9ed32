// @ts-check
// A picture by words out of a folder of this machine (rows E-39, E-40): one of those that fit, again, or other words.

import { h } from '../view.js';
import { refuse, refused } from '../doing.js';
import { formOf } from '../forms.js';
import { plural } from '../texts.js';
import { texts } from './texts.js';

const at = 'event/picture-search';

/**
 * The pictures of the folder that was chosen.
 * @type {File[]}
 */
let folder = [];

/**
 * Those that fit, in an order that nobody knows, and which of them is shown.
 * @type {{ files: File[], place: number, address: string } | null}
 */
let found = null;

/** A browser that knows folders; others choose the pictures themselves. */
const knowsFolders = 'webkitdirectory' in HTMLInputElement.prototype;

/** Forgets what was found: when the screen is left. */
export function leaveSearch() {
  if (found) URL.revokeObjectURL(found.address);
  found = null;
}

/** @param {File} file */
const pathOf = (file) => file.webkitRelativePath.split('/').slice(1).join('/') || file.name;

/**
 * Letters without case and accents.
 * @param {string} text
 */
const folded = (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Whether a file fits some words: it ends as pictures do, and each word stands in its path.
 * @param {string} path
 * @param {string} phrase
 */
function fits(path, phrase) {
  const [, name] = /^(.*)\.(?:png|jpe?g|webp)$/.exec(folded(path)) ?? [];
  return name !== undefined && folded(phrase).split(/\s+/).every((word) => name.includes(word));
}

/** @param {string} phrase */
function search(phrase) {
  leaveSearch();
  if (!phrase) return refuse(at, texts.noPhrase);
  const files = folder.filter((file) => fits(pathOf(file), phrase));
  if (!files.length) return refuse(at, texts.noMatch(phrase));
  // Each order is as likely as any other.
  for (let last = files.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [files[last], files[other]] = [files[other], files[last]];
  }
  found = { files, place: 0, address: URL.createObjectURL(files[0]) };
}

/** Shows the next one; after the last one the first. */
function turn() {
  if (!found) return;
  URL.revokeObjectURL(found.address);
  found.place = (found.place + 1) % found.files.length;
  found.address = URL.createObjectURL(found.files[found.place]);
}

/**
 * The search, and what it has found.
 * @param {(file: File) => any} use takes a picture for the event
 */
export function pictureSearch(use) {
  const form = formOf(at, { phrase: '' });
  const choose = (/** @type {any} */ event) => {
    folder = [...event.target.files ?? []].filter((file) => fits(pathOf(file), ''));
    event.target.value = '';
    leaveSearch();
    if (folder.length) form.set('phrase', form.values.phrase);
    else refuse(at, texts.noPictures);
  };
  return h('details', { class: 'picture-search', key: 'search' }, h('summary', null, texts.searchPicture),
    h('div', { class: 'form' },
      h('p', { class: 'hint' }, texts.searchAbout),
      h('div', { class: 'actions' },
        h('label', { class: 'button file' }, knowsFolders ? texts.chooseFolder : texts.choosePictures,
          h('input', { type: 'file', class: 'visually-hidden', multiple: true, webkitdirectory: knowsFolders, accept: knowsFolders ? null : 'image/png,image/jpeg,image/webp', onchange: choose })),
        h('span', { class: 'note' }, folder.length ? plural(folder.length, 'picture') : texts.noFolder)),
      folder.length === 0 && refused(at),
      folder.length > 0 && searchForm(form),
      found && finding(found, use)));
}

/** @param {ReturnType<typeof formOf<{ phrase: string }>>} form */
const searchForm = (form) => h('form', {
  class: 'phrase',
  onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    refuse(at, '');
    search(form.values.phrase.trim());
  },
},
form.text('phrase', { label: texts.phrase, placeholder: 'lake in summer', maxlength: 200 }), refused(at),
h('div', { class: 'actions' }, h('button', { class: 'button' }, texts.search)));

/**
 * @param {NonNullable<typeof found>} one
 * @param {(file: File) => any} use
 */
function finding({ files, place, address }, use) {
  const file = files[place];
  return h('figure', { class: 'finding', role: 'status' },
    h('img', { src: address, alt: '' }),
    h('figcaption', { class: 'note' }, h('bdi', null, pathOf(file)), files.length > 1 && ` (${place + 1} of ${files.length})`),
    h('div', { class: 'actions' },
      h('button', { type: 'button', class: 'button', onclick: () => use(file) }, texts.usePicture),
      h('button', { type: 'button', class: 'button', disabled: files.length === 1, onclick: () => {
        turn();
        refuse(at, '');
      } }, texts.searchAgain)));
}
