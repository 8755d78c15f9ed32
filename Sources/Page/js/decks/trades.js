// @ts-check
// Trades and loans between two people (row D-58), and what people want and have.

import { attempt } from '../attempt.js';
import { ask } from '../dialogs.js';
import { formOf } from '../forms.js';
import { action, empty, tools, whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { reading } from '../reads.js';
import { sharedRooms } from '../shared-rooms.js';
import { changed, command } from '../state.js';
import { dateAndTime, list } from '../texts.js';
import { h } from '../view.js';
import { openOffer } from './copies.js';
import { cardLines, printing, tradeConcerns } from './parts.js';
import { texts } from './texts.js';

/** Those that are over are shown to who asks for them. */
let showsAll = false;

/** @type {parlor.TradeProofs | null} what was found when our person last looked for cards that were given twice */
let checked = null;

const states = {
  TRADE_STATE_OPEN: 'offered',
  TRADE_STATE_ACCEPTED: 'accepted, being settled',
  TRADE_STATE_DONE: 'done',
  TRADE_STATE_LENT: 'lent',
  TRADE_STATE_DECLINED: 'not done'
};

/** Looks in what was signed for cards that somebody has given twice. */
async function lookForTwice() {
  checked = await command('trades/verify', {});
  changed();
}

export const tradesScreen = () =>
  [h('div', { class: 'toolbar', key: 'bar' },
     tools({ at: 'trades', label: 'More for trades' }, [
       { label: 'Offer a trade', icon: 'plus', act: () => openOffer('') },
       { label: texts.lookForTwice, icon: 'health', act: lookForTwice },
     ]),
     h('label', { class: 'choice' }, h('input', {
         type: 'checkbox',
         checked: showsAll,
         onchange: () => {
           showsAll = !showsAll;
           changed();
         }
       }),
       h('span', null, 'Those that are over as well'))),
   checked && h('div', { class: 'panel', role: 'status', key: 'checked' }, checkedText(checked)),
   whenRead(
     reading('trades/list', { all: showsAll }, tradeConcerns),
     ({ trades = [] }) =>
       (trades.length === 0 ? empty(texts.noTrades) : h('ul', { class: 'trades', key: 'trades' }, [...trades].reverse().map(trade)))),
];

/** @param {parlor.TradeProofs} found */
const checkedText = (found) => (found.proofs ?? []).length === 0 ? h('p', null, texts.nothingTwice(found.trades ?? 0))
  : found.proofs?.map((proof) => h('p', { class: 'refused', key: proof.card }, icon('warning'), h('bdi', null, proof.message)));

/** @param {parlor.TradeView} one */
function trade(one) {
  const at = 'trade/' + one.id;
  const allowed = (/** @type {string} */ name) => (one.actions ?? []).find((action) => action.name === name)?.enabled;
  const waitsForUs = allowed('answer');
  return h(
    'li', { key: one.id, class: 'panel trade' + (waitsForUs ? ' waits' : '') },
    h('header', { class: 'head' },
      h('h2', null,
        one.own ? ['To ', nameOf(one.other_name, colourOfAuthor(one.other))]
                : ['From ', nameOf(one.other_name, colourOfAuthor(one.other))]),
      h('span', { class: 'tag' }, one.loan ? 'loan, ' : '', states[/** @type {keyof typeof states} */ (one.state)] ?? ''),
      h('span', { class: 'note' }, dateAndTime(one.wall_milliseconds), one.until && `, until ${one.until}`)),
    one.note && h('p', { class: 'second' }, h('bdi', null, one.note)),
    h('div', { class: 'two' },
      h('div', null, h('h3', null, one.loan && one.own ? 'You lend' : 'You give'),
        (one.gives ?? []).length ? cardLines(one.gives) : h('p', { class: 'note' }, 'nothing')),
      h('div', null, h('h3', null, one.loan && !one.own ? 'You borrow' : 'You get'),
        (one.gets ?? []).length ? cardLines(one.gets) : h('p', { class: 'note' }, 'nothing'))),
    (one.out ?? []).length > 0 && [h('h3', null, 'Not back yet'), cardLines(one.out)],
    one.reason && h('p', { class: 'second' }, h('bdi', null, one.reason)),
    (one.doubts ?? []).map((text) => h('p', { class: 'refused', key: text }, icon('warning'), h('bdi', null, text))),
    h('div', { class: 'actions' },
      allowed('answer') &&
        [
          action({
            at: at + '/yes',
            label: 'Accept',
            icon: 'check',
            look: 'primary',
            act: () => accept(one)
          }),
          action({ at: at + '/no', label: 'Decline', act: () => command('trades/answer', { trade: one.id, accept: false }) })
        ],
      allowed('take-back') &&
        action({ at: at + '/back', label: 'Take back', icon: 'undo', act: () => command('trades/take-back', { trade: one.id }) }),
      allowed('return') &&
        action({ at: at + '/return', label: 'Give back', icon: 'undo', act: () => command('trades/give-back', { trade: one.id }) })));
}

/**
 * Accepts an offer; asks first where a card that comes may exist twice.
 * @param {parlor.TradeView} one
 */
async function accept(one) {
  const twice = (one.gets ?? []).filter((line) => line.doubtful).map((line) => `${line.name} may exist twice.`);
  const doubts = [...(one.doubts ?? []), ...twice];
  const isSure = doubts.length === 0 || await ask({ title: 'Accept all the same?', text: doubts.join(' '), yes: 'Accept', isBad: true });
  if (isSure) await command('trades/answer', { trade: one.id, accept: true });
}

/** What people of our rooms want and have to trade. */
export function marketScreen() {
  const rooms = sharedRooms();
  const form = formOf('trades/mark', { card: '', wanted: 'yes', room: rooms[0]?.[0] ?? '' });
  const { values } = form;
  return [
    h('section', { class: 'panel', key: 'new' }, h('h2', null, 'Tell a room'),
      form.form(
        {
          send: 'Tell',
          disabled: !values.card.trim() || !values.room,
          submit: () => command('trades/mark', { room: values.room, card: values.card, wanted: values.wanted === 'yes' })
        },
        h('div', { class: 'fields' },
          form.select('wanted', { label: 'That you', options: [['yes', 'want a card'], ['no', 'have one to trade']] }),
          form.text('card', { label: 'Card', placeholder: '2 Attic Ghost', maxlength: 200 }),
          form.select('room', { label: 'Room', options: rooms })))),
    whenRead(
      reading('trades/marks', {}, tradeConcerns),
      ({ marks = [] }) =>
        (marks.length === 0
           ? empty(texts.noMarks)
           : h('div', { class: 'two', key: 'marks' },
               [true, false].map(
                 (wanted) =>
                   h('section', { key: String(wanted), class: 'panel' }, h('h2', null, wanted ? 'Want' : 'Have'),
                     h('ul', { class: 'lines' }, marks.filter((mark) => !!mark.wanted === wanted).map(markLine))))))),
  ];
}

/** @param {parlor.CardMarkView} mark */
const markLine = (mark) => h(
  'li', { key: mark.id },
  h('span', { class: 'what' }, h('strong', null, `${mark.card?.count ?? 1} `, h('bdi', null, mark.card?.name)),
    mark.card && printing(mark.card) && h('span', null, printing(mark.card)),
    h('span', null, nameOf(mark.author_name, colourOfAuthor(mark.author)), ' in ', h('bdi', null, mark.room_name)),
    (mark.matches ?? []).length > 0 && h('b', { class: 'lit' }, `matches ${list(mark.matches ?? [])}`)),
  mark.own ? h('button', {
    type: 'button',
    class: 'tool',
    'aria-label': `Take ${mark.card?.name} off the list`,
    onclick: () => attempt('mark/' + mark.id, () => command('trades/unmark', { room: mark.room, mark: mark.id }))
  },
               icon('trash'))
           : mark.wanted && h('button', { type: 'button', class: 'button', onclick: () => openOffer(mark.card?.name ?? '') }, 'Offer'));
