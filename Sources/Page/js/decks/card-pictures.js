// @ts-check
// Pictures of cards from a folder of our person's, as the daemon draws them (rows D-61 and V-51). Each lies over what is drawn of the card without
// one, which is seen until the picture has come, and where there is none.
import { changed, state, watch } from '../state.js';
import { h } from '../view.js';

/** How wide pictures are asked for, in pixels: the first that is as wide as the card, and the last for one seen large. */
const widths = [128, 256, 640];

/**
 * The cards that have no picture in the folder.
 * @type {Set<string>}
 */
const without = new Set();
let folder = 'off';

/** Whether there is a folder of pictures. */
export function hasPictures() {
  const now = (state.settings?.settings ?? []).find((one) => one.key === 'card-picture-folder')?.value ?? 'off';
  if (now !== folder) without.clear();
  folder = now;
  return now !== 'off';
}

watch((change) => {
  if (!change) without.clear();
});

/**
 * Where the picture of a card may be; empty where it has none.
 * @param {{ name?: string, set?: string, number?: string }} card
 */
export function placeOf({ name = '', set = '', number = '' }) {
  if (!name || !hasPictures()) return '';
  const place = '/v1/card-pictures?' + Object.entries({ name, set, number }).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  return without.has(place) ? '' : place;
}

/**
 * The pictures that are seen and were not asked for yet, in the order in which they came.
 * @type {HTMLImageElement[]}
 */
const waiting = [];
/** So many come at the same time: a whole table of them leaves room for what a person does meanwhile. */
const mostAtOnce = 4;
let coming = 0;
/**
 * Those that are decoded and not seen yet. They are shown several at once: a table is painted again for each time, not for each picture.
 * @type {HTMLImageElement[]}
 */
let decoded = [];
const showMilliseconds = 100;

/** Pictures that come near the window begin to wait. */
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    waiting.push(/** @type {HTMLImageElement} */ (target));
  }
  while (coming < mostAtOnce && waiting.length) come(/** @type {HTMLImageElement} */ (waiting.shift()));
}, { rootMargin: '200px' });

/**
 * Asks for a picture as wide as it is seen, decodes it beside the page's own work, and goes on to the next one.
 * @param {HTMLImageElement} image
 */
async function come(image) {
  const { place = '', size } = image.dataset;
  const wanted = image.clientWidth * devicePixelRatio;
  if (!image.isConnected) return next();
  coming += 1;
  image.src = `${place}&width=${size === 'large' ? widths.at(-1) : widths.find((one) => one >= wanted) ?? widths.at(-1)}`;
  try {
    await image.decode();
    if (!decoded.length) setTimeout(show, showMilliseconds);
    decoded.push(image);
  } catch {
    // One that does not come says so by itself.
  }
  coming -= 1;
  next();
}

function show() {
  for (const image of decoded) image.classList.add('is-here');
  decoded = [];
}

/** The next picture begins in a frame of its own. */
function next() {
  const image = waiting.shift();
  if (image) setTimeout(() => come(image));
}

/**
 * The picture at a place, which is asked for once it comes near the window.
 * @param {string} place
 * @param {'small' | 'large'} size a large one is to be read
 */
export const photo = (place, size = 'small') => (place ? h('img', {
  class: 'card-photo', key: place, alt: '', decoding: 'async', draggable: 'false', 'data-place': place, 'data-size': size,
  onerror: () => {
    without.add(place);
    changed();
  },
  made: (/** @type {HTMLImageElement} */ image) => near.observe(image),
}) : null);
