import DuelSchema
import Feature
import Foundation
import Schema
import Testing

@testable import Duel

/// A duel against nobody.
@Suite struct DuelSoloTests {
  private let cards = TwoTables.names(12, "Deer")

  private func begun(games: UInt32 = 5) throws -> DuelSolo {
    let main = cards.map { Array($0.utf8) }
    let list = try #require(DuelList(main: main, side: [Array("Wolf".utf8)]))
    let chosen = try DuelChosen.with {
      $0.choice = try DuelChoice.with {
        ($0.list, $0.library) = (Data(list.encoded), "Red Deer")
      }.serializedBytes()
      $0.terms = try DuelTerms.with {
        ($0.games, $0.life, $0.phases) = (games, 20, ["Main"])
      }.serializedBytes()
    }
    var random = RandomSource(SystemRandomNumberGenerator())
    return try DuelSolo(chosen, name: "Ada", &random)
  }

  private func move(_ solo: inout DuelSolo, _ fill: (inout DuelMove) -> Void) throws {
    try solo.tap(.duel(.with(fill), at: DuelSolo.table))
  }

  @Test("V-48: a library is drawn and played against nobody, and each card is drawn once")
  func drawn() throws {
    var solo = try begun()
    #expect(solo.view.phase == .playing && solo.view.joiner.name == DuelSolo.nobody)
    try move(&solo) { $0.begin.draw = 7 }
    try move(&solo) { $0.draw.count = 5 }
    let own = solo.view.duel.own
    #expect(own.library == "Red Deer" && own.hand.map(\.name).sorted() == cards)
    #expect(throws: Refused.self) { try move(&solo) { $0.draw.count = 1 } }
    #expect(solo.view.duel.own.hand == own.hand, "what is refused changes nothing")
    try move(&solo) {
      $0.place.cards = [.with { $0.handle = own.hand[0].handle }]
      $0.place.to.spot.zone = .battlefield
    }
    #expect(solo.view.duel.objects.map(\.name) == [own.hand[0].name])
    let told = solo.takeEvents().map(\.notice)
    #expect(told.contains("Ada plays \(own.hand[0].name)."))
    #expect(solo.takeEvents().isEmpty)
  }

  @Test("V-48: nobody grants an undo, and begins each game that the person begins")
  func answered() throws {
    var solo = try begun(games: 3)
    try move(&solo) { $0.draw.count = 2 }
    try move(&solo) { $0.counter = .with { ($0.name, $0.by) = ("life", -3) } }
    #expect(solo.view.duel.seats[0].life == 17)
    let line = try #require(solo.view.duel.log.last).number
    try move(&solo) { $0.askUndo.line = line }
    #expect(solo.view.duel.seats[0].life == 20 && solo.view.duel.own.hand.count == 2)
    try move(&solo) { $0.end = .concede }
    try move(&solo) { $0.begin.draw = 7 }
    #expect(solo.view.duel.seats.map(\.game) == [2, 2] && solo.view.duel.own.hand.count == 7)
    try solo.concede()
    #expect(solo.view.phase == .finished && solo.view.result.winner == .joiner)
    #expect(throws: Refused.self) { try solo.concede() }
  }
}
