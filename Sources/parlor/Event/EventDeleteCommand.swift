import ArgumentParser
import Client
import Commands
import EventSchema
import Schema
import Terminal

/// `parlor event delete`.
struct EventDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete events with their to-dos.",
    discussion: """
      A name means all parts of a series, the id of a part means it alone.

      EXAMPLES
        parlor event delete picnic
        parlor event delete choir --on '28 dec'
        parlor event delete choir --on '1 mar' --later
      """)

  @OptionGroup var choice: EventChoice

  @Argument(help: "Names or ids of events, or the beginnings of some.")
  var events: [String]

  @OptionGroup var dates: DateChoice

  @Flag(help: "Do not ask first.")
  var yes = false

  func validate() throws {
    if events.isEmpty { throw ValidationError("Name at least one event.") }
  }

  func run() throws {
    let client = try choice.options.client()
    let isScript = yes || choice.options.json
    var seen: Set<String> = []
    let wanted = try events.compactMap { typed -> Wanted? in
      let event = try choice.find(typed, client)
      let isSeries = choice.isSeries(typed, event)
      guard seen.insert(event.id).inserted else { return nil }
      // Two names may mean one series.
      if isSeries { seen.formUnion(event.parts) }
      let date = try dates.date(of: event, "delete", isScript: isScript)
      let isOne = date.map(\.later) == false
      let apart = isOne ? [] : try choice.partsElsewhere(typed, event, client)
      return Wanted(event: event, isSeries: isSeries, date: date, apart: apart)
    }
    let found = wanted.map(\.event)
    if !yes {
      if !choice.options.json { for one in wanted { Output.line("  \(one.text)") } }
      let what = "the \(Count.word(found.count, "Event"))"
      try Confirmation.ask("Do you really want to Delete \(what)?", isScript: choice.options.json)
    }
    for one in wanted {
      let answer = try client.call(Methods.Events.delete) {
        $0.room = one.event.room
        $0.event = one.event.id
        $0.series = one.isSeries
        if let date = one.date { $0.on = date }
      }
      if choice.options.json { try Output.json(answer) }
    }
    let apart = wanted.flatMap(\.apart).withoutRepeats.filter { !seen.contains($0.id) }
    if let apart = KeptDates.parts(elsewhere: apart, "delete") {
      Output.note(apart, isScript: choice.options.json)
    }
    guard !choice.options.json else { return }
    let name = found.first?.name.plain ?? ""
    if dates.on == nil, wanted.contains(where: { $0.date != nil }) {
      let what = Count.word(found.count, "That date of \(name) is", "Those dates are")
      return Output.line("\(what) deleted.")
    }
    if let on = dates.on {
      let when = on.plain + (dates.later ? " and later" : "")
      let what = found.count > 1 ? Count.of(found.count, "event is", "events are") : "\(name) is"
      return Output.line("\(what) deleted on \(when).")
    }
    let what =
      found.count > 1 ? Count.of(found.count, "event is", "events are") : "\(wanted[0].text) is"
    Output.line("\(what) deleted.")
  }

  /// An event that is to be deleted.
  private struct Wanted {
    let event: EventView
    /// Whether the other parts of its series are meant as well.
    let isSeries: Bool
    /// Only some of its dates; nil for all of it.
    let date: EventDate?
    /// The parts of its series in other rooms.
    let apart: [EventView]

    /// The event for people.
    var text: String {
      guard isSeries, date == nil else { return event.name.plain }
      return "\(event.name.plain) with \(Count.of(event.parts.count, "other part")) of its series"
    }
  }
}
