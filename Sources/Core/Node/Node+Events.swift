import Events
import Foundation
import Identifiers
import Replication
import Schema
import Store
import SwiftProtobuf
import Wire

/// What people plan (rows E-01 to E-62, specification section 18).
extension Node {
  func perform(_ command: MakeEvent, _ transaction: Transaction) throws -> Answer {
    let id = try eventRoom(command.room, transaction.reader)
    var draft = command.event
    if !command.message.isEmpty {
      try take(message: command.message, into: &draft, transaction.reader)
    }
    guard draft.hasName else { throw Refused(.invalid, "\(EventProblem.unnamed)") }
    guard draft.hasDate else { throw Refused(.invalid, "\(EventProblem.undated)") }
    let (event, _) = try fields(of: draft)
    try introduce(in: id, transaction)
    let nonce = Data(randomBytes(16))
    try write([try .making(.event, nonce: nonce, event)], in: id, transaction)
    return try answer(
      event: RecordID(by: account.author, nonce: nonce), isNew: true, in: id, transaction)
  }

  func perform(_ command: EditEvent, _ transaction: Transaction) throws -> Answer {
    let (room, record) = try ownEvent(command.event, in: command.room, transaction)
    let (event, cleared) = try fields(of: command.change)
    try change(record.id, event, cleared: cleared, in: room.id, transaction)
    return try answer(event: record.id, in: room.id, transaction)
  }

  /// Deletes what belongs to it as well, so that its words are erased with it (row E-52).
  func perform(_ command: DeleteEvent, _ transaction: Transaction) throws -> Answer {
    let (room, record) = try ownEvent(command.event, in: command.room, transaction)
    for child in try transaction.reader.children(of: record.id, in: room.stored.number) {
      guard let room = rooms[room.id], mayChange(child, in: room) else { continue }
      try delete(child, in: room, transaction)
    }
    for line in try budgetLines(of: record.id, alsoIn: room.id, transaction.reader)
    where mayChange(line.record, in: line.room) {
      guard let room = rooms[line.room.id] else { continue }
      try delete(line.record, in: room, transaction)
    }
    for kept in try keptToDos(of: record.id, transaction.reader) {
      guard let room = rooms[RoomID(personal: account.author)] else { continue }
      try delete(kept, in: room, transaction)
    }
    if let room = rooms[room.id] { try delete(record, in: room, transaction) }
    return try answer(event: record.id, in: room.id, transaction)
  }

  func perform(_ command: MakeToDo, _ transaction: Transaction) throws -> Answer {
    let (room, record) = try event(command.event, in: command.room, transaction)
    guard command.toDo.hasText else { throw Refused(.invalid, "\(EventProblem.nothingToDo)") }
    var draft = command.toDo
    if !draft.hasPlace { draft.place = .max }
    let reader = transaction.reader
    if !command.personal { try checkAdding(to: record, in: room, reader) }
    let isKept = command.personal && room.id != RoomID(personal: account.author)
    let (toDo, _) = try fields(
      of: draft, among: toDos(beside: nil, isKept: isKept, of: record, in: room, reader), in: room,
      reader)
    if isKept {
      try keep([toDo], for: record.id, transaction)
    } else {
      try introduce(in: room.id, transaction)
      let making = try Schema.Operation.making(
        .toDo.asReadOnly(record.isReadOnly), nonce: Data(randomBytes(16)), parent: record.id, toDo)
      try write([making], in: room.id, transaction)
    }
    return try answer(event: record.id, in: room.id, transaction)
  }

  func perform(_ command: EditToDo, _ transaction: Transaction) throws -> Answer {
    let (toDo, event) = try toDo(command.toDo, in: command.room, transaction)
    let reader = transaction.reader
    let others = try toDos(
      beside: toDo.record.id, isKept: toDo.record.isKeptToDo, of: event.record, in: event.room,
      reader)
    let (fields, cleared) = try fields(
      of: command.change, among: others, in: event.room, reader)
    try change(toDo.record.id, fields, cleared: cleared, in: toDo.room.id, transaction)
    return try answer(event: event.record.id, in: event.room.id, transaction)
  }

  func perform(_ command: DeleteToDo, _ transaction: Transaction) throws -> Answer {
    let (toDo, event) = try toDo(command.toDo, in: command.room, transaction)
    try delete(toDo.record, in: toDo.room, transaction)
    let answer = try answer(event: event.record.id, in: event.room.id, transaction)
    // What is deleted does not say any more to which event it belonged.
    if toDo.record.isKeptToDo { publish(.planned(answer.event)) }
    return answer
  }

  // MARK: What is meant

  /// A room by name or id; the personal one where none is named.
  func eventRoom(_ name: String, _ reader: Reader) throws -> RoomID {
    try Self.room(name.isEmpty ? "personal" : name, reader, own: account.author)
  }

  /// The event of a room with that name, whatever its case, or whose name or id begins so.
  func event(
    _ text: String, in name: String, _ transaction: Transaction
  ) throws -> (Room, StoredRecord) {
    let id = try eventRoom(name, transaction.reader)
    let none = "There is no event \(text) in that room: `parlor event list` shows them."
    guard let room = try room(id, transaction.reader) else { throw Refused(.notFound, none) }
    let found = try RoomViews(self, room, transaction.reader).events(fitting: text)
    let only = try RoomViews.only(text, named: found.named, begun: found.begun)
    guard let record = try transaction.reader.record(only, in: room.stored.number) else {
      throw Refused(.notFound, none)
    }
    return (room, record)
  }

  /// The same, where what our account writes of it counts.
  func ownEvent(
    _ text: String, in name: String, _ transaction: Transaction
  ) throws -> (Room, StoredRecord) {
    let (room, record) = try event(text, in: name, transaction)
    try check(record, in: room, transaction.reader)
    return (room, record)
  }

  /// Checks that what our account writes of a part of a plan counts.
  func check(_ record: StoredRecord, in room: Room, _ reader: Reader) throws {
    guard mayChange(record, in: room) else {
      throw try readOnly(record, in: room, reader)
    }
  }

  /// Checks that what our account adds to an event is shown with it.
  func checkAdding(to event: StoredRecord, in room: Room, _ reader: Reader) throws {
    guard !event.isReadOnly || mayChange(event, in: room) else {
      throw try readOnly(event, in: room, reader)
    }
  }

  private func readOnly(
    _ record: StoredRecord, in room: Room, _ reader: Reader
  ) throws -> Refused {
    guard record.isReadOnly, let author = room.logKeys[record.log]?.author else {
      return Refused(
        .notNow, "In the lobby only whoever made it can change or delete it: make your own.")
    }
    let name = try RoomViews(self, room, reader).person(author).name
    return Refused(
      .notNow,
      "\(name) shared it read-only, so only \(name) can change or delete it: ask \(name), or make your own."
    )
  }

  /// A thing to do of a room, or a kept one of an event in any room, and its event.
  private func toDo(
    _ prefix: String, in name: String, _ transaction: Transaction
  ) throws -> (PlacedLine, event: PlacedLine) {
    let reader = transaction.reader
    let personal = RoomID(personal: account.author)
    let id = try eventRoom(name, reader)
    for place in id == personal ? [id] : [id, personal] {
      guard !prefix.isEmpty, let room = try room(place, reader) else { continue }
      let found = try reader.recordIDs(prefix, in: room.stored.number)
      guard found.count == 1, let toDo = try reader.record(found[0], in: room.stored.number),
        toDo.state == .visible, let event = try event(of: toDo, in: room, reader)
      else { continue }
      try check(toDo, in: room, reader)
      return (PlacedLine(room: room, record: toDo), event)
    }
    throw Refused(
      .notFound,
      "There is no single to-do that fits \(prefix) in that room: `parlor event show` lists them.")
  }

  private func event(
    of toDo: StoredRecord, in room: Room, _ reader: Reader
  ) throws -> PlacedLine? {
    if toDo.isKeptToDo { return try event(namedBy: toDo, reader) }
    guard toDo.isToDo, let parent = toDo.parent,
      let event = try reader.record(parent, in: room.stored.number)
    else { return nil }
    return PlacedLine(room: room, record: event)
  }

  // MARK: What is written

  /// Writes the fields of a record that somebody wants to be otherwise.
  func change(
    _ record: RecordID, _ fields: some SwiftProtobuf.Message, cleared: [UInt32], in room: RoomID,
    _ transaction: Transaction
  ) throws {
    guard try !fields.serializedData().isEmpty || !cleared.isEmpty else {
      throw Refused(.invalid, "No change was given: name what to change.")
    }
    try introduce(in: room, transaction)
    try write([try .changing(record, fields, cleared: cleared)], in: room, transaction)
  }

  /// The fields of an event that somebody wants, and those that lose their value.
  private func fields(of draft: EventDraft) throws -> (Schema.Event, cleared: [UInt32]) {
    var event = Schema.Event()
    var cleared: [UInt32] = []
    do {
      if draft.hasName { event.name = try EventRules.name(draft.name) }
      if draft.hasUid { event.uid = try EventRules.uid(draft.uid) }
      if draft.hasNotes { event.notes = try EventRules.notes(draft.notes) }
      if draft.hasCalendar {
        event.calendar = try EventRules.calendar(draft.calendar, of: CalendarText.event)
      }
      if draft.hasDate {
        event.start = try time(draft.date, draft.zone)
        try EventRules.check(date: event.start.milliseconds, now: now.wall)
      }
    } catch let problem as EventProblem {
      throw Refused(.invalid, "\(problem)")
    }
    if draft.hasMinutes {
      guard (1...EventRules.mostMinutes).contains(draft.minutes) else {
        throw Refused(
          .invalid,
          "An event lasts from 1 to \(EventRules.mostMinutes) minutes: choose a number in between.")
      }
      event.minutes = draft.minutes
    }
    if draft.hasRepeat {
      if case .UNRECOGNIZED = draft.repeat {
        throw Refused(.invalid, "An event takes place once or yearly: choose one of the two.")
      }
      event.repeat = draft.repeat
    }
    event.countUp = draft.countUp
    // What has the value that it has without being written is not in the message: it is cleared.
    if draft.hasNotes, event.notes.isEmpty { cleared.append(4) }
    if draft.hasRepeat, draft.repeat == .unspecified { cleared.append(5) }
    if draft.hasCountUp, !draft.countUp { cleared.append(6) }
    if draft.hasUid, event.uid.isEmpty { cleared.append(7) }
    if draft.hasCalendar, event.calendar.isEmpty { cleared.append(8) }
    return (event, cleared)
  }

  /// - Parameter places: of the others in its list, in order.
  private func fields(
    of draft: ToDoDraft, among places: [Int64], in room: Room, _ reader: Reader
  ) throws -> (ToDo, cleared: [UInt32]) {
    var toDo = ToDo()
    var cleared: [UInt32] = []
    do {
      if draft.hasUid { toDo.uid = try EventRules.uid(draft.uid) }
      if draft.hasCalendar {
        toDo.calendar = try EventRules.calendar(draft.calendar, of: CalendarText.toDo)
      }
      if draft.hasText { toDo.text = try EventRules.toDo(draft.text) }
      if draft.hasDue, !draft.due.isEmpty { toDo.due = try time(draft.due, draft.zone) }
    } catch let problem as EventProblem {
      throw Refused(.invalid, "\(problem)")
    }
    toDo.done = draft.done
    if draft.hasAssignee, !draft.assignee.isEmpty {
      toDo.assignee = try person(draft.assignee, in: room, reader).data
    }
    if draft.hasPlace { toDo.place = EventRules.place(Int(draft.place), among: places) }
    if draft.hasDone, !draft.done { cleared.append(2) }
    if draft.hasDue, draft.due.isEmpty { cleared.append(3) }
    if draft.hasAssignee, draft.assignee.isEmpty { cleared.append(4) }
    if draft.hasPlace, toDo.place == 0 { cleared.append(5) }
    if draft.hasUid, toDo.uid.isEmpty { cleared.append(6) }
    if draft.hasCalendar, toDo.calendar.isEmpty { cleared.append(7) }
    return (toDo, cleared)
  }

  private func time(_ text: String, _ zone: String) throws -> EventTime {
    let calendar = try EventCalendar(zone: zone)
    let instant = try DateText.instant(text, calendar, now: now.wall)
    guard instant < EventRules.latest else { throw EventProblem.tooFar }
    return .with {
      $0.milliseconds = instant
      $0.zone = zone
    }
  }

  /// Somebody in a room, by name or by the beginning of the author id.
  func person(_ text: String, in room: Room, _ reader: Reader) throws -> Author {
    let views = RoomViews(self, room, reader)
    let authors = try views.authors()
    var found = try authors.filter { try views.person($0).name.isName(text) }
    if found.isEmpty { found = authors.filter { $0.description.hasPrefix(text) } }
    return try found.only("Nobody called \(text) is in that room: `parlor room show` lists them.") {
      "\($0) people fit \(text): give more letters of the id."
    }
  }

  /// The places of what else is to be done for an event, in order: of what all members see, or of what is kept.
  private func toDos(
    beside own: RecordID?, isKept: Bool, of event: StoredRecord, in room: Room, _ reader: Reader
  ) throws -> [Int64] {
    try RoomViews(self, room, reader).toDos(of: event)
      .filter { $0.record.id != own && $0.record.isKeptToDo == isKept }.map(\.place)
  }

  /// Fills in what a chat message says of an event that is made out of it (row E-62).
  private func take(
    message prefix: String, into draft: inout EventDraft, _ reader: Reader
  ) throws {
    var found: [(room: Room, record: StoredRecord)] = []
    for id in try Self.roomIDs(reader, own: account.author) {
      guard !prefix.isEmpty, let room = try room(id, reader) else { continue }
      for id in try reader.recordIDs(prefix, in: room.stored.number) {
        guard let record = try reader.record(id, in: room.stored.number),
          record.kind == RecordKind.chatMessage.rawValue, record.state == .visible
        else { continue }
        found.append((room, record))
      }
    }
    let none = "There is no message \(prefix): `parlor chat read --ids` shows them."
    guard let (room, record) = found.first else { throw Refused(.notFound, none) }
    guard found.count == 1 else {
      throw Refused(.ambiguous, "More than one message begins with \(prefix): give more letters.")
    }
    let views = RoomViews(self, room, reader)
    guard let message = try views.shown(record.id, as: MessageView.self) else {
      throw Refused(.notFound, none)
    }
    do {
      let plan = MessagePlan(message.text, try EventCalendar(zone: draft.zone), now: now.wall)
      if !draft.hasName { draft.name = plan.name }
      if !draft.hasDate, let date = plan.date { draft.date = date }
    } catch {
      throw Refused(.invalid, "\(error)")
    }
    if !draft.hasNotes {
      let notes = "\(message.name) in \(try views.name()): \(message.text)"
      draft.notes = Text.clean(notes, limit: EventRules.notes, lines: true)
    }
  }

  func answer(
    event id: RecordID, isNew: Bool = false, in room: RoomID, _ transaction: Transaction
  ) throws -> Answer {
    try settleRooms(transaction)
    guard let room = rooms[room] else { return Answer() }
    let view = try RoomViews(self, room, transaction.reader).eventView(id, isNew: isNew)
    return .with { $0.event = view ?? EventView() }
  }
}
