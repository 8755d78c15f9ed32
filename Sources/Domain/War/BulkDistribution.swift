/// The number of times that each whole number from 0 up has come up, and the figures that follow from it.
///
/// All figures come from exact counts, so they do not depend on the order of the games.
public struct BulkDistribution: Equatable, Sendable {
  private var counts: [Int] = []
  /// The number of recorded numbers.
  public private(set) var count = 0

  /// A distribution of nothing; its mean is not a number.
  public init() {}

  /// Records one number; negative ones count as 0.
  @inline(__always)
  public mutating func record(_ value: Int) {
    let index = max(value, 0)
    if index >= counts.count { grow(toHold: index) }
    counts[index] &+= 1
    count &+= 1
  }

  private mutating func grow(toHold index: Int) {
    counts += Array(repeating: 0, count: index + 1 - counts.count + index / 2)
  }

  /// The sum of all numbers.
  public var sum: Int { counts.enumerated().reduce(0) { $0 + $1.offset * $1.element } }

  /// The arithmetic mean.
  public var mean: Double { Double(sum) / Double(count) }

  /// The standard deviation; with one number or none it is not a number.
  public var standardDeviation: Double {
    (centralMoment(2) * Double(count) / Double(count - 1)).squareRoot()
  }

  /// The standard error of the mean.
  public var standardError: Double { standardDeviation / Double(count).squareRoot() }

  /// The standard error of the standard deviation, from the fourth moment.
  public var standardErrorOfDeviation: Double {
    let variance = centralMoment(2)
    let spread = centralMoment(4) - variance * variance
    return (spread / (4 * variance * Double(count))).squareRoot()
  }

  /// The standard error of the median, from the density between the 45th and 55th percentile.
  public var standardErrorOfMedian: Double {
    guard let low = quantile(0.45), let high = quantile(0.55) else { return .nan }
    let density = 0.1 / Double(max(high - low, 1))
    return 0.5 / (density * Double(count).squareRoot())
  }

  /// The smallest number that at least half of all do not exceed; nil when nothing is recorded.
  public var median: Int? { quantile(0.5) }

  /// The smallest number recorded.
  public var minimum: Int? { counts.firstIndex { $0 > 0 } }

  /// The largest number recorded.
  public var maximum: Int? { counts.lastIndex { $0 > 0 } }

  /// The smallest number that at least `share` (0 to 1) of all do not exceed.
  public func quantile(_ share: Double) -> Int? {
    var below = 0
    for (value, times) in counts.enumerated() where times > 0 {
      below += times
      if Double(below) >= share * Double(count) { return value }
    }
    return nil
  }

  private func centralMoment(_ power: Int) -> Double {
    let mean = self.mean
    let total = counts.enumerated().reduce(0.0) { total, entry in
      guard entry.element > 0 else { return total }
      let distance = Double(entry.offset) - mean
      let squared = distance * distance
      return total + Double(entry.element) * (power == 2 ? squared : squared * squared)
    }
    return total / Double(count)
  }

  /// Equal when the same numbers have come up equally often.
  public static func == (left: BulkDistribution, right: BulkDistribution) -> Bool {
    guard left.count == right.count else { return false }
    let size = max(left.counts.count, right.counts.count)
    return (0..<size).allSatisfy { value in
      (value < left.counts.count ? left.counts[value] : 0)
        == (value < right.counts.count ? right.counts[value] : 0)
    }
  }
}
