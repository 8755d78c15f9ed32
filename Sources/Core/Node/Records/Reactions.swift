import Feature
import Identifiers
import Store
import SwiftProtobuf
import Wire

/// The engine of reactions: the entries that features write by themselves when records change.
final class Reactions: Engine {
  let context: NodeContext
  let rooms: Rooms
  let records: Records
  /// The losses by deletions to which reactions are still to come; restored when a turn cannot be committed.
  var losses = Losses()
  /// Whether reactions must still look at the open records: after a start, or after rooms were rebuilt.
  private var mustReactToOpen = true

  init(_ records: Records) {
    self.records = records
    (context, rooms) = (records.context, records.rooms)
  }

  /// Begins the reactions of a turn.
  ///
  /// - Returns: false where nothing may be written: they come when it may.
  func begin(_ transaction: Transaction) throws -> Bool {
    records.collect()
    return try losses.begin(&records.marks, turn.writing, at: now.steady, transaction)
  }

  /// Reacts to what changed in this turn, and to what reactions change in turn, up to a bound.
  func reactToChanges(_ transaction: Transaction) throws {
    for _ in 0..<Reaction.depth {
      records.collect()
      if !records.marks.rebuilt.subtracting(records.marks.reacted).isEmpty {
        mustReactToOpen = true
      }
      records.marks.reacted.formUnion(records.marks.rebuilt)
      let changes = try changesToReactTo(transaction)
      guard !changes.isEmpty else { return }
      for (reaction, change) in changes { try react(reaction, to: change, transaction) }
      try records.settleRooms(transaction)
    }
  }

  private func react(
    _ reaction: Reaction, to change: RecordChange, _ transaction: Transaction
  ) throws {
    try write(transaction) { try reaction.react(change, $0, &$1) }
  }

  /// Reacts to the matches that ended in this turn, and to those that a feature still waits for after a start.
  func react(to finished: [FinishedSession], _ transaction: Transaction) throws {
    let reactions = store.registry.sessionReactions
    let home = StoreSnapshot(rooms, transaction.reader)
    for reaction in reactions {
      let open = mustReactToOpen ? try reaction.open(home) : []
      for session in try finished + open.compactMap({ try home.finishedSession(at: $0) }) {
        try write(transaction) { try reaction.react(session, $0, &$1) }
      }
    }
    try records.settleRooms(transaction)
  }

  /// Writes what a reaction fills in.
  private func write(
    _ transaction: Transaction, _ fill: (any Snapshot, inout Draft) throws -> Void
  ) throws {
    var draft = records.newDraft()
    let home = StoreSnapshot(rooms, transaction.reader)
    do {
      try fill(home, &draft)
      context.random = draft.random
      for write in draft.writes { try records.check(write, home) }
      try records.write(draft, transaction)
    } catch is Refused {
      // What cannot be done now is tried again after the next start.
    }
  }

  /// The changes of this turn that were not reacted to, and what is open after a start.
  private func changesToReactTo(
    _ transaction: Transaction
  ) throws -> [(Reaction, RecordChange)] {
    let reactions = store.registry.reactions
    let home = StoreSnapshot(rooms, transaction.reader)
    var found: [(Reaction, RecordChange)] = []
    for (id, all) in records.marks.changes.sorted(by: { $0.key < $1.key }) {
      let first = records.marks.reactedChanges[id] ?? 0
      records.marks.reactedChanges[id] = all.count
      guard let room = try rooms.room(id, transaction.reader) else { continue }
      let views = RoomViews(rooms, room, transaction.reader)
      // For each reaction the records that it looks at anyway.
      var roots = Array(repeating: Set<RecordID>(), count: reactions.count)
      for change in all[first...] {
        for (place, reaction) in reactions.enumerated() where reaction.kinds.contains(change.kind) {
          guard
            let seen = try change.seen(in: views, home, { lostParts(below: change.record, in: id) })
          else { continue }
          let root = reaction.root.map {
            seen.record.kind == $0 ? seen.record.id : seen.record.parent ?? seen.record.id
          }
          guard try reaction.concerns(seen, home) else { continue }
          if let root, roots[place].contains(root) { continue }
          guard seen.isLoss(of: account.author) || mayReact(to: seen.by) else { continue }
          if let root { roots[place].insert(root) }
          found.append((reaction, seen))
        }
      }
    }
    if mustReactToOpen {
      mustReactToOpen = false
      for reaction in reactions {
        for record in try reaction.open(home) {
          found.append((reaction, RecordChange(record: record, effect: .made, by: record.author)))
        }
      }
    }
    return found
  }

  /// The records of our person that are lost below a deleted one, in this turn and shortly before it.
  private func lostParts(below record: RecordID, in room: RoomID) -> [RecordApplier.LostPart] {
    losses.parts(below: record, in: room) + (records.marks.lostParts[room]?[record] ?? [])
  }

  /// Others cannot make our node write without end.
  private func mayReact(to author: Author) -> Bool {
    author == account.author || allowances.spendReaction(to: author, at: now)
  }
}
