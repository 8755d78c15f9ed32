import Identifiers

/// What a feature reads of rooms and people; a part of `Snapshot`.
public protocol RoomReads {
  /// The rooms that our person is in: the lobby, the personal one and the others, without tables.
  func rooms() throws -> [RoomID]
  /// A room; nil where there is none.
  func room(_ id: RoomID) throws -> RoomSummary?
  /// The room, or the table of our person, that has a name or id, or an id that begins so.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  func room(_ text: String) throws -> RoomSummary
  /// Who owns a room; nil for the lobby, where nobody does, and for tables.
  func owner(of room: RoomID) throws -> Author?
  /// Everybody in a room, ourselves included.
  func people(in room: RoomID) throws -> [Person]
  /// Somebody as our person sees them in a room.
  func person(_ author: Author, in room: RoomID) throws -> Person
  /// The people who are known to look at a room now, our person among them.
  func peopleHere(in room: RoomID) throws -> [Person]
  /// The room of our person and one other; nil while they have none.
  func directRoom(with author: Author) throws -> RoomID?
  /// Finds what our node knows of a node whose person a friend introduces by a name.
  func acquaintance(with node: NodeID, called name: String) throws -> Acquaintance
  /// Why nobody would get what our person writes in a room, and what to do; nil where nothing is known against it.
  func silence(in room: RoomID) throws -> String?
  /// Why some may not get it; nil where nothing is known against it.
  func doubt(in room: RoomID) throws -> String?
}
