import ArgumentParser
import Client
import Commands
import Events
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
      listed.

      EXAMPLES
        parlor event list
        parlor event list --past
        parlor event list --from 'yesterday' --to 'next month'
      """)

  @OptionGroup var choice: EventChoice

  @Option(help: "date or name.")
  var sort = EventSorting.date

  @Flag(help: "Show them as cards beside each other.")
  var grid = false

  @Flag(help: "Also list what is past, the latest first.")
  var past = false

  @OptionGroup var range: DateRange

  func run() throws {
    let client = try choice.options.client()
    let now = SessionLoop.wall
    let span = try range.span(now: now)
    if choice.options.json {
      var list = try choice.list(client)
      let events = list.events
      let shown = shown(events.lazy.map { Occurrences($0) }, span, now: now)
      var seen: Set<Int> = []
      list.events = order(shown, now: now) { (events[$0].name, events[$0].id) }
        .filter { seen.insert($0.place).inserted }.map { events[$0.place] }
      return try Output.json(list)
    }
    let events = try choice.lines(client)
    if events.isEmpty {
      return Output.line("No events yet: `parlor event add` makes one.")
    }
    let shown = shown(events.lazy.map { Occurrences($0) }, span, now: now)
    let sorted = order(shown, now: now) { (events[$0].name, events[$0].id) }
    let (text, style) = (PlannedText(LocalZone.calendar, now: now), Output.style)
    if grid {
      let lines = text.grid(
        of: sorted.map { events[$0.place] }, columns: RawTerminal.size.columns)
      Output.lines(lines.lazy.map { $0.render(style, columns: .max) })
    } else {
      Output.lines(
        sorted.lazy.map {
          text.line(of: events[$0.place], on: $0.date).render(style, columns: .max)
        })
    }
    let hidden = events.count - shown.count
    if hidden > 0, span == nil, !past {
      Output.line(
        "\(hidden) past event\(hidden == 1 ? " is" : "s are") not listed: --past shows them.")
    }
    if sorted.isEmpty, span != nil { Output.line("No events are at that time.") }
  }

  /// A date of one of the events.
  private typealias Shown = (place: Int, date: Occurrences.Occurrence)

  private func shown(
    _ all: some Sequence<Occurrences>, _ span: ClosedRange<Int64>?, now: Int64
  ) -> [Shown] {
    var shown: [Shown] = []
    for (place, dates) in all.enumerated() {
      if let span {
        shown += dates.touching(span, in: LocalZone.calendar).map { (place, $0) }
        continue
      }
      let date = dates.shown(at: now)
      let isPast = date.start <= now && date.end <= now
      // Where no date fits its rule, its start is all that can be shown.
      if past || !isPast && dates.comes(date) { shown.append((place, date)) }
    }
    return shown
  }

  /// By name, or those that come from the soonest on and then those that are past, the latest first.
  private func order(
    _ shown: [Shown], now: Int64, _ name: (Int) -> (String, String)
  ) -> [Shown] {
    let keys = shown.map { name($0.place) }
    let sorted = shown.indices.sorted { left, right in
      let (one, other) = (shown[left].date.start, shown[right].date.start)
      if sort == .name {
        let names = (keys[left].0.lowercased(), keys[right].0.lowercased())
        return (names.0, one, keys[left].1) < (names.1, other, keys[right].1)
      }
      return (one, keys[left].0, keys[left].1) < (other, keys[right].0, keys[right].1)
    }.map { shown[$0] }
    guard sort == .date, !range.isGiven else { return sorted }
    func isPast(_ shown: Shown) -> Bool { shown.date.start <= now && shown.date.end <= now }
    return sorted.filter { !isPast($0) } + sorted.reversed().filter(isPast)
  }
}

/// A time of which events are wanted.
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
      let first = try from.map { try DateText.instant($0, calendar, now: now) } ?? now
      var last = try to.map { try DateText.instant($0, calendar, now: now) } ?? Int64.max - 1
      // A day is meant with its evening.
      let parts = calendar.day(of: last)
      if to != nil, parts.hour == 0, parts.minute == 0 { last += 86_399_000 }
      guard first <= last else {
        throw CommandFailure(
          SessionEnd.usage, "--to is before --from: choose a later date for --to.")
      }
      return first...last
    } catch let problem as EventProblem {
      throw CommandFailure(SessionEnd.refused, "\(problem)")
    }
  }
}

/// `parlor event show`.
struct EventShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an event with what is to be done for it.")

  @OptionGroup var one: OneEvent

  func run() throws { try one.choice.print(one.find().event) }
}
