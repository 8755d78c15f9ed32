import Schema
import Testing

@testable import War

/// Rounds from known piles, worked out by hand.
@Suite struct DealTests {
  /// A card's number: clubs, diamonds, hearts and spades of a rank follow one another.
  func card(_ rank: Int, _ suit: Suit) -> UInt8 { UInt8((rank - 2) * 4 + suit.rawValue - 1) }

  func deal(
    _ host: [UInt8], _ joiner: [UInt8], change: (inout Rules) -> Void = { _ in }
  ) -> Deal {
    var rules = Rules.standard
    change(&rules)
    let terms = Deal.Terms(
      round: 40, rules: rules, gameID: Array(repeating: 1, count: 32),
      seed: Array(repeating: 2, count: 32))
    return Deal(.known(host: host, joiner: joiner), terms)
  }

  @Test("G-32 G-36 The winner's cards go under its pile first, then the loser's")
  func winnerFirst() {
    let joinerWins = deal([0, 20], [4, 24])
    #expect(joinerWins.battles.map(\.result) == [.joinerWins])
    #expect(joinerWins.battles[0].after.piles.joiner.known == [24, 4, 0])
    #expect(joinerWins.battles[0].after.piles.host.known == [20])
    let hostWins = deal([4, 20], [0, 24])
    #expect(hostWins.battles[0].after.piles.host.known == [20, 4, 0] && hostWins.end == nil)
  }

  @Test("G-33 Suits decide nothing and the ace is high") func suitsAndAce() {
    #expect(deal([card(14, .clubs), 0], [card(13, .spades), 1]).battles[0].result == .hostWins)
    let equal = deal([card(9, .clubs), 0, 8], [card(9, .spades), 1, 4])
    #expect(equal.battles.map(\.result) == [.war, .hostWins])
  }

  @Test("G-34 In a war each lays three down and one up, and all of it goes to the winner")
  func war() {
    let round = deal([40, 0, 4, 8, 12, 44], [41, 1, 5, 9, 16, 45])
    #expect(round.battles.map(\.result) == [.war, .joinerWins])
    #expect(round.battles[0].after.table == Pair(host: [40], joiner: [41]))
    #expect(round.battles[1].laid == Pair(host: [0, 4, 8, 12], joiner: [1, 5, 9, 16]))
    #expect(
      round.battles[1].after.piles.joiner.known == [45, 41, 1, 5, 9, 16, 40, 0, 4, 8, 12])
  }

  @Test("G-35 A short player's last card is the one face up") func lastCardUp() {
    let round = deal([40, 0, 48], [41, 1, 5, 9, 16, 45])
    #expect(round.battles[1].laid == Pair(host: [0, 48], joiner: [1, 5, 9, 16]))
    #expect(round.battles[1].result == .hostWins && round.end == nil)
    let out = deal([40], [41, 1])
    #expect(out.battles.map(\.result) == [.joinerWins])
    #expect(out.end == Deal.End(ending: .cards, winner: .joiner))
  }

  @Test("G-35 Both out at once is a draw, or the cards are dealt out again") func bothOut() {
    let draw = deal([0, 4, 44], [1, 5, 45])
    #expect(draw.battles.map(\.result) == [.war, .bothOut])
    #expect(draw.end == Deal.End(ending: .bothOut, winner: nil))
    #expect(draw.battles[1].after.table == Pair(host: [0, 4, 44], joiner: [1, 5, 45]))
    let split = deal([0, 4, 44], [1, 5, 45]) { $0.bothOut = .split }
    #expect(split.end == nil && split.battles[1].result == .bothOut)
    #expect(split.battles[1].after.piles.host.known == [0, 44, 5])
    #expect(split.battles[1].after.piles.joiner.known == [4, 1, 45])
  }

  @Test("G-35 Under lose-if-short the shorter one loses at once, equally short is a draw")
  func loses() {
    let short = deal([44, 0, 4, 8], [45, 1, 5, 9, 12]) { $0.shortPlay = .loses }
    #expect(short.battles.map(\.result) == [.joinerWins])
    #expect(short.end == Deal.End(ending: .short, winner: .joiner))
    #expect(short.battles[0].after.piles.joiner.known == [1, 5, 9, 12, 45, 44])
    let equal = deal([44, 0], [45, 1]) { $0.shortPlay = .loses }
    #expect(equal.end == Deal.End(ending: .short, winner: nil))
    let enough = deal([44, 0, 4, 8, 13], [45, 1, 5, 9, 16]) { $0.shortPlay = .loses }
    #expect(enough.battles.map(\.result) == [.war, .joinerWins])
  }

  @Test("G-35 Under equal-force both lay as many as the shorter has") func equalForce() {
    let round = deal([44, 0, 8], [45, 1, 5, 9, 12]) { $0.shortPlay = .equalForce }
    #expect(round.battles[1].laid == Pair(host: [0, 8], joiner: [1, 5]))
    #expect(round.battles[1].result == .hostWins)
  }

  @Test("A second pile is turned over when the first is empty, in the midst of a war too")
  func secondPile() {
    var start = Layout.known(host: [40, 0], joiner: [41, 1, 5, 9, 13, 17])
    start.piles.host.second = [20, 24, 28, 32]
    for (place, laid, left) in [
      (WinningsPlace.secondPile, [0, 20, 24, 28], [32]),
      (.secondPileReversed, [0, 32, 28, 24], [20]),
    ] as [(WinningsPlace, [UInt8], [UInt8])] {
      var rules = Rules.standard
      rules.winningsPlace = place
      let round = Deal(start, Deal.Terms(round: 9, rules: rules, gameID: [], seed: []))
      #expect(round.battles[1].laid.host == laid)
      #expect(round.battles[1].after.piles.host.known == left)
      #expect(
        round.battles[1].after.piles.host.second == [40] + laid + [41, 1, 5, 9, 13])
    }
  }

  @Test("G-36 Shuffled winnings are the same cards, and the same for everybody") func shuffled() {
    let host: [UInt8] = [40, 0, 4, 8, 16, 44]
    let joiner: [UInt8] = [41, 1, 5, 9, 12, 45]
    let round = deal(host, joiner) { $0.winningsOrder = .shuffled }
    let won = Array(round.battles[1].after.piles.host.known.dropFirst())
    #expect(won.sorted() == (host.dropLast() + joiner.dropLast()).sorted())
    #expect(won != host.dropLast() + joiner.dropLast())
    #expect(round == deal(host, joiner) { $0.winningsOrder = .shuffled })
  }
}
