// @ts-check
// A picture of a countdown as it is now, without the tools around it (rows E-11, E-12): a file to keep, send or print.

import { h } from '../view.js';
import { patch } from '../view.js';
import { saveFile } from '../attempt.js';
import { closeDialog, openDialog, toast } from '../dialogs.js';
import { formOf } from '../forms.js';
import { sharedRooms } from '../shared-rooms.js';
import { command, keepBytes, Refused } from '../state.js';
import { parts, unitName } from './countdown.js';
import { cropped, eventColour, picture, shownPicture } from './cover.js';
import { dateText, timing } from './dates.js';
import { nextOf } from './repeat.js';
import { texts } from './texts.js';
import { wallpaper } from '../pictures.js';

const [width, height] = [960, 540];
/** The pixels of a picture for each one of the drawing. */
const sharpness = 2;

/** @typedef {import('./countdown.js').Countdown} Countdown */

/**
 * The picture as an SVG, with the event's own picture inside.
 * @param {parlor.EventView} view
 * @param {Countdown} time
 * @param {boolean} isPast
 * @returns {Promise<string>}
 */
async function drawn(view, time, isPast) {
  const place = document.createElement('div');
  const dye =
    getComputedStyle(document.querySelector(`.c-${eventColour(view)}`) ?? document.body).getPropertyValue('--dye').trim() || '#1D6B3E';
  const when = timing(view);
  const behind = await background(view);
  patch(place, [
    h('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      'font-family': 'system-ui, sans-serif',
      fill: '#fff',
      'text-anchor': 'middle'
    },
      h('rect', { width, height, fill: dye }),
      behind?.tree ?? h('g', { fill: 'none', stroke: '#fff', 'stroke-width': 1.1, color: '#fff', opacity: 0.3 }, wallpaper(view.id ?? '', 'snapshot', 48)),
      h('rect', { y: 150, width, height: 250, fill: '#000', opacity: behind ? 0.55 : 0.42 }),
      isPast ? h('text', { x: 480, y: 265, 'font-size': 64, 'font-weight': 700 }, texts.past)
             : parts(time)
                 .map(
                   ({ unit, count }, index) =>
                     h('g', { transform: `translate(${160 + index * 160} 250)` }, h('text', { 'font-size': 72, 'font-weight': 700 }, count),
                       h('text', { y: 34, 'font-size': 20 }, unitName(unit, count)))),
      h('text', { x: 480, y: 345, 'font-size': fitting(view.name ?? ''), 'font-weight': 600 }, `${texts.until} ${view.name}`),
      h('text', { x: 480, y: 380, 'font-size': 20 }, dateText(nextOf(when, Date.now()).start, when)))
  ]);
  const text = new XMLSerializer().serializeToString(/** @type {Element} */ (place.firstElementChild));
  return behind ? text.replace(`href="${inside}"`, () => `href="${behind.address}"`) : text;
}

/** The place of the picture's bytes while the drawing is made: the page itself may load nothing from a `data:` address. */
const inside = '#picture';

/**
 * The part of the event's picture that its people chose, and its bytes as an address; null where it has none.
 * @param {parlor.EventView} view
 */
async function background(view) {
  const blob = shownPicture(view);
  if (!blob) return null;
  const { address, size } = picture(blob, 1280);
  if (!size) throw new Refused('The picture is not here yet: try again in a moment.');
  const bytes = await (await fetch(address)).blob();
  /** @type {string} */
  const text = await new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(new Refused('The picture cannot be read: try again.'));
    reader.readAsDataURL(bytes);
  });
  const tree = cropped(inside, size, view.picture?.crop);
  return { address: text, tree: { ...tree, props: { ...tree.props, width, height } } };
}

/**
 * An SVG in pixels, as a PNG.
 * @param {string} text
 * @returns {Promise<Blob>}
 */
async function painted(text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const sheet = Object.assign(document.createElement('canvas'), { width: width * sharpness, height: height * sharpness });
    sheet.getContext('2d')?.drawImage(image, 0, 0, sheet.width, sheet.height);
    const bytes = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => sheet.toBlob(done));
    if (!bytes) throw new Refused('The browser cannot make a PNG of it: take the SVG.');
    return bytes;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * The entries of a menu with all that can be done with the picture of a countdown.
 * @param {parlor.EventView} view
 * @param {Countdown} time
 * @param {boolean} isPast
 */
export function snapshots(view, time, isPast) {
  const name = view.name || 'event';
  const png = async () => painted(await drawn(view, time, isPast));
  return [
    { label: texts.snapshotPNG, icon: 'download', act: async () => saveFile(await png(), name + '.png', 'image/png') },
    { label: texts.snapshotSVG, icon: 'download', act: async () => saveFile(await drawn(view, time, isPast), name + '.svg', 'image/svg+xml') },
    typeof ClipboardItem === 'function' && {
      label: texts.snapshotCopy, icon: 'copy', act: async () => {
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]);
        toast(texts.snapshotCopied);
      },
    },
    sharedRooms().length > 0 && { label: texts.snapshotShare, icon: 'share', act: () => openShare(name + '.png', png) },
  ];
}

/**
 * Asks for a room, and shares the picture there as a file.
 * @param {string} name
 * @param {() => Promise<Blob>} png
 */
function openShare(name, png) {
  openDialog(texts.snapshotShare, () => {
    const rooms = sharedRooms();
    const form = formOf('event/snapshot/share', { room: rooms[0]?.[0] ?? '' });
    return form.form({
      send: texts.share, disabled: !rooms.length, cancel: closeDialog, done: closeDialog,
      submit: async () => command('files/share', { room: form.values.room, name, blob: await keepBytes(await png()) }),
    }, form.select('room', { label: 'With', options: rooms }));
  });
}

/**
 * A size in which a name fits onto the picture.
 * @param {string} name
 */
const fitting = (name) => Math.max(12, Math.min(36, 1500 / (name.length + 6)));
