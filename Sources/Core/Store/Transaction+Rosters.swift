import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

extension Transaction {
  /// Keeps the roster of a room; what is there already is not written again.
  ///
  /// - Parameter isAnew: whether all is written again, as where some of it was lost.
  /// - Throws: `StoreError`.
  public func setRoster(_ roster: Roster, isAnew: Bool = false) throws {
    let (room, kept) = (roster.room, roster.kept)
    if isAnew { try removeRoster(of: room) }
    try setTerm(kept, of: room)
    try setStatements(kept.statements, of: room)
    try setPlaces(kept.rivals, RosterPlaces.rivals, of: room)
    try setPlaces(kept.arrivals, RosterPlaces.arrivals, of: room)
    try setChoices(kept.choices, of: room)
  }

  /// Forgets the roster of a room.
  func removeRoster(of room: RoomID) throws {
    for table in ["roster", "roster_statement", "roster_place", "roster_choice"] {
      try run("DELETE FROM \(table) WHERE room = ?", room)
    }
  }

  private func setTerm(_ kept: KeptRoster, of room: RoomID) throws {
    // A term begins with the same standings for ever.
    let isHere: Bool =
      try db.value(
        "SELECT EXISTS (SELECT 1 FROM roster WHERE room = ? AND tip IS ?)", room, kept.tip)
      ?? false
    guard !isHere else { return }
    let base = RosterBase.with { $0.standings = kept.base }
    try run(
      "INSERT OR REPLACE INTO roster (room, tip, base) VALUES (?, ?, ?)", room, kept.tip,
      Data(try Coding.encode(base)))
  }

  private func setStatements(_ statements: [SignedStatement], of room: RoomID) throws {
    var gone = Set<Bytes32>(
      try db.values("SELECT hash FROM roster_statement WHERE room = ?", room))
    for statement in statements where gone.remove(statement.hash) == nil {
      guard let body = statement.message.body else { continue }
      try run(
        """
        INSERT INTO roster_statement (room, hash, kind, body, signatures, sum) VALUES (?, ?, ?, ?, ?, ?)
        """, room, statement.hash, Int64(body.number), body.bytes,
        statement.message.signatures.reduce(into: Data()) { $0.append($1) },
        RosterSum.of(statement))
    }
    for hash in gone {
      try run("DELETE FROM roster_statement WHERE room = ? AND hash = ?", room, hash)
    }
  }

  private func setPlaces(_ keys: [Bytes32], _ kind: Int64, of room: RoomID) throws {
    var old: [Bytes32: Int64] = [:]
    try db.visit("SELECT key, place FROM roster_place WHERE room = ? AND kind = ?", room, kind) {
      old[try $0.value(0)] = try $0.value(1)
      return true
    }
    var last: Int64 = 0
    for key in keys {
      // Whatever stands behind the one before stays.
      let place = old.removeValue(forKey: key)
      if let place, place > last {
        last = place
        continue
      }
      last += 1
      try run(
        "INSERT OR REPLACE INTO roster_place (room, kind, key, place) VALUES (?, ?, ?, ?)", room,
        kind, key, last)
    }
    for key in old.keys {
      try run("DELETE FROM roster_place WHERE room = ? AND kind = ? AND key = ?", room, kind, key)
    }
  }

  private func setChoices(_ choices: [KeptRoster.Choice], of room: RoomID) throws {
    var gone: [Bytes32: Bytes32] = [:]
    try db.visit("SELECT previous, sum FROM roster_choice WHERE room = ?", room) {
      gone[try $0.value(0)] = try $0.value(1)
      return true
    }
    for choice in choices {
      let sum = RosterSum.of(choice, in: room)
      guard gone.removeValue(forKey: choice.previous) != sum else { continue }
      try run(
        """
        INSERT OR REPLACE INTO roster_choice (room, previous, first, voters, chosen, sum) VALUES (?, ?, ?, ?, ?, ?)
        """, room, choice.previous, choice.first,
        choice.voters.reduce(into: Data()) { $0.append($1.data) }, choice.chosen, sum)
    }
    for previous in gone.keys {
      try run("DELETE FROM roster_choice WHERE room = ? AND previous = ?", room, previous)
    }
  }
}
