// @ts-check
// A pointer that is down on the table is followed wherever it goes, until it is up, the browser takes it away, or Escape ends what it began.

/**
 * Follows the pointer that an event is of; another finger changes nothing. While it is followed, Escape means nothing else.
 * @param {PointerEvent} down
 * @param {{ move?: (event: PointerEvent) => any, up: (event: PointerEvent) => any, cancel: () => any }} on
 * @returns {() => void} ends it
 */
export function followed({ pointerId }, { move, up, cancel }) {
  const own = (/** @type {((event: PointerEvent) => any) | undefined} */ act) => (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === pointerId) act?.(event);
  };
  const [moves, ups, cancels] = [own(move), own(up), own(cancel)];
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  };
  // A card that does not move costs nothing while the pointer does.
  if (move) addEventListener('pointermove', moves);
  addEventListener('pointerup', ups);
  addEventListener('pointercancel', cancels);
  addEventListener('keydown', key, { capture: true });
  return () => {
    removeEventListener('pointermove', moves);
    removeEventListener('pointerup', ups);
    removeEventListener('pointercancel', cancels);
    removeEventListener('keydown', key, { capture: true });
  };
}
