// @ts-check
// Calendar files: an event for the calendar of this machine (rows E-13 to E-15), and the events of a file of another program.

import { h } from '../view.js';
import { saveFile } from '../attempt.js';
import { fileButton } from '../choose-file.js';
import { openDialog, toast } from '../dialogs.js';
import { doing, isBusy, refused } from '../doing.js';
import { action } from '../parts.js';
import { reportOf } from '../report.js';
import { command, keepBytes, Refused } from '../state.js';
import { texts } from './texts.js';

/**
 * Saves an event for the calendar of this machine, with an alert one hour before.
 * @param {parlor.EventView} view
 */
export async function addToCalendar(view) {
  const { text = '' } = await command('events/write-file', { room: view.room, event: view.id });
  saveFile(text, `${view.name}.ics`, 'text/calendar');
  toast(texts.calendarSaved);
}

/**
 * What came of the file that was taken last.
 * @type {parlor.TakenCalendar | null}
 */
let taken = null;

/** Opens what can be done with calendars of other programs. Folders are named in a terminal alone. */
export function openCalendars() {
  taken = null;
  openDialog(texts.calendars, () => h('div', { class: 'form' },
    h('p', { class: 'second' }, texts.takeCalendar),
    h('div', { class: 'actions' }, fileButton(isBusy('events/take') ? 'Taking…' : 'Choose a file', '.ics,text/calendar', take)),
    refused('events/take'),
    h('div', { role: 'status' }, taken && outcome(taken)),
    h('p', { class: 'second' }, texts.saveCalendar),
    h('div', { class: 'actions' }, action({ at: 'events/save-all', label: 'Save all events', icon: 'download', act: saveAll })),
    h('p', { class: 'second' }, 'To-dos without an event are in the file that a command writes, and folders are kept in sync, in a terminal on this machine:'),
    h('dl', null, texts.calendarCommands.map(([words, about]) => [h('dt', null, h('code', null, words)), h('dd', { class: 'second' }, about)]))));
}

/**
 * The parts of a calendar file: what stands before its components, and each of those with its lines.
 * @param {string} text
 */
function componentsOf(text) {
  const head = [];
  /** @type {string[]} */
  const components = [];
  let depth = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('BEGIN:')) depth += 1;
    if (depth === 2 && line.startsWith('BEGIN:')) components.push('');
    if (depth > 1) components[components.length - 1] += line + '\r\n';
    else if (!/^(BEGIN|END):|^$/.test(line)) head.push(line + '\r\n');
    if (line.startsWith('END:')) depth -= 1;
  }
  return { head, components };
}

/** Saves all events, each with what is to be done for it, as one calendar file (row E-55). */
async function saveAll() {
  /** @type {parlor.EventViews} */
  const answer = await command('events/details', {});
  const events = answer.events ?? [];
  if (!events.length) throw new Refused('No event is planned yet: there is nothing to save.');
  /** @type {string[]} */
  let first = [];
  /** @type {Set<string>} what several events have, as a time zone, comes once */
  const all = new Set();
  for (const view of events) {
    const { text = '' } = await command('events/write-file', { room: view.room, event: view.id });
    const { head, components } = componentsOf(text);
    if (!first.length) first = head;
    for (const component of components) all.add(component);
  }
  const order = (/** @type {string} */ component) => Number(!component.startsWith('BEGIN:VTIMEZONE'));
  const body = [...all].sort((a, b) => order(a) - order(b));
  saveFile(['BEGIN:VCALENDAR\r\n', ...first, ...body, 'END:VCALENDAR\r\n'].join(''), 'parlor.ics', 'text/calendar');
}

/** @param {File} file */
function take(file) {
  taken = null;
  return doing('events/take', async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    taken = await command('events/take-file', { blob: await keepBytes(file), zone: timeZone });
  });
}

/** @param {parlor.TakenCalendar} answer */
function outcome({ made = 0, changed = 0, same = 0, report }) {
  return [h('p', null, `${made} made, ${changed} changed, ${same} as they were.`), reportOf(report)];
}
