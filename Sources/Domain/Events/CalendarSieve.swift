import Schema

/// The harmless part of a calendar file's content for which there is no field here.
///
/// Calendar programs act on the content of a file: they start programs, send mail, open files and answer invitations. So only
/// properties that are known to do none of that reach others or come from them. A file that only its own person sees keeps
/// everything.
public struct CalendarSieve: Sendable {
  /// The harmless lines, each ended by a line feed. None of them can end its component, or repeat a field.
  public private(set) var kept = ""
  /// The names of what was left out, each once: `ATTACH`, `ACTION:EMAIL`, `LOCATION;ALTREP`.
  public private(set) var leftOut: [String] = []

  /// The most names that are kept, and the most bytes of each.
  private static let (mostNames, longestName) = (20, 40)

  /// A component within an event or a to-do that is not at its end yet.
  private struct Nested {
    var names: [String] = []
    var kept = ""
    /// The reason why all of it is left out; nil where it is not.
    var reason: String?
  }

  private var nested = Nested()
  private let component: String
  private let keepsAll: Bool

  /// Sifts the lines of a component.
  ///
  /// - Parameters:
  ///   - text: lines of a calendar, unfolded.
  ///   - component: VEVENT or VTODO, in which they stand.
  ///   - keepsAll: only what would end the component, or begin another one, is left out.
  public init(_ text: String, of component: String, keepsAll: Bool = false) {
    (self.component, self.keepsAll) = (component, keepsAll)
    guard !text.isEmpty else { return }
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let clean = Text.clean(String(Substring(line)), limit: .max)
      if let line = CalendarLine(clean, number: 0) { take(line, clean) }
    }
    nested = Nested()
  }

  private mutating func take(_ line: CalendarLine, _ text: String) {
    switch line.name {
    case "BEGIN":
      let name = line.value.uppercased()
      // Nothing may begin here what would end what it stands in.
      guard CalendarText.known[name] == nil, name != "VCALENDAR" else { return }
      nested.names.append(name)
      nested.kept += text + "\n"
      if !keepsAll, nested.names != ["VALARM"] { nested.reason = nested.reason ?? name }
    case "END":
      guard line.value.uppercased() == nested.names.last else { return }
      nested.names.removeLast()
      nested.kept += text + "\n"
      if nested.names.isEmpty { closeNested() }
    case _ where nested.names.isEmpty:
      guard !keepsAll else {
        kept += text + "\n"
        return
      }
      let (harmless, reason) = HarmlessCalendar.sift(line, text, in: component)
      if let harmless { kept += harmless + "\n" }
      if let reason { note(reason) }
    default:
      guard !keepsAll else {
        nested.kept += text + "\n"
        return
      }
      let (harmless, reason) = HarmlessCalendar.sift(line, text, in: "VALARM")
      if let harmless { nested.kept += harmless + "\n" }
      guard let reason else { return }
      note(reason)
      // An alarm without what it does would do something else.
      if line.name == "ACTION" { nested.reason = nested.reason ?? reason }
    }
  }

  private mutating func closeNested() {
    if let reason = nested.reason {
      note(reason)
    } else {
      kept += nested.kept
    }
    nested = Nested()
  }

  private mutating func note(_ name: String) {
    let name = Text.clean(name, limit: Self.longestName)
    guard leftOut.count < Self.mostNames, !leftOut.contains(name) else { return }
    leftOut.append(name)
  }
}

/// The properties on which no calendar program is known to act by itself, beyond showing them.
enum HarmlessCalendar {
  /// By component, the properties that are kept.
  private static let properties: [String: Set<String>] = {
    let both: Set = [
      "ATTACH", "CATEGORIES", "CLASS", "COLOR", "COMMENT", "CONFERENCE", "CONTACT", "CREATED",
      "EXDATE", "GEO", "LOCATION", "PRIORITY", "RDATE", "RESOURCES", "RRULE", "URL",
    ]
    return [
      CalendarText.event: both.union(["RELATED-TO", "TRANSP", "RECURRENCE-ID"])
        .union(CalendarText.known[CalendarText.event] ?? []),
      CalendarText.toDo: both.union(["DTSTART", "DURATION"])
        .union(CalendarText.known[CalendarText.toDo] ?? []),
      "VALARM": [
        "ACKNOWLEDGED", "ACTION", "DESCRIPTION", "DURATION", "RELATED-TO", "REPEAT", "SUMMARY",
        "TRIGGER", "UID",
      ],
    ]
  }()

  /// Those that say how a value is read. Others may hold addresses.
  private static let parameters: Set = [
    "FEATURE", "FMTTYPE", "LABEL", "LANGUAGE", "RELATED", "RELTYPE", "TZID", "VALUE",
  ]

  /// More often than daily, a repetition keeps a program busy without end.
  private static let frequencies: Set = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]

  /// Whether a calendar program may be given a line.
  static func isHarmless(_ line: CalendarLine) -> Bool { harm(of: line) == nil }

  /// Returns the harmless part of a line.
  ///
  /// - Returns: the line as it may be kept, nil for none of it; and the name of what was left out, nil for nothing.
  static func sift(
    _ line: CalendarLine, _ text: String, in component: String
  ) -> (kept: String?, leftOut: String?) {
    guard properties[component]?.contains(line.name) == true else { return (nil, line.name) }
    if let reason = harm(of: line) { return (nil, reason) }
    guard let bad = line.parameters.keys.filter({ !parameters.contains($0) }).min() else {
      return (text, nil)
    }
    let head = line.head { name, hasValue in hasValue && parameters.contains(name) }
    return (head + ":" + line.value, "\(line.name);\(bad)")
  }

  /// The name of what a value would do; nil for a harmless one.
  private static func harm(of line: CalendarLine) -> String? {
    let value = line.value.uppercased()
    switch line.name {
    case "ACTION": return ["DISPLAY", "AUDIO"].contains(value) ? nil : "ACTION:\(value)"
    case "ATTACH", "CONFERENCE", "URL":
      let isLink = ["HTTP://", "HTTPS://"].contains(where: value.hasPrefix)
      let isBinary = line.parameters["VALUE"]?.uppercased() == "BINARY"
      return isLink && !isBinary ? nil : line.name
    case "REPEAT": return value.utf8.count <= 2 ? nil : "REPEAT:\(value)"
    case "RRULE", "EXRULE":
      let parts = value.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1) }
      let isSeldom = parts.allSatisfy { part in
        guard let name = part.first else { return false }
        if name == "FREQ" { return part.count == 2 && frequencies.contains(String(part[1])) }
        return name != "BYSECOND" && name != "BYMINUTE"
      }
      return isSeldom && parts.contains { $0.first == "FREQ" } ? nil : "\(line.name):\(value)"
    default: return nil
    }
  }
}
