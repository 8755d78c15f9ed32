import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Rooms that were handed over to us.
extension Records {
  /// Shows the transfer of a room to us in our own log, once: so it stays in force whatever the old owner signs later.
  ///
  /// A room with a roster is taken over by a term of our own.
  func take(over id: RoomID, _ transaction: Transaction) throws {
    if turn.writing == .allowed, rooms[id]?.stored.roster?.successor == account.author {
      return try rosters.takeOver(id, transaction)
    }
    guard turn.writing == .allowed, let room = rooms[id], let members = room.stored.members,
      members.owner == account.author, members.message.owners.count > 1,
      let taking = try room.taking(by: account.log, members, transaction.reader),
      try !room.hasTaken(taking, by: account.author, transaction.reader)
    else { return }
    try write([.with { $0.takeRoom = taking }], in: id, transaction)
  }
}

extension Room {
  /// Makes the owner's words that somebody belongs to a room, or does again.
  func addition(of author: Author) -> Schema.Operation {
    .with {
      $0.addMember.author = author.data
      if stored.people?.knows(author) == true { $0.addMember.after = newest(of: author) }
    }
  }

  /// The transfer as the old owner signed it; nil where it is not here as it was signed.
  fileprivate func taking(
    by own: LogKey, _ members: Members, _ reader: Reader
  ) throws -> TakeRoom? {
    let before = members.message.owners[members.message.owners.count - 2]
    for cut in before.until where cut.sequence > 0 {
      guard let author = Author(before.author),
        let log = logs[LogKey(author: author, incarnation: cut.incarnation)],
        let slice = try reader.slice(of: log, room: id, from: cut.sequence)
      else { continue }
      var taking = TakeRoom()
      taking.transfer = slice
      for index in slice.entries.indices.dropFirst() {
        guard case .payload(let payload)? = slice.entries[index].content else { continue }
        taking.transfer.entries[index].payloadHash = Hashing.payload(payload).data
      }
      let previous = try reader.known(log: log.number, sequence: cut.sequence - 1)?.hash
      taking.previous = (previous ?? .zero).data
      guard try Coding.encode(taking).count < Limits.payload - 64,
        RecordRebuild.ShownTransfer(.takeRoom(taking), by: own, in: id) != nil
      else { continue }
      return taking
    }
    return nil
  }

  fileprivate func hasTaken(
    _ taking: TakeRoom, by author: Author, _ reader: Reader
  ) throws -> Bool {
    let own = logs.logs(of: author)
    var isThere = false
    try reader.entries(in: id, of: own) { _, entry in
      for case .takeRoom(let other) in RecordRebuild.operations(of: entry)
      where other.transfer.log == taking.transfer.log
        && other.transfer.first == taking.transfer.first
      {
        isThere = true
      }
      return !isThere
    }
    return isThere
  }
}
