import EventSchema
import Schema

/// Calendar files of other programs, RFC 5545 (rows E-13, E-14, E-16, E-55 and E-64).
///
/// A line of a file is written again as it stood there; only a line that differs from the event is written in a new form. An
/// instant is written in the time zone in which it is meant, and the zone is described in the same file.
public enum CalendarText {
  /// The component that is an event.
  public static let event = "VEVENT"
  /// The component that is a thing to do.
  public static let toDo = "VTODO"

  /// The line of an alarm that is ours: an event that no file has described is written with one.
  static let trigger = "TRIGGER:-PT1H"

  /// The properties that say how an event comes again.
  static let repeating: Set = ["RRULE", "RDATE", "EXRULE", "EXDATE"]

  /// By component, the properties that have a field here, or say when it was changed.
  static let known: [String: Set<String>] = {
    let both: Set = ["UID", "DTSTAMP", "SEQUENCE", "SUMMARY", "LAST-MODIFIED"]
    let dates: Set = ["DTSTART", "DTEND", "DURATION", "DESCRIPTION", "LOCATION", "URL", "STATUS"]
    return [
      event: both.union(dates).union(repeating),
      toDo: both.union(repeating).union([
        "STATUS", "COMPLETED", "PERCENT-COMPLETE", "DUE", "RELATED-TO", "DTSTART", "DURATION",
        "PRIORITY", "DESCRIPTION",
      ]),
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

  /// The id in calendars of an event as it is saved.
  ///
  /// - Parameter record: the id of its record.
  static func uid(_ event: EventSchema.Event, of record: String) -> String {
    event.uid.isEmpty ? uid(record) : event.uid
  }

  /// Returns the id in calendars of a record that has no other one there.
  public static func uid(_ record: String) -> String { record + "@parlor" }

  /// A whole file: the events, what is to be done for them as related to-dos, and what is to be done besides.
  ///
  /// - Parameters:
  ///   - toDos: those that belong to no event.
  ///   - pictures: of the events, by their ids.
  ///   - isOwn: with what only Parlor reads: costs, who should do something, whether an event counts up.
  ///   - now: milliseconds since 1970.
  public static func write(
    _ events: [EventView], toDos: [ToDoView] = [], pictures: [String: CalendarPicture] = [:],
    isOwn: Bool = false, now: Int64
  ) -> String {
    var (zones, seen): (String, Set<String>) = ("", [])
    var components = ""
    func add(_ source: CalendarSource, _ own: String, around milliseconds: Int64) {
      for name in source.zones.subtracting(seen).sorted() {
        seen.insert(name)
        let lines = CalendarZones.component(name, own: own, around: milliseconds)
        zones += lines.map(folded).joined()
      }
      components += source.whole
    }
    for event in events {
      let start = event.start.milliseconds
      var source = CalendarSource(event, own: isOwn ? CalendarOwn(event) : CalendarOwn(), now: now)
      source.attach(pictures[event.id])
      add(source, event.zones, around: start)
      for toDo in event.toDos {
        let own = isOwn ? CalendarOwn(toDo, of: event) : CalendarOwn()
        add(CalendarSource(toDo, of: event, own: own, now: now), toDo.zones, around: start)
      }
    }
    for toDo in toDos {
      let own = isOwn ? CalendarOwn(toDo, of: nil) : CalendarOwn()
      add(CalendarSource(toDo, of: nil, own: own, now: now), toDo.zones, around: toDo.moment)
    }
    return begin + zones + components + end
  }

  private static let begin =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Parlor//Parlor//EN\r\n"
  private static let end = "END:VCALENDAR\r\n"

  /// A file of an event alone.
  ///
  /// - Parameters:
  ///   - file: what the file says now: lines that say the same stay as they are. Nil for a new one.
  ///   - picture: what is to be done with the picture that is in the file.
  ///   - sequence: how often it was changed, as the file says.
  ///   - now: milliseconds since 1970.
  static func write(
    _ event: EventView, over file: String?, picture: CalendarPicture.Edit = .nothing,
    sequence: UInt32, now: Int64
  ) -> String {
    guard let file, var pieces = CalendarPieces(file, of: Self.event) else {
      var alone = event
      (alone.toDos, alone.sequence) = ([], sequence)
      var pictures: [String: CalendarPicture] = [:]
      if case .put(let picture) = picture { pictures[event.id] = picture }
      return write([alone], pictures: pictures, now: now)
    }
    var source = CalendarSource(pieces.component)
    source.write(event, now: now)
    switch picture {
    case .nothing: break
    case .put(let picture): source.attach(picture)
    case .remove: source.attach(nil)
    }
    source.finish(sequence: sequence, now: now, isNew: false)
    let changes = CalendarSource.changes(of: event)
    if CalendarFile.changes(in: file) != changes {
      pieces.replaceChanges(changes, of: Self.event)
    }
    for name in source.zones.sorted() where !file.contains("TZID:" + name) {
      pieces.add(
        CalendarZones.component(name, own: event.zones, around: event.start.milliseconds))
    }
    return ended(pieces.before + source.text + pieces.after, as: file)
  }

  /// A file of one thing to do; the rest as for an event.
  static func write(
    _ toDo: ToDoView, of event: EventView?, over file: String?, sequence: UInt32, now: Int64
  ) -> String {
    guard let file, var pieces = CalendarPieces(file, of: Self.toDo) else {
      let source = CalendarSource(toDo, of: event, now: now)
      let zones = source.zones.sorted().flatMap {
        CalendarZones.component($0, own: toDo.zones, around: toDo.moment)
      }
      return begin + zones.map(folded).joined() + source.whole + end
    }
    var source = CalendarSource(pieces.component)
    source.write(toDo, of: event)
    source.finish(sequence: sequence, now: now, isNew: false)
    if CalendarFile.changes(in: file) != toDo.changes {
      pieces.replaceChanges(toDo.changes, of: Self.toDo)
    }
    for name in source.zones.sorted() where !file.contains("TZID:" + name) {
      pieces.add(CalendarZones.component(name, own: toDo.zones, around: toDo.moment))
    }
    return ended(pieces.before + source.text + pieces.after, as: file)
  }

  /// A text with the ends of lines that a file has.
  private static func ended(_ text: String, as file: String) -> String {
    file.contains("\r\n") ? text : text.replacing("\r\n", with: "\n")
  }

  // MARK: Values

  /// An instant in UTC: 20261224T170000Z.
  static func instant(_ milliseconds: Int64) -> String {
    let second = milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000
    return CalendarTime(wall: second, isWorld: true).text
  }

  /// An instant as a date that `DateText` reads, in whole seconds of UTC.
  static func date(_ milliseconds: Int64) -> String {
    let text = instant(milliseconds)
    func part(_ from: Int, _ count: Int) -> Substring { text.dropFirst(from).prefix(count) }
    return "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(9, 2)):\(part(11, 2)):\(part(13, 2))Z"
  }

  /// A property with an instant in its zone, or as a day. Of an hour that clocks show twice, local time says the first alone (section
  /// 3.3.5): the second is said in UTC, but where it names a date of a rule.
  static func property(
    _ name: String, _ milliseconds: Int64, zone: String, isDay: Bool = false
  ) -> String {
    guard let calendar = try? EventCalendar(zone: zone), isDay || zone != "UTC",
      isDay || ["RECURRENCE-ID", "EXDATE"].contains(name) || calendar.says(milliseconds)
    else {
      return "\(name):\(instant(milliseconds))"
    }
    return local(name, milliseconds, zone: zone, calendar, isDay: isDay)
  }

  /// The same as clocks of the zone show it.
  static func local(
    _ name: String, _ milliseconds: Int64, zone: String, _ calendar: EventCalendar,
    isDay: Bool = false
  ) -> String {
    let time = CalendarTime(wall: calendar.wall(of: milliseconds), isDay: isDay)
    return isDay ? "\(name);VALUE=DATE:\(time.text)" : "\(name);TZID=\(zone):\(time.text)"
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
    guard line.utf8.count > 75 else { return line + "\r\n" }
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

extension ToDoView {
  /// An instant around which it is done, in milliseconds since 1970.
  var moment: Int64 { hasDue ? due.milliseconds : start.milliseconds }
}

extension DateText {
  /// An instant as a date that is read as that instant, in whole seconds of UTC.
  public static func exact(_ milliseconds: Int64) -> String { CalendarText.date(milliseconds) }
}
