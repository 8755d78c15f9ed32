import EventSchema
import Schema

/// The item of one file of a calendar folder: an event without its list, or one thing to do with the id of its event, which is
/// empty where it has none.
public enum CalendarItem: Equatable, Sendable {
  /// An event; its list is in files of its own.
  case event(CalendarFile.Event)
  /// One thing to do.
  case toDo(CalendarFile.Line, event: String)

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - zone: the time zone of what does not name one.
  /// - Throws: `CalendarFile.Problem` unless all of it can be taken, and written again.
  public init(_ text: String, zone: String) throws(CalendarFile.Problem) {
    let file: CalendarFile
    do {
      file = try CalendarFile(text, zone: zone)
    } catch {
      throw CalendarFile.Problem(line: 1, text: "\(error)")
    }
    if let problem = file.problems.first(where: { !$0.isHint }) { throw problem }
    let items =
      file.events.map { CalendarItem.event($0) }
      + file.toDos.map { .toDo($0.toDo, event: $0.parent) }
    guard let item = items.first else {
      throw CalendarFile.Problem(line: 1, text: "It contains no event and no to-do.")
    }
    guard items.count == 1, file.events.allSatisfy(\.toDos.isEmpty) else {
      throw CalendarFile.Problem(
        line: 1, text: "It contains more than one event or to-do: give each its own file.")
    }
    guard !item.uid.isEmpty else {
      throw CalendarFile.Problem(line: 1, text: "It has no UID: give it one.")
    }
    switch item {
    case .event(var event):
      event.own = CalendarOwn()
      self = .event(event)
    case .toDo(var toDo, let parent):
      toDo.own = CalendarOwn()
      self = .toDo(toDo, event: parent)
    }
  }

  /// Its id in calendars.
  public var uid: String {
    switch self {
    case .event(let event): event.uid
    case .toDo(let toDo, _): toDo.uid
    }
  }

  /// The number of changes that its file counts.
  var sequence: UInt32 {
    switch self {
    case .event(let event): event.sequence
    case .toDo(let toDo, _): toDo.sequence
    }
  }

  /// The picture that an event has in its file.
  var picture: CalendarPicture? { if case .event(let event) = self { event.picture } else { nil } }

  /// Whether its file says less than the whole.
  var isLess: Bool {
    switch self {
    case .event(let event): event.isLess(than: nil)
    case .toDo(let toDo, _): toDo.isLess(than: nil)
    }
  }

  /// Whether its file holds less than the record.
  func isLess(than known: CalendarItem) -> Bool {
    switch (self, known) {
    case (.event(let one), .event(let other)): one.isLess(than: other)
    case (.toDo(let one, _), .toDo(let other, _)): one.isLess(than: other)
    default: false
    }
  }

  var isEvent: Bool { if case .event = self { true } else { false } }

  /// Whether both say the same, however often they were changed.
  public func says(_ other: CalendarItem) -> Bool {
    switch (self, other) {
    case (.event(let one), .event(let other)): one.says(other)
    case (.toDo(let one, _), .toDo(let other, _)): one.says(other)
    default: false
    }
  }
}

extension CalendarFile.Event {
  static let none = Self(uid: "", line: 0, name: "", start: EventTime(), minutes: 0)

  /// An event as its file says it, without its list; nil where no file can.
  public init?(_ view: EventView) {
    guard let start = CalendarFile.plain(view.start),
      start.milliseconds < EventRules.latest - Int64(view.minutes) * 60_000
    else { return nil }
    self.init(
      uid: CalendarText.uid(view), line: 0,
      name: (try? EventRules.name(view.name)) ?? EventRules.untitled, start: start,
      minutes: min(view.minutes, EventRules.mostMinutes))
    isOfDays = view.allDay
    notes = view.notes
    repeats = view.repeats
    changes = view.changes
    zones = view.zones
    place = view.place
    url = view.url
    status = view.status
    calendar = view.calendar
    sequence = view.sequence
    own = CalendarOwn(view)
  }
}

extension CalendarFile.Event {
  /// The instant at which it begins, whole days by their first day alone: a day is the same one in every time zone.
  var moment: EventTime {
    guard isOfDays, let calendar = try? EventCalendar(zone: start.zone) else {
      return CalendarFile.plain(start) ?? start
    }
    return .with { $0.milliseconds = calendar.wall(of: start.milliseconds) * 1_000 }
  }
}

extension CalendarFile.Event {
  /// Its length in minutes on the clock of the wall where it has whole days: those have 23 to 25 hours in different time zones.
  fileprivate var span: Int64 {
    guard isOfDays, let calendar = try? EventCalendar(zone: start.zone) else {
      return Int64(minutes)
    }
    let end = calendar.wall(of: start.milliseconds + Int64(minutes) * 60_000)
    return (end - calendar.wall(of: start.milliseconds)) / 60
  }
}

extension CalendarFile.Line {
  static let none = Self(uid: "", text: "", done: false)

  /// Something to do as its file says it; nil where no file can.
  public init?(_ view: ToDoView) {
    guard let text = try? EventRules.toDo(view.text) else { return nil }
    self.init(uid: CalendarText.uid(view), text: text, done: view.done)
    if view.hasDue {
      guard let due = CalendarFile.plain(view.due) else { return nil }
      self.due = due
    }
    if view.hasStart {
      guard let start = CalendarFile.plain(view.start) else { return nil }
      self.start = start
    }
    isOfDays = view.allDay
    status = view.done ? .unspecified : view.status
    completed = view.done ? view.completedSecond : nil
    percent = min(view.percent, 100)
    priority = min(view.priority, ToDoFields.leastPriority)
    repeats = view.repeats
    changes = view.changes
    notes = view.notes
    sequence = view.sequence
    calendar = view.calendar
    zones = view.zones
    own = CalendarOwn(view, of: nil)
  }
}

extension ToDoView {
  /// The instant at which it was done, in whole seconds as files have it; nil where that is not known, or no file can say it.
  var completedSecond: Int64? {
    guard completed != 0, (EventRules.earliest..<EventRules.latest).contains(completed) else {
      return nil
    }
    return completed - (completed % 1_000 + 1_000) % 1_000
  }
}

extension CalendarFile.Line {
  /// A date of it, a whole day as that alone: a day is the same one in every time zone.
  func moment(_ time: KeyPath<Self, EventTime?>) -> EventTime? {
    guard let time = self[keyPath: time] else { return nil }
    guard isOfDays, let calendar = try? EventCalendar(zone: time.zone) else {
      return CalendarFile.plain(time) ?? time
    }
    return .with { $0.milliseconds = calendar.wall(of: time.milliseconds) * 1_000 }
  }
}

extension CalendarFile {
  /// A time as files have it: whole seconds, in a zone that is known here; nil where four digits do not reach.
  static func plain(_ time: EventTime) -> EventTime? {
    guard (EventRules.earliest..<EventRules.latest).contains(time.milliseconds) else { return nil }
    return .with {
      $0.milliseconds = time.milliseconds - (time.milliseconds % 1_000 + 1_000) % 1_000
      $0.zone = (try? EventCalendar(zone: time.zone)) == nil ? "UTC" : time.zone
    }
  }
}

extension EventDraft {
  /// Makes the edit that gives an event the state of its file: the fields in which the file differs from it.
  ///
  /// - Parameters:
  ///   - base: the file when both were the same; a field that has not changed in the file since then is left as it is.
  ///   - known: the event that is here; nil for a new one.
  public init(
    _ file: CalendarFile.Event, since base: CalendarFile.Event?, over known: CalendarFile.Event?
  ) {
    self.init()
    let (file, base) = file.following(known, since: base)
    var fields = VersionedFields<_, EventField>(file, since: base, over: known, none: .none)
    defer { unseen = fields.unseen }
    if fields.differ(in: \.name, .name) { name = file.name }
    if fields.differ(in: \.notes, .notes) { notes = file.notes }
    if known == nil || fields.differ(in: \.span, .minutes) { minutes = file.minutes }
    if known == nil
      || fields.differ(in: { CalendarLine.pieces($0.calendar, of: CalendarText.event) })
    {
      let lines = file.lines(since: base, over: known)
      calendar = lines.text
      if lines.isContested { fields.note(.calendar) }
    }
    if fields.differ(in: \.repeats, .repeats) { repeats = file.repeats }
    if fields.differ(in: \.changes, .changes) { changes = file.changes }
    if fields.differ(in: \.zones) { zones = file.zones }
    if fields.differ(in: \.place, .place) { place = file.place }
    if fields.differ(in: \.url, .url) { url = file.url }
    if fields.differ(in: \.status, .status) { status = file.status }
    if fields.differ(in: \.isOfDays, .allDay) { allDay = file.isOfDays }
    if fields.differ(in: \.moment, .start) { start = file.start }
    if known == nil { uid = file.uid }
    if file.answers != known?.answers { answers = file.answers }
    if let wanted = file.own.countUp, wanted != known?.own.countUp ?? false { countUp = wanted }
  }
}

/// A request that makes a record of a calendar file, or changes the one that is here.
public protocol CalendarDraft: Equatable {
  /// The thing of the file.
  associatedtype Item: CalendarDated
  /// All its lines in the file.
  var calendar: String { get set }
  /// Changes nothing.
  init()
  /// Changes the fields in which a file differs from the record, except where it equals its base.
  init(_ file: Item, since base: Item?, over known: Item?)
}

extension CalendarDraft {
  /// The same with the version of a newer file, so that an older one is known as such.
  public init(versioned file: Item, since base: Item?, over known: Item?) {
    self.init(file, since: base, over: known)
    if let known, self != Self(), file.isNewer(than: known) { calendar = file.calendar }
  }
}

extension EventDraft: CalendarDraft {}

extension ToDoDraft: CalendarDraft {}

extension ToDoDraft {
  /// The same for something to do.
  public init(
    _ file: CalendarFile.Line, since base: CalendarFile.Line?, over known: CalendarFile.Line?
  ) {
    self.init()
    let (file, base) = file.following(known, since: base)
    var fields = VersionedFields<_, ToDoField>(file, since: base, over: known, none: .none)
    defer { unseen = fields.unseen }
    if fields.differ(in: \.text, .text) { text = file.text }
    if fields.differ(in: \.done, .done) { done = file.done }
    if known == nil
      || fields.differ(in: { CalendarLine.pieces($0.calendar, of: CalendarText.toDo) })
    {
      calendar = file.calendar
    }
    if fields.differ(in: \.zones) { zones = file.zones }
    if fields.differ(in: { $0.moment(\.due) }, .due) {
      due = file.due.map { CalendarText.date($0.milliseconds) } ?? ""
      if let time = file.due { zone = time.zone }
      allDay = file.isOfDays
    }
    if fields.differ(in: { $0.moment(\.start) }, .start) { start = file.start ?? EventTime() }
    if fields.differ(in: \.isOfDays, .allDay) { allDay = file.isOfDays }
    if fields.differ(in: \.status, .status) { status = file.status }
    if fields.differ(in: \.percent, .percent) { percent = file.percent }
    if fields.differ(in: \.priority, .priority) { priority = file.priority }
    if fields.differ(in: \.repeats, .repeats) { repeats = file.repeats }
    // A file says itself which dates are left out: they do not move with the first one.
    if hasDue, known?.repeats == file.repeats { repeats = file.repeats }
    if fields.differ(in: \.changes, .changes) { changes = file.changes }
    if fields.differ(in: \.notes, .notes) { notes = file.notes }
    if let time = file.completed, fields.differ(in: \.completed) {
      completed = time
      done = file.done
    }
    if known == nil { uid = file.uid }
    if let id = file.own.assignee?.id, known?.own.assignee?.id ?? "" != id { assignee = id }
  }
}

extension CalendarLine {
  /// The properties of a component that have one of some names, without taking its other lines apart.
  static func properties(_ names: [String], of calendar: String) -> [CalendarLine] {
    var (found, depth): ([CalendarLine], Int) = ([], 0)
    let longest = (names.map(\.utf8.count).max() ?? 0) + 1
    for line in calendar.utf8.split(separator: UInt8(ascii: "\n")) {
      let head = String(decoding: line.prefix(max(longest, 6)), as: UTF8.self).uppercased()
      if head.hasPrefix("BEGIN:") { depth += 1 }
      if head.hasPrefix("END:") { depth -= 1 }
      guard depth == 0, names.contains(where: { head.hasPrefix($0) }),
        let read = CalendarLine(String(Substring(line)), number: 0), names.contains(read.name)
      else { continue }
      found.append(read)
    }
    return found
  }

  /// Returns the lines of a component for which there is no field, nested components whole. They are sorted: programs put them in
  /// any order.
  static func pieces(_ calendar: String, of component: String) -> [String] {
    var (pieces, piece, depth): ([String], String, Int) = ([], "", 0)
    for line in calendar.utf8.split(separator: UInt8(ascii: "\n")) {
      let text = String(Substring(line))
      let start = String(Substring(line.prefix(6))).uppercased()
      if start == "BEGIN:" { depth += 1 }
      if depth == 0 {
        // By bytes: a mark may follow the colon.
        let head = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        let name = String(Substring(head)).uppercased()
        if CalendarText.known[component]?.contains(name) == true { continue }
      }
      if start.hasPrefix("END:") { depth -= 1 }
      piece += text + "\n"
      guard depth <= 0 else { continue }
      // Our own alarm says nothing.
      if !piece.contains(CalendarText.trigger + "\n") { pieces.append(piece) }
      piece = ""
    }
    return pieces.sorted()
  }
}
