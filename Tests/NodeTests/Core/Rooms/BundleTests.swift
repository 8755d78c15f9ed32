import Feature
import Foundation
@testable import Node
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

extension RoomWorld {
  /// The bytes of a room's file, as a node writes it now.
  func file(_ number: Int, of room: String = "lobby") throws -> [UInt8] {
    let store = network.nodes[number].store
    let own = try #require(network.nodes[number].node).author
    var writer = RoomFileWriter(try store.read { try RoomNames.room(room, $0, own: own) })
    var bytes: [UInt8] = []
    while let more = try store.read({ try writer.next($0) }) { bytes += more }
    return bytes
  }

  /// Looks through a file and takes it, as the daemon does.
  @discardableResult
  func take(_ number: Int, _ file: [UInt8]) throws -> BundleView {
    var reader = RoomFileReader()
    var check = RoomFileCheck(own: try #require(network.nodes[number].node).author)
    var pieces: [Data] = []
    for start in stride(from: 0, to: file.count, by: 1_000) {
      pieces += try reader.take(file[start..<min(start + 1_000, file.count)])
    }
    try reader.finish()
    for piece in pieces { try check.take(piece) }
    _ = try network.nodes[number].store.read { try check.verdict($0) }
    var sum = BundleView()
    for piece in pieces {
      let view = try call(number, Node.importBundle) { $0.bundle = piece }
      sum.taken += view.taken
      sum.known += view.known
      sum.left += view.left
      sum.files += view.files
    }
    return sum
  }
}

/// Rooms that travel in files (specification section 11).
@Suite struct BundleTests {
  @Test("P-34: a private room reaches a member who was never linked, and is the same there")
  func carried() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    world.network.crash(2)
    let room = try world.make(0, "boat", ["Bob", "Cyd"])
    try world.say(0, "who comes along?", in: room.id)
    try world.say(1, "I do", in: room.id)
    let file = try world.file(1, of: room.id)
    // Cyd is somewhere else, and a stick goes there.
    world.network.partition(0, 2)
    world.network.partition(1, 2)
    try world.network.start(2)
    let view = try world.take(2, file)
    #expect(view.taken > 3 && view.known == 0 && view.left == 0)
    #expect(try world.texts(2, in: room.id) == ["who comes along?", "I do"])
    let again = try world.take(2, file)
    #expect(again.taken == 0 && again.known == view.taken)
    try world.say(2, "me too", in: room.id)
    try world.take(0, world.file(2, of: room.id))
    #expect(try world.texts(0, in: room.id) == ["who comes along?", "I do", "me too"])
    #expect(try world.state(0, room.id) == world.state(2, room.id))
  }

  @Test("P-34: a long room goes piece by piece, and so does the lobby")
  func long() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    for number in 0..<70 {
      try world.say(0, "\(number) " + String(repeating: "x", count: 8_000))
    }
    let file = try world.file(0)
    #expect(file.count > 2 * Limits.batchPaired)
    let view = try world.take(1, file)
    #expect(view.left == 0)
    #expect(try world.state(0) == world.state(1))
  }

  @Test("P-34: who does not belong to a room gets nothing of it from its file")
  func others() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    let room = try world.make(0, "secret", ["Bob"])
    try world.say(0, "the plan", in: room.id)
    let file = try world.file(0, of: room.id)
    let refused = #expect(throws: Refused.self) { try world.take(2, file) }
    #expect(refused?.refusal.message.contains("do not belong") == true)
    let personal = #expect(throws: Refused.self) {
      try world.take(2, world.file(0, of: "personal"))
    }
    #expect(personal?.refusal.message.isEmpty == false)
    let id = try #require(Base32.decode(room.id).flatMap { RoomID($0) })
    #expect(try world.network.nodes[2].store.read { try $0.room(id) } == nil)
  }

  @Test("P-34: any damaged byte is found, and nothing is taken")
  func damage() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.say(0, "hello")
    let file = try world.file(0)
    let before = try world.state(1)
    for place in stride(from: 0, to: file.count, by: 7) {
      var damaged = file
      damaged[place] ^= 1
      #expect(throws: Refused.self, "byte \(place)") { try world.take(1, damaged) }
    }
    for length in stride(from: 0, to: file.count, by: 11) {
      #expect(throws: Refused.self) { try world.take(1, Array(file.prefix(length))) }
    }
    #expect(throws: Refused.self) { try world.take(1, file + [0]) }
    #expect(try world.state(1) == before)
  }

  @Test("P-34: a file with good sums and words that nobody signed is refused")
  func forged() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.say(0, "hello")
    var reader = RoomFileReader()
    let piece = try #require(try reader.take(world.file(0)).first)
    var bundle = try Coding.decode(Schema.Bundle.self, from: piece)
    let entry = try #require(bundle.slices[0].entries.last)
    bundle.slices[0].entries[bundle.slices[0].entries.count - 1].payload = Data(
      String(decoding: entry.payload, as: UTF8.self).utf8.reversed())
    let bytes = Data(try Coding.encode(bundle))
    #expect(throws: Refused.self) { try world.call(1, Node.importBundle) { $0.bundle = bytes } }
    #expect(try world.texts(1).isEmpty)
    let long = Data(count: Limits.framePaired + 1)
    #expect(throws: Refused.self) { try world.call(1, Node.importBundle) { $0.bundle = long } }
  }

  @Test("P-34: a fork goes with the file, and what was written before it counts")
  func forked() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    try world.say(0, "hello")
    let copy = try world.backUp(0)
    try world.say(0, "goodbye")
    world.network.crash(0)
    let clone = try world.network.add("Ada", store: copy)
    try world.say(clone, "something else")
    world.network.connect(clone, 1)
    world.network.settle()
    try world.say(1, "which is it?")
    let view = try world.take(2, world.file(1))
    #expect(view.taken > 0)
    #expect(try world.texts(2) == world.texts(1))
    #expect(try world.state(2) == world.state(1))
    #expect(try Set(world.texts(2)) == ["hello", "which is it?"])
  }

  @Test("invariant 10: a file may name the highest numbers behind a fork")
  func highestNumber() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    let pens = try ["yes", "no"].map { text in
      var pen = try Pen(of: 1, in: .lobby, world)
      try pen.write([pen.message(text)])
      return pen
    }
    let proof = try pens[0].fork(from: pens[1], at: 0)
    var bundle = Schema.Bundle.with {
      $0.room = RoomID.lobby.data
      $0.forks = [proof]
    }
    let bytes: Data = try bundle.serializedData()
    _ = try world.call(2, Node.importBundle) { $0.bundle = bytes }
    // Of a log that is forked at its first entry nothing is looked at, so its numbers were never checked.
    bundle.slices = [proof.left]
    bundle.slices[0].first = .max
    bundle.slices[0].entries += bundle.slices[0].entries
    let high: Data = try bundle.serializedData()
    let view = try world.call(2, Node.importBundle) { $0.bundle = high }
    #expect(view.taken == 0 && view.left == 0)
  }

  @Test("P-34: who has left the lobby takes no file of it")
  func noLobby() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.say(0, "hello")
    _ = try world.call(1, Methods.Node.set) {
      $0.key = "lobby"
      $0.value = "off"
    }
    let file = try world.file(0)
    let refused = #expect(throws: Refused.self) { try world.take(1, file) }
    #expect(refused?.refusal.message.contains("lobby") == true)
  }

  @Test("P-34: a room of two begins with a file, and somebody else has no use for it")
  func direct() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    let room = try world.call(0, Methods.Rooms.make) {
      $0.direct = true
      $0.people = ["Bob"]
    }
    try world.say(0, "only you", in: room.id)
    let file = try world.file(0, of: room.id)
    #expect(throws: Refused.self) { try world.take(2, file) }
    #expect(try world.take(1, file).left == 0)
    #expect(try world.texts(1, in: room.id) == ["only you"])
    try world.say(1, "and you", in: room.id)
    try world.take(0, world.file(1, of: room.id))
    #expect(try world.state(0, room.id) == world.state(1, room.id))
  }
}
