// @ts-check
// A drawing that was saved: the picture and its replay, who drew it, likes and comments (rows W-03 to W-05, W-19, W-20, W-23).
import { h } from '../view.js';
import { command } from '../state.js';
import { cardItem, comments } from '../chat/item.js';
import { historyItem } from '../history.js';
import { avatar, icon } from '../pictures.js';
import { ask, closeDialog, openDialog, toast } from '../dialogs.js';
import { formOf } from '../forms.js';
import { action, head, linkButton, menu } from '../parts.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { go } from '../router.js';
import { dateAndTime, list } from '../texts.js';
import { paint } from './ink.js';
import { playerInks, playerTree } from './player.js';
import { texts } from './texts.js';

/**
 * @param {parlor.DrawingView} view
 */
export function details(view) {
  const id = view.id ?? '';
  return [
    head(said(view.title || texts.untitled),
      action({ at: 'like', label: view.liked ? 'Liked' : texts.like, icon: 'star', look: view.liked ? 'button' : 'button plain', act: () => command('drawings/like', { drawing: id, off: !!view.liked }) }),
      linkButton({ label: texts.drawOn, icon: 'edit', href: '#/drawings/from/' + id }),
      more(view)),
    h('div', { class: 'drawing-columns', key: 'columns-' + id },
      playerTree(view),
      h('div', { class: 'drawing-about' }, about(view), comments({ room: view.room, id, count: view.comments }, { title: texts.comments, label: texts.comment }))),
  ];
}

/** @param {parlor.DrawingView} view */
function about(view) {
  const artists = view.artists ?? [];
  return h('section', { class: 'panel', 'aria-label': 'About this drawing' },
    h('p', { class: 'drawing-by' }, avatar({ name: view.author_name, author: view.author, colour: colourOfAuthor(view.author, view.colour) }), ' By ', nameOf(view.author_name ?? '', view.colour)),
    h('dl', { class: 'facts' },
      fact('Drawn', dateAndTime(Number(view.made))),
      fact('Time spent', view.time_spent ?? ''),
      fact('Strokes', String(view.strokes ?? 0)),
      artists.length > 1 && fact('Together', artists.map((one, place) => [place > 0 && ', ', said(one.name ?? '')])),
      view.source && fact('Began with', [view.source_title ? h('a', { href: '#/drawings/' + view.source }, said(view.source_title)) : 'a drawing that is gone', view.source_author_name && [' by ', said(view.source_author_name)]]),
      fact('Seen by', [said(view.room_name === 'lobby' ? 'Everybody on the network' : view.room_name ?? '')])),
    (view.likers ?? []).length > 0 && h('p', { class: 'second' }, icon('star'), ' Liked by ', said(list(view.likers ?? []))),
    view.hidden && h('p', { class: 'hint' }, view.hidden_by_owner ? 'The owner of the room hides it from everybody.' : 'You hide it from your gallery.'));
}

/** @param {string} name @param {import('../view.js').Child} text */
const fact = (name, text) => h('div', null, h('dt', null, name), h('dd', null, text));

/** @param {parlor.DrawingView} view */
function more(view) {
  const id = view.id ?? '';
  const save = (/** @type {string} */ format, /** @type {string} */ ending) => ({ label: `${texts.export}: ${ending}`, icon: 'download', act: () => download(view, format, ending) });
  return menu({ at: 'more', label: 'More' }, [
    save('svg', 'SVG'), { label: `${texts.export}: PNG`, icon: 'download', act: () => downloadPNG(view) }, save('film', 'SVG that plays'),
    save('json', 'JSON'), save('excalidraw', '.excalidraw'), save('drawpile', 'Drawpile (.dptxt)'),
    cardItem({ room: view.room, id, title: view.title || texts.untitled }), historyItem(view.room, id),
    view.own && { label: texts.rename, icon: 'edit', act: () => rename(view) },
    view.own && { label: texts.portrait, icon: 'people', act: async () => { await command('drawings/set-portrait', { drawing: id }); toast('Everybody sees it beside your name now.'); } },
    { label: view.hidden && !view.hidden_by_owner ? texts.show : texts.hide, icon: 'eye', act: () => command('drawings/hide', { drawing: id, off: !!view.hidden && !view.hidden_by_owner }) },
    view.may_hide_for_all && { label: view.hidden_by_owner ? texts.show : texts.hideAll, icon: 'block', act: () => command('drawings/hide', { drawing: id, everybody: true, off: !!view.hidden_by_owner }) },
    view.may_delete && { label: texts.remove, icon: 'trash', isBad: true, act: () => remove(id) },
  ]);
}

/** @param {parlor.DrawingView} view */
function rename(view) {
  const form = formOf('drawings/rename/' + view.id, { title: view.title ?? '' });
  openDialog(texts.rename, () => form.form({
    send: texts.rename, edits: true, submit: () => command('drawings/rename', { drawing: view.id, title: form.values.title }),
    done: () => {
      form.drop();
      closeDialog();
    },
  }, form.text('title', { label: 'Title' })));
}

/** @param {string} id */
async function remove(id) {
  if (!await ask({ title: texts.askDelete, yes: texts.remove, isBad: true })) return;
  await command('drawings/delete', { drawings: [id] });
  go('#/drawings');
}

/** @type {Record<string, string>} */
const endings = { svg: '.svg', film: '-film.svg', json: '.json', excalidraw: '.excalidraw', drawpile: '.dptxt' };

/** @param {parlor.DrawingView} view @param {string} format @param {string} label */
async function download(view, format, label) {
  const made = await command('drawings/export', { drawing: view.id, format });
  keep(new Blob([made.text ?? ''], { type: format === 'svg' || format === 'film' ? 'image/svg+xml' : 'application/json' }), fileName(view) + endings[format]);
  for (const lost of made.lost ?? []) toast(`${label}: lost. ${lost}`);
}

/** @param {parlor.DrawingView} view */
async function downloadPNG(view) {
  const sheet = document.createElement('canvas');
  sheet.width = sheet.height = 2000;
  paint(sheet, playerInks());
  const pen = sheet.getContext('2d');
  if (!pen) return;
  // The paper lies behind the ink.
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.globalCompositeOperation = 'destination-over';
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  const bytes = await new Promise((/** @type {(blob: Blob | null) => void} */ answer) => sheet.toBlob(answer));
  if (bytes) keep(bytes, fileName(view) + '.png');
}

/** @param {parlor.DrawingView} view */
const fileName = (view) => (view.title || texts.untitled).replace(/[^\p{L}\p{N} _-]/gu, '-').slice(0, 60);

/** @param {Blob} bytes @param {string} name */
function keep(bytes, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
