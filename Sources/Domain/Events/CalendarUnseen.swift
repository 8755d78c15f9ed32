import Schema

/// The number of a field of an event that a person and a program may both change, each without seeing the other's value.
///
/// Then both values stay until somebody chooses, as between two people (row P-26).
enum EventField: UInt32, CaseIterable {
  case name = 1
  case start, minutes, notes
  case calendar = 8
  case repeats, changes
  case allDay = 12
  case place, url, status

  /// The number of the field in which the text is carried packed, where it has one.
  var packed: UInt32? {
    switch self {
    case .calendar: 16
    case .repeats: 17
    case .changes: 18
    default: nil
    }
  }

  /// Returns field numbers with those of the fields that may carry the same text packed.
  static func withPacked(_ numbers: [UInt32]) -> [UInt32] {
    numbers + numbers.compactMap { Self(rawValue: $0)?.packed }
  }
}

/// The number of a field of a to-do, as in `EventField`.
enum ToDoField: UInt32, CaseIterable {
  case text = 1
  case done, due
  case priority = 9
  case status
  case percent = 12
  case repeats, start, notes, allDay, changes
}

/// The fields in which a file differs from the record, and those of them that a person changed as well.
///
/// Both values of a field that a person changed as well stay until somebody chooses.
struct VersionedFields<Item, Field: RawRepresentable<UInt32>> {
  /// The thing of the file.
  let file: Item
  /// The file when both were the same; nil where that is not known.
  let base: Item?
  /// The thing that is here; nil for a new one.
  let known: Item?
  /// A thing without content.
  let none: Item
  /// The numbers of the fields that a person changed here without the file having it.
  private(set) var unseen: [UInt32] = []

  /// The fields of a file.
  init(_ file: Item, since base: Item?, over known: Item?, none: Item) {
    (self.file, self.base, self.known, self.none) = (file, base, known, none)
  }

  /// Whether the file gives a value that neither its base nor the record has; notes the field where a person changed it.
  mutating func differ<Value: Equatable>(in value: (Item) -> Value, _ field: Field? = nil) -> Bool {
    guard value(file) != base.map(value), value(file) != value(known ?? none) else { return false }
    if let field, let base, let known, value(known) != value(base) { note(field) }
    return true
  }

  /// Notes a field that a person changed.
  mutating func note(_ field: Field) { unseen.append(field.rawValue) }
}

extension CalendarSource {
  /// The contents of the lines that name the categories of an event: the only ones without a field that people change here.
  var categories: [String] { lines.filter { $0.name == "CATEGORIES" }.map(\.content) }
}

extension CalendarFile.Event {
  /// Returns the lines of the component, with the categories that a person gave it here where the file did not change its own.
  ///
  /// - Returns: the lines, and whether the file and a person changed the categories in different ways.
  func lines(
    since base: CalendarFile.Event?, over known: CalendarFile.Event?
  ) -> (text: String, isContested: Bool) {
    guard let base, let known else { return (calendar, false) }
    var source = CalendarSource(calendar)
    let (here, then, now) = (
      CalendarSource(known.calendar).categories, CalendarSource(base.calendar).categories,
      source.categories
    )
    guard here != then, here != now else { return (calendar, false) }
    guard now == then else { return (calendar, true) }
    source.replace(["CATEGORIES"], with: here)
    return (source.parts.map { $0.content + "\n" }.joined(), false)
  }
}
