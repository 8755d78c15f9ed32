/// The dates that rules of an event leave out (EXRULE of RFC 5545, before its last edition).
struct ExcludedDates {
  private let start: Int64
  private let steps: EventSteps
  /// Rules that can be asked for any date.
  private var open: [(rule: RepeatRule, until: Int64)] = []
  /// Rules that end after some dates: each is followed once, beside the rule from which it leaves dates out.
  private var counted: [(dates: RepeatDates, next: Int64?)] = []

  /// - Parameters:
  ///   - start: of the event, in seconds on the wall.
  ///   - from: the first date that is asked for.
  ///   - steps: what all of it may take.
  ///   - calendar: of the event.
  init(
    _ rules: [RepeatRule], start: Int64, from: Int64, _ steps: EventSteps,
    in calendar: EventCalendar
  ) {
    (self.start, self.steps) = (start, steps)
    for rule in rules {
      if rule.count == nil {
        open.append((rule, rule.until(in: calendar)))
      } else {
        let dates = RepeatDates(
          rule, start: start, from: from, until: rule.until(in: calendar), allowed: steps.allowed)
        counted.append((dates, from - 1))
      }
    }
  }

  /// Whether a date is left out, in seconds on the wall. Each one that is asked for is later than the one before.
  mutating func contains(_ date: Int64) -> Bool {
    for (rule, until) in open {
      var dates = RepeatDates(
        rule, start: start, from: date, until: min(until, date), allowed: steps.allowed)
      let found = dates.next()
      steps.took(dates.steps, isCut: found == nil && dates.isCut)
      if found == date { return true }
    }
    var isLeftOut = false
    for index in counted.indices {
      let before = counted[index].dates.steps
      while let next = counted[index].next, next < date {
        counted[index].next = counted[index].dates.next()
      }
      let dates = counted[index].dates
      steps.took(dates.steps - before, isCut: counted[index].next == nil && dates.isCut)
      if counted[index].next == date { isLeftOut = true }
    }
    return isLeftOut
  }
}
