import Feature
import Identifiers
import Store
import Wire

/// The rooms and tables that people name in words, for readers of the store.
extension Node {
  /// The table with an id that begins so, among those kept and those offered.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func table(_ prefix: String, _ reader: Reader) throws -> RoomID {
    try Tables.table(prefix, reader)
  }

  /// Makes the refusal for a text with which no table's id begins.
  public static func noTable(_ prefix: String) -> Refused { Tables.noTable(prefix) }

  /// The room with an id that begins so, or with that name, among those that our person is in.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func room(_ text: String, _ reader: Reader, own: Author) throws -> RoomID {
    try Records.room(text, reader, own: own)
  }

  /// The rooms that an account is in, tables left out: the lobby, the personal room, then the others by id.
  public static func roomIDs(_ reader: Reader, own: Author) throws -> [RoomID] {
    try Records.roomIDs(reader, own: own)
  }

  /// The room of that name or id, or the table with an id that begins so at which we have a chair.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func chatRoom(_ text: String, _ reader: Reader, own: Author) throws -> RoomID {
    try Records.chatRoom(text, reader, own: own)
  }
}
