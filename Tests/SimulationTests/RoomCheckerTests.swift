import Foundation
import Identifiers
import Node
import Schema
import Testing
import Wire

@testable import TestKit

/// Naming a room to somebody who was never in it: the checker of rooms finds it.
@Suite struct RoomCheckerTests {
  private let network = VirtualNetwork(seed: 1)
  private let checker = RoomChecker()
  private let room: RoomID

  /// Two people who trust each other, and a room of the first one alone.
  init() throws {
    network.checkers = [checker]
    for name in ["Ada", "Bob"] { _ = try network.add(name) }
    network.connect(0, 1)
    for (number, peer) in [(0, 1), (1, 0)] {
      let id = network.nodes[peer].id.description
      _ = try network.call(number, Methods.Peers.trust) { $0.node = id }.get()
    }
    let view = try network.call(0, Methods.Rooms.make) { $0.name = "boat" }.get()
    room = try #require(Base32.decode(view.id).flatMap { RoomID($0) })
    checker.added[room] = [0]
    network.settle()
  }

  private func inject(_ body: Frame.OneOf_Body, from sender: Int, to receiver: Int) throws {
    #expect(network.inject(try Coding.encode(Frame(body)), from: sender, to: receiver))
    network.settle()
  }

  /// A former owner sends made-up entries to everybody; a node that hears of the room in this way asks about it later
  /// (seed 234 with cards).
  @Test("C-19: who spoke of a room itself is told nothing by a refusal")
  func refusalOfWhatWasNamed() throws {
    try inject(.batch(.with { $0.room = room.data }), from: 0, to: 1)
    try inject(.digest(.with { $0.room = room.data }), from: 1, to: 0)
    #expect(network.violation == nil)
  }

  @Test("C-19: a refusal of a room that the other side never spoke of names it")
  func refusalOutOfNowhere() throws {
    try inject(.digest(.with { $0.room = room.data }), from: 1, to: 0)
    #expect(network.violation?.sentence.contains("named a room") == true)
  }
}
