import Events
import Foundation
import Identifiers
import Schema
import Store
import Wire

/// The events of a room as people see them.
extension RoomViews {
  /// Events in one room that are read at once; older ones are left out.
  public static let mostEvents = 20_000

  /// One event with what is to be done for it; nil for what is no event, or not visible and not deleted.
  ///
  /// - Parameter isNew: it was made in this turn, and nothing belongs to it yet: that need not be looked for.
  public func eventView(_ id: RecordID, isNew: Bool = false) throws -> EventView? {
    guard let record = try reader.record(id, in: room.stored.number),
      record.isEvent, record.state != .hidden
    else { return nil }
    var frame = try ListFrame(self)
    var view = try event(record, &frame)
    guard !isNew else {
      view.budgetTotal = BudgetRules.total([])
      return view
    }
    view.toDos = try toDos(of: record).map(\.view)
    if let picture = try picture(of: record) { view.picture = try self.view(picture) }
    if !view.deleted { try addBudget(of: record, to: &view) }
    return view
  }

  /// The events that fit what somebody typed: those of that name, whatever its case, and those whose name or id begins so.
  public func events(fitting text: String) throws -> (named: [RecordID], begun: [RecordID]) {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return ([], []) }
    // A whole id is one event, whatever others are called; and there may be thousands to look through.
    if let id = Base32.decode(wanted).flatMap({ RecordID($0) }),
      let record = try reader.record(id, in: room.stored.number), record.state == .visible,
      record.kind == RecordKind.event.rawValue
    {
      return ([id], [])
    }
    var found: (named: [RecordID], begun: [RecordID]) = ([], [])
    for record in try eventRecords() {
      let name = name(of: record).lowercased()
      if name == wanted { found.named.append(record.id) }
      if name.hasPrefix(wanted) || record.id.description.hasPrefix(wanted) {
        found.begun.append(record.id)
      }
    }
    return found
  }

  /// The one event that is meant; a whole name goes before a beginning.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func only<Found>(
    _ text: String, named: [Found], begun: [Found]
  ) throws -> Found {
    let found = named.isEmpty ? begun : named
    guard let only = found.first else {
      throw Refused(.notFound, "There is no event \(text): `parlor event list` shows them.")
    }
    guard found.count == 1 else {
      throw Refused(
        .ambiguous,
        "\(found.count) events fit \(text): give the beginning of the id that `parlor event list` shows."
      )
    }
    return only
  }

  /// The events of the room without what is to be done for them, the soonest first.
  public func events() throws -> [EventView] {
    var frame = try ListFrame(self)
    let pictures = try self.pictures()
    return Self.soonestFirst(
      try eventRecords().map { record in
        var view = try event(record, &frame)
        if let picture = pictures[record.id] { view.picture = try self.view(picture) }
        return view
      })
  }

  /// The events of the room with what is to be done for them, in no order that means anything.
  public func plans() throws -> [EventView] {
    var frame = try ListFrame(self)
    return try eventRecords().map { record in
      var view = try event(record, &frame)
      view.toDos = try toDos(of: record).map(\.view)
      return view
    }
  }

  /// The events of the room as lines of a list, in no order that means anything.
  public func eventLines() throws -> [EventLine] {
    var frame = try ListFrame(self)
    // What is the same for all events that come from one log.
    var makers: [Int64: EventLine] = [:]
    var lines: [EventLine] = []
    for kind in [RecordKind.event, .readOnlyEvent] {
      try reader.bodies(of: kind, in: room.stored.number, limit: Self.mostEvents) { id, log, body in
        if makers[log] == nil { makers[log] = try self.line(by: log, &frame) }
        var line = makers[log] ?? EventLine()
        let event = (try? Coding.decode(Schema.Event.self, from: body)) ?? Schema.Event()
        let start = EventRules.bounded(event.start)
        line.id = id.description
        line.name = Text.clean(event.name, limit: EventRules.name)
        line.milliseconds = start.milliseconds
        line.zone = start.zone
        if event.repeat == .yearly { line.repeat = .yearly }
        line.readOnly = kind == .readOnlyEvent
        lines.append(line)
      }
    }
    return lines
  }

  /// What is said of each event of a log.
  private func line(by log: Int64, _ frame: inout ListFrame) throws -> EventLine {
    let maker = try frame.maker(logKeys[log]?.author ?? .zero, self)
    return .with {
      $0.roomName = frame.roomName
      $0.authorName = maker.name
      $0.own = maker.isOwn
      $0.paired = maker.isPaired
      $0.nameIsTaken = maker.isTaken
      $0.reminds = false
    }
  }

  /// Events in the order of a list.
  public static func soonestFirst(_ events: [EventView]) -> [EventView] {
    soonestFirst(events, \.start.milliseconds) { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Lines in the order of a list.
  public static func soonestFirst(_ lines: [EventLine]) -> [EventLine] {
    soonestFirst(lines, \.milliseconds) { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Sorts places and not what stands there: that is much less to move.
  private static func soonestFirst<Planned>(
    _ all: [Planned], _ start: (Planned) -> Int64, _ isBefore: (Planned, Planned) -> Bool
  ) -> [Planned] {
    all.indices.map { (start: start(all[$0]), place: $0) }
      .sorted { left, right in
        left.start != right.start
          ? left.start < right.start : isBefore(all[left.place], all[right.place])
      }
      .map { all[$0.place] }
  }

  private func eventRecords() throws -> [StoredRecord] {
    try reader.records(of: .event, in: room.stored.number, limit: Self.mostEvents)
      + reader.records(of: .readOnlyEvent, in: room.stored.number, limit: Self.mostEvents)
  }

  private func name(of record: StoredRecord) -> String {
    let event = try? Coding.decode(Schema.Event.self, from: record.body)
    return Text.clean(event?.name ?? "", limit: EventRules.name)
  }

  /// What is the same for many events of a list: the room, and the few who made them.
  private struct ListFrame {
    let room: String
    let roomName: String
    private var makers: [Author: Maker] = [:]

    struct Maker {
      let id: String
      let name: String
      let isOwn: Bool
      let isPaired: Bool
      let isTaken: Bool
    }

    init(_ views: RoomViews) throws {
      room = views.room.id.description
      roomName = try views.name()
    }

    mutating func maker(_ author: Author, _ views: RoomViews) throws -> Maker {
      if let known = makers[author] { return known }
      let (name, isOwn) = (try views.person(author).name, author == views.own)
      let maker = Maker(
        id: author.description, name: name, isOwn: isOwn,
        isPaired: try isOwn || views.isPaired(author),
        isTaken: try views.nameIsTaken(name, by: author))
      makers[author] = maker
      return maker
    }
  }

  private func event(_ record: StoredRecord, _ frame: inout ListFrame) throws -> EventView {
    let maker = try frame.maker(logKeys[record.log]?.author ?? .zero, self)
    let event = (try? Coding.decode(Schema.Event.self, from: record.body)) ?? Schema.Event()
    var view = EventView()
    view.id = record.id.description
    view.room = frame.room
    view.roomName = frame.roomName
    view.author = maker.id
    view.authorName = maker.name
    view.own = maker.isOwn
    view.paired = maker.isPaired
    view.nameIsTaken = maker.isTaken
    view.name = Text.clean(event.name, limit: EventRules.name)
    view.start = EventRules.bounded(event.start)
    view.minutes = event.minutes == 0 ? EventRules.minutes : event.minutes
    view.notes = Text.clean(event.notes, limit: EventRules.notes, lines: true)
    if event.repeat == .yearly { view.repeat = .yearly }
    view.countUp = event.countUp
    view.uid = Text.clean(event.uid, limit: EventRules.uid)
    let sieve = CalendarSieve(event.calendar, of: CalendarText.event)
    if sieve.kept.utf8.count <= EventRules.calendar { view.calendar = sieve.kept }
    view.leftOut = sieve.leftOut
    view.sequence =
      record.changed > record.order ? UInt32(clamping: record.changed - record.order) : 0
    view.reminds = false
    view.deleted = record.state == .deleted
    view.readOnly = record.isReadOnly
    return view
  }

  /// Something to do, where it stands in its list.
  struct PlacedToDo {
    let record: StoredRecord
    let place: Int64
    let view: ToDoView
  }

  /// What is to be done for an event: what all members see in the order of the places, then what our person keeps to itself.
  func toDos(of event: StoredRecord) throws -> [PlacedToDo] {
    let shared = try reader.children(of: event.id, in: room.stored.number)
      .filter { $0.isToDo && counts($0, of: event) }
    let kept = event.state == .visible ? try keptToDos(of: event.id) : []
    return try inOrder(shared) + inOrder(kept)
  }

  /// What others add to an event that only its maker may change is no part of it.
  func counts(_ part: StoredRecord, of event: StoredRecord) -> Bool {
    !event.isReadOnly || logKeys[part.log]?.author == logKeys[event.log]?.author
  }

  private func inOrder(_ records: [StoredRecord]) throws -> [PlacedToDo] {
    try records.map { ((try? Coding.decode(ToDo.self, from: $0.body)) ?? ToDo(), $0) }
      .sorted { ($0.0.place, $0.1.order, $0.1.id) < ($1.0.place, $1.1.order, $1.1.id) }
      .map { toDo, record in
        PlacedToDo(record: record, place: toDo.place, view: try view(toDo, record))
      }
  }

  /// What our person keeps to itself of what is to be done for an event in any room.
  func keptToDos(of event: RecordID) throws -> [StoredRecord] {
    guard let personal = try reader.room(RoomID(personal: own)) else { return [] }
    return try reader.records(of: .keptToDo, in: personal.number, limit: Self.mostEvents)
      .filter { (try? Coding.decode(ToDo.self, from: $0.body))?.event == event.data }
  }

  private func view(_ toDo: ToDo, _ record: StoredRecord) throws -> ToDoView {
    let author = logKeys[record.log]?.author ?? .zero
    var view = ToDoView()
    view.id = record.id.description
    view.text = Text.clean(toDo.text, limit: EventRules.toDo)
    view.done = toDo.done
    view.personal = record.isKeptToDo || room.id == RoomID(personal: own)
    view.uid = Text.clean(toDo.uid, limit: EventRules.uid)
    let sieve = CalendarSieve(toDo.calendar, of: CalendarText.toDo)
    if sieve.kept.utf8.count <= EventRules.calendar { view.calendar = sieve.kept }
    view.leftOut = sieve.leftOut
    if toDo.hasDue { view.due = EventRules.bounded(toDo.due) }
    if let assignee = Author(toDo.assignee) {
      view.assignee = assignee.description
      view.assigneeName = try person(assignee).name
    }
    view.author = author.description
    view.authorName = try person(author).name
    return view
  }
}
