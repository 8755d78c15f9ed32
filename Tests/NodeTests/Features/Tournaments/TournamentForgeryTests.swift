import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import TournamentSchema
import Wire

@testable import Node

/// Draws whose organiser signs more than one list, or one that leaves somebody out.
@Suite struct TournamentForgeryTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada", "Bob", "Cleo"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    _ = try world.make(0, "friends", ["Bob", "Cleo"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.entrants = (0..<7).map { "P\($0)" }.joined(separator: "\n")
      $0.room = "friends"
    }
  }

  private func show(_ number: Int) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.show) { $0.tournament = "Cup" }
  }

  private func draw() throws {
    _ = try world.call(0, Methods.Tournaments.draw) { $0.tournament = "Cup" }
  }

  /// The organiser's node closes what is due.
  private func close() throws {
    world.network.run(milliseconds: 10_001)
    let made = try #require(show(0).draws.last).made
    let due = try world.read(0, "lobby") {
      try $0.reader.registry.due($0.home, told: 0, now: made + 10_000)
    }
    for call in due.calls { world.network.give(0, [.due(call)]) }
    world.network.settle()
  }

  /// The newest request of a draw and what belongs to it, as a node has it.
  private func records(_ number: Int) throws -> (request: Record, parts: [Record]) {
    try world.read(number, "friends") { views in
      let request = try #require(
        try views.home.records(of: [.drawRequest], in: views.id, limit: 1).last)
      return (request, try views.home.children(of: request.id, in: views.id))
    }
  }

  /// A log of Ada's with entries that cite nothing, or all that others have written.
  private func write(
    _ kind: RecordKind, named purpose: String, under parent: RecordID, _ body: DrawClose,
    later: UInt64, citesAll: Bool
  ) throws -> Frame.OneOf_Body {
    let room = try world.read(0, "friends") { $0.id }
    var pen = try Pen(of: 0, in: room, world, later: later)
    let ada = try world.account(0)
    let citations = try world.network.nodes[0].store.read { reader in
      try #require(try Room.load(room, reader)).logs.values.map(\.state)
        .filter { $0.key.author != ada && $0.next > 1 }
        .map { log in
          Citation.with {
            ($0.log, $0.sequence, $0.hash) = (log.key.message, log.next - 1, log.hash.data)
          }
        }
    }
    let nonce = Hashing.digest(.derived, Array(purpose.utf8) + [0], parent.bytes).data.prefix(16)
    try pen.write(
      [.making(kind, nonce: Data(nonce), parent: parent, body)], citing: citesAll ? citations : [])
    return try pen.batch
  }

  /// The list of some of those who have promised.
  private func list(of people: [Int], oldForm: Bool = false) throws -> DrawClose {
    let authors = try Set(people.map { try world.account($0) })
    let commits = try records(0).parts.filter {
      $0.kind == .drawCommit && authors.contains($0.author)
    }
    #expect(commits.count == people.count)
    return .with {
      $0.commits = commits.map(\.item.data)
      guard !oldForm else { return }
      $0.hashes = commits.map(\.contentHash)
      $0.authors = commits.map(\.author.data)
    }
  }

  private func rebuild(_ number: Int) throws {
    let room = try world.read(number, "friends") { $0.id }
    try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(room, $0) }
  }

  /// The bytes that a person has shown for the newest draw.
  private func shown(_ person: Int, on number: Int) throws -> DrawReveal? {
    let author = try world.account(person)
    return try records(number).parts.first { $0.kind == .drawReveal && $0.author == author }
      .map { try DrawReveal(serializedBytes: $0.body) }
  }

  @Test(
    "42.b a draw that was done does not become another one: two lists make it void, and both are shown",
    arguments: [[0, 1], [0]], [false, true])
  func secondList(people: [Int], oldForm: Bool) throws {
    try draw()
    try close()
    let done = try show(1)
    #expect(done.draws[0].state == .done && done.draws[0].people.count == 3)
    // Ada has seen all bytes, and chooses among the lists.
    let second = try list(of: people, oldForm: oldForm)
    let batch = try write(
      .drawClose, named: "draw close", under: records(0).request.id, second, later: 1,
      citesAll: false)
    for number in [1, 2] { try world.send(batch, from: 0, to: number) }
    for number in [1, 2] {
      for _ in 0..<2 {
        let view = try show(number).draws[0]
        #expect(view.state == .void && view.order.isEmpty && view.seed.isEmpty)
        #expect(view.fault == "Ada has signed two lists of who takes part.")
        let proven = view.lists.map { RoomViews.records(provenBy: $0) }
        #expect(proven.count == 2 && proven.allSatisfy { $0.first?.kind == .drawClose })
        #expect(Set(proven.compactMap { $0.first?.body }).count == 2)
        #expect(try Set(proven.compactMap { $0.first?.author }) == [world.account(0)])
        try rebuild(number)
      }
    }
    let check = try world.call(2, Methods.Tournaments.check) { $0.tournament = "Cup" }
    #expect(check.faults == ["Draw 1 is void: Ada has signed two lists of who takes part."])
    #expect(try show(1).groups.map(\.slots) == done.groups.map(\.slots))
  }

  @Test("42.b a node shows its bytes for the first list that it has seen, and for no other")
  func oneList() throws {
    try draw()
    world.network.tamper = { _ in [] }
    let request = try records(0).request.id
    for (later, people) in [(2, [0, 1, 2]), (1, [0, 1])] {
      let batch = try write(
        .drawClose, named: "draw close", under: request, list(of: people), later: UInt64(later),
        citesAll: true)
      try world.send(batch, from: 0, to: 1)
      let shown = try #require(try shown(1, on: 1))
      #expect(shown.secret.count == 32 && shown.hasSigned)
      let list = try #require(RoomViews.records(provenBy: shown.signed).first)
      #expect(list.contentHash == shown.list)
      #expect(try DrawClose(serializedBytes: list.body).commits.count == 3)
    }
    #expect(try show(1).draws[0].state == .void)
  }

  @Test("42.b a node shows nothing for a list that leaves out a promise which stands before it")
  func leftOut() throws {
    try draw()
    world.network.tamper = { _ in [] }
    let batch = try write(
      .drawClose, named: "draw close", under: records(0).request.id, list(of: [0, 1]), later: 1,
      citesAll: true)
    for number in [1, 2] { try world.send(batch, from: 0, to: number) }
    let shown = try #require(try shown(1, on: 1))
    #expect(try shown.secret.isEmpty && shown.misses == [world.account(2).data])
    #expect(try self.shown(2, on: 2) == nil)
    let view = try show(1).draws[0]
    #expect(view.state == .void && view.leftOut == ["Cleo"])
    #expect(
      view.fault == "Bob has a promise of Cleo that was in time and is not on the list.")
  }

  @Test("42.b a list that stands before the promises on it counts for nothing")
  func unfounded() throws {
    try draw()
    world.network.tamper = { _ in [] }
    let batch = try write(
      .drawClose, named: "draw close", under: records(0).request.id, list(of: [0, 1]), later: 1,
      citesAll: false)
    try world.send(batch, from: 0, to: 1)
    #expect(try shown(1, on: 1) == nil)
    let view = try show(1).draws[0]
    #expect(view.state == .void && view.fault.contains("does not follow"), "\(view.fault)")
  }

  @Test("52.5 requests of one organiser are answered one at once, and ten in a day")
  func manyRequests() throws {
    let room = try world.read(0, "friends") { $0.id }
    let cup = try world.read(1, "friends") { views in
      try #require(try views.home.records(of: [.tournament], in: views.id, limit: 1).first).id
    }
    func promises() throws -> Int {
      let bob = try world.account(1)
      return try world.read(1, "friends") { views in
        try views.home.records(of: [.drawCommit], in: views.id, limit: 100)
          .count { $0.author == bob }
      }
    }
    var pen = try Pen(of: 0, in: room, world, later: 1)
    func request(_ number: Int) throws {
      try pen.write([
        .making(
          .drawRequest, nonce: Data(repeating: UInt8(number), count: 16), parent: cup,
          DrawRequest.with { $0.purpose = .groups })
      ])
    }
    for number in 1...40 { try request(number) }
    try world.send(pen.batch, from: 0, to: 1)
    #expect(try promises() == 1)
    // A minute later each time, so that none waits for another one.
    for number in 41...60 {
      world.network.run(milliseconds: 60_000)
      let before = pen.count
      try request(number)
      try world.send(pen.batch(of: before..<before + 1), from: 0, to: 1)
    }
    #expect(try promises() == 10)
  }
}
