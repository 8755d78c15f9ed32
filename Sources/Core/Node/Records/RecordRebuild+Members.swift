import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

extension RecordRebuild {
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
      for case .handOver(let hand) in RecordRebuild.operations(of: entry)
      where hand.author == taker.author.data && entry.place.log.author != taker.author {
        (self.taker, self.entry, self.hand) = (taker, entry, hand)
        return
      }
      return nil
    }
  }

  static func operations(of entry: VerifiedEntry) -> [Schema.Operation.OneOf_Kind] {
    operations(in: entry.payload)
  }

  static func operations(in payload: Data?) -> [Schema.Operation.OneOf_Kind] {
    guard let payload else { return [] }
    return ((try? Coding.decode(Payload.self, from: payload))?.operations ?? []).compactMap(\.kind)
  }
}

/// Words of the entries of a private room about who belongs to it (specification section 13).
struct MemberWords {
  private struct Said {
    let place: LogPlace
    let stamp: RecordStamp
    let hash: EntryHash
    /// Nil where the payload was erased.
    let kinds: [Schema.Operation.OneOf_Kind]?
  }

  /// The words of each author.
  private var said: [Author: [Said]] = [:]
  private var leaves: [(log: LogKey, sequence: UInt64)] = []
  /// In the order of the logs that show them.
  private var transfers: [RecordRebuild.ShownTransfer] = []
  /// Payloads that were erased and that somebody shows, as transfers.
  private var erased: [EntryHash: Data] = [:]

  /// The number of entries that say something.
  private(set) var count = 0

  /// Takes in what an entry says.
  ///
  /// - Parameters:
  ///   - order: its causal order.
  ///   - counts: whether it is before any fork of its log.
  mutating func take(_ entry: VerifiedEntry, order: UInt64, counts: Bool) {
    guard counts else { return }
    let place = entry.place
    let kinds = entry.payload.map { RecordRebuild.operations(in: $0).filter(\.concernsMembers) }
    guard kinds?.isEmpty != true else { return }
    count += 1
    said[place.log.author, default: []].append(
      Said(
        place: place, stamp: RecordStamp(order: order, log: place.log), hash: entry.hash,
        kinds: kinds))
    for kind in kinds ?? [] {
      if case .leaveRoom = kind {
        leaves.append((place.log, place.sequence))
      } else if let shown = RecordRebuild.ShownTransfer(kind, by: place.log, in: place.room) {
        let index = transfers.firstIndex { place.log < $0.taker } ?? transfers.count
        transfers.insert(shown, at: index)
        erased[shown.entry.hash] = shown.entry.payload
      }
    }
  }

  /// Applies the operations of the owners, one owner after the other, then those of the members who left.
  func members(of room: Room) -> Members? {
    var members: Members?
    var owner = room.stored.opener
    repeat {
      owner = members?.owner ?? owner
      if room.isForked(owner) {
        takeForkedStretch(of: owner, to: &members, of: room)
      } else {
        applyTerm(of: owner, to: &members, of: room)
      }
    } while members != nil && members?.owner != owner
    for leave in leaves.sorted(by: { ($0.log, $0.sequence) < ($1.log, $1.sequence) }) {
      _ = members?.apply(.leaveRoom(LeaveRoom()), log: leave.log, sequence: leave.sequence) { _ in
        []
      }
    }
    return members
  }

  /// Applies what an owner wrote until it hands the room over, where none of its logs is forked.
  private func applyTerm(
    of owner: Author, to members: inout Members?, of room: Room
  ) {
    if room.logs.hasSeveral(of: owner) {
      guard
        !takeTransfer(of: owner, to: &members, of: room, where: { _ in true })
      else { return }
      apply(to: &members, of: room, by: owner) { _, kind in !kind.isHandOver }
    } else {
      apply(to: &members, of: room, by: owner) { _, _ in true }
    }
  }

  /// Applies what an owner with several logs wrote up to its transfer of the room, if there is one.
  ///
  /// A transfer is judged by what was written up to it alone: nothing in another log counts above
  /// what the transfer names, wherever that stands. Of several transfers the first in the total order counts.
  ///
  /// - Parameter mayHold: which log may hold a transfer.
  /// - Returns: whether it handed the room over.
  private func takeTransfer(
    of owner: Author, to members: inout Members?, of room: Room,
    where mayHold: (LogKey) -> Bool
  ) -> Bool {
    var hands: [(place: LogPlace, until: [LogCut])] = []
    visit(room, by: owner, after: members) { place, kind in
      guard case .handOver(let hand) = kind, mayHold(place.log), hands.count < Limits.stretches
      else { return }
      hands.append((place, hand.until(place.log, place.sequence)))
    }
    for hand in hands {
      var taken = members
      apply(to: &taken, of: room, by: owner) { place, kind in
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
  private func takeForkedStretch(
    of owner: Author, to members: inout Members?, of room: Room
  ) {
    // The entry that opened the room may be the one that is forked.
    if members == nil { members = Members(opener: owner) }
    let after = members?.message.owners.last?.after ?? []
    let shown = transfers.filter { transfer in
      let place = transfer.entry.place
      return place.log.author == owner
        && place.sequence > after.sequence(of: place.log.incarnation)
    }
    let isOne = Set(shown.map(\.entry.hash)).count == 1
    if let transfer = shown.first, isOne {
      let (until, place) = (transfer.until, transfer.entry.place)
      var taken = members
      apply(to: &taken, of: room, by: owner) { place, kind in
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
    let main = members.flatMap { mainLog(of: owner, $0, in: room) }
    if shown.isEmpty || isOne,
      takeTransfer(of: owner, to: &members, of: room, where: { $0 == main })
    {
      return
    }
    apply(to: &members, of: room, by: owner) { place, kind in
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
  private func mainLog(
    of owner: Author, _ members: Members, in room: Room
  ) -> LogKey? {
    let owners = members.message.owners
    guard owners.count > 1 else { return room.logs.logs(of: owner).first?.state.key }
    let before = owners[owners.count - 2]
    return transfers.first { transfer in
      let place = transfer.entry.place
      return transfer.taker.author == owner && place.log.author.data == before.author
        && place.sequence == before.until.sequence(of: place.log.incarnation)
    }?.taker
  }

  /// Applies what an author wrote as the owner and what is wanted of it, in the total order, as a later incarnation of a
  /// restored home may have a lower number.
  private func apply(
    to members: inout Members?, of room: Room, by owner: Author,
    where isWanted: (LogPlace, Schema.Operation.OneOf_Kind) -> Bool
  ) {
    var taken = members
    visit(room, by: owner, after: members) { place, kind in
      guard isWanted(place, kind) else { return }
      _ = Members.apply(
        kind, to: &taken, of: room.id, log: place.log, sequence: place.sequence
      ) { _ in [] }
    }
    members = taken
  }

  /// Visits what an author wrote that counts, from where it became the owner of the room on, in the total order.
  private func visit(
    _ room: Room, by owner: Author, after members: Members?,
    _ visit: (LogPlace, Schema.Operation.OneOf_Kind) -> Void
  ) {
    let after = members?.message.owners.last?.after ?? []
    for said in (said[owner] ?? []).sorted(by: { $0.stamp < $1.stamp }) {
      guard room.logs[said.place.log]?.state.counts(said.place.sequence) == true,
        said.place.sequence > after.sequence(of: said.place.log.incarnation)
      else { continue }
      // A transfer cannot be taken back by erasing it.
      let kinds = said.kinds ?? RecordRebuild.operations(in: erased[said.hash])
      for kind in kinds { visit(said.place, kind) }
    }
  }
}

extension Room {
  /// Whether an author is known to have signed two histories in one of its logs.
  func isForked(_ author: Author) -> Bool {
    logs.forked.contains { $0.author == author }
  }
}
