// @ts-check
// How a tournament is played: the form that changes it (rows T-03, T-16, T-25, T-26, T-36, T-38, T-40, T-42, T-44, T-45).

import { formOf } from '../forms.js';
import { command } from '../state.js';
import { h } from '../view.js';
import { formatOptions, formats } from './parts.js';
import { texts } from './texts.js';

/** @param {parlor.TournamentView} view */
export function rulesForm(view) {
  const rules = view.rules ?? {};
  const first = {
    name: view.name ?? '',
    format: view.style?.name ?? '',
    points: rules.points ?? '',
    ties: rules.ties || (rules.tie_breaks ?? []).join(','),
    third: rules.third_place ? 'on' : '',
    allPlaces: rules.all_places ? 'on' : '',
    reseed: rules.reseed ? 'on' : '',
    scorers: rules.scorers ?? 'organisers',
    confirm: rules.confirm ? 'on' : '',
    bestOf: String(rules.best_of ?? 1),
    legs: String(rules.legs ?? 1),
    qualifiers: String(rules.qualifiers ?? 2),
    rounds: String(rules.rounds ?? 0),
    final: rules.final ?? 'reset',
    clubs: rules.clubs_apart ? 'on' : '',
    colours: rules.colours ? 'on' : '',
    helpers: (rules.helpers ?? []).join(', '),
    organisers: (rules.organisers ?? []).join(', '),
  };
  const form = formOf(`tournament/${view.id}/rules`, first);
  const { values } = form;
  const known = formats();
  const all = view.style && !known.some(({ name }) => name === view.style?.name) ? [view.style, ...known] : known;
  const traits = all.find(({ name }) => name === values.format)?.traits ?? {};
  const isDraft = (view.phase ?? 'TOURNAMENT_PHASE_DRAFT') === 'TOURNAMENT_PHASE_DRAFT';
  const isNew = (/** @type {keyof typeof first} */ name) => values[name] !== first[name];
  const changes = Object.keys(first).some((name) => isNew(/** @type {keyof typeof first} */ (name)));
  const names = (/** @type {string} */ text) => text.split(',').map((name) => name.trim()).filter(Boolean);
  return form.form(
    {
      send: 'Save the rules',
      disabled: !changes,
      more: changes && h('button', { type: 'button', class: 'button plain', onclick: form.drop }, 'Cancel'),
      submit: () => command('tournaments/edit', {
        tournament: view.id,
        ...(isNew('name') ? { name: values.name } : {}),
        ...(isNew('format') ? { format: values.format } : {}),
        ...(isNew('points') ? { points: values.points } : {}),
        ...(isNew('ties') ? { tie_breaks: values.ties } : {}),
        ...(isNew('third') ? { third_place: values.third === 'on' } : {}),
        ...(isNew('allPlaces') ? { all_places: values.allPlaces === 'on' } : {}),
        ...(isNew('reseed') ? { reseed: values.reseed === 'on' } : {}),
        ...(isNew('scorers') ? { scorers: values.scorers } : {}),
        ...(isNew('confirm') ? { confirm: values.confirm === 'on' } : {}),
        ...(isNew('bestOf') ? { best_of: Number(values.bestOf) } : {}),
        ...(isNew('legs') ? { legs: Number(values.legs) } : {}),
        ...(isNew('qualifiers') ? { qualifiers: Number(values.qualifiers) } : {}),
        ...(isNew('rounds') ? { swiss_rounds: Number(values.rounds) } : {}),
        ...(isNew('final') ? { final: values.final } : {}),
        ...(isNew('clubs') ? { clubs_apart: values.clubs === 'on' } : {}),
        ...(isNew('colours') ? { colours: values.colours === 'on' } : {}),
        ...(isNew('helpers') ? { helpers: names(values.helpers) } : {}),
        ...(isNew('organisers') ? { organisers: names(values.organisers) } : {}),
      }),
    },
    h('div', { class: 'fields' }, form.text('name', { label: 'Name', maxlength: 100 }),
      isDraft && form.select('format', { label: 'Format', options: formatOptions(all) }),
      form.text('points', { label: 'Points for win, tie and loss', placeholder: '3,1,0' }),
      form.text('ties', { label: 'What decides ties, in this order', hint: 'Or fifa-2022, fifa-2026, uefa-2024 or swiss for theirs.' }),
      form.number('bestOf', { label: 'Games of a match, at most', min: 1, max: 99 }),
      traits.follows_schedule &&
        form.select('legs', { label: 'Everybody meets everybody', options: [['1', 'once'], ['2', 'twice']] }),
      traits.plays_groups && form.number('qualifiers', { label: 'How many of each group play on', min: 1 }),
      traits.pairs_rounds && form.number('rounds', { label: 'Rounds', min: 1 }), traits.plays_losers_bracket && form.select('final', {
        label: 'The final',
        options: [['reset', 'twice, where the unbeaten one loses'], ['single', 'once'], ['none', 'not played']]
      }),
      form.select('scorers', {
        label: 'Who reports scores',
        options: [
          ['organisers', 'organisers'], ['helpers', 'helpers as well'], ['players', 'players, for their own matches'],
          ['everybody', 'everybody in the room']
        ]
      }),
      values.scorers !== 'organisers' && form.text('helpers', { label: 'Helpers', placeholder: 'Ada, Bob' }),
      form.text('organisers', { label: 'Who may decide as well', placeholder: 'Ada, Bob' })),
    traits.plays_knockout && form.check('third', { label: texts.thirdPlace }),
    traits.plays_knockout && !traits.plays_losers_bracket &&
      [form.check('allPlaces', { label: texts.allPlaces }), form.check('reseed', { label: texts.reseed })],
    form.check('confirm', { label: 'A score counts once two people have reported it' }),
    isDraft && (traits.pairs_rounds || traits.sets_rounds) && form.check('colours', { label: 'White and black, or home games, are spread evenly' }),
    form.check('clubs', { label: 'Entrants of one club do not meet early' }));
}
