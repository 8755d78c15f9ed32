import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The field of a record whose values are merged where people wrote them at once (row P-26).
///
/// The merged value follows from the writes and from what each of their authors had seen, never from the order in which they came.
struct FieldMerging {
  /// So many writes are looked through for the one that all have seen.
  private static let looksBack = 16
  /// So many writes that have not seen each other are merged; of more, the newest counts.
  private static let mostHeads = 6
  /// So many writes of one record are looked at, the newest ones: no one may make a turn long by writing it again and again.
  private static let mostWrites = 256
  /// So many times what people have seen may be merged itself.
  private static let deepest = 4

  /// A write, and what it says.
  private struct Said {
    var value = Data()
    /// It says itself that it was made without having seen any.
    var isUnseen = false
    /// It changes what the parts are of as well.
    var movesBasis = false
  }

  let merging: Merging
  private let record: StoredRecord
  private let seen: SeenWrites
  /// The newest writes of the field, in the total order of the room.
  private let writes: [(stamp: RecordStamp, place: MergedWrite)]

  /// - Returns: nil for a kind without such a field.
  init?(_ record: StoredRecord, _ kind: AnyKind?, _ seen: SeenWrites) throws {
    guard let merging = kind?.merging else { return nil }
    (self.merging, self.record, self.seen) = (merging, record, seen)
    let places = try seen.reader.mergedWrites(of: record.number, most: Self.mostWrites)
    writes = places.compactMap { place in
      seen.logKeys[place.log].map { (RecordStamp(order: place.order, log: $0), place) }
    }.sorted { $0.0 < $1.0 }
  }

  /// The merged value of the field, as a message that has it alone; nil where nobody wrote it at once.
  func value() throws -> Data? {
    let heads = try heads()
    return heads.count > 1 ? try value(of: heads) : nil
  }

  /// The values of the field in which the parts that two changed are as one of them wants, the one that is shown first.
  func sides() throws -> [(author: Author, value: Data)] {
    let heads = try heads()
    return try heads.reversed().map { head in
      (writes[head].stamp.log.author, try value(of: heads, preferring: head))
    }
  }

  /// The merged values after each write of the field in turn; nil where nobody wrote it at once.
  func values() throws -> [RecordStamp: Data] {
    var (heads, values): ([Int], [RecordStamp: Data]) = ([], [:])
    for write in writes.indices {
      if try said(write)?.isUnseen != true {
        heads = try heads.filter { try !hasSeen($0, by: write) }
      }
      heads.append(write)
      // They are too many to be merged, and one less would be as well.
      if heads.count > Self.mostHeads + 1 { heads.removeFirst() }
      if heads.count > 1 { values[writes[write].stamp] = try value(of: heads) }
    }
    return values
  }

  /// The writes that nobody had seen who wrote the field after them, in the total order.
  private func heads() throws -> [Int] {
    let others = try seen.reader.contenders(for: merging.field, of: record.number)
    guard !others.isEmpty, let newest = record.registers[merging.field] else { return [] }
    return writes.indices.filter { index in
      let place = writes[index].place
      return place.log == newest.log && place.order == newest.order
        || others.contains { place.log == $0.log && place.order == $0.order }
    }
  }

  /// - Parameters:
  ///   - heads: writes of which none has seen another, in the total order.
  ///   - preferred: the one that counts where two changed one part; nil for the newest.
  private func value(
    of heads: [Int], preferring preferred: Int? = nil, depth: Int = deepest
  ) throws -> Data {
    let order = [preferred].compactMap(\.self) + heads.reversed().filter { $0 != preferred }
    let sides = try order.compactMap { try said($0) }
    let shown = sides.first?.value ?? Data()
    guard sides.count > 1, heads.count <= Self.mostHeads, depth > 0,
      !sides.contains(where: \.movesBasis)
    else { return shown }
    let base = sides.contains(where: \.isUnseen) ? nil : try base(of: heads, depth: depth)
    return merging.merged(base, sides.map(\.value)) ?? shown
  }

  /// The value that all authors of some writes had seen; nil where it is not known.
  private func base(of heads: [Int], depth: Int) throws -> Data? {
    var common: [Int] = []
    for write in writes[..<(heads.first ?? 0)].indices.suffix(Self.looksBack).reversed() {
      guard try heads.allSatisfy({ try hasSeen(write, by: $0) }) else { continue }
      let isOver = try common.contains { later in
        try hasSeen(write, by: later) && said(later)?.isUnseen != true
      }
      if !isOver { common.insert(write, at: 0) }
    }
    guard common.count > 1 else { return try common.first.flatMap { try said($0)?.value } }
    return try value(of: common, depth: depth - 1)
  }

  private func hasSeen(_ write: Int, by later: Int) throws -> Bool {
    let (early, later) = (writes[write].place, writes[later])
    // Nobody changes what they do not have.
    if early.log == record.log, early.sequence == record.sequence { return true }
    let place = LogPlace(room: seen.room.id, log: later.stamp.log, sequence: later.place.sequence)
    return try seen.hasSeen(early.log, early.order, by: place)
  }

  /// The value that a write gives the field; nil where its entry says nothing any more.
  private func said(_ write: Int) throws -> Said? {
    let (stamp, place) = writes[write]
    guard let log = seen.room.logs[stamp.log],
      let entry = try seen.reader.entry(of: log, in: seen.room.id, sequence: place.sequence),
      let payload = entry.payload, let operations = try? PlainDecoding.operations(payload)
    else { return nil }
    var said = Said()
    for case .put(let put)? in operations.map(\.kind)
    where put.record == record.id.data
      || RecordID(by: stamp.log.author, nonce: put.nonce) == record.id
    {
      guard let fields = try? FieldRegisters(put.body) else { continue }
      let written = Set(fields.fields.keys).union(put.cleared)
      if !merging.basis.isDisjoint(with: written) { said.movesBasis = true }
      guard written.contains(merging.field) || !put.nonce.isEmpty else { continue }
      said.value = fields.fields[merging.field] ?? Data()
      said.isUnseen = put.unseen.contains(merging.field)
    }
    return said
  }
}

extension RecordApplier {
  var seenWrites: SeenWrites {
    SeenWrites(room: room, logKeys: logKeys, reader: transaction.reader)
  }

  /// Keeps the places of a write and of the making of its record, where the field that it writes is merged.
  ///
  /// - Returns: whether it is.
  func noteMerged(_ record: StoredRecord, _ kind: AnyKind, _ write: Write, _ fields: Set<UInt32>)
    throws -> Bool
  {
    guard let merging = kind.merging, fields.contains(merging.field) else { return false }
    let making = MergedWrite(log: record.log, sequence: record.sequence, order: record.order)
    try transaction.add(making, of: record.number)
    try transaction.add(
      MergedWrite(log: write.log, sequence: write.place.sequence, order: write.stamp.order),
      of: record.number)
    return true
  }
}
