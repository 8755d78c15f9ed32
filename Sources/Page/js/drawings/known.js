// @ts-check
// What is known of one drawing or paper, and which are gone: those are not asked for again.
import { reading } from '../reads.js';
import { watch } from '../state.js';

/** @type {Set<string>} */
const gone = new Set();

watch((change) => {
  const view = /** @type {any} */ (change?.record?.view);
  if (!String(view?.['@type'] ?? '').endsWith('.DrawingView')) return;
  if (view.deleted) gone.add(view.id);
  else gone.delete(view.id);
});

/**
 * What is known of a paper or a drawing.
 * @param {string} id
 * @returns {import('../reads.js').Reading<parlor.DrawingView>}
 */
export function viewOf(id) {
  if (gone.has(id)) return { answer: { id, deleted: true }, refused: null, late: false };
  return reading('drawings/show', { drawing: id }, { views: ['DrawingView', 'StrokeView', 'MessageView'] });
}
