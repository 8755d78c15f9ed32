import Schema

/// What a calendar file of another program says, as far as Parlor has it.
public struct CalendarFile: Sendable {
  /// An event in it.
  public struct Event: Equatable, Sendable {
    /// What the other calendar calls it; unique there.
    public var uid: String
    /// Where it begins in the file.
    public var line: Int
    /// Its name.
    public var name: String
    /// When it is.
    public var start: EventTime
    /// How long it takes.
    public var minutes: UInt32
    /// What else is said about it.
    public var notes = ""
    /// It comes every year.
    public var isYearly = false
    /// What is to be done for it.
    public var toDos: [Line] = []
    /// What else the file says of it: lines, each ended by a line feed.
    public var others = ""
    /// What stays in this file alone, as others must not be told it: lines, each ended by a line feed.
    public var onlyHere = ""
    /// How often the file says that it was changed.
    public var sequence: UInt32 = 0
  }

  /// Something to do in it.
  public struct Line: Equatable, Sendable {
    /// What the other calendar calls it.
    public var uid: String
    /// What is to be done.
    public var text: String
    /// Whether it is.
    public var done: Bool
    /// Until when; nil without a date.
    public var due: EventTime?
    /// What else the file says of it, as with an event.
    public var others = ""
    /// What stays in this file alone, as with an event.
    public var onlyHere = ""
    /// How often the file says that it was changed.
    public var sequence: UInt32 = 0
  }

  /// Something that could not be taken, or not whole.
  public struct Problem: Equatable, Sendable {
    /// The line of the file, from 1.
    public var line: Int
    /// What is wrong there; a sentence for people.
    public var text: String
    /// All of it was taken nevertheless, as far as it can be written again.
    public var isHint = false
  }

  /// The events, in the order of the file.
  public private(set) var events: [Event] = []
  /// What is wrong with the file, in the order of its lines.
  public private(set) var problems: [Problem] = []

  /// So many events and to-dos are taken from one file.
  static let mostItems = 20_000
  /// So many problems are named; of more, their number is told.
  static let mostProblems = 1_000

  private let calendar: EventCalendar
  private let home: String
  private let takesApart: Bool
  private var unfolder = CalendarUnfolder()
  private var components = CalendarComponents()
  private var unnamedProblems = 0
  /// What is to be done for events that are not in this file; nothing unless they were asked for.
  public private(set) var apart: [(toDo: Line, event: String)] = []

  private var loose: [(line: Int, event: String, toDo: Line)] = []

  /// Whether it is a calendar at all, in UTF-8.
  public var isCalendar: Bool { components.isCalendar && isText }

  /// Whether everything that was taken is UTF-8.
  public var isText: Bool { unfolder.isText }

  /// Reads a file; what cannot be understood is a problem, and the rest is taken.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - zone: the time zone of what does not name one.
  ///   - apart: whether what is to be done for events of other files is taken too.
  /// - Throws: `EventProblem.unknownZone` for that zone.
  public init(_ text: String, zone: String, apart: Bool = false) throws(EventProblem) {
    try self.init(zone: zone, apart: apart)
    take(text.utf8)
    finish()
  }

  /// Begins to read a file that comes piece by piece.
  ///
  /// - Throws: `EventProblem.unknownZone`.
  public init(zone: String, apart: Bool = false) throws(EventProblem) {
    calendar = try EventCalendar(zone: zone)
    home = zone
    takesApart = apart
  }

  /// Takes the next bytes. What was taken from them is kept, and nothing else.
  public mutating func take(_ bytes: some Sequence<UInt8>) {
    var lines: [CalendarUnfolder.Unfolded] = []
    unfolder.take(bytes) { lines.append($0) }
    for line in lines { take(line) }
  }

  /// Ends the file.
  public mutating func finish() {
    var (lines, last): ([CalendarUnfolder.Unfolded], [CalendarComponents.Found]) = ([], [])
    unfolder.finish { lines.append($0) }
    for line in lines { take(line) }
    components.finish { last.append($0) }
    for found in last { take(found) }
    settle()
  }

  private mutating func take(_ line: CalendarUnfolder.Unfolded) {
    var found: [CalendarComponents.Found] = []
    components.take(line) { found.append($0) }
    for found in found { take(found) }
  }

  private mutating func take(_ found: CalendarComponents.Found) {
    switch found {
    case .problem(let line, let text): note(line, text)
    case .component(let component): take(component)
    }
  }

  private mutating func note(_ line: Int, _ text: String, isHint: Bool = false) {
    note(Problem(line: line, text: text + ".", isHint: isHint))
  }

  private mutating func note(_ problem: Problem) {
    guard problems.count < Self.mostProblems else { return unnamedProblems += 1 }
    problems.append(problem)
  }

  /// Gives what is to be done to its events.
  private mutating func settle() {
    var places: [String: Int] = [:]
    for (index, event) in events.enumerated() { places[event.uid] = index }
    for (line, event, toDo) in loose {
      if let place = places[event] {
        events[place].toDos.append(toDo)
      } else if takesApart, !event.isEmpty {
        apart.append((toDo, event))
      } else {
        note(line, "\"\(toDo.text)\" does not belong to any event in this file: left out")
      }
    }
    loose = []
    problems.sort { $0.line < $1.line }
    guard unnamedProblems > 0 else { return }
    let text = "There are \(unnamedProblems) more problems in this file, which are not named."
    problems.append(Problem(line: unfolder.number, text: text))
  }

  private mutating func take(_ component: CalendarComponents.Component) {
    let (name, line) = (component.name, component.line)
    guard name == "VEVENT" || name == "VTODO" else { return }
    guard events.count + loose.count < Self.mostItems else {
      return note(line, "It is beyond the first \(Self.mostItems) events and to-dos: left out")
    }
    var known: [String: CalendarLine] = [:]
    for property in component.properties where known[property.name] == nil {
      known[property.name] = property
    }
    let isOfDays = name == "VEVENT" && known["DTSTART"]?.isDay == true
    let all = component.others.map { $0 + "\n" }.joined() + (isOfDays ? WholeDays.line : "")
    let sieve = CalendarSieve(all, of: name)
    let isKept = sieve.kept.utf8.count <= EventRules.calendar
    if !isKept { note(line, "What Parlor has no place for is too long here, and left out") }
    if !sieve.leftOut.isEmpty {
      let names = sieve.leftOut.joined(separator: ", ")
      note(line, "Calendar programs may act on this, so it is left out: \(names)", isHint: true)
    }
    let others = isKept ? sieve.kept : ""
    do {
      if name == "VEVENT" {
        var event = try event(line, known)
        (event.others, event.onlyHere) = (others, sieve.rest)
        // One that stood in what was taken apart is none of the event.
        if known["RRULE"] == nil { event.others = CalendarLine.withoutRepetition(event.others) }
        event.settle()
        events.append(event)
      } else {
        try takeToDo(line, known, component.properties, others, onlyHere: sieve.rest)
      }
    } catch let problem as Problem {
      note(problem)
    } catch let problem as EventProblem {
      note(line, String("\(problem)".dropLast()) + ": left out")
    } catch {
      note(line, "it is not understood: left out")
    }
  }

  private mutating func event(_ line: Int, _ known: [String: CalendarLine]) throws -> Event {
    guard let begins = known["DTSTART"] else {
      throw Problem(line: line, text: "The event has no DTSTART: left out.")
    }
    let start = try time(begins, known[CalendarText.zone])
    var event = Event(
      uid: uid(known), line: line, name: try EventRules.name(known["SUMMARY"]?.text ?? ""),
      start: start, minutes: try minutes(start, begins, known))
    event.notes = try EventRules.notes(known["DESCRIPTION"]?.text ?? "")
    event.sequence = sequence(known)
    if let rule = known["RRULE"] {
      let parts = Set(rule.value.uppercased().split(separator: ";").map(String.init))
      event.isYearly = parts.subtracting(["INTERVAL=1"]) == ["FREQ=YEARLY"]
      if !event.isYearly {
        note(
          rule.number, "Parlor has no such repetition, so \"\(event.name)\" comes once",
          isHint: true)
      }
    }
    return event
  }

  private mutating func takeToDo(
    _ line: Int, _ known: [String: CalendarLine], _ properties: [CalendarLine], _ others: String,
    onlyHere: String
  ) throws {
    let text = try EventRules.toDo(known["SUMMARY"]?.text ?? "")
    let parents = properties.filter {
      $0.name == "RELATED-TO" && ($0.parameters["RELTYPE"] ?? "PARENT").uppercased() == "PARENT"
    }
    let done = known["STATUS"]?.value.uppercased() == "COMPLETED" || known["COMPLETED"] != nil
    let due = try known["DUE"].map { try time($0, known[CalendarText.zone]) }
    let toDo = Line(
      uid: uid(known), text: text, done: done, due: due, others: others, onlyHere: onlyHere,
      sequence: sequence(known))
    loose.append((line, parents.first.map { Self.plain($0.text) } ?? "", toDo))
  }

  private func uid(_ known: [String: CalendarLine]) -> String {
    Self.plain(known["UID"]?.text ?? "")
  }

  private func sequence(_ known: [String: CalendarLine]) -> UInt32 {
    UInt32(known["SEQUENCE"]?.value ?? "") ?? 0
  }

  private static func plain(_ uid: String) -> String { Text.clean(uid, limit: EventRules.uid) }

  private func minutes(
    _ start: EventTime, _ begins: CalendarLine, _ known: [String: CalendarLine]
  ) throws -> UInt32 {
    var minutes = Int64(EventRules.minutes)
    if let ends = known["DTEND"] {
      minutes =
        try (time(ends, known[CalendarText.zone]).milliseconds - start.milliseconds) / 60_000
    } else if let duration = known["DURATION"] {
      guard let seconds = duration.seconds else {
        throw Problem(line: duration.number, text: "The duration is not understood: left out.")
      }
      let days = seconds / 86_400
      let isOfDays = begins.isDay && seconds % 86_400 == 0
      minutes = isOfDays ? Self.minutes(of: days, from: start) : seconds / 60
    } else if begins.isDay {
      minutes = Self.minutes(of: 1, from: start)
    }
    // What takes no time takes what an event takes here.
    guard minutes > 0 else { return EventRules.minutes }
    return UInt32(min(minutes, Int64(EventRules.mostMinutes)))
  }

  /// How long some days are; one in which clocks are changed has 23 or 25 hours.
  private static func minutes(of days: Int64, from start: EventTime) -> Int64 {
    guard let calendar = try? EventCalendar(zone: start.zone),
      let last = calendar.adding(Int(days), to: calendar.day(of: start.milliseconds).day),
      let end = calendar.instant(last, hour: 0, minute: 0)
    else { return days * 1_440 }
    return (end - start.milliseconds) / 60_000
  }

  /// A day, or a day and an hour: of UTC, of a named zone, or of ours.
  private func time(_ line: CalendarLine, _ ours: CalendarLine?) throws -> EventTime {
    let wrong = Problem(
      line: line.number, text: "\"\(Text.clean(line.value, limit: 40))\" is no date: left out.")
    let value = line.value.uppercased()
    let isWorld = value.hasSuffix("Z")
    let digits = Array((isWorld ? value.dropLast() : value[...]).utf8)
    guard digits.count == 8 || digits.count == 15 && digits[8] == UInt8(ascii: "T") else {
      throw wrong
    }
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= digits.count else { return 0 }
      guard digits[range].allSatisfy({ (48...57).contains($0) }) else { return nil }
      return digits[range].reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
      let hour = number(9..<11), let minute = number(11..<13), let second = number(13..<15),
      second <= 60
    else { throw wrong }
    var (calendar, zone) = (calendar, home)
    if line.isDay, let name = ours?.text, let its = try? EventCalendar(zone: name) {
      // A day is one where it is meant.
      (calendar, zone) = (its, name)
    } else if isWorld {
      (calendar, zone) = (.world, "UTC")
    } else if let name = line.parameters["TZID"] {
      (calendar, zone) = try Self.calendar(name)
    }
    guard
      let instant = calendar.instant(
        EventCalendar.Day(year, month, day), hour: hour, minute: minute)
    else { throw wrong }
    if let name = ours?.text, (try? EventCalendar(zone: name)) != nil { zone = name }
    return .with {
      $0.milliseconds = instant + Int64(second) * 1_000
      $0.zone = zone
    }
  }

  /// A zone by its name; other programs put words of their own before it, as in /example.org/Europe/Oslo.
  private static func calendar(_ name: String) throws -> (EventCalendar, String) {
    // No zone has more than three parts.
    var parts = name.split(separator: "/").suffix(3)
    while true {
      let rest = parts.joined(separator: "/")
      if let calendar = try? EventCalendar(zone: rest) { return (calendar, rest) }
      guard parts.count > 2 else { throw EventProblem.unknownZone(Text.clean(name, limit: 64)) }
      parts.removeFirst()
    }
  }
}

extension CalendarFile.Problem: Error {}
