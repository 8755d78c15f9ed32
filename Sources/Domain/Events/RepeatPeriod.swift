import Identifiers

/// The dates of one period of a rule: each of its days with each of its times; a rule may choose some of them.
///
/// They are not written down: a rule that names all seconds of all days has 31 million of them in a year.
struct RepeatPeriod {
  private var days: [Int64] = []
  private var times: [Int64] = []
  /// The places of the dates that count; nil for all.
  private var chosen: [Int]?
  let count: Int

  /// A period without dates.
  init() { count = 0 }

  /// - Parameters:
  ///   - days: where days begin, in seconds on the wall, in order.
  ///   - times: seconds of a day, in order.
  ///   - positions: those that count, from 1 on, or from the end where negative; empty for all.
  init(_ days: [Int64], _ times: [Int64], _ positions: [Int]) {
    (self.days, self.times) = (days, times)
    let all = days.count * times.count
    guard !positions.isEmpty else {
      count = all
      return
    }
    let chosen = Set(positions.map { $0 > 0 ? $0 - 1 : all + $0 }).filter((0..<all).contains)
    self.chosen = chosen.sorted()
    count = chosen.count
  }

  /// One of the dates, in seconds on the wall.
  func date(_ place: Int) -> Int64 {
    let index = chosen?[place] ?? place
    return days[index / times.count] + times[index % times.count]
  }

  /// The place of the first date that is not before an instant on the wall; `count` where all are.
  func place(of wall: Int64) -> Int {
    (0..<count).partitioningIndex { date($0) >= wall }
  }
}
