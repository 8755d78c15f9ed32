import Feature
import Schema

/// The repetitions of events and to-dos in words, where a conflict names values of that field: one sentence for all who show it.
enum RepeatWords {
  /// The words for that of an event, also where it is packed.
  static let ofEvent: FieldWords = FieldWords([9, 17]) { value, _, record, home in
    let event = EventKinds.event.carried(record.body)
    return try SplitSeries.text(
      EventKinds.event.decode(value).repeats, start: EventRules.bounded(event.start), home)
  }

  /// The words for that of a to-do.
  static let ofToDo: FieldWords = FieldWords([13]) { value, _, record, _ in
    let first = ToDoDates.first(of: EventKinds.toDo.decode(record.body))
    let text = RepeatText.text(
      EventKinds.toDo.decode(value).repeats, start: first.map(EventRules.bounded))
    return text.isEmpty ? "once" : text
  }
}
