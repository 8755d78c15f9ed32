import Schema

/// The people and categories in the component of a calendar file, for people (row E-68).
struct CalendarPeople {
  /// The most attendees that are shown.
  static let most = 100

  /// Joined with commas.
  var categories = ""
  /// A name, or an address.
  var organizer = ""
  /// Each with the answer.
  var attendees: [String] = []

  init(_ calendar: String) {
    guard !calendar.isEmpty else { return }
    var (words, depth): ([String], Int) = ([], 0)
    for text in calendar.split(separator: "\n") {
      guard let line = CalendarLine(String(text), number: 0) else { continue }
      if line.name == "BEGIN" { depth += 1 }
      if line.name == "END" { depth -= 1 }
      guard depth == 0 else { continue }
      switch line.name {
      case "CATEGORIES": words.append(line.text)
      case "ORGANIZER" where organizer.isEmpty: organizer = Self.person(line)
      case "ATTENDEE":
        guard attendees.count < Self.most else { continue }
        let answer = Self.answer(line.parameters["PARTSTAT"])
        attendees.append(Self.person(line) + (answer.isEmpty ? "" : " (\(answer))"))
      default: continue
      }
    }
    categories = Text.clean(words.joined(separator: ", "), limit: EventRules.place)
  }

  private static func person(_ line: CalendarLine) -> String {
    var name = line.parameters["CN"] ?? ""
    if name.first == "\"" { name = String(name.dropFirst().dropLast()) }
    let address =
      line.text.lowercased().hasPrefix("mailto:") ? line.text.dropFirst(7)[...] : line.text[...]
    return Text.clean(name.isEmpty ? String(address) : name, limit: EventRules.name)
  }

  private static func answer(_ state: String?) -> String {
    switch state?.uppercased() {
    case "ACCEPTED": "accepted"
    case "DECLINED": "declined"
    case "TENTATIVE": "perhaps"
    case "DELEGATED": "delegated"
    default: ""
    }
  }
}
