/// So many things at once, and one more each so many milliseconds.
///
/// The time is given in steady milliseconds; everything is counted in whole milliseconds of credit, so nothing is lost by rounding.
struct TokenBucket: Equatable {
  private let everyMilliseconds: Int64
  private let mostCredit: Int64
  private var credit: Int64
  private var countedAt: Int64

  /// A bucket that holds as much as it can.
  ///
  /// - Parameters:
  ///   - burst: how many it holds.
  ///   - everyMilliseconds: the time that gives one back.
  ///   - first: how many it grants until it was used once, where that is more.
  init(burst: Int, everyMilliseconds: Int64, first: Int = 0, at now: Int64) {
    self.everyMilliseconds = everyMilliseconds
    mostCredit = Int64(burst) * everyMilliseconds
    credit = max(mostCredit, Int64(first) * everyMilliseconds)
    countedAt = now
  }

  /// Takes some out; false, and nothing is taken, when there are not so many.
  ///
  /// A full bucket gives more than it holds and is in debt afterwards, or what comes in one piece would never come.
  mutating func spend(_ count: Int = 1, at now: Int64) -> Bool {
    credit = credit(at: now)
    countedAt = max(countedAt, now)
    let cost = Int64(count) * everyMilliseconds
    guard credit >= min(cost, mostCredit) else { return false }
    credit = min(credit - cost, mostCredit)
    return true
  }

  /// The time at which so many can be taken out.
  func readyAt(for count: Int) -> Int64 {
    countedAt + max(0, min(Int64(count) * everyMilliseconds, mostCredit) - credit)
  }

  /// The time at which one can be taken out.
  var readyAt: Int64 { countedAt + max(0, everyMilliseconds - credit) }

  /// Whether one can be taken out.
  func hasOne(at now: Int64) -> Bool { credit(at: now) >= everyMilliseconds }

  /// Whether nothing is missing, so that a new one would be the same.
  func isFull(at now: Int64) -> Bool { credit(at: now) >= mostCredit }

  private func credit(at now: Int64) -> Int64 {
    guard credit < mostCredit else { return credit }
    return min(mostCredit, credit + max(0, now - countedAt))
  }
}
