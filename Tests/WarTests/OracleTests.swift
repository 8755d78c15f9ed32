import Schema
import TestKit
import Testing

@testable import War

@Suite struct OracleTests {
  static let variants: [Rules] = {
    var all = RulesVariant.all.compactMap { try? Rules(variant: $0.name) }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<24 {
      var rules = Rules()
      rules.faceDown = UInt32.random(in: 1...10, using: &random)
      rules.shortPlay = [.lastCardUp, .loses, .equalForce].randomElement(using: &random)!
      rules.winningsOrder = [.winnerFirst, .shuffled].randomElement(using: &random)!
      rules.winningsPlace =
        [.underPile, .secondPile, .secondPileShuffled, .secondPileReversed]
        .randomElement(using: &random)!
      rules.bothOut = [.draw, .split].randomElement(using: &random)!
      rules.roundCap = [20, 300, 5000].randomElement(using: &random)!
      all.append(rules)
    }
    return all
  }()

  @Test(
    "G-32 G-33 G-34 G-35 G-36 G-59 Two seats play what the oracle plays, and no card is lost",
    arguments: variants.indices)
  func matchEqualsOracle(variant: Int) throws {
    let rules = try Self.variants[variant].validated()
    for seed in UInt64(variant) * 100..<UInt64(variant) * 100 + 3 {
      var seats = TwoSeats(seed: seed, rules: rules)
      try seats.start()
      seats.play(first: seed % 2 == 0 ? .host : .joiner)
      let oracle = try Oracle(
        rules: rules, gameID: #require(seats.matches.host.gameID), hostSecret: seats.secrets.host,
        joinerSecret: seats.secrets.joiner)
      compare(seats, with: oracle, "variant \(variant), seed \(seed)")
    }
  }

  @Test("The variants compared reach the endings by cards, by short play and by the cap")
  func endings() throws {
    var reached: Set<String> = []
    for (variant, rules) in Self.variants.enumerated() {
      for seed in 0..<3 {
        var random = SeededGenerator(seed: UInt64(variant * 1000 + seed))
        let oracle = try Oracle(
          rules: rules.validated(), gameID: random.bytes(32), hostSecret: random.bytes(32),
          joinerSecret: random.bytes(32))
        reached.insert("\(oracle.ending)")
      }
    }
    #expect(reached.isSuperset(of: ["cards", "short", "roundCap"]))
  }

  /// Replays the entries in the order written and compares after each decision.
  private func compare(_ seats: TwoSeats, with oracle: Oracle, _ label: Comment) {
    var match = Match(hostKey: seats.keys.host)
    var next = 0
    for entry in seats.written {
      for step in entry.steps {
        #expect(match.apply(step, by: entry.seat, at: entry.at).isAccepted, label)
        #expect(match.checkConservation(), label)
        guard case .decide = step.step else { continue }
        guard next < oracle.battles.count else {
          Issue.record(label)
          return
        }
        #expect(Oracle.Battle(of: match, oracle.battles[next]) == oracle.battles[next], label)
        next += 1
      }
    }
    #expect(next == oracle.battles.count, label)
    #expect(match.result?.ending == oracle.ending, label)
    #expect(match.result?.winner.rawValue == oracle.winner, label)
    #expect(match == seats.matches.joiner, label)
  }
}

extension Oracle.Battle {
  /// The same facts as the match has them; what was laid is what the piles have lost.
  init(of match: Match, _ expected: Oracle.Battle) {
    self = expected
    let view = match.lastBattle ?? DecidedView()
    round = Int(view.round)
    battle = Int(view.battle)
    result = view.result
    hostLaid = expected.hostLaid.dropLast() + [view.host.number ?? -1]
    joinerLaid = expected.joinerLaid.dropLast() + [view.joiner.number ?? -1]
    let host = match.layout.piles.host
    let joiner = match.layout.piles.joiner
    hostPile = Array(repeating: nil, count: host.unseen) + host.known.map { Int($0) }
    joinerPile = Array(repeating: nil, count: joiner.unseen) + joiner.known.map { Int($0) }
    hostSecond = host.second.map { Int($0) }
    joinerSecond = joiner.second.map { Int($0) }
    hostTable = match.layout.table.host.map { Int($0) }
    joinerTable = match.layout.table.joiner.map { Int($0) }
    stateHash = match.stateHash
  }
}
