import ArgumentParser
import Client
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
    commandName: "list", abstract: "List your events, the soonest first, and those that are past.")

  @OptionGroup var choice: EventChoice

  @Option(help: "date or name.")
  var sort = EventSorting.date

  @Flag(help: "Show them as cards beside each other.")
  var grid = false

  func run() throws {
    var list = try choice.list(choice.options.client())
    let now = SessionLoop.wall
    list.events = Self.sorted(list.events, by: sort, now: now)
    if choice.options.json { return try Output.json(list) }
    if list.events.isEmpty {
      return Output.line("No events yet: `parlor event add` makes one.")
    }
    let text = PlannedText(LocalZone.calendar, now: now)
    let lines =
      grid
      ? text.grid(of: list.events, columns: RawTerminal.size.columns)
      : list.events.map { text.line(of: $0) }
    let style = Output.style
    Output.line(lines.map { $0.render(style, columns: .max) }.joined(separator: "\n"))
  }

  /// By name, or those that come from the soonest on and then those that are past, the latest first.
  static func sorted(
    _ events: [EventView], by sorting: EventSorting, now: Int64
  ) -> [EventView] {
    let dated = events.map { event in
      (event: event, next: EventCalendar.next(event, now: now), name: event.name)
    }
    switch sorting {
    case .name:
      return dated.map { (event: $0.event, next: $0.next, name: $0.name.lowercased()) }
        .sorted { ($0.name, $0.next, $0.event.id) < ($1.name, $1.next, $1.event.id) }
        .map(\.event)
    case .date:
      let coming = dated.filter { $0.next > now }.sorted { ($0.next, $0.name) < ($1.next, $1.name) }
      let past = dated.filter { $0.next <= now }.sorted { ($0.next, $0.name) > ($1.next, $1.name) }
      return (coming + past).map(\.event)
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
