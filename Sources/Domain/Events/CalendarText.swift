import Schema

/// Calendar files of other programs, RFC 5545 (rows E-13, E-14, E-16 and E-55).
///
/// Instants are written in UTC, which every program reads without a table of time zones; the zone in which one was meant goes beside
/// it. What is read may name a zone of the time zone database.
public enum CalendarText {
  /// The property that holds the time zone of a start.
  static let zone = "X-PARLOR-ZONE"

  /// The component that is an event.
  public static let event = "VEVENT"
  /// The component that is a thing to do.
  public static let toDo = "VTODO"

  /// The line of an alarm that is ours: every event is written with one.
  static let trigger = "TRIGGER:-PT1H"

  /// By component, the properties that have a field here, or are made anew in each file.
  static let known: [String: Set<String>] = {
    let both: Set = [zone, "UID", "DTSTAMP", "SEQUENCE", "SUMMARY", "LAST-MODIFIED"]
    return [
      event: both.union(["DTSTART", "DTEND", "DURATION", "DESCRIPTION"]),
      toDo: both.union(["STATUS", "COMPLETED", "PERCENT-COMPLETE", "DUE", "RELATED-TO"]),
    ]
  }()

  /// The id of an event of ours in calendars: what another calendar gave it, or one that follows from its record.
  public static func uid(_ event: EventView) -> String {
    event.uid.isEmpty ? uid(event.id) : event.uid
  }

  /// The id of something to do in calendars.
  public static func uid(_ toDo: ToDoView) -> String {
    toDo.uid.isEmpty ? uid(toDo.id) : toDo.uid
  }

  /// What calendars call a record that has no other name there.
  public static func uid(_ record: String) -> String { record + "@parlor" }

  /// A whole file: each event with an alarm one hour before, and what is to be done as related to-dos.
  ///
  /// - Parameter now: milliseconds since 1970.
  public static func write(_ events: [EventView], now: Int64) -> String {
    file(
      events.flatMap { event in
        lines(of: event, event.sequence, now)
          + event.toDos.flatMap { lines(of: $0, event, nil, now) }
      })
  }

  /// A file of an event alone.
  ///
  /// - Parameters:
  ///   - sequence: how often it was changed, as the file says.
  ///   - now: milliseconds since 1970.
  ///   - onlyHere: what only this file says.
  static func write(
    _ event: EventView, sequence: UInt32, now: Int64, onlyHere: String = ""
  ) -> String {
    file(lines(of: event, sequence, now, onlyHere))
  }

  /// A file of one thing to do; the rest as for an event.
  static func write(
    _ toDo: ToDoView, of event: EventView, sequence: UInt32, now: Int64, onlyHere: String = ""
  ) -> String {
    file(lines(of: toDo, event, sequence, now, onlyHere))
  }

  private static func file(_ lines: [String]) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Parlor//Parlor//EN"] + lines
      + ["END:VCALENDAR"]).map(folded).joined()
  }

  private static func lines(
    of event: EventView, _ sequence: UInt32, _ now: Int64, _ onlyHere: String = ""
  ) -> [String] {
    var lines = [
      "BEGIN:VEVENT", "UID:\(escaped(uid(event)))", "DTSTAMP:\(instant(now))",
      "SEQUENCE:\(sequence)", "SUMMARY:\(escaped(event.name))",
    ]
    lines += time(of: event)
    if !event.notes.isEmpty { lines.append("DESCRIPTION:\(escaped(event.notes))") }
    var others = WholeDays.without(event.calendar) + onlyHere
    if event.repeat == .yearly {
      lines.append("RRULE:FREQ=YEARLY")
      others = CalendarLine.withoutRepetition(others)
    }
    if !event.start.zone.isEmpty { lines.append("\(zone):\(escaped(event.start.zone))") }
    return lines + others.split(separator: "\n").map(String.init) + [
      "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(escaped(event.name))", trigger,
      "END:VALARM", "END:VEVENT",
    ]
  }

  /// When an event begins and ends.
  private static func time(of event: EventView) -> [String] {
    let start = event.start.milliseconds
    let minutes = min(event.minutes, EventRules.mostMinutes)
    if WholeDays.isSaid(in: event.calendar),
      let days = WholeDays(event.start, minutes: minutes)
    {
      return ["DTSTART;VALUE=DATE:\(text(days.first))", "DTEND;VALUE=DATE:\(text(days.end))"]
    }
    return [
      "DTSTART:\(instant(start))", "DTEND:\(instant(start + Int64(minutes) * 60_000))",
    ]
  }

  private static func lines(
    of toDo: ToDoView, _ event: EventView, _ sequence: UInt32?, _ now: Int64,
    _ onlyHere: String = ""
  ) -> [String] {
    var lines = [
      "BEGIN:VTODO", "UID:\(escaped(uid(toDo)))", "DTSTAMP:\(instant(now))",
      "SUMMARY:\(escaped(toDo.text))", "RELATED-TO:\(escaped(uid(event)))",
      "STATUS:\(toDo.done ? "COMPLETED" : "NEEDS-ACTION")",
    ]
    if let sequence { lines.append("SEQUENCE:\(sequence)") }
    if toDo.hasDue {
      lines.append("DUE:\(instant(toDo.due.milliseconds))")
      if !toDo.due.zone.isEmpty { lines.append("\(zone):\(escaped(toDo.due.zone))") }
    }
    return lines + (toDo.calendar + onlyHere).split(separator: "\n").map(String.init)
      + ["END:VTODO"]
  }

  /// An instant in UTC: 20261224T170000Z.
  static func instant(_ milliseconds: Int64) -> String {
    let whole = milliseconds - ((milliseconds % 1_000) + 1_000) % 1_000
    let (day, hour, minute) = EventCalendar.world.day(of: whole)
    let second = Int(((whole / 1_000) % 60 + 60) % 60)
    return text(day) + "T" + padded(hour, 2) + padded(minute, 2) + padded(second, 2) + "Z"
  }

  /// A day: 20261224.
  private static func text(_ day: EventCalendar.Day) -> String {
    padded(day.year, 4) + padded(day.month, 2) + padded(day.day, 2)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// An instant as a date that `DateText` reads, in whole seconds of UTC.
  public static func date(_ milliseconds: Int64) -> String {
    let text = instant(milliseconds)
    func part(_ from: Int, _ count: Int) -> Substring { text.dropFirst(from).prefix(count) }
    return "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(9, 2)):\(part(11, 2)):\(part(13, 2))Z"
  }

  /// Text as the value of a property (section 3.3.11).
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": result += ["\\", scalar]
      case "\n": result += ["\\", "n"]
      case "\r": continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A line with its end, cut into pieces of at most 75 bytes (section 3.1), none within a character.
  static func folded(_ line: String) -> String {
    var (result, size) = ("", 0)
    for scalar in line.unicodeScalars {
      let more = scalar.utf8.count
      if size + more > 75 {
        result += "\r\n "
        size = 1
      }
      result.unicodeScalars.append(scalar)
      size += more
    }
    return result + "\r\n"
  }
}
