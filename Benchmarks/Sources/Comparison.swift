/// Something of Parlor beside the limit program that shows what the machine allows.
///
/// Both are measured by turns in one run, so that what else the machine does meets both alike.
struct Comparison {
  /// The unit of a figure.
  enum Unit: String {
    case perSecond = "/s"
    case milliseconds = " ms"
    case microseconds = " µs"
    case mebibytes = " MiB"
    case bytes = " B"
    case percent = " %"
  }

  /// The target for Parlor.
  enum Target {
    /// At least so many times the limit's rate, or at most so many times its time.
    case ratio(required: Double, goal: Double)
    /// At least such a rate, or at most so much of anything else, whatever the limit is.
    case figure(required: Double, goal: Double)
    /// Nothing: the figure says where Parlor stands beside another program, or what something costs.
    case none
  }

  /// The program that shows what the machine allows.
  struct Limit {
    /// Its name in the table.
    let title: String
    /// Measures it once; the number counts the turns.
    let measure: (Int) throws -> Double
  }

  /// Its name in the table.
  let title: String
  let unit: Unit
  /// True when more is better.
  var isRate = false
  let target: Target
  /// Nil where no program says what the machine allows.
  var limit: Limit?
  /// The number of times that both are measured.
  var turns = 15
  /// Measures Parlor once.
  let parlor: (Int) throws -> Double

  /// Measures both by turns, after one turn of each that does not count.
  func run() throws -> ComparisonResult {
    var ours = Samples()
    var limits = Samples()
    _ = try limit?.measure(0)
    _ = try parlor(0)
    for turn in 1...max(turns, 1) {
      let limitIsFirst = turn.isMultiple(of: 2)
      if limitIsFirst, let limit { limits.record(try limit.measure(turn)) }
      ours.record(try parlor(turn))
      if !limitIsFirst, let limit { limits.record(try limit.measure(turn)) }
    }
    return ComparisonResult(comparison: self, parlor: ours.median, limit: limits.median)
  }
}
