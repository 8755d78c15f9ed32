import DuelSchema
import Feature
import Foundation
import Schema
import Testing

@testable import Duel

/// A duel that is gone through again.
@Suite struct DuelReplayTests {
  /// The hidden cards of a player: the hand, those that are looked at, and those face down, by name.
  private struct Hidden: Equatable {
    var hand: [String]
    var looked: [String]
    var down: [String]
  }

  /// A match with the line that each move has brought, and the hidden cards that both saw then.
  private struct Played {
    var two: TwoTables
    var moments: [(line: UInt32, hidden: [Hidden])] = []

    init(seed: UInt8, games: UInt32) throws {
      two = try TwoTables(
        games: games, seed: seed,
        lists: ["Deer", "Elf"].map {
          (TwoTables.names(30, $0), TwoTables.names(2, "\($0) aside"))
        })
    }

    mutating func move(_ seat: Seat, _ fill: (inout DuelMove) -> Void) throws {
      try two.move(seat, fill)
      let line = try #require(two.view(.host).log.last).number
      moments.removeAll { $0.line == line }
      moments.append((line, Seat.chairs.map { hidden($0) }))
    }

    private func hidden(_ seat: Seat) -> Hidden {
      let own = two.view(seat).own
      return Hidden(
        hand: own.hand.map(\.name), looked: own.looked.map(\.name),
        down: own.faceDown.map(\.name))
    }

    /// The match again, as somebody watches it or as a player's node has it.
    func replay(
      by seat: Seat? = nil, _ fill: (inout ReplayDuel) -> Void = { _ in }
    ) throws -> DuelReplay {
      let keep = seat.map { two.keeps[TwoTables.node($0)] }
      var replay = try ReplayedDuel(two.tables[0], keep, at: "")
      return try replay.answer(.with(fill))
    }
  }

  private func shown(_ table: DuelView, _ seat: Seat) -> Hidden {
    let view = table.seats.first { $0.seat == seat } ?? DuelSeatView()
    return Hidden(
      hand: view.openedHand, looked: view.openedLooked,
      down: table.objects.filter { $0.down && $0.owner == seat }.sorted { $0.number < $1.number }
        .map(\.name))
  }

  /// Plays two games with everything that hides a card, and an undo.
  private func played(_ seed: UInt8) throws -> Played {
    var played = try Played(seed: seed, games: 3)
    for seat in Seat.chairs { try played.move(seat) { $0.draw.count = 5 } }
    let hand = played.two.view(.host).own.hand.map(\.handle)
    try played.move(.host) {
      $0.place.cards = [.with { $0.handle = hand[0] }]
      ($0.place.to.spot.zone, $0.place.to.down) = (.battlefield, true)
    }
    try played.move(.joiner) { $0.mulligan.draw = 4 }
    try played.move(.host) { ($0.draw.count, $0.draw.goal) = (2, .look) }
    let looked = played.two.view(.host).own.looked[0].handle
    try played.move(.host) {
      $0.place.cards = [.with { $0.handle = looked }]
      $0.place.to.bottom = 0
    }
    try played.move(.host) { $0.dice = .with { ($0.count, $0.sides) = (2, 6) } }
    try played.move(.joiner) { $0.counter = .with { ($0.name, $0.by) = ("life", -2) } }
    let undone = try #require(played.two.view(.joiner).log.last).number
    try played.move(.joiner) { $0.askUndo.line = undone }
    try played.move(.host) { $0.answerUndo = true }
    try played.move(.joiner) { $0.end = .concede }
    for seat in Seat.chairs { try played.move(seat) { $0.begin.draw = 3 } }
    let first = played.two.handle(.host)
    try played.move(.host) {
      $0.place.cards = [.with { $0.handle = first }]
      $0.place.to.spot.zone = .battlefield
    }
    return played
  }

  @Test(
    "V-43: a replay has the hidden cards of both as each of them saw them, at every line",
    arguments: [UInt8](1...8))
  func openHands(seed: UInt8) throws {
    var played = try played(seed)
    try played.two.move(.joiner) { $0.end = .concede }
    #expect(played.two.refused.isEmpty)
    let lines = try played.replay().lines
    #expect(lines.map(\.text) == played.two.sentences.suffix(lines.count))
    #expect(lines.map(\.number) == Array(1...UInt32(lines.count)))
    #expect(lines.contains { $0.undone } && lines.contains { $0.kind == .dice })
    let tables = try played.replay { ($0.line, $0.count) = (1, 50) }.tables
    #expect(tables.count == lines.count && tables.allSatisfy { $0.log.isEmpty })
    for (line, hidden) in played.moments {
      let table = tables[Int(line) - 1]
      #expect(Seat.chairs.map { shown(table, $0) } == hidden, "line \(line)")
      #expect(try played.replay { $0.line = line }.tables == [table])
    }
    // The end is the table as it lies there.
    var end = played.two.view(.host)
    end.log = []
    end.clearOwn()
    #expect(tables.last == end)
  }

  @Test("V-43: who has not opened shows no card, and nobody does while the match goes on")
  func closedHands() throws {
    var played = try played(9)
    let line = try #require(played.moments.last).line
    func tables() throws -> [DuelView] {
      try played.replay { ($0.line, $0.count) = (1, line) }.tables
    }
    #expect(try tables().count == Int(line))
    let nothing = Hidden(hand: [], looked: [], down: [])
    for table in try tables() {
      #expect(shown(table, .host).hand.isEmpty && shown(table, .joiner) == nothing)
      #expect(table.objects.allSatisfy { $0.down == $0.name.isEmpty })
    }
    // The host concedes the match and opens it; the joiner has not done so yet.
    played.two.write(.host) { $0.concede = Concede() }
    played.two.settle()
    try played.two.tap(.host, .with { $0.openMatch = true })
    for (line, hidden) in played.moments {
      let table = try #require(try played.replay { $0.line = line }.tables.first)
      #expect(shown(table, .host) == hidden[0] && shown(table, .joiner).hand.isEmpty)
    }
  }

  @Test(
    "V-43: before the end a player's own replay has the own hidden cards at every line, and no card that only the other one has seen",
    arguments: [UInt8](1...8))
  func ownHand(seed: UInt8) throws {
    let played = try played(seed)
    for seat in Seat.chairs {
      let tables = try played.replay(by: seat) { ($0.line, $0.count) = (1, 50) }.tables
      for (line, hidden) in played.moments {
        #expect(
          shown(tables[Int(line) - 1], seat) == hidden[TwoTables.node(seat)], "line \(line)")
      }
      let theirs = seat == .host ? "Elf" : "Deer"
      let list = TwoTables.names(30, theirs) + TwoTables.names(2, "\(theirs) aside")
      for table in tables {
        let known = Set(table.objects.filter { !$0.down }.map(\.name))
        let bytes: Data = try table.serializedBytes()
        for name in list where !known.contains(name) {
          #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name)")
        }
      }
    }
  }

  @Test("V-43: a replay that is kept answers in any order as one that begins anew")
  func kept() throws {
    let played = try played(3)
    let last = try #require(try played.replay().lines.last).number
    for seat in [nil, Seat.host] {
      var kept = try ReplayedDuel(
        played.two.tables[0], seat.map { played.two.keeps[TwoTables.node($0)] }, at: "")
      let questions: [(UInt32, UInt32)] = [
        (1, 2), (3, 1), (4, 3), (7, 1), (5, 1), (0, 0), (0, 0), (1, 50), (last, 1), (last, 5),
        (2, last), (1, 1), (3, 2),
      ]
      for (line, count) in questions {
        let request = ReplayDuel.with { ($0.line, $0.count) = (line, count) }
        let answer = try kept.answer(request)
        #expect(
          try answer == played.replay(by: seat) { $0 = request }, "line \(line), count \(count)")
      }
      #expect(throws: Refused.self) { try kept.answer(.with { $0.line = last + 1 }) }
    }
  }

  @Test("V-43: lines that are not there, too many tables, and other games are refused")
  func refused() throws {
    let played = try Played(seed: 1, games: 1)
    let last = try #require(try played.replay().lines.last).number
    #expect(throws: Refused.self) { try played.replay { $0.line = last + 1 } }
    #expect(throws: Refused.self) { try played.replay { $0.line = .max } }
    #expect(throws: Refused.self) { try played.replay { $0.count = ReplayedDuel.mostTables + 1 } }
    #expect(throws: Refused.self) { try ReplayedDuel(nil, at: "") }
    let unopened = DuelMatch(hostKey: TwoTables.keys[0])
    #expect(throws: Refused.self) { try ReplayedDuel(unopened, at: "") }
    #expect(try played.replay { ($0.line, $0.count) = (last, 9) }.tables.count == 1)
  }
}
