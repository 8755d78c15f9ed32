import DuelSchema
import Feature
import Schema
import Testing

@testable import Duel

/// What counts of a duel once it is over: its games, and whether it was opened.
@Suite struct DuelCountTests {
  private func begun(games: UInt32) throws -> TwoTables {
    try TwoTables(
      games: games,
      lists: [(TwoTables.names(12, "Deer"), []), (TwoTables.names(10, "Elf"), [])])
  }

  @Test("V-46: the games of a match are those that were played, in order")
  func played() throws {
    var two = try begun(games: 3)
    #expect(two.tables[0].gameWinners.isEmpty, "nothing is over")
    for (game, loser) in [Seat.joiner, .host, .joiner].enumerated() {
      try two.move(loser) { $0.end = .concede }
      guard game < 2 else { break }
      try two.move(.host) { $0.begin.draw = 1 }
      try two.move(.joiner) { $0.begin.draw = 1 }
    }
    for table in two.tables {
      #expect(table.gameWinners == [.host, .joiner, .host])
      #expect(table.audit()?.counts == true && table.audit()?.mayCount == false)
    }
    #expect(two.refused.isEmpty)
  }

  @Test(
    "V-46: who gives the match away gives the games that are left, and it counts once it is opened")
  func givenAway() throws {
    var two = try begun(games: 3)
    try two.move(.joiner) { $0.end = .concede }
    try two.move(.host) { $0.begin.draw = 1 }
    try two.move(.joiner) { $0.begin.draw = 1 }
    two.write(.host) { $0.concede = Concede() }
    two.settle()
    for table in two.tables {
      #expect(table.result?.winner == .joiner)
      #expect(table.gameWinners == [.host, .joiner, .joiner])
      let audit = try #require(table.audit())
      #expect(!audit.counts && audit.mayCount && audit.step == 0)
    }
    try two.move(.joiner) { $0.openMatch = true }
    for table in two.tables {
      #expect(table.audit()?.counts == true && table.audit()?.mayCount == false)
    }
  }

  @Test("V-36, V-38: a game counts that only its loser began, also once the winner has opened")
  func begunByOne() throws {
    var two = try begun(games: 3)
    try two.move(.joiner) { $0.end = .concede }
    try two.move(.joiner) { $0.begin.draw = 1 }
    try two.move(.joiner) { $0.end = .concede }
    for (node, table) in two.tables.enumerated() {
      #expect(table.phase == .finished, "node \(node)")
      #expect(table.result?.text == "Ada won. The games stand 2 to 0.")
      #expect(table.gameWinners == [.host, .host])
      #expect(table.audit()?.counts == true)
    }
    #expect(two.view(.host).seats.allSatisfy(\.opened) && two.refused.isEmpty)
  }

  @Test(
    "V-36, V-38: a match that one has opened is over, though the other one conceded a game meanwhile"
  )
  func concededMeanwhile() throws {
    var two = try begun(games: 3)
    // Nothing of it has come to the joiner when it concedes the first game as well, which is a draw then.
    try two.tap(.host, .with { $0.end = .concede })
    try two.tap(.host, .with { $0.begin.draw = 1 })
    try two.tap(.host, .with { $0.end = .concede })
    #expect(two.tables[0].result?.text == "Bob won. The games stand 2 to 0.")
    try two.tap(.host, .with { $0.openMatch = true })
    try two.tap(.joiner, .with { $0.end = .concede })
    two.settle()
    for node in 0...1 {
      let table = two.tables[node]
      #expect(table.phase == .finished, "node \(node)")
      #expect(table.result?.text == "Bob won. The games stand 1 to 0.")
      #expect(table.audit()?.counts == true)
    }
    #expect(two.view(.joiner).seats.allSatisfy(\.opened) && two.refused.isEmpty)
  }

  @Test("V-46: a drawn game has no winner")
  func drawn() throws {
    var two = try begun(games: 1)
    try two.move(.host) { $0.end = .offerDraw }
    try two.move(.joiner) { $0.end = .acceptDraw }
    #expect(two.tables[0].result?.winner == .unspecified)
    #expect(two.tables[0].gameWinners == [.unspecified])
  }
}
