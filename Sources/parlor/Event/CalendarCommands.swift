import ArgumentParser
import Calendars
import Client
import Commands
import Events
import EventSchema
import Feature
import Schema
import Terminal

/// `parlor event export`.
struct EventExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write events and to-dos as a calendar file that other programs read.",
    discussion: """
      An event that no calendar file has described has an alarm one hour before, and what is to be done goes with it as \
      related to-dos, and so do costs, who should do something, and that it counts up, which other programs pass over. That \
      is also what is yours alone: look before you give the file away. So do pictures of at most 640 KiB. \
      Without the names of events, what is to be done without an event is written as well. An event keeps its id there, so \
      that writing it again changes it and adds nothing.

      EXAMPLES
        parlor event export picnic.ics picnic
        parlor event export - --room friends
      """)

  @OptionGroup var choice: EventChoice

  @Argument(help: "The file to write; - is standard output.")
  var path: String

  @Argument(help: "Names or ids of events, or the beginnings of some; all without one.")
  var events: [String] = []

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    _ = try FileFormats.calendars.format(of: path)
    let client = try choice.options.client()
    let (found, toDos) = try events.isEmpty ? all(client) : (choice.find(events, client), [])
    let pictures = try CalendarPictures(of: found, client)
    for text in pictures.leftOut { Output.error("parlor: \(text)") }
    try choice.tellElsewhere(events, "export", client)
    let sink = try FileSink(path, over: force)
    let text = CalendarText.write(
      found, toDos: toDos, pictures: pictures.found, isOwn: true, now: SessionLoop.wall)
    try sink.write(Array(text.utf8))
    try sink.finish()
    if path == "-" { return }
    if choice.options.json {
      return Output.line(
        JSONText.object([
          ("path", .text(path)), ("events", .number(Int64(found.count))),
          ("toDos", .number(Int64(toDos.count))),
          ("pictures", .number(Int64(pictures.found.count))),
        ]))
    }
    let what = Count.of(found.count, "event")
    let more =
      toDos.isEmpty
      ? "" : " and \(Count.of(toDos.count, "to-do")) without an event"
    let verb = Count.word(found.count + toDos.count, "is", "are")
    Output.line("\(what)\(more) \(verb) in \(path.plain).")
  }

  /// All events with all that belongs to them, and what is to be done besides.
  private func all(_ client: DaemonClient) throws -> ([EventView], [ToDoView]) {
    let events = try choice.list(client).events
    let toDos = try client.call(Methods.ToDos.list) { $0.room = choice.room ?? "" }.toDos
    let calls = events.map { event in
      Methods.Events.show { ($0.room, $0.event) = (event.room, event.id) }
    }
    let whole = try client.perform(calls).compactMap { try $0.get() as? EventView }
    return (whole, toDos.filter(\.event.isEmpty))
  }
}

/// `parlor event import`.
struct EventImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take events and to-dos from a calendar file of another program.",
    discussion: """
      Events that were taken before, or written by `parlor event export`, are changed where the file says something else, \
      in whatever room they are, unless --room names one; new ones are personal then. So are to-dos, with or without an \
      event. Nothing is deleted. What cannot be taken is named by its line, and the rest is taken.

      EXAMPLES
        parlor event import holidays.ics --room friends
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    help:
      "The room into which events go, and the only one in which known ones are changed; without this, new ones are yours alone."
  )
  var room: String?

  @Argument(help: "The file; - is standard input.")
  var path: String

  @Option(help: "The time zone of dates that name none, as Europe/Berlin; yours without this.")
  var zone: String?

  func run() throws {
    var file = try CalendarFile(zone: LocalZone.name(zone))
    try FileBytes.read(path, otherwise: "import it in parts.") { file.take($0) }
    file.finish()
    guard file.isText else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(path.plain) is not encoded in UTF-8: save or export it again in that encoding.")
    }
    guard file.isCalendar else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(path.plain) is not a calendar file: export one in iCalendar format (.ics) from your calendar program."
      )
    }
    let taking = try taking(file)
    let taken = TakenCalendar.with {
      ($0.made, $0.changed, $0.same) = (
        UInt32(taking.made), UInt32(taking.changed), UInt32(taking.same)
      )
      $0.report = taking.report
    }
    for line in ReportText.lines(of: taken.report) { Output.error(line) }
    let leftOut = leftOut(of: file)
    if !leftOut.isEmpty {
      let names = leftOut.map(\.plain).joined(separator: ", ")
      Output.error("parlor: not told to others, as a calendar program may act on it: \(names).")
    }
    if options.json {
      try Output.json(taken)
    } else {
      Output.line(
        "\(taken.made) made, \(taken.changed) changed, \(taken.same) as they were, "
          + "\(Count.of(taking.problems.count, "problem")).")
    }
    if taking.problems.count > 0 { throw ExitCode(SessionEnd.refused) }
  }

  /// The names of what stays in the file because others would get it, each once.
  private func leftOut(of file: CalendarFile) -> [String] {
    guard let room, room != "personal" else { return [] }
    let names = file.events.flatMap { CalendarSieve($0.calendar, of: "VEVENT").leftOut }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func taking(_ file: CalendarFile) throws -> CalendarTaking {
    let client = try options.client()
    do {
      let keep = { (bytes: [UInt8]) in
        var rest = [bytes]
        return try client.keep { rest.popLast() }
      }
      var taking = try CalendarTaking(room: room, keep: keep) { calls in
        try client.perform(calls).map { result in
          switch result {
          case .success(let answer): .success(answer)
          case .failure(.refused(let refusal)): .failure(Refused(refusal))
          case .failure(let failure): throw failure
          }
        }
      }
      try taking.take(file)
      return taking
    } catch let refused as Refused {
      throw ClientFailure.refused(refused.refusal)
    }
  }
}
