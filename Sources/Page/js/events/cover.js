// @ts-check
// What an event looks like: its picture, cut as its people chose, or a wallpaper of its own.

import { h } from '../view.js';
import { changed } from '../state.js';
import { colourOfAuthor } from '../people.js';
import { wallpaper } from '../pictures.js';

/**
 * How large pictures are, in pixels; null for one that cannot be shown.
 * @type {Map<string, { width: number, height: number } | null>}
 */
const sizes = new Map();

/**
 * The address of a picture as the daemon draws it, and its size once it has come.
 * @param {string} blob
 * @param {number} width
 */
export function picture(blob, width) {
  const address = `/v1/pictures/${encodeURIComponent(blob)}?width=${width}`;
  if (!sizes.has(address)) {
    sizes.set(address, null);
    const image = new Image();
    image.onload = () => {
      sizes.set(address, { width: image.naturalWidth, height: image.naturalHeight });
      changed();
    };
    image.src = address;
  }
  return { address, size: sizes.get(address) };
}

/**
 * The colour of an event: that of who made it.
 * @param {parlor.EventView} view
 */
export const eventColour = (view) => colourOfAuthor(view.author);

/**
 * The picture of an event that can be shown: it has one, and all of it is here; empty otherwise.
 * @param {parlor.EventView} view
 */
export function shownPicture({ picture: one }) {
  return one?.blob && !one.problem && Number(one.received ?? 0) >= Number(one.size ?? 0) ? one.blob : '';
}

/**
 * The cover of an event.
 * @param {parlor.EventView} view
 * @param {string} place where it stands: ids in a document are unique
 * @param {number} [width]
 */
export function cover(view, place, width = 640) {
  const blob = shownPicture(view);
  const shown = blob ? picture(blob, width) : null;
  return h(
    'span', { class: `cover c-${eventColour(view)}`, 'aria-hidden': 'true' },
    shown?.size ? cropped(shown.address, shown.size, view.picture?.crop) : wallpaper(view.id ?? '', place, 36));
}

/**
 * A part of a picture that fills its place, whatever the shape of that is.
 * @param {string} address
 * @param {{ width: number, height: number }} size
 * @param {parlor.PictureCrop} [crop] in parts of 10,000
 */
export function cropped(address, size, crop) {
  const part = { x: crop?.x ?? 0, y: crop?.y ?? 0, width: crop?.width || 10000, height: crop?.height || 10000 };
  const box = [part.x * size.width, part.y * size.height, part.width * size.width, part.height * size.height].map((value) => value / 10000);
  return h(
    'svg', { class: 'cropped', viewBox: box.join(' '), preserveAspectRatio: 'xMidYMid slice' },
    h('image', { href: address, width: size.width, height: size.height, preserveAspectRatio: 'none' }));
}
