import Schema

/// A source that has published figures about War, and the rules that it played by.
public struct PublishedRules: Sendable {
  /// The name of the source in a table.
  public let name: String
  /// The publication in which the figures can be looked up.
  public let source: String
  /// The rules, as far as Parlor can name them: all of it.
  public let rules: Rules
  /// The figures that it published.
  public let figures: [PublishedFigure]

  /// Every source that the rules are held against.
  public static let all = [
    norvig, kbWar, zaporter, rustwarShuffled, rustwarUnshuffled, standard,
  ]

  /// Won cards in random order; who cannot go on in a war loses.
  static let norvig = PublishedRules(
    name: "Norvig, War", source: "github.com/norvig/pytudes, ipynb/war.ipynb, 2025",
    rules: makeRules {
      $0.shortPlay = .loses
      $0.winningsOrder = .shuffled
      $0.roundCap = 100_000
    },
    figures: [
      figure(.plays, 294, games: 100_000, resolution: 1),
      figure(.playsDeviation, 234, games: 100_000, resolution: 1),
      figure(.playsMedian, 224, games: 100_000, resolution: 1),
    ])

  /// Won cards shuffled; a short player's last card is up; both out share the cards.
  static let kbWar = PublishedRules(
    name: "Brandon, kbWar", source: "github.com/kevinabrandon/kbWar, Results.md",
    rules: makeRules {
      $0.winningsOrder = .shuffled
      $0.bothOut = .split
      $0.roundCap = 20_000
    },
    figures: [
      figure(.rounds, 270.621807, games: 1_000_000, resolution: 1e-6),
      figure(.wars, 16.925803, games: 1_000_000, resolution: 1e-6),
      figure(.singleWars, 15.053125, games: 1_000_000, resolution: 1e-6),
      figure(.doubleWars, 0.860591, games: 1_000_000, resolution: 1e-6),
      figure(.tripleWars, 0.047073, games: 1_000_000, resolution: 1e-6),
    ])

  /// Winner's cards first; who cannot supply a war loses. It counts the round that finds no card.
  static let zaporter = PublishedRules(
    name: "zaporter, war_simulator", source: "github.com/zaporter/war_simulator, README.md",
    rules: makeRules {
      $0.shortPlay = .loses
      $0.roundCap = 100_000
    },
    figures: [
      figure(.roundsBegun, 178.0, games: 10_000, resolution: 0.1),
      figure(.roundsDeviation, 135.98, games: 10_000, resolution: 0.01),
      figure(.wars, 13.3, games: 10_000, resolution: 0.1),
    ])

  /// A second pile, shuffled. It leaves out the round in which a seat cannot go on.
  static let rustwarShuffled = PublishedRules(
    name: "Becker, rustwar, shuffled", source: "github.com/sambecker/rustwar, README.md",
    rules: makeRules {
      $0.shortPlay = .loses
      $0.winningsOrder = .asLaid
      $0.winningsPlace = .secondPileShuffled
      $0.roundCap = 10_000
    },
    figures: [
      figure(.roundsDecided, 233.32, games: 100_000, resolution: 0.01),
      figure(.roundsDecided, 232.75, games: 100_000, resolution: 0.01),
      figure(.endlessPerHundred, 0, games: 200_000, resolution: 0.01),
    ])

  /// Cards on the second pile as they were laid, played from the one won last.
  static let rustwarUnshuffled = PublishedRules(
    name: "Becker, rustwar, unshuffled", source: "github.com/sambecker/rustwar, README.md",
    rules: makeRules {
      $0.shortPlay = .loses
      $0.winningsOrder = .asLaid
      $0.winningsPlace = .secondPileReversed
      $0.roundCap = 10_000
    },
    figures: [
      figure(.roundsDecided, 565.19, games: 100_000, resolution: 0.01),
      figure(.roundsDecided, 563.28, games: 100_000, resolution: 0.01),
      figure(.endlessPerHundred, 8.15, games: 100_000, resolution: 0.01),
      figure(.endlessPerHundred, 8.10, games: 100_000, resolution: 0.01),
    ])

  /// Parlor's standard rules as an independent program in C plays them.
  static let standard = PublishedRules(
    name: "Parlor's standard rules", source: "an independent program in C, 300,000 games",
    rules: .standard,
    figures: [
      figure(.rounds, 187.9, games: 300_000, resolution: 0.1),
      figure(.endlessPerHundred, 0, games: 300_000, resolution: 0),
    ])

  private static func makeRules(_ change: (inout Rules) -> Void) -> Rules {
    var rules = Rules.standard
    change(&rules)
    return rules
  }

  private static func figure(
    _ measure: BulkMeasure, _ value: Double, games: Int, resolution: Double
  ) -> PublishedFigure {
    PublishedFigure(measure: measure, value: value, games: games, resolution: resolution)
  }
}
