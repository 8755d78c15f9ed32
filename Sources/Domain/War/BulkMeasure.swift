/// A figure of bulk play with its standard error.
public struct BulkEstimate: Equatable, Sendable {
  /// The figure.
  public let value: Double
  /// Its standard error.
  public let standardError: Double
}

/// A figure that can be measured of a set of rules. Each is over finished games.
public enum BulkMeasure: String, Sendable, CaseIterable {
  /// Mean rounds a game.
  case rounds
  /// Mean rounds a game that a card decided: without the last one where a seat could not go on.
  case roundsDecided
  /// Mean rounds a game that were begun: with the one that finds an empty hand.
  case roundsBegun
  /// Standard deviation of the rounds of a game.
  case roundsDeviation
  /// Mean plays a game.
  case plays
  /// Standard deviation of the plays of a game.
  case playsDeviation
  /// Median plays a game.
  case playsMedian
  /// Mean wars a game, those of one round counted each.
  case wars
  /// Mean rounds a game with exactly one war.
  case singleWars
  /// Mean rounds a game with exactly two wars.
  case doubleWars
  /// Mean rounds a game with exactly three wars.
  case tripleWars
  /// Games that reach the cap, for each hundred finished ones.
  case endlessPerHundred

  /// The name of the measure in a table.
  public var title: String {
    switch self {
    case .rounds: "rounds"
    case .roundsDecided: "rounds decided"
    case .roundsBegun: "rounds begun"
    case .roundsDeviation: "rounds, deviation"
    case .plays: "plays"
    case .playsDeviation: "plays, deviation"
    case .playsMedian: "plays, median"
    case .wars: "wars"
    case .singleWars: "single wars"
    case .doubleWars: "double wars"
    case .tripleWars: "triple wars"
    case .endlessPerHundred: "endless per 100"
    }
  }
}

extension BulkStatistics {
  /// The measure as these games give it; not a number without a finished game.
  public func estimate(of measure: BulkMeasure) -> BulkEstimate {
    switch measure {
    case .rounds: mean(rounds)
    case .roundsDecided: mean(rounds, plus: -endedInWarShare)
    case .roundsBegun: mean(rounds, plus: 1 - endedInWarShare)
    case .roundsDeviation: deviation(rounds)
    case .plays: mean(plays)
    case .playsDeviation: deviation(plays)
    case .playsMedian:
      BulkEstimate(
        value: plays.median.map(Double.init) ?? .nan, standardError: plays.standardErrorOfMedian)
    case .wars: mean(wars)
    case .singleWars: mean(singleWars)
    case .doubleWars: mean(doubleWars)
    case .tripleWars: mean(tripleWars)
    case .endlessPerHundred: endlessPerHundred
    }
  }

  private var endedInWarShare: Double { Double(endedInWar) / Double(finished) }

  private func mean(_ distribution: BulkDistribution, plus shift: Double = 0) -> BulkEstimate {
    BulkEstimate(
      value: distribution.mean + shift, standardError: distribution.standardError)
  }

  private func deviation(_ distribution: BulkDistribution) -> BulkEstimate {
    BulkEstimate(
      value: distribution.standardDeviation,
      standardError: distribution.standardErrorOfDeviation)
  }

  /// The odds of a game being endless, with the error of odds by the delta method. The error is that
  /// of one endless and one finished game more, so that it is not zero where none was seen.
  private var endlessPerHundred: BulkEstimate {
    let share = Double(endless + 1) / Double(games + 2)
    let odds = Double(endless) / Double(finished)
    let error = (share * (1 - share) / Double(games)).squareRoot() * (1 + odds) * (1 + odds)
    return BulkEstimate(value: 100 * odds, standardError: 100 * error)
  }
}
