// @ts-check
// Giving an event a picture and choosing what of it is shown (rows E-37, E-38, E-41, E-42). A finger moves it, two
// fingers and the wheel zoom; three sliders do the same for the keyboard.

import { h } from '../view.js';
import { changed, command, keepBytes, Refused } from '../state.js';
import { toast } from '../dialogs.js';
import { icon } from '../pictures.js';
import { attempt } from '../attempt.js';
import { isBusy, refused } from '../doing.js';
import { whenRead } from '../parts.js';
import { grip, place } from '../drawings/lens.js';
import { go } from '../router.js';
import { eventReading } from './count.js';
import { cropped, picture } from './cover.js';
import { leaveSearch, pictureSearch } from './picture-search.js';
import { texts } from './texts.js';

/**
 * A picture that was chosen and not saved yet: its bytes, its address here, its size, and what of it is shown.
 * @typedef {{ event: string, bytes: Blob | null, address: string, width: number, height: number, source: string }} Chosen
 */

/** @type {(Chosen & { zoom: number, x: number, y: number }) | null} */
let chosen = null;

/** The form of the part that is shown: as wide as the countdown. */
const shape = 16 / 9;
const limit = 4 * 1024 * 1024;
/** Wider pictures are made smaller before they are sent. */
const mostWidth = 2560;

addEventListener('hashchange', () => {
  leavePicture();
  leaveSearch();
});

/** Forgets what was not saved: when the screen is left. */
function leavePicture() {
  if (chosen?.bytes) URL.revokeObjectURL(chosen.address);
  chosen = null;
}

/** @param {string} id */
export const pictureForm = (id) => whenRead(eventReading(id), (view) => shownForm(id, view));

/**
 * @param {string} id
 * @param {parlor.EventView} view
 */
function shownForm(id, view) {
  if (chosen && chosen.event !== id) leavePicture();
  if (!chosen && view.picture?.blob) takeShown(id, view.picture);
  const take = (/** @type {any} */ event) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) attempt('event/picture', () => takeFile(id, file));
  };
  return h(
    'section', { class: 'panel form picture-form', key: 'picture' }, h('h1', null, texts.picture, ' of ', h('bdi', null, view.name)),
    h('div', { class: 'actions' },
      h('label', { class: 'button file' }, icon('picture'), 'Choose a picture',
        h('input', { type: 'file', class: 'visually-hidden', accept: 'image/png,image/jpeg,image/webp', onchange: take })),
      h('label', { class: 'button file' }, icon('camera'), texts.noCamera,
        h('input', { type: 'file', class: 'visually-hidden', accept: 'image/*', capture: 'environment', onchange: take }))),
    pictureSearch((file) => attempt('event/picture', () => takeFile(id, file))),
    chosen ? cropper(chosen) : h('p', { class: 'hint' }, texts.picturePlain), refused('event/picture'),
    h('div', { class: 'actions' },
      h('button', { class: 'button', disabled: !chosen || isBusy('event/picture'), onclick: () => save(view) }, texts.save),
      view.picture &&
        h('button', {
          class: 'button bad',
          onclick: async () => {
            if (await attempt('event/picture', () => command('events/remove-picture', { room: view.room, event: id }))) {
              leavePicture();
              go(`#/events/${id}`);
            }
          }
        },
          'Remove the picture'),
      h('a', { class: 'button', href: `#/events/${id}` }, 'BACK')));
}

/**
 * Begins with the picture that the event has.
 * @param {string} id
 * @param {parlor.PictureView} shown
 */
function takeShown(id, shown) {
  const { address, size } = picture(shown.blob ?? '', 1280);
  if (!size) return;
  const crop = shown.crop;
  const wide = widest(size);
  const zoom = crop?.width ? Math.max(1, wide.width / (crop.width / 10000)) : 1;
  chosen = {
    event: id,
    bytes: null,
    address,
    ...size,
    source: shown.source ?? '',
    zoom,
    x: crop ? (crop.x ?? 0) / 10000 + (crop.width ?? 0) / 20000 : 0.5,
    y: crop ? (crop.y ?? 0) / 10000 + (crop.height ?? 0) / 20000 : 0.5
  };
}

/**
 * The widest part in the right shape, in parts of the picture.
 * @param {{ width: number, height: number }} size
 */
function widest({ width, height }) {
  const own = width / height;
  return own > shape ? { width: shape / own, height: 1 } : { width: 1, height: own / shape };
}

/**
 * What is shown, in parts of 10,000.
 * @param {NonNullable<typeof chosen>} one
 * @returns {parlor.PictureCrop}
 */
function crop(one) {
  const most = widest(one);
  const [width, height] = [most.width / one.zoom, most.height / one.zoom];
  one.x = Math.min(1 - width / 2, Math.max(width / 2, one.x));
  one.y = Math.min(1 - height / 2, Math.max(height / 2, one.y));
  const part = (/** @type {number} */ value) => Math.round(value * 10000);
  return { x: part(one.x - width / 2), y: part(one.y - height / 2), width: Math.max(1, part(width)), height: Math.max(1, part(height)) };
}

const hand = grip();

/**
 * Shows the picture so many times as large; what is under a point of the stage stays there.
 * @param {NonNullable<typeof chosen>} one
 * @param {number} by
 * @param {{ x: number, y: number }} at in widths and heights of the stage
 */
function stretch(one, by, at) {
  const before = crop(one);
  one.zoom = Math.min(8, Math.max(1, one.zoom * by));
  const most = widest(one);
  one.x += (at.x - 0.5) * ((before.width ?? 0) / 10000 - most.width / one.zoom);
  one.y += (at.y - 0.5) * ((before.height ?? 0) / 10000 - most.height / one.zoom);
  changed();
}

/** @param {NonNullable<typeof chosen>} one */
function cropper(one) {
  const part = crop(one);
  const slider =
    (/** @type {string} */ label, /** @type {'zoom' | 'x' | 'y'} */ name, /** @type {number} */ min, /** @type {number} */ max) =>
      h('label', null, label, h('input', {
          type: 'range',
          min,
          max,
          step: 0.01,
          value: String(one[name]),
          oninput: (/** @type {any} */ event) => {
            one[name] = Number(event.target.value);
            changed();
          }
        }));
  return h(
    'div', { class: 'cropper' },
    h('div', {
      class: 'cover crop-stage',
      'aria-hidden': 'true',
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        const stage = /** @type {Element} */ (event.currentTarget);
        stage.setPointerCapture(event.pointerId);
        hand.held.set(event.pointerId, place(event, stage));
      },
      onpointermove: (/** @type {PointerEvent} */ event) => {
        const step = hand.moved(event.pointerId, place(event, /** @type {Element} */ (event.currentTarget)));
        if (!step) return;
        const { width = 1, height = 1 } = crop(one);
        one.x -= step.x * width / 10000;
        one.y -= step.y * height / 10000;
        stretch(one, step.by, step.at);
      },
      onpointerup: (/** @type {PointerEvent} */ event) => hand.held.delete(event.pointerId),
      onpointercancel: (/** @type {PointerEvent} */ event) => hand.held.delete(event.pointerId),
      onwheel: (/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        stretch(one, event.deltaY < 0 ? 1.1 : 1 / 1.1, place(event, /** @type {Element} */ (event.currentTarget)));
      },
    },
      cropped(one.address, one, part)),
    slider('Zoom', 'zoom', 1, 8), slider('From left to right', 'x', 0, 1), slider('From top to bottom', 'y', 0, 1));
}

/**
 * Takes a file of a person; one that is too large is made smaller here.
 * @param {string} id
 * @param {File} file
 */
async function takeFile(id, file) {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Refused('This is no picture that the browser can read: choose a PNG, JPEG or WebP file.');
  });
  if (await moves(file)) toast('The picture moves: only the first of its pictures is kept.');
  /** @type {Blob} */
  let bytes = file;
  let { width, height } = bitmap;
  if (file.size > limit || width > mostWidth * 2 || !['image/png', 'image/jpeg', 'image/webp'].includes(file.type)) {
    const scale = Math.min(1, mostWidth / Math.max(width, height));
    [width, height] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
    bytes = await new Promise((done) => {
      canvas.toBlob((blob) => done(blob ?? file), 'image/jpeg', 0.88);
    });
  }
  bitmap.close();
  leavePicture();
  chosen = { event: id, bytes, address: URL.createObjectURL(bytes), width, height, source: file.name.slice(0, 200), zoom: 1, x: 0.5, y: 0.5 };
  changed();
}

/**
 * Whether a file has more than one picture, one after the other; no where the browser cannot tell.
 * @param {File} file
 * @returns {Promise<boolean>}
 */
async function moves(file) {
  const { ImageDecoder } = /** @type {any} */ (window);
  if (!ImageDecoder) return false;
  try {
    const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type });
    await decoder.tracks.ready;
    return decoder.tracks.selectedTrack?.animated === true;
  } catch {
    return false;
  }
}

/** @param {parlor.EventView} view */
async function save(view) {
  const one = chosen;
  if (!one) return;
  const done = await attempt('event/picture', async () => {
    const blob = one.bytes ? await keepBytes(one.bytes) : '';
    await command('events/set-picture', { room: view.room, event: view.id, blob, crop: crop(one), source: one.source });
  });
  if (!done) return;
  leavePicture();
  go(`#/events/${view.id}`);
}
