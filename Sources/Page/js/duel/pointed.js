// @ts-check
// The card that a key is for: the one under the mouse where a person moved that last, or else the one that has the focus.
import { isReturning } from '../view.js';

/**
 * What the mouse was moved to.
 * @type {Element | null}
 */
let under = null;
let isMouse = false;
let last = { x: 0, y: 0 };

/**
 * The listener of the table for a pointer that moves.
 * @param {PointerEvent} event
 */
export function pointing({ pointerType, target, clientX: x, clientY: y }) {
  // A browser also tells of a mouse that rests while cards move below it.
  if (pointerType !== 'mouse' || x === last.x && y === last.y) return;
  last = { x, y };
  isMouse = true;
  under = /** @type {Element} */ (target);
}

/**
 * Whether a person has put the focus on a card. It is not so where the card beside it was played by the mouse: the focus moves by itself then.
 * @param {EventTarget | null} card
 */
export function isMeant(card) {
  if (isReturning && isMouse) return false;
  // A press of the mouse puts the focus on what is under it.
  isMouse &&= card === cardUnder();
  return true;
}

const cardUnder = () => under?.isConnected ? under.closest('[data-card]') : null;

/**
 * The card that a key is for; null for the one that was chosen before.
 * @param {Element} target of the key
 */
export const cardFor = (target) => (isMouse ? cardUnder() : target.closest('[data-card]'));
