import Feature
import FoundationEssentials
import Schema

/// Fields with lines of calendar files in words, of events and of to-dos.
enum CalendarWords {
  /// Those of an event, also where they are packed.
  static let ofEvent: FieldWords = FieldWords([8, 9, 11, 16, 17, 19]) {
    value, field, record, home in
    let said = EventKinds.event.decode(value)
    switch field {
    case 8, 16: return lines(said.calendar)
    case 11, 19: return lines(said.zones)
    default:
      let event = EventKinds.event.carried(record.body)
      return try SplitSeries.text(said.repeats, start: EventRules.bounded(event.start), home)
    }
  }

  /// Those of a to-do.
  static let ofToDo: FieldWords = FieldWords([7, 8, 13]) { value, field, record, _ in
    let said = EventKinds.toDo.decode(value)
    switch field {
    case 7: return lines(said.calendar)
    case 8: return lines(said.zones)
    default:
      let first = ToDoDates.first(of: EventKinds.toDo.decode(record.body))
      let text = RepeatText.text(said.repeats, start: first.map(EventRules.bounded))
      return text.isEmpty ? "once" : text
    }
  }

  /// The number of lines, and what the first ones are called.
  private static func lines(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    guard !lines.isEmpty else { return "no lines of a calendar file" }
    let names = lines.prefix(4).map { $0.prefix { $0 != ":" && $0 != ";" } }
    return Text.clean(
      Count.of(lines.count, "line") + " of a calendar file: " + names.joined(separator: ", "),
      limit: 400)
  }
}
