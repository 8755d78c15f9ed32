import Schema
import Testing

@testable import War

@Suite struct PublishedRulesTests {
  @Test(arguments: PublishedRules.all.indices)
  func bulkPlayAgreesWithWhatWasPublished(index: Int) throws {
    let published = PublishedRules.all[index]
    let statistics = try BulkPlay.play(games: 20_000, rules: published.rules, seed: 2)
    for figure in published.figures {
      let comparison = figure.compare(with: statistics)
      #expect(comparison.agrees, "\(published.name): \(comparison)")
    }
  }

  @Test func rulesThatDifferInOneOptionDoNotAgree() throws {
    let figure = try #require(PublishedRules.norvig.figures.first)
    let rules = PublishedRules.zaporter.rules
    let statistics = try BulkPlay.play(games: 20_000, rules: rules, seed: 2)
    #expect(!figure.compare(with: statistics).agrees)
  }

  @Test func noFinishedGameAgreesWithNothing() {
    let figure = PublishedFigure(measure: .rounds, value: 1, games: 1, resolution: 1)
    #expect(!figure.compare(with: BulkStatistics()).agrees)
  }

  @Test func distanceCountsBothErrorsAndTheRounding() {
    let figure = PublishedFigure(measure: .rounds, value: 10, games: 100, resolution: 0)
    let comparison = PublishedComparison(
      figure: figure, publishedError: 3, ours: BulkEstimate(value: 30, standardError: 4))
    #expect(comparison.distance == 4 && comparison.agrees)
  }
}
