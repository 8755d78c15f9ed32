// @ts-check
// Earlier words of a message, and all that was said in a room as a file (row C-22).
import { saveFile } from '../attempt.js';
import { openHistory } from '../history.js';
import { command, Refused } from '../state.js';
import { dateAndTime } from '../texts.js';
import { roomName } from './chat.js';

/**
 * Opens the versions of a message.
 * @param {string} room
 * @param {string} message
 */
export const openVersions = (room, message) => openHistory(room, message, 'What it was before');

/** So many messages come with each request. */
const pageLength = 500;

/**
 * All messages of a room, the oldest first.
 * @param {string | undefined} room
 */
async function everything(room) {
  /** @type {parlor.MessageView[]} */
  let all = [];
  let before = '';
  do {
    const page = await command('chat/list', { room, limit: pageLength, ...(before ? { before } : {}) });
    all = [...(page.messages ?? []), ...all];
    before = page.before ?? '';
  } while (before);
  return all;
}

/**
 * A message as it stands in a text.
 * @param {parlor.MessageView} message
 */
function asText(message) {
  const text = message.deleted ? '(deleted)' : message.muted ? '(not read)' : (message.text ?? '').replaceAll('\n', '\n  ');
  return `${dateAndTime(message.wall_milliseconds)} ${message.name ?? ''}: ${text}${message.item ? `\n  ▸ ${message.item.title ?? ''}` : ''}`;
}

/**
 * Saves everything of a room as a file for a node that shares no network with ours (row P-34).
 * @param {parlor.RoomView} room
 */
export async function saveBundle(room) {
  const answer = await fetch(`/v1/bundle?room=${room.id}`);
  if (!answer.ok) throw new Refused('The file cannot be made now: try again in a moment.');
  saveFile(await answer.blob(), roomName(room) + '.bundle', 'application/octet-stream');
}

/**
 * Saves all that was said in a room: as text, or as JSON with one message a line.
 * @param {parlor.RoomView} room
 * @param {boolean} isText
 */
export async function saveMessages(room, isText) {
  const lines = (await everything(room.id)).map((message) => (isText ? asText(message) : JSON.stringify(message)));
  saveFile(lines.map((line) => line + '\n').join(''), roomName(room) + (isText ? '.txt' : '.jsonl'), isText ? 'text/plain' : 'application/x-ndjson');
}
