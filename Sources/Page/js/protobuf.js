// @ts-check
// Messages within a field of bytes: JSON leaves them to those who know them. A table of fields says how each is written.

/**
 * The fields of a message by their names: number, type, and whether it is repeated. A table as the type stands for a message, a list
 * for an enum whose values have its numbers.
 * @typedef {{ [name: string]: [number: number, type: Type, repeated?: boolean] }} Fields
 */
/** @typedef {'uint32' | 'sint32' | 'bool' | 'string' | 'bytes' | readonly string[] | Fields} Type */

/**
 * Writes a number in groups of seven bits.
 * @param {number} value a whole number from 0 to 2^53
 * @param {number[]} into
 */
function varint(value, into) {
  while (value > 127) {
    into.push((value % 128) | 128);
    value = Math.floor(value / 128);
  }
  into.push(value);
}

/**
 * @param {Type} type
 * @returns {type is Fields}
 */
const isMessage = (type) => typeof type === 'object' && !Array.isArray(type);

/**
 * @param {Type} type
 * @param {any} value
 */
function numberOf(type, value) {
  if (type === 'bool') return value ? 1 : 0;
  if (type === 'sint32') return value < 0 ? -2 * value - 1 : 2 * value;
  const number = Array.isArray(type) ? type.indexOf(value) : value;
  if (!Number.isInteger(number) || number < 0 || number > 0xffffffff) throw new RangeError(`${value} is no value of this field`);
  return number;
}

/**
 * The bytes of a message. A field of a choice is written even where it is 0 or false: only what is not there is left out.
 * @param {Fields} fields
 * @param {Record<string, any>} message in the names and values of JSON; bytes as text of base64
 * @returns {number[]}
 */
export function encode(fields, message) {
  /** @type {number[]} */
  const bytes = [];
  for (const name of Object.keys(message)) if (!fields[name]) throw new RangeError(`There is no field ${name}`);
  for (const [name, [number, type, isRepeated]] of Object.entries(fields)) {
    const value = message[name];
    if (value === undefined || value === null) continue;
    const values = isRepeated ? value : [value];
    if (typeof type === 'string' && ['string', 'bytes'].includes(type) || isMessage(type)) {
      for (const one of values) {
        const inside = isMessage(type) ? encode(type, one) : type === 'bytes' ? fromBase64(one) : [...new TextEncoder().encode(one)];
        varint(number * 8 + 2, bytes);
        varint(inside.length, bytes);
        for (const byte of inside) bytes.push(byte);
      }
    } else if (isRepeated) {
      // Numbers stand together.
      if (!values.length) continue;
      /** @type {number[]} */
      const inside = [];
      for (const one of values) varint(numberOf(type, one), inside);
      varint(number * 8 + 2, bytes);
      varint(inside.length, bytes);
      bytes.push(...inside);
    } else {
      varint(number * 8, bytes);
      varint(numberOf(type, value), bytes);
    }
  }
  return bytes;
}

/**
 * The whole numbers of a message and the bytes of everything else in it, by the numbers of their fields; nothing of the rest, and
 * nothing more once it does not make sense.
 * @param {number[]} bytes
 * @returns {Map<number, number | number[]>}
 */
export function partsOf(bytes) {
  /** @type {Map<number, number | number[]>} */
  const found = new Map();
  let at = 0;
  const next = () => {
    let value = 0;
    for (let shift = 1; at < bytes.length && shift < 2 ** 53; shift *= 128) {
      const byte = bytes[at];
      at += 1;
      value += (byte & 127) * shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const tag = next();
    const number = Math.floor(tag / 8);
    if (tag % 8 === 0) found.set(number, next());
    else if (tag % 8 === 2) {
      const length = next();
      found.set(number, bytes.slice(at, at + length));
      at += length;
    } else return found;
  }
  return found;
}

/**
 * The text that bytes of UTF-8 are.
 * @param {number[]} bytes
 */
export const utf8Text = (bytes) => new TextDecoder().decode(new Uint8Array(bytes));

/**
 * The bytes of a text of base32, as people see ids and copy lines; null where it is none.
 * @param {string} text
 */
export function fromBase32(text) {
  /** @type {number[]} */
  const bytes = [];
  let [kept, count] = [0, 0];
  for (const letter of text.toLowerCase()) {
    const value = 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(letter);
    if (value < 0) return null;
    kept = kept << 5 | value;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push(kept >> count);
    kept &= (1 << count) - 1;
  }
  return bytes;
}

/**
 * Bytes as JSON has them.
 * @param {number[]} bytes
 */
export const toBase64 = (bytes) => btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));

/**
 * The bytes of a text of base64.
 * @param {string} text
 */
export const fromBase64 = (text) => [...atob(text)].map((letter) => letter.charCodeAt(0));
