import Feature
import Identifiers
import Schema
import Store
import Wire

/// The search for a table that people name.
extension Tables {
  /// The table with an id that begins so, among those kept and those offered.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  static func table(_ prefix: String, _ reader: Reader) throws -> RoomID {
    if let whole = Base32.decode(prefix).flatMap({ RoomID($0) }), try reader.hasTable(whole) {
      return whole
    }
    let found = try reader.tableIDs().filter { $0.description.hasPrefix(prefix) }
    return try (prefix.isEmpty ? [] : found).only("There is no table \(prefix).", .see("war list"))
    {
      "\($0) tables begin with \(prefix): give more letters of the id."
    }
  }

  /// Makes the refusal for a text with which no table's id begins.
  static func noTable(_ prefix: String) -> Refused {
    Refused(
      .notFound, "There is no table \(prefix).", .see("war list"))
  }

  /// The same in memory, where we have a chair.
  func ownTable(_ prefix: String, _ transaction: Transaction) throws -> Table {
    let id = try Self.table(prefix, transaction.reader)
    guard let table = try table(id, transaction), table.seat != .unspecified else {
      throw Refused(.notNow, "You have no chair at table \(prefix): ask to join it first.")
    }
    return table
  }

  /// Whether a table is one that two people have agreed on after a match.
  func isRematch(_ id: RoomID, _ reader: Reader) throws -> Bool {
    try reader.tables(.finished).contains { $0.rematch == id.description }
  }
}
