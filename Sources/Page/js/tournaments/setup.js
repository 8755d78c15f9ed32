// @ts-check
// Setting a tournament up: two pages, kept as a draft by the daemon until the second one is completed (rows T-03, T-06 to
// T-16, T-53, T-55).

import { textOf } from '../choose-file.js';
import { toast } from '../dialogs.js';
import { isBusy, doing, refused, told } from '../doing.js';
import { formOf } from '../forms.js';
import { action, menu, tabPanel, tabs, tools } from '../parts.js';
import { icon } from '../pictures.js';
import { to } from '../router.js';
import { changed, command, state } from '../state.js';
import { plural } from '../texts.js';
import { h } from '../view.js';
import { editEntrant, remove, shareTool } from './about.js';
import { beginDraw, drawsTab } from './draws.js';
import { groupCount, toList, typedNames } from './list.js';
import { entrant, traits } from './parts.js';
import { rulesForm } from './rules.js';
import { placeOf, texts } from './texts.js';

/** The place of a group that was chosen to be changed with another one: A1. */
let chosen = '';

/**
 * @param {parlor.TournamentView} view
 * @param {string} page
 */
export function setupScreen(view, page) {
  const { plays_groups: hasGroups = false, plays_knockout: hasKnockout } = traits(view);
  const now = page === 'knockout' && hasKnockout ? 'knockout' : page === 'draws' && (view.draws ?? []).length ? 'draws' : 'groups';
  return h(
    'div', { class: 'page cup', key: 'setup' },
    h('header', { class: 'head' },
      h('div', null, h('h1', null, h('bdi', null, view.name)),
        h('p', { class: 'second' }, `A draft: ${view.style?.phrase ?? ''}, `,
          view.room_name === 'personal' ? texts.onlyYou : ['in ', h('bdi', null, view.room_name)])),
      h('div', { class: 'actions' },
        tools({ at: 'setup', label: 'More about the tournament' }, [shareTool(view), view.may_edit && { label: 'Delete', icon: 'trash', isBad: true, act: () => remove(view) }]),
        refused('tournament/delete'))),
    hasKnockout &&
      tabs(
        'Pages of the set-up', now,
        [
          { name: 'groups', title: hasGroups ? '1. Groups' : '1. Entrants', href: to('tournaments', view.id, 'groups') },
          { name: 'knockout', title: '2. Knockout', href: to('tournaments', view.id, 'knockout') },
          (view.draws ?? []).length > 0 && { name: 'draws', title: texts.draws, href: to('tournaments', view.id, 'draws') }
        ]),
    hasKnockout
      ? tabPanel(
          now,
          now === 'draws'      ? drawsTab(view)
            : now === 'groups' ? groupsPage(view, hasGroups, true)
                               : knockoutPage(view))
      : groupsPage(view, false, false));
}

/**
 * @param {parlor.TournamentView} view
 * @param {boolean} hasGroups
 * @param {boolean} hasNext
 */
const groupsPage = (view, hasGroups, hasNext) =>
  [h('section', { class: 'panel', key: 'entrants' },
     h('h2', null, 'Entrants ', h('span', { class: 'tag', role: 'status' }, plural((view.entrants ?? []).length, 'entrant'))),
     entrants(view)),
   hasGroups && h('section', { class: 'panel', key: 'groups' }, h('h2', null, 'Groups'), groups(view)),
   view.may_edit && h('details', { class: 'panel', key: 'rules' }, h('summary', null, 'Rules'), rulesForm(view)),
   hasNext ? h('div', { class: 'actions', key: 'next' },
               h('a', { class: 'button', href: to('tournaments', view.id, 'knockout') }, 'Next: the knockout', icon('forward')))
           : finish(view),
];

/** @param {parlor.TournamentView} view */
function entrants(view) {
  const form = formOf(`tournament/${view.id}/add`, { lines: '' });
  const count = typedNames(form.values.lines).length;
  return [
    h('ol', { class: 'entrants', start: 0 },
      (view.entrants ?? [])
        .map(
          (one) => h(
            'li', { key: one.id }, h('span', { class: 'ordinal' }, placeOf(one)),
            h('span', { class: 'entrant-line' }, entrant(view, one.name),
              (one.rating || one.club) && h('small', null, h('bdi', null, [one.rating, one.club].filter(Boolean).join(', ')))),
            one.refused && h('span', { class: 'tag bad' }, 'more than 100'),
            view.may_edit &&
              menu(
                { at: 'entrant/' + one.id, label: `Options for ${one.name}` },
                [
                  { label: 'Edit', icon: 'edit', act: () => editEntrant(view, one) }, {
                    label: 'Remove',
                    icon: 'trash',
                    isBad: true,
                    act: () => command('tournaments/remove-entrant', { tournament: view.id, entrant: placeOf(one) })
                  }
                ])))),
    view.may_edit &&
      form.form(
        {
          send: count > 1 ? `Add ${count} entrants` : 'Add',
          disabled: !count,
          submit: () => command('tournaments/add-entrants', { tournament: view.id, lines: form.values.lines }),
          more: h('label', { class: 'button plain file' }, icon('clip'), 'From a file', h('input', {
                    type: 'file',
                    class: 'visually-hidden',
                    accept: '.csv,.txt,text/plain,text/csv',
                    onchange: async (/** @type {any} */ event) => {
                      const [file] = event.target.files ?? [];
                      event.target.value = '';
                      if (file) await doing(form.at, () => takeLines(form, file));
                    }
                  }))
        },
        form.area(
          'lines', { label: 'New entrants', rows: 3, hint: `One a line. ${plural(view.places_left ?? 0, 'more entrant')} can come.` })),
  ];
}

/**
 * Puts the text of a file into the field of the entrants.
 * @param {{ set: (field: 'lines', text: string) => void }} form
 * @param {File} file
 */
async function takeLines(form, file) {
  const { text, isLikely } = await textOf(file);
  form.set('lines', text);
  if (isLikely) toast(texts.likelyEncoding);
}

/** @param {parlor.TournamentView} view */
function groups(view) {
  const all = view.groups ?? [];
  const form =
    formOf(`tournament/${view.id}/groups`, { count: String(all.length || groupCount((view.entrants ?? []).length)) });
  const at = `tournament/${view.id}/place`;
  const set = (/** @type {parlor.SetGroups} */ how) =>
    command('tournaments/set-groups', { tournament: view.id, count: Number(form.values.count) || 0, ...how });
  return [
    view.may_edit &&
      h('div', { class: 'group-tools' }, form.number('count', { label: 'Number of groups', min: 1, max: 26 }),
        h('div', { class: 'actions' }, action({
            at: at + '/random',
            label: all.length ? 'Place again at random' : 'Place at random',
            icon: 'swap',
            act: () => set({ again: true })
          }),
          action({ at: at + '/rating', label: 'Place by rating', act: () => set({ again: true, by_rating: true }) }), action({
            at: at + '/draw',
            label: 'Draw with witnesses',
            icon: 'eye',
            act: () => beginDraw(view, { groups: Number(form.values.count) || 0 })
          }))),
    all.length > 0 &&
      [
        view.may_edit && h('p', { class: 'hint' }, texts.swapHint),
        refused(at),
        h('div', { class: 'groups' },
          all.map(
            (group) =>
              h('section', { key: group.name, 'aria-label': `Group ${group.name}` }, h('h3', null, `Group ${group.name}`),
                h('ol', null, (group.slots ?? []).map((name, index) => slot(view, at, `${group.name}${index + 1}`, name)))))),
      ],
  ];
}

/**
 * One place of a group: a button that is chosen, then another one.
 * @param {parlor.TournamentView} view
 * @param {string} at
 * @param {string} place
 * @param {string} name
 */
function slot(view, at, place, name) {
  const isEmpty = name === texts.leaveEmpty;
  const swap = (/** @type {string} */ other) => {
    chosen = '';
    if (other && other !== place) doing(at, () => command('tournaments/set-groups', { tournament: view.id, swap: other, with: place }));
    changed();
  };
  return h(
    'li', { key: place },
    h('button', {
      type: 'button',
      class: 'slot' + (isEmpty ? ' nobody' : ''),
      'aria-pressed': String(chosen === place),
      disabled: !view.may_edit || isBusy(at) || state.connection !== 'live',
      draggable: view.may_edit ? 'true' : null,
      onclick: () => {
        if (chosen) swap(chosen);
        else {
          chosen = place;
          changed();
        }
      },
      ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData('text/plain', place),
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        swap(event.dataTransfer?.getData('text/plain') ?? '');
      },
    },
      h('b', null, place), isEmpty ? name : entrant(view, name)));
}

/** @param {parlor.TournamentView} view */
function knockoutPage(view) {
  const slots = view.slots ?? [];
  const at = `tournament/${view.id}/slots`;
  const places = (view.groups ?? []).flatMap((group) => (group.slots ?? []).map((_, index) => `${group.name}${index + 1}`));
  const options = places.length ? places : (view.entrants ?? []).map((one) => one.name ?? '');
  const pairs = Array.from({ length: slots.length / 2 }, (_, index) => index);
  return [
    h('section', { class: 'panel', key: 'slots' }, h('h2', null, 'First round'),
      view.may_edit &&
        h('div', { class: 'actions' }, action({
            at: at + '/proposed',
            label: slots.length ? 'As Parlor proposes' : 'Propose the match-ups',
            icon: 'swap',
            act: () => command('tournaments/set-knockout', { tournament: view.id, proposed: true })
          }),
          (view.groups ?? []).length === 6 && action({
            at: at + '/thirds',
            label: texts.thirds,
            icon: 'swap',
            act: () => command('tournaments/set-knockout', { tournament: view.id, thirds: true })
          }),
          !places.length && action({ at: at + '/draw', label: 'Draw with witnesses', icon: 'eye', act: () => beginDraw(view, {}) })),
      slots.length > 0 && h('p', { class: 'second', role: 'status' }, `${plural(view.qualifiers ?? 0, 'entrant')} play on.`), refused(at),
      h('ol', { class: 'pairs' },
        pairs.map(
          (pair) =>
            h('li', { key: pair }, h('span', { class: 'ordinal' }, `Match ${pair + 1}`), slotChoice(view, at, options, pair * 2),
              h('span', null, 'vs'), slotChoice(view, at, options, pair * 2 + 1)))),
      view.rules?.skip_first && h('p', { class: 'second' }, texts.skipFirst),
      (traits(view).plays_losers_bracket || !view.rules?.all_places) && rule(view, at, 'third_place', texts.thirdPlace),
      !traits(view).plays_losers_bracket &&
        [rule(view, at, 'all_places', texts.allPlaces), rule(view, at, 'reseed', texts.reseed)]),
    finish(view),
  ];
}

/**
 * A rule of the knockout that is on or off.
 * @param {parlor.TournamentView} view
 * @param {string} at
 * @param {'third_place' | 'all_places' | 'reseed'} name
 * @param {string} label
 */
const rule = (view, at, name, label) => h(
  'label', { class: 'choice', key: name }, h('input', {
    type: 'checkbox',
    checked: !!view.rules?.[name],
    disabled: !view.may_edit || isBusy(at),
    onchange: (/** @type {any} */ event) => doing(at, () => command('tournaments/edit', { tournament: view.id, [name]: event.target.checked }))
  }),
  h('span', null, label));

/**
 * Who is in a slot. Who is chosen and stands elsewhere changes places with the one before.
 * @param {parlor.TournamentView} view
 * @param {string} at
 * @param {string[]} options
 * @param {number} index
 */
function slotChoice(view, at, options, index) {
  const slots = view.slots ?? [];
  const now = slots[index];
  const word = (/** @type {string} */ value) => (value === texts.bye ? 'bye' : value);
  const choose = (/** @type {any} */ event) => {
    const value = event.target.value;
    const other = value === texts.bye ? -1 : slots.indexOf(value);
    const changes = [`${index + 1}=${word(value)}`, ...(other >= 0 && other !== index ? [`${other + 1}=${word(now)}`] : [])];
    doing(at, () => command('tournaments/set-knockout', { tournament: view.id, slots: changes }));
  };
  return h(
    'select', {
      class: 'input',
      'aria-label': `Match ${Math.floor(index / 2) + 1}, ${index % 2 ? 'second' : 'first'} side`,
      value: now,
      disabled: !view.may_edit || isBusy(at) || state.connection !== 'live',
      onchange: choose
    },
    [...new Set([now, texts.bye, ...options])].map((value) => h('option', { value, key: value, selected: value === now }, value)));
}

/** @param {parlor.TournamentView} view */
function finish(view) {
  const missing = view.to_do ?? [];
  return h(
    'section', { class: 'panel', key: 'finish' },
    missing.length > 0 && h('ul', { class: 'cup-messages' }, missing.map((one, index) => h('li', { key: one }, icon('warning'), h('span', null, told(one, (view.to_do_remedies ?? [])[index]))))),
    view.may_edit &&
      h('div', { class: 'actions' }, action({
          at: 'setup/start',
          label: 'Create the tournament',
          look: 'primary',
          icon: 'check',
          disabled: missing.length > 0,
          why: missing[0],
          act: async () => {
            await command('tournaments/start', { tournament: view.id });
            toList(view.id ?? '');
          }
        })));
}
