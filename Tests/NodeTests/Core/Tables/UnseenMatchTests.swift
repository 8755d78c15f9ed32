import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Matches that go on while nobody follows.
@Suite struct UnseenMatchTests {
  private func tables(_ outputs: [Output]) -> [TableView] {
    outputs.compactMap { output in
      guard case .publish(let change) = output, case .table(let view)? = change.what else {
        return nil
      }
      return view
    }
  }

  @Test(
    "the view of a match is not made while nobody follows, and is the newest once it is asked for")
  func unseen() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match()
    try world.tap(table, 0, 1)
    let shown = try world.table(1, table)
    #expect(shown.roundsDecided == 1)
    let node = try #require(world.network.nodes[1].node)
    #expect(!node.hasUnseen)
    node.hasSubscribers = false
    for _ in 2...4 { try world.tap(table, 0, 1) }
    #expect(try world.table(1, table) == shown, "nothing was published")
    #expect(node.hasUnseen)
    let newest = try tables(node.publishUnseen())
    #expect(newest.map(\.roundsDecided) == [4])
    #expect(
      try newest.map(\.stateHash) == [world.table(0, table).stateHash],
      "as the other chair was told")
    #expect(try !node.hasUnseen && node.publishUnseen().isEmpty, "it is published once")
    // An input that failed lets go of the table.
    try world.tap(table, 0, 1)
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    node.forget(id)
    #expect(try tables(node.publishUnseen()).map(\.roundsDecided) == [5])
  }

  @Test("the end of a match is stored and told although nobody follows")
  func end() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try world.match()
    world.network.nodes[1].node?.hasSubscribers = false
    try world.tap(table, 0, 1)
    #expect(world.network.nodes[1].node?.hasUnseen == true)
    try world.call(0, Methods.Tables.giveUp) { $0.table = table }
    #expect(try world.table(1, table).phase == .finished)
    #expect(world.network.nodes[1].node?.hasUnseen == false)
  }
}
