import Schema

/// The plan in a chat message, where it holds one (row E-62): "round 2 at 19:00".
public struct MessagePlan: Equatable, Sendable {
  /// The message without its date, in one line; at most as long as a name may be.
  public let name: String
  /// Its date as `DateText` reads it; nil where it ends with none, or may mean another one.
  public let date: String?
  /// Another time that the message names, in its words: which of the two is meant is not known. Nil for none.
  public let other: String?

  /// Words at the end of a message that may be a date.
  private static let mostWords = 8
  /// The most words of a name that are searched for another time, and the most at once.
  private static let (mostNameWords, longestOther) = (64, 4)
  /// Words between the name of a plan and its date.
  private static let links: Set<String> = ["at", "on", "is", "from", "-", "–", "—", "@"]

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - text: all of it; what is after its first line is not looked at.
  ///   - calendar: of the person who plans.
  ///   - now: milliseconds since 1970.
  public init(_ text: String, _ calendar: EventCalendar, now: Int64) {
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    for start in max(0, words.count - Self.mostWords)..<words.count {
      let end = Self.without(".,;:!?", words[start...].joined(separator: " "))
      guard let date = Self.date(end, calendar, now: now) else { continue }
      var name = words[..<start]
      while let last = name.last, Self.links.contains(last.lowercased()) { name.removeLast() }
      self.name = Self.name(name)
      other = Self.other(in: name.suffix(Self.mostNameWords), calendar, now: now)
      self.date = other == nil ? date : nil
      return
    }
    name = Self.name(words[...])
    (date, other) = (nil, nil)
  }

  /// The first words that are a day or an hour, also one that can be read in two ways; nil for none.
  private static func other(
    in words: ArraySlice<String>, _ calendar: EventCalendar, now: Int64
  ) -> String? {
    for start in words.indices {
      for end in (start..<words.endIndex).prefix(longestOther).reversed() {
        let text = words[start...end].joined(separator: " ")
        // "24.12." needs its last point.
        if [text, without(".,;:!?", text)].contains(where: { isTime($0, calendar, now: now) }) {
          return text
        }
      }
    }
    return nil
  }

  /// Whether a text is a day or an hour, past or to come. Words such as evening are part of a name.
  private static func isTime(_ text: String, _ calendar: EventCalendar, now: Int64) -> Bool {
    do throws(EventProblem) {
      let typed = try DateText.read(text, calendar, now: now, isOfDays: true)
      return !typed.hasHour || text.contains(where: \.isNumber)
    } catch .unreadable {
      return false
    } catch {
      return true
    }
  }

  /// A text without some signs at its ends.
  private static func without(_ signs: String, _ text: String) -> String {
    let isSign = { (scalar: Unicode.Scalar) in signs.unicodeScalars.contains(scalar) }
    let rest = text.unicodeScalars.drop(while: isSign)
    guard let last = rest.lastIndex(where: { !isSign($0) }) else { return "" }
    return String(rest[...last])
  }

  private static func name(_ words: ArraySlice<String>) -> String {
    Text.clean(without(",;:", words.joined(separator: " ")), limit: EventRules.name)
  }

  /// A date that is still to come.
  private static func date(_ text: String, _ calendar: EventCalendar, now: Int64) -> String? {
    guard let instant = try? DateText.instant(text, calendar, now: now), instant > now else {
      return nil
    }
    return text
  }
}
