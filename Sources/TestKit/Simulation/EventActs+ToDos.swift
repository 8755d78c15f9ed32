import Events
import EventSchema
import Feature
import FoundationEssentials
import Identifiers
import Node
import Schema
import Store

/// Acts of people in simulated rooms with to-dos that belong to no event, and with the parts that deleted events leave behind.
extension EventActs {
  /// Adds, changes or deletes something to do that belongs to no event (row E-67).
  func changeOwnToDos(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let room = person.room.description
    let known = person.read { try $0.read(Methods.ToDos.list) { $0.room = room }.toDos } ?? []
    let toDo = known.filter(\.event.isEmpty).randomElement(using: &random)
    let drawn = random.next() % 6
    let answer: ToDoView?
    if let toDo, drawn > 1 {
      if drawn == 2 {
        answer = person.call(Methods.ToDos.delete) { ($0.room, $0.toDo) = (room, toDo.id) }
      } else {
        answer = person.call(Methods.ToDos.edit) {
          ($0.room, $0.toDo) = (room, toDo.id)
          switch drawn {
          case 3: $0.change.done = !toDo.done
          case 4: $0.change.priority = UInt32(random.next() % 10)
          default: $0.change.status = random.next() % 2 == 0 ? .inProcess : .cancelled
          }
        }
      }
    } else {
      answer = person.call(Methods.ToDos.add) {
        $0.room = room
        $0.toDo.text = "own to-do \(person.counted(Self.ownToDosChanged))"
        ($0.toDo.due, $0.toDo.zone) = ("2099-01-0\(1 + random.next() % 9)", "UTC")
        if drawn == 0 { $0.toDo.repeat = "every week" }
      }
    }
    if answer != nil { person.count(Self.ownToDosChanged) }
  }

  /// Keeps or drops what others have deleted (row E-69).
  func settle(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let all = person.read { try $0.read(Methods.Events.lost) { _ in }.lost } ?? []
    guard let lost = all.randomElement(using: &random) else { return }
    if random.next() % 2 == 0 {
      let kept = person.call(Methods.Events.keepLost) { $0.lost = lost.id }
      if kept != nil { person.count(Self.settled) }
    } else {
      let dropped = person.call(Methods.Events.dropLost) { $0.lost = lost.id }
      if dropped != nil { person.count(Self.settled) }
    }
  }

  /// Checks that our person wrote the parts that wait for a decision, and that somebody else deleted their event.
  func check(_ world: SimulatedRooms) throws {
    for number in 0..<world.people {
      let node = world.network.nodes[number]
      let own = world.author(number)
      let lost = try node.store.read { reader in
        try RoomViews(RoomID(personal: own), reader, own: own)?
          .read(Methods.Events.lost) { _ in }.lost ?? []
      }
      for parts in lost {
        world.tally.count(Self.lost)
        guard parts.deleter != own.description, parts.toDos.allSatisfy(\.own),
          !parts.name.isEmpty
        else {
          throw CheckViolation(
            "lost parts", "node \(number) keeps \(parts.id), which is not its own")
        }
      }
    }
  }
}
