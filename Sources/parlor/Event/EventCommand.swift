import ArgumentParser
import Client
import Commands
import Events
import EventSchema
import Schema
import Terminal

/// `parlor event`: what people plan.
struct EventCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "Plan events, count down to them, and keep their to-dos.",
    discussion: """
      An event is personal until it is shared with a room; there every member can change it. Events are named by their \
      name or id, or the beginning of one.

      EXAMPLES
        parlor event add 'Picnic by the lake' --at 'next sun 12:00'
        parlor event todo add picnic 'buy bread' --due 'sat 18:00'
        parlor event list
        parlor event watch 'picnic by the lake'
        parlor event share 'picnic by the lake' friends
      """,
    subcommands: [
      EventListCommand.self, EventAddCommand.self, EventShowCommand.self, EventEditCommand.self,
      EventDeleteCommand.self, EventShareCommand.self, EventWatchCommand.self,
      ToDoCommand.self, BudgetCommand.self, EventExportCommand.self, EventImportCommand.self,
      PictureCommand.self, SnapshotCommand.self, EventCalendarCommand.self,
      EventAgendaCommand.self, EventWeekCommand.self, EventMonthCommand.self,
      LostPartsCommand.self,
    ], defaultSubcommand: EventListCommand.self)
}

/// The room in which a command makes something new.
struct NewRoomChoice: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Option(
    help: "The room that sees it, by its name or the beginning of its id; you alone without this.")
  var room: String?
}

/// The room in which a command looks for events.
struct EventChoice: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Option(help: "The room where it is; all rooms without this.")
  var room: String?

  /// The one event with that name or beginning of an id, with what is to be done for it.
  func find(_ event: String, _ client: DaemonClient) throws -> EventView {
    try client.call(Methods.Events.show) {
      $0.room = room ?? ""
      $0.event = event
    }
  }

  /// Some events, each once, with all parts of a series that a name means; all are looked for before anything is done with one.
  func find(_ events: [String], _ client: DaemonClient) throws -> [EventView] {
    try events.flatMap { typed in
      let event = try find(typed, client)
      guard isSeries(typed, event) else { return [event] }
      return try ([event] + parts(of: event, client)).sorted {
        $0.start.milliseconds < $1.start.milliseconds
      }
    }.withoutRepeats
  }

  /// The other parts of an event's series.
  func parts(of event: EventView, _ client: DaemonClient) throws -> [EventView] {
    try event.parts.map { part in
      try client.call(Methods.Events.show) { ($0.room, $0.event) = (event.room, part) }
    }
  }

  /// The parts of an event's series that are in other rooms, which a name does not mean; none for the id of one part.
  func partsElsewhere(_ typed: String, _ event: EventView, _ client: DaemonClient) throws
    -> [EventView]
  {
    guard !event.id.hasPrefix(typed.lowercased()),
      !event.repeats.isEmpty || event.calendar.contains("SIBLING")
    else { return [] }
    let lines = try client.call(Methods.Events.list).lines.filter {
      $0.name.isName(event.name) && $0.id != event.id && !event.parts.contains($0.id)
    }
    return try lines.compactMap { line in
      let other = try client.call(Methods.Events.show) { $0.event = line.id }
      return other.room != event.room && EventSeries.isOne(event, other) ? other : nil
    }
  }

  /// The same of several events that a command is about.
  func partsElsewhere(_ typed: [String], _ client: DaemonClient) throws -> [EventView] {
    try typed.flatMap { try partsElsewhere($0, find($0, client), client) }.withoutRepeats
  }

  /// Says on standard error which parts of series are not in a file, since they are in other rooms.
  func tellElsewhere(_ typed: [String], _ deed: String, _ client: DaemonClient) throws {
    let parts = try partsElsewhere(typed, client)
    let outcome = ("is not in the file", "are not in the file")
    if let text = KeptDates.parts(elsewhere: parts, deed, outcome: outcome) {
      Output.error("parlor: \(text)")
    }
  }

  /// The events as lines of a list.
  func lines(_ client: DaemonClient) throws -> [EventLine] {
    try client.call(Methods.Events.list) { $0.room = room ?? "" }.lines
  }

  /// Visits the events as lines of a list, in no order, while the daemon still reads others.
  func visitLines(_ client: DaemonClient, _ body: (EventLine) throws -> Void) throws {
    try client.call(
      Methods.Events.lines, { $0.room = room ?? "" },
      inPieces: { (piece: EventLines) in try piece.lines.forEach(body) })
  }

  /// The events without what belongs to them.
  func list(_ client: DaemonClient) throws -> EventViews {
    try client.call(Methods.Events.details) { $0.room = room ?? "" }
  }

  /// Whether a person who typed this means the series of an event: its name, not the id of one part.
  func isSeries(_ typed: String, _ event: EventView) -> Bool {
    !event.parts.isEmpty && !event.id.hasPrefix(typed.lowercased())
  }

  /// Prints an event as it is now.
  ///
  /// - Parameter date: the date that is shown; nil for the one that is running, the next one, or the last one.
  func print(_ event: EventView, on date: Occurrences.Occurrence? = nil) throws {
    try options.print(event, on: date)
  }
}

extension GlobalOptions {
  /// Prints an event as it is now.
  ///
  /// - Parameter date: the date that is shown; nil for the one that is running, the next one, or the last one.
  func print(_ event: EventView, on date: Occurrences.Occurrence? = nil) throws {
    if json { return try Output.json(event) }
    Output.lines(
      PlannedText(LocalZone.calendar, now: SessionLoop.wall).lines(of: event, on: date).shown)
  }
}

/// The one event that a command is about.
struct OneEvent: ParsableArguments {
  @OptionGroup var choice: EventChoice

  @Argument(help: "The event's name or id, or the beginning of one.")
  var event: String

  /// The event with what is to be done for it, and who was asked.
  func find() throws -> (event: EventView, client: DaemonClient) {
    let client = try choice.options.client()
    return (try choice.find(event, client), client)
  }

  /// Has something done with the event and prints it as it is then.
  func change(_ call: (EventView) -> Call) throws {
    let (event, client) = try find()
    try choice.print(client.change(call(event)))
  }
}

extension DaemonClient {
  /// Makes a call that changes an event or what belongs to it.
  ///
  /// - Returns: the event as it is then.
  func change(_ call: Call) throws -> EventView { try perform(call) as? EventView ?? EventView() }
}

/// Whether an event takes place.
enum EventState: String, ExpressibleByArgument, CaseIterable {
  case none, tentative, confirmed, cancelled

  var value: EventStatus {
    switch self {
    case .none: .unspecified
    case .tentative: .tentative
    case .confirmed: .confirmed
    case .cancelled: .cancelled
    }
  }
}

/// The fields of an event that `event add` and `event edit` set.
struct EventFields: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When it is.",
      discussion:
        "2026-12-24 18:00, 24.12.2026 18:00, 24 dec 6pm, fri 18:00, tomorrow at 9, 6pm, tonight, in 2h, in 3 days; 25 oct 2:30 second, where clocks show an hour twice.",
      valueName: "date"))
  var at: String?

  @Option(help: "The time zone of that date, as Europe/Berlin; yours without this.")
  var zone: String?

  @Option(help: "How long it takes; two hours without this.")
  var minutes: UInt32?

  @Option(help: "Notes about it.")
  var notes: String?

  @Option(
    help: ArgumentHelp(
      "How often it comes.",
      discussion:
        "once, yearly, every 2 weeks, every monday until 30 apr, every last friday of the month, every day for 10 times, or a rule: FREQ=MONTHLY;BYDAY=-1FR.",
      valueName: "how often"))
  var `repeat`: String?

  @Option(help: "Where it is.")
  var place: String?

  @Option(help: "A web address that belongs to it.")
  var url: String?

  @Option(help: "none, tentative, confirmed or cancelled.")
  var status: EventState?

  @Option(help: "What it belongs to, as work or 'work, travel'; none for nothing.")
  var categories: String?

  @Flag(
    inversion: .prefixedNo,
    help: "It lasts whole days: the day of --at, or as many as --minutes says.")
  var allDay: Bool?

  @Flag(inversion: .prefixedNo, help: "Show how long ago it was once it is past.")
  var countUp: Bool?

  func validate() throws {
    if zone != nil, at == nil { throw ValidationError("--zone goes with --at: say when it is.") }
  }

  func draft(name: String?) throws -> EventDraft {
    var draft = EventDraft()
    if let name { draft.name = name }
    if let at {
      draft.date = at
      draft.zone = try LocalZone.name(zone)
    }
    if let minutes { draft.minutes = minutes }
    if let notes { draft.notes = notes }
    if let text = `repeat` { draft.repeat = text }
    if let place { draft.place = place }
    if let url { draft.url = url }
    if let status { draft.status = status.value }
    if let categories { draft.categories = categories == "none" ? "" : categories }
    if let allDay { draft.allDay = allDay }
    if let countUp { draft.countUp = countUp }
    return draft
  }
}

/// `parlor event add`.
struct EventAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Plan an event.",
    discussion: """
      EXAMPLES
        parlor event add 'Picnic by the lake' --at 'next sun 12:00'
        parlor event add Christmas --at '24 dec 18:00' --zone Europe/Oslo
        parlor event add Birthday --at '24 dec' --repeat yearly
        parlor event add 'Round 2' --at 'tomorrow 19:00' --room friends
        parlor event add --from 3xsf --room friends
      """)

  @OptionGroup var new: NewRoomChoice

  @Argument(help: "Its name, which should read well after `until`.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A message that says it, as `round 2 at 19:00`: the beginning of its id.",
      discussion: "What you say yourself goes first; `parlor chat read --ids` shows the ids.",
      valueName: "message"))
  var from: String?

  @OptionGroup var fields: EventFields

  func validate() throws {
    guard from == nil else { return }
    guard name != nil else {
      throw ValidationError("An event needs a name: say what it is, as in 'Picnic by the lake'.")
    }
    guard fields.at != nil else {
      throw ValidationError(
        "An event needs a date: say when it is with --at, as in --at 'fri 18:00'.")
    }
  }

  func run() throws {
    var draft = try fields.draft(name: name)
    if from != nil, draft.zone.isEmpty { draft.zone = try LocalZone.name(nil) }
    let answer = try new.options.client().call(Methods.Events.add) {
      $0.room = new.room ?? ""
      $0.event = draft
      $0.message = from ?? ""
    }
    try new.options.print(answer)
    try FirstDate.tell(
      answer.start, typed: fields.at, isOfDays: answer.allDay, rule: fields.repeat,
      zone: fields.zone, isScript: new.options.json)
  }
}

/// `parlor event edit`.
struct EventEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an event; what you do not name stays as it is.",
    discussion: """
      What two people change at the same time is kept, field by field. A name means
      all parts of a series, the id of a part means it alone.

      EXAMPLES
        parlor event edit choir --at 'mon 20:00' --repeat 'every monday until 30 apr'
        parlor event edit choir --on '7 dec' --place 'Town hall'
        parlor event edit choir --on '1 mar' --later --minutes 90
      """)

  @OptionGroup var one: OneEvent

  @OptionGroup var dates: DateChoice

  @Option(help: "The new name.")
  var name: String?

  @OptionGroup var fields: EventFields

  func run() throws {
    let draft = try fields.draft(name: name)
    guard draft != EventDraft() else {
      throw CommandFailure(
        SessionEnd.usage, "No change was given: name a field, as in --at 'fri 18:00'.")
    }
    let (event, client) = try one.find()
    let isSeries = one.choice.isSeries(one.event, event)
    let isScript = one.choice.options.json || draft.hasRepeat
    let date = try dates.date(of: event, "change", isScript: isScript)
    let others = try date?.later == true ? one.choice.parts(of: event, client) : []
    let answer = try client.call(Methods.Events.edit) {
      $0.room = event.room
      $0.event = event.id
      $0.change = draft
      $0.series = isSeries
      if let date { $0.on = date }
    }
    let meant = date.flatMap { date in
      date.later
        ? nil
        : try? Occurrences(event).date(date, of: event.name, now: SessionLoop.wall).original
    }
    try one.choice.print(answer, on: meant.flatMap { Occurrences(answer).changed($0) })
    let kept =
      date == nil
      ? KeptDates.text(draft, of: answer, LocalZone.calendar)
      : KeptDates.costs(of: [event] + others, splitInto: answer)
    if let kept {
      // A script reads the answer alone.
      Output.note(kept, isScript: one.choice.options.json)
    }
    if isSeries, date == nil, !one.choice.options.json {
      let changed = Count.of(
        event.parts.count, "other part of its series is", "other parts of its series are")
      Output.line("\(changed) changed as well.")
    }
    let apart =
      date.map(\.later) == false ? [] : try one.choice.partsElsewhere(one.event, event, client)
    if let apart = KeptDates.parts(elsewhere: apart, "edit") {
      Output.note(apart, isScript: one.choice.options.json)
    }
  }
}
