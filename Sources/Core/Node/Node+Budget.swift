import Events
import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// What things cost (rows E-47 to E-51, specification section 18).
extension Node {
  /// A line of a budget, and where it is.
  struct PlacedLine {
    let room: Room
    let record: StoredRecord
  }

  func perform(_ command: MakeBudgetLine, _ transaction: Transaction) throws -> Answer {
    let (room, event) = try event(command.event, in: command.room, transaction)
    guard command.line.hasText else { throw Refused(.invalid, "\(EventProblem.unnamedCost)") }
    guard command.line.hasPlanned else { throw Refused(.invalid, "\(EventProblem.noPrice)") }
    let lines = try budgetLines(of: event.id, alsoIn: room.id, transaction.reader)
    let known = lines.last.flatMap { try? Coding.decode(BudgetLine.self, from: $0.record.body) }
    var (line, _) = try fields(
      of: command.line, known?.planned.currency, in: room, transaction.reader)
    line.event = event.id.data
    if command.shared { try checkAdding(to: event, in: room, transaction.reader) }
    let id = command.shared ? room.id : RoomID(personal: account.author)
    let kind = RecordKind.budgetLine.asReadOnly(command.shared && event.isReadOnly)
    try introduce(in: id, transaction)
    try write([try .making(kind, nonce: Data(randomBytes(16)), line)], in: id, transaction)
    return try answer(event: event.id, in: room.id, transaction)
  }

  func perform(_ command: EditBudgetLine, _ transaction: Transaction) throws -> Answer {
    let (line, event) = try budgetLine(command.line, in: command.room, transaction)
    let known = try? Coding.decode(BudgetLine.self, from: line.record.body)
    let (fields, cleared) = try fields(
      of: command.change, known?.planned.currency, in: event.room, transaction.reader)
    try change(line.record.id, fields, cleared: cleared, in: line.room.id, transaction)
    return try answer(event: event.record.id, in: event.room.id, transaction)
  }

  func perform(_ command: DeleteBudgetLine, _ transaction: Transaction) throws -> Answer {
    let (line, event) = try budgetLine(command.line, in: command.room, transaction)
    try delete(line.record, in: line.room, transaction)
    let answer = try answer(event: event.record.id, in: event.room.id, transaction)
    // What is deleted does not say any more to which event it belonged.
    publish(.planned(answer.event))
    return answer
  }

  // MARK: What is meant

  /// A line of a room that our account may change, and its event.
  private func budgetLine(
    _ prefix: String, in name: String, _ transaction: Transaction
  ) throws -> (PlacedLine, event: PlacedLine) {
    let reader = transaction.reader
    let none = "There is no line \(prefix) in that room: `parlor event budget list` shows them."
    guard let room = try room(eventRoom(name, reader), reader) else {
      throw Refused(.notFound, none)
    }
    let record = try record(prefix, in: room, reader)
    guard record.isBudgetLine, record.state == .visible,
      let event = try event(namedBy: record, reader)
    else { throw Refused(.notFound, none) }
    try check(record, in: room, reader)
    return (PlacedLine(room: room, record: record), event)
  }

  /// The visible event that a line of a budget or a kept to-do names, in whatever room of ours it is.
  func event(namedBy part: StoredRecord, _ reader: Reader) throws -> PlacedLine? {
    let named =
      part.isKeptToDo
      ? try? Coding.decode(ToDo.self, from: part.body).event
      : try? Coding.decode(BudgetLine.self, from: part.body).event
    guard let id = named.flatMap({ RecordID($0) }) else { return nil }
    for name in try Self.roomIDs(reader, own: account.author) {
      guard let stored = try reader.room(name),
        let record = try reader.record(id, in: stored.number),
        record.isEvent, record.state == .visible,
        let room = try room(name, reader)
      else { continue }
      return PlacedLine(room: room, record: record)
    }
    return nil
  }

  /// The lines of an event that are in a room or personal.
  func budgetLines(
    of event: RecordID, alsoIn id: RoomID, _ reader: Reader
  ) throws -> [PlacedLine] {
    var lines: [PlacedLine] = []
    let personal = RoomID(personal: account.author)
    for name in id == personal ? [id] : [id, personal] {
      guard let room = try room(name, reader) else { continue }
      lines += try RoomViews(self, room, reader).budgetRecords(of: event)
        .map { PlacedLine(room: room, record: $0) }
    }
    return lines
  }

  /// Has the budget of an event that was moved name it as it is called now.
  ///
  /// - Parameters:
  ///   - lines: of the event as it was.
  ///   - room: where they belong from now on.
  ///   - isReadOnly: only we can change them there, where others see them.
  func follow(
    _ event: RecordID, with lines: [PlacedLine], to room: RoomID, isReadOnly: Bool,
    _ transaction: Transaction
  ) throws {
    let kind = RecordKind.budgetLine.asReadOnly(
      isReadOnly && room != RoomID(personal: account.author))
    let named = BudgetLine.with { $0.event = event.data }
    for line in lines {
      if line.room.id == room {
        try write([try .changing(line.record.id, named)], in: room, transaction)
        continue
      }
      var body = try Coding.decode(BudgetLine.self, from: line.record.body)
      body.event = event.data
      try write([try .making(kind, nonce: Data(randomBytes(16)), body)], in: room, transaction)
      if let source = rooms[line.room.id] { try delete(line.record, in: source, transaction) }
    }
  }

  // MARK: What is written

  private func fields(
    of draft: BudgetDraft, _ known: String?, in room: Room, _ reader: Reader
  ) throws -> (BudgetLine, cleared: [UInt32]) {
    var line = BudgetLine()
    var cleared: [UInt32] = []
    do {
      if draft.hasText { line.text = try EventRules.cost(draft.text) }
      if draft.hasCategory { line.category = try EventRules.category(draft.category) }
      let wanted = draft.currency.isEmpty ? known ?? "" : draft.currency
      let currency = try BudgetRules.currency(wanted.isEmpty ? BudgetRules.currency : wanted)
      if draft.hasPlanned { line.planned = try money(draft.planned, currency) }
      if draft.hasActual, !draft.actual.isEmpty { line.actual = try money(draft.actual, currency) }
    } catch let problem as EventProblem {
      throw Refused(.invalid, "\(problem)")
    }
    if draft.hasPayer, !draft.payer.isEmpty {
      line.payer = try person(draft.payer, in: room, reader).data
    }
    if !draft.sharers.isEmpty, draft.sharers != [""] {
      let sharers = try draft.sharers.map { try person($0, in: room, reader) }
      line.sharers = Set(sharers).sorted().map(\.data)
    }
    if draft.sharers == [""] { cleared.append(7) }
    if draft.hasActual, draft.actual.isEmpty { cleared.append(4) }
    if draft.hasPayer, draft.payer.isEmpty { cleared.append(5) }
    if draft.hasCategory, line.category.isEmpty { cleared.append(6) }
    return (line, cleared)
  }

  private func money(_ text: String, _ currency: String) throws -> Money {
    let minor = try BudgetRules.minor(text, currency)
    return .with {
      $0.minor = minor
      $0.currency = currency
    }
  }
}
