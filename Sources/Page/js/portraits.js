// @ts-check
// The drawings that stand beside people's names (row W-22). A portrait is shown as an image, in which nothing runs.
import { reading } from './reads.js';

/** @type {Map<string, { svg: string, url: string }>} */
const portraits = new Map();
/** @type {object | undefined} the answer that they are from */
let last;

/**
 * The address of somebody's portrait; empty for none.
 * @param {string | undefined} author
 */
export function portraitOf(author) {
  const { answer } = reading('drawings/portraits', {}, { views: ['PortraitView'] });
  if (answer && answer !== last) {
    last = answer;
    take(answer.portraits ?? []);
  }
  return portraits.get(author ?? '')?.url ?? '';
}

/** @param {parlor.PortraitView[]} found */
function take(found) {
  const known = new Map(portraits);
  portraits.clear();
  for (const { author = '', svg = '' } of found) {
    const before = known.get(author);
    known.delete(author);
    if (before && before.svg !== svg) URL.revokeObjectURL(before.url);
    portraits.set(author, before?.svg === svg ? before : { svg, url: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })) });
  }
  for (const gone of known.values()) URL.revokeObjectURL(gone.url);
}
