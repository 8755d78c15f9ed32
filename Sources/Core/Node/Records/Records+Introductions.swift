import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Our introductions: the entries by which others know who we are in a room (specification section 13).
extension Records {
  /// Makes the room of our account and another one, and says there who we are.
  func addDirectRoom(with other: Author, _ transaction: Transaction) throws {
    try rooms.makeDirectRoom(with: other, transaction)
    let id = RoomID(direct: account.author, other)
    try introduce(in: id, transaction)
    for session in links.sorted
    where session.state == .established && session.accounts.contains(other) {
      try rooms.beginSync(of: id, on: session.id)
    }
  }

  /// Says in the rooms where we have said who we are that we are called otherwise.
  func introduceAgain(_ transaction: Transaction) throws {
    let record = RoomViews.person(of: account.author)
    for id in try RoomNames.all(transaction.reader, own: account.author) {
      guard let room = try rooms.room(id, transaction.reader),
        try transaction.reader.record(record, in: room.stored.records) != nil
      else { continue }
      try introduce(in: id, transaction)
    }
  }

  /// Says in every room where it is missing who we are, as after a restore.
  func introduceEverywhere(_ transaction: Transaction) throws {
    try introduceAgain(transaction)
    for id in try RoomNames.all(transaction.reader, own: account.author) {
      let kind = try rooms.room(id, transaction.reader)?.stored.kind
      if kind == .private || kind == .direct { try introduce(in: id, transaction) }
    }
  }

  /// Says in a room who we are, where that is not said yet or has changed.
  func introduce(in id: RoomID, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, let room = try rooms.room(id, transaction.reader) else {
      return
    }
    let person = Introduction.with {
      $0.name = settings.name
      $0.colour = settings.colour
    }
    let record = RoomViews.person(of: account.author)
    if let known = try transaction.reader.record(record, in: room.stored.records) {
      guard try Coding.decode(Introduction.self, from: known.body) != person else { return }
      try write([try .changing(record, person)], in: id, transaction)
    } else {
      try write([try .making(.introduction, nonce: Data(count: 16), person)], in: id, transaction)
    }
  }
}
