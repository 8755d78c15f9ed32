// @ts-check
// How numbers, times and lists are written. The page speaks English, so numbers and dates do, whatever the browser's language.

/** The language of the page. */
export const locale = 'en-GB';

/**
 * Writes numbers; made when it is first used, and once: one for each number takes ten times as long.
 * @type {Intl.NumberFormat | undefined}
 */
let figures;

/**
 * A number with its noun: "1 card", "12 cards".
 * @param {number | string | undefined} count
 * @param {string} one
 * @param {string} [many]
 */
export function plural(count, one, many = one + 's') {
  const number = Number(count ?? 0);
  figures ??= new Intl.NumberFormat(locale);
  return `${figures.format(number)} ${number === 1 ? one : many}`;
}

/**
 * A time of the API, in milliseconds since 1970 as text.
 * @param {string | number | undefined} milliseconds
 */
export function dateOf(milliseconds) {
  return new Date(Number(milliseconds ?? 0));
}

/**
 * Writes times in one way. What writes them is made when it is first used: a browser takes a millisecond and more for each.
 * @param {Intl.DateTimeFormatOptions} options
 */
function written(options) {
  /** @type {Intl.DateTimeFormat | undefined} */
  let format;
  return (/** @type {string | number | undefined} */ milliseconds) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(dateOf(milliseconds));
  };
}

export const timeOfDay = written({ hour: '2-digit', minute: '2-digit' });
export const timeWithSeconds = written({ timeStyle: 'medium' });
export const day = written({ weekday: 'short', day: 'numeric', month: 'long' });
export const longDay = written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
export const dateAndTime = written({ dateStyle: 'medium', timeStyle: 'short' });

/**
 * A moment as briefly as can be: the time today, the day before that.
 * @param {string | number | undefined} milliseconds
 */
export function moment(milliseconds) {
  const date = dateOf(milliseconds);
  return date.toDateString() === new Date().toDateString() ? timeOfDay(milliseconds) : day(milliseconds);
}

/**
 * A number of bytes: "65 KiB".
 * @param {string | number | undefined} bytes
 */
export function size(bytes) {
  const number = Number(bytes ?? 0);
  if (number < 1024) return plural(number, 'byte');
  const isLarge = number >= 1024 * 1024;
  const value = number / (isLarge ? 1024 * 1024 : 1024);
  return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} ${isLarge ? 'MiB' : 'KiB'}`;
}

/**
 * How far another clock is from ours: "60 minutes ahead of yours"; empty below two minutes, and where it is not known.
 * @param {string | number | undefined} milliseconds how far it is ahead
 */
export function clockDifference(milliseconds) {
  const ahead = Number(milliseconds ?? 0);
  if (Math.abs(ahead) < 120_000) return '';
  const minutes = Math.floor((Math.abs(ahead) + 30_000) / 60_000);
  const length = minutes >= 2 * 1_440 ? plural(Math.floor(minutes / 1_440), 'day')
    : minutes > 180 ? plural(Math.floor(minutes / 60), 'hour') : plural(minutes, 'minute');
  return `${length} ${ahead < 0 ? 'behind' : 'ahead of'} yours`;
}

/**
 * Names as people say them: "Ada, Bob and Cyd".
 * @param {string[]} words
 */
export function list(words) {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);
}

/**
 * A value of an enum in words: `words('SUIT_HEARTS', 'SUIT_')` is "hearts".
 * @param {string | undefined} value
 * @param {string} prefix
 */
export function words(value, prefix) {
  return (value ?? '').slice(prefix.length).toLowerCase().replaceAll('_', ' ');
}

/**
 * What the page says instead of what a terminal would do, by the command that stands there: where the same is done on the page.
 * @type {[RegExp, string][]}
 */
const instead = [
  [/`--anyway` takes it as it stands/, 'It can be taken as it stands'],
  [/^Ask that person, and compare words with `parlor.*$/, 'Ask that person, and compare the words in People.'],
  [/run `parlor page close`/, 'take back all keys: Settings says how'],
  [/: `parlor settings set share-\S+ MIB` gives it more/, '. Settings can give it more'],
  [/: `parlor status` shows the shares/, '. Doctor shows the shares'],
  [/: `parlor event import` takes it in, and then delete it/, '. Import it in Events, and then delete it'],
  [/: `parlor card list --all` lists them, `parlor trade list` shows who has them/, '. Trades shows who has them'],
  [/`parlor tournament edit NAME --colours` in the set-up spreads them/, 'The rules in the set-up can spread them'],
];

/**
 * What a view of the daemon says, in the words of the page: a sentence that names a command of the terminal is left out, where another one
 * says what is the matter.
 * @param {string} text
 */
export function ownWords(text) {
  if (!text.includes('`')) return text;
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu}|`)/u);
  const own = sentences.map((one) => instead.reduce((said, [pattern, words]) => said.replace(pattern, words), one));
  const kept = own.filter((one) => !one.includes('`'));
  if (kept.length) return kept.join(' ');
  // One sentence: what comes after the colon or the semicolon is how a terminal does it.
  const [first] = text.split(/[:;]\s[^:;]*`/);
  return first.includes('`') ? text.replaceAll(/`([^`]*)`/g, '“$1”').replaceAll('`', '') : first.replace(/[\s,]+$/, '') + '.';
}
