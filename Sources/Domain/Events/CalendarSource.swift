import EventSchema
import Schema

/// The lines of one component of a calendar file; only changed ones are written again (row E-64).
struct CalendarSource {
  /// A line as it stands in its file, and its parsed form.
  struct Part {
    /// With its folds and its end.
    var raw: String
    /// Unfolded.
    var content: String
    /// Nil if it is not a line of a calendar.
    var line: CalendarLine?
    /// The number of components around it that have begun within this one.
    var depth: Int
  }

  private(set) var parts: [Part] = []
  /// Whether a line was changed.
  private(set) var isChanged = false
  private var component = ""
  /// The lines that come behind it in a file: its changed dates.
  private var changes = ""

  /// Lines as an event keeps them.
  init(_ calendar: String) {
    self.init(
      calendar.split(separator: "\n").map { (CalendarText.folded(String($0)), String($0)) })
  }

  /// The lines of a component, each ended by a line feed, without its first and its last one.
  init(component: some StringProtocol) {
    self.init(Self.inside(component).map { ($0, $0) })
  }

  /// Returns the lines of a component without its first and its last one.
  static func inside(_ component: some StringProtocol) -> [String] {
    component.split(separator: "\n").dropFirst().dropLast().map { String($0) }
  }

  /// Returns the lines of a text that are wanted, each ended by a line feed.
  static func lines(_ text: String, where isWanted: (Substring) -> Bool) -> String {
    text.split(separator: "\n").filter(isWanted).map { $0 + "\n" }.joined()
  }

  /// Lines as they stand in a file, each with its parsed form.
  init(_ lines: [(raw: String, content: String)]) {
    var depth = 0
    for (raw, content) in lines {
      let line = CalendarLine(content, number: 0)
      if line?.name == "BEGIN" { depth += 1 }
      parts.append(Part(raw: raw, content: content, line: line, depth: depth))
      if line?.name == "END" { depth -= 1 }
    }
  }

  /// An event as a file has it.
  ///
  /// - Parameter own: what only Parlor reads.
  init(_ event: EventView, own: CalendarOwn = CalendarOwn(), now: Int64) {
    self.init(event.calendar)
    let isNew = isUndescribed
    write(event, now: now)
    finish(sequence: event.sequence, now: now, isNew: isNew)
    for line in own.lines { insert(line) }
    component = CalendarText.event
    changes = Self.changes(of: event)
  }

  /// The changed dates of an event as a file has them.
  ///
  /// A series whose start is in the second of two hours that clocks show begins with a changed date: local time says the first one.
  static func changes(of event: EventView) -> String {
    guard event.isCountedByClocks,
      let calendar = try? EventCalendar(zone: event.start.zone),
      !calendar.says(event.start.milliseconds)
    else { return event.changes }
    let start = event.start.milliseconds
    let dates = Occurrences(event)
    guard let date = dates.list(from: start, to: start, limit: 1).first, date.original == start,
      dates.changed(start) == nil
    else { return event.changes }
    // It says nothing new, so it is older than anything else.
    let lines = [
      "BEGIN:VEVENT", "UID:\(CalendarText.escaped(CalendarText.uid(event)))",
      "DTSTAMP:19700101T000000Z",
      CalendarText.property("RECURRENCE-ID", start, zone: event.start.zone),
      CalendarText.property("DTSTART", start, zone: event.start.zone),
      CalendarText.property("DTEND", date.end, zone: event.start.zone),
      "SUMMARY:\(CalendarText.escaped(event.name))",
    ]
    let more = [
      ("LOCATION", event.place), ("DESCRIPTION", event.notes),
    ].filter { !$0.1.isEmpty }.map { "\($0.0):\(CalendarText.escaped($0.1))" }
    return event.changes + (lines + more + ["END:VEVENT"]).map { $0 + "\n" }.joined()
  }

  /// A thing to do as a file has it.
  ///
  /// - Parameters:
  ///   - event: to which it belongs; nil for one that stands for itself.
  ///   - own: what only Parlor reads.
  init(
    _ toDo: ToDoView, of event: EventView?, own: CalendarOwn = CalendarOwn(), now: Int64
  ) {
    self.init(toDo.calendar)
    let isNew = parts.isEmpty
    write(toDo, of: event)
    finish(sequence: nil, now: now, isNew: isNew)
    for line in own.lines { insert(line) }
    component = CalendarText.toDo
    changes = toDo.changes
  }

  /// Whether no file has described the event yet; people may have named categories, and it may be the rest of another one.
  var isUndescribed: Bool {
    parts.allSatisfy { ["CATEGORIES", "RELATED-TO"].contains($0.line?.name) }
  }

  /// The lines without BEGIN and END.
  var text: String { parts.map(\.raw).joined() }

  /// The whole component, with what comes behind it.
  var whole: String {
    let more = changes.split(separator: "\n").map { CalendarText.folded(String($0)) }.joined()
    return "BEGIN:\(component)\r\n" + text + "END:\(component)\r\n" + more
  }

  /// The names that it gives the time zones of its times.
  var zones: Set<String> {
    let all =
      parts.compactMap(\.line)
      + changes.split(separator: "\n").compactMap {
        CalendarLine(String($0), number: 0)
      }
    return Set(all.compactMap(CalendarReading.zone))
  }

  /// The properties of the component itself.
  var lines: [CalendarLine] { parts.compactMap { $0.depth == 0 ? $0.line : nil } }

  /// Puts lines where lines of some names stand; new ones at the end of the properties.
  mutating func replace(_ names: Set<String>, with lines: [String]) {
    isChanged = true
    put(names, lines)
  }

  /// The same for what says when the component was changed: it is no change itself.
  mutating func stamp(_ name: String, _ value: String) { put([name], ["\(name):\(value)"]) }

  /// Leaves lines out.
  mutating func removeParts(where isOne: (Part) -> Bool) {
    isChanged = true
    parts.removeAll(where: isOne)
  }

  /// Puts a line at the end of the properties.
  mutating func insert(_ line: String) {
    isChanged = true
    put([], [line])
  }

  /// Puts lines at the end.
  mutating func append(_ lines: [String]) {
    parts += CalendarSource(lines.map { (CalendarText.folded($0), $0) }).parts
  }

  private mutating func put(_ names: Set<String>, _ lines: [String]) {
    func isOne(_ part: Part) -> Bool {
      part.depth == 0 && part.line.map { names.contains($0.name) } == true
    }
    let new = lines.map {
      Part(
        raw: CalendarText.folded($0), content: $0, line: CalendarLine($0, number: 0), depth: 0)
    }
    let place =
      parts.firstIndex(where: isOne) ?? parts.firstIndex { $0.depth > 0 } ?? parts.count
    parts.insert(contentsOf: new, at: place)
    let inserted = place..<place + new.count
    var kept: [Part] = []
    for (index, part) in parts.enumerated() where inserted.contains(index) || !isOne(part) {
      kept.append(part)
    }
    parts = kept
  }

  /// Leaves out and adds lines and nested components that have no field, so that the wanted ones are there.
  ///
  /// - Parameter mayDrop: whether one that is not wanted goes; others stay as they are.
  mutating func replaceOthers(
    _ wanted: [String], of component: String, mayDrop: (String) -> Bool
  ) {
    var missing = wanted
    var (kept, piece, said): ([Part], [Part], String) = ([], [], "")
    for part in parts {
      let isField = part.line.map { CalendarText.known[component]?.contains($0.name) == true }
      if part.depth == 0, isField != false || isPicture(part) {
        kept.append(part)
        continue
      }
      piece.append(part)
      said += part.content + "\n"
      guard part.depth == 0 || part.line?.name == "END" && part.depth == 1 else { continue }
      if said.contains(CalendarText.trigger + "\n") {
        kept += piece
      } else if let place = missing.firstIndex(of: said) {
        missing.remove(at: place)
        kept += piece
      } else if mayDrop(said) {
        isChanged = true
      } else {
        kept += piece
      }
      (piece, said) = ([], "")
    }
    parts = kept + piece
    for text in missing {
      isChanged = true
      let lines = text.split(separator: "\n").map { (CalendarText.folded(String($0)), String($0)) }
      let new = CalendarSource(lines).parts
      let place =
        new.first?.depth == 0 ? parts.firstIndex { $0.depth > 0 } ?? parts.count : parts.count
      parts.insert(contentsOf: new, at: place)
    }
  }
}

/// A calendar file in pieces: what stands around a component, and the component.
struct CalendarPieces {
  var before = ""
  /// Without BEGIN and END.
  var component: [(raw: String, content: String)] = []
  var after = ""

  /// - Parameters:
  ///   - text: the whole file.
  ///   - name: the component; the first one without a RECURRENCE-ID, or else the first.
  /// - Returns: nil where it has none.
  init?(_ text: String, of name: String) {
    var lines: [(raw: String, content: String)] = []
    for raw in Self.lines(text) {
      // By bytes: a line may have been folded before a mark that belongs to the character before it.
      if raw.utf8.first == 32 || raw.utf8.first == 9, !lines.isEmpty {
        let last = lines.count - 1
        lines[last].raw += raw
        lines[last].content += String(Substring(Self.withoutEnd(raw).utf8.dropFirst()))
      } else {
        lines.append((raw, Self.withoutEnd(raw)))
      }
    }
    // Lines of vCalendar say other things in RFC 5545: such a file is written as a new one.
    let version = lines.lazy.compactMap { CalendarLine($0.content, number: 0) }
      .first { $0.name == "VERSION" }
    guard version.map({ OldCalendar.isVersion($0.value) }) != true else { return nil }
    var (begins, found): (Int?, ClosedRange<Int>?) = (nil, nil)
    for (index, line) in lines.enumerated() {
      let content = line.content.uppercased()
      if content == "BEGIN:\(name)" { begins = index }
      guard content == "END:\(name)", let begin = begins else { continue }
      let isChange = lines[begin...index].contains {
        $0.content.uppercased().hasPrefix("RECURRENCE-ID")
      }
      if found == nil || !isChange { found = begin...index }
      if !isChange { break }
      begins = nil
    }
    guard let found else { return nil }
    before = lines[...found.lowerBound].map(\.raw).joined()
    component = Array(lines[found.lowerBound + 1..<found.upperBound])
    after = lines[found.upperBound...].map(\.raw).joined()
  }

  /// The lines with their ends.
  static func lines(_ text: String) -> [String] {
    var (lines, line): ([String], [UInt8]) = ([], [])
    for byte in text.utf8 {
      line.append(byte)
      guard byte == 10 else { continue }
      lines.append(String(decoding: line, as: UTF8.self))
      line = []
    }
    return line.isEmpty ? lines : lines + [String(decoding: line, as: UTF8.self)]
  }

  static func withoutEnd(_ raw: String) -> String {
    var bytes = Array(raw.utf8)
    while bytes.last == 10 || bytes.last == 13 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension EventView {
  /// Whether its dates are counted by the clocks of a time zone.
  var isCountedByClocks: Bool { !repeats.isEmpty && !allDay && start.zone != "UTC" }
}
