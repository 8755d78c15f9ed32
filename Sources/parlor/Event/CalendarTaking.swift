import Client
import Events
import Schema
import Terminal

/// Brings the events and to-dos of a calendar file into a room.
struct CalendarTaking {
  /// An event of the file on its way.
  private struct Work {
    let event: CalendarFile.Event
    /// What is here of it; nil for a new one.
    var view: EventView?
    var isChanged = false
  }

  let client: DaemonClient
  let room: String
  /// Known ones are looked for in all rooms.
  let isAnyRoom: Bool
  /// The events that may be meant, by what they are called in calendars.
  private(set) var events: [String: EventView] = [:]
  /// Events, and to-dos without one, that are new.
  private(set) var made = 0
  /// The same that were known and say something else now.
  private(set) var changed = 0
  /// The same that were known as they are.
  private(set) var same = 0
  /// What the node did not take.
  private(set) var problems: [(line: Int, text: String)] = []

  /// Looks at what is here already.
  ///
  /// - Parameter room: where new events go, and the only room where known ones are looked for; nil for all rooms, what others
  ///   have in the lobby left out, and personal new ones.
  init(_ client: DaemonClient, room: String?) throws {
    (self.client, self.room, isAnyRoom) = (client, room ?? "personal", room == nil)
    func list(_ room: String) throws -> [EventView] {
      try client.call(Methods.Events.details) { $0.room = room }.events
    }
    if room == nil {
      let lobby = try list("lobby")
      let foreign = Set(lobby.filter { !$0.own }.map(\.id))
      for event in try list("") where !foreign.contains(event.id) {
        events[CalendarText.uid(event)] = event
      }
    }
    for event in try list(self.room) {
      events[CalendarText.uid(event)] = event
    }
  }

  /// Makes or changes events, then what is to be done for them; a refusal is one of the problems.
  mutating func take(_ found: [CalendarFile.Event]) throws {
    var (works, seen): ([Work], Set<String>) = ([], [])
    for event in found {
      guard event.uid.isEmpty || seen.insert(event.uid).inserted else {
        note(event.line, event.name, "It is there already, further up in the file: left out.")
        continue
      }
      works.append(Work(event: event, view: events[event.uid]))
    }
    try perform(
      works.enumerated().compactMap { work in command(of: work.element).map { (work.offset, $0) } },
      on: &works)
    try perform(toDos(of: works), on: &works)
    for work in works {
      guard let view = work.view else { continue }
      let isKnown = events[CalendarText.uid(view)]?.id == view.id
      count(isKnown ? work.isChanged ? .changed : .same : .made)
      // To-dos of the file may belong to it.
      events[CalendarText.uid(view)] = view
    }
  }

  /// What came of something in the file.
  enum Effect {
    case made, changed, same
  }

  /// Counts what came of something.
  mutating func count(_ effect: Effect) {
    switch effect {
    case .made: made += 1
    case .changed: changed += 1
    case .same: same += 1
    }
  }

  /// Notes what the node did not take.
  mutating func note(_ line: Int, _ name: String, _ text: String) {
    problems.append((line, "\"\(name)\": \(text)"))
  }

  /// Has commands carried out, each of which belongs to one of the events.
  private mutating func perform(
    _ commands: [(work: Int, call: Call)], on works: inout [Work]
  ) throws {
    let results = try client.perform(commands.map(\.call))
    for ((index, _), result) in zip(commands, results) {
      switch result {
      case .success(let answer):
        works[index].view = answer as? EventView
        works[index].isChanged = true
      case .failure(.refused(let refusal)):
        note(works[index].event.line, works[index].event.name, refusal.message.plain)
      case .failure(let failure): throw failure
      }
    }
  }

  /// What is to be done with the lines of events that are there now.
  private func toDos(of works: [Work]) throws -> [(work: Int, call: Call)] {
    var commands: [(work: Int, call: Call)] = []
    for (index, work) in works.enumerated() where !work.event.toDos.isEmpty {
      guard var view = work.view else { continue }
      // The list of events is without their lines.
      if !work.isChanged {
        let (room, id) = (view.room, view.id)
        view = try client.call(Methods.Events.show) {
          $0.room = room
          $0.event = id
        }
      }
      commands += work.event.toDos.compactMap { command(of: $0, in: view) }.map { (index, $0) }
    }
    return commands
  }

  /// What makes an event, or makes a known one as the file has it; nil where it is so already.
  private func command(of work: Work) -> Call? {
    let known = work.view.flatMap { CalendarFile.Event($0) }
    let draft = EventDraft(work.event, since: nil, over: known)
    guard let view = work.view else {
      return Methods.Events.add {
        $0.room = room
        $0.event = draft
      }
    }
    guard draft != EventDraft() else { return nil }
    return Methods.Events.edit {
      $0.room = view.room
      $0.event = view.id
      $0.change = draft
    }
  }

  /// What makes or changes a line of an event; nil where it is so already.
  private func command(of toDo: CalendarFile.Line, in event: EventView) -> Call? {
    let view = event.toDos.first { CalendarText.uid($0) == toDo.uid }
    let draft = ToDoDraft(toDo, since: nil, over: view.flatMap { CalendarFile.Line($0) })
    guard let view else {
      return Methods.Events.addToDo {
        $0.room = event.room
        $0.event = event.id
        $0.toDo = draft
      }
    }
    guard draft != ToDoDraft() else { return nil }
    return Methods.Events.editToDo {
      $0.room = event.room
      $0.toDo = view.id
      $0.change = draft
    }
  }
}
