// @ts-check
// How a file comes to the page: it is chosen, or dropped on a part of the screen.
import { h } from './view.js';
import { refuse } from './doing.js';
import { Refused, state } from './state.js';

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
 * Asks for a file without a field on the screen, as from a menu.
 * @param {string} accept
 * @param {(file: File) => any} take
 */
export function pickFile(accept, take) {
  const field = Object.assign(document.createElement('input'), { type: 'file', accept });
  field.onchange = () => field.files?.[0] && take(field.files[0]);
  field.click();
}

/** The longest text of a file that goes into a field. */
const longest = 1 << 20;

/**
 * The text of a file in UTF-8, in UTF-16 with a mark, or else in Windows-1252: as the daemon reads files.
 * @param {File} file
 * @returns {Promise<{ text: string, isLikely: boolean }>} `isLikely` where nothing but the bytes says which encoding it is
 */
export async function textOf(file) {
  if (file.size > longest) throw new Refused('The file has more than 1 MiB: choose another one.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return { text: new TextDecoder(mark, { fatal: true }).decode(bytes), isLikely: false };
  } catch {
    const text = mark === 'utf-8' ? new TextDecoder('windows-1252').decode(bytes) : '\0';
    // Texts have none of these.
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text))
      throw new Refused('The file is text neither in UTF-8 nor in UTF-16 with a mark nor in Windows-1252: save it as UTF-8 in the program that wrote it.');
    return { text, isLikely: true };
  }
}

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
