// @ts-check
// The lines of a room that are in the document: a window over its messages, which moves when its edge is reached.
import { reading } from '../reads.js';
import { changed } from '../state.js';

/** How many lines a window has, and by how many it moves. */
const lines = 100;
const step = 50;

/**
 * For each room, the messages before which the windows end, the newest first; empty for the newest messages.
 * @type {Map<string, string[]>}
 */
const ends = new Map();

/**
 * The last answer of each room, which is shown while another one is fetched.
 * @type {Map<string, parlor.MessageList>}
 */
const shown = new Map();

/**
 * A line that both windows have, and where it stood: it must stand there still when the window has moved.
 * @type {{ room: string, before: string, id: string, top: number } | null}
 */
let anchor = null;

/**
 * The messages of a room's window.
 * @param {string} room
 * @returns {{ list: parlor.MessageList | undefined, late: boolean, refused: import('../state.js').Refused | null, isNewest: boolean }}
 */
export function messagesOf(room) {
  const before = (ends.get(room) ?? []).at(-1) ?? '';
  const kept = reading('chat/list', { room, limit: lines, before: before || undefined }, { room });
  if (kept.answer) shown.set(room, kept.answer);
  if (kept.answer && anchor?.room === room && anchor.before === before) {
    // The lines are in the document when this drawing is done.
    queueMicrotask(restore);
  }
  return { list: kept.answer ?? shown.get(room), late: kept.late, refused: kept.refused, isNewest: !before };
}

/** Scrolls so that the line that was seen is where it was. */
function restore() {
  const scroller = document.querySelector('.scroller');
  const line = anchor && document.getElementById('message-' + anchor.id);
  if (anchor && scroller && line) scroller.scrollTop += line.getBoundingClientRect().top - anchor.top;
  anchor = null;
}

/**
 * Moves the window when its edge is near.
 * @param {string} room
 * @param {Element} scroller a column in reverse: its newest line has the place 0, older ones negative places
 */
export function moveWindow(room, scroller) {
  if (anchor) return;
  const near = 240;
  const list = shown.get(room);
  const stack = ends.get(room) ?? [];
  const isAtOldest = scroller.scrollHeight - scroller.clientHeight + scroller.scrollTop < near;
  if (isAtOldest && list?.before) {
    const middle = (list.messages ?? [])[step]?.id;
    if (middle && stack.at(-1) !== middle) move(room, [...stack, middle], scroller, 'first');
  } else if (scroller.scrollTop > -near && stack.length) {
    move(room, stack.slice(0, -1), scroller, 'last');
  }
}

/**
 * @param {string} room
 * @param {string[]} stack
 * @param {Element} scroller
 * @param {'first' | 'last'} which of the lines that are seen keeps its place
 */
function move(room, stack, scroller, which) {
  const box = scroller.getBoundingClientRect();
  const seen = [...scroller.querySelectorAll('.bubble')].filter((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  });
  const line = which === 'first' ? seen[0] : seen.at(-1);
  if (line) anchor = { room, before: stack.at(-1) ?? '', id: line.id.slice('message-'.length), top: line.getBoundingClientRect().top };
  ends.set(room, stack);
  changed();
}

/**
 * Goes to the newest messages.
 * @param {string} room
 */
export function toNewest(room) {
  anchor = null;
  ends.delete(room);
  const scroller = document.querySelector('.scroller');
  if (scroller) scroller.scrollTop = 0;
  changed();
}
