import EventSchema
import Feature
import Schema

/// The reason why an event or a part of one cannot be saved; a sentence for people.
public enum EventProblem: Problem, Equatable {
  /// A name that is blank, or still the one that a new event opens with (row E-31).
  case unnamed
  /// More bytes of UTF-8 than are allowed.
  case tooLong(what: String, bytes: Int, limit: Int)
  /// The date is now or before (row E-32).
  case past
  /// No date that is understood.
  case unreadable(String)
  /// A date such as 12/24, which means another day to other people.
  case ambiguous(String)
  /// An hour that clocks leave out on that day, and the one that they show instead.
  case skipped(time: String, day: String, later: String)
  /// An hour that clocks show twice on that day, as they are set back.
  case twice(time: String, day: String)
  /// A repetition that is not understood, and why.
  case badRepetition(String)
  /// A repetition such as every 2nd tuesday, which means that of each month or every other one: its place and its weekday.
  case ambiguousRepetition(Int, weekday: String)
  /// A day that is not the weekday that was typed with it.
  case otherWeekday(day: String, typed: String)
  /// A new event without a date.
  case undated
  /// A message that names another time besides its date: those words.
  case severalTimes(String)
  /// A date that no calendar of ours reaches.
  case tooFar
  /// No time zone of that name is known here.
  case unknownZone(String)
  /// A time zone on a machine that has no time zone database.
  case noZones(String)
  /// A line of a budget that says nothing.
  case unnamedCost
  /// No price was typed.
  case noPrice
  /// Something that is no price, and how many decimals one may have.
  case badPrice(String, decimals: Int)
  /// A text that is no code of a currency.
  case unknownCurrency(String)
  /// A to-do without any text.
  case nothingToDo

  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .unnamed: "Please Add an Event Description: the event has no name of its own yet."
    case .tooLong(let what, let bytes, let limit):
      "\(what) may have at most \(limit) bytes, not \(bytes): use fewer words."
    case .past: "That date has passed: choose a later one."
    case .unreadable(let text):
      "\"\(text)\" is not a date that Parlor knows: write 2026-12-24 18:00, fri 18:00, tomorrow at 9 or in 3 days."
    case .ambiguous(let text):
      "\"\(text)\" can be day/month or month/day: write the month as a word, as in 24 dec, or 2026-12-24."
    case .skipped(let time, let day, let later):
      "Clocks go forward on \(day) and skip \(time): choose another time, such as \(later)."
    case .twice(let time, let day):
      "Clocks go back on \(day) and show \(time) twice: write \(time) first or \(time) second."
    case .badRepetition(let reason):
      "\(reason): write every monday, every 2 weeks until 30 apr, or a rule such as FREQ=MONTHLY;BYDAY=-1FR."
    case .ambiguousRepetition(let place, let weekday):
      "Every \(RepeatText.ordinal(place)) \(weekday) can be one of each month or one of \(place) weeks: write every \(RepeatText.ordinal(place)) \(weekday) of the month, or every \(place) weeks on \(weekday)."
    case .otherWeekday(let day, let typed):
      "\(day) is no \(typed): leave the weekday out, or choose another day."
    case .severalTimes(let other):
      "The message also says \"\(other)\", so it is not clear when that is: give the date as well, as in fri 18:00."
    case .undated: "An event needs a date: say when it is, as in fri 18:00."
    case .tooFar: "That date is too far away: choose one before the year 10000."
    case .unknownZone(let name):
      "There is no time zone \(name): give one such as Europe/Berlin."
    case .noZones(let name):
      "This machine has no time zones but UTC, so \(name) is unknown: install tzdata."
    case .unnamedCost: "The line is empty: say what the money is for."
    case .noPrice: "The price is missing: say what it costs, as in 12.50."
    case .badPrice(let text, let decimals):
      "\"\(text)\" is not a price: write at most \(BudgetRules.digits) digits"
        + (decimals > 0
          ? " and at most \(decimals) after a point, as in 12.50." : ", without a point.")
    case .unknownCurrency(let name):
      "\"\(name)\" is not a currency: give its three letters, as in EUR."
    case .nothingToDo: "The to-do is empty: say what to do."
    }
  }
}

/// The limits of events (rows E-29 to E-32 and E-43).
public enum EventRules {
  /// Bytes of UTF-8 in a name.
  public static let name = 200
  /// Bytes of UTF-8 in the notes.
  public static let notes = 8 << 10
  /// Bytes of UTF-8 in a thing to do.
  public static let toDo = 1 << 10
  /// Bytes of UTF-8 in what another calendar calls something.
  public static let uid = 255
  /// Bytes of UTF-8 in the name of a time zone.
  public static let zone = 64
  /// Bytes of UTF-8 in what another program calls a time zone.
  static let calendarName = 255
  /// Bytes of UTF-8 of all that an event keeps of calendar files: its component, its rules, its changed dates and its time zones.
  public static let file = 256 << 10
  /// The same of a to-do.
  public static let toDoFile = EventTexts.carried
  /// Bytes of UTF-8 in a place, or a web address.
  public static let place = 1 << 10
  /// Bytes of an event, or a thing to do, in all.
  static let body = 48 << 10
  /// The name of an event from a calendar file that has no name there.
  public static let untitled = "Untitled"
  /// The length of an event that does not say one, in minutes (row E-14).
  public static let minutes: UInt32 = 120
  /// The longest that an event may take: 100 years.
  public static let mostMinutes: UInt32 = 52_596_000
  /// The text in place of the name of a new event.
  public static let placeholder = "Enter Event Description"
  /// Milliseconds since 1970 of the year 10000 in UTC: no event is then or later.
  public static let latest: Int64 = 253_402_300_800_000

  /// Milliseconds since 1970 of the year 1 in UTC: no event is before.
  public static let earliest: Int64 = -62_135_596_800_000

  /// A time that others wrote, or the nearest one in the years 1 to 9999.
  public static func bounded(_ time: EventTime) -> EventTime {
    .with {
      $0.milliseconds = min(max(time.milliseconds, earliest), latest - 1)
      $0.zone = Text.clean(time.zone, limit: 64)
    }
  }

  /// A name as it is saved: one line, with nothing around it.
  ///
  /// - Throws: `EventProblem`.
  public static func name(_ typed: String) throws(EventProblem) -> String {
    let text = line(typed)
    guard !text.isEmpty, text != placeholder else { throw .unnamed }
    return try short(text, "The name", name)
  }

  /// A thing to do as it is saved.
  ///
  /// - Throws: `EventProblem`.
  public static func toDo(_ typed: String) throws(EventProblem) -> String {
    let text = line(typed)
    guard !text.isEmpty else { throw .nothingToDo }
    return try short(text, "The to-do", toDo)
  }

  /// Checks the purpose of a cost, and returns it as it is saved.
  ///
  /// - Throws: `EventProblem`.
  public static func cost(_ typed: String) throws(EventProblem) -> String {
    let text = line(typed)
    guard !text.isEmpty else { throw .unnamedCost }
    return try short(text, "The line", BudgetRules.text)
  }

  /// A category as it is saved; it may be empty.
  ///
  /// - Throws: `EventProblem`.
  public static func category(_ typed: String) throws(EventProblem) -> String {
    try short(line(typed), "The category", BudgetRules.category)
  }

  /// Checks the id that another calendar gives something, and returns it as it is saved; it may be empty.
  ///
  /// - Throws: `EventProblem`.
  public static func uid(_ given: String) throws(EventProblem) -> String {
    try short(Text.clean(given, limit: .max), "The id", uid)
  }

  /// Lines of a calendar file, as they are saved: each ended by a line feed and without control characters.
  public static func lines(_ given: String) -> String {
    given.utf8.split(separator: 10).map {
      Text.clean(String(Substring($0)), limit: .max) + "\n"
    }.joined()
  }

  /// A place or a web address as it is saved; it may be empty.
  ///
  /// - Throws: `EventProblem`.
  static func place(_ typed: String, _ what: String) throws(EventProblem) -> String {
    try short(line(typed), what, place)
  }

  /// Notes as they are saved; they may be empty.
  ///
  /// - Throws: `EventProblem`.
  public static func notes(_ typed: String) throws(EventProblem) -> String {
    try short(Text.clean(typed, limit: .max, lines: true), "The notes", notes)
  }

  /// Checks a date that somebody has chosen.
  ///
  /// - Parameters:
  ///   - milliseconds: since 1970.
  ///   - now: the same.
  /// - Throws: `EventProblem`.
  public static func check(date milliseconds: Int64, now: Int64) throws(EventProblem) {
    guard milliseconds > now else { throw .past }
    guard milliseconds < latest else { throw .tooFar }
  }

  /// The number that puts a thing to do at a place of its list; two people may choose the same one, and then the older stands first.
  ///
  /// - Parameters:
  ///   - wanted: 1 for the first; what is too high is the last.
  ///   - others: the numbers of the others, in the order of the list.
  public static func place(_ wanted: Int, among others: [Int64]) -> Int64 {
    let index = min(max(wanted, 1) - 1, others.count)
    let step: Int64 = 1 << 20
    let before = index > 0 ? others[index - 1] : nil
    let after = index < others.count ? others[index] : nil
    switch (before, after) {
    case (let before?, let after?): return before &+ (after &- before) / 2
    case (let before?, nil): return before.addingReportingOverflow(step).partialValue
    case (nil, let after?): return after.subtractingReportingOverflow(step).partialValue
    case (nil, nil): return step
    }
  }

  /// One line of at most `limit` bytes, without spaces around it.
  static func cut(_ text: String, _ limit: Int) -> String {
    if Text.isTidy(text), text.utf8.count <= limit { return text }
    return Text.clean(line(text), limit: limit).split(separator: " ").joined(separator: " ")
  }

  private static func line(_ typed: String) -> String {
    if Text.isTidy(typed) { return typed }
    return Text.clean(typed, limit: .max, lines: true).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private static func short(
    _ text: String, _ what: String, _ limit: Int
  ) throws(EventProblem) -> String {
    guard text.utf8.count <= limit else {
      throw .tooLong(what: what, bytes: text.utf8.count, limit: limit)
    }
    return text
  }
}
