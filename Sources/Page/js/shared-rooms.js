// @ts-check
// The rooms that something of our own can be shared with.
import { locale } from './texts.js';
import { state } from './state.js';

/**
 * Each room's id and its name: rooms of a few people first, the lobby, where everybody reads, last.
 * @returns {[string, string][]}
 */
export function sharedRooms() {
  const rank = (/** @type {parlor.RoomView} */ room) =>
    ({ ROOM_KIND_PRIVATE: 0, ROOM_KIND_DIRECT: 1, ROOM_KIND_LOBBY: 3 })[String(room.kind)] ?? 2;
  return [...state.rooms.values()]
    .filter((room) => room.kind !== 'ROOM_KIND_PERSONAL')
    .sort((a, b) => rank(a) - rank(b) || (a.name ?? '').localeCompare(b.name ?? '', locale))
    .map((room) => [room.id ?? '', room.kind === 'ROOM_KIND_LOBBY' ? `${room.name}: everybody here` : room.name ?? '']);
}
