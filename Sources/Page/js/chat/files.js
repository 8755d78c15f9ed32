// @ts-check
// The files of a room.
import { h } from '../view.js';
import { action, menu, whenRead } from '../parts.js';
import { ask } from '../dialogs.js';
import { refused, told } from '../doing.js';
import { icon } from '../pictures.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { reading } from '../reads.js';
import { changed, command } from '../state.js';
import { moment, size } from '../texts.js';
import { share } from './box.js';

/** How many files are shown; more on demand. */
let shown = 50;

/**
 * What is shared in a room, newest first.
 * @param {parlor.RoomView} room
 */
export function filesList(room) {
  const id = room.id ?? '';
  const list = reading('files/list', { room: id, limit: shown }, { room: id });
  return h('section', { class: 'page', 'aria-label': 'Files' },
    h('header', { class: 'head' }, h('h2', null, 'Files'),
      h('label', { class: 'button' }, icon('plus'), 'Share a file', h('input', {
        type: 'file', class: 'visually-hidden', multiple: true, onchange: (/** @type {any} */ event) => {
          share(id, [...event.target.files]);
          event.target.value = '';
        },
      }))),
    refused('say-' + id),
    whenRead(list, (answer) => {
      const files = (answer.files ?? []).filter((file) => !file.deleted);
      if (!files.length) return h('p', { class: 'empty' }, 'No file is shared here. Drop one on this page, up to 4 MiB.');
      return [
        h('ul', { class: 'lines' }, files.map((file) => fileLine(file, id))),
        answer.before && action({ at: 'older', label: 'Older files', act: older }),
      ];
    }));
}

function older() {
  shown = Math.min(500, shown + 50);
  changed();
}

/**
 * @param {parlor.FileView} file
 * @param {string} room
 */
function fileLine(file, room) {
  const isWhole = Number(file.received ?? 0) >= Number(file.size ?? 0);
  const state = isWhole ? size(file.size) : file.problem ? told(file.problem, file.remedy) : `${size(file.received)} of ${size(file.size)} are here`;
  const inside = [h('strong', null, said(file.name)), h('span', null, state, ', ', nameOf(file.author_name, colourOfAuthor(file.author)), ', ', moment(file.wall_milliseconds))];
  return h('li', { key: file.id }, icon('clip'),
    h('span', { class: 'what' }, inside),
    isWhole && h('a', { class: 'button', href: `/v1/blobs/${file.blob}`, download: file.name }, icon('download'), 'Save'),
    file.own && menu({ at: 'file-' + file.id, label: `What to do with ${file.name}` }, [
      { label: 'Take it back', icon: 'trash', isBad: true, act: () => takeBack(file, room) },
    ]));
}

/**
 * @param {parlor.FileView} file
 * @param {string} room
 */
async function takeBack(file, room) {
  const isSure = await ask({ title: 'Take the file back?', text: ['Everybody lets go of the bytes of ', said(file.name), '.'], yes: 'Take it back', isBad: true });
  if (isSure) await command('files/delete', { room, file: file.id });
}
