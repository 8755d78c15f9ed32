import Identifiers

/// The reads of rooms and people that a feature may make; a part of `Snapshot`.
public protocol RoomReads {
  /// The rooms that our person is in: the lobby, the personal one and the others, without tables.
  func rooms() throws -> [RoomID]
  /// A room; nil where there is none.
  func room(_ id: RoomID) throws -> RoomSummary?
  /// The room, or the table of our person, that has a name or id, or an id that begins so.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  func room(_ text: String) throws -> RoomSummary
  /// Returns the owner of a room; nil for the lobby, which nobody owns, and for tables.
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
  /// Returns the reason why nobody would get our person's entries in a room, and what to do; nil if none is known.
  func silence(in room: RoomID) throws -> Advice?
  /// Returns the reason why some may not get them; nil if none is known.
  func doubt(in room: RoomID) throws -> String?
}
