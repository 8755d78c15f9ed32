import DeckSchema
import DrawingSchema
import ProfileSchema
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Moderators of a room (row A-17).
@Suite struct RoleTests {
  /// Ada owns a room with Bob and Cleo in it.
  private func world() throws -> RoomWorld {
    let world = try RoomWorld(["Ada", "Bob", "Cleo"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    try world.pair(1, 2)
    _ = try world.make(0, "friends", ["Bob", "Cleo"])
    return world
  }

  @discardableResult
  private func name(
    _ world: RoomWorld, _ number: Int, _ person: String, _ role: String, in room: String = "friends"
  ) throws -> RoleView {
    try world.call(number, Methods.Profiles.setRole) {
      ($0.room, $0.person, $0.role) = (room, person, role)
    }
  }

  private func roles(_ world: RoomWorld, _ number: Int) throws -> [String] {
    try world.call(number, Methods.Profiles.roles) { $0.room = "friends" }.roles
      .map { "\($0.personName) \($0.role)" }
  }

  @discardableResult
  private func close(_ world: RoomWorld, _ number: Int) throws -> CardRequestView {
    try world.call(number, Methods.Cards.closeRequest) {
      ($0.request, $0.reason) = ("glass elf", "asked twice")
    }
  }

  @Test("A-17: the owner names a moderator, everybody sees it, and nobody else can")
  func names() throws {
    let world = try world()
    #expect(try roles(world, 2) == ["Ada owner"])
    #expect(refusal { try name(world, 1, "Bob", "moderator") }.contains("Only the owner"))
    #expect(refusal { try name(world, 0, "Bob", "king") }.contains("moderator or member, not king"))
    #expect(refusal { try name(world, 0, "Ada", "moderator") }.contains("You own friends"))
    #expect(refusal { try name(world, 0, "Bob", "moderator", in: "lobby") }.contains("Nobody owns"))
    #expect(try name(world, 0, "Bob", "moderator").role == "moderator")
    try name(world, 0, "Bob", "moderator")
    #expect(try roles(world, 2) == ["Ada owner", "Bob moderator"])
    #expect(try name(world, 0, "Bob", "member").role == "member")
    #expect(try roles(world, 2) == ["Ada owner"])
  }

  @Test(
    "A-17, A-19: a moderator closes requests, by every node's own check; what was closed stays closed"
  )
  func closes() throws {
    let world = try world()
    try world.call(2, Methods.Cards.request) { ($0.room, $0.name) = ("friends", "Glass Elf") }
    #expect(refusal { try close(world, 1) }.contains("Only the owner and the moderators"))
    try name(world, 0, "Bob", "moderator")
    let view = try close(world, 1)
    #expect(view.closed && view.closerName == "Bob" && view.closeReason == "asked twice")
    #expect(refusal { try close(world, 0) }.contains("closed already"))
    for number in 0...2 {
      #expect(try world.call(number, Methods.Cards.requests).requests.isEmpty)
      let all = try world.call(number, Methods.Cards.requests) { $0.all = true }.requests
      #expect(all.map(\.closed) == [true])
    }
    try name(world, 0, "Bob", "member")
    #expect(try world.call(2, Methods.Cards.requests).requests.isEmpty)
    // From now on what Bob closes counts nowhere.
    try world.call(2, Methods.Cards.request) { ($0.room, $0.name) = ("friends", "Stone Elf") }
    let refused = refusal {
      try world.call(1, Methods.Cards.closeRequest) { $0.request = "stone elf" }
    }
    #expect(refused.contains("Only the owner and the moderators"))
  }

  @Test("A-17: a moderator of the room rules in its tournaments")
  func rules() throws {
    let world = try world()
    _ = try world.call(2, Methods.Tournaments.make) {
      ($0.name, $0.format, $0.entrants, $0.room) = ("League", "league", "P0\nP1\nP2\nP3", "friends")
    }
    _ = try world.call(2, Methods.Tournaments.start) { $0.tournament = "League" }
    func rule(_ number: Int) throws -> TournamentView {
      try world.call(number, Methods.Tournaments.rule) {
        ($0.tournament, $0.match, $0.score, $0.reason) = ("League", "R1.1", "1:0", "seen by all")
      }
    }
    #expect(refusal { _ = try rule(1) }.contains("a moderator of its room can decide"))
    try name(world, 0, "Bob", "moderator")
    #expect(try rule(1).mayRule)
    for number in 0...2 {
      let view = try world.call(number, Methods.Tournaments.show) { $0.tournament = "League" }
      #expect(view.matches.first { $0.name == "R1.1" }?.state == .decided)
    }
    try name(world, 0, "Bob", "member")
    let view = try world.call(2, Methods.Tournaments.show) { $0.tournament = "League" }
    #expect(view.matches.first { $0.name == "R1.1" }?.state == .decided)
    #expect(refusal { _ = try rule(1) }.contains("can decide"))
  }

  @Test(
    "A-18: a tournament, a drawing and a collection belong to the key that made them, whatever its person and others are called"
  )
  func ownership() throws {
    let world = try world()
    try world.call(0, Methods.Tournaments.make) {
      ($0.name, $0.format, $0.entrants, $0.room) = ("League", "league", "P0\nP1", "friends")
    }
    let drawing = try world.drawing(0).id
    try world.own(0, "Storm Crow", anyway: true)
    // Bob takes Ada's name; his key is his own all the same.
    try world.call(1, Methods.Node.set) { ($0.key, $0.value) = ("name", "Ada") }
    world.network.settle()
    func edit(_ number: Int, _ name: String) throws {
      try world.call(number, Methods.Tournaments.edit) {
        ($0.tournament, $0.name) = ("League", name)
      }
    }
    func rename(_ number: Int, _ title: String) throws {
      try world.call(number, Methods.Drawings.rename) {
        ($0.drawing, $0.title) = (drawing, title)
      }
    }
    func delete(_ number: Int) throws {
      try world.call(number, Methods.Drawings.delete) { $0.drawings = [drawing] }
    }
    for number in 1...2 {
      #expect(refusal { try edit(number, "Mine") } != "")
      #expect(refusal { try rename(number, "Mine") } != "")
      #expect(refusal { try delete(number) } != "")
      #expect(try world.call(number, Methods.Cards.list).cards.isEmpty)
    }
    try world.call(0, Methods.Node.set) { ($0.key, $0.value) = ("name", "Zoe") }
    world.network.crash(0)
    try world.network.start(0)
    try rename(0, "Castle")
    #expect(try world.shown(0, drawing).title == "Castle")
    #expect(try world.call(0, Methods.Cards.list).cards.count == 1)
    try edit(0, "Cup")
    try delete(0)
  }
}
