import Schema

/// The answer of one attendee, and the version of the message that gave it: the newest of each counts (RFC 5546, section 2.1.5).
struct CalendarReply {
  /// The parameter in which a line keeps the version of its answer: SEQUENCE/DTSTAMP.
  static let parameter = "X-PARLOR-REPLIED"
  private static let none = "NEEDS-ACTION"

  /// Their line.
  let line: CalendarLine
  /// The version of the answer; nil where the line says none.
  let version: CalendarVersion?

  /// Reads a line of an event.
  ///
  /// - Parameter whole: the version of the event: that of an answer which came with it.
  init(_ line: CalendarLine, in whole: CalendarVersion) {
    self.line = line
    let own = line.parameters[Self.parameter].flatMap { CalendarVersion(mark: $0) }
    version = own ?? (Self.state(line) == Self.none ? nil : whole)
  }

  /// The attendees of an event by their addresses.
  static func all(in calendar: String) -> [String: CalendarReply] {
    let whole = CalendarVersion(calendar)
    let replies = attendees(in: calendar).map { ($0.value.lowercased(), Self($0, in: whole)) }
    return Dictionary(replies) { first, _ in first }
  }

  /// The lines of a component that name its attendees.
  static func attendees(in calendar: String) -> [CalendarLine] {
    CalendarLine.properties(["ATTENDEE"], of: calendar)
  }

  /// Whether it says the same, as of the same message.
  func says(_ answer: CalendarLine, _ version: CalendarVersion) -> Bool {
    Self.state(line) == Self.state(answer) && self.version == version
  }

  /// The line with another answer.
  ///
  /// - Parameter answer: a line that says it, with the version of its message where that is known.
  static func line(_ line: CalendarLine, answeredBy answer: CalendarLine) -> String {
    let head = line.head { name, _ in name != "PARTSTAT" && name != parameter }
    let mark = answer.parameters[parameter].map { ";\(parameter)=\($0)" } ?? ""
    return "\(head);PARTSTAT=\(answer.parameters["PARTSTAT"] ?? none)\(mark):\(line.value)"
  }

  /// The lines of a newer event, with the answers to it that are here and came later than what it says.
  static func kept(of known: String, in calendar: String) -> String {
    guard known.contains(parameter) else { return calendar }
    let (here, whole) = (all(in: known), CalendarVersion(calendar))
    var parts = CalendarSource(calendar).parts
    for (place, part) in parts.enumerated() where part.depth == 0 {
      guard let line = part.line, line.name == "ATTENDEE",
        let reply = here[line.value.lowercased()], let version = reply.version,
        reply.line.parameters[parameter] != nil, version.sequence >= whole.sequence,
        Self(line, in: whole).version.map({ version.isOlder(than: $0) }) != true
      else { continue }
      parts[place].content = Self.line(line, answeredBy: reply.line)
    }
    return parts.map { $0.content + "\n" }.joined()
  }

  private static func state(_ attendee: CalendarLine) -> String {
    attendee.parameters["PARTSTAT"]?.uppercased() ?? none
  }
}

extension CalendarVersion {
  /// Reads a version from a line; nil if there is none.
  fileprivate init?(mark: String) {
    let parts = mark.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt32(parts[0]) else { return nil }
    self.init(sequence: sequence, stamp: CalendarTime(String(parts[1]))?.wall)
  }

  /// The version as a line keeps it.
  var mark: String {
    let stamp = stamp.map { CalendarTime(wall: $0, isWorld: true).text } ?? ""
    return "\(sequence)/\(stamp)"
  }
}
