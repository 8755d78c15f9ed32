import Feature
import Features
import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A private room with many logs, each with one entry, which is put into homes while no daemon runs in them.
///
/// So it may have more logs than anybody may bring over a link (section 10 of the specification). As all homes hold the same, none of
/// them is ever asked where it stands in each log.
struct ManyLogs {
  /// The number of people whose logs these are.
  private static let authors = 10

  /// The id of the room.
  let id: RoomID
  private let opener: SigningKey
  private let nonce: Data
  private let members: Members
  /// The entries of all logs, signed, in the order of their arrival.
  private var entries: [VerifiedEntry] = []

  /// Writes a room of so many logs, of ten people, beside those of the accounts of some homes and of who opened it.
  ///
  /// - Parameter homes: the folders of the homes.
  init(logs: Int, in homes: [String]) throws {
    let opener = try Self.key()
    let nonce = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    (self.opener, self.nonce) = (opener, nonce)
    id = RoomID(privateOf: opener.author, nonce: nonce)
    let people = try (0..<Self.authors).map { _ in try Self.key() }
    let accounts = try homes.map { home in
      guard
        let account = try Store(home: home, .parlor).read({ try $0.accounts() }).first
      else { throw ProgramError(description: "\(home) has no account.") }
      return (key: try SigningKey(secret: account.secret), incarnation: account.incarnation)
    }
    let own = LogKey(author: opener.author, incarnation: 0)
    var (members, adding) = (Members(opener: opener.author), [Schema.Operation]())
    adding.append(.with { $0.openRoom.nonce = nonce })
    for author in people.map(\.author) + accounts.map(\.key.author) {
      adding.append(.with { $0.addMember.author = author.data })
      _ = members.apply(
        .addMember(.with { $0.author = author.data }), log: own, sequence: 1
      ) { _ in [] }
    }
    self.members = members
    try append(adding, by: opener, incarnation: 0)
    for account in accounts {
      try append([], by: account.key, incarnation: account.incarnation)
    }
    for number in 0..<logs {
      try append(
        [], by: people[number % people.count], incarnation: UInt64(number / people.count))
    }
  }

  private static func key() throws -> SigningKey {
    try SigningKey(secret: (0..<32).map { _ in .random(in: .min ... .max) })
  }

  private mutating func append(
    _ operations: [Schema.Operation], by key: SigningKey, incarnation: UInt64
  ) throws {
    let log = LogKey(author: key.author, incarnation: incarnation)
    var entry = try EntryWriter.write(
      .with { $0.operations = operations }, room: id, state: LogState(key: log), dependencies: [],
      dependencyOrder: 0, wallMilliseconds: 1_700_000_000_000)
    entry.signature = try key.signHeads([entry.hash])[0]
    entries.append(entry)
  }

  /// Puts it into a home in which no daemon runs.
  func put(into home: String) throws {
    let store = try Store(home: home, .parlor)
    try store.turn { transaction in
      let room = try transaction.addRoom(
        id, kind: .private, opener: opener.author, nonce: nonce)
      try transaction.setMembers(members, of: room, id: id)
      for (index, entry) in entries.enumerated() {
        let log = try transaction.addLog(entry.place.log, in: room)
        try transaction.append(entry, log: log.number, position: Int64(index) + 1)
      }
    }
    try store.close()
  }
}
