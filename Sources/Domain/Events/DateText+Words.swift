import Schema

/// The days and hours among the words of a date.
extension DateText {
  // MARK: Hours

  /// An hour as it was typed.
  struct Time {
    var hour: Int
    var minute: Int
    var second = 0
    var millisecond = 0
    /// Milliseconds since its minute began.
    var rest: Int64 { Int64(second * 1_000 + millisecond) }
    /// Whether it was typed without minutes and without am or pm.
    var isBare = false
    /// The one of two that is meant, where clocks show it twice as they are set back.
    var turn: Turn?
  }

  /// The first or the second of two hours with one name.
  enum Turn {
    case first, second
  }

  /// "18:00", "6pm", "6:30 pm", "noon", "at 9"; nil and nothing taken for anything else.
  mutating func time() -> Time? {
    let before = words
    let isSaid = words.first == "at"
    if isSaid { words.removeFirst() }
    guard let word = words.first else {
      words = before
      return nil
    }
    words.removeFirst()
    switch word {
    case "noon", "midday": return Time(hour: 12, minute: 0)
    case "midnight": return Time(hour: 0, minute: 0)
    case "eod": return Time(hour: 23, minute: 59)
    case "evening": return Time(hour: Self.evening, minute: 0)
    default: break
    }
    var text = word
    var half: Substring?
    if text.hasSuffix("am") || text.hasSuffix("pm") {
      half = text.suffix(2)
      text = text.dropLast(2)
    } else if let next = words.first, next == "am" || next == "pm" {
      half = next
      words.removeFirst()
    } else if words.first == "o'clock" || words.first == "uhr" {
      half = ""
      words.removeFirst()
    }
    let isWhole = text.contains(":") || half != nil || isSaid
    guard isWhole, var time = text.contains(":") ? Self.clock(text) : Self.hour(text) else {
      words = before
      return nil
    }
    time.isBare = half == nil && !text.contains(":")
    if words.first == "first" || words.first == "second" {
      time.turn = words.removeFirst() == "first" ? .first : .second
    }
    if let half, !half.isEmpty {
      guard (1...12).contains(time.hour) else {
        words = before
        return nil
      }
      time.hour = time.hour % 12 + (half == "pm" ? 12 : 0)
    }
    return time
  }

  /// The 9 of "tomorrow 9": a number alone, behind a day that is not one itself.
  mutating func bareHour(after day: DayPart?) -> Time? {
    switch day {
    case .weekday, .tonight, .named: break
    case .exact, .yearless, nil: return nil
    }
    guard words.count == 1, var time = words.first.flatMap(Self.hour) else { return nil }
    words.removeFirst()
    time.isBare = true
    return time
  }

  private static func hour(_ text: Substring) -> Time? {
    count(text).flatMap { $0 < 24 ? Time(hour: $0, minute: 0) : nil }
  }

  /// "18:00", "18:00:30", "18:00:30.250".
  private static func clock(_ text: Substring) -> Time? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var millisecond: Int? = 0
    if parts.count == 3, let point = parts[2].firstIndex(of: ".") {
      let digits = parts[2][point...].dropFirst()
      guard (1...9).contains(digits.utf8.count) else { return nil }
      millisecond = count((digits + "00").prefix(3))
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      parts[2] = parts[2][..<point]
    }
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
      let hour = count(parts[0]), let minute = count(parts[1]), hour < 24, minute < 60,
      let second = parts.count == 2 ? 0 : count(parts[2]), second < 60, let millisecond
    else { return nil }
    return Time(hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  /// "1800", "180000": an hour of ISO 8601 without colons.
  private static func basicClock(_ text: Substring) -> Time? {
    guard text.count == 4 || text.count == 6, count(text) != nil else { return nil }
    var pairs: [Substring] = []
    var rest = text
    while !rest.isEmpty {
      pairs.append(rest.prefix(2))
      rest = rest.dropFirst(2)
    }
    return clock(pairs.joined(separator: ":")[...])
  }

  /// The minutes by which a clock is before UTC: "utc", "z", "+01:00", "-0530", "+1"; nil for anything else.
  private static func offset(_ word: Substring) -> Int64? {
    if ["utc", "z", "gmt"].contains(word) { return 0 }
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let parts = word.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    var digits = parts.joined()
    guard parts.count <= 2, parts.dropFirst().allSatisfy({ $0.count == 2 }) else { return nil }
    if digits.count <= 2 { digits += "00" }
    guard (3...4).contains(digits.count), let number = count(digits), number % 100 < 60,
      number <= 1_800
    else { return nil }
    let minutes = Int64(number / 100 * 60 + number % 100)
    return sign == "-" ? -minutes : minutes
  }

  /// Takes the last word where it says how far the clock of the rest is from UTC.
  mutating func takeOffset() -> Int64? {
    guard words.count > 1, let last = words.last else { return nil }
    if let offset = Self.offset(last) {
      words.removeLast()
      return offset
    }
    // "18:00+01:00", "18:00Z"
    guard last.contains(":"), let place = last.lastIndex(where: { "+-z".contains($0) }),
      let offset = Self.offset(last[place...])
    else { return nil }
    words[words.count - 1] = last[..<place]
    return offset
  }

  /// ISO 8601 in one word: a day, an hour, perhaps how far that is from UTC; nil and nothing taken for anything else.
  mutating func moment() throws(EventProblem) -> Int64? {
    guard let word = words.first else { return nil }
    let parts = word.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let day = Self.isoDay(parts[0]) else { return nil }
    var hour = parts[1]
    var offset: Int64?
    if let place = hour.lastIndex(where: { "+-z".contains($0) }) {
      offset = Self.offset(hour[place...])
      guard offset != nil else { return nil }
      hour = hour[..<place]
    }
    guard let time = Self.clock(hour) ?? Self.basicClock(hour) else { return nil }
    words.removeFirst()
    if offset == nil, words.count == 1, let said = words.first.flatMap(Self.offset) {
      offset = said
      words.removeFirst()
    }
    guard let offset else { return try at(day, time) }
    return instant(day, time, offset)
  }

  // MARK: Days

  /// A day; nil and nothing taken for anything else.
  ///
  /// - Throws: `EventProblem.ambiguous` for 12/24.
  mutating func day() throws(EventProblem) -> DayPart? {
    guard let word = words.first else { return nil }
    if let days = Self.named(words) {
      words.removeFirst(days.words)
      if days.isTonight { return .tonight }
      return calendar.adding(days.days, to: today).map(DayPart.named)
    }
    if word == "next" || word == "this", words.count > 1 {
      let isNext = word == "next"
      if let weekday = Self.weekday(words[1]) {
        words.removeFirst(2)
        return .weekday(weekday, isNext: isNext)
      }
      let day: EventCalendar.Day? =
        switch words[1] {
        case "week" where isNext: later(7, 0)
        case "month" where isNext: later(0, 1)
        case "year" where isNext: later(0, 12)
        default: nil
        }
      guard let day else { return nil }
      words.removeFirst(2)
      return .exact(day)
    }
    if let weekday = Self.weekday(word) {
      words.removeFirst()
      return .weekday(weekday, isNext: false)
    }
    if word.contains("/") { return try slashed(word) }
    if let day = Self.isoDay(word) {
      words.removeFirst()
      return .exact(day)
    }
    return dotted(word) ?? monthNamed()
  }

  /// Returns the day that words such as "tomorrow" name, as days from today, with the number of those words; nil for other words.
  private static func named(
    _ words: [Substring]
  ) -> (days: Int, words: Int, isTonight: Bool)? {
    if words.starts(with: ["day", "after", "tomorrow"]) { return (2, 3, false) }
    if words.starts(with: ["this", "evening"]) { return (0, 2, true) }
    switch words.first {
    case "today": return (0, 1, false)
    case "tonight": return (0, 1, true)
    case "tomorrow", "tmrw": return (1, 1, false)
    case "yesterday": return (-1, 1, false)
    default: return nil
    }
  }

  /// 24/12 and 12/24 mean the same to different people; 2026/12/24 is clear.
  private mutating func slashed(_ word: Substring) throws(EventProblem) -> DayPart? {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.count($0) }
    guard numbers.count == parts.count else { return nil }
    if parts.count == 3, parts[0].count == 4 {
      words.removeFirst()
      return .exact(EventCalendar.Day(numbers[0], numbers[1], numbers[2]))
    }
    guard parts.count == 2 || parts.count == 3, (1...31).contains(numbers[0]),
      (1...31).contains(numbers[1]), numbers[0] <= 12 || numbers[1] <= 12
    else { return nil }
    throw .ambiguous(Text.clean(String(word), limit: 20))
  }

  /// "24.12.2026", "24.12.".
  private mutating func dotted(_ word: Substring) -> DayPart? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let day = Self.count(parts[0]), let month = Self.count(parts[1]) else {
      return nil
    }
    if parts[2].isEmpty {
      words.removeFirst()
      return .yearless(month: month, day: day)
    }
    guard parts[2].count == 4, let year = Self.count(parts[2]) else { return nil }
    words.removeFirst()
    return .exact(EventCalendar.Day(year, month, day))
  }

  /// "24 dec", "dec 24", "24 of december", with or without a year.
  private mutating func monthNamed() -> DayPart? {
    var rest = words
    rest.removeAll { $0 == "of" }
    guard rest.count >= 2 else { return nil }
    let (month, dayWord): (Int, Substring)
    if let found = Self.month(rest[0]) {
      (month, dayWord) = (found, rest[1])
    } else if let found = Self.month(rest[1]) {
      (month, dayWord) = (found, rest[0])
    } else {
      return nil
    }
    guard let day = Self.count(Self.withoutEnding(dayWord)) else { return nil }
    words = Array(rest.dropFirst(2))
    if let word = words.first, word.count == 4, let year = Self.count(word) {
      words.removeFirst()
      return .exact(EventCalendar.Day(year, month, day))
    }
    return .yearless(month: month, day: day)
  }

  private static func isoDay(_ text: Substring) -> EventCalendar.Day? {
    if text.utf8.count == 8, let year = count(text.prefix(4)),
      let month = count(text.dropFirst(4).prefix(2)), let day = count(text.suffix(2))
    {
      return EventCalendar.Day(year, month, day)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = count(parts[0]),
      let month = count(parts[1]), let day = count(parts[2])
    else { return nil }
    return EventCalendar.Day(year, month, day)
  }

  // MARK: Words

  /// A number of at most six digits.
  static func count(_ text: some StringProtocol) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func withoutEnding(_ word: Substring) -> Substring {
    for ending in ["st", "nd", "rd", "th", "."] where word.hasSuffix(ending) {
      return word.dropLast(ending.count)
    }
    return word
  }

  /// 1 for Sunday to 7 for Saturday, from the name of a weekday or its first letters.
  static func weekday(_ word: Substring) -> Int? {
    place(
      of: word,
      in: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"])
  }

  /// 1 to 12, from the name of a month or its first letters.
  static func month(_ word: Substring) -> Int? {
    place(
      of: word,
      in: [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
      ])
  }

  private static func place(of word: Substring, in names: [String]) -> Int? {
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }
}
