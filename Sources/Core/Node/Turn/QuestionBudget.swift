import Identifiers
import Wire

/// The number of questions that each stranger may put before a person (row P-14).
///
/// Each node has a bucket that fills up with time, whatever link it comes on.
struct QuestionBudget {
  private let burst: Int
  private let everyMilliseconds: Int64
  private var buckets: [NodeID: TokenBucket] = [:]

  /// - Parameters:
  ///   - burst: questions that may come at once.
  ///   - everyMilliseconds: the time that gives one back.
  init(burst: Int, everyMilliseconds: Int64) {
    self.burst = burst
    self.everyMilliseconds = everyMilliseconds
  }

  /// Counts one question; false when the node has none left.
  mutating func spend(_ node: NodeID, at now: Int64) -> Bool {
    var bucket =
      buckets[node] ?? TokenBucket(burst: burst, everyMilliseconds: everyMilliseconds, at: now)
    let isGranted = bucket.spend(at: now)
    if buckets[node] == nil, buckets.count >= Limits.askersCounted {
      buckets = buckets.filter { !$0.value.isFull(at: now) }
      // So many strangers at once are one crowd: whoever is new waits.
      guard buckets.count < Limits.askersCounted else { return false }
    }
    buckets[node] = bucket
    return isGranted
  }
}
