// @ts-check
// The lines that a judge gives to people: who judges, and what was signed.
import { fromBase32, partsOf, toBase64, utf8Text } from '../protobuf.js';
import { Refused } from '../state.js';

/**
 * The judge of a message's bytes; null where they are none.
 * @param {number[]} bytes
 * @returns {parlor.DuelJudge | null}
 */
export function judgeOf(bytes) {
  const parts = partsOf(bytes);
  const [key, box, name, signature] = [1, 2, 3, 4].map((number) => parts.get(number));
  if (!Array.isArray(key) || !Array.isArray(box) || !Array.isArray(name) || !Array.isArray(signature)) return null;
  if (key.length !== 32 || box.length !== 32 || !name.length || signature.length !== 64) return null;
  return { key: toBase64(key), box_key: toBase64(box), name: utf8Text(name), signature: toBase64(signature) };
}

/**
 * The bytes of a line that somebody has copied, alone or with the command before it; none where it is no such line.
 * @param {string} line
 */
export const bytesOf = (line) => fromBase32(line.trim().split(/\s+/).at(-1) ?? '') ?? [];

/**
 * The judge whom a line names; undefined where nobody is named.
 * @param {string} line
 * @throws {Refused} where it is no line of a judge
 */
export function judgeNamed(line) {
  if (!line.trim()) return undefined;
  const judge = judgeOf(bytesOf(line));
  if (!judge) throw new Refused('That is no line of a judge: copy all of it.');
  return judge;
}
