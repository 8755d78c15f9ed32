// @ts-check
// The report on a file of another program: nothing in it is dropped without being said (row D-48).

import { told } from './doing.js';
import { openDialog } from './dialogs.js';
import { h } from './view.js';

/**
 * The number of times that a note is about something in the file.
 * @param {parlor.ImportNote} note
 */
const times = ({ part, places = 0, count = 0 }) => (places > 0 || !part ? places : count);

/**
 * Notes of one kind about a file.
 * @param {string} title
 * @param {parlor.ImportNote[]} [notes]
 */
const notesOf = (title, notes = []) => notes.length > 0 && [
  h('h3', null, title),
  h('ul', { class: 'lines' },
    notes.map((one, index) => h('li', { key: index }, h('span', { class: 'ordinal' }, one.line || ''),
      h('span', { class: 'what' }, one.text && h('code', null, one.text), h('span', null, told(one.reason ?? ''), times(one) > 1 && ` ${times(one)} times in the file.`))))),
];

/**
 * Whether there is nothing to say of a file.
 * @param {parlor.ImportReport} [report]
 */
export const isWhole = (report = {}) => ![report.changed, report.left_out, report.lost, report.noted].some((notes) => (notes ?? []).length > 0);

/**
 * All that there is to say of a file.
 * @param {parlor.ImportReport} [report]
 */
export const reportOf = (report = {}) => [
  notesOf('Lost', report.lost), notesOf('Left out', report.left_out), notesOf('Changed', report.changed),
  notesOf('Noted', report.noted),
];

/**
 * Opens what there is to say of a file, if anything.
 * @param {string} title
 * @param {parlor.ImportReport} [report]
 */
export function showReportOf(title, report) {
  if (!isWhole(report)) openDialog(title, () => h('div', { class: 'form' }, reportOf(report)));
}
