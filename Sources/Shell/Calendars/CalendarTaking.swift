import Events
import EventSchema
import Feature
import Schema
import SwiftProtobuf

/// Brings the events and to-dos of a calendar file into a room.
public struct CalendarTaking {
  /// Has the node carry out calls in their order; one that is refused changes nothing for the others.
  public typealias Performer = ([Call]) throws -> [Result<any Message, Refused>]
  /// Keeps bytes until a call names them; returns their id.
  public typealias Keeper = ([UInt8]) throws -> String

  /// An event of the file on its way.
  private struct Work {
    let event: CalendarFile.Event
    /// The event as this node has it; nil for a new one.
    var view: EventView?
    var isChanged = false
  }

  /// A call for one of the events on their way, with the words of the thing that it makes or
  /// changes, and the components of the file in it; none for a part of the event.
  private typealias Command = (work: Int, name: String, things: Int, call: Call)

  private let perform: Performer
  private let keep: Keeper
  let room: String
  /// Whether known ones are looked for in all rooms.
  let isAnyRoom: Bool
  /// The events that may be meant, by what they are called in calendars.
  private(set) var events: [String: EventView] = [:]
  /// The people of rooms, as soon as they are wanted.
  var people: [String: [MemberView]] = [:]
  /// Events, and to-dos without one, that are new.
  public private(set) var made = 0
  /// The same that were known and say something else now.
  public private(set) var changed = 0
  /// The same that were known as they are.
  public private(set) var same = 0
  /// The parts that were not taken, or not whole.
  public private(set) var problems = CalendarProblems()
  private var things = 0
  /// The report on the components of the file.
  public var report: ImportReport { problems.report(of: things) }
  /// The most events on their way at once: their answers need as much memory again.
  private static let portion = 1_024

  /// Looks at what is here already.
  ///
  /// - Parameter room: where new events go, and the only room where known ones are looked for; nil for all rooms, what others
  ///   have in the lobby left out, and personal new ones.
  /// - Throws: `Refused` where that cannot be seen, and what `perform` throws.
  public init(room: String?, keep: @escaping Keeper, _ perform: @escaping Performer) throws {
    (self.perform, self.keep) = (perform, keep)
    (self.room, isAnyRoom) = (room ?? "personal", room == nil)
    if room == nil {
      let lobby = try list(of: "lobby")
      let foreign = Set(lobby.filter { !$0.own }.map(\.id))
      for event in try list(of: "") where !foreign.contains(event.id) {
        events[CalendarText.uid(event)] = event
      }
    }
    for event in try list(of: self.room) {
      events[CalendarText.uid(event)] = event
    }
  }

  private func list(of room: String) throws -> [EventView] {
    try call(Methods.Events.details) { $0.room = room }.events
  }

  /// Has the node carry out one call.
  ///
  /// - Throws: `Refused`, and what the performer throws.
  func call<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) -> Void
  ) throws -> Response {
    try perform([method(fill)]).first?.get() as? Response ?? Response()
  }

  /// Has the node carry out calls.
  func results(of calls: [Call]) throws -> [Result<any Message, Refused>] { try perform(calls) }

  /// Makes or changes all that is in a file; what it could not say and what the node refuses are the problems then.
  public mutating func take(_ file: CalendarFile) throws {
    try take(file.events.map(\.named))
    try take(toDos: file.toDos.map { ($0.line, $0.toDo.named, $0.parent) })
    problems.add(file.found)
    things += file.things
  }

  /// Makes or changes events, then what is to be done for them; a refusal is one of the problems.
  private mutating func take(_ found: [CalendarFile.Event]) throws {
    // What calls something off or answers comes after what it is about.
    try takeNewest(found.filter { $0.method == .holds })
    for event in found where event.method != .holds {
      let view = events[event.uid]
      // Of one that this file has made or changed, no more is remembered than where it is.
      let isShort = view?.hasStart == false
      try take([Work(event: event, view: isShort ? view.map(shown) : view)])
    }
  }

  /// An event as it is now, with what is to be done for it.
  private func shown(_ view: EventView) throws -> EventView {
    try call(Methods.Events.show) { ($0.room, $0.event) = (view.room, view.id) }
  }

  private mutating func takeNewest(_ found: [CalendarFile.Event]) throws {
    var (wanted, newest): ([CalendarFile.Event], [String: Int]) = ([], [:])
    for (place, event) in found.enumerated() {
      guard let other = newest[event.uid] else {
        newest[event.uid] = place
        continue
      }
      if event.isNewer(than: found[other]) { newest[event.uid] = place }
    }
    for (place, event) in found.enumerated() {
      guard event.uid.isEmpty || newest[event.uid] == place else {
        note(
          event.line, event.name,
          "The file has it again in line \(found[newest[event.uid] ?? place].line), changed as often or more often.",
          .leftOut, event.allThings)
        continue
      }
      wanted.append(event)
    }
    for start in stride(from: 0, to: wanted.count, by: Self.portion) {
      let portion = wanted[start..<min(start + Self.portion, wanted.count)]
      try take(portion.map { Work(event: $0, view: events[$0.uid]) })
    }
  }

  private mutating func take(_ some: [Work]) throws {
    var works = some
    var commands: [Command] = []
    for (index, work) in works.enumerated() {
      let known = work.view.flatMap { CalendarFile.Event($0) }
      let (line, name) = (work.event.line, work.event.name)
      guard let (event, base) = taken(work.event, known, line, name, work.event.allThings) else {
        // Nothing of it counts, with what is to be done for it.
        works[index].view = nil
        continue
      }
      let draft = EventDraft(versioned: event, since: base, over: known)
      if let call = call(draft, on: work.view) {
        // What is to be done for it comes with a new one alone.
        let things = work.view == nil ? work.event.allThings : work.event.things
        commands.append((index, name, things, call))
      }
    }
    try perform(commands, on: &works)
    try perform(parts(of: works), on: &works)
    try setPictures(of: &works)
    for work in works {
      guard let view = work.view else { continue }
      let isKnown = events[CalendarText.uid(view)]?.id == view.id
      count(isKnown ? work.isChanged ? .changed : .same : .made)
      // To-dos of the file may belong to it: where it is, is all that they need.
      guard !isKnown || work.isChanged else { continue }
      events[CalendarText.uid(view)] = .with {
        ($0.id, $0.room, $0.uid) = (view.id, view.room, view.uid)
      }
    }
  }

  /// The effect of one event or to-do in the file.
  enum Effect {
    case made, changed, same
  }

  /// Counts an outcome.
  mutating func count(_ effect: Effect) {
    switch effect {
    case .made: made += 1
    case .changed: changed += 1
    case .same: same += 1
    }
  }

  /// Notes what was not taken, or not whole.
  mutating func note(
    _ line: Int, _ name: String, _ text: String, _ fate: CalendarFile.Problem.Fate = .part,
    _ count: Int = 1
  ) {
    problems.note(.init(line: line, name: name, text: text, fate: fate, count: count))
  }

  /// Gives events the pictures that the file has of them.
  private mutating func setPictures(of works: inout [Work]) throws {
    for (index, work) in works.enumerated() {
      guard let picture = work.event.picture, let view = work.view else { continue }
      do {
        guard let changed = try set(picture, of: view) else { continue }
        (works[index].view, works[index].isChanged) = (changed, true)
      } catch let problem as PictureProblem {
        note(work.event.line, work.event.name, "\(problem)")
      } catch let refused as Refused {
        note(work.event.line, work.event.name, refused.refusal.message)
      }
    }
  }

  /// Gives an event the picture that a file has of it.
  ///
  /// - Returns: the event with it; nil where it has that picture already.
  /// - Throws: `PictureProblem.noPicture`; `Refused`.
  private func set(_ picture: CalendarPicture, of event: EventView) throws -> EventView? {
    guard !(event.hasPicture && picture.isShown(by: event.picture)) else { return nil }
    let call = try Self.call(giving: picture, to: event, keep: keep)
    return try perform([call]).first?.get() as? EventView ?? event
  }

  /// Makes the call that gives an event the picture which a file has of it.
  ///
  /// - Throws: `PictureProblem.noPicture`; what `keep` throws.
  static func call(
    giving picture: CalendarPicture, to event: EventView, keep: Keeper
  ) throws -> Call {
    guard let bytes = picture.bytes else { throw PictureProblem.noPicture }
    let isOther = !event.hasPicture || event.picture.blob != picture.blob
    let blob = isOther ? try keep(bytes) : ""
    return Methods.Events.setPicture {
      ($0.room, $0.event, $0.blob) = (event.room, event.id, blob)
      ($0.crop, $0.source) = (picture.crop, picture.source)
    }
  }

  /// Performs commands, each of which belongs to one of the events.
  private mutating func perform(_ commands: [Command], on works: inout [Work]) throws {
    let results = try perform(commands.map(\.call))
    for ((index, name, things, _), result) in zip(commands, results) {
      switch result {
      case .success(let answer):
        works[index].view = answer as? EventView
        works[index].isChanged = true
      case .failure(let refused):
        note(
          works[index].event.line, name, refused.refusal.message, things > 0 ? .lost : .part,
          max(1, things))
      }
    }
  }

  /// Returns the calls for the to-dos and the costs of events that are there now.
  private mutating func parts(of works: [Work]) throws -> [Command] {
    var commands: [Command] = []
    for (index, work) in works.enumerated()
    where !work.event.toDos.isEmpty || !work.event.own.costs.isEmpty {
      guard var view = work.view else { continue }
      // The list of events is without them, and so is a short answer.
      if !work.isChanged || !work.event.own.costs.isEmpty { view = try shown(view) }
      for toDo in work.event.toDos {
        if let call = try command(of: toDo, in: view, work.event.line) {
          commands.append((index, toDo.text, toDo.things, call))
        }
      }
      commands += try costs(of: work.event, in: view).map { (index, $0.name, 0, $0.call) }
    }
    return commands
  }

  /// The call that makes an event, or changes a known one; nil where the draft changes nothing.
  private func call(_ draft: EventDraft, on view: EventView?) -> Call? {
    Self.call(
      draft, on: view,
      make: { draft in
        Methods.Events.add { ($0.room, $0.event, $0.brief) = (room, draft, true) }
      },
      edit: { draft, view in
        Methods.Events.edit { ($0.room, $0.event, $0.change) = (view.room, view.id, draft) }
      })
  }

  /// The result of something in the file beside what is here of it; nil for nothing, which is noted.
  mutating func taken<Item: CalendarDated>(
    _ file: Item, _ known: Item?, _ line: Int, _ name: String, _ things: Int
  ) -> (Item, since: Item?)? {
    switch CalendarMerge(file, over: known) {
    case .take(let item, let base, let notes):
      for text in notes { note(line, name, text, .kept) }
      return (item, base)
    case .leave(let text):
      note(line, name, text, .leftOut, things)
      return nil
    }
  }

  /// Makes the call that adds or changes a line of an event; nil when it is so already.
  private mutating func command(
    of toDo: CalendarFile.Line, in event: EventView, _ line: Int
  ) throws -> Call? {
    let view = event.toDos.first { CalendarText.uid($0) == toDo.uid }
    let known = view.flatMap { CalendarFile.Line($0) }
    guard let (merged, base) = taken(toDo, known, line, toDo.text, toDo.things) else { return nil }
    var item = merged
    let unknown = try settle(&item, in: event.room)
    let call = Self.call(
      ToDoDraft(versioned: item, since: base, over: known), on: view,
      make: { draft in
        Methods.Events.addToDo {
          ($0.room, $0.event, $0.toDo) = (event.room, event.id, draft)
          $0.personal = item.own.isPersonal
        }
      },
      edit: { draft, view in
        Methods.Events.editToDo { ($0.room, $0.toDo, $0.change) = (event.room, view.id, draft) }
      })
    if call != nil { note(line, toDo.text, unknown: unknown) }
    return call
  }

  /// Makes the call that adds something new or changes the known one; nil when the draft changes nothing.
  static func call<Draft: Message & Equatable, View>(
    _ draft: Draft, on view: View?, make: (Draft) -> Call, edit: (Draft, View) -> Call
  ) -> Call? {
    guard let view else { return make(draft) }
    return draft == Draft() ? nil : edit(draft, view)
  }
}
