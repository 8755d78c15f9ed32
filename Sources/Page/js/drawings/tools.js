// @ts-check
// What the pen is: tool, colour and width, above the paper (rows W-08 to W-10). The eraser keeps the colour for the brush.
import { h } from '../view.js';
import { changed } from '../state.js';
import { draft, keepDraft } from '../drafts.js';
import { lensButtons } from './lens.js';
import { effectOf, tools } from './ink.js';
import { colours, utensils, widths } from './texts.js';

/** @typedef {import('./ink.js').Tool} Tool */

const name = 'drawings/tools';

function stored() {
  try {
    return JSON.parse(draft(name) || '{}');
  } catch {
    return {};
  }
}

/** @type {{ tool: Tool, colour: string, width: number }} */
export const tool = { tool: 'brush', colour: '#000000', width: widths[2][1], ...stored() };

if (!(tool.tool in tools)) tool.tool = 'brush';

/** @param {Partial<typeof tool>} change */
export function use(change) {
  Object.assign(tool, change);
  keepDraft(name, JSON.stringify(tool));
  changed();
}

/** The row above the paper. */
export function toolbar() {
  return h('div', { class: 'drawing-pens', role: 'toolbar', 'aria-label': 'Pens' },
    h('div', { class: 'drawing-pen-group', role: 'group', 'aria-label': 'Utensil' },
      Object.keys(tools).map(utensil)),
    h('div', { class: 'drawing-pen-group', role: 'group', 'aria-label': 'Colour' },
      colours.map(([label, colour]) => h('button', {
        type: 'button', class: 'drawing-swatch', key: colour, 'aria-label': label, title: label, 'aria-pressed': String(tool.colour === colour),
        style: { '--ink': colour }, onclick: () => use({ colour, ...painting() }),
      })),
      h('label', { class: 'drawing-swatch any', title: 'Any colour', style: { '--ink': tool.colour } },
        h('input', { type: 'color', 'aria-label': 'Any colour', value: tool.colour, oninput: (/** @type {any} */ event) => use({ colour: event.target.value, ...painting() }) }))),
    h('div', { class: 'drawing-pen-group', role: 'group', 'aria-label': 'Width' },
      widths.map(([label, width]) => h('button', {
        type: 'button', class: 'drawing-pen-width', key: String(width), 'aria-label': label, title: label, 'aria-pressed': String(tool.width === width),
        style: { '--w': Math.max(2, width / 135) + 'px' }, onclick: () => use({ width }),
      }, h('span', null))),
      h('input', {
        type: 'range', min: 10, max: 6000, step: 10, value: tool.width, 'aria-label': 'Any width',
        oninput: (/** @type {any} */ event) => use({ width: Number(event.target.value) }),
      })),
    lensButtons());
}

/** A colour is chosen to paint with it. */
const painting = () => (effectOf(tool).erases ? { tool: 'brush' } : {});

/** @param {Tool} name */
const utensil = (name) => {
  const isUsed = tool.tool === name;
  const [label, hint] = utensils[name];
  return h('button', { type: 'button', class: 'button' + (isUsed ? '' : ' plain'), key: name, 'aria-pressed': String(isUsed), title: hint, onclick: () => use({ tool: name }) }, label);
};
