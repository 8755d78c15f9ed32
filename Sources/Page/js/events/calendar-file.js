// @ts-check
// Calendar files: an event for the calendar of this machine (rows E-13 to E-15), and the events of a file of another program.

import { h } from '../view.js';
import { saveFile } from '../attempt.js';
import { fileButton } from '../choose-file.js';
import { openDialog, toast } from '../dialogs.js';
import { doing, isBusy, refused } from '../doing.js';
import { action } from '../parts.js';
import { reportOf } from '../report.js';
import { command, keepBytes } from '../state.js';
import { texts } from './texts.js';

/**
 * Saves an event, or all parts of its series, for the calendar of this machine, with an alert one hour before.
 * @param {parlor.EventView} view
 */
export async function addToCalendar(view) {
  // The name of a series means all of its parts, an id one of them.
  const event = view.parts?.length ? view.name : view.id;
  const { text = '' } = await command('events/write-file', { room: view.room, event });
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
    h('div', { class: 'actions' }, action({ at: 'events/save-all', label: texts.saveAll, icon: 'download', act: saveAll })),
    h('p', { class: 'second' }, texts.calendarTerminal),
    h('dl', null, texts.calendarCommands.map(([words, about]) => [h('dt', null, h('code', null, words)), h('dd', { class: 'second' }, about)]))));
}

/** Saves all events and all that is to be done as one calendar file (row E-55). */
async function saveAll() {
  const { text = '' } = await command('events/write-file', {});
  saveFile(text, 'parlor.ics', 'text/calendar');
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
