// @ts-check
// The way to a game: the menu, making one, and joining one.
import { h } from '../view.js';
import { action, head, linkButton } from '../parts.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { avatar, icon } from '../pictures.js';
import { peopleList } from '../many.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { command, state } from '../state.js';
import { dateAndTime, plural } from '../texts.js';
import { go, to } from '../router.js';
import { atThisMachine } from './beside.js';
import { playerName, players, progress, tablesIn, trust } from './players.js';
import { cardBack } from '../cards.js';
import { gameChoices, gameOf, hostValues } from '../games/games.js';

/** @typedef {parlor.TableView} Table */

/** The main menu of War. */
export function warMenu() {
  const going = tablesIn(state.tables.values(), 'TABLE_PHASE_PLAYING', 'TABLE_PHASE_SEATED', 'TABLE_PHASE_OPEN', 'TABLE_PHASE_ASKED');
  return h('div', { class: 'page' }, head('War'),
    h('div', { class: 'columns' },
      h('section', { class: 'panel', 'aria-label': 'What goes on' }, h('h2', null, 'What goes on'),
        going.length ? h('div', { class: 'waitings' }, going.map(waitingLink)) : h('p', { class: 'note' }, 'No game is in progress.'),
        offersList()),
      h('section', { class: 'panel', 'aria-label': 'Menu' }, mainMenu())));
}

/** Exactly three entries: row G-01. */
export function mainMenu() {
  return h('nav', { class: 'main-menu', 'aria-label': 'War' },
    linkButton({ label: 'New Game', icon: 'plus', href: to('war', 'new') }),
    linkButton({ label: 'Load Game', icon: 'war', href: to('war', 'load') }),
    linkButton({ label: 'Settings', icon: 'gear', href: to('settings') }));
}

/**
 * A game that goes on, and what it waits for.
 * @param {Table} table
 */
export function waitingLink(table) {
  const { us, them } = players(table);
  const name = them.name ? nameOf(playerName(table, them)) : null;
  /** @type {import('../view.js').Child} */
  let what = 'Waiting for players';
  if (table.phase === 'TABLE_PHASE_PLAYING') what = needsUs(table) ? gameOf(table).awaited : table.paused ? 'Paused' : ['Waiting for ', name, '’s move'];
  else if (table.phase === 'TABLE_PHASE_ASKED') what = 'Request Sent';
  else if (table.phase === 'TABLE_PHASE_SEATED') what = table.seat === 'SEAT_HOST' ? 'Ready to start' : [name, '’s Game'];
  else if ((table.asks ?? []).length) what = 'Requesting to Join';
  return h('a', { class: 'waiting' + (needsUs(table) ? ' needs-us' : ''), href: to('war', table.id), key: table.id },
    h('span', { class: 'fan' }, cardBack(them, 'fan' + table.id), cardBack(us, 'fan' + table.id)),
    h('span', { class: 'what' }, h('strong', null, what), h('span', null, table.phase === 'TABLE_PHASE_OPEN' ? table.description ? said(table.description) : created(table) : [name && ['vs. ', name, ', '], progress(table).replace(/, paused$/, '')])));
}

/**
 * Whether a table waits for our person.
 * @param {Table} table
 */
export function needsUs(table) {
  if (table.phase === 'TABLE_PHASE_PLAYING') return !!table.can_play && !table.paused && (gameOf(table).needsUs?.(table) ?? true);
  return table.seat === 'SEAT_HOST' && (table.phase === 'TABLE_PHASE_SEATED' || (table.asks ?? []).length > 0);
}

/** The tables of others that we can ask to join. */
export function offersList() {
  const offers = tablesIn(state.tables.values(), 'TABLE_PHASE_OFFERED');
  const watchable = tablesIn(state.tables.values(), 'TABLE_PHASE_WATCHABLE');
  const asked = tablesIn(state.tables.values(), 'TABLE_PHASE_ASKED').length > 0;
  const tables = [...offers.sort((a, b) => Number(!!b.host?.paired) - Number(!!a.host?.paired)), ...watchable];
  return tables.length > 0 && peopleList('offers', tables, ({ host = {}, description }) => [host.name, host.words, description], (shown) => h('ul', { class: 'lines offers' },
    shown.map((table) => (table.phase === 'TABLE_PHASE_OFFERED' ? offer(table, asked) : watchOffer(table)))));
}

/**
 * @param {Table} table
 * @param {boolean} asked whether a request is out: there is only one at a time
 */
function offer(table, asked) {
  const host = table.host ?? {};
  return h('li', { key: table.id },
    avatar({ name: host.name, colour: colourOfAuthor(host.author, host.colour), online: host.online }),
    h('span', { class: 'what' }, h('strong', null, nameOf(host.name), '’s Game'),
      table.game && h('span', null, gameOf(table).title),
      h('span', null, table.description ? [said(table.description), ' · '] : null, `${trust(host)} · ${host.words ?? ''}`),
      termsText(table) && h('span', null, termsText(table)),
      table.closed_reason && h('span', null, said(table.closed_reason))),
    action({
      at: 'ask-' + table.id, label: 'Ask to join', disabled: asked, why: asked ? 'One request at a time: take the other one back first.' : '',
      act: () => askToJoin(table),
    }));
}

/** @param {Table} table a match that may be watched */
function watchOffer(table) {
  const host = table.host ?? {};
  return h('li', { key: table.id },
    avatar({ name: host.name, colour: colourOfAuthor(host.author, host.colour), online: host.online }),
    h('span', { class: 'what' }, h('strong', null, nameOf(host.name), '’s Game'), h('span', null, 'A match to watch')),
    linkButton({ label: 'Watch', icon: 'eye', href: to('war', table.id) }));
}

/**
 * Asks for the other chair; where the table takes a password, our person is asked for it.
 * @param {Table} table
 */
export async function askToJoin(table) {
  const { join } = gameOf(table);
  if (join) return join(table);
  if (table.needs_password) return openDialog('The password of the table', () => passwordForm(table));
  await command('tables/ask', { table: table.id });
  go(to('war', table.id));
}

/** @param {Table} table */
function passwordForm(table) {
  const form = formOf('war/ask/' + table.id, { password: '' });
  return form.form({
    send: 'Ask to join', disabled: !form.values.password, cancel: closeDialog, submit: () => command('tables/ask', { table: table.id, password: form.values.password }),
    done: () => {
      closeDialog();
      go(to('war', table.id));
    },
  }, form.text('password', { label: 'Password', hint: 'The host has told it to those who are wanted at the table.' }));
}

/** New Game: play at this machine, make a game or join one (row G-05). */
export function newGame() {
  return h('div', { class: 'page narrow-page' }, head('New Game'),
    atThisMachine(),
    h('nav', { class: 'main-menu panel', 'aria-label': 'New Game' },
      linkButton({ label: 'Create Game', icon: 'plus', href: to('war', 'create') }),
      linkButton({ label: 'Join Game', icon: 'people', href: to('war', 'join') }),
      linkButton({ label: 'Back', icon: 'back', href: to('war') })),
    h('p', { class: 'note' }, 'A library to try? ', h('a', { href: to('war', 'solo') }, 'Play it alone'), '.'),
    h('p', { class: 'note' }, 'Somebody whose machine yours never meets? ', h('a', { href: to('war', 'carry') }, 'Play by files'), '.'));
}

/** Join Game: the hosts that are found now (rows G-11 and G-12). */
export function joinGame() {
  const asked = tablesIn(state.tables.values(), 'TABLE_PHASE_ASKED');
  const list = offersList();
  return h('div', { class: 'page narrow-page' }, head('Join Game'),
    asked.length > 0 && h('div', { class: 'waitings' }, asked.map(waitingLink)),
    h('section', { class: 'panel', 'aria-label': 'Tables offered', 'aria-busy': list ? null : 'true' },
      h('h2', null, 'Tables offered'),
      list || [h('p', { class: 'searching' }, icon('search'), 'Looking for hosts…'),
        h('p', { class: 'note' }, 'A table appears here when somebody on this network hosts one. ', h('a', { href: to('peers') }, 'Who is nearby?'))]),
    h('div', { class: 'actions' }, linkButton({ label: 'Back', icon: 'back', href: to('war', 'new') })));
}

const first = {
  ...hostValues,
  game: '', description: '', chat: 'on', spectators: 'SPECTATOR_POLICY_UNSPECIFIED', spectators_talk: '', move_seconds: '0', password: '', paired_only: '', face_down: '3', short_play: 'SHORT_PLAY_LAST_CARD_UP', winnings_order: 'WINNINGS_ORDER_WINNER_FIRST',
  winnings_place: 'WINNINGS_PLACE_UNDER_PILE', both_out: 'BOTH_OUT_DRAW', round_cap: '5000',
};

/** Create Game: what is played, then our node hosts it (row G-06). */
export function createGame() {
  const form = formOf('tables/host', first);
  const { values } = form;
  const isWar = !values.game;
  const { host, mayBeWatched } = gameOf({ game: values.game });
  const isWatched = isWar || !!mayBeWatched;
  return h('div', { class: 'page narrow-page' }, head('Create Game'),
    h('section', { class: 'panel', 'aria-label': 'Create Game' }, form.form({
      send: 'Create Game', look: 'primary', cancel: () => go(to('war', 'new')),
      submit: async () => command('tables/host', {
        game: values.game, description: values.description.trim(), no_chat: values.chat !== 'on', ...(isWar ? { rules: rulesOf(values) } : {}), ...await host?.terms(values),
        ...(isWatched ? watching(values) : {}),
        move_seconds: Number(values.move_seconds), password: values.password, paired_only: values.paired_only === 'on',
      }),
      done: (table) => go(to('war', table.id)),
    },
    form.select('game', { label: 'Game', options: gameChoices }),
    host?.fields(form),
    form.text('description', { label: 'Description', placeholder: 'After lunch', maxlength: 200, hint: 'Others see it in their list of tables.' }),
    form.check('chat', { label: 'The two of us can talk at the table' }),
    h('details', null, h('summary', null, 'Who may come'), h('div', { class: 'form rules' },
      form.check('paired_only', { label: 'Only people I have paired with can join' }),
      form.text('password', { label: 'Password to join', hint: 'Tell it to whom you want at the table. Empty for none.' }),
      isWatched && form.select('spectators', { label: 'Who may watch', options: spectatorPolicies }),
      isWatched && form.check('spectators_talk', { label: 'Those who watch can talk, too' }),
      form.number('move_seconds', { label: 'Seconds for each move', min: 0, max: 86400, hint: 'Who takes longer can be claimed against. 0 for no limit.' }))),
    isWar && h('details', null, h('summary', null, 'Rules'), h('div', { class: 'form rules' },
      form.number('face_down', { label: 'Cards face down in a war', min: 1, max: 10 }),
      form.select('short_play', { label: 'Who cannot lay all cards of a war', options: shortPlays }),
      form.select('winnings_order', { label: 'Won cards go to the winner', options: orders }),
      form.select('winnings_place', { label: 'They are put', options: winningsPlaces }),
      form.select('both_out', { label: 'When both have no card left in a war', options: bothOuts }),
      form.number('round_cap', { label: 'Rounds after which the match is a draw', min: 1, max: 1000000 }))))));
}

/**
 * Who may watch.
 * @param {typeof first} values
 */
function watching(values) {
  return {
    spectators: /** @type {parlor.SpectatorPolicy} */ (values.spectators), spectators_talk: values.spectators_talk === 'on',
  };
}

/**
 * The rules that the form says.
 * @param {typeof first} values
 * @returns {parlor.Rules}
 */
function rulesOf({ face_down, round_cap, short_play, winnings_order, winnings_place, both_out }) {
  return /** @type {parlor.Rules} */ ({ short_play, winnings_order, winnings_place, both_out, face_down: Number(face_down), round_cap: Number(round_cap) });
}

/** @type {[string, string][]} */
const spectatorPolicies = [
  ['SPECTATOR_POLICY_UNSPECIFIED', 'nobody'], ['SPECTATOR_POLICY_PAIRED', 'people I have paired with'], ['SPECTATOR_POLICY_EVERYBODY', 'everybody'],
];
/** @type {[string, string][]} */
const shortPlays = [
  ['SHORT_PLAY_LAST_CARD_UP', 'plays what is left, the last card up'], ['SHORT_PLAY_LOSES', 'loses the match'],
  ['SHORT_PLAY_EQUAL_FORCE', 'both lay as many as the shorter one has'],
];
/** @type {[string, string][]} */
const orders = [['WINNINGS_ORDER_WINNER_FIRST', 'the winner’s own cards first'], ['WINNINGS_ORDER_SHUFFLED', 'shuffled']];
/** @type {[string, string][]} */
const winningsPlaces = [
  ['WINNINGS_PLACE_UNDER_PILE', 'under the pile'], ['WINNINGS_PLACE_SECOND_PILE', 'on a second pile'],
  ['WINNINGS_PLACE_SECOND_PILE_SHUFFLED', 'on a second pile that is shuffled'],
  ['WINNINGS_PLACE_SECOND_PILE_REVERSED', 'on a second pile, the last one is played first'],
];
/** @type {[string, string][]} */
const bothOuts = [['BOTH_OUT_DRAW', 'the match is a draw'], ['BOTH_OUT_SPLIT', 'the cards are dealt out again']];

/**
 * What of a table's rules is not as usual, in words; empty where all is.
 * @param {parlor.Rules | undefined} rules
 */
export function rulesText(rules) {
  if (!rules) return '';
  const parts = [];
  if (rules.face_down && rules.face_down !== 3) parts.push(`${rules.face_down} down in a war`);
  const differs = (/** @type {[string, string][]} */ options, /** @type {string | undefined} */ value) =>
    value && value !== options[0][0] && options.find(([name]) => name === value)?.[1];
  const short = differs(shortPlays, rules.short_play);
  if (short) parts.push(`who cannot lay all cards ${short}`);
  const order = differs(orders, rules.winnings_order);
  if (order) parts.push(`won cards are ${order}`);
  const place = differs(winningsPlaces, rules.winnings_place);
  if (place) parts.push(`won cards go ${place}`);
  const out = differs(bothOuts, rules.both_out);
  if (out) parts.push(`when both are out ${out}`);
  if (rules.round_cap && rules.round_cap !== 5000) parts.push(`a draw after ${rules.round_cap} rounds`);
  return parts.join('; ');
}

/**
 * What is agreed to by sitting down, beside the rules; empty for nothing.
 * @param {Table} table
 */
export function termsText(table) {
  const seconds = table.move_seconds ?? 0;
  const watchers = { SPECTATOR_POLICY_PAIRED: 'People paired with the host may watch.', SPECTATOR_POLICY_EVERYBODY: 'Everybody may watch.' };
  const terms = [
    gameOf(table).terms?.(table),
    seconds > 0 && `${plural(seconds, 'second')} for each card.`,
    table.spectators && table.spectators !== 'SPECTATOR_POLICY_UNSPECIFIED' && watchers[table.spectators],
    table.needs_password && 'It takes a password.',
  ];
  return terms.filter(Boolean).join(' ');
}

/**
 * When a table was made.
 * @param {Table} table
 */
export function created(table) {
  return `Created ${dateAndTime(table.created_milliseconds)}`;
}
