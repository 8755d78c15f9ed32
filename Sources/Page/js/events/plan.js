// @ts-check
// An event of a message, "round 2 at 19:00", or of a tournament (row E-62).

import { keepDraft } from '../drafts.js';
import { go } from '../router.js';
import { command, Refused } from '../state.js';
import { ownZone } from './zones.js';

/**
 * Opens the form of a new event in a room, with its name.
 * @param {string} name
 * @param {string} [room]
 */
export function planThing(name, room = '') {
  keepDraft('event/new/name', name.slice(0, 200));
  keepDraft('event/new/room', room);
  go('#/events/new');
}

/**
 * Plans what a message says, in its room; where it says no date, opens the form of a new event with its words.
 * @param {{ id?: string, text?: string }} message
 * @param {string} room
 */
export async function planMessage(message, room) {
  try {
    const made = await command('events/add', { room, event: { zone: ownZone }, message: message.id });
    go(`#/events/${made.id}`);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'REFUSAL_CODE_INVALID') throw error;
    planThing((message.text ?? '').split('\n')[0], room);
  }
}
