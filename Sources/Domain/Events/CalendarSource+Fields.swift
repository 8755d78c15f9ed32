import EventSchema
import FoundationEssentials
import Schema

extension CalendarSource {
  /// Writes the lines again that differ from the event.
  ///
  /// - Parameter now: milliseconds since 1970.
  mutating func write(_ event: EventView, now: Int64) {
    let isNew = isUndescribed
    var reading = CalendarReading(home: event.start.zone, zones: event.zones)
    let was = isNew ? nil : try? reading.event(lines)
    if !isNew, was == nil {
      // A component without a start is no event yet: every field is written.
      replace((CalendarText.known[CalendarText.event] ?? []).subtracting(["UID"]), with: [])
    }
    let name = (try? EventRules.name(event.name)) ?? EventRules.untitled
    if lines.allSatisfy({ $0.name != "UID" }) {
      replace(["UID"], with: ["UID:\(CalendarText.escaped(CalendarText.uid(event)))"])
    }
    if was?.name != name { replace(["SUMMARY"], with: ["SUMMARY:\(CalendarText.escaped(name))"]) }
    writeTime(event, was)
    func text(_ name: String, _ value: String, _ old: String?) {
      guard old ?? "" != value else { return }
      replace([name], with: value.isEmpty ? [] : ["\(name):\(CalendarText.escaped(value))"])
    }
    text("DESCRIPTION", event.notes, was?.notes)
    text("LOCATION", event.place, was?.place)
    if was?.url ?? "" != event.url {
      replace(["URL"], with: event.url.isEmpty ? [] : ["URL:\(event.url)"])
    }
    if was?.status ?? .unspecified != event.status {
      let word: String? =
        switch event.status {
        case .tentative: "TENTATIVE"
        case .confirmed: "CONFIRMED"
        case .cancelled: "CANCELLED"
        case .unspecified, .UNRECOGNIZED: nil
        }
      replace(["STATUS"], with: word.map { ["STATUS:\($0)"] } ?? [])
    }
    if was?.repeats ?? "" != event.repeats {
      replace(CalendarText.repeating, with: event.repeats.split(separator: "\n").map(String.init))
    }
    guard !isNew else {
      addAlarm(name)
      return
    }
    replaceOthers(
      CalendarLine.pieces(event.calendar, of: CalendarText.event), of: CalendarText.event,
      mayDrop: { piece in
        event.personal || CalendarSieve(piece, of: CalendarText.event).kept == piece
      })
  }

  private mutating func writeTime(_ event: EventView, _ was: CalendarFile.Event?) {
    let (start, zone, minutes) = (
      event.start.milliseconds, event.start.zone, min(event.minutes, EventRules.mostMinutes)
    )
    let isSame = was.map { was in
      CalendarFile.plain(was.start) == CalendarFile.plain(event.start)
        && was.isOfDays == event.allDay
    }
    // A time in a zone of the file's own keeps the name that it has there.
    let own = lines.first { $0.name == "DTSTART" }?.parameters["TZID"]
    let isOwn = was?.start.zone == zone && own != nil && own != zone && !event.allDay
    // A rule counts by the clocks of its zone; a changed date says which of two hours the first date is.
    let calendar = try? EventCalendar(zone: zone)
    let isSecond = event.isCountedByClocks && calendar?.says(start) == false
    func property(_ name: String, _ milliseconds: Int64) -> String {
      var text = CalendarText.property(name, milliseconds, zone: zone, isDay: event.allDay)
      if isSecond, name == "DTSTART", let calendar {
        text = CalendarText.local(name, milliseconds, zone: zone, calendar)
      }
      guard isOwn, let own else { return text }
      return text.replacing("TZID=\(zone):", with: "TZID=\(own):")
    }
    if isSame != true { replace(["DTSTART"], with: [property("DTSTART", start)]) }
    if isSame != true || was?.minutes != minutes {
      let end = start + Int64(minutes) * 60_000
      let line = isSecond ? "DURATION:PT\(minutes)M" : property("DTEND", end)
      replace(["DTEND", "DURATION"], with: minutes == 0 ? [] : [line])
    }
  }

  private mutating func addAlarm(_ name: String) {
    append([
      "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(CalendarText.escaped(name))",
      CalendarText.trigger, "END:VALARM",
    ])
  }

  /// Writes the lines again that differ from the to-do.
  ///
  /// - Parameter event: to which it belongs; nil for one that stands for itself.
  mutating func write(_ toDo: ToDoView, of event: EventView?) {
    let isNew = parts.isEmpty
    let home = toDo.hasDue ? toDo.due.zone : toDo.hasStart ? toDo.start.zone : event?.start.zone
    var reading = CalendarReading(home: home ?? "UTC", zones: toDo.zones)
    let was = isNew ? nil : try? reading.toDo(lines)
    let text = (try? EventRules.toDo(toDo.text)) ?? EventRules.untitled
    if lines.allSatisfy({ $0.name != "UID" }) {
      replace(["UID"], with: ["UID:\(CalendarText.escaped(CalendarText.uid(toDo)))"])
    }
    if was?.text != text { replace(["SUMMARY"], with: ["SUMMARY:\(CalendarText.escaped(text))"]) }
    if let event, lines.allSatisfy({ $0.name != "RELATED-TO" }) {
      replace(
        ["RELATED-TO"], with: ["RELATED-TO:\(CalendarText.escaped(CalendarText.uid(event)))"])
    }
    writeState(toDo, was)
    writeTimes(toDo, was)
    if was?.notes ?? "" != toDo.notes {
      let line = "DESCRIPTION:\(CalendarText.escaped(toDo.notes))"
      replace(["DESCRIPTION"], with: toDo.notes.isEmpty ? [] : [line])
    }
    if was?.repeats ?? "" != toDo.repeats {
      replace(CalendarText.repeating, with: toDo.repeats.split(separator: "\n").map(String.init))
    }
    guard !isNew else { return }
    replaceOthers(
      CalendarLine.pieces(toDo.calendar, of: CalendarText.toDo), of: CalendarText.toDo,
      mayDrop: { piece in
        toDo.personal || CalendarSieve(piece, of: CalendarText.toDo).kept == piece
      })
  }

  /// Writes how far it is.
  private mutating func writeState(_ toDo: ToDoView, _ was: CalendarFile.Line?) {
    let status = toDo.done ? ToDoStatus.unspecified : toDo.status
    if was?.done != toDo.done || was?.status != status {
      let word =
        switch status {
        case _ where toDo.done: "COMPLETED"
        case .inProcess: "IN-PROCESS"
        case .cancelled: "CANCELLED"
        case .unspecified, .UNRECOGNIZED: "NEEDS-ACTION"
        }
      replace(["STATUS"], with: ["STATUS:\(word)"])
    }
    let completed = toDo.done ? toDo.completedSecond : nil
    if was?.completed != completed
      || !toDo.done && lines.contains(where: { $0.name == "COMPLETED" })
    {
      replace(
        ["COMPLETED"], with: completed.map { ["COMPLETED:\(CalendarText.instant($0))"] } ?? [])
    }
    func number(_ name: String, _ value: UInt32, _ old: UInt32?) {
      guard old ?? 0 != value else { return }
      replace([name], with: value == 0 ? [] : ["\(name):\(value)"])
    }
    number("PERCENT-COMPLETE", min(toDo.percent, 100), was?.percent)
    number("PRIORITY", min(toDo.priority, ToDoFields.leastPriority), was?.priority)
  }

  /// Writes from when and until when it is to be done.
  private mutating func writeTimes(_ toDo: ToDoView, _ was: CalendarFile.Line?) {
    guard let now = CalendarFile.Line(toDo) else { return }
    let isSameKind = was?.isOfDays ?? now.isOfDays == now.isOfDays
    func lines(_ name: String, _ time: EventTime?) -> [String] {
      guard let time else { return [] }
      let line = CalendarText.property(
        name, time.milliseconds, zone: time.zone, isDay: now.isOfDays)
      // A time in a zone of the file's own keeps the name that it has there.
      let old = self.lines.first { $0.name == name }?.parameters["TZID"]
      let zone = name == "DUE" ? was?.due?.zone : was?.start?.zone
      guard let old, zone == time.zone, !now.isOfDays else { return [line] }
      return [line.replacing("TZID=\(time.zone):", with: "TZID=\(old):")]
    }
    if !isSameKind || was?.moment(\.start) != now.moment(\.start) {
      replace(["DTSTART"], with: lines("DTSTART", now.start))
    }
    if !isSameKind || was?.moment(\.due) != now.moment(\.due) {
      replace(["DUE", "DURATION"], with: lines("DUE", now.due))
    }
  }

  /// Says when it was changed, where it was.
  ///
  /// - Parameters:
  ///   - sequence: how often it was changed here; nil where that is not known.
  ///   - now: milliseconds since 1970.
  ///   - isNew: no file has described it yet.
  mutating func finish(sequence: UInt32?, now: Int64, isNew: Bool) {
    guard isChanged else { return }
    let before = lines.first { $0.name == "SEQUENCE" }.flatMap { UInt32($0.value) }
    if isNew {
      if let sequence { stamp("SEQUENCE", String(sequence)) }
    } else if before != nil || sequence != nil {
      let next = (before ?? 0).addingReportingOverflow(1).partialValue
      stamp("SEQUENCE", String(max(next, sequence ?? 0)))
    }
    stamp("DTSTAMP", CalendarText.instant(now))
    if lines.contains(where: { $0.name == "LAST-MODIFIED" }) {
      stamp("LAST-MODIFIED", CalendarText.instant(now))
    }
  }
}

extension CalendarPieces {
  /// Writes other changed dates than the file has.
  ///
  /// - Parameter name: what their components are called.
  mutating func replaceChanges(_ changes: String, of name: String) {
    let text = changes.split(separator: "\n").map { CalendarText.folded(String($0)) }.joined()
    before = Self.without(name, before)
    let rest = Self.without(name, after)
    let end = rest.utf8.firstRange(of: "END:VCALENDAR".utf8)?.lowerBound ?? rest.endIndex
    after = rest[..<end] + text + rest[end...]
  }

  /// Adds the description of a time zone.
  mutating func add(_ zone: [String]) {
    guard let place = before.utf8.ranges(of: "BEGIN:V".utf8).last else { return }
    let text = zone.map(CalendarText.folded).joined()
    before.insert(contentsOf: text, at: place.lowerBound)
  }

  /// Leaves whole components of changed dates out.
  private static func without(_ name: String, _ text: String) -> String {
    var (kept, open): (String, String?) = ("", nil)
    for raw in lines(text) {
      let line = withoutEnd(raw).uppercased()
      if line == "BEGIN:\(name)" {
        open = (open ?? "") + raw
        continue
      }
      guard let begun = open else {
        kept += raw
        continue
      }
      if line == "END:\(name)" { open = nil } else { open = begun + raw }
    }
    return kept + (open ?? "")
  }
}
