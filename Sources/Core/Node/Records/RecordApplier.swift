import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Applies the operations of entries to the records of a room (specification section 14).
///
/// Entries may come in any order that their dependencies allow: the records are the same in the end. Where a
/// late entry changes what earlier ones did, `needsRebuild` says so.
struct RecordApplier {
  /// The effect of an operation on a record that people may see.
  typealias Effect = RecordChange.Effect

  /// One record that is not what it was.
  struct Change: Equatable {
    var record: RecordID
    var kind: RecordKind
    var effect: Effect
    /// The row of the log whose entry made it.
    var log: Int64
    /// The causal order of that entry.
    var order: UInt64
    /// The row of the log that did it.
    var writer: Int64
    /// A deleted record as it was, the fields of it that our person wrote, and what that person added to it or changed there; only
    /// of kinds that something reacts to.
    var last: StoredRecord?
    var written = Data()
    var lost: [StoredRecord] = []
    /// Whether our person wrote some of it that its deleter had not seen.
    var isUnseen = false

    init(
      record: RecordID, kind: RecordKind, effect: Effect, log: Int64, order: UInt64, writer: Int64
    ) {
      self.record = record
      self.writer = writer
      self.kind = kind
      self.effect = effect
      self.log = log
      self.order = order
    }

    init(_ record: StoredRecord, _ effect: Effect, _ write: Write) {
      self.init(
        record: record.id, kind: record.kind, effect: effect, log: record.log,
        order: record.order, writer: write.log)
    }
  }

  /// A record that our person made or changed, as it was before it was deleted, or that is below a deleted one from the start.
  struct LostPart {
    let record: StoredRecord
    /// The row of the log that deleted it; nil for one that is below a deleted record.
    let writer: Int64?
    /// Whether our person wrote some of it that its deleter had not seen: then it is also told of by itself.
    var isUnseen = false
  }

  let transaction: Transaction
  let room: Room
  let logKeys: [Int64: LogKey]
  var changes: [Change] = []
  /// Whether the room must be rebuilt: something was applied too early or said too much, and only all of it in order is right.
  var needsRebuild = false
  /// Whether a delete names an entry whose payload was never read here: somebody may have it.
  var hasUnreadErasure = false
  /// The uses of blobs that may have begun.
  private(set) var blobs: Set<BlobUse> = []
  /// The records of our person that are lost, by their parents. Parts are deleted one by one before the record that they belong to.
  var lostParts: [RecordID: [LostPart]] = [:]
  /// Something may no longer be pointed at.
  var hasUnreferencedBlobs = false
  /// Something was said of what is not here yet.
  private var hasPendingReferences: Bool
  /// All entries of the room are applied, in their total order: what is not here then does not count.
  let isRebuilding: Bool
  let registry: Registry
  let own: Author?

  /// - Parameter own: our account, whose records beside what others delete are kept for who reacts to that.
  init(
    _ room: Room, _ transaction: Transaction, own: Author? = nil, isRebuilding: Bool = false
  ) throws {
    self.room = room.withoutPeers
    self.own = own
    self.transaction = transaction
    self.isRebuilding = isRebuilding
    registry = transaction.registry
    logKeys = room.logKeys
    hasPendingReferences =
      try !isRebuilding && transaction.reader.hasPendingReferences(in: room.stored.records)
  }

  /// Applies what an entry says about records.
  ///
  /// - Parameters:
  ///   - operations: none where its payload is not here.
  ///   - log: the row of its log.
  mutating func apply(
    _ operations: [Schema.Operation], of entry: VerifiedEntry, log: Int64
  ) throws {
    let place = entry.place
    if hasPendingReferences, try isEarly(.place(place.log, place.sequence)) { needsRebuild = true }
    if entry.payload == nil { try transaction.withhold(log: log, sequence: place.sequence) }
    let write = Write(entry, log: log, counts: room.counts(place.log, place.sequence))
    for operation in operations {
      switch operation.kind {
      case .put(let put)? where write.counts: try apply(put, write)
      case .delete(let delete)?
      where room.logs[place.log]?.state.counts(place.sequence) != false:
        try apply(delete, write)
        try erase(delete, write)
      default: break
      }
    }
  }

  /// Notes that something was said of what is not here: once it comes, only a rebuild puts them in order.
  mutating func note(early subject: EarlySubject) throws {
    try transaction.noteEarly(subject, in: room.stored.records)
    hasPendingReferences = !isRebuilding
  }

  func isEarly(_ subject: EarlySubject) throws -> Bool {
    try transaction.reader.isEarly(subject, in: room.stored.records)
  }

  /// The place, time and payload of the entry behind an operation.
  struct Write {
    let place: LogPlace
    let log: Int64
    var stamp: RecordStamp
    let wall: Int64
    /// False for what was written after its author was removed: of that only the erasing of own words counts.
    let counts: Bool
    /// The payload of the entry; nil if it is not here.
    let payload: Data?
    /// The entry, whose header may name a term: that is read where somebody has to be the owner.
    private let entry: VerifiedEntry
    var term: Data { entry.term }

    init(_ entry: VerifiedEntry, log: Int64, counts: Bool) {
      self.counts = counts
      self.entry = entry
      payload = entry.payload
      place = entry.place
      self.log = log
      stamp = RecordStamp(order: entry.order, log: entry.place.log)
      wall = Int64(clamping: entry.wallMilliseconds)
    }
  }

  private mutating func apply(_ put: PutRecord, _ write: Write) throws {
    guard put.body.count <= Limits.payload else { return }
    switch put.subject {
    case .nonce(let nonce)? where nonce.count == 16:
      guard let body = try? FieldRegisters.message(of: put.body) else { return }
      #if DEBUG
        if room.planted == .dropsUnknownFields {
          let known = knownFields(of: body)
          return try make(RecordID(by: write.place.log.author, nonce: nonce), put, known, write)
        }
      #endif
      try make(RecordID(by: write.place.log.author, nonce: nonce), put, body, write)
    case .record(let id)?:
      guard let id = RecordID(id), let fields = try? FieldRegisters(put.body) else { return }
      try change(id, put, fields, write)
    default: return
    }
  }

  private mutating func make(
    _ id: RecordID, _ put: PutRecord, _ body: Data, _ write: Write
  ) throws {
    guard let kind = registry.kind(RecordKind(rawValue: put.kind)),
      let writers = kind.writers(asked: put.writers), writers != .owner || isOwner(write),
      put.parent.isEmpty ? kind.rules.mayStandAlone : !kind.rules.parents.isEmpty,
      [put.parent, put.itemNonce, put.about].allSatisfy({ $0.isEmpty || $0.count == 16 })
    else { return }
    let author = write.place.log.author
    var record = StoredRecord(
      id: id, kind: kind.number, parent: RecordID(put.parent), writers: writers, log: write.log,
      sequence: write.place.sequence, order: write.stamp.order, wall: write.wall, body: body)
    if !put.itemNonce.isEmpty { record.item = ItemID(by: author, nonce: put.itemNonce) }
    record.about = ItemID(put.about)
    if let parent = record.parent {
      record.state = try isShown(under: parent, kind, by: author) ? .visible : .hidden
    }
    let isNew = try transaction.addRecord(
      record, in: room.stored.records, payload: write.payload)
    guard isNew else {
      guard try replacesKnown(id, kind, write) else { return }
      return try make(id, put, body, write)
    }
    if hasPendingReferences, try isEarly(.record(id)) { needsRebuild = true }
    if kind.blobs != nil, let made = try transaction.reader.record(id, in: room.stored.records) {
      try point(made.number, made.log, at: kind.validBlobs(in: made.body))
    }
    if record.state == .visible {
      changes.append(
        Change(
          record: id, kind: kind.number, effect: .made, log: write.log, order: write.stamp.order,
          writer: write.log))
      // What belongs to it may have come before it.
      try showChildren(of: record, by: author)
    } else if author == own {
      try noteLost(record)
    }
  }

  /// Decides between two makings of one record: a permanent one counts before any other, and before a delete of what the others
  /// made; otherwise the first in the total order does.
  ///
  /// - Returns: whether the record that is here was removed for the new one, which only a rebuild does.
  private mutating func replacesKnown(
    _ id: RecordID, _ kind: AnyKind, _ write: Write
  ) throws -> Bool {
    guard let known = try transaction.reader.record(id, in: room.stored.records) else {
      return false
    }
    let isKnownPermanent = registry.kind(known.kind)?.rules.isPermanent == true
    guard kind.rules.isPermanent == isKnownPermanent else {
      guard kind.rules.isPermanent else { return false }
      guard isRebuilding else {
        needsRebuild = true
        return false
      }
      try transaction.hideChildren(of: id, in: room.stored.records)
      try transaction.removeRecord(known.number)
      return true
    }
    let first = logKeys[known.log].map { RecordStamp(order: known.order, log: $0) }
    if let first, write.stamp < first, !isRebuilding { needsRebuild = true }
    return false
  }

  /// Notes at which blobs a record points now.
  mutating func point(
    _ record: Int64, _ log: Int64, at references: [(id: BlobID, size: UInt64)]
  ) throws {
    guard let author = logKeys[log]?.author else { return }
    let found = try transaction.setBlobs(
      of: record, in: room.stored.records, log: log, references)
    for blob in found {
      blobs.insert(BlobUse(blob: blob, kind: room.stored.kind, author: author, log: log))
    }
  }

  /// Shows what belongs to a record, as far as its makers may add to it.
  private func showChildren(of record: StoredRecord, by author: Author) throws {
    let kinds = registry.children(of: record.kind)
    guard !kinds.isEmpty else { return }
    let isClosed = record.writers.inside(room.stored.kind) == .creator
    let isLimited = { isClosed && registry.kind($0)?.rules.followsParent == true }
    let (number, logs) = (room.stored.records, room.logs.logs(of: author).map(\.number))
    try transaction.showChildren(
      of: record.id, kinds.filter { !isLimited($0) }, in: number, madeIn: nil)
    try transaction.showChildren(
      of: record.id, kinds.filter(isLimited), in: number, madeIn: logs.sorted())
  }

  /// Whether a record of a kind that an author makes is shown with what it belongs to.
  private func isShown(
    under parent: RecordID, _ kind: AnyKind, by author: Author
  ) throws -> Bool {
    guard let record = try transaction.reader.record(parent, in: room.stored.records),
      record.state == .visible, kind.rules.parents.contains(record.kind)
    else { return false }
    return !kind.rules.followsParent || record.writers.inside(room.stored.kind) != .creator
      || logKeys[record.log]?.author == author
  }

  private mutating func change(
    _ id: RecordID, _ put: PutRecord, _ fields: FieldRegisters, _ write: Write
  ) throws {
    guard let record = try transaction.reader.record(id, in: room.stored.records) else {
      return try note(early: .record(id))
    }
    guard record.state != .deleted, follows(write, record),
      let kind = registry.kind(record.kind), !kind.rules.isPermanent,
      mayWrite(record.log, record.writers, write)
    else { return }
    #if DEBUG
      let write = write.bent(by: room.planted)
    #endif
    var changed = record
    var body = try FieldRegisters(record.body)
    var isChanged = false
    let written = Set(fields.fields.keys).union(put.cleared)
    let isMerged = try noteMerged(record, kind, write, written)
    for field in written.sorted() {
      var isNewest = true
      // Whoever writes without having seen what is there contradicts the making as well.
      let making = RecordRegisters.Place(order: record.order, log: record.log)
      let unseen = put.unseen.contains(field) ? making : nil
      if let newest = record.registers[field] ?? unseen, let log = logKeys[newest.log] {
        isNewest = write.stamp >= RecordStamp(order: newest.order, log: log)
        let known = ConcurrentValue(
          record: record.number, field: field, log: newest.log, order: newest.order,
          value: body.fields[field] ?? Data())
        try recordConcurrentWrite(
          known, with: fields.fields[field] ?? Data(), write, isNewest: isNewest,
          isUnseen: put.unseen.contains(field))
      }
      guard isNewest else { continue }
      changed.registers[field] = .init(order: write.stamp.order, log: write.log)
      body.take(field, from: fields)
      isChanged = true
    }
    if isMerged, let merging = try FieldMerging(changed, kind, seenWrites),
      let value = try merging.value()
    {
      body.take(merging.merging.field, from: try FieldRegisters(value))
    }
    guard try isChanged || body != FieldRegisters(record.body) else { return }
    changed.body = body.message
    changed.changed = max(record.changed, write.stamp.order)
    try transaction.setContent(of: changed)
    if kind.blobs != nil {
      try point(record.number, record.log, at: kind.validBlobs(in: changed.body))
      hasUnreferencedBlobs = true
    }
    if record.state == .visible {
      changes.append(Change(record, .changed, write))
    }
  }

  func isOwner(_ write: Write) -> Bool {
    room.isOwner(write.place.log, write.place.sequence, term: write.term)
  }

  func mayWrite(_ creator: Int64, _ writers: Writers, _ write: Write) -> Bool {
    if logKeys[creator]?.author == write.place.log.author, writers != .owner { return true }
    guard write.counts else { return false }
    #if DEBUG
      if room.planted == .letsAnybodyDelete { return true }
    #endif
    switch writers.inside(room.stored.kind) {
    case .creator: return false
    case .members: return true
    case .owner: return isOwner(write)
    }
  }
}

extension StoredRecord {
  /// A visible record that is not stored yet.
  init(
    id: RecordID, kind: RecordKind, parent: RecordID?, writers: Writers, log: Int64,
    sequence: UInt64, order: UInt64, wall: Int64, body: Data
  ) {
    self.init(
      number: 0, id: id, item: id, kind: kind, parent: parent, about: nil, writers: writers,
      log: log, sequence: sequence, order: order, wall: wall, changed: 0, state: .visible,
      body: body)
  }
}

#if DEBUG
  extension RecordApplier {
    /// Returns a body without the fields that the kind of messages does not have.
    fileprivate func knownFields(of body: Data) -> Data {
      let kind = registry.messageKinds.first.flatMap { registry.kind($0) }
      guard var message = kind?.read(body) else { return body }
      message.unknownFields = .init()
      return (try? Data(Coding.encode(message))) ?? body
    }
  }

  extension RecordApplier.Write {
    /// The same write where a bug would have it stand.
    fileprivate func bent(by bug: PlantedBug?) -> Self {
      var bent = self
      if bug == .lastArrivalWins { bent.stamp.order = .max }
      if bug == .clocksDecide { bent.stamp.order = UInt64(clamping: wall) }
      return bent
    }
  }
#endif
