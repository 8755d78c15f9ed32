// @ts-check
// How a file comes to the page: it is chosen, or dropped on a part of the screen.
import { h } from './view.js';
import { refuse } from './doing.js';
import { state } from './state.js';

/**
 * The field of a file, dressed as a button.
 * @param {string} label
 * @param {string} accept
 * @param {(file: File) => any} take
 */
export const fileButton = (label, accept, take) => h(
  'label', { class: 'button file' }, label, h('input', {
    type: 'file',
    class: 'visually-hidden',
    accept,
    disabled: state.connection !== 'live',
    onchange: (/** @type {any} */ event) => {
      const [file] = event.target.files ?? [];
      event.target.value = '';
      if (file) take(file);
    },
  }));

/**
 * What makes an element take files that are dropped on it.
 * @param {string} at where it is said that none can be taken now, as for `refused(at)`
 * @param {(files: File[]) => any} take
 */
export function takesFiles(at, take) {
  return {
    ondragover: (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    ondrop: (/** @type {DragEvent} */ event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      if (state.connection !== 'live') return refuse(at, 'Parlor does not answer now: drop the file again when it is back.');
      take(files);
    },
  };
}
