import Events
import EventSchema
import Schema

/// A folder, its bases and a node, all in memory; it can be killed before and after each step.
package struct FolderWorld: CalendarWorld {
  package struct Killed: Error {}

  package var files: [String: CalendarFound] = [:]
  package var bases: [String: CalendarItem] = [:]
  package var events: [String: EventView] = [:]
  /// Those that belong to no event.
  package var toDos: [String: ToDoView] = [:]
  /// The pictures of events with their bytes, by the ids of the events.
  package var pictures: [String: CalendarPicture] = [:]
  /// The calls that the node was asked to perform.
  package var asked: [Call] = []
  package var writes = 0
  /// Values of names, notes and places that a node keeps beside those of a file until somebody chooses.
  package var kept: Set<String> = []
  /// The refusal with which the node answers; nil when it performs its calls.
  package var refusal: CalendarRefusal?
  /// Steps until it is killed.
  package var life = Int.max
  package let now: Int64 = 1_700_000_000_000
  private var folder = CalendarFolder()
  private var last = 0

  /// Nothing is planned and the folder is empty.
  package init() {}

  /// Looks at everything, as a process does that may be killed.
  package mutating func look() throws -> CalendarReport {
    var folder = folder
    let events = self.events.values.sorted { $0.id < $1.id }
    defer { self.folder = folder }
    let toDos = self.toDos.values.sorted { $0.id < $1.id }
    return try folder.look(at: events, toDos: toDos, &self, now: now)
  }

  /// A new process knows nothing of the last one.
  package mutating func restart() {
    folder = CalendarFolder()
    life = .max
  }

  private mutating func live() throws {
    life -= 1
    if life <= 0 { throw Killed() }
  }

  package mutating func put(_ entry: CalendarEntry?, at name: String) throws -> Bool {
    try live()
    files[name] = entry.map { .entry($0) }
    writes += 1
    return true
  }

  package mutating func settle() throws { try live() }

  package mutating func keep(_ changes: [(name: String, entry: CalendarEntry?)]) throws {
    for (name, entry) in changes {
      try live()
      bases[name] = entry?.item
    }
  }

  package func text(at name: String) throws -> String? {
    if case .entry(let entry)? = files[name] { entry.text } else { nil }
  }

  package func picture(of event: EventView) throws -> CalendarPicture? { pictures[event.id] }

  package mutating func give(
    _ picture: CalendarPicture, to event: EventView
  ) throws -> Result<CalendarAnswer, CalendarRefusal> {
    try live()
    if let refusal { return .failure(refusal) }
    give(picture, to: event.id)
    return .success(.event(events[event.id] ?? event))
  }

  /// Gives an event a picture; nil takes it away.
  package mutating func give(_ picture: CalendarPicture?, to id: String) {
    pictures[id] = picture
    events[id]?.clearPicture()
    guard let picture else { return }
    events[id]?.picture.blob = picture.blob
    events[id]?.picture.crop = picture.crop
    events[id]?.picture.size = UInt64(picture.bytes?.count ?? 0)
  }

  package mutating func perform(_ calls: [Call]) throws -> [Result<
    CalendarAnswer, CalendarRefusal
  >] {
    try calls.map { call in
      try live()
      asked.append(call)
      if let refusal { return .failure(refusal) }
      let id = perform(call)
      try live()
      if call.path.hasPrefix("to-dos/") {
        return .success(.toDo(toDos[id] ?? .with { ($0.id, $0.deleted) = (id, true) }))
      }
      return .success(.event(events[id] ?? .with { ($0.id, $0.deleted) = (id, true) }))
    }
  }

  // MARK: The node

  private mutating func id(_ letter: String) -> String {
    last += 1
    return letter + String(last)
  }

  /// Does what a node does.
  private mutating func perform(_ call: Call) -> String {
    switch call.request {
    case let make as MakeEvent:
      let id = id("e")
      events[id] = .with { ($0.id, $0.own, $0.uid) = (id, true, make.event.uid) }
      change(id, make.event)
      return id
    case let edit as EditEvent:
      change(edit.event, edit.change)
      return edit.event
    case let delete as DeleteEvent:
      events[delete.event] = nil
      return delete.event
    case let make as MakeToDo:
      let id = id("t")
      events[make.event]?.toDos.append(.with { ($0.id, $0.uid) = (id, make.toDo.uid) })
      change(id, make.toDo)
      return make.event
    case let make as MakeOwnToDo:
      let id = id("o")
      toDos[id] = .with { ($0.id, $0.own, $0.uid) = (id, true, make.toDo.uid) }
      return change(id, make.toDo)
    case let edit as EditToDo: return change(edit.toDo, edit.change)
    case let delete as DeleteToDo:
      if toDos.removeValue(forKey: delete.toDo) != nil { return delete.toDo }
      let event = place(of: delete.toDo)?.event ?? ""
      events[event]?.toDos.removeAll { $0.id == delete.toDo }
      return event
    default: return ""
    }
  }

  package func place(of toDo: String) -> (event: String, index: Int)? {
    for (id, event) in events {
      if let index = event.toDos.firstIndex(where: { $0.id == toDo }) { return (id, index) }
    }
    return nil
  }

  private mutating func change(_ id: String, _ draft: EventDraft) {
    guard var event = events[id] else { return }
    let values: [(UInt32, String)] = [(1, event.name), (4, event.notes), (13, event.place)]
    for (number, value) in values where draft.unseen.contains(number) { kept.insert(value) }
    if draft.hasName { event.name = draft.name }
    if draft.hasNotes { event.notes = draft.notes }
    if draft.hasMinutes { event.minutes = draft.minutes }
    if draft.hasCalendar { event.calendar = draft.calendar }
    if draft.hasRepeats { event.repeats = draft.repeats }
    if draft.hasChanges { event.changes = draft.changes }
    if draft.hasZones { event.zones = draft.zones }
    if draft.hasPlace { event.place = draft.place }
    if draft.hasURL { event.url = draft.url }
    if draft.hasStatus { event.status = draft.status }
    if draft.hasAllDay { event.allDay = draft.allDay }
    if draft.hasStart { event.start = draft.start }
    event.sequence += 1
    events[id] = event
  }

  @discardableResult
  private mutating func change(_ id: String, _ draft: ToDoDraft) -> String {
    if let own = toDos[id] {
      toDos[id] = changed(own, draft)
      return id
    }
    guard let (event, index) = place(of: id), let toDo = events[event]?.toDos[index] else {
      return ""
    }
    let new = changed(toDo, draft)
    events[event]?.toDos[index] = new
    return event
  }

  private func changed(_ old: ToDoView, _ draft: ToDoDraft) -> ToDoView {
    var toDo = old
    if draft.hasText { toDo.text = draft.text }
    if draft.hasDone { toDo.done = draft.done }
    if draft.hasCalendar { toDo.calendar = draft.calendar }
    if draft.hasDue { toDo.due = time(draft.due, draft.zone) }
    if draft.hasDue, draft.due.isEmpty { toDo.clearDue() }
    if draft.hasStart { toDo.start = draft.start }
    if draft.hasStart, draft.start == EventTime() { toDo.clearStart() }
    if draft.hasAllDay { toDo.allDay = draft.allDay }
    if draft.hasStatus { toDo.status = draft.status }
    if draft.hasCompleted { toDo.completed = draft.completed }
    if draft.hasPercent { toDo.percent = draft.percent }
    if draft.hasPriority { toDo.priority = draft.priority }
    if draft.hasRepeats { toDo.repeats = draft.repeats }
    if draft.hasNotes { toDo.notes = draft.notes }
    toDo.sequence += 1
    return toDo
  }

  private func time(_ text: String, _ zone: String) -> EventTime {
    .with {
      $0.milliseconds = (try? DateText.instant(text, .world, now: now)) ?? 0
      $0.zone = zone
    }
  }

  // MARK: What tests do

  /// Plans an event with things to do.
  package mutating func plan(_ name: String, list: [String]) {
    let id = id("e")
    events[id] = .with {
      ($0.id, $0.own, $0.name, $0.minutes) = (id, true, name, 120)
      $0.start.milliseconds = now + 86_400_000
      $0.start.zone = "Europe/Oslo"
    }
    for text in list {
      let toDo = self.id("t")
      events[id]?.toDos.append(.with { ($0.id, $0.text) = (toDo, text) })
    }
  }

  package func text(_ name: String) -> String {
    if case .entry(let entry)? = files[name] { entry.text } else { "" }
  }

  /// Does to a file what another program does.
  package mutating func edit(_ name: String, _ body: (String) -> String) {
    files[name] = Self.found(body(text(name)))
  }

  package static func found(_ text: String) -> CalendarFound {
    do {
      return .entry(CalendarEntry(item: try CalendarItem(text, zone: "UTC"), text: text))
    } catch {
      return .problem("\(error)")
    }
  }

  /// A file of another program.
  package static func found(_ component: String, _ uid: String, _ more: String...) -> CalendarFound
  {
    let lines = ["BEGIN:\(component)", "UID:\(uid)", "SUMMARY:s"] + more + ["END:\(component)"]
    return found((["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).joined(separator: "\n"))
  }

  /// Gives an event fields that others may have written.
  package static func scramble(_ event: inout EventView?, using random: inout SeededGenerator) {
    let pieces = [
      "a", " ", "  ", ",", ";", ":", "\\", "\\n", "\n", "\r", "\t", "\"", "ö", "\u{301}", "👩‍👩‍👧",
      "\u{2028}",
      "\u{202e}", "END:VEVENT", "BEGIN:VALARM", "\u{85}", "x", String(repeating: "ab ", count: 30),
    ]
    func text(_ most: Int) -> String {
      (0...Int.random(in: 0..<most, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    let lines = [
      "LOCATION:x", "RRULE:FREQ=DAILY", "BEGIN:VALARM\nTRIGGER:-P1D\nEND:VALARM", "END:VEVENT",
      "BEGIN:VEVENT", "BEGIN:VALARM", "SUMMARY:y", "X-A;B=\"c:d\":\\,e", "ATTENDEE:mailto:a@b",
    ]
    let others = (0..<5).map { _ in (lines.randomElement(using: &random) ?? "") + "\n" }.joined()
    event?.name = Text.clean(text(8), limit: EventRules.name)
    event?.notes = Text.clean(text(40), limit: EventRules.notes, lines: true)
    event?.personal = true
    event?.calendar = CalendarSieve(others, of: CalendarText.event, keepsAll: true).kept
    event?.minutes = UInt32.random(in: 1...600_000, using: &random)
    event?.start.milliseconds = Int64.random(in: 0...EventRules.latest, using: &random)
    event?.start.zone = ["", "UTC", "Mars/North", "Asia/Tokyo"].randomElement(using: &random) ?? ""
    event?.repeats = Bool.random(using: &random) ? "RRULE:FREQ=YEARLY\n" : ""
    event?.toDos[0].text = Text.clean(text(8), limit: EventRules.toDo)
    event?.toDos[0].personal = true
    event?.toDos[0].calendar = CalendarSieve(others, of: CalendarText.toDo, keepsAll: true).kept
    let start = event?.start ?? EventTime()
    if Bool.random(using: &random) { event?.toDos[0].due = start }
  }
}
