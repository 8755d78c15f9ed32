import Schema

/// Finds the events and to-dos in the lines of a calendar file, one after the other, and holds only one of them.
struct CalendarComponents: Sendable {
  /// A component of the file, between its BEGIN and its END.
  struct Component: Sendable {
    var name: String
    /// The line of the file on which it begins, from 1.
    var line: Int
    var properties: [CalendarLine] = []
    /// All its lines as they stand there, unfolded, those of nested components with them.
    var lines: [String] = []
    /// The method of its file.
    var method = CalendarMethod.holds
    /// The picture of an event, which is not among its lines.
    var picture: CalendarPicture?
    /// Its approximate size in memory, in bytes.
    fileprivate(set) var size = 0
    fileprivate var isTooLong: Bool { size > CalendarComponents.longest }
    /// Whether it is something for itself, and no time zone.
    fileprivate var isThing: Bool { name != "VTIMEZONE" }

    /// Says of a single date that it does not take place.
    mutating func cancel() {
      let status = "STATUS:CANCELLED"
      lines.removeAll { CalendarLine($0, number: 0)?.name == "STATUS" }
      properties.removeAll { $0.name == "STATUS" }
      lines.insert(status, at: 0)
      if let line = CalendarLine(status, number: line) { properties.append(line) }
    }

    /// Drops the properties until they are wanted: they need several times what the lines do.
    mutating func pack() { properties = [] }

    /// Reads the properties again.
    mutating func unpack() {
      guard properties.isEmpty else { return }
      var depth = 0
      for (place, content) in lines.enumerated() {
        guard let read = CalendarLine(content, number: line + place + 1) else { continue }
        if read.name == "BEGIN" { depth += 1 }
        if depth == 0 { properties.append(read) }
        if read.name == "END" { depth -= 1 }
      }
    }
  }

  /// The meaning of the lines so far.
  enum Found {
    case component(Component)
    case problem(line: Int, String, CalendarFile.Problem.Fate)
  }

  /// A longer component is left out, in bytes.
  static let longest = 1 << 20
  /// Components that never are within each other (RFC 5545, section 3.6).
  private static let ofFile: Set<String> = [
    "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE",
  ]
  /// Components within each other.
  private static let deepest = 16

  /// The components so far that are things for themselves: all but time zones.
  private(set) var things = 0
  /// Whether a calendar has begun.
  private(set) var isCalendar = false
  private var method = CalendarMethod.holds
  private var stack: [(name: String, line: Int)] = []
  private var open = Component(name: "", line: 0)
  /// Nil for a file in the format of RFC 5545.
  private var old: OldCalendar?
  private var hasZone = false

  /// Takes the next line.
  mutating func take(_ unfolded: CalendarUnfolder.Unfolded, _ body: (Found) -> Void) {
    let number = unfolded.number
    guard let content = unfolded.content else {
      open.size += stack.count > 1 ? CalendarUnfolder.longest : 0
      return body(
        .problem(line: number, "The line has more than \(CalendarUnfolder.longest) bytes", .part))
    }
    guard let line = CalendarLine(content, number: number) else {
      return body(
        .problem(
          line: number, "\"\(Text.clean(content, limit: 40))\" is no line of a calendar", .part))
    }
    switch line.name {
    case "BEGIN": begin(line, content, body)
    case "END": end(line, content, body)
    default:
      if stack.count == 1 { take(ofFile: line) }
      if stack.count == 2 {
        if open.name == CalendarText.event, let picture = CalendarPicture(line) {
          open.picture = open.picture ?? picture
          return
        }
        guard hasRoom(for: content) else { return }
        open.properties.append(line)
        open.lines.append(content)
      } else if stack.count > 2, hasRoom(for: content) {
        open.lines.append(content)
      }
    }
  }

  /// Takes the end of the lines.
  mutating func finish(_ body: (Found) -> Void) {
    if !stack.isEmpty { body(endless()) }
    stack = []
  }

  private mutating func begin(
    _ line: CalendarLine, _ content: String, _ body: (Found) -> Void
  ) {
    let name = line.value.uppercased()
    if name == "VCALENDAR" {
      (isCalendar, method) = (true, .holds)
      (old, hasZone) = (nil, false)
    }
    if Self.ofFile.contains(name), stack.count > 1 {
      body(endless())
      stack = Array(stack.prefix(1))
    }
    guard stack.count < Self.deepest else {
      return body(
        .problem(line: line.number, "There are more than \(Self.deepest) parts in parts", .part))
    }
    stack.append((name, line.number))
    if stack.count == 2 {
      open = Component(name: name, line: line.number, method: method)
      if open.isThing { things += 1 }
    }
    if stack.count > 2, hasRoom(for: content) { open.lines.append(content) }
  }

  private mutating func end(_ line: CalendarLine, _ content: String, _ body: (Found) -> Void) {
    guard let last = stack.last, last.name == line.value.uppercased() else {
      let name = Text.clean(line.value, limit: 40)
      return body(.problem(line: line.number, "END:\(name) ends nothing that has begun", .part))
    }
    if stack.count > 2, hasRoom(for: content) { open.lines.append(content) }
    stack.removeLast()
    guard stack.count == 1 else { return }
    if open.isTooLong {
      body(
        .problem(
          line: open.line,
          "\(Text.clean(open.name, limit: 40)) has more than \(Self.longest) bytes"
            + (open.isThing ? "" : ", so it is left out"),
          open.isThing ? .lost : .part))
    } else {
      takeZone(body)
      body(.component(old?.converted(open) ?? open))
    }
    open = Component(name: "", line: 0)
  }

  /// Takes a property of the file itself.
  private mutating func take(ofFile line: CalendarLine) {
    if line.name == "METHOD" { method = CalendarMethod(line.value) }
    if line.name == "VERSION", OldCalendar.isVersion(line.value) { old = OldCalendar() }
    old?.take(line)
  }

  /// The time zone of a vCalendar 1.0 file comes before its first event.
  private mutating func takeZone(_ body: (Found) -> Void) {
    guard !hasZone, let old, let lines = old.zoneLines else { return }
    hasZone = true
    var zone = Component(name: "VTIMEZONE", line: open.line)
    zone.lines = lines
    body(.component(zone))
    guard old.isWithoutSummer else { return }
    body(
      .problem(
        line: open.line,
        "The file says how far its clocks are from UTC and nothing of summer (DAYLIGHT), so they are taken not to change",
        .kept))
  }

  private mutating func hasRoom(for content: String) -> Bool {
    open.size += content.utf8.count + 32
    if open.isTooLong { (open.properties, open.lines) = ([], []) }
    return !open.isTooLong
  }

  /// The innermost component does not end, and all of the thing that it belongs to is lost.
  private func endless() -> Found {
    let (name, line) = stack.last ?? ("", 0)
    return .problem(
      line: line, "\(Text.clean(name, limit: 40)) does not end",
      stack.count > 1 && open.isThing ? .lost : .part)
  }
}
