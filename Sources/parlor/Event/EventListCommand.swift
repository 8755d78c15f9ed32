import ArgumentParser
import Client
import Commands
import Events
import EventSchema
import Schema
import Terminal

/// In which order events are listed.
enum EventSorting: String, ExpressibleByArgument, CaseIterable {
  case date, name
}

/// `parlor event list`.
struct EventListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List your events, the soonest first.",
    discussion: """
      What is past is left out, unless --past or --from asks for it. With --from or --to each date of what comes again is \
      listed, with --json as an event of its own that begins on that date and does not come again.

      EXAMPLES
        parlor event list
        parlor event list --past
        parlor event list --from 'yesterday' --to 'next month'
      """)

  @OptionGroup var choice: EventChoice

  @Option(help: "date or name.")
  var sort = EventSorting.date

  @Flag(help: "Show them as cards, side by side.")
  var grid = false

  @Flag(help: "Also list what is past, the latest first.")
  var past = false

  @OptionGroup var range: DateRange

  func run() throws {
    let client = try choice.options.client()
    let now = SessionLoop.wall
    let span = try range.span(now: now)
    var leftOut = EventsLeftOut()
    if choice.options.json {
      var list = try choice.list(client)
      let shown = list.events.flatMap { event in
        let all = Occurrences(event, within: leftOut.steps)
        let found = dates(of: all, span, now: now)
        return leftOut.kept(found, of: all, event.name, event.id).map {
          let content = span == nil ? event : event.on($0)
          return Shown(event.name, event.id, on: $0, now: now, content: content)
        }
      }
      list.events = order(shown).map(\.content)
      if let said = leftOut.text { Output.error(said) }
      return try Output.json(list)
    }
    let (text, style) = (PlannedText(LocalZone.calendar, now: now), Output.style)
    let lost = try client.call(Methods.Events.lost).lost.map { text.notice(of: $0) }
    var count = 0
    var cards: [Shown<(event: EventLine, date: Occurrences.Occurrence)>] = []
    var lines: [Shown<String>] = []
    try choice.visitLines(client) { event in
      count += 1
      let all = Occurrences(event, within: leftOut.steps)
      let found = dates(of: all, span, now: now)
      for date in leftOut.kept(found, of: all, event.name, event.id) {
        if grid {
          let card = (event: event, date: date)
          cards.append(Shown(event.name, event.id, on: date, now: now, content: card))
        } else {
          let line = text.line(of: event, on: date).render(style, columns: .max)
          lines.append(Shown(event.name, event.id, on: date, now: now, content: line))
        }
      }
    }
    defer { for line in lost { Output.line(line.render(style, columns: .max)) } }
    if count == 0 {
      return Output.line("No events yet: `parlor event add` makes one.")
    }
    if grid {
      let lines = text.grid(of: order(cards).map(\.content), columns: RawTerminal.size.columns)
      Output.lines(lines.lazy.map { $0.render(style, columns: .max) })
    } else {
      Output.lines(order(lines).lazy.map(\.content))
    }
    if let said = leftOut.text { Output.line(said) }
    let hidden = count - cards.count - lines.count - leftOut.count
    if hidden > 0, span == nil, !past {
      Output.line(
        "\(Count.of(hidden, "past event is", "past events are")) not listed: --past shows them.")
    }
    if hidden == count - leftOut.count, span != nil { Output.line("No events are at that time.") }
  }

  /// One of the dates of an event, with its printed fields.
  private struct Shown<Content> {
    let name: String
    let id: String
    let start: Int64
    let isPast: Bool
    let content: Content

    init(
      _ name: String, _ id: String, on date: Occurrences.Occurrence, now: Int64, content: Content
    ) {
      (self.name, self.id, self.content) = (name, id, content)
      (start, isPast) = (date.start, date.start <= now && date.end <= now)
    }
  }

  /// The dates of an event that are listed.
  private func dates(
    of event: Occurrences, _ span: ClosedRange<Int64>?, now: Int64
  ) -> [Occurrences.Occurrence] {
    if let span { return event.touching(span, in: LocalZone.calendar) }
    let date = event.shown(at: now)
    let isPast = date.start <= now && date.end <= now
    // Where no date fits its rule, its start is all that can be shown.
    return past || !isPast && event.comes(date) ? [date] : []
  }

  /// By name, or those that come from the soonest on and then those that are past, the latest first.
  private func order<Content>(_ shown: [Shown<Content>]) -> [Shown<Content>] {
    if sort == .name {
      let names = shown.map { $0.name.lowercased() }
      return shown.indices.sorted { left, right in
        let (one, other) = (shown[left], shown[right])
        return (names[left], one.start, one.id) < (names[right], other.start, other.id)
      }.map { shown[$0] }
    }
    let sorted = shown.sorted { one, other in
      one.start != other.start
        ? one.start < other.start : (one.name, one.id) < (other.name, other.id)
    }
    guard !range.isGiven, sorted.contains(where: \.isPast) else { return sorted }
    return sorted.filter { !$0.isPast } + sorted.reversed().filter(\.isPast)
  }
}

extension EventView {
  /// The event as it is on one of its dates, which comes once.
  fileprivate func on(_ date: Occurrences.Occurrence) -> EventView {
    var view = self
    view.start.milliseconds = date.start
    view.minutes = UInt32(clamping: (date.end - date.start) / 60_000)
    view.allDay = date.isOfDays
    if let name = date.name { view.name = name }
    if let said = date.said { view.take(said) }
    (view.repeats, view.changes) = ("", "")
    return view
  }
}

/// The span of time whose events are listed.
struct DateRange: ParsableArguments {
  @Option(help: ArgumentHelp("From when on: a date as for --at.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Until when, a day with it.", valueName: "date"))
  var to: String?

  var isGiven: Bool { from != nil || to != nil }

  /// The time in milliseconds; nil where none is given.
  func span(now: Int64) throws -> ClosedRange<Int64>? {
    guard isGiven else { return nil }
    let calendar = LocalZone.calendar
    do {
      let first = try from.map { try Self.instant($0, calendar, now: now) } ?? now
      var last = try to.map { try Self.instant($0, calendar, now: now) } ?? Int64.max - 1
      // A day is meant with its evening.
      let parts = calendar.day(of: last)
      if to != nil, parts.hour == 0, parts.minute == 0 { last = calendar.dayAfter(last) - 1_000 }
      guard first <= last else {
        throw CommandFailure(
          SessionEnd.usage, "--to is before --from: choose a later date for --to.")
      }
      return first...last
    } catch let problem as EventProblem {
      throw CommandFailure(SessionEnd.refused, "\(problem)")
    }
  }

  private static func instant(_ text: String, _ calendar: EventCalendar, now: Int64) throws -> Int64
  {
    try DateText.instant(text, calendar, now: now, isOfDays: true)
  }
}

/// `parlor event show`.
struct EventShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an event with its to-dos.")

  @OptionGroup var one: OneEvent

  func run() throws { try one.choice.print(one.find().event) }
}
