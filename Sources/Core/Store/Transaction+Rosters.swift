import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

extension Transaction {
  /// Keeps the roster of a private room, and who belongs to it.
  ///
  /// - Throws: `StoreError`.
  public func keep(_ roster: Roster, of room: StoredRoom, id: RoomID) throws {
    let kept = RosterStatements.with {
      $0.statements = roster.statements.map(\.message)
      $0.bases = roster.bases
    }
    try setMeta("roster/\(id)", Data(try Coding.encode(kept)))
    try run("DELETE FROM member WHERE room = ?", id)
    for author in roster.current { try addMember(author, of: id) }
  }
}

extension Reader {
  /// The roster of a private room; nil for one that has none.
  public func roster(of id: RoomID) throws -> Roster? {
    guard let bytes = try meta("roster/\(id)") else { return nil }
    let kept = try Coding.decode(RosterStatements.self, from: bytes)
    var roster = Roster(room: id)
    _ = roster.take(
      try kept.statements.map { try SignedStatement($0, in: id) }, bases: kept.bases)
    return roster
  }
}
