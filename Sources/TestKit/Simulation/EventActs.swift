import EventSchema
import Features
import FoundationEssentials
import Identifiers
import Node
import Schema
import Wire

/// Plans of people in simulated rooms: events with their to-dos and costs, each changed by several.
final class EventActs: FeatureActs {
  static let counts = [
    planned, changed, moved, deleted, toDosChanged, costsChanged, ownToDosChanged, settled, lost,
  ]
  private static let planned = "events planned"
  private static let changed = "events changed"
  private static let moved = "events moved"
  private static let deleted = "events deleted"
  private static let toDosChanged = "to-dos changed"
  private static let costsChanged = "costs changed"
  static let ownToDosChanged = "to-dos without an event changed"
  static let settled = "lost parts kept or dropped"
  static let lost = "lost parts waiting"

  init?(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x7061_726c_6f77)
    guard random.next() % 4 == 0 else { return nil }
  }

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    if random.next() % 8 == 0 { return changeOwnToDos(person, &random) }
    if random.next() % 8 == 0 { settle(person, &random) }
    guard person.isRunning else { return }
    let known = events(person)
    guard let event = known.randomElement(using: &random), known.count > 3 || random.next() % 4 > 0
    else { return plan(person, &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: change(event, person, &random)
    case 3...5: changeToDos(event, person, &random)
    case 6...7: changeBudget(event, person, &random)
    case 8: move(event, person, &random)
    default:
      let answer = person.call(Methods.Events.delete) {
        $0.room = event.room
        $0.event = event.id
      }
      if answer != nil { person.count(Self.deleted) }
    }
  }

  /// Returns the events that a person sees in a room, each in full.
  private func events(_ person: ActingPerson) -> [EventView] {
    let found = person.read { views in
      try views.events().compactMap { event in
        try Base32.decode(event.id).flatMap { RecordID($0) }.flatMap { try views.eventView($0) }
      }
    }
    return found ?? []
  }

  private func plan(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let answer = person.call(Methods.Events.add) {
      $0.room = person.room.description
      $0.event.name = "event \(person.counted(Self.planned))"
      $0.event.date = "2099-01-\(10 + random.next() % 20)"
      $0.event.zone = "UTC"
    }
    guard let event = answer else { return }
    person.count(Self.planned)
    person.trace("plans \(event.id) in \(person.room)")
  }

  private func change(
    _ event: EventView, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let answer = person.call(Methods.Events.edit) {
      $0.room = event.room
      $0.event = event.id
      switch random.next() % 4 {
      case 0: $0.change.name = "event \(random.next() % 100)"
      case 1:
        $0.change.date = "2099-02-\(10 + random.next() % 19)"
        $0.change.zone = "UTC"
      case 2:
        $0.change.notes = random.next() % 2 == 0 ? "" : "notes \(random.next() % 100)"
      default: $0.change.countUp = random.next() % 2 == 0
      }
    }
    if answer != nil { person.count(Self.changed) }
  }

  /// A change of one of the lists of an event.
  private enum LineChange<Line> {
    case add, delete(Line), edit(Line)
  }

  /// Draws what happens to a list: of so many numbers the lowest add a line, the next one deletes one, and the others change one.
  private func change<Line>(
    of lines: [Line], adding: Int, among numbers: Int, _ random: inout SeededGenerator
  ) -> (change: LineChange<Line>, drawn: Int) {
    let line = lines.randomElement(using: &random)
    let drawn = Int(random.next() % UInt64(numbers))
    guard let line, drawn >= adding else { return (.add, drawn) }
    return (drawn == adding ? .delete(line) : .edit(line), drawn)
  }

  private func changeToDos(
    _ event: EventView, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let (change, drawn) = change(of: event.toDos, adding: 2, among: 5, &random)
    let answer: EventView?
    switch change {
    case .add:
      answer = person.call(Methods.Events.addToDo) {
        $0.room = event.room
        $0.event = event.id
        $0.toDo.text = "to-do \(person.counted(Self.toDosChanged))"
        $0.personal = drawn == 0
      }
    case .delete(let line):
      answer = person.call(Methods.Events.deleteToDo) {
        $0.room = event.room
        $0.toDo = line.id
      }
    case .edit(let line):
      answer = person.call(Methods.Events.editToDo) {
        $0.room = event.room
        $0.toDo = line.id
        if drawn == 3 {
          $0.change.done = !line.done
        } else {
          $0.change.place = UInt32(1 + random.next() % 4)
        }
      }
    }
    if answer != nil { person.count(Self.toDosChanged) }
  }

  private func changeBudget(
    _ event: EventView, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let (change, _) = change(of: event.budget, adding: 1, among: 4, &random)
    let answer: EventView?
    switch change {
    case .add:
      answer = person.call(Methods.Events.addCost) {
        $0.room = event.room
        $0.event = event.id
        $0.line.text = "cost \(person.counted(Self.costsChanged))"
        $0.line.planned = "\(random.next() % 100)"
        $0.shared = random.next() % 3 > 0
      }
    case .delete(let line):
      answer = person.call(Methods.Events.deleteCost) {
        $0.room = line.room
        $0.line = line.id
      }
    case .edit(let line):
      answer = person.call(Methods.Events.editCost) {
        $0.room = line.room
        $0.line = line.id
        $0.change.actual = "\(random.next() % 100).50"
        $0.change.payer = person.author.description
      }
    }
    if answer != nil { person.count(Self.costsChanged) }
  }

  /// Shares an event with another room, or takes it back.
  private func move(
    _ event: EventView, _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    guard let room = person.rooms.randomElement(using: &random) else { return }
    let drawn = random.next()
    let answer = person.call(Methods.Rooms.move) {
      $0.room = event.room
      $0.record = event.id
      $0.to = room.description
      $0.writers = drawn & 1 == 0 ? .creator : .members
      if drawn & 2 == 0 { $0.leave.append("to-do") }
      if drawn & 4 == 0 {
        $0.take.append("cost")
      } else {
        $0.leave.append("cost")
      }
    }
    if answer != nil { person.count(Self.moved) }
  }
}
