import Schema

/// The parts of calendar files that an event keeps beside its component, as they are shown: no line of them can end the component
/// around it.
enum CalendarKept {
  /// The lines that say how an event comes again.
  ///
  /// - Parameter keepsAll: nobody else sees it.
  static func repeats(_ text: String, keepsAll: Bool) -> String {
    guard text.utf8.count <= EventRules.file else { return "" }
    return lines(text).filter { line in
      CalendarText.repeating.contains(line.name)
        && (keepsAll || HarmlessCalendar.isHarmless(line))
    }.map { $0.content + "\n" }.joined()
  }

  /// The changed dates of an event, or a to-do.
  ///
  /// - Parameters:
  ///   - name: what their components are called.
  ///   - uid: what calendars call it; those of another one are left out.
  ///   - keepsAll: nobody else sees it.
  static func changes(
    _ text: String, of name: String = CalendarText.event, uid: String, keepsAll: Bool
  ) -> String {
    guard !text.isEmpty, text.utf8.count <= EventRules.file else { return "" }
    var (result, component): (String, [CalendarLine]?) = ("", nil)
    for line in lines(text) {
      let value = line.value.uppercased()
      if line.name == "BEGIN", value == name {
        component = []
      } else if line.name == "END", value == name {
        let all = component ?? []
        component = nil
        let date = all.first { $0.name == "RECURRENCE-ID" }
        let isOne =
          date != nil
          && all.contains { $0.name == "UID" && CalendarReading.plain($0.text) == uid }
        guard isOne else { continue }
        let sieve = CalendarSieve(
          all.map { $0.content + "\n" }.joined(), of: name, keepsAll: keepsAll)
        // Of a to-do that stands alone it is not kept, and here it says which date is meant.
        let hasDate = CalendarSource(sieve.kept).lines.contains { $0.name == "RECURRENCE-ID" }
        let first = hasDate ? "" : (date?.content ?? "") + "\n"
        result += "BEGIN:\(name)\n" + first + sieve.kept + "END:\(name)\n"
      } else {
        component?.append(line)
      }
    }
    return result
  }

  /// The time zones of a file.
  static func zones(_ text: String) -> String {
    guard !text.isEmpty, text.utf8.count <= EventRules.file else { return "" }
    let parts: Set = ["STANDARD", "DAYLIGHT"]
    var (result, open, part): (String, [String]?, String?) = ("", nil, nil)
    for line in lines(text) {
      let value = line.value.uppercased()
      switch line.name {
      case "BEGIN" where value == "VTIMEZONE": (open, part) = ([line.content], nil)
      case "BEGIN":
        guard parts.contains(value), part == nil else {
          open = nil
          continue
        }
        part = value
        open?.append(line.content)
      case "END" where value == "VTIMEZONE":
        if let open, part == nil {
          result += (open + [line.content]).map { $0 + "\n" }.joined()
        }
        open = nil
      case "END":
        guard value == part else {
          open = nil
          continue
        }
        part = nil
        open?.append(line.content)
      default: open?.append(line.content)
      }
    }
    return result
  }

  private static func lines(_ text: String) -> [CalendarLine] {
    text.utf8.split(separator: 10).compactMap {
      CalendarLine(Text.clean(String(Substring($0)), limit: .max), number: 0)
    }
  }
}
