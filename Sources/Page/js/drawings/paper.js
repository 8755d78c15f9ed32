// @ts-check
// The paper with what stands round it: pens, undo and redo, saving (rows W-07 to W-12, W-24, W-25).
import { h } from '../view.js';
import { command, state } from '../state.js';
import { ask, toast } from '../dialogs.js';
import { doing, refusal } from '../doing.js';
import { formOf } from '../forms.js';
import { action, head, menu } from '../parts.js';
import { said } from '../people.js';
import { go, replaceAddress } from '../router.js';
import { board, giveUp, open, send } from './board.js';
import { lensKey } from './lens.js';
import { begin, cursor, cursorTree } from './pen.js';
import { tools } from './ink.js';
import { toolbar, use } from './tools.js';
import { texts } from './texts.js';

/** How many pixels the canvas has; how large it is shown says the style. */
const pixels = 1600;

/** The form of a new paper. */
export function newPaper() {
  const form = formOf('drawings/begin', { title: '', room: '', together: '' });
  const rooms = roomsToDrawIn();
  return [head(texts.make), h('section', { class: 'panel' }, form.form({
    send: 'Begin',
    submit: () => command('drawings/begin', { title: form.values.title, room: form.values.room, together: form.values.together === 'on' }),
    done: (/** @type {parlor.DrawingView} */ view) => replaceAddress('#/drawings/' + view.id),
  },
  form.text('title', { label: 'Title', placeholder: texts.untitled }),
  rooms.length > 0 && form.select('room', { label: 'Room', options: [['', 'Only me'], ...rooms] }),
  form.values.room !== '' && form.check('together', { label: 'Everybody in the room draws on it' })))];
}

/** @returns {[string, string][]} the rooms in which people draw together */
function roomsToDrawIn() {
  return [...state.rooms.values()].filter((room) => ['ROOM_KIND_DIRECT', 'ROOM_KIND_PRIVATE'].includes(String(room.kind)))
    .map((room) => [room.id ?? '', room.name ?? '']);
}

/**
 * A paper that is open.
 * @param {parlor.DrawingView} view
 */
export function paperScreen(view) {
  const id = view.id ?? '';
  open(id);
  const waiting = board.pending.filter((one) => !one.id).length;
  return [
    head(said(view.title || texts.untitled),
      action({ at: 'undo', label: texts.undo, icon: 'undo', look: 'button plain', disabled: !view.may_undo, act: () => step('undo', id) }),
      action({ at: 'redo', label: texts.redo, look: 'button plain', disabled: !view.may_redo, act: () => step('redo', id) }),
      action({ at: 'reset', label: texts.reset, look: 'button plain', disabled: !view.may_undo, act: () => reset(id) }),
      view.own && menu({ at: 'paper/more', label: 'More' }, [{ label: texts.remove, icon: 'trash', isBad: true, act: () => drop(id) }])),
    view.together && h('p', { class: 'second', key: 'who' }, 'Everybody in ', said(view.room_name ?? ''), ' draws on it.'),
    view.may_draw && toolbar(),
    h('div', { class: 'drawing-sheet wide', key: 'sheet-' + id },
      h('canvas', { key: 'canvas-' + id, class: 'drawing-ink' + (view.may_draw ? ' live' : ''), width: pixels, height: pixels, own: true, tabindex: view.may_draw ? 0 : null, role: view.may_draw ? 'application' : 'img', 'aria-label': `Paper with ${view.strokes ?? 0} strokes`, 'aria-describedby': view.may_draw ? 'drawing-keys' : null, made: (/** @type {HTMLCanvasElement} */ canvas) => begin(canvas) }),
      view.may_draw && cursorTree()),
    view.may_draw && h('p', { class: cursor.isShown ? 'hint' : 'visually-hidden', id: 'drawing-keys', key: 'keys' }, texts.keys),
    board.problem && h('div', { key: 'problem' }, refusal(board.problem), waiting > 0 && h('div', { class: 'actions' },
      h('button', { type: 'button', class: 'button', onclick: () => send() }, 'Try again'),
      h('button', { type: 'button', class: 'button plain', onclick: giveUp }, 'Give these strokes up'))),
    waiting > 0 && state.connection !== 'live' && h('p', { class: 'hint', role: 'status', key: 'waiting' }, texts.waiting),
    view.may_draw && saveForm(view),
  ];
}

/** @param {parlor.DrawingView} view */
function saveForm(view) {
  const form = formOf('drawings/save/' + view.id, { title: view.title ?? '', room: '', keep: '' });
  return h('section', { class: 'panel drawing-save', key: 'save' }, form.form({
    send: texts.save,
    submit: () => command('drawings/save', { paper: view.id, title: form.values.title, room: form.values.room, keep: form.values.keep === 'on' }),
    // Saving leads back to the gallery (row W-12).
    done: () => go('#/drawings'),
  },
  form.text('title', { label: 'Title', placeholder: texts.untitled }),
  form.select('room', { label: 'Who sees it', options: [['', 'Everybody on the network'], ...roomsToDrawIn()], hint: texts.saveHint }),
  !view.together && form.check('keep', { label: 'Keep the paper, to draw on' })));
}

/** @param {string} paper */
async function reset(paper) {
  if (!await ask({ title: texts.askReset, yes: texts.reset, isBad: true })) return;
  await command('drawings/reset', { paper });
  toast(texts.resetDone, () => command('drawings/redo', { paper }));
}

/** @param {string} paper */
async function drop(paper) {
  if (!await ask({ title: texts.askDelete, yes: texts.remove, isBad: true })) return;
  await command('drawings/delete', { drawings: [paper] });
  go('#/drawings/papers');
}

/**
 * Keys of an open paper: u takes the last stroke back, r draws it again, the first letter of a tool chooses it, and there are those of the lens;
 * true when used.
 * @param {KeyboardEvent} event
 * @param {string} paper
 */
export function paperKey(event, paper) {
  const tool = Object.keys(tools).find((name) => name[0] === event.key);
  if (event.key === 'u') stepAt('undo', paper);
  else if (event.key === 'r') stepAt('redo', paper);
  else if (tool) use({ tool });
  else return lensKey(event.key);
  return true;
}

/** @type {Promise<any>} the steps that were asked for, one after the other: a key that is pressed twice takes two strokes back */
let steps = Promise.resolve();

/** @param {'undo' | 'redo'} name @param {string} paper */
async function step(name, paper) {
  // What was drawn before comes first.
  await send();
  return command(name === 'undo' ? 'drawings/undo' : 'drawings/redo', { paper });
}

/** @param {'undo' | 'redo'} name @param {string} paper */
function stepAt(name, paper) {
  steps = steps.then(() => doing(name, () => step(name, paper)));
}

// As everywhere, Ctrl+Z takes back, also with Shift; in a field it is the field's.
addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!board.id || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || target.closest?.('input:not([type="range"]), textarea, select')) return;
  event.preventDefault();
  stepAt(event.shiftKey ? 'redo' : 'undo', board.id);
});
