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
}
