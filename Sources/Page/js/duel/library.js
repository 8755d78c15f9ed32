// @ts-check
// Questions about the own library: until which card cards go from it, and whether its top card is always seen.
import { h } from '../view.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { toBase64 } from '../protobuf.js';
import { nowOf } from '../war/apart.js';
import { itemsOf } from './lists.js';
import { make } from './moves.js';
import { ownSeat } from './seats.js';

/** @typedef {parlor.TableView} Table */

const first = { goal: 'GOAL_MILL', card: '', type: '', most: '', bottom: '' };

/**
 * Asks until which card, or which type, cards go from the library, and what becomes of them.
 * @param {Table} table
 */
export function askUntil(table) {
  const form = () => formOf('duel/until', first);
  form().drop();
  openDialog('Until a card comes', () => {
    const { values, select, text, number, check, form: shown } = form();
    const now = nowOf(table);
    const names = itemsOf(now, 'library').map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    const type = values.type.trim();
    const isRight = (!!values.card || !!type) && (values.most === '' || (/^\d{1,3}$/.test(values.most) && Number(values.most) > 0));
    return shown({
      send: 'Do it', disabled: !isRight, cancel: closeDialog,
      submit: () => {
        const wanted = values.card ? { card: toBase64([...new TextEncoder().encode(values.card)]) } : { type };
        closeDialog();
        return make(now, { draw: {
          goal: /** @type {'GOAL_MILL' | 'GOAL_OPEN'} */ (values.goal), until: { ...wanted, left: Number(values.most) }, ...(values.bottom ? { bottom: true } : {}),
        } });
      },
    },
    select('goal', { label: 'The cards', options: [['GOAL_MILL', 'go into the graveyard'], ['GOAL_OPEN', 'are turned up, to be placed']] }),
    select('card', { label: 'Until', autofocus: true, options: [['', 'a card of a type comes'], ...names] }),
    !values.card && text('type', { label: 'A word of its type', placeholder: 'Land', maxlength: 100 }),
    number('most', { label: 'At most', placeholder: 'the whole library', min: 1, max: 500 }),
    check('bottom', { label: 'From the bottom' }));
  });
}

/**
 * Asks whether the top card is always looked at, or shown.
 * @param {Table} table
 */
export function askAlways(table) {
  openDialog('The top card of your library', () => {
    const now = nowOf(table);
    const { top = 'TOP_UNSPECIFIED' } = ownSeat(now);
    const choices = /** @type {[NonNullable<parlor.DuelMove['top']>, string][]} */ ([['TOP_LOOK', 'Always look at it'], ['TOP_SHOW', 'Always show it'], ['TOP_UNSPECIFIED', 'Leave it alone']]);
    return h('div', { class: 'dacts' }, choices.map(([choice, label]) => h('button', {
      type: 'button', class: 'button', key: choice, 'aria-pressed': String(choice === top), autofocus: choice === top ? true : null, onclick: () => {
        closeDialog();
        make(now, { top: choice });
      },
    }, label)));
  });
}
