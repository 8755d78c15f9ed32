import Foundation

/// The number of runs behind the tests of chance and of random games.
///
/// `scripts/duel` has 24,000; without it there is a short slice, with bounds that are as wide as so few runs need.
/// All runs have fixed seeds, so a slice passes always or never.
enum DuelRuns {
  static let whole = 24_000
  static let count =
    ProcessInfo.processInfo.environment["PARLOR_SEEDS"].flatMap { Int($0) } ?? 480
  /// Runs of each planted fault.
  static let ofFault = max(300, count / 10)

  /// The part of a number of games of the long run, at least 3.
  static func part(of games: UInt64) -> UInt64 { max(3, games * UInt64(count) / UInt64(whole)) }

  /// The shares that a quarter may show: 24 to 26 % in 24,000 runs, 3.6 standard deviations for any number.
  static func quarter(in runs: Int) -> ClosedRange<Double> {
    let margin = 0.01 * (Double(whole) / Double(runs)).squareRoot()
    return 0.25 - margin...0.25 + margin
  }
}
