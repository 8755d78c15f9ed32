// @ts-check
// Manage Library: the Card Box above, the library below; a tap moves a card (rows D-07 to D-26).

import { closeDialog, openDialog } from '../dialogs.js';
import { doing, isBusy, refused, told } from '../doing.js';
import { formOf } from '../forms.js';
import { action, empty, nothingFound, searched, searchField, whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { reading } from '../reads.js';
import { go, to } from '../router.js';
import { changed, command, state } from '../state.js';
import { plural } from '../texts.js';
import { h } from '../view.js';
import { costOf, factsOf, toneOf } from './facts.js';
import { concerns, coverOf, folded, printing } from './parts.js';
import { texts, zones } from './texts.js';

/**
 * Where cards go that are tapped.
 * @type {string}
 */
let zone = 'DECK_ZONE_MAIN';
const mostTiles = 120;

/** @param {string} id */
export const manageScreen = (id) => whenRead(
  reading('libraries/show', { library: id }, concerns),
  (view) => h(
    'div', { class: 'page', key: 'manage' },
    h('header', { class: 'head', key: 'head' }, h('h1', null, 'Manage Library'), view.managed && h('div', { class: 'actions' }, ends(view))),
    refused('manage/move'),
    h('div', { class: 'manage', key: 'manage' },
      h('section', { class: 'panel', 'aria-labelledby': 'box-name' }, h('h2', { id: 'box-name' }, texts.cardBox),
        whenRead(reading('libraries/show', { library: '' }, concerns), (box) => source(box, view))),
      h('section', { class: 'panel', 'aria-labelledby': 'library-name' },
        h('h2', { id: 'library-name' }, h('bdi', null, view.name), ' ',
          h('span', { class: 'note', role: 'status' }, plural(view.count ?? 0, 'card'),
            view.sideboard ? `, ${view.sideboard} in the sideboard` : '')),
        library(view)))));

/**
 * Save, Save as a draft, Cancel, with why not.
 * @param {parlor.LibraryView} view
 */
function ends(view) {
  const save = (view.actions ?? []).find((one) => one.name === 'save');
  const leave = () => go(to('cards', view.id));
  return [
    action({
      at: 'manage/save',
      label: 'Save',
      look: 'primary',
      disabled: !save?.enabled,
      why: save?.reason,
      act: async () => {
        await command('libraries/save', { library: view.id });
        leave();
      }
    }),
    !save?.enabled && action({
      at: 'manage/draft',
      label: 'Save as a draft',
      act: async () => {
        await command('libraries/save', { library: view.id, draft: true });
        leave();
      }
    }),
    action({
      at: 'manage/cancel',
      label: texts.cancel,
      act: async () => {
        const after = await command('libraries/cancel', { library: view.id });
        go(after.deleted ? to('cards') : to('cards', view.id));
      }
    }),
    !save?.enabled && save?.reason && h('span', { class: 'note' }, told(save.reason)),
  ];
}

/**
 * @param {parlor.LibraryView} box
 * @param {parlor.LibraryView} view
 */
function source(box, view) {
  const at = 'manage/' + view.id;
  const wanted = searched(at);
  const shown = (box.cards ?? []).filter((line) => folded(line.name ?? '').includes(folded(wanted)));
  return [
    h('div', { class: 'group-tools' }, searchField(at, 'Search in the Card Box'),
      h('select', {
        class: 'input',
        'aria-label': 'Where cards go',
        value: zone,
        onchange: (/** @type {any} */ event) => {
          zone = event.target.value;
          changed();
        }
      },
        zones.map(([value, label]) => h('option', { value, key: value, selected: value === zone }, label)))),
    shown.length === 0
      ? (box.cards ?? []).length ? nothingFound(at, texts.nothingFound) : empty(texts.emptyBox)
      : h('ul', { class: 'card-grid small-tiles' },
          shown.slice(0, mostTiles)
            .map(
              (line) => moveTile(
                line, `Add ${line.name}`,
                () => command('libraries/add', { library: view.id, card: line.id, count: 1, zone: /** @type {any} */ (zone) })))),
    shown.length > mostTiles && h('p', { class: 'note' }, `${plural(shown.length - mostTiles, 'more line')}: search to find them.`),
  ];
}

/** @param {parlor.LibraryView} view */
function library(view) {
  const cards = view.cards ?? [];
  const lands = view.lands ?? [];
  return [
    cards.length > 0 &&
      h('div', { class: 'actions' },
        h('button', { type: 'button', class: 'button', onclick: () => openLands(view) }, icon('plus'), texts.addLands)),
    cards.length === 0 && lands.length === 0
      ? empty('Tap a card of the Card Box to add it.')
      : h('ul', { class: 'card-grid small-tiles' },
          cards.map(
            (line) => moveTile(
              line, `Take ${line.name} out`,
              () => command('libraries/take', { library: view.id, card: line.id, count: 1, zone: line.zone }))),
          lands.map(
            (land) => moveTile(
              { name: land.name, count: land.count, zone: land.zone, id: 'land-' + land.name + (land.zone ?? '') }, `Take one ${land.name} out`,
              () => command('libraries/take', { library: view.id, card: land.name, count: 1, zone: land.zone })))),
  ];
}

/**
 * @param {parlor.CardLine} line
 * @param {string} label
 * @param {() => any} act
 */
function moveTile(line, label, act) {
  const about = printing(line);
  const facts = factsOf([line]).get(line.name ?? '');
  return h(
    'li', { key: line.id },
    h('button', {
      type: 'button',
      class: `card-tile ${toneOf(facts)}`,
      'aria-label': `${label}, ${plural(line.count ?? 1, 'copy', 'copies')}${about ? ', ' + about : ''}`,
      disabled: isBusy('manage/move') || state.connection !== 'live',
      onclick: () => doing('manage/move', act)
    },
      coverOf(line.name ?? '', 'move-' + line.id),
      h('span', { class: 'about' }, h('strong', null, h('bdi', null, line.name)), costOf(facts), about && h('span', null, about)),
      h('b', { class: 'copies' }, `×${line.count ?? 1}`)));
}

/**
 * A number for each type: the button works only while all of them are digits (rows D-15, D-18 to D-21).
 * @param {parlor.LibraryView} view
 */
function openLands(view) {
  openDialog(texts.addLands, () => {
    const present = (/** @type {string} */ name) => String((view.lands ?? []).find((land) => land.name === name)?.count ?? 0);
    const form =
      formOf(`library/${view.id}/lands`, Object.fromEntries([...texts.lands, ...texts.moreLands].map((name) => [name, present(name)])));
    const isReady = Object.values(form.values).every((text) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= 250);
    const field = (/** @type {string} */ name) => form.text(name, { label: name, inputmode: 'numeric', maxlength: 3 });
    return form.form(
      {
        send: texts.addLands,
        look: 'primary',
        disabled: !isReady,
        cancel: () => {
          form.drop();
          closeDialog();
        },
        done: closeDialog,
        submit:
          () =>
            command('libraries/set-lands', {
              library: view.id,
              lands: Object.entries(form.values)
                       .filter(([name, count]) => Number(count) !== Number(present(name)))
                       .map(([land, count]) => ({ land, count: count.trim() }))
            }),
      },
      h('p', { class: 'second' }, texts.landsPrompt), h('div', { class: 'fields' }, texts.lands.map(field)),
      h('details', { key: 'more' }, h('summary', null, 'Wastes and snow-covered lands'),
        h('div', { class: 'fields' }, texts.moreLands.map(field))));
  });
}
