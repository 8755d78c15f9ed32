import ArgumentParser
import Client
import Commands
import Events
import Schema
import Terminal

/// A day around which a grid is shown.
struct GridChoice: ParsableArguments {
  @OptionGroup var choice: EventChoice

  @Argument(help: "A day in it, as for --at; today without this.")
  var day: String?

  /// Prints events of some time.
  ///
  /// - Parameter span: the time, from the day on.
  func show(
    _ span: (CalendarGrid, EventCalendar.Day) -> ClosedRange<Int64>,
    _ lines: (CalendarGrid, [CalendarGrid.Entry], ClosedRange<Int64>, EventCalendar.Day) -> [Line]
  ) throws {
    let (now, calendar) = (SessionLoop.wall, LocalZone.calendar)
    var instant = now
    do {
      if let day { instant = try DateText.instant(day, calendar, now: now, isOfDays: true) }
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
    let (grid, day) = (CalendarGrid(calendar, now: now), calendar.day(of: instant).day)
    let time = span(grid, day)
    let client = try choice.options.client()
    var leftOut = EventsLeftOut()
    if choice.options.json {
      var list = try choice.list(client)
      list.events = list.events.filter { event in
        let all = Occurrences(event, within: leftOut.steps)
        return !leftOut.kept(all.touching(time), of: all, event.name, event.id).isEmpty
      }
      if let said = leftOut.text { Output.error(said) }
      return try Output.json(list)
    }
    // Whole days elsewhere begin up to a day before or after ours.
    let wide = time.lowerBound - 86_400_000...time.upperBound + 86_400_000
    let entries = try choice.lines(client).flatMap { event in
      let all = Occurrences(event, within: leftOut.steps)
      return leftOut.kept(all.touching(wide), of: all, event.name, event.id).map {
        CalendarGrid.Entry(event, $0)
      }
    }.sorted { ($0.start, $0.name) < ($1.start, $1.name) }
    let shown = lines(grid, entries, time, day)
    if shown.isEmpty { Output.line("No events are at that time.") }
    Output.lines(shown.map { $0.render(Output.style, columns: .max) })
    if let said = leftOut.text { Output.line(said) }
  }
}

/// `parlor event agenda`.
struct EventAgendaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agenda", abstract: "Show the events of the coming days, day by day.")

  @OptionGroup var grid: GridChoice

  @Option(help: "So many days, at most 366.")
  var days = 7

  func validate() throws {
    if !(1...366).contains(days) { throw ValidationError("--days must be from 1 to 366.") }
  }

  func run() throws {
    try grid.show(
      { $0.days(from: $1, count: days) },
      { grid, entries, span, _ in
        grid.agenda(entries, span)
      })
  }
}

/// `parlor event week`.
struct EventWeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "week", abstract: "Show a week, from Monday to Sunday.")

  @OptionGroup var grid: GridChoice

  func run() throws {
    try grid.show(
      { $0.week(of: $1) },
      { grid, entries, span, day in
        grid.grid(
          entries, span, title: grid.month(of: day).name, month: nil,
          columns: RawTerminal.size.columns)
      })
  }
}

/// `parlor event month`.
struct EventMonthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "month", abstract: "Show a month, week below week.",
    discussion: """
      EXAMPLES
        parlor event month
        parlor event month '1 dec'
      """)

  @OptionGroup var grid: GridChoice

  func run() throws {
    try grid.show(
      { $0.month(of: $1).span },
      { grid, entries, span, day in
        grid.grid(
          entries, span, title: grid.month(of: day).name, month: day.month,
          columns: RawTerminal.size.columns)
      })
  }
}
