import EventSchema
import FoundationEssentials
import Schema
import TestKit
import Testing

@testable import Events

/// Fields of calendar files that a person and a program change, each without seeing the other (row 43 C-2).
@Suite struct CalendarUnseenTests {
  @Test("43 C-2: a field that a person and a program changed is named as such, and no other one")
  func bothChanged() throws {
    var world = FolderWorld()
    world.plan("picnic", list: ["bread"])
    _ = try world.look()
    func edits() -> [[UInt32]] {
      world.asked.compactMap { call in
        (call.request as? EditEvent)?.change.unseen ?? (call.request as? EditToDo)?.change.unseen
      }
    }
    // The file alone.
    world.edit("e1@parlor.ics") { $0.replacing("SUMMARY:picnic", with: "SUMMARY:feast") }
    _ = try world.look()
    #expect(edits() == [[]])
    // Both, and each another field besides.
    world.edit("e1@parlor.ics") {
      $0.replacing("SUMMARY:feast", with: "SUMMARY:ball").replacing(
        "END:VEVENT", with: "LOCATION:lake\r\nEND:VEVENT")
    }
    world.events["e1"]?.name = "dance"
    world.events["e1"]?.notes = "in white"
    world.edit("t2@parlor.ics") { $0.replacing("SUMMARY:bread", with: "SUMMARY:cake") }
    world.events["e1"]?.toDos[0].text = "wine"
    _ = try world.look()
    #expect(edits() == [[], [1], [1]])
    let event = try #require(world.events["e1"])
    #expect(event.name == "ball" && event.place == "lake" && event.notes == "in white")
    #expect(world.text("e1@parlor.ics").contains("SUMMARY:ball\r\n"))
    // The same on both sides is no conflict.
    world.edit("e1@parlor.ics") { $0.replacing("SUMMARY:ball", with: "SUMMARY:feast") }
    world.events["e1"]?.name = "feast"
    _ = try world.look()
    #expect(edits().count == 3)
  }

  @Test(
    "43 C-2: categories that a person gave stay where a file changes other lines, and are no loss")
  func categories() throws {
    var world = FolderWorld()
    world.plan("picnic", list: [])
    world.events["e1"]?.calendar = "CATEGORIES:fun\n"
    world.events["e1"]?.personal = true
    _ = try world.look()
    world.edit("e1@parlor.ics") { $0.replacing("END:VEVENT", with: "X-FOO:1\r\nEND:VEVENT") }
    _ = try world.look()
    let lines = try #require(world.events["e1"]?.calendar)
    #expect(lines.contains("X-FOO:1\n") && lines.contains("CATEGORIES:fun\n"))
    // A person changes them, and a program another line.
    world.events["e1"]?.calendar = lines.replacing("CATEGORIES:fun", with: "CATEGORIES:family")
    world.edit("e1@parlor.ics") { $0.replacing("X-FOO:1", with: "X-FOO:2") }
    _ = try world.look()
    let both = try #require(world.events["e1"]?.calendar)
    #expect(both.contains("X-FOO:2\n") && both.contains("CATEGORIES:family\n"))
    #expect(world.text("e1@parlor.ics").contains("CATEGORIES:family\r\n"))
    func unseen() -> [UInt32]? { (world.asked.last?.request as? EditEvent)?.change.unseen }
    #expect(unseen() == [])
    // Both change them.
    world.events["e1"]?.calendar = both.replacing("CATEGORIES:family", with: "CATEGORIES:work")
    world.edit("e1@parlor.ics") { $0.replacing("CATEGORIES:family", with: "CATEGORIES:rest") }
    _ = try world.look()
    #expect(unseen() == [8])
    #expect(world.events["e1"]?.calendar.contains("CATEGORIES:rest\n") == true)
  }

  @Test("43 C-2: the numbers of fields are those of the records")
  func numbers() throws {
    /// The numbers of the fields that a message has, by the first bytes of each (protobuf's wire format).
    func numbers(_ message: [UInt8]) -> [UInt32] {
      var (bytes, found): (ArraySlice<UInt8>, [UInt32]) = (message[...], [])
      func varint() -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while let byte = bytes.popFirst() {
          value |= UInt64(byte & 0x7f) << shift
          shift += 7
          if byte < 0x80 { break }
        }
        return value
      }
      while !bytes.isEmpty {
        let tag = varint()
        found.append(UInt32(tag >> 3))
        let value = Int(varint())
        if tag & 7 == 2 { bytes = bytes.dropFirst(value) }
      }
      return found
    }
    let event = Event.with {
      ($0.name, $0.start.zone, $0.minutes, $0.notes) = ("a", "UTC", 1, "a")
      ($0.calendar, $0.repeats, $0.changes, $0.allDay) = ("a", "a", "a", true)
      ($0.place, $0.url, $0.status) = ("a", "a", .tentative)
    }
    #expect(numbers(try event.serializedBytes()) == EventField.allCases.map(\.rawValue))
    let packed = Event.with {
      ($0.packedCalendar, $0.packedRepeats, $0.packedChanges) = (Data([1]), Data([1]), Data([1]))
    }
    #expect(numbers(try packed.serializedBytes()) == EventField.allCases.compactMap(\.packed))
    #expect(EventField.withPacked([1, 10]) == [1, 10, 18])
    let toDo = ToDo.with {
      ($0.text, $0.done, $0.due.zone, $0.priority) = ("a", true, "UTC", 1)
      ($0.status, $0.percent, $0.repeats, $0.start.zone) = (.inProcess, 1, "a", "UTC")
      ($0.notes, $0.allDay, $0.changes) = ("a", true, "a")
    }
    #expect(numbers(try toDo.serializedBytes()) == ToDoField.allCases.map(\.rawValue))
  }
}
