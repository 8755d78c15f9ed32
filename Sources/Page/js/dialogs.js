// @ts-check
// What opens over a screen: dialogs that ask, and short notes at the bottom with what can be undone.
import { h, keepPlace } from './view.js';
import { doing, refused } from './doing.js';
import { icon } from './pictures.js';
import { changed, command, Refused, state } from './state.js';

/** @typedef {import('./view.js').Child} Child */

/** @type {{ title: string, show: () => Child, closed?: () => void, number: number, address: string, back?: () => void } | null} */
let open = null;
let number = 0;

/**
 * Opens a dialog. Its inside is drawn anew with each change, as a screen is.
 * @param {string} title
 * @param {() => Child} show
 * @param {() => void} [closed] called when it was closed, however
 */
export function openDialog(title, show, closed) {
  number += 1;
  open = { title, show, closed, number, address: location.hash, back: open?.back };
  changed();
}

/** Closes the dialog that is open; the focus returns to where it was. */
export function closeDialog() {
  document.querySelector('dialog')?.close();
}

/** Closes the dialog that was opened somewhere else than here. */
export function closeElsewhere() {
  if (open && open.address !== location.hash) closeDialog();
}

/** Whether a dialog is open. One that was closed tells so a moment later, and keys that are pressed meanwhile are meant for what is behind it. */
export function isDialogOpen() {
  return open !== null && document.querySelector('dialog')?.open !== false;
}

/**
 * Asks before something that cannot be undone.
 * @param {{ title: string, text?: Child, yes: string, no?: string, isBad?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no = 'Cancel', isBad = false }) {
  return new Promise((answer) => {
    let agreed = false;
    const agree = () => {
      agreed = true;
      closeDialog();
    };
    openDialog(title, () => h('div', { class: 'form' },
      text && h('p', null, text),
      h('div', { class: 'actions' },
        h('button', { type: 'button', class: isBad ? 'button bad' : 'button', onclick: agree }, yes),
        h('button', { type: 'button', class: isBad ? 'button' : 'button plain', autofocus: true, onclick: closeDialog }, no))),
    () => answer(agreed));
  });
}

/** The open dialog, for the frame. */
export function dialogTree() {
  if (!open) return null;
  const dialog = open;
  const { title, show, closed } = dialog;
  return h('dialog', {
    key: 'dialog-' + dialog.number, 'aria-label': title,
    made: (/** @type {HTMLDialogElement} */ node) => {
      dialog.back ??= keepPlace();
      node.showModal();
      beginIn(node);
    },
    // A listener that answers false would keep the buttons inside from sending their forms.
    onclick: (/** @type {any} */ event) => {
      if (event.target.tagName === 'DIALOG' && isOutside(event)) closeDialog();
    },
    onclose: () => {
      // Another one may have been opened meanwhile.
      if (open === dialog) open = null;
      dialog.back?.();
      closed?.();
      changed();
    },
  }, h('header', { class: 'head dialog-head' }, h('h2', null, h('bdi', null, title)),
    h('button', { type: 'button', class: 'button plain', 'aria-label': 'Close', onclick: closeDialog }, icon('close'))), show());
}

/**
 * Puts the focus on the first field of a dialog; a browser would put it on Close.
 * @param {HTMLElement} dialog
 */
function beginIn(dialog) {
  if (dialog.querySelector('[autofocus]')) return;
  const inside = ':is(input:not([type="hidden"], [type="file"]), select, textarea):not(:disabled)';
  /** @type {HTMLElement | null} */ (dialog.querySelector(inside))?.focus();
}

/** @param {MouseEvent} event */
function isOutside(event) {
  const box = /** @type {Element} */ (event.target).getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** @type {{ text: string, undo: (() => any) | null, number: number }[]} */
let toasts = [];
const toastMilliseconds = 10_000;

/**
 * Says something for ten seconds.
 * @param {string} text
 * @param {(() => any) | null} [undo] adds "Undo"
 */
export function toast(text, undo = null) {
  number += 1;
  const made = { text, undo, number };
  toasts = [...toasts.slice(-2), made];
  changed();
  setTimeout(() => dismiss(made), toastMilliseconds);
}

/**
 * Says what was done, with "Undo": the daemon takes back our person's last command. Where that cannot be taken back, the reason is
 * said with another "Undo", which passes over it.
 * @param {string} text
 */
export function toastUndo(text) {
  toast(text, async () => {
    try {
      const undone = await command('rooms/undo', {});
      toast(undone.title ? `Undone: ${undone.title}` : 'Undone');
    } catch (error) {
      if (!(error instanceof Refused && error.message.endsWith('Undo again to pass over it.'))) throw error;
      toastUndo(error.message);
    }
  });
}

/** @param {{ number: number }} gone */
function dismiss(gone) {
  toasts = toasts.filter((one) => one.number !== gone.number);
  changed();
}

/** The notes at the bottom, for the frame. */
export function toastsTree() {
  return h('div', { class: 'toasts', role: 'status', key: 'toasts' }, toasts.map((one) => {
    const at = 'toast-' + one.number;
    return h('div', { class: 'toast', key: at }, h('span', null, one.text, refused(at)),
      one.undo && h('button', {
        type: 'button', class: 'button', disabled: state.connection !== 'live',
        onclick: () => doing(at, async () => {
          await one.undo?.();
          dismiss(one);
        }),
      }, 'Undo'),
      h('button', { type: 'button', class: 'button', 'aria-label': 'Dismiss', onclick: () => dismiss(one) }, icon('close')));
  }));
}
