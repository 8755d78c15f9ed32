import EventSchema
import Feature
import Identifiers
import Schema

/// The lines by which a rest says what it was made of: the fields that its split gave it itself, and the starts of the events of which
/// it is the rest.
///
/// A change of all of a series that somebody made without knowing of the split reaches the fields that came from there (row P-26).
extension SplitSeries {
  private static let own = "X-PARLOR-REST-OWN:"
  private static let from = "X-PARLOR-REST-FROM"

  /// The event from which a rest was split, as the rest names it.
  struct Origin {
    /// The numbers of the fields that are its own.
    var own: Set<UInt32>
    /// The start that the event had, and whether it took whole days.
    var start: EventTime
    var allDay: Bool

    /// Whether an event was moved since.
    func isMoved(to event: EventSchema.Event) -> Bool {
      event.allDay != allDay || event.start.zone != start.zone
        || moved(start.milliseconds, to: event) != start.milliseconds
    }

    /// A date that moves by as much as an event has moved since, on the wall.
    func moved(_ milliseconds: Int64, to event: EventSchema.Event) -> Int64 {
      let old = (try? EventCalendar(zone: start.zone)) ?? .world
      let new = (try? EventCalendar(zone: event.start.zone)) ?? .world
      let seconds = new.wall(of: event.start.milliseconds) - old.wall(of: start.milliseconds)
      return new.instant(wall: old.wall(of: milliseconds) + seconds)
    }
  }

  /// The lines of a rest.
  ///
  /// - Parameters:
  ///   - made: the rest as it was before its split changed it.
  ///   - whole: the event from which it is split.
  static func origin(
    of rest: EventSchema.Event, as made: EventSchema.Event, from whole: Part, _ home: any Snapshot
  ) throws -> String {
    let parts = try [whole] + wholes(of: whole.event, home)
    var fields = differences(rest, made)
    if rest.calendar != made.calendar { fields.insert(EventField.calendar.rawValue) }
    if rest.start != made.start || rest.allDay != made.allDay {
      fields.insert(EventField.start.rawValue)
    }
    for part in parts.dropFirst() {
      fields.formUnion(differences(whole.event, part.event))
      let came = EventSeries.lines(ofRest: part)
      if whole.event.calendar != came { fields.insert(EventField.calendar.rawValue) }
      if hour(of: whole.event) != hour(of: part.event)
        || !Occurrences(part.event).wouldHave(whole.event.start.milliseconds)
      {
        fields.insert(EventField.start.rawValue)
      }
    }
    let numbers = fields.sorted().map(String.init).joined(separator: ",")
    return parts.map(line).joined() + "\(own)\(numbers)\n"
  }

  /// Returns the origin of a rest that was made of an event; nil where it does not say so.
  static func origin(of rest: EventSchema.Event, from item: ItemID) -> Origin? {
    let lines = rest.repeats.split(separator: "\n").map(String.init)
    guard let own = lines.last(where: { $0.hasPrefix(own) }),
      let line = lines.lazy.filter({ $0.hasPrefix("\(from);") })
        .compactMap({ CalendarLine($0, number: 0) })
        .first(where: { $0.parameters["ITEM"] == item.description }),
      let zone = line.parameters["TZID"], let calendar = try? EventCalendar(zone: zone),
      let time = CalendarTime(line.value)
    else { return nil }
    let fields = own.dropFirst(self.own.count).split(separator: ",").compactMap { UInt32($0) }
    let start = EventTime.with {
      ($0.milliseconds, $0.zone) = (calendar.instant(wall: time.wall), zone)
    }
    return Origin(own: Set(fields), start: start, allDay: line.parameters["DAYS"] == "TRUE")
  }

  private static func line(of part: Part) -> String {
    let start = AttachedDates.line(of: part.event).dropFirst(AttachedDates.start.count)
    let days = part.event.allDay ? ";DAYS=TRUE" : ""
    return "\(from);ITEM=\(part.record.item)\(days)\(start)\n"
  }

  /// The numbers of the fields in which two events differ that each has once.
  private static func differences(
    _ one: EventSchema.Event, _ other: EventSchema.Event
  ) -> Set<UInt32> {
    Set(ReachedRests.fields.filter { $0.value(one) != $0.value(other) }.map(\.number))
  }

  /// The time of day of an event, on its wall.
  private static func hour(of event: EventSchema.Event) -> [String] {
    let calendar = (try? EventCalendar(zone: event.start.zone)) ?? .world
    let second = calendar.wallDay(of: event.start.milliseconds).second
    return [event.start.zone, "\(event.allDay)", "\(second)"]
  }
}
