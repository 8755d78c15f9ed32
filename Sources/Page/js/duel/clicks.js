// @ts-check
// Clicks that may be the first half of a double click: Cockatrice plays a card and draws one by that.
import { closeDialog } from '../dialogs.js';

/** So long a first click waits for the second one. */
const waitMilliseconds = 250;
/** So long a second one counts, although what the first one opens is there by then. */
const doubleMilliseconds = 500;
/** So far in px the two may be from each other. */
const slack = 6;

/**
 * Ends the wait for a second click, and what the first one would still do.
 * @type {() => void}
 */
let forget = () => {};

/**
 * Does one thing for a click and another one for a double click of a mouse. A key or a finger does not wait for a second click.
 * @param {MouseEvent} event
 * @param {() => any} once
 * @param {() => any} twice
 */
export function clicked(event, once, twice) {
  forget();
  if (event.detail === 0 || /** @type {PointerEvent} */ (event).pointerType === 'touch') return once();
  const { clientX, clientY } = event;
  const timer = setTimeout(once, waitMilliseconds);
  const end = setTimeout(() => forget(), doubleMilliseconds);
  const second = (/** @type {MouseEvent} */ other) => {
    if (other === event || other.detail === 0 || Math.hypot(other.clientX - clientX, other.clientY - clientY) > slack) return;
    other.stopPropagation();
    other.preventDefault();
    forget();
    closeDialog();
    twice();
  };
  addEventListener('click', second, { capture: true });
  forget = () => {
    clearTimeout(timer);
    clearTimeout(end);
    removeEventListener('click', second, { capture: true });
    forget = () => {};
  };
  return undefined;
}
