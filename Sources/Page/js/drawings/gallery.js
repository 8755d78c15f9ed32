// @ts-check
// The gallery: thumbnails of one size, three in a row (rows W-01, W-02, W-06, W-16).
import { h } from '../view.js';
import { reading } from '../reads.js';
import { changed, command, keepBytes, mostKept } from '../state.js';
import { icon } from '../pictures.js';
import { ask } from '../dialogs.js';
import { doing, isBusy, refused } from '../doing.js';
import { empty, whenRead } from '../parts.js';
import { said } from '../people.js';
import { showReportOf } from '../report.js';
import { go } from '../router.js';
import { day, plural } from '../texts.js';
import { paint, unpack } from './ink.js';
import { texts } from './texts.js';

/**
 * What is chosen while several are being deleted; null while nobody chooses.
 * @type {Set<string> | null}
 */
let chosen = null;
/** How wide a thumbnail is, in pixels. */
const across = 360;
/**
 * Strokes of thumbnails by what they look like.
 * @type {Map<string, Promise<import('./ink.js').Ink[]>>}
 */
const looks = new Map();
const mostLooks = 300;
/** So many drawings are asked for at once; more of them when the end of the list is near. */
const pageLength = 60;
/** How near, in pixels, a thumbnail or the end of the list is when it is asked for. */
const nearness = '600px';

/** How many pages of the gallery and of the papers are shown. */
const pages = { gallery: 1, papers: 1 };

/**
 * The last answer of each page, which is shown while another one is fetched.
 * @type {Map<string, parlor.DrawingList>}
 */
const answers = new Map();

/**
 * The drawings whose thumbnails are in view or near it: only those have one.
 * @type {Set<string>}
 */
const near = new Set();
const sheets = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const id = /** @type {HTMLElement} */ (target).dataset.drawing ?? '';
    if (isIntersecting) near.add(id);
    else near.delete(id);
    if (!target.isConnected) sheets.unobserve(target);
  }
  changed();
}, { rootMargin: nearness });
const ends = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) showMore(/** @type {HTMLElement} */ (target).dataset.list === 'papers');
}, { rootMargin: nearness });

/** @param {boolean} isPapers */
function showMore(isPapers) {
  pages[isPapers ? 'papers' : 'gallery'] += 1;
  changed();
}

/**
 * The pages of a list that are shown, as one list.
 * @param {boolean} isPapers
 * @returns {import('../reads.js').Reading<{ drawings: parlor.DrawingLine[], isMore: boolean }>}
 */
function listReading(isPapers) {
  const concerns = { views: isPapers ? ['DrawingView', 'StrokeView'] : ['DrawingView'] };
  const list = isPapers ? 'papers' : 'gallery';
  /** @type {Map<string, parlor.DrawingLine>} */
  const lines = new Map();
  let before = '';
  for (let page = 0; page < pages[list]; page++) {
    const found = reading('drawings/list', { ...(isPapers ? { papers: true } : {}), limit: pageLength, ...(before ? { before } : {}) }, concerns);
    if (found.answer) answers.set(`${list} ${page}`, found.answer);
    const answer = found.answer ?? answers.get(`${list} ${page}`);
    if (!answer && page === 0) return { ...found, answer: undefined };
    for (const line of answer?.drawings ?? []) lines.set(line.id ?? '', line);
    before = answer?.before ?? '';
    if (!before) break;
  }
  return { answer: { drawings: [...lines.values()], isMore: before !== '' }, refused: null, late: false };
}

/** @param {boolean} isPapers */
export function gallery(isPapers) {
  const list = listReading(isPapers);
  return [galleryHead(isPapers ? 'papers' : '', (list.answer?.drawings ?? []).filter((line) => line.own)), refused('drawings/take'), refused('drawings/remove'),
    whenRead(list, ({ drawings, isMore }) => listed(drawings, isPapers, isMore))];
}

/**
 * The title, the views and what can be done; while several are chosen, only what is done with them.
 * @param {string} view the view of drawings that is shown
 * @param {parlor.DrawingLine[]} [own] drawings of which several can be chosen
 */
export function galleryHead(view, own = []) {
  const views = [['', texts.gallery], ['papers', texts.papers], ['artists', texts.artists]];
  return h('header', { class: 'place-head', key: 'head' },
    h('h1', null, texts.title),
    h('nav', { class: 'tabs', 'aria-label': 'Views of drawings' }, views.map(([name, label]) => h('a', {
      href: '#/drawings' + (name && '/' + name), 'aria-current': name === view ? 'page' : null,
    }, label))),
    own.length > 0 && chosen ? h('span', { class: 'end actions' }, chosenBar([...chosen].filter((id) => own.some((line) => line.id === id)))) : h('span', { class: 'end actions' },
      own.length > 0 && h('button', { type: 'button', class: 'button plain', onclick: () => choose(new Set()) }, texts.select),
      h('label', { class: 'button plain drawing-file', title: texts.import }, h('span', { class: 'in-wide' }, texts.import), h('span', { class: 'in-narrow' }, icon('clip')),
        h('input', { type: 'file', accept: '.svg,.svgz,.json,.excalidraw,.dptxt', 'aria-label': texts.import, onchange: take })),
      h('a', { class: 'button', href: '#/drawings/new', 'aria-label': texts.make, title: texts.make }, icon('edit'))));
}

/**
 * A file as it is sent: one that has more bytes than the daemon keeps is packed.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
async function packed(file) {
  if (file.size <= mostKept) return file;
  // The types of some versions of TypeScript do not have it yet.
  const { CompressionStream } = /** @type {any} */ (globalThis);
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** @param {any} event */
function take({ target }) {
  const [file] = target.files;
  target.value = '';
  if (!file) return;
  doing('drawings/take', async () => {
    const blob = await keepBytes(await packed(file));
    const taken = await command('drawings/take', { blob, title: file.name.replace(/\.[^.]*$/, '').slice(0, 90) });
    go('#/drawings/' + taken.drawing?.id);
    showReportOf(taken.drawing?.title ?? '', taken.report);
  });
}

/**
 * @param {parlor.DrawingLine[]} lines
 * @param {boolean} isPapers
 * @param {boolean} isMore
 */
function listed(lines, isPapers, isMore) {
  if (lines.length === 0) {
    chosen = null;
    return empty(isPapers ? texts.noPapers : texts.empty, h('a', { class: 'primary', href: '#/drawings/new' }, icon('edit'), texts.make));
  }
  const own = lines.filter((line) => line.own);
  const ids = new Set(own.map((line) => line.id ?? ''));
  if (chosen) for (const id of chosen) if (!ids.has(id)) chosen.delete(id);
  return h('div', { key: isPapers ? 'papers' : 'gallery' },
    h('ul', { class: 'drawing-gallery', role: 'list' }, lines.map(tile)),
    isMore && h('p', { class: 'actions', key: `more-${lines.length}`, 'data-list': isPapers ? 'papers' : 'gallery', made: (/** @type {Element} */ node) => ends.observe(node) },
      h('button', { type: 'button', class: 'button', onclick: () => showMore(isPapers) }, 'Show more')));
}

/** @param {string[]} ids of the drawings that are chosen */
function chosenBar(ids) {
  return [
    h('button', { type: 'button', class: 'button bad', disabled: ids.length === 0 || isBusy('drawings/remove'), onclick: () => remove(ids) }, `${texts.remove} (${ids.length})`),
    h('button', { type: 'button', class: 'button', onclick: () => choose(null) }, texts.done),
  ];
}

/** @param {Set<string> | null} next */
function choose(next) {
  chosen = next;
  changed();
}

/** @param {string[]} ids */
async function remove(ids) {
  const isSure = await ask({ title: ids.length === 1 ? texts.askDelete : texts.askDeleteMany, yes: texts.remove, isBad: true });
  if (!isSure) return;
  await doing('drawings/remove', () => command('drawings/delete', { drawings: ids }));
  choose(null);
}

/** @param {parlor.DrawingLine} line */
function tile(line) {
  const id = line.id ?? '';
  const about = [
    h('span', { class: 'drawing-sheet', 'data-drawing': id, made: (/** @type {Element} */ node) => sheets.observe(node) }, near.has(id) && thumbnail(line)),
    h('strong', null, said(line.title || texts.untitled)),
    h('span', { class: 'second' }, 'By ', said(line.author_name ?? ''), ' · ', day(Number(line.made)), (line.likes ?? 0) > 0 && ` · ${plural(line.likes ?? 0, 'like')}`),
    line.together && h('span', { class: 'tag' }, 'Together'),
  ];
  const isChosen = chosen?.has(id);
  return h('li', { key: id, class: 'drawing-tile' + (isChosen ? ' chosen' : '') }, chosen && line.own
    ? h('label', null, h('input', {
      type: 'checkbox', class: 'choose', checked: isChosen, 'aria-label': 'Choose ' + (line.title || texts.untitled),
      onchange: () => { if (!chosen?.delete(id)) chosen?.add(id); changed(); },
    }), about)
    : h('a', { href: '#/drawings/' + id }, about));
}

/** @param {parlor.DrawingLine} line */
function thumbnail(line) {
  const look = line.look || `${line.id}-${line.changed ?? 0}`;
  return h('canvas', {
    key: look, class: 'drawing-ink', width: across, height: across, own: true, role: 'img', 'aria-label': 'A thumbnail',
    made: (/** @type {HTMLCanvasElement} */ canvas) => strokesOf(line.id ?? '', line.look ? look : '').then((inks) => paint(canvas, inks), () => {}),
  });
}

/**
 * The strokes of a thumbnail; what looks alike is asked for once.
 * @param {string} id
 * @param {string} look empty for what changes all the time
 */
function strokesOf(id, look) {
  const known = look && looks.get(look);
  if (known) return known;
  const inks = command('drawings/strokes', { drawing: id, width: across }).then((list) => (list.strokes ?? []).map((stroke) => unpack(stroke.ink ?? {})));
  if (!look) return inks;
  looks.set(look, inks);
  inks.catch(() => looks.delete(look));
  if (looks.size > mostLooks) looks.delete([...looks.keys()][0]);
  return inks;
}
