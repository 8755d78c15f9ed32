// @ts-check
// Areas of the page whose modules are fetched when they are opened: the first screen waits only for its own.
import { h } from './view.js';
import { coming } from './parts.js';
import { changed } from './state.js';

/** @typedef {import('./view.js').Child} Child */
/** @typedef {import('./router.js').Context} Context */

const lateMilliseconds = 200;

/**
 * An area. Until its modules are here a screen shows nothing, and after 200 ms the shape of what comes.
 * @template {Record<string, any>} M
 * @param {() => Promise<M>} load as in `() => import('./events/screen.js')`
 */
export function area(load) {
  /** @type {M | null} */
  let module = null;
  let state = /** @type {'not begun' | 'begun' | 'late' | 'failed'} */ ('not begun');

  const begin = async () => {
    state = 'begun';
    setTimeout(() => {
      if (state === 'begun') state = 'late';
      changed();
    }, lateMilliseconds);
    try {
      module = await load();
    } catch {
      state = 'failed';
    }
    changed();
  };

  return {
    /**
     * A screen of the area.
     * @template {keyof M & string} N
     * @param {N} name of its function
     * @returns {(...shown: Parameters<M[N]>) => Child}
     */
    screen: (name) => (...shown) => {
      if (module) return module[name](...shown);
      if (state === 'not begun') begin();
      return state === 'failed' ? failed(begin) : state === 'late' ? coming() : null;
    },
    /**
     * The title of what is open in the area; empty until its modules are here.
     * @param {keyof M & string} name of its function
     * @returns {(context: Context) => string}
     */
    title: (name) => (context) => module?.[name](context) ?? '',
    /** The modules, once they are here. */
    module: () => module,
  };
}

/**
 * The daemon is away, or it was updated and has other modules now.
 * @param {() => void} begin
 */
function failed(begin) {
  return h('div', { class: 'quiet' }, h('h1', null, 'This part of the page did not come'),
    h('p', null, 'Parlor may have stopped or been updated. What you have typed is kept.'),
    h('div', { class: 'actions' },
      h('button', { type: 'button', class: 'button', onclick: begin }, 'Try again'),
      h('button', { type: 'button', class: 'button', onclick: () => location.reload() }, 'Load the page anew')));
}
