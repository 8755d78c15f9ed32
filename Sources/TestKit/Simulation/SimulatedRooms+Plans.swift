import Features
import Foundation
import Identifiers
import Node
import Schema
import Store
import Wire

/// What people plan in these rooms: events, what is to be done for them and what they cost, each changed by several.
extension SimulatedRooms {
  /// Whether people plan in a world. In most they do not, and those are what they would be without plans.
  static func hasPlans(seed: UInt64) -> Bool {
    var random = SeededGenerator(seed: seed &+ 0x7061_726c_6f77)
    return random.next() % 4 == 0
  }

  /// Somebody plans something, or changes what somebody has planned. It is drawn from numbers of its own, so that what else
  /// is drawn stays as it is.
  func goOnPlanning(_ random: inout SeededGenerator) {
    let number = Int.random(in: 0..<people, using: &random)
    guard network.nodes[number].node != nil, pauses[number] == nil,
      let room = rooms(number).randomElement(using: &random)
    else { return }
    let known = events(number, in: room)
    guard let event = known.randomElement(using: &random), known.count > 3 || random.next() % 4 > 0
    else { return planEvent(number, room, &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: changeEvent(number, event, &random)
    case 3...5: changeToDos(number, event, &random)
    case 6...7: changeBudget(number, event, &random)
    case 8: moveEvent(number, event, &random)
    default:
      let answer = call(number, Methods.Events.delete) {
        $0.room = event.room
        $0.event = event.id
      }
      if answer != nil { tally.plansDeleted += 1 }
    }
  }

  /// What a person sees planned in a room, all of each.
  private func events(_ number: Int, in room: RoomID) -> [EventView] {
    let own = author(number)
    let found = try? network.nodes[number].store.read { reader -> [EventView] in
      guard let views = try RoomViews(room, reader, own: own) else { return [] }
      return try views.events().compactMap { event in
        try Base32.decode(event.id).flatMap { RecordID($0) }.flatMap { try views.eventView($0) }
      }
    }
    return found ?? []
  }

  private func planEvent(_ number: Int, _ room: RoomID, _ random: inout SeededGenerator) {
    let answer = call(number, Methods.Events.add) {
      $0.room = room.description
      $0.event.name = "event \(tally.plans)"
      $0.event.date = "2099-01-\(10 + random.next() % 20)"
      $0.event.zone = "UTC"
    }
    guard let event = answer else { return }
    tally.plans += 1
    trace?("\(network.now) \(number) plans \(event.id) in \(room)")
  }

  private func changeEvent(_ number: Int, _ event: EventView, _ random: inout SeededGenerator) {
    let answer = call(number, Methods.Events.edit) {
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
    if answer != nil { tally.planEdits += 1 }
  }

  /// What happens to one of the lists of an event.
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

  private func changeToDos(_ number: Int, _ event: EventView, _ random: inout SeededGenerator) {
    let (change, drawn) = change(of: event.toDos, adding: 2, among: 5, &random)
    let answer: EventView?
    switch change {
    case .add:
      answer = call(number, Methods.Events.addToDo) {
        $0.room = event.room
        $0.event = event.id
        $0.toDo.text = "to-do \(tally.toDos)"
        $0.personal = drawn == 0
      }
    case .delete(let line):
      answer = call(number, Methods.Events.deleteToDo) {
        $0.room = event.room
        $0.toDo = line.id
      }
    case .edit(let line):
      answer = call(number, Methods.Events.editToDo) {
        $0.room = event.room
        $0.toDo = line.id
        if drawn == 3 {
          $0.change.done = !line.done
        } else {
          $0.change.place = UInt32(1 + random.next() % 4)
        }
      }
    }
    if answer != nil { tally.toDos += 1 }
  }

  private func changeBudget(_ number: Int, _ event: EventView, _ random: inout SeededGenerator) {
    let (change, _) = change(of: event.budget, adding: 1, among: 4, &random)
    let answer: EventView?
    switch change {
    case .add:
      answer = call(number, Methods.Events.addCost) {
        $0.room = event.room
        $0.event = event.id
        $0.line.text = "cost \(tally.costs)"
        $0.line.planned = "\(random.next() % 100)"
        $0.shared = random.next() % 3 > 0
      }
    case .delete(let line):
      answer = call(number, Methods.Events.deleteCost) {
        $0.room = line.room
        $0.line = line.id
      }
    case .edit(let line):
      answer = call(number, Methods.Events.editCost) {
        $0.room = line.room
        $0.line = line.id
        $0.change.actual = "\(random.next() % 100).50"
        $0.change.payer = author(number).description
      }
    }
    if answer != nil { tally.costs += 1 }
  }

  /// Shares an event with another room, or takes it back.
  private func moveEvent(_ number: Int, _ event: EventView, _ random: inout SeededGenerator) {
    guard let room = rooms(number).randomElement(using: &random) else { return }
    let drawn = random.next()
    let answer = call(number, Methods.Rooms.move) {
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
    if answer != nil { tally.plansMoved += 1 }
  }
}
