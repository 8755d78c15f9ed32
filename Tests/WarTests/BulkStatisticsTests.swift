import Schema
import Testing

@testable import War

@Suite struct BulkStatisticsTests {
  @Test func aDistributionGivesTheMomentsOfItsNumbers() {
    var distribution = BulkDistribution()
    for value in [2, 4, 4, 4, 5, 5, 7, 9] { distribution.record(value) }
    #expect(distribution.count == 8 && distribution.sum == 40)
    #expect(distribution.mean == 5)
    #expect(abs(distribution.standardDeviation - (32.0 / 7).squareRoot()) < 1e-12)
    #expect(distribution.minimum == 2 && distribution.median == 4 && distribution.maximum == 9)
    #expect(distribution.quantile(1) == 9)
  }

  @Test func equalDistributionsHaveEqualCountsWhateverTheirMemory() {
    var grown = BulkDistribution()
    for value in [900, 1, 1] { grown.record(value) }
    var other = BulkDistribution()
    for value in [1, 1, 900] { other.record(value) }
    #expect(grown == other)
    other.record(3)
    #expect(grown != other)
  }

  @Test func everyGameIsCountedOnce() throws {
    var rules = Rules.standard
    rules.roundCap = 150
    let statistics = try BulkPlay.play(games: 2000, rules: rules, seed: 7)
    #expect(statistics.games == 2000 && statistics.endless > 0)
    #expect(
      statistics.finished == statistics.hostWins + statistics.joinerWins + statistics.draws)
    #expect(statistics.rounds.count == statistics.finished)
    #expect((statistics.rounds.maximum ?? .max) <= 150)
  }

  @Test func aSeedGivesTheSameGamesAndAnotherSeedOthers() throws {
    let first = try BulkPlay.play(games: 300, seed: 5)
    #expect(try BulkPlay.play(games: 300, seed: 5) == first)
    #expect(try BulkPlay.play(games: 300, seed: 6) != first)
    #expect(try BulkPlay.play(games: 0, seed: 5) == BulkStatistics())
  }

  @Test func rulesThatCannotBePlayedAreRefused() {
    var rules = Rules()
    rules.faceDown = 11
    #expect(throws: RulesError.self) { try BulkPlay.play(games: 1, rules: rules, seed: 1) }
  }

  /// The generator's reference values for a state of 1, 2, 3, 4 are those of its authors' C code.
  @Test func theGeneratorGivesItsAuthorsStream() {
    var random = BulkRandom(state: (1, 2, 3, 4))
    let stream = (0..<4).map { _ in random.next() }
    #expect(stream == [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386])
  }

  @Test func shufflesReachEveryOrderEquallyOften() {
    var random = BulkRandom(seed: 11)
    var times: [[UInt8]: Int] = [:]
    for _ in 0..<24_000 {
      var cards: [UInt8] = [0, 1, 2, 3]
      random.shuffle(&cards)
      times[cards, default: 0] += 1
    }
    #expect(times.count == 24)
    // Chi-squared with 23 degrees of freedom stays below 60 but once in 30,000 seeds.
    let spread = times.values.reduce(0.0) { $0 + (Double($1) - 1000) * (Double($1) - 1000) / 1000 }
    #expect(spread < 60)
  }
}
