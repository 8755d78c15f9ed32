import Foundation
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Words of two people about the members and the owner of a room: all who hear them agree in the end.
@Suite struct MemberOrderTests {
  /// The owner with two logs, and a member; each says what only an owner may say as well. Two nodes hear it in orders of their own.
  @Test(
    "P-25, P-27: words about members make the same of a room in any order",
    arguments: RecordOrderTests.seeds)
  func anyOrderMakesTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"], seed: seed)
    for other in 1...3 { try world.pair(0, other) }
    let room = try world.make(0, "boat", ["Bob", "Cyd", "Dan"]).id
    world.network.run(milliseconds: 130_000)
    world.network.tamper = { _ in [] }
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    var pens = try [
      Pen(of: 0, in: id, world), Pen(of: 0, in: id, world, later: 1), Pen(of: 1, in: id, world),
    ]
    let authors = [pens[0].log.author, pens[2].log.author]
    // What each entry needs of the other logs.
    var needs: [[[Int]]] = [[], [], []]
    for _ in 0..<18 {
      let writer = Int.random(in: 0..<3, using: &random)
      var (need, citations) = ([0, 0, 0], [Citation]())
      for other in 0..<3 where other != writer && Bool.random(using: &random) {
        guard let citation = pens[other].citation else { continue }
        citations.append(citation)
        need[other] = pens[other].count
      }
      let operations = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        Self.word(among: authors, &random)
      }
      try pens[writer].write(operations, citing: citations)
      needs[writer].append(need)
    }
    for number in 2...3 {
      var done = [0, 0, 0]
      while done != pens.map(\.count) {
        let log = Int.random(in: 0..<3, using: &random)
        guard done[log] < pens[log].count,
          zip(needs[log][done[log]], done).allSatisfy({ $0 <= $1 })
        else { continue }
        try world.take(number, pens[log].batch(of: done[log]..<done[log] + 1), of: room)
        done[log] += 1
      }
    }
    #expect(try world.state(2, room) == world.state(3, room), "seed \(seed)")
    #expect(try world.members(2, of: id) == world.members(3, of: id), "seed \(seed)")
    for number in 2...3 {
      let kept = try (world.state(number, room), world.members(number, of: id))
      try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(id, $0) }
      #expect(
        try (world.state(number, room), world.members(number, of: id)) == kept,
        "seed \(seed), node \(number)")
    }
  }

  /// Something that an owner may say, or a member, about one of two people or a third one.
  private static func word(
    among authors: [Author], _ random: inout SeededGenerator
  ) -> Schema.Operation {
    let stranger = Author(Data(repeating: 9, count: 32)) ?? .zero
    let author = (authors + [stranger]).randomElement(using: &random)?.data ?? Data()
    let cuts = (0..<Int.random(in: 0...2, using: &random)).map { incarnation in
      LogCut.with {
        $0.incarnation = UInt64(incarnation)
        $0.sequence = .random(in: 0...8, using: &random)
      }
    }
    let nonce = Data(repeating: .random(in: 0...255, using: &random), count: 16)
    return .with {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        $0.addMember.author = author
        $0.addMember.after = cuts
      case 2, 3:
        $0.removeMember.author = author
        $0.removeMember.last = cuts
      case 4:
        $0.handOver.author = author
        $0.handOver.after = cuts
        $0.handOver.last = cuts.reversed()
      case 5: $0.leaveRoom = LeaveRoom()
      default:
        $0.put.nonce = nonce
        $0.put.kind = RecordKind.chatMessage.rawValue
        $0.put.body = Data([0x0a, 1, 0x78])
      }
    }
  }
}

extension RoomWorld {
  /// Takes a batch's slices from a file of the room.
  fileprivate func take(_ number: Int, _ body: Frame.OneOf_Body, of room: String) throws {
    guard case .batch(let batch) = body else { return }
    let stored = try network.nodes[number].store.read { try $0.room(RoomID(batch.room) ?? .lobby) }
    let bundle = try Bundle.with {
      $0.room = batch.room
      $0.slices = batch.slices
      $0.opener = try #require(stored).opener.data
      $0.nonce = stored?.nonce ?? Data()
    }
    let bytes: Data = try bundle.serializedData()
    _ = try call(number, Node.importBundle) { $0.bundle = bytes }
  }

  fileprivate func members(_ number: Int, of room: RoomID) throws -> Members? {
    try network.nodes[number].store.read { try $0.room(room)?.members }
  }
}
