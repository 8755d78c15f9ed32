import Feature
import FileSchema
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// Messages that would reach nobody are not taken, and why is said.
@Suite struct HearingTests {
  private func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch let refused as Refused { return refused.refusal.message } catch {}
    return ""
  }

  private func direct(_ world: RoomWorld, _ number: Int, _ person: String) throws -> String {
    try world.call(number, Methods.Rooms.make) {
      $0.direct = true
      $0.people = [person]
    }.id
  }

  private func peer(_ other: Int, of number: Int, _ world: RoomWorld) throws -> PeerView {
    let id = world.network.nodes[other].id.description
    return try #require(
      try world.network.nodes[number].store.read { try $0.peers() }.map(\.view)
        .first { $0.id == id })
  }

  @Test("P-22: who was unpaired sees it, and writes to nobody no longer", arguments: [false, true])
  func unpaired(isAway: Bool) throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try direct(world, 1, "Ada")
    try world.say(1, "hello", in: room)
    #expect(try world.texts(0, in: room) == ["hello"])
    if isAway { world.network.partition(0, 1) }
    world.network.run(milliseconds: isAway ? 60_000 : 0)
    _ = try world.call(0, Methods.Peers.unpair) { $0.peer = "Bob" }
    world.network.heal(0, 1)
    world.network.run(milliseconds: 60_000)
    #expect(try peer(0, of: 1, world).unpairedThere && peer(0, of: 1, world).paired)
    #expect(try !peer(1, of: 0, world).unpairedThere)
    let said = refusal { try world.say(1, "anybody?", in: room) }
    #expect(said.contains("Ada has not paired with you") && said.contains("peer pair"), "\(said)")
    #expect(try world.room(1, room).notice == said)
    #expect(
      refusal { try world.say(0, "no", in: room) }.contains("You have unpaired Bob"))
    let file = refusal {
      _ = try world.call(1, Methods.Files.share) {
        $0.room = room
        $0.name = "a.txt"
        $0.blob = try world.keep(1, Data([1]))
      }
    }
    #expect(file.contains("Ada has not paired with you"))
    #expect(try world.texts(1, in: room) == ["hello"], "nothing was taken that nobody gets")
    // It is over once she pairs again.
    let id = world.network.nodes[1].id.description
    _ = try world.call(0, Methods.Peers.trust) { $0.node = id }
    world.network.run(milliseconds: 2_000)
    #expect(try !peer(0, of: 1, world).unpairedThere)
    try world.say(1, "again", in: room)
    #expect(try world.texts(0, in: room) == ["hello", "again"])
    #expect(try world.room(1, room).notice == "")
  }

  @Test("P-25: who was removed from a room is told when it writes there")
  func removed() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    try world.say(1, "hello", in: room)
    try world.change(0, room, "Bob", .remove)
    let said = refusal { try world.say(1, "anybody?", in: room) }
    #expect(said.contains("Ada's node says that you were removed"), "\(said)")
    #expect(said.contains("nobody there gets what you write"))
    try world.change(0, room, "Bob", .add)
    world.network.run(milliseconds: 1_000)
    try world.say(1, "back", in: room)
    #expect(try world.texts(0, in: room) == ["hello", "back"])
  }

  @Test("P-25: a member who is not the owner can raise a doubt, and silence nobody")
  func doubt() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "club", ["Bob", "Cyd"]).id
    let (id, cyd) = try world.network.nodes[2].store.read { reader in
      (
        try #require(Base32.decode(room).flatMap { RoomID($0) }),
        try #require(try reader.accounts().first).author
      )
    }
    try world.network.nodes[1].store.turn { try $0.setRemoval(from: id, toldBy: cyd) }
    let message = try world.say(1, "hello", in: room)
    #expect(message.undelivered.contains("Cyd's node says that you were removed"))
    #expect(try world.texts(0, in: room) == ["hello"])
  }

  @Test("P-20: in a lobby that is off nothing is said") func lobbyOff() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    func lobby(_ mode: String) throws {
      _ = try world.call(0, Methods.Node.set) {
        $0.key = "lobby"
        $0.value = mode
      }
    }
    try lobby("off")
    let said = refusal { try world.say(0, "anybody?") }
    #expect(said.contains("The lobby is off") && said.contains("settings set lobby open"))
    #expect(try world.texts(0) == [])
    try lobby("open")
    try world.say(0, "hello")
    #expect(try world.texts(1) == ["hello"])
  }

  @Test("P-20: who shows the lobby is told at once that it is off, and that it is on again")
  func lobbyNotice() throws {
    let world = try RoomWorld(["Ada"])
    let first = world.network.nodes[0].changes.count
    for mode in ["off", "off", "open"] {
      _ = try world.call(0, Methods.Node.set) {
        $0.key = "lobby"
        $0.value = mode
      }
    }
    let lobby = RoomID.lobby.description
    let notices = world.network.nodes[0].changes[first...].compactMap { change -> Bool? in
      guard case .room(let view)? = change.what, view.id == lobby else { return nil }
      return view.notice.contains("The lobby is off")
    }
    #expect(notices == [true, false])
  }
}
