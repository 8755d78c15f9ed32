import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Who belongs to a private room, computed from its logs alone (specification section 13).
extension RoomRebuild {
  /// A transfer of the room that its new owner shows as it was signed.
  struct ShownTransfer {
    /// The log of the new owner that shows it.
    let taker: LogKey
    /// The transfer in the log of the old owner.
    let entry: VerifiedEntry
    let hand: HandOver

    var until: [LogCut] { hand.until(entry.place.log, entry.place.sequence) }

    /// Nil for what shows no transfer to its author.
    init?(_ kind: Schema.Operation.OneOf_Kind, by taker: LogKey, in room: RoomID) {
      guard case .takeRoom(let taking) = kind,
        let entry = try? SliceVerifier.verify(taking, in: room)
      else { return nil }
      for case .handOver(let hand) in RoomRebuild.operations(of: entry)
      where hand.author == taker.author.data && entry.place.log.author != taker.author {
        (self.taker, self.entry, self.hand) = (taker, entry, hand)
        return
      }
      return nil
    }
  }

  /// What the members' own logs say of who belongs to the room, beside what its owners say.
  private struct Words {
    var leaves: [(log: LogKey, sequence: UInt64)] = []
    /// In the order of the logs that show them.
    var transfers: [ShownTransfer] = []
    /// What was erased of transfers that are shown.
    var erased: [EntryHash: Data] = [:]

    init(_ room: Room, _ reader: Reader) throws {
      for log in room.logs.values.sorted(by: { $0.state.key < $1.state.key }) {
        try reader.entries(in: room.id, of: [log]) { _, entry in
          guard log.state.counts(entry.place.sequence) else { return false }
          for operation in RoomRebuild.operations(of: entry) {
            if case .leaveRoom = operation {
              leaves.append((entry.place.log, entry.place.sequence))
            } else if let shown = ShownTransfer(operation, by: entry.place.log, in: room.id) {
              transfers.append(shown)
              erased[shown.entry.hash] = shown.entry.payload
            }
          }
          return true
        }
      }
      leaves.sort { ($0.log, $0.sequence) < ($1.log, $1.sequence) }
    }
  }

  /// What its owners wrote, one owner after the other, then who left.
  static func members(of room: Room, _ reader: Reader) throws -> Members? {
    let words = try Words(room, reader)
    var members: Members?
    var owner = room.stored.opener
    repeat {
      owner = members?.owner ?? owner
      if room.isForked(owner) {
        try takeForkedStretch(of: owner, to: &members, of: room, words, reader)
      } else {
        try applyTerm(of: owner, to: &members, of: room, words, reader)
      }
    } while members != nil && members?.owner != owner
    for leave in words.leaves {
      _ = members?.apply(.leaveRoom(LeaveRoom()), log: leave.log, sequence: leave.sequence) { _ in
        []
      }
    }
    return members
  }

  /// Applies what an owner wrote until it hands the room over, where none of its logs is forked.
  private static func applyTerm(
    of owner: Author, to members: inout Members?, of room: Room, _ words: Words, _ reader: Reader
  ) throws {
    if room.logs.keys.count(where: { $0.author == owner }) > 1 {
      guard
        try !takeTransfer(of: owner, to: &members, of: room, words, reader, where: { _ in true })
      else { return }
      try apply(to: &members, of: room, by: owner, words, reader) { _, kind in !kind.isHandOver }
    } else {
      try apply(to: &members, of: room, by: owner, words, reader) { _, _ in true }
    }
  }

  /// Applies what an owner with several logs wrote up to its transfer of the room, if there is one.
  ///
  /// A transfer is judged by what was written up to it alone: nothing in another log counts above
  /// what the transfer names, wherever that stands. Of several transfers the first in the total order counts.
  ///
  /// - Parameter mayHold: which log may hold a transfer.
  /// - Returns: whether it handed the room over.
  private static func takeTransfer(
    of owner: Author, to members: inout Members?, of room: Room, _ words: Words, _ reader: Reader,
    where mayHold: (LogKey) -> Bool
  ) throws -> Bool {
    var hands: [(place: LogPlace, until: [LogCut])] = []
    try visit(room, by: owner, after: members, words, reader) { place, kind in
      guard case .handOver(let hand) = kind, mayHold(place.log), hands.count < Limits.stretches
      else { return }
      hands.append((place, hand.until(place.log, place.sequence)))
    }
    for hand in hands {
      var taken = members
      try apply(to: &taken, of: room, by: owner, words, reader) { place, kind in
        place.sequence <= hand.until.sequence(of: place.log.incarnation)
          && (!kind.isHandOver || place == hand.place)
      }
      if let next = taken?.owner, next != owner {
        members = taken
        return true
      }
    }
    return false
  }

  /// Applies what an owner wrote who has signed two histories: it owns the room no longer, in whichever log.
  ///
  /// A transfer that its new owner shows stays in force, wherever the fork is. Of two different ones neither does. Without
  /// one, only the log counts with which the owner became one, and a transfer that stands there; after that nobody owns
  /// the room, as nobody can tell which of the histories came first.
  private static func takeForkedStretch(
    of owner: Author, to members: inout Members?, of room: Room, _ words: Words, _ reader: Reader
  ) throws {
    // The entry that opened the room may be the one that is forked.
    if members == nil { members = Members(opener: owner) }
    let after = members?.message.owners.last?.after ?? []
    let shown = words.transfers.filter { transfer in
      let place = transfer.entry.place
      return place.log.author == owner
        && place.sequence > after.sequence(of: place.log.incarnation)
    }
    let isOne = Set(shown.map(\.entry.hash)).count == 1
    if let transfer = shown.first, isOne {
      let (until, place) = (transfer.until, transfer.entry.place)
      var taken = members
      try apply(to: &taken, of: room, by: owner, words, reader) { place, kind in
        place.sequence <= until.sequence(of: place.log.incarnation) && !kind.isHandOver
      }
      _ = taken?.apply(
        .handOver(transfer.hand), log: place.log, sequence: place.sequence
      ) { _ in [] }
      if let next = taken?.owner, next != owner {
        members = taken
        return
      }
    }
    let main = members.flatMap { mainLog(of: owner, $0, in: room, words) }
    if shown.isEmpty || isOne,
      try takeTransfer(of: owner, to: &members, of: room, words, reader, where: { $0 == main })
    {
      return
    }
    try apply(to: &members, of: room, by: owner, words, reader) { place, kind in
      place.log == main && !kind.isHandOver
    }
    members?.endOwnership(
      until: .with {
        $0.incarnation = main?.incarnation ?? 0
        $0.sequence = main.flatMap { room.logs[$0]?.state.forkedFrom }.map { $0 - 1 } ?? 0
        if let main, room.logs[main]?.isForked == false { $0.sequence = UInt64(Int64.max) }
      })
  }

  /// The log with which an owner became one: the first one of the opener, or the one that shows the transfer to it.
  private static func mainLog(
    of owner: Author, _ members: Members, in room: Room, _ words: Words
  ) -> LogKey? {
    let owners = members.message.owners
    guard owners.count > 1 else { return room.logs.keys.filter { $0.author == owner }.min() }
    let before = owners[owners.count - 2]
    return words.transfers.first { transfer in
      let place = transfer.entry.place
      return transfer.taker.author == owner && place.log.author.data == before.author
        && place.sequence == before.until.sequence(of: place.log.incarnation)
    }?.taker
  }

  /// Applies what an author wrote as the owner and what is wanted of it, in the total order, as a later incarnation of a
  /// restored home may have a lower number.
  private static func apply(
    to members: inout Members?, of room: Room, by owner: Author, _ words: Words, _ reader: Reader,
    where isWanted: (LogPlace, Schema.Operation.OneOf_Kind) -> Bool
  ) throws {
    var taken = members
    try visit(room, by: owner, after: members, words, reader) { place, kind in
      guard isWanted(place, kind) else { return }
      _ = Members.apply(
        kind, to: &taken, of: room.id, log: place.log, sequence: place.sequence
      ) { _ in [] }
    }
    members = taken
  }

  /// Reads what an author wrote that counts, from where it became the owner of the room on.
  private static func visit(
    _ room: Room, by owner: Author, after members: Members?, _ words: Words, _ reader: Reader,
    _ visit: (LogPlace, Schema.Operation.OneOf_Kind) -> Void
  ) throws {
    let after = members?.message.owners.last?.after ?? []
    try reader.entriesInOrder(of: room.stored, id: room.id, by: owner) { _, entry in
      let place = entry.place
      guard room.logs[place.log]?.state.counts(place.sequence) == true,
        place.sequence > after.sequence(of: place.log.incarnation)
      else { return }
      // A transfer cannot be taken back by erasing it.
      let payload = entry.payload ?? words.erased[entry.hash]
      for kind in operations(in: payload) { visit(place, kind) }
    }
  }

  static func operations(of entry: VerifiedEntry) -> [Schema.Operation.OneOf_Kind] {
    operations(in: entry.payload)
  }

  private static func operations(in payload: Data?) -> [Schema.Operation.OneOf_Kind] {
    guard let payload else { return [] }
    return ((try? Coding.decode(Payload.self, from: payload))?.operations ?? []).compactMap(\.kind)
  }
}

extension Room {
  /// Whether an author is known to have signed two histories in one of its logs.
  func isForked(_ author: Author) -> Bool {
    logs.contains { $0.key.author == author && $0.value.isForked }
  }
}
