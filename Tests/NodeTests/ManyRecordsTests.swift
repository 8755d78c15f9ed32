import Feature
import Features
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

/// Steps of a turn of our node beside thousands of records of a friend.
@Suite struct ManyRecordsTests {
  /// So many records of each kind are there already.
  private static let count = 3_000

  static let kinds = (1...4_096).compactMap { Registry.parlor.kind(RecordKind(rawValue: $0)) }

  /// Writes records of a kind, one below the other where it needs a parent, and the parents before.
  private func write(_ kind: AnyKind, _ count: Int, _ pen: inout Pen) throws -> [PutRecord] {
    var chain = [kind]
    while let last = chain.last, !last.rules.mayStandAlone,
      let parent = last.rules.parents.min().flatMap({ Registry.parlor.kind($0) })
    {
      chain.append(parent)
    }
    var parent: RecordID?
    func put(_ kind: AnyKind, _ number: Int) -> PutRecord {
      var put = PutRecord()
      put.nonce = Data(
        Hashing.digest(.record, Array("\(kind.number) \(number)".utf8)).bytes.prefix(16))
      put.kind = kind.number.rawValue
      put.parent = parent?.data ?? Data()
      put.body = Data([0x0a, 1, UInt8(ascii: "a")])
      return put
    }
    for above in chain.dropFirst().reversed() {
      let made = put(above, -1)
      try pen.write([.with { $0.put = made }])
      parent = RecordID(by: pen.log.author, nonce: made.nonce)
    }
    return (0..<count).map { put(kind, $0) }
  }

  @Test(
    "42.e: what comes beside thousands of records of its kind takes a turn no longer than its bound",
    arguments: kinds.map { "\($0.number.rawValue) \($0.noun)" })
  func oneMore(_ name: String) throws {
    let number = try #require(name.split(separator: " ").first.flatMap { UInt32($0) })
    let kind = try #require(Registry.parlor.kind(RecordKind(rawValue: number)))
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(1, "attic", ["Ada"])
    let id = try #require(RoomID(Base32.decode(room.id) ?? []))
    world.network.run(milliseconds: 5_000)
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 1, in: id, world)
    let puts = try write(kind, Self.count + 4, &pen)
    var first = 0
    for some in stride(from: 0, to: Self.count, by: 100) {
      try pen.write(puts[some..<some + 100].map { put in .with { $0.put = put } })
      guard (some + 100) % 1_000 == 0 || some + 100 == Self.count else { continue }
      try world.send(pen.batch(of: first..<pen.count), from: 1, to: 0)
      first = pen.count
    }
    let connections = world.network.nodes[0].store.connections
    // The least of some: now and then a turn also brings the index of words further.
    let steps =
      try puts[Self.count...].map { put in
        try pen.write([.with { $0.put = put }])
        _ = connections.write { $0.stepsTaken() }
        try world.send(pen.batch(of: pen.count - 1..<pen.count), from: 1, to: 0)
        return connections.write { $0.stepsTaken() }
      }.min() ?? .max
    let newest = RecordID(by: pen.log.author, nonce: puts[Self.count + 3].nonce)
    let isThere = try world.read(0, room.id) {
      try $0.reader.record(newest, in: $0.room.stored.records) != nil
    }
    #expect(isThere, "the last one did not come")
    // A change in a draw reads all that belongs to the draw, as who takes part may have left the room.
    let drawParts = ["promise", "end of a draw", "part of a draw"]
    let readsAll = drawParts.contains(kind.noun)
    #expect(steps < (readsAll ? 200 * Self.count : 360_000), "\(steps) steps")
  }
}
