import DuelSchema
import Feature
import Foundation
import Identifiers
import Schema
import Testing

@testable import Node

/// Whatever a person still does once a duel is over is written, or refused with a sentence.
extension DuelMatchTests {
  /// A move of each kind that the schema has, with nothing in it.
  private static let moves: [DuelMove] = (1...200).flatMap { number in
    // A number or a truth value, and a text or a message.
    [(0, 1), (2, 0)].compactMap { (kind: Int, content: UInt8) -> DuelMove? in
      let tag = number << 3 | kind
      let bytes = (tag < 128 ? [tag] : [tag & 127 | 128, tag >> 7]).map { UInt8($0) } + [content]
      guard let move = try? DuelMove(serializedBytes: bytes), move.move != nil else { return nil }
      return move
    }
  }

  /// The messages of a table as its host's node has them.
  private func said(_ world: RoomWorld, in table: RoomID) throws -> [String] {
    let account = try world.account(0)
    return try world.network.nodes[0].store.read { reader in
      try #require(try RoomViews(table, reader, own: account)).messages(limit: 9).messages
    }.map(\.text)
  }

  @Test(
    "V-38: after the end each move is written or refused with a sentence, with the secret deleted and after a restart"
  )
  func afterTheEnd() throws {
    #expect(Self.moves.count > 30)
    let (world, table) = try begun()
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    func written() throws -> Int {
      try world.network.nodes[1].store.read { try Room.payloads(of: id, $0).count }
    }
    try tap(world, 0, table) { $0.draw.count = 2 }
    for _ in 0..<2 {
      try tap(world, 0, table) { $0.show = .with { ($0.hand, $0.to) = (true, .joiner) } }
    }
    try world.call(1, Methods.Tables.giveUp) { $0.table = table }
    try tap(world, 0, table) { $0.openMatch = true }
    #expect(try world.table(1, table).duel.seats.allSatisfy { $0.opened })
    for box in UInt32(1)...2 {
      for move in Self.moves {
        let before = try written()
        let sentence = refusal {
          let tap = try Tap.duel(move, at: table)
          try world.call(1, Methods.Tables.tap) { $0 = tap }
        }
        #expect(try sentence != "(not refused)" || written() > before, "\(move)")
      }
      try tap(world, 1, table) { $0.complain.shown = box }
      let twice = refusal { try tap(world, 1, table) { $0.complain.shown = box } }
      #expect(twice.contains("already"), "\(twice)")
      let opened = refusal { try tap(world, 1, table) { $0.openMatch = true } }
      #expect(opened.contains("You have opened the match."), "\(opened)")
      let complaints = try world.table(0, table).duel.log.filter {
        $0.text == "Bob says that cards that were shown cannot be read."
      }
      #expect(complaints.count == Int(box))
      try world.say(1, "well played \(box)", in: table)
      #expect(try said(world, in: id).last == "well played \(box)")
      world.network.crash(1)
      try world.network.start(1)
      world.network.connect(0, 1)
    }
    #expect(try world.verified(0, table).text.contains("both players have opened"))
    try world.call(1, Methods.Tables.rematch) { $0.table = table }
    try world.call(0, Methods.Tables.rematch) { $0.table = table }
    let next = try world.table(1, table).rematch
    #expect(try world.table(1, next).phase == .playing)
    #expect(try world.table(0, next).duel.own.library == "Wood")
  }

  @Test("V-40: a move at a table whose secret is gone is refused with the reason, whatever it is")
  func secretGone() throws {
    let (world, table) = try begun()
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    try tap(world, 1, table) { $0.draw.count = 2 }
    world.network.crash(1)
    try world.network.nodes[1].store.turn { try $0.removeChainSecret(id) }
    try world.network.start(1)
    world.network.connect(0, 1)
    try world.sit(table, 0, 1)
    let said = refusal { try tap(world, 1, table) { $0.draw.count = 1 } }
    #expect(said.contains("without the secret of your cards"), "\(said)")
  }
}
