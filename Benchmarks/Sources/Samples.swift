/// Measurements of one thing.
struct Samples {
  private(set) var values: [Double] = []

  mutating func record(_ value: Double) { values.append(value) }

  /// The middle value, the mean of both where there are two; not a number without a value.
  var median: Double {
    let sorted = values.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return .nan }
    guard sorted.count.isMultiple(of: 2) else { return upper }
    return (sorted[sorted.count / 2 - 1] + upper) / 2
  }

  /// The value that all but one in a hundred stay below; not a number without a value.
  var percentile99: Double {
    values.sorted().dropFirst(values.count * 99 / 100).first ?? .nan
  }
}
