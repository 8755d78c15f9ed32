import DuelSchema
import Feature
import Features
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Files of duels that were changed on their way.
extension DuelMatchTests {
  @Test("V-38: a file with one changed byte is found, or tells of the same match")
  func damaged() throws {
    let (world, table) = try begun()
    try tap(world, 0, table) { $0.draw.count = 3 }
    try tap(world, 1, table) { $0.dice = .with { ($0.count, $0.sides) = (2, 6) } }
    for _ in 0..<2 {
      try tap(world, 1, table) { $0.end = .concede }
      guard try world.table(0, table).phase == .playing else { break }
      for number in 0...1 { try tap(world, number, table) { $0.begin.draw = 7 } }
    }
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    let stored = try world.network.nodes[0].store.read { try Transcript.export(id, $0) }
    let file = try #require(stored)
    let honest = Transcript.verify(file, Registry.parlor.games)
    #expect(honest.report.valid)
    let seed: UInt64 = 38
    print("Bytes of a duel's file are changed by seed \(seed).")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let place = random.below(file.count - Transcript.checksumSize)
      let bits = UInt8(1 + random.below(255))
      var changed = file
      changed[place] ^= bits
      #expect(
        !Transcript.verify(changed, Registry.parlor.games).report.valid,
        "byte \(place) with \(bits), seed \(seed)")
      // Whoever changes a file on purpose makes its checksum again: what is signed must be found by itself.
      let body = Array(changed.dropLast(Transcript.checksumSize))
      let found = Transcript.verify(
        body + Hashing.digest(.file, body).bytes, Registry.parlor.games)
      let isSame = found.report == honest.report && found.events == honest.events
      #expect(
        isSame || !found.report.valid,
        "byte \(place) with \(bits) under another checksum, seed \(seed)")
    }
  }
}
