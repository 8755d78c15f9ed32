/// Something of Parlor beside the limit program that shows what the machine allows.
///
/// Both are measured by turns in one run, so that what else the machine does meets both alike.
struct Comparison {
  /// What a figure means and which way is better.
  enum Unit {
    case perSecond
    case milliseconds
    case microseconds
  }

  /// What is asked of Parlor.
  enum Target {
    /// At least so many times the limit's rate, or at most so many times its time.
    case ratio(required: Double, goal: Double)
    /// At most so much time, in the comparison's unit, whatever the limit takes.
    case time(required: Double, goal: Double)
  }

  /// What the table calls it.
  let title: String
  let unit: Unit
  let target: Target
  /// What the limit program is called in the table.
  let limitTitle: String
  /// Measures Parlor once; the number counts the turns.
  let parlor: (Int) throws -> Double
  /// Measures the limit program once.
  let limit: (Int) throws -> Double

  /// Measures both `turns` times, Parlor first in even turns and the limit first in odd ones, after
  /// one turn of each that does not count.
  func run(turns: Int) throws -> ComparisonResult {
    var ours = Samples()
    var limits = Samples()
    _ = try limit(0)
    _ = try parlor(0)
    for turn in 1...max(turns, 1) {
      if turn.isMultiple(of: 2) {
        ours.record(try parlor(turn))
        limits.record(try limit(turn))
      } else {
        limits.record(try limit(turn))
        ours.record(try parlor(turn))
      }
    }
    return ComparisonResult(comparison: self, parlor: ours.median, limit: limits.median)
  }
}
