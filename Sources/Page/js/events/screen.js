// @ts-check
// The place of events: what people plan, count down to and have to do.

import { h } from '../view.js';
import { icon } from '../pictures.js';
import { openCalendars } from './calendar-file.js';
import { countScreen } from './count.js';
import { editForm, newForm } from './form.js';
import { eventList } from './list.js';
import { lostReading, lostScreen } from './lost.js';
import { monthScreen } from './month.js';
import { pictureForm } from './picture.js';
import { shareForm } from './share.js';
import { texts } from './texts.js';
import { toDoScreen } from './to-dos.js';
import { weekScreen } from './week.js';

/**
 * The lists of the place, by their part of the address.
 * @type {Record<string, (rest: string) => import('../view.js').Child>}
 */
const lists = {
  '': () => eventList(false),
  grid: () => eventList(true),
  week: weekScreen,
  month: monthScreen,
  'to-do': toDoScreen,
  lost: lostScreen
};

/**
 * The forms of one event.
 * @type {Record<string, (id: string) => import('../view.js').Child>}
 */
const forms = {
  edit: editForm,
  picture: pictureForm,
  share: shareForm
};

/**
 * @param {{ path: string[] }} context
 */
export function eventsScreen({ path: [first = '', second = ''] }) {
  const isCount = first !== '' && !(first in lists) && first !== 'new' && !(second in forms);
  if (first === 'new') return newForm();
  if (first in lists) return [head(first), lists[first](second)];
  return [backLink(first, isCount), isCount ? countScreen(first) : forms[second](first)];
}

/**
 * @param {string} id
 * @param {boolean} isCount
 */
const backLink = (id, isCount) =>
  h('p', { class: 'back-link', key: 'back' },
    h('a', { href: isCount ? '#/events' : `#/events/${id}` }, icon('back'), isCount ? texts.title : 'Event'));

/** @param {string} chosen */
function head(chosen) {
  const lost = (lostReading().answer?.lost ?? []).length;
  /** @type {[string, string][]} */
  const links = [['', texts.views.list], ['grid', texts.views.grid], ['week', texts.views.week], ['month', texts.views.month], ['to-do', texts.views['to-do']]];
  if (lost || chosen === 'lost') links.push(['lost', `${texts.views.lost} (${lost})`]);
  return h(
    'header', { class: 'place-head', key: 'head' }, h('h1', null, texts.title),
    h('nav', { class: 'tabs', 'aria-label': 'Views of events' },
      links.map(
        ([name, label]) => h('a', { href: '#/events' + (name && '/' + name), 'aria-current': name === chosen ? 'page' : null }, label))),
    h('span', { class: 'actions end' },
      h('button', { type: 'button', class: 'button plain', 'aria-label': texts.calendars, title: texts.calendars, onclick: openCalendars },
        icon('download')),
      h('a', { class: 'button', href: '#/events/new', 'aria-label': texts.add, title: texts.add }, icon('plus'))));
}
