import Chat
import ChatSchema
import Feature
import Features
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

extension RecordKind {
  fileprivate static let echo: RecordKind = 0x6401
  fileprivate static let pile: RecordKind = 0x6402
  fileprivate static let pilePart: RecordKind = 0x6403
  fileprivate static let look: RecordKind = 0x6404
}

private let piles = Kind(
  .pile, ChatMessage.self, noun: "pile", lists: "none", title: \.text)
private let pileParts = Kind(
  .pilePart, ChatMessage.self, KindRules(parents: [.pile]), noun: "part", lists: "none",
  title: \.text)
private let looks = Kind(
  .look, ChatMessage.self, noun: "look", lists: "none", title: \.text)

/// The echo of a feature for these tests: a home that sees somebody else say "ping" writes one, and notes deleted records.
private let echoes = Kind(
  .echo, ChatMessage.self, KindRules(isPermanent: true), noun: "echo", lists: "none", title: \.text)

extension Feature {
  fileprivate static let echo = Feature(
    name: "echo", kinds: [echoes.erased, piles.erased, pileParts.erased, looks.erased],
    reactions: [
      // Notes each time that it looks at a pile.
      Reaction([.pile, .pilePart], together: .pile) { change, home, draft in
        try draft.make(
          looks, in: home.personalRoom, named: DerivedNonce("look", change.record.id),
          .with { $0.text = "look" })
      },
      Reaction(
        [.chatMessage],
        open: { home in
          try home.rooms().flatMap { try home.records(of: [.chatMessage], in: $0, limit: 500) }
        },
        react: { change, home, draft in
          let text = Messages.kind.decode(change.record.body).text
          guard change.record.author != home.me, text.hasPrefix("ping"), change.effect != .changed
          else { return }
          let purpose = change.effect == .deleted ? "gone" : "echo"
          try draft.make(
            echoes, in: change.record.room, named: DerivedNonce(purpose, change.record.id),
            .with { $0.text = "\(purpose) of \(text)" })
        }),
    ])
}

/// Records that features write by themselves.
@Suite struct ReactionTests {
  private let world: RoomWorld
  private let room: String

  init() throws {
    world = try RoomWorld(
      ["Ada", "Bob"], registry: Registry(beside: [.chat, .files, .events, .echo]))
    try world.pair(0, 1)
    room = try world.make(0, "friends", ["Bob"]).id
  }

  /// The echoes that a node has, by their authors, in order.
  private func echoes(_ number: Int) throws -> [String] {
    try world.read(number, room) { views in
      try views.home.records(of: [.echo], in: views.id, limit: 200).map { views.home.title(of: $0) }
    }
  }

  @Test("a reaction writes in the turn of what it reacts to, once, for others alone")
  func once() throws {
    try world.say(1, "ping 1", in: room)
    try world.say(1, "hello", in: room)
    #expect(try echoes(0) == ["echo of ping 1"] && echoes(1) == ["echo of ping 1"])
    // After a start, and once the room was made again, nothing is made twice.
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 5_000)
    try world.say(1, "ping 2", in: room)
    #expect(try echoes(0) == ["echo of ping 1", "echo of ping 2"])
    #expect(try echoes(1) == echoes(0))
    #expect(try world.state(0, room) == world.state(1, room))
  }

  @Test("a delete carries what the record was")
  func deleted() throws {
    let message = try world.say(1, "ping", in: room)
    _ = try world.call(1, Methods.Chat.delete) {
      $0.room = room
      $0.message = message.id
    }
    #expect(try echoes(0) == ["echo of ping", "gone of ping"])
  }

  @Test(
    "what others write makes a node write no more than a bounded number at once; a start looks at the rest"
  )
  func bounded() throws {
    var pen = try Pen(of: 1, in: #require(RoomID(Base32.decode(room) ?? [])), world)
    // The nonce of sixteen zero bytes is that of Bob's introduction.
    for number in 1...100 {
      try pen.write([
        .making(
          .chatMessage, nonce: Data(repeating: UInt8(number), count: 16),
          ChatMessage.with { $0.text = "ping \(number)" })
      ])
    }
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try echoes(0).count == Reaction.burst)
    world.network.crash(0)
    try world.network.start(0)
    world.network.run(milliseconds: 5_000)
    #expect(try echoes(0).count == 100)
  }

  @Test("52.5 what belongs to one record is looked at together, once in a turn")
  func together() throws {
    var pen = try Pen(of: 1, in: #require(RoomID(Base32.decode(room) ?? [])), world)
    let bob = try world.account(1)
    func nonce(_ number: Int) -> Data { Data(repeating: UInt8(number), count: 16) }
    func write(pile number: Int) throws {
      try pen.write([.making(.pile, nonce: nonce(number), ChatMessage())])
    }
    func write(_ parts: Range<Int>, to pile: Int) throws {
      for number in parts {
        let parent = RecordID(by: bob, nonce: nonce(pile))
        try pen.write([
          .making(.pilePart, nonce: nonce(number), parent: parent, ChatMessage())
        ])
      }
    }
    func looksAfterSending(from first: Int) throws -> Int {
      try world.send(pen.batch(of: first..<pen.count), from: 1, to: 0)
      return try world.read(0, "lobby") { views in
        try views.home.records(of: [.look], in: views.home.personalRoom, limit: 200).count
      }
    }
    try write(pile: 1)
    try write(2..<60, to: 1)
    #expect(try looksAfterSending(from: 0) == 1)
    var sent = pen.count
    try write(60..<70, to: 1)
    #expect(try looksAfterSending(from: sent) == 2)
    sent = pen.count
    try write(70..<80, to: 1)
    try write(pile: 80)
    try write(81..<200, to: 80)
    #expect(try looksAfterSending(from: sent) == 4)
  }

  @Test("records of a permanent kind cannot be deleted, whoever tries")
  func permanent() throws {
    try world.say(1, "ping", in: room)
    let echo = try #require(
      try world.read(0, room) { try $0.home.records(of: [.echo], in: $0.id, limit: 1) }.first)
    var pen = try Pen(of: 0, in: #require(RoomID(Base32.decode(room) ?? [])), world, later: 1)
    try pen.write([.with { $0.delete.record = echo.id.data }])
    try world.send(pen.batch, from: 0, to: 1)
    #expect(try echoes(1) == ["echo of ping"])
  }
}
