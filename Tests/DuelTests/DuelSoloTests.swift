import DuelSchema
import Feature
import Foundation
import Schema
import Testing

@testable import Duel

/// A duel against nobody.
@Suite struct DuelSoloTests {
  private let cards = TwoTables.names(12, "Deer")

  private func chosen(games: UInt32 = 5) throws -> DuelChosen {
    let main = cards.map { Array($0.utf8) }
    let list = try #require(DuelList(main: main, side: [Array("Wolf".utf8)]))
    return try DuelChosen.with {
      $0.choice = try DuelChoice.with {
        ($0.list, $0.library) = (Data(list.encoded), "Red Deer")
      }.serializedBytes()
      $0.terms = try DuelTerms.with {
        ($0.games, $0.life, $0.phases) = (games, 20, ["Main"])
      }.serializedBytes()
    }
  }

  private func begun(games: UInt32 = 5) throws -> DuelSolo {
    var random = RandomSource(SystemRandomNumberGenerator())
    return try DuelSolo(chosen(games: games), name: "Ada", &random)
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

  @Test("V-48: a table that is known shows the same as one that is played from its beginning")
  func known() throws {
    let chosen = try chosen()
    func request(_ seed: UInt8, _ taps: [Tap]) -> PlaySolo {
      .with {
        ($0.choice, $0.terms, $0.name) = (chosen.choice, chosen.terms, "Ada")
        ($0.seed, $0.taps) = (Data(repeating: seed, count: 32), taps)
      }
    }
    let moves: [(inout DuelMove) -> Void] = [
      { $0.begin.draw = 7 }, { $0.draw.count = 2 },
      { $0.counter = .with { ($0.name, $0.by) = ("life", -3) } }, { $0.dice.sides = 20 },
      { $0.draw.count = 1 },
    ]
    let taps = try moves.map { try Tap.duel(.with($0), at: DuelSolo.table) }
    // One move more each time, at more tables than are known, and back again.
    for count in [0, 1, 2, 3, 5, 4, 1, 5] {
      for seed in [UInt8](50...55) {
        let request = request(seed, Array(taps.prefix(count)))
        var anew = try DuelSolo(request)
        for tap in request.taps { try anew.tap(tap) }
        #expect(try DuelSolo.show(request) == anew.view, "seed \(seed), \(count) taps")
        #expect(try DuelSolo.show(request) == anew.view)
        var refused = request
        refused.taps.append(try .duel(.with { $0.draw.count = 100 }, at: DuelSolo.table))
        #expect(throws: Refused.self) { try DuelSolo.show(refused) }
      }
    }
  }

  @Test("V-48: a client that keeps what was played sees the same table again, and one move more")
  func shown() throws {
    let chosen = try chosen()
    var request = PlaySolo.with {
      ($0.choice, $0.terms, $0.name) = (chosen.choice, chosen.terms, "Ada")
      $0.seed = Data(repeating: 5, count: 32)
    }
    func add(_ fill: (inout DuelMove) -> Void) throws {
      request.taps.append(try .duel(.with(fill), at: DuelSolo.table))
    }
    try add { $0.begin.draw = 7 }
    let view = try DuelSolo.show(request)
    #expect(view.duel.own.hand.count == 7 && view.host.name == "Ada" && view.seat == .host)
    #expect(try DuelSolo.show(request) == view)
    try add { $0.draw.count = 5 }
    #expect(try DuelSolo.show(request).duel.own.hand.map(\.name).sorted() == cards)
    #expect(try DuelSolo.show(request).duel.own.hand.prefix(7) == view.duel.own.hand.prefix(7))
    try add { $0.draw.count = 1 }
    #expect(throws: Refused.self) { try DuelSolo.show(request) }
    request.taps.removeLast()
    var other = request
    other.seed = Data(repeating: 6, count: 32)
    #expect(try DuelSolo.show(other).duel.own.hand != DuelSolo.show(request).duel.own.hand)
    for spoil in [
      { $0.seed.removeLast() }, { $0.choice = Data() }, { $0.terms = Data([1]) },
      { $0.taps = [Tap](repeating: Tap(), count: DuelSolo.mostTaps + 1) },
    ] as [(inout PlaySolo) -> Void] {
      var broken = request
      spoil(&broken)
      #expect(throws: Refused.self) { try DuelSolo.show(broken) }
    }
  }
}
