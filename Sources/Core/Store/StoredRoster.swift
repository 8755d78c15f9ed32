import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// A roster as it was kept.
public struct StoredRoster: Sendable {
  /// The roster, without what was lost.
  public let roster: Roster
  /// The things that were lost, as sentences have them: rows that are damaged, and statements that mean nothing without them.
  public let lost: [String]
}

extension Reader {
  /// Reads the roster of a room. What was checked before it was kept is not checked again.
  ///
  /// - Parameter accounts: the people of this node.
  /// - Returns: nil where none was kept.
  /// - Throws: `StoreError`.
  public func roster(of room: RoomID, accounts: Set<Author> = []) throws -> StoredRoster? {
    try RosterRows(of: room, db).stored(accounts)
  }
}

/// The rows of one roster as they are read. One that is not as it was written is left out.
private struct RosterRows {
  let room: RoomID
  private var kept = KeptRoster()
  private var lost: [String] = []
  private var isAny = false

  init(of room: RoomID, _ db: Database) throws {
    self.room = room
    try db.visit("SELECT tip, base FROM roster WHERE room = ?", room) { takeTerm($0) }
    try db.visit(
      """
      SELECT hash, kind, body, signatures, sum FROM roster_statement WHERE room = ? ORDER BY hash
      """, room
    ) { takeStatement($0) }
    try db.visit(
      """
      SELECT previous, first, voters, chosen, sum FROM roster_choice WHERE room = ?
      ORDER BY previous
      """, room
    ) { takeChoice($0) }
    try db.visit(
      "SELECT kind, key FROM roster_place WHERE room = ? ORDER BY kind, place, key", room
    ) { takePlace($0) }
  }

  /// Reads a row.
  ///
  /// - Parameter read: returns false for one that is damaged.
  /// - Returns: true, for the next row.
  private mutating func take(_ what: String, read: (inout KeptRoster) throws -> Bool) -> Bool {
    isAny = true
    if (try? read(&kept)) != true { lost.append(what) }
    return true
  }

  private mutating func takeTerm(_ row: Columns) -> Bool {
    take("the term of a roster") { kept in
      let bytes: Data = try row.value(1)
      kept.base = try Coding.decode(RosterBase.self, from: bytes).standings
      kept.tip = try row.value(0)
      return true
    }
  }

  private mutating func takeStatement(_ row: Columns) -> Bool {
    let room = room
    return take("a statement of a roster") { kept in
      let (hash, number, bytes, signatures, sum): (Bytes32, Int64, Data, Data, Bytes32) =
        try (row.value(0), row.value(1), row.value(2), row.value(3), row.value(4))
      guard let body = UInt8(exactly: number).flatMap({ RosterStatement.OneOf_Body($0, bytes) })
      else { return false }
      let statement = try SignedStatement(
        .with {
          $0.body = body
          $0.signatures = stride(from: 0, to: signatures.count, by: 64).map {
            signatures.dropFirst($0).prefix(64)
          }
        }, in: room)
      guard statement.hash == hash, RosterSum.of(statement) == sum else { return false }
      kept.statements.append(statement)
      return true
    }
  }

  private mutating func takeChoice(_ row: Columns) -> Bool {
    let room = room
    return take("the memory of which term came first") { kept in
      let voters: Data = try row.value(2)
      let choice = KeptRoster.Choice(
        previous: try row.value(0), first: try row.value(1),
        voters: stride(from: 0, to: voters.count, by: 32).compactMap {
          Author(voters.dropFirst($0).prefix(32))
        }, chosen: try row.value(3))
      guard RosterSum.of(choice, in: room) == (try row.value(4) as Bytes32) else { return false }
      kept.choices.append(choice)
      return true
    }
  }

  private mutating func takePlace(_ row: Columns) -> Bool {
    take("a place in a roster") { kept in
      let (kind, key): (Int64, Bytes32) = try (row.value(0), row.value(1))
      if kind == RosterPlaces.rivals { kept.rivals.append(key) } else { kept.arrivals.append(key) }
      return true
    }
  }

  func stored(_ accounts: Set<Author>) -> StoredRoster? {
    guard isAny else { return nil }
    let roster = Roster(kept, room: room, accounts: accounts)
    let gone = kept.statements.count - roster.statements.count
    let needing =
      gone > 0 ? ["\(gone) statements of a roster that mean nothing without others"] : []
    return StoredRoster(roster: roster, lost: lost + needing)
  }
}

/// The kinds of things of which a roster keeps the order.
enum RosterPlaces {
  static let rivals: Int64 = 0
  static let arrivals: Int64 = 1
}

/// The sum over a row, by which damage is seen: a statement with a damaged signature would be passed on, and taken for a lie.
enum RosterSum {
  static func of(_ statement: SignedStatement) -> Bytes32 {
    Hashing.digest(
      .rosterRow, statement.hash.bytes, statement.message.signatures.flatMap { [UInt8]($0) })
  }

  static func of(_ choice: KeptRoster.Choice, in room: RoomID) -> Bytes32 {
    Hashing.digest(
      .rosterRow, room.bytes, choice.previous.bytes, choice.first.bytes,
      choice.voters.flatMap(\.bytes), choice.chosen?.bytes ?? [])
  }
}
