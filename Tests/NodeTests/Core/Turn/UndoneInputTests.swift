import Feature
import Foundation
import Identifiers
import Schema
import Testing
import Wire

@testable import Node
@testable import TestKit

/// An input that fails is undone alone, on disk and in memory.
@Suite struct UndoneInputTests {
  private static let host = 0
  private static let joiner = 1

  @Test func memoryForgetsAnUndoneInputAlsoWhereAnotherOneTouchedTheSameTable() throws {
    let network = VirtualNetwork(seed: 3)
    _ = try network.add("Ada")
    _ = try network.add("Bob")
    network.connect(Self.host, Self.joiner)
    let table = try VirtualSeating.seat(
      network, host: Self.host, joiner: Self.joiner, rules: .init())
    try attend(network, Self.host, table)
    _ = try network.call(Self.host, Methods.Tables.start) { $0.table = table }.get()
    network.settle()
    // Keep back the entry with the joiner's first card.
    var batch: Batch?
    network.tamper = { passing in
      guard passing.from == Self.joiner,
        let frame = try? Coding.decode(Frame.self, from: passing.bytes)
      else { return [passing.bytes] }
      switch frame.body {
      case .batch(let body)? where batch == nil: batch = body
      case .batch?: return []
      default: break
      }
      return batch == nil ? [passing.bytes] : []
    }
    try attend(network, Self.joiner, table)
    network.settle()
    var bad = try #require(batch)
    bad.slices.append(Slice())
    let frame = try Coding.encode(Frame.with { $0.batch = bad })
    let away = try Coding.encode(
      Frame.with {
        $0.presence.room = bad.room
        $0.presence.author = bad.slices[0].log.author
      })
    let link = try #require(network.connections.last?.links.0)
    network.give(
      Self.host, [.frame(link, away), .frame(link, frame)])
    try compare(network)
  }

  @Test("design 4: all that a turn changed in memory is put back where it was not committed")
  func memoryIsPutBack() throws {
    let network = VirtualNetwork(seed: 3)
    _ = try network.add("Ada")
    let node = try #require(network.nodes[Self.host].node)
    let now = Moment(steady: 1_000, wall: 0)
    let link = LinkID(9)
    let before = (node.state, node.turn)
    node.links.table.open(
      link, to: .zero, LinkPeer(node: NodeID.zero.bytes, address: "", dialled: true), run: 1,
      at: now)
    node.tables.sessions.wait(at: .lobby, 5, isTimed: false, from: now)
    node.rooms.roomInvitations.settle(.lobby, isMember: false, [.zero])
    node.rooms.presence.set(true, of: .zero, in: .lobby)
    for _ in 0..<3 { _ = node.allowances.spendCall(at: now) }
    node.turn.tell(.renewSecurity)
    node.turn.touch(.lobby)
    #expect(node.turn.outputs.count > before.1.outputs.count)
    node.undo(before.0, before.1)
    #expect(node.links[link] == nil && node.tables.sessions.waits.isEmpty)
    #expect(!node.rooms.roomInvitations.shares(.lobby, with: [.zero]))
    #expect(node.rooms.presence[.lobby].isEmpty)
    #expect(node.turn.outputs.count == before.1.outputs.count)
    #expect(node.turn.touched == before.1.touched)
    let mayCall = node.allowances.spendCall(at: now)
    #expect(mayCall)
  }

  @Test("design 4: of an input that fails no change of records is left, nor an entry to sign")
  func recordsArePutBack() throws {
    let network = VirtualNetwork(seed: 3)
    _ = try network.add("Ada")
    let node = try #require(network.nodes[Self.host].node)
    let id = RoomID(personal: node.author)
    try node.store.turn { transaction in
      let error = try node.alone(transaction) {
        try node.records.introduce(in: id, transaction)
        #expect(node.records.marks.applier != nil && node.turn.written.count == 1)
        throw Refused(.invalid, "That is not to be.")
      }
      #expect(error is Refused)
      #expect(node.records.marks.applier == nil && node.records.marks.changes.isEmpty)
      #expect(node.turn.written.isEmpty && node.rooms[id] == nil)
    }
  }

  @Test("design 12: a turn knows whether anything may be written, also one that is put back")
  func writing() throws {
    let network = VirtualNetwork(seed: 3)
    _ = try network.add("Ada")
    let node = try #require(network.nodes[Self.host].node)
    let before = (node.state, node.turn)
    #expect(node.turn.writing == .allowed)
    node.storage.beginShortage(probeAt: 5_000)
    #expect(node.turn.writing == .diskFull)
    node.undo(before.0, before.1)
    #expect(node.turn.writing == .diskFull)
    node.diskFull = nil
    #expect(node.turn.writing == .allowed)
    node.recovery = Recovery()
    #expect(node.turn.writing == .recovering)
  }

  private func attend(_ network: VirtualNetwork, _ number: Int, _ table: String) throws {
    _ = try network.call(number, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .here
      $0.auto = true
    }.get()
  }

  /// Compares the memory of the host's node with its store: they must say the same.
  private func compare(_ network: VirtualNetwork) throws {
    let node = try #require(network.nodes[Self.host].node)
    try node.store.read { reader in
      for room in node.rooms.cache.rooms {
        let stored = try #require(try Room.load(room.id, reader))
        #expect(room.stored.position == stored.stored.position)
        #expect(Array(room.logs.values) == Array(stored.logs.values))
      }
    }
    try RebuildChecker().compare(Self.host, in: network)
  }
}
