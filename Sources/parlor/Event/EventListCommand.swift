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
    let client = try choice.options.client()
    let now = SessionLoop.wall
    if choice.options.json {
      var list = try choice.list(client)
      let keys: [Key] = list.events.map { (EventCalendar.next($0, now: now), $0.name, $0.id) }
      list.events = order(keys, now: now).map { list.events[$0] }
      return try Output.json(list)
    }
    let events = try choice.lines(client)
    if events.isEmpty {
      return Output.line("No events yet: `parlor event add` makes one.")
    }
    let keys: [Key] = events.map { (EventCalendar.next($0, now: now), $0.name, $0.id) }
    let sorted = order(keys, now: now).lazy.map { events[$0] }
    let (text, style) = (PlannedText(LocalZone.calendar, now: now), Output.style)
    guard grid else {
      return Output.lines(sorted.map { text.line(of: $0).render(style, columns: .max) })
    }
    let lines = text.grid(of: Array(sorted), columns: RawTerminal.size.columns)
    Output.lines(lines.lazy.map { $0.render(style, columns: .max) })
  }

  /// What an event is sorted by: when it is next, its name and its id.
  private typealias Key = (next: Int64, name: String, id: String)

  /// The places of events: by name, or those that come from the soonest on and then those that are past, the latest first.
  private func order(_ keys: [Key], now: Int64) -> [Int] {
    switch sort {
    case .name:
      let names = keys.map { $0.name.lowercased() }
      return keys.indices.sorted {
        (names[$0], keys[$0].next, keys[$0].id) < (names[$1], keys[$1].next, keys[$1].id)
      }
    case .date:
      let sorted = keys.indices.sorted { left, right in
        keys[left].next != keys[right].next
          ? keys[left].next < keys[right].next : keys[left].name < keys[right].name
      }
      return sorted.filter { keys[$0].next > now }
        + sorted.reversed().filter { keys[$0].next <= now }
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
