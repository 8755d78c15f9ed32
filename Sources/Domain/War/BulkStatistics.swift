/// The statistics of many games of bulk play.
///
/// The distributions are over finished games: those that a seat has won or that ended in a draw
/// before the round cap.
public struct BulkStatistics: Equatable, Sendable {
  /// Games played.
  public private(set) var games = 0
  /// Games that the host has won.
  public private(set) var hostWins = 0
  /// Games that the joiner has won.
  public private(set) var joinerWins = 0
  /// Games in which both were out at once.
  public private(set) var draws = 0
  /// Games that reached the round cap.
  public private(set) var endless = 0
  /// Finished games that ended because a seat could not lay a card in a war.
  public private(set) var endedInWar = 0
  /// Rounds a game.
  public private(set) var rounds = BulkDistribution()
  /// Plays a game: a play is one card from each seat.
  public private(set) var plays = BulkDistribution()
  /// Wars a game, those of one round counted each.
  public private(set) var wars = BulkDistribution()
  /// Rounds a game with exactly one war.
  public private(set) var singleWars = BulkDistribution()
  /// Rounds a game with exactly two wars.
  public private(set) var doubleWars = BulkDistribution()
  /// Rounds a game with exactly three wars.
  public private(set) var tripleWars = BulkDistribution()

  /// Statistics of no game.
  public init() {}

  /// Games that did not reach the round cap.
  public var finished: Int { games - endless }

  /// Adds one game.
  public mutating func record(_ outcome: BulkOutcome) {
    games &+= 1
    switch outcome.result {
    case .hostWins: hostWins &+= 1
    case .joinerWins: joinerWins &+= 1
    case .draw: draws &+= 1
    case .endless:
      endless &+= 1
      return
    }
    if outcome.endedInWar { endedInWar &+= 1 }
    rounds.record(outcome.rounds)
    plays.record(outcome.plays)
    wars.record(outcome.wars)
    singleWars.record(Int(outcome.roundsWithWars[0]))
    doubleWars.record(Int(outcome.roundsWithWars[1]))
    tripleWars.record(Int(outcome.roundsWithWars[2]))
  }
}
