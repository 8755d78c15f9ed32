import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor event delete`.
struct EventDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete events with all that is to be done for them.",
    discussion: """
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
    let found = try choice.find(events, client)
    let isScript = yes || choice.options.json
    let wanted = try found.map {
      (event: $0, date: try dates.date(of: $0, "delete", isScript: isScript))
    }
    if !yes {
      if !choice.options.json { for event in found { Output.line("  \(event.name.plain)") } }
      let what = "the \(Count.word(found.count, "Event"))"
      try Confirmation.ask("Do you really want to Delete \(what)?", isScript: choice.options.json)
    }
    for (event, date) in wanted {
      let answer = try client.call(Methods.Events.delete) {
        $0.room = event.room
        $0.event = event.id
        if let date { $0.on = date }
      }
      if choice.options.json { try Output.json(answer) }
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
    let what = found.count > 1 ? Count.of(found.count, "event is", "events are") : "\(name) is"
    Output.line("\(what) deleted.")
  }
}
