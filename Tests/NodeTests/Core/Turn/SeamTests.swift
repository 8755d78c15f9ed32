import Chat
import ChatSchema
import Events
import EventSchema
import Feature
import Features
import Foundation
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import War
import Wire

@testable import Node

extension Feature {
  /// A feature for these tests: its command says something twice, by way of the chat; another one calls itself.
  fileprivate static let echo = Feature(
    name: "echo", kinds: [],
    handlers: [
      .command(Self.twice) { request, home, draft in
        let post = Methods.Chat.post {
          $0.room = "lobby"
          $0.text = request.text
        }
        try draft.call(post, home)
        return try Self.outcome(draft.call(post, home)) { $0.name = "second" }
      },
      .command(Self.endless) { request, home, draft in
        try Self.outcome(draft.call(Self.endless(), home)) { _ in }
      },
      .command(Self.unknown) { _, home, draft in
        try Self.outcome(draft.call(Method<Tap, Done>("no/such")(), home)) { _ in }
      },
    ])

  fileprivate static let twice = Method<ChatMessage, MessageView>("echo/twice")
  fileprivate static let endless = Method<RoomCard, MessageView>("echo/endless")
  fileprivate static let unknown = Method<BudgetLine, MessageView>("echo/unknown")

  private static func outcome(
    _ answer: Handler.Answer, _ adding: @escaping @Sendable (inout MessageView) -> Void
  ) throws -> Outcome<MessageView> {
    guard case .record(let record, let room, _) = answer else {
      throw Refused(.invalid, "no record")
    }
    return .record(record, in: room, adding: adding)
  }
}

extension RecordKind {
  fileprivate static let score: RecordKind = 0x6601
}

/// Results of matches that a league keeps.
private let scores = Kind(
  .score, ChatMessage.self, noun: "score", lists: "none", title: \.text)

extension Feature {
  /// A feature for these tests: the winner of a match writes down that it is over, in the lobby.
  fileprivate static let league = Feature(
    name: "league", kinds: [scores.erased],
    sessionReactions: [
      SessionReaction(
        open: { home in
          try home.records(of: [.chatMessage], in: .lobby, limit: 10).compactMap {
            Base32.decode(Messages.kind.decode($0.body).text).flatMap { RoomID($0) }
          }
        },
        react: { session, home, draft in
          guard session.winner == home.me else { return }
          try draft.make(
            scores, in: .lobby, named: DerivedNonce("score", session.table),
            .with { $0.text = session.table.description })
        })
    ])
}

/// The parts of the seam that features still to come need.
@Suite struct SeamTests {
  @Test("a command carries out another feature's commands in its own turn, or nothing at all")
  func calls() throws {
    let world = try RoomWorld(["Ada"], registry: Registry(beside: [.chat, .files, .events, .echo]))
    let answer = try world.call(0, Feature.twice) { $0.text = "hey" }
    #expect(answer.text == "hey" && answer.name == "second")
    #expect(try world.texts(0) == ["hey", "hey"])
    // The second one is refused, so the first is not written either.
    #expect(throws: Refused.self) {
      try world.call(0, Feature.twice) { $0.text = " " }
    }
    #expect(throws: Refused.self) { try world.call(0, Feature.endless) }
    #expect(throws: Refused.self) { try world.call(0, Feature.unknown) }
    #expect(try world.texts(0) == ["hey", "hey"])
  }

  @Test("a feature sees who looks at a room, and the room that our person has with another")
  func people() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    let bob = try world.account(1)
    func here(_ number: Int) throws -> [String] {
      try world.act(number) { node, transaction in
        try StoreSnapshot(node, transaction.reader).peopleHere(in: id).map(\.name)
      }
    }
    #expect(try here(0) == [])
    _ = try world.call(1, Methods.Rooms.enter) {
      $0.room = room
      $0.here = true
    }
    #expect(try here(0) == ["Bob"] && here(1) == ["Bob"])
    func direct() throws -> RoomID? {
      try world.read(0, "lobby") { try $0.home.directRoom(with: bob) }
    }
    #expect(try direct() == nil)
    let made = try world.call(0, Methods.Rooms.make) {
      $0.people = ["Bob"]
      $0.direct = true
    }
    #expect(try direct()?.description == made.id)
  }

  @Test("a feature writes down how a match ended, in the turn in which it does, or after a start")
  func sessions() throws {
    let world = try RoomWorld(
      ["Ada", "Bob"], registry: Registry(beside: [.chat, .files, .events, .league, .war]))
    try world.pair(0, 1)
    let table = try VirtualSeating.seat(world.network, host: 0, joiner: 1, rules: Rules())
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    func session(_ number: Int) throws -> FinishedSession? {
      try world.read(number, "lobby") { try $0.home.finishedSession(at: id) }
    }
    func scores() throws -> [[String]] {
      try (0...1).map { number in
        try world.read(number, "lobby") { views in
          try views.home.records(of: [.score], in: .lobby, limit: 9).map {
            views.home.title(of: $0)
          }
        }
      }
    }
    #expect(try session(0) == nil)
    try VirtualSeating.play(world.network, table, host: 0, joiner: 1)
    world.network.run(milliseconds: 5_000)
    let ended = [try #require(try session(0)), try #require(try session(1))]
    #expect(ended[0].players == (try [world.account(0), world.account(1)]))
    #expect(ended[0].winner == ended[1].winner && ended[0].stateHash == ended[1].stateHash)
    #expect(try scores() == [[table], [table]])
    // What waits for it after a start is done once, too.
    let winner = try #require(ended[0].players.firstIndex { $0 == ended[0].winner })
    try world.say(winner, table)
    world.network.crash(winner)
    try world.network.start(winner)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 5_000)
    #expect(try scores() == [[table], [table]])
  }

  @Test("the entries that made and changed a record prove it, each up to a signature")
  func proof() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    _ = try world.edit(1, event) { $0.name = "Feast" }
    try world.say(0, "behind it", in: room)
    for number in 0...1 {
      let bundle = try world.read(number, room) { views in
        try views.home.proof(of: views.home.find("Feast", [.event], in: [views.id]))
      }
      let proof = try #require(bundle)
      #expect(proof.room == Data(try #require(Base32.decode(room))))
      let authors = try (0...1).map { try world.account($0).data }
      #expect(
        proof.slices.map(\.log.author).sorted { $0.lexicographicallyPrecedes($1) }
          == authors.sorted { $0.lexicographicallyPrecedes($1) })
      for slice in proof.slices {
        #expect(slice.signature.count == 64)
        let payload = try Coding.decode(
          Payload.self, from: try #require(slice.entries.first).payload)
        let put = try #require(payload.operations.first?.put)
        let name = try Event(serializedBytes: put.body).name
        #expect(name == (slice.log.author == authors[0] ? "Picnic" : "Feast"))
      }
    }
    let id = try #require(Base32.decode(event.id).flatMap { RecordID($0) })
    let record = try #require(
      try world.read(0, room) { try $0.home.record(id, in: $0.id) })
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = room
      $0.event = event.id
    }
    #expect(try world.read(0, room) { try $0.home.proof(of: record) } == nil)
  }
}
