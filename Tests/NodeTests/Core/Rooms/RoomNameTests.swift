import EventSchema
import Feature
import FileSchema
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

extension Reader {
  /// Counts the rows of rooms and of pieces of files.
  fileprivate func roomRows() throws -> (rooms: Int, chunks: Int) {
    func count(_ table: String) throws -> Int {
      try db.value("SELECT count(*) FROM \(table)") ?? -1
    }
    return (try count("room"), try count("blob_chunk"))
  }
}

/// Rooms that were made by mistake, rooms of one name, and names that are too long.
@Suite struct RoomNameTests {
  private func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch let refused as Refused { return refused.refusal.message } catch {}
    return ""
  }

  @Test("P-25: the only member of a room deletes it, and nobody brings it back")
  func delete() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let keep = try world.make(0, "keep").id
    let room = try world.make(0, "oops", ["Bob"]).id
    try world.say(0, "by mistake", in: room)
    #expect(
      refusal { _ = try world.call(0, Methods.Rooms.delete) { $0.room = "oops" } }.contains(
        "Others are"))
    #expect(
      refusal { _ = try world.call(1, Methods.Rooms.delete) { $0.room = room } }.contains("Others"))
    try world.change(0, room, "Bob", .remove)
    #expect(
      refusal { _ = try world.call(0, Methods.Rooms.leave) { $0.room = room } }.contains(
        "room delete"))
    _ = try world.call(0, Methods.Rooms.delete) { $0.room = "oops" }
    for text in ["oops", room] {
      #expect(refusal { _ = try world.room(0, text) }.contains("You are in no room"))
    }
    let gone = world.network.nodes[0].changes.contains { change in
      if case .roomGone(room)? = change.what { true } else { false }
    }
    #expect(gone)
    // Bob still has what he had; also after a start, and when he speaks of it again.
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    #expect(refusal { _ = try world.room(0, room) }.contains("You are in no room"))
    try world.say(0, "still here", in: keep)
    #expect(try world.texts(0, in: keep) == ["still here"])
    let again = try world.make(0, "oops", ["Bob"]).id
    try world.say(1, "hello", in: again)
    #expect(try world.texts(0, in: again) == ["hello"])
    for text in ["lobby", "personal"] {
      #expect(throws: Refused.self) { try world.call(0, Methods.Rooms.delete) { $0.room = text } }
    }
  }

  @Test("P-25: everything of a deleted room is gone from the disk")
  func erased() throws {
    let world = try RoomWorld(["Ada"])
    let room = try world.make(0, "oops").id
    let before = try world.network.nodes[0].store.read { try $0.roomRows() }
    _ = try world.call(0, Methods.Files.share) {
      $0.room = room
      $0.name = "a.txt"
      $0.blob = try world.keep(0, Data(repeating: 7, count: 100_000))
    }
    _ = try world.plan(0, EventDraft("Picnic"), in: room)
    _ = try world.call(0, Methods.Rooms.delete) { $0.room = room }
    let after = try world.network.nodes[0].store.read { try $0.roomRows() }
    #expect(after.rooms == before.rooms - 1 && after.chunks == 0)
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    #expect(try world.network.nodes[0].store.read { try $0.isDeleted(id) })
  }

  @Test("P-25: a second room of one name is said to be one, and names tell two rooms apart")
  func sameName() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let first = try world.make(0, "picnic", ["Bob"])
    for name in ["picnic", "Picnic", "lobby"] {
      #expect(refusal { _ = try world.make(0, name) }.contains("already: choose another name"))
    }
    let other = try world.make(0, "attic").id
    func rename(_ name: String, _ isSame: Bool) throws {
      _ = try world.call(0, Methods.Rooms.edit) {
        $0.room = other
        $0.name = name
        $0.sameName = isSame
      }
    }
    #expect(refusal { try rename("picnic", false) }.contains("already: choose another name"))
    try rename("Attic", false)
    try rename("picnic", true)
    let said = refusal { _ = try world.room(0, "picnic") }
    #expect(said.contains("2 rooms fit picnic"))
    #expect(said.contains("picnic (\(first.id.prefix(8)), with Bob)"), "\(said)")
    #expect(said.contains("picnic (\(other.prefix(8)), you alone)"))
    #expect(try world.room(0, String(other.prefix(8))).id == other)
    let third = try world.call(0, Methods.Rooms.make) {
      $0.name = "picnic"
      $0.sameName = true
    }
    #expect(third.name == "picnic" && third.id != first.id)
  }

  @Test("G-20: a name that is too long is refused, and joined emoji stay joined")
  func longNames() throws {
    let world = try RoomWorld(["Ada"])
    func rename(_ name: String) throws -> String {
      try world.call(0, Methods.Node.set) {
        $0.key = "name"
        $0.value = name
      }.name
    }
    let long = String(repeating: "é", count: 46) + "x"
    #expect(refusal { _ = try rename(long) }.contains("The name has 93 bytes and 63 are allowed"))
    #expect(refusal { _ = try world.make(0, long) }.contains("93 bytes"))
    #expect(try rename("The 👩‍👩‍👧 family") == "The 👩‍👩‍👧 family")
    #expect(try rename(String(repeating: "x", count: 63)).count == 63)
    let text = String(repeating: "x", count: 281)
    #expect(
      refusal { _ = try world.call(0, Methods.Tables.host) { $0.description_p = text } }
        .contains("The description has 281 bytes"))
  }
}
