// @ts-check
// The Card Box and the libraries as covers, and what is in the chosen one (rows D-01 to D-05, D-35).

import { attempt, attemptDelete, isLeaving } from '../attempt.js';
import { pickFile } from '../choose-file.js';
import { ask, closeDialog, openDialog, toast } from '../dialogs.js';
import { refused } from '../doing.js';
import { formOf } from '../forms.js';
import { historyItem } from '../history.js';
import { empty, listEnd, menu, nothingFound, rare, searched, searchField, tools, whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { preference } from '../preferences.js';
import { reading } from '../reads.js';
import { go, to } from '../router.js';
import { changed, command } from '../state.js';
import { ownWords, plural } from '../texts.js';
import { h } from '../view.js';
import { openImportCard, openScan } from './add.js';
import { openEditCards, openOffer } from './copies.js';
import { exportCards, exportLibrary, openImportDeck, printLibrary, takeCollection } from './files.js';
import { openDatabase } from './database.js';
import { hasPictures, photo, placeOf } from './card-pictures.js';
import { costOf, factsOf, kindOf, toneOf } from './facts.js';
import { arrange, isArranged, notArranged, orderOf } from './order.js';
import { concerns, coverOf, folded, printing } from './parts.js';
import { texts } from './texts.js';

/** More tiles than these are not put into the document. */
const mostTiles = 240;
/**
 * So many of them at first, which is as many as this window shows, and as many again when their end is near. Those below the
 * window come in frames of their own: a key in the search waits for no tile that is not seen.
 */
const stepOfTiles = () => Math.max(24, Math.ceil(innerHeight / 30));
/** As many are drawn with a key in the search; those below them come with the next frame. */
const tilesOfKey = 12;

/**
 * How many tiles are shown, and of what: a collection, and the words that are searched in it.
 * @type {{ of: string, count: number }}
 */
let part = { of: '', count: 0 };
/** So few cards need no search. */
const fewTiles = 8;

/** @param {string} chosen the id of a library; empty for the Card Box */
export const collectionsScreen = (chosen) => whenRead(
  reading('libraries/list', {}, concerns),
  ({ libraries = [] }) =>
    [h('ul', { class: 'collections', key: 'collections', 'aria-label': 'Collections' },
       libraries.map(
         (library) => h(
           'li', { key: library.id || 'box' },
           h('a',
             { href: to('cards', library.id || 'box'), 'aria-current': (library.id ?? '') === chosen ? 'true' : null, class: 'collection' },
             coverOf(library.id || 'box', 'shelf'),
             h('span', { class: 'about' }, h('strong', null, h('bdi', null, library.name)),
               h('span', null, plural(library.count ?? 0, 'card'), library.draft && ', a draft', library.managed && ', being edited'))))),
       h('li', { key: 'add' },
         h('button', { type: 'button', class: 'collection add', onclick: openNewLibrary },
           h('span', { class: 'cover plus', 'aria-hidden': 'true' }, icon('plus')),
           h('span', { class: 'about' }, h('strong', null, texts.addLibrary))))),
     !isLeaving(chosen) && whenRead(reading('libraries/show', { library: chosen }, concerns), (view) => contents(view)),
]);

/** Asks for the name of a library (rows D-06, D-11 to D-13). */
export function openNewLibrary() {
  openDialog(texts.addLibrary, () => {
    const form = formOf('libraries/new', { name: '' });
    return form.form(
      {
        send: texts.create,
        look: 'primary',
        disabled: !form.values.name.trim(),
        cancel: () => {
          form.drop();
          closeDialog();
        },
        submit: () => command('libraries/begin', { library: form.values.name }),
        done: (answer) => {
          closeDialog();
          go(to('cards', answer.id, 'manage'));
        },
      },
      h('p', { class: 'second' }, texts.libraryPrompt), form.text('name', { label: 'Name', maxlength: 100, autofocus: true }));
  });
}

/** @param {parlor.LibraryView} view */
function contents(view) {
  const id = view.id ?? '';
  const at = 'library/' + (id || 'box');
  const all = view.cards ?? [];
  const wanted = searched(at);
  const facts = factsOf(all);
  const words = folded(wanted);
  const shown = orderOf(at, words ? all.filter((line) => folded(line.name ?? '').includes(words)) : all, facts);
  const of = `${at} ${wanted}`;
  if (part.of !== of) part = { of, count: part.of.startsWith(`${at} `) ? tilesOfKey : stepOfTiles() };
  const most = Math.min(mostTiles, shown.length);
  const hasMany = all.length > fewTiles;
  return h(
    'section', { class: 'page contents', key: id || 'box', 'aria-labelledby': 'collection-name' },
    h('header', { class: 'head' }, h('h2', { id: 'collection-name' }, h('bdi', null, view.name)), figures(view),
      view.card_box ? boxActions(at) : libraryActions(view, at)),
    refused(at), about(view),
    (hasMany || wanted) && h('div', { class: 'toolbar card-tools' }, searchField(at, `Search in ${view.name}`), arrange(at, all, facts)),
    all.length === 0 && !(view.lands ?? []).length ? nothing(!!view.card_box)
      : !shown.length && isArranged(at)            ? notArranged(at)
      : wanted && !shown.length                    ? nothingFound(at, texts.nothingFound)
                                                   : tiles(view, shown.slice(0, Math.min(most, part.count)), facts, part.count >= most),
    part.count < most && listEnd(`${part.count}`, () => {
      part.count += stepOfTiles();
      changed();
    }),
    part.count >= most && shown.length > mostTiles && h('p', { class: 'note' }, `${plural(shown.length - mostTiles, 'more line')}: search to find them.`));
}

/** @param {parlor.LibraryView} view */
const figures = (view) =>
  h('span', { class: 'note' }, plural(view.count ?? 0, 'card'), view.sideboard ? `, ${view.sideboard} in the sideboard` : '',
    view.hash && [' · hash ', h('code', null, view.hash)]);

/** @param {parlor.LibraryView} view */
function about(view) {
  const tags = view.tags ?? [];
  if (!view.notes && !tags.length && !view.format) return null;
  return h(
    'p', { class: 'second' }, view.format && h('span', { class: 'tag' }, view.format),
    tags.map((tag) => h('span', { class: 'tag', key: tag }, h('bdi', null, tag))), ' ', h('bdi', null, view.notes));
}

/** @param {string} at */
const boxActions = (at) => tools({ at: at + '/tools', label: 'More for the Card Box' }, [
  { label: texts.importCard, icon: 'plus', act: openImportCard },
  { label: 'Import a deck', icon: 'download', act: openImportDeck },
  rare({ label: 'Import a collection', icon: 'download', act: () => pickFile('.csv,text/csv', (file) => attempt(at, () => takeCollection(file))) }),
  rare({ label: texts.scan, icon: 'camera', act: openScan }),
  rare({ label: texts.database, icon: 'book', act: openDatabase }),
  rare({ label: 'Export all cards', icon: 'share', act: exportCards }),
  rare({ label: 'Change many cards', icon: 'edit', act: () => openEditCards([]) }),
]);

/**
 * @param {parlor.LibraryView} view
 * @param {string} at
 */
function libraryActions(view, at) {
  const id = view.id ?? '';
  const edit = (view.actions ?? []).find((one) => one.name === 'edit');
  const begin = async () => {
    if (!view.managed) await command('libraries/begin', { library: id });
    go(to('cards', id, 'manage'));
  };
  return tools({ at: at + '/tools', label: 'More for this library' }, [
    { label: 'Edit', icon: 'edit', disabled: !edit?.enabled, why: edit?.reason, act: begin },
    { label: 'Statistics', icon: 'health', href: to('cards', id, 'stats') },
    rare({ label: 'Name, format, notes', icon: 'edit', act: () => openFacts(view) }),
    rare({ label: 'Export', icon: 'download', act: () => exportLibrary(id, view.name ?? '') }),
    rare({ label: 'Registration sheet', icon: 'print', act: () => printLibrary(id, view.name ?? '') }),
    rare({ label: 'Share as a list', icon: 'share', href: to('cards', 'lists') }),
    rare(historyItem('', id)),
    { label: 'Delete', icon: 'trash', isBad: true, act: () => remove(view) },
  ]);
}

/** @param {boolean} isBox */
const nothing = (isBox) => empty(
  isBox ? texts.emptyBox : texts.emptyLibrary,
  isBox && h('button', { type: 'button', class: 'primary', onclick: openImportCard }, icon('plus'), texts.importCard));

/**
 * @param {parlor.LibraryView} view
 * @param {parlor.CardLine[]} first
 * @param {Map<string, parlor.CardFacts | null>} facts
 * @param {boolean} isWhole whether no tile is to come: basic lands stand at the end
 */
function tiles(view, first, facts, isWhole) {
  const lands = !isWhole || isArranged('library/' + (view.id || 'box')) ? [] : view.lands ?? [];
  if (preference('collection') === 'list')
    return h('ul', { class: 'lines card-list panel', key: 'list' },
      first.map((line) => row(line, view, facts.get(line.name ?? ''))),
      lands.map((land) => h('li', { key: 'land-' + land.name }, copies(land.count), h('span', { class: 'what' }, h('strong', null, land.name), h('span', null, 'basic land')))));
  return h('ul', { class: 'card-grid' + (hasPictures() ? ' has-photos' : ''), key: 'grid' },
    first.map((line) => tile(line, view, facts.get(line.name ?? ''))),
    lands.map((land) => h('li', { key: 'land-' + land.name, class: 'card-tile land' }, coverOf(land.name ?? '', 'land', 'gray'),
      h('span', { class: 'about' }, h('strong', null, land.name), h('span', null, 'basic land')), copies(land.count))));
}

/** @param {number} [count] */
const copies = (count = 0) => h('b', { class: 'copies' }, h('span', { 'aria-hidden': 'true' }, `×${count}`), h('span', { class: 'visually-hidden' }, ' ' + plural(count, 'copy', 'copies')));

/**
 * Equal copies as one tile with its menu.
 * @param {parlor.CardLine} line
 * @param {parlor.LibraryView} view
 * @param {parlor.CardFacts | null | undefined} facts
 */
function tile(line, view, facts) {
  const about = printing(line);
  return h(
    'li', { key: line.id, class: `card-tile ${toneOf(facts)}` }, coverOf(line.name ?? '', 'tile-' + line.id), photo(placeOf(line)),
    h('span', { class: 'about' }, h('strong', null, h('bdi', null, line.name)), kindOf(facts), about && h('span', null, h('bdi', null, about))),
    copies(line.count ?? 1), menuFor(line, view));
}

/**
 * The same as a line.
 * @param {parlor.CardLine} line
 * @param {parlor.LibraryView} view
 * @param {parlor.CardFacts | null | undefined} facts
 */
function row(line, view, facts) {
  const about = [facts?.type, printing(line)].filter(Boolean).join(' · ');
  return h('li', { key: line.id, class: 'card-row' }, copies(line.count ?? 1),
    h('span', { class: 'what' }, h('strong', null, h('bdi', null, line.name)), about && h('span', null, h('bdi', null, about))),
    costOf(facts), menuFor(line, view));
}

/**
 * What can be done with equal copies.
 * @param {parlor.CardLine} line
 * @param {parlor.LibraryView} view
 */
const menuFor = (line, view) => menu({ at: 'card/' + line.id, label: `Options for ${line.name}` }, [
  !!placeOf(line) && { label: 'See its picture', icon: 'picture', act: () => openPicture(line) },
  !view.card_box && {
    label: 'Back to the Card Box',
    icon: 'undo',
    act: () => command('libraries/take', { library: view.id, card: line.id, count: 1, zone: line.zone })
  },
  view.card_box && { label: 'Move to a library', icon: 'forward', act: () => openMove(line) },
  view.card_box && { label: 'Offer in a trade', icon: 'swap', act: () => openOffer(line.name ?? '') },
  view.card_box && { label: 'Set and condition', icon: 'edit', act: () => openEditCards([line]) },
  view.card_box && { label: texts.removeCard, icon: 'trash', isBad: true, act: () => removeCard(line) },
]);

/**
 * The picture of a card, large.
 * @param {parlor.CardLine} line
 */
const openPicture = (line) => openDialog(
  line.name ?? '', () => (placeOf(line) ? h('div', { class: 'card-large' }, photo(placeOf(line), 'large')) : h('p', { class: 'note' }, 'There is no picture of it.')));

/**
 * The other way than dragging: a list of libraries.
 * @param {parlor.CardLine} line
 */
function openMove(line) {
  openDialog(
    `Move ${line.name}`,
    () => whenRead(reading('libraries/list', {}, concerns), ({ libraries = [] }) => {
      const options =
        /** @type {[string, string][]} */ (libraries.filter((one) => !one.card_box).map((one) => [one.id ?? '', one.name ?? '']));
      const form = formOf('cards/move', { library: options[0]?.[0] ?? '', count: '1', zone: 'DECK_ZONE_MAIN' });
      return form.form(
        {
          send: 'Move',
          disabled: !options.length,
          done: closeDialog,
          submit: () => command('libraries/add', {
            library: form.values.library,
            card: line.name,
            count: Number(form.values.count) || 1,
            zone: /** @type {any} */ (form.values.zone)
          })
        },
        options.length ? form.select('library', { label: 'Library', options }) : h('p', null, 'There is no library yet.'),
        form.number('count', { label: `How many of ${line.count ?? 1}`, min: 1, max: line.count ?? 1 }), form.select('zone', {
          label: 'Where',
          options: [['DECK_ZONE_MAIN', 'Main deck'], ['DECK_ZONE_SIDEBOARD', 'Sideboard'], ['DECK_ZONE_COMMANDER', 'Commander']]
        }));
    }));
}

/** @param {parlor.CardLine} line */
async function removeCard(line) {
  if (!await ask({ title: texts.removeCard, text: [h('bdi', null, line.name), ' — ', texts.sure], yes: texts.removeCard, isBad: true }))
    return;
  const answer = await command('cards/remove', { card: line.id, count: 1 });
  toast(ownWords(answer.message || 'Removed'));
}

/** @param {parlor.LibraryView} view */
async function remove(view) {
  if (!await ask({
        title: `Do you really want to delete ${view.name}?`,
        text: 'Its cards go back to the Card Box, except basic lands.',
        yes: 'Delete',
        isBad: true
      }))
    return;
  if (!await attemptDelete('library/' + view.id, view.id ?? '', () => command('libraries/delete', { library: view.id }))) return;
  go(to('cards'));
  toast('The library is deleted.');
}

/** @param {parlor.LibraryView} view */
function openFacts(view) {
  openDialog('About the library', () => {
    const form = formOf(
      `library/${view.id}/facts`,
      { name: view.name ?? '', format: view.format ?? '', notes: view.notes ?? '', tags: (view.tags ?? []).join(', ') });
    const { values } = form;
    const tags = values.tags.split(',').map((tag) => tag.trim()).filter(Boolean);
    return form.form(
      {
        send: 'Save',
        edits: true,
        disabled: !values.name.trim(),
        done: closeDialog,
        submit: () => command(
          'libraries/edit',
          { library: view.id, name: values.name, format: values.format, notes: values.notes, tags: tags.length ? tags : [''] })
      },
      form.text('name', { label: 'Name', maxlength: 100 }),
      form.text('format', { label: 'Format', placeholder: 'modern, commander, limited …', maxlength: 32 }),
      form.area('notes', { label: 'Notes', maxlength: 8192 }), form.text('tags', { label: 'Tags', placeholder: 'with commas between them' }));
  });
}
