import Identifiers
import Replication
import Schema
import Wire

/// The home of one person in a world of rosters: what it has heard of the room, and of the entries in it.
struct RosterHome {
  let key: SigningKey
  var roster: Roster
  /// The newest entry of each log that it has heard of.
  var newest: [LogKey: UInt64] = [:]
  var incarnation: UInt64 = 0
  private let shelf: RosterShelf
  /// An older state, as a backup has it.
  private var backup: (roster: Roster, newest: [LogKey: UInt64])

  init(_ key: SigningKey, _ room: RoomID) {
    self.key = key
    roster = Roster(room: room, accounts: [key.author])
    shelf = RosterShelf(accounts: [key.author])
    backup = (roster, [:])
  }

  var author: Author { key.author }
  var ownsRoom: Bool { roster.owner == author }

  mutating func save() { backup = (roster, newest) }

  /// The home as it was in its backup. Entries are written into another log from then on.
  mutating func restore(incarnation: UInt64) {
    (roster, newest) = backup
    self.incarnation = incarnation
  }

  /// Ends the node and starts it again from what it kept.
  mutating func restart() throws { roster = try shelf.restarted(roster) }

  /// The ends of the logs of an author, as far as this home knows.
  func cuts(of author: Author) -> [LogCut] {
    newest.filter { $0.key.author == author }.sorted { $0.key < $1.key }.map { log, sequence in
      .with {
        $0.incarnation = log.incarnation
        $0.sequence = sequence
      }
    }
  }

  /// Takes what another home has, and signs for the terms that it took first.
  mutating func hear(
    _ statements: [SignedStatement], _ bases: [RosterBase], _ newest: [LogKey: UInt64]
  ) throws {
    _ = roster.take(statements, bases: bases)
    self.newest.merge(newest, uniquingKeysWith: max)
    try signOwed(bases)
  }

  private mutating func signOwed(_ bases: [RosterBase] = []) throws {
    for seen in roster.owed {
      let statement = try SignedStatement(.seen(seen), in: roster.room, signedBy: [key])
      _ = roster.take([statement], bases: bases)
    }
  }

  /// Takes what a comparison with another home has brought, and what that one knows of entries.
  mutating func take(_ compared: Roster, _ newest: [LogKey: UInt64]) throws {
    roster = compared
    self.newest.merge(newest, uniquingKeysWith: max)
    try signOwed()
  }
}
