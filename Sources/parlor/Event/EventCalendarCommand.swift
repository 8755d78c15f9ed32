import ArgumentParser
import Calendars
import Client
import Commands
import FoundationEssentials
import Glibc
import Schema
import Terminal

/// `parlor event calendar`.
struct EventCalendarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Keep a calendar folder in sync with your events, or add some events to one.",
    discussion: """
      A calendar folder has a file for each event and for each thing to do, as khal, todoman and vdirsyncer have them. Once it \
      is set, what you and others plan is written there, and what another program changes, adds or removes there \
      is changed, planned or deleted here. With names of events only those are written, once. Without \
      a folder it says how far the one that is set is in sync.

      EXAMPLES
        parlor event calendar ~/.calendars/parlor
        parlor event calendar ~/.calendars/home picnic
        parlor event calendar
        parlor event calendar --off
      """)

  @OptionGroup var choice: EventChoice

  @Argument(help: "The folder; it is made where it is missing.")
  var folder: String?

  @Argument(help: "Names or ids of events, or the beginnings of some, which are added once.")
  var events: [String] = []

  @Flag(help: "Stop syncing the folder; its files stay.")
  var off = false

  /// The longest wait for a folder, in tenths of a second.
  private static let patience = 100

  func validate() throws {
    if off, folder != nil {
      throw ValidationError("--off cannot be combined with a folder: leave one of them out.")
    }
    if folder == "" { throw ValidationError("The folder is empty: name one.") }
  }

  func run() throws {
    let client = try choice.options.client()
    if off { return try switchOff(client) }
    guard let folder else { return try tell(state(client)) }
    let path = URL(fileURLWithPath: folder).standardizedFileURL.path
    guard events.isEmpty else { return try add(to: path, client) }
    try set(path, client)
    var calendar = try state(client)
    for _ in 0..<Self.patience where calendar.folder != path {
      usleep(100_000)
      calendar = try state(client)
    }
    if calendar.folder == path, calendar.problem.isEmpty, !choice.options.json {
      Output.line(
        "SUCCESS! Your events are added to your Calendar, which is kept in sync from now on.")
    }
    try tell(calendar)
  }

  private func state(_ client: DaemonClient) throws -> CalendarView {
    try client.call(Methods.Node.status).calendar
  }

  private func set(_ path: String, _ client: DaemonClient) throws {
    try client.call(Methods.Node.set) {
      $0.key = "calendar-folder"
      $0.value = path
    }
  }

  private func switchOff(_ client: DaemonClient) throws {
    try set("off", client)
    if choice.options.json { return try Output.json(CalendarView.none) }
    Output.line("The calendar folder is no longer synced; its files stay.")
  }

  private func add(to path: String, _ client: DaemonClient) throws {
    let found = try choice.find(events, client)
    let pictures = try CalendarPictures(of: found, client)
    for text in pictures.leftOut { Output.error("parlor: \(text)") }
    try choice.tellElsewhere(events, "calendar FOLDER", client)
    if let reason = CalendarAddition.add(
      found, pictures: pictures.found, to: path, now: SessionLoop.wall)
    {
      throw CommandFailure(SessionEnd.refused, "NOTICE: your Calendar is restricted. \(reason)")
    }
    if choice.options.json {
      return Output.line(
        JSONText.object([("folder", .text(path)), ("events", .number(Int64(found.count)))]))
    }
    let what = found.count > 1 ? Count.of(found.count, "event") : "Event"
    Output.line("SUCCESS! \(what) added to your Calendar.")
  }

  private func tell(_ calendar: CalendarView) throws {
    if choice.options.json { return try Output.json(calendar) }
    guard !calendar.folder.isEmpty else {
      return Output.line(
        "No calendar folder is synced: name one, as in `parlor event calendar ~/.calendars/parlor`."
      )
    }
    for line in FolderText.lines(of: calendar) { Output.line(line) }
  }
}
