import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of undo: what our person did last is taken back, for records of every kind (row E-70).
final class UndoKeeper: Engine {
  let context: NodeContext
  let rooms: Rooms
  let records: Records
  /// An undo that takes more than this turn; nil where none is under way.
  var undoing: Undoing?
  /// The numbers of the last commands in a row that an undo could not take back, and the next one passes over; nil for none.
  var passedOver: ClosedRange<Int64>?

  init(_ records: Records) {
    self.records = records
    (context, rooms) = (records.context, records.rooms)
  }

  typealias State = (undoing: Undoing?, passedOver: ClosedRange<Int64>?)

  /// The part that is restored when a turn cannot be committed.
  var state: State {
    get { (undoing, passedOver) }
    set { (undoing, passedOver) = newValue }
  }

  /// So many commands can be undone, one after the other.
  private static let mostUndone = 50

  /// The result of an undo: the record that was taken back.
  struct Undone: Equatable, Sendable {
    /// The record in a few words, as it was before it was taken back.
    let title: String
    /// Its room.
    let room: RoomID
    /// The record.
    let record: RecordID
  }

  /// Takes back what our person's last command wrote: what it made is deleted, and the fields that it changed get the values that
  /// they had before. What a command deletes, and what reactions write, is never taken back.
  ///
  /// To be called as a command is; the one before is then the last one.
  ///
  /// - Throws: `Refused` with the reason, and nothing is taken back: nothing is left, something was deleted by the command or since,
  ///   or somebody else has changed the same since. The next undo in a row passes over that command. `StoreError`.
  func takeBackLast(_ transaction: Transaction) throws -> Undone {
    let undoing = try prepare(transaction)
    do {
      try takeBack(undoing.writes, transaction)
    } catch let refused as Refused {
      throw try passOver(undoing.number, refused, transaction)
    }
    try transaction.removeOwnWrites(of: undoing.number)
    try forgetPassedOver(undoing, transaction)
    try records.settleRooms(transaction)
    return undoing.undone
  }

  /// The writes that an undo is about to take back.
  ///
  /// - Throws: `Refused` where that is nothing, or was deleted; `StoreError`.
  func prepare(_ transaction: Transaction) throws -> Undoing {
    // An undo is nothing to undo, and what comes after it is something new.
    turn.endOwnWrites()
    turn.rememberedGroup = nil
    guard
      let last = try transaction.reader.lastOwnWrites(before: passedOver?.lowerBound ?? .max),
      let first = last.writes.first
    else { throw Refused(.notNow, "There is nothing to undo.") }
    guard !last.writes.contains(where: { $0.effect == .deleted }) else {
      let deed = passedOver == nil ? "What you did last" : "What you did before that"
      throw try passOver(
        last.command,
        Refused(.notNow, "\(deed) deleted something, and that erases it: it cannot be undone."),
        transaction)
    }
    let home = StoreSnapshot(rooms, transaction.reader)
    guard let record = try home.record(first.record, in: first.room), !record.isDeleted else {
      throw try passOver(last.command, Self.isDeletedSince, transaction)
    }
    try checkRules(store.registry.undoRules(of: record.kind), last.writes, home, transaction)
    return Undoing(
      number: last.command, passedOver: passedOver,
      undone: Undone(
        title: try title(of: record, home, last.writes), room: first.room, record: first.record),
      writes: last.writes)
  }

  /// Asks the features whether others have since said what rests on some writes.
  ///
  /// - Throws: `Refused` with who has done what since, or why a write cannot be taken back at all; `StoreError`.
  private func checkRules(
    _ rules: [UndoRule], _ writes: [OwnWrite], _ home: StoreSnapshot, _ transaction: Transaction
  ) throws {
    for rule in rules {
      var undone: [RecordID: UndoneRecord] = [:]
      for write in writes.reversed() {
        guard let record = try home.record(write.record, in: write.room),
          rule.kinds.contains(record.kind)
        else { continue }
        let before = undone[record.id]
        let then: Record?
        switch try check(write, transaction) {
        case .delete: then = nil
        case .restore(_, let fields, let body, _):
          then = try (before?.then ?? record).withFields(fields, from: body)
        }
        undone[record.id] = UndoneRecord(now: record, then: then)
      }
      guard !undone.isEmpty else { continue }
      try rule.check(Array(undone.values), home)
    }
  }

  /// The deed of a command on its first record in a few words, and how many others there are where it wrote about several of one kind.
  private func title(
    of record: Record, _ home: StoreSnapshot, _ writes: [OwnWrite]
  ) throws -> String {
    var title = home.title(of: record)
    if writes.first?.effect != .made, let noun = store.registry.kind(record.kind)?.noun {
      // Some say what they are themselves: "the score of W2".
      let isSaid = ["a ", "an ", "the "].contains { title.hasPrefix($0) }
      title = "the change of \(isSaid ? "" : "the \(noun) ")\(title)"
    }
    guard let other = writes.first(where: { $0.record != record.id }),
      try home.record(other.record, in: other.room)?.kind == record.kind
    else { return title }
    let more = Set(writes.map(\.record)).count - 1
    return "\(title) and \(Count.of(more, "other"))"
  }

  /// Takes back some writes of one command, the last first.
  func takeBack(_ writes: some Collection<OwnWrite>, _ transaction: Transaction) throws {
    // What was made and has nothing below it is deleted together with others.
    var made: (room: RoomID, records: [StoredRecord])?
    func deleteMade() throws {
      guard let some = made else { return }
      made = nil
      try records.delete(some.records, in: some.room, transaction)
      for record in some.records { try records.deleteRecords(about: record.item, transaction) }
    }
    for write in writes.reversed() {
      switch try check(write, transaction) {
      case .delete(let record, withParts: false):
        if made?.room != write.room { try deleteMade() }
        made = (write.room, (made?.records ?? []) + [record])
        if made?.records.count == Self.deletedTogether { try deleteMade() }
      case .delete(let record, withParts: true):
        try deleteMade()
        try records.deleteTree(record, in: write.room, transaction)
        try records.deleteRecords(about: record.item, transaction)
      case .restore(let record, let fields, let body, let unseen):
        try deleteMade()
        let room = try rooms.present(write.room, transaction.reader)
        try restore(fields, of: record, from: body, unseen: unseen, in: room, transaction)
      }
    }
    try deleteMade()
  }

  /// So many records are deleted together.
  private static let deletedTogether = 64

  /// The call that takes one write back.
  enum TakingBack {
    /// Deletes what was made, with what belongs to it.
    case delete(StoredRecord, withParts: Bool)
    /// Gives fields the values of an older body; where that undoes a choice, the value that was chosen stands beside them again.
    case restore(StoredRecord, Set<UInt32>, from: Data, unseen: Bool)
  }

  /// Looks whether a write can be taken back, and how. Writes nothing.
  ///
  /// - Throws: `Refused` with the reason why it cannot; `StoreError`.
  @discardableResult
  func check(_ write: OwnWrite, _ transaction: Transaction) throws -> TakingBack {
    let room = try rooms.present(write.room, transaction.reader)
    guard let record = try transaction.reader.record(write.record, in: room.stored.records),
      record.state == .visible, let kind = store.registry.kind(record.kind)
    else { throw Self.isDeletedSince }
    guard records.mayChange(record, in: room) else {
      throw Refused(
        .notNow, "It cannot be undone: you may not change the \(kind.noun) any more.")
    }
    // Nobody has changed it since it was made.
    if write.effect == .made, record.changed == 0, record.log == write.log,
      record.sequence == write.sequence
    {
      return try checkMaking(record, kind, in: room, transaction)
    }
    let views = RoomViews(rooms, room, transaction.reader)
    let versions = try views.versions(of: record)
    guard
      let place = versions.firstIndex(where: {
        $0.log == write.log && $0.sequence == write.sequence
      })
    else { throw Refused(.notNow, "It cannot be undone: what was there before is not known here.") }
    let fields = versions[place].fields
    let later = versions[(place + 1)...].first {
      $0.author != account.author
        && (write.effect == .made || !$0.fields.isDisjoint(with: fields))
    }
    if let later {
      throw Refused(
        .notNow,
        "It cannot be undone: \(try views.person(later.author).name) has changed the \(kind.noun) since."
      )
    }
    if write.effect == .made { return try checkMaking(record, kind, in: room, transaction) }
    guard place > 0 else { throw Self.isDeletedSince }
    return .restore(
      record, fields, from: versions[place - 1].body, unseen: write.effect == .settled)
  }

  /// Looks whether what our person has made can be deleted; where its id is wanted again, it is cleared.
  private func checkMaking(
    _ record: StoredRecord, _ kind: AnyKind, in room: Room, _ transaction: Transaction
  ) throws -> TakingBack {
    guard !kind.rules.isPermanent else {
      throw kind.permanence("It cannot be undone: ")
    }
    guard !kind.rules.isClearedByUndo else {
      let fields = Set(try FieldRegisters(record.body).fields.keys)
      return .restore(record, fields, from: Data(), unseen: false)
    }
    let children = try transaction.reader.children(of: record.id, in: room.stored.records)
    guard children.allSatisfy({ room.logKeys[$0.log]?.author == account.author }) else {
      throw Refused(
        .notNow,
        "It cannot be undone: somebody else has added to the \(kind.noun) since; delete it if you mean that."
      )
    }
    return .delete(record, withParts: !children.isEmpty)
  }

  /// Gives fields of a record the values that they have in an older body.
  ///
  /// - Parameter unseen: the values that they have now stand beside those, as before somebody chose.
  private func restore(
    _ fields: Set<UInt32>, of record: StoredRecord, from old: Data, unseen: Bool, in room: Room,
    _ transaction: Transaction
  ) throws {
    let (before, now) = (try FieldRegisters(old), try FieldRegisters(record.body))
    let changed = fields.filter { before.fields[$0] != now.fields[$0] }
    guard !changed.isEmpty else { return }
    var body = FieldRegisters()
    for field in changed { body.take(field, from: before) }
    var put = PutRecord()
    put.record = record.id.data
    put.body = body.message
    put.cleared = changed.filter { before.fields[$0] == nil }.sorted()
    if unseen { put.unseen = changed.sorted() }
    try records.write([.with { $0.put = put }], in: room.id, transaction)
  }

  private static let isDeletedSince = Refused(
    .notNow, "It cannot be undone: it was deleted since.")

  // MARK: Commands that cannot be undone

  /// Notes that a command cannot be undone, so that the next undo in a row passes over it.
  ///
  /// - Returns: the reason, and that another undo passes over it where there is something before it. A reason that will be gone, such
  ///   as a full disk, is returned as it is, and nothing is passed over for it.
  func passOver(
    _ command: Int64, _ reason: Refused, _ transaction: Transaction
  ) throws -> Refused {
    guard [.notNow, .notFound].contains(reason.refusal.code) else { return reason }
    self.passedOver = command...(self.passedOver?.upperBound ?? command)
    guard try transaction.reader.lastOwnWrites(before: command) != nil else { return reason }
    return reason.said(before: "Undo again to pass over it.")
  }

  /// Forgets the commands that an undo has passed over: it took back an older one.
  func forgetPassedOver(_ undoing: Undoing, _ transaction: Transaction) throws {
    self.passedOver = nil
    guard let passedOver = undoing.passedOver else { return }
    for command in passedOver { try transaction.removeOwnWrites(of: command) }
  }

  // MARK: What is remembered

  /// Carries out a command of our person, and remembers what it wrote about records.
  ///
  /// - Parameter group: the number that it shares with others of one request; nil for one alone.
  func remembering<T>(
    _ transaction: Transaction, of group: UInt64? = nil, _ command: () throws -> T
  ) throws -> T {
    turn.beginOwnWrites()
    defer { turn.endOwnWrites() }
    let result = try command()
    let writes = turn.endOwnWrites()
    if !writes.isEmpty {
      let joins = group != nil && group == turn.rememberedGroup
      try transaction.addOwnWrites(writes, kept: Self.mostUndone, toLast: joins)
      turn.rememberedGroup = group
      self.passedOver = nil
    }
    return result
  }
}
