import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A rebuild of all that is derived from a room's logs: causal orders, members, records.
///
/// The values kept entry by entry are the same; if one late entry changes what many did (a fork, a removal's cut), a rebuild
/// brings that into effect. It is done in steps, so that a large room holds nothing up: its entries are read once or more for the
/// orders and the members, then once in the total order for the records, which get a set of their own. The old values count until
/// the end, and entries that come meanwhile are taken in.
public struct RecordRebuild {
  /// The set of records that is made.
  let set: Int64
  /// The number of entries and operations that were read.
  private(set) var work = 0
  /// Authors of words that changed something that was read before: for each of them the room is to be made again once more.
  private(set) var askers: Set<Author> = []
  /// The deletions of records that are still shown, with what our person loses by them; only of kinds that something reacts to.
  private var deletions: [RecordApplier.Change] = []
  private let own: Author?
  private var orders: OrderPass
  /// Whether the logs say who belongs to the room.
  private let isByLogs: Bool
  /// The members of such a room, by what was read last.
  private var members: Members?
  private var rounds = 0
  /// The place in the total order; nil before the orders are right.
  private var total: TotalOrder?

  /// Begins it.
  ///
  /// - Parameters:
  ///   - own: our account, whose losses by deletions are found.
  ///   - isInPlace: whether the records that count are let go of at once, and their set is filled again.
  /// - Throws: `StoreError`.
  init(
    _ room: Room, _ transaction: Transaction, own: Author? = nil, isInPlace: Bool = false
  ) throws {
    self.own = own
    if isInPlace { try transaction.clearRecords(of: room.stored.records) }
    set = isInPlace ? room.stored.records : try transaction.addRecordSet(of: room.stored)
    isByLogs = room.stored.kind == .private && room.stored.roster == nil
    // Who owned a private room may not be known yet.
    let isOrdering =
      room.stored.roster != nil
      ? room.hasRetractableMembership
      : room.hasForks
        || (isByLogs ? room.logs.keys.contains { $0.incarnation > 0 } : room.id == .lobby)
    if isByLogs, isOrdering { members = Members(opener: room.stored.opener) }
    orders = OrderPass(room, members, isOrdering: isOrdering)
  }

  /// Does all of it at once for a room of a store.
  ///
  /// - Throws: `StoreError`.
  public static func rebuild(_ id: RoomID, _ transaction: Transaction) throws {
    guard var room = try Room.load(id, transaction.reader) else { return }
    var isRight = false
    // What a delete erases on the way counts no more: then once again. Each time there is less to erase.
    while !isRight {
      var making = try RecordRebuild(room, transaction, isInPlace: true)
      while try !making.goOn(&room, most: .max >> 1, transaction) {}
      try making.finish(&room, transaction)
      isRight = making.askers.isEmpty
    }
    try transaction.setRules(of: room.stored.number)
  }

  /// Goes on with it for some entries and operations.
  ///
  /// - Parameter room: as it is now.
  /// - Returns: whether it is at its end.
  /// - Throws: `StoreError`.
  mutating func goOn(_ room: inout Room, most: Int, _ transaction: Transaction) throws -> Bool {
    let end = work + most
    while total == nil {
      guard try orders.goOn(room, work: &work, until: end, transaction) else { return false }
      settle(&room)
    }
    return try makeRecords(of: room, until: end, transaction)
  }

  /// Takes over what a pass over all entries has found.
  ///
  /// The members of a private room may in turn depend on the orders, where an owner wrote in several logs; so it begins with the
  /// opener alone, and goes on until nothing changes.
  private mutating func settle(_ room: inout Room) {
    for (key, order) in orders.heads { room.logs[key]?.state.order = order }
    guard isByLogs else { return total = TotalOrder() }
    let found = orders.words.members(of: room)
    rounds += 1
    let isSettled = !orders.isOrdering || found == members || rounds == Self.roundsOfMembers
    members = found
    if isSettled { total = TotalOrder() } else { orders = OrderPass(room, found, isOrdering: true) }
  }

  /// So often who belongs to a room may change the orders that it follows from.
  private static let roundsOfMembers = 4

  /// Makes records of what is here, until so much was read.
  ///
  /// - Returns: whether all of it was.
  private mutating func makeRecords(
    of room: Room, until end: Int, _ transaction: Transaction
  ) throws -> Bool {
    var made = room
    made.stored.records = set
    if isByLogs { made.stored.members = members }
    let isTable = room.stored.kind == .table
    if try isTable && room.hasNoChat(transaction.reader) { return true }
    var applier = try RecordApplier(made, transaction, isRebuilding: true)
    try total?.wait(for: room.logs, transaction.reader)
    while work < end {
      guard let (log, entry, isLate) = try total?.next(in: made, transaction.reader) else {
        return true
      }
      if orders.isNew(entry.place), isByLogs {
        let count = orders.words.count
        orders.take(entry, order: entry.order, counts: log.state.counts(entry.place.sequence))
        if orders.words.count > count {
          work += count
          members = orders.words.members(of: made)
          made.stored.members = members
          applier = try RecordApplier(made, transaction, isRebuilding: true)
        }
      }
      var operations = entry.payload.flatMap { try? PlainDecoding.operations($0) } ?? []
      #if DEBUG
        if room.planted == .rebuildsWithoutDeletes { operations.removeAll { $0.delete != .init() } }
      #endif
      if isTable { operations.removeAll { !Records.isTableChat($0, transaction.registry) } }
      work += 1 + operations.count
      let author = entry.place.log.author
      if isLate {
        var late = try RecordApplier(made, transaction)
        try late.apply(operations, of: entry, log: log.number)
        if late.needsRebuild { askers.insert(author) }
      } else {
        try applier.apply(operations, of: entry, log: log.number)
        if applier.needsRebuild { askers.insert(author) }
        applier.needsRebuild = false
        try noteDeletions(applier.changes, of: entry, log: log.number, room, transaction)
        applier.changes = []
      }
    }
    return false
  }

  /// Notes which records an entry deletes that the room still shows.
  private mutating func noteDeletions(
    _ changes: [RecordApplier.Change], of entry: VerifiedEntry, log: Int64, _ room: Room,
    _ transaction: Transaction
  ) throws {
    let kinds = transaction.registry.reactionKinds
    for change in changes where change.effect == .deleted && kinds.contains(change.kind) {
      guard let own, let record = try shown(change.record, room, transaction) else { continue }
      let applier = try RecordApplier(room, transaction, own: own)
      deletions.append(
        try applier.deletion(of: record, by: .init(entry, log: log, counts: true)))
    }
  }

  /// A record as the room shows it; nil where it does not.
  private func shown(
    _ id: RecordID, _ room: Room, _ transaction: Transaction
  ) throws -> StoredRecord? {
    guard room.stored.records != set,
      let record = try transaction.reader.record(id, in: room.stored.records)
    else { return nil }
    return record.state == .visible ? record : nil
  }

  /// Has what was made count.
  ///
  /// - Returns: the deletions that take effect with it.
  /// - Throws: `StoreError`.
  @discardableResult
  func finish(
    _ room: inout Room, _ transaction: Transaction
  ) throws -> [RecordApplier.Change] {
    let deletions = try self.deletions.filter { try shown($0.record, room, transaction) != nil }
    if isByLogs {
      room.stored.members = members
      if let members { try transaction.setMembers(members, of: room.stored, id: room.id) }
    }
    if orders.isOrdering {
      if room.stored.kind == .private { room.unresolvedDependencies = orders.late.missing }
      if room.stored.kind == .private || room.id == .lobby {
        try transaction.setLateCitations(orders.late.missing, in: room.id)
      }
    }
    try transaction.setRecords(of: &room.stored, to: set)
    return deletions
  }
}

/// The total order of a room's entries (specification section 14), gone through one entry after the other.
private struct TotalOrder {
  /// The logs whose next entries wait for their turn, by the stamps of those, the last one first.
  private var waiting: [RecordStamp] = []
  private var isWaiting: Set<LogKey> = []
  private var sequences: [LogKey: UInt64] = [:]
  private var highest: RecordStamp?

  /// Notes what has come since.
  mutating func wait(for logs: RoomLogs, _ reader: Reader) throws {
    for log in logs.values where !isWaiting.contains(log.state.key) { try wait(for: log, reader) }
  }

  private mutating func wait(for log: StoredLog, _ reader: Reader) throws {
    let key = log.state.key
    let sequence = sequences[key] ?? 1
    guard sequence < log.state.next,
      let known = try reader.known(log: log.number, sequence: sequence)
    else { return }
    let stamp = RecordStamp(order: known.order, log: key)
    waiting.insert(stamp, at: waiting.partitioningIndex { $0 <= stamp })
    isWaiting.insert(key)
  }

  /// The next entry; nil at the end.
  ///
  /// - Returns: its log, the entry, and whether it stands before one that was there already, as it came later.
  mutating func next(
    in room: Room, _ reader: Reader
  ) throws -> (log: StoredLog, entry: VerifiedEntry, isLate: Bool)? {
    while let stamp = waiting.popLast() {
      isWaiting.remove(stamp.log)
      let sequence = sequences[stamp.log] ?? 1
      // A log may have been given up.
      guard let log = room.logs[stamp.log],
        let entry = try reader.entry(of: log, in: room.id, sequence: sequence)
      else { continue }
      sequences[stamp.log] = sequence + 1
      try wait(for: log, reader)
      let isLate = highest.map { stamp < $0 } ?? false
      if !isLate { highest = stamp }
      return (log, entry, isLate)
    }
    return nil
  }
}
