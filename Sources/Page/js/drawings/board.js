// @ts-check
// The strokes of the paper that is open: what the node has, what others draw meanwhile, and what the node does not have yet.
// Everybody's page draws them in the same order, so everybody sees the same picture.
import { changed, command, Refused, state, watch } from '../state.js';
import { draft, keepDraft } from '../drafts.js';
import { draw, pack, paint, restored, unpack } from './ink.js';
import { arrived, follow, traced } from './traces.js';

/** @typedef {import('./ink.js').Ink} Ink */

/** @typedef {{ id: string, author: string, order: number, ink: Ink, own: boolean }} Drawn */

/** The open paper. */
export const board = {
  id: '',
  /** @type {Ink[]} what was on it from the beginning */
  base: [],
  /** @type {Map<string, Drawn>} */
  drawn: new Map(),
  /** @type {{ ink: Ink, id: string }[]} strokes that the node does not have yet, and those that its answer names */
  pending: [],
  /** @type {Ink | null} what the pen draws now */
  now: null,
  problem: '',
  isRead: false,
};

/** @type {HTMLCanvasElement | null} */
let canvas = null;
/** @type {Promise<void> | null} */
let sending = null;

const draftOf = (/** @type {string} */ id) => 'drawings/pending/' + id;

/**
 * Opens a paper; what this page drew on it and the node does not have is sent now.
 * @param {string} id
 */
export function open(id) {
  if (board.id === id) return;
  Object.assign(board, { id, base: [], drawn: new Map(), pending: [], now: null, problem: '', isRead: false });
  try {
    board.pending = JSON.parse(draft(draftOf(id)) || '[]').map((/** @type {any} */ ink) => ({ ink: restored(ink), id: '' }));
  } catch {
    board.pending = [];
  }
  follow(id, trace);
  readAll();
}

/** Nothing is open any more. */
export function close() {
  if (!board.id) return;
  board.id = '';
  follow('', () => {});
  canvas = null;
}

/**
 * The canvas on which the paper is drawn from now on.
 * @param {HTMLCanvasElement} element
 */
export function drawOn(element) {
  canvas = element;
  repaint();
}

/**
 * Strokes that came while all were being read: the answer may be older than they are.
 * @type {parlor.StrokeView[]}
 */
let late = [];
/** Reads that are under way. */
let reads = 0;

async function readAll() {
  const { id } = board;
  reads += 1;
  try {
    const list = await command('drawings/strokes', { drawing: id });
    if (board.id !== id) return;
    board.problem = list.problem ?? '';
    board.base = [];
    board.drawn.clear();
    for (const stroke of list.strokes ?? []) {
      if (stroke.id) keep(stroke);
      else board.base.push(unpack(stroke.ink ?? {}));
    }
    for (const stroke of late) put(stroke);
    board.isRead = true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    board.problem = error.message;
  } finally {
    reads -= 1;
    if (reads === 0) late = [];
  }
  settle();
  repaint();
  changed();
  send();
}

/**
 * Keeps a stroke, or takes away one that is gone.
 * @param {parlor.StrokeView} stroke
 */
function put(stroke) {
  if (stroke.paper !== board.id) return;
  if (stroke.gone) board.drawn.delete(stroke.id ?? '');
  else keep(stroke);
}

/** @param {parlor.StrokeView} stroke */
function keep(stroke) {
  board.drawn.set(stroke.id ?? '', {
    id: stroke.id ?? '', author: stroke.author ?? '', order: Number(stroke.order ?? 0), ink: unpack(stroke.ink ?? {}), own: stroke.own ?? false,
  });
}

/** @param {string} one @param {string} other */
const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** The strokes that the node has, in the order in which they are drawn. */
export const ordered = () => [...board.drawn.values()].sort((a, b) => a.order - b.order || compare(a.author, b.author) || compare(a.id, b.id));

/** Everything that is seen, in order. */
export function inks() {
  const all = [...board.base, ...ordered().map((one) => one.ink), ...board.pending.map((one) => one.ink), ...traced()];
  return board.now ? [...all, board.now] : all;
}

/**
 * Draws what somebody else draws now.
 * @param {Ink | null} part
 */
function trace(part) {
  const pen = part && canvas?.getContext('2d');
  if (pen) draw(pen, part);
  else repaint();
}

/** Draws all of it again. */
export function repaint() {
  if (canvas) paint(canvas, inks());
}

/** What is pending and has come back is pending no more. */
function settle() {
  board.pending = board.pending.filter((one) => !one.id || !board.drawn.has(one.id));
  keepDraft(draftOf(board.id), board.pending.length ? JSON.stringify(board.pending.map((one) => one.ink)) : '');
}

/**
 * Adds a stroke that this page drew: it is seen at once, and kept here until the node has it.
 * @param {Ink} ink
 */
export function add(ink) {
  board.pending.push({ ink, id: '' });
  settle();
  send();
}

/** Sends what the node does not have, one after the other, so that the order stays. */
export function send() {
  sending ??= sendAll().finally(() => { sending = null; });
  return sending;
}

async function sendAll() {
  if (state.connection !== 'live' || !board.id) return;
  const { id } = board;
  try {
    for (;;) {
      const next = board.pending.find((one) => !one.id);
      if (!next || board.id !== id) break;
      const answer = await command('drawings/draw', { paper: id, strokes: [pack(next.ink)] });
      next.id = (answer.strokes ?? [])[0] ?? '';
      board.problem = '';
      // The stream may have brought it before this answer: it was drawn twice until now.
      const isBack = board.drawn.has(next.id);
      settle();
      if (isBack) repaint();
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code !== 'away') board.problem = error.message;
  } finally {
    changed();
  }
}

/** Strokes that were refused are given up. */
export function giveUp() {
  board.pending = [];
  board.problem = '';
  settle();
  repaint();
  changed();
}

/** Draws what was added since, where nothing lies above it. */
watch((change) => {
  if (!board.id) return;
  // A room is told as one that has changed where there is too much to tell of each record.
  if (!change || change.room_changed) {
    readAll();
    return;
  }
  const view = /** @type {any} */ (change.record?.view);
  const type = String(view?.['@type'] ?? '');
  if (type.endsWith('.StrokeView')) take(view);
  else if (type.endsWith('.DrawingView') && view.id === board.id && !view.deleted) readAll();
});

/** @param {parlor.StrokeView} stroke */
function take(stroke) {
  if (stroke.paper !== board.id) return;
  const id = stroke.id ?? '';
  const before = board.drawn.get(id);
  put(stroke);
  if (reads > 0) late.push(stroke);
  const ink = board.drawn.get(id)?.ink;
  const wasTraced = !!ink && arrived(stroke.author ?? '', ink);
  // What this page drew itself is seen already: drawn twice, its edges would be harder.
  const wasPending = board.pending.length > 0;
  settle();
  const all = ordered();
  const isLast = !before && !stroke.gone && all[all.length - 1]?.id === id && !wasPending && !board.now && !wasTraced && traced().length === 0;
  const pen = isLast && canvas?.getContext('2d');
  if (pen) draw(pen, all[all.length - 1].ink);
  else repaint();
  changed();
}
