import Wire

/// How many questions each stranger may put before a person (row P-14).
///
/// Each node has a bucket that fills up with time, whatever link it comes on.
struct QuestionBudget {
  private struct Bucket {
    var left: Int
    var filledAt: Int64
  }

  private let burst: Int
  private let everyMilliseconds: Int64
  private var buckets: [NodeID: Bucket] = [:]

  /// - Parameters:
  ///   - burst: questions that may come at once.
  ///   - everyMilliseconds: the time that gives one back.
  init(burst: Int, everyMilliseconds: Int64) {
    self.burst = burst
    self.everyMilliseconds = everyMilliseconds
  }

  /// Counts one question; false when the node has none left.
  mutating func spend(_ node: NodeID, at now: Int64) -> Bool {
    var bucket = buckets[node] ?? Bucket(left: burst, filledAt: now)
    let due = (now - bucket.filledAt) / everyMilliseconds
    bucket.left = Int(min(Int64(burst), Int64(bucket.left) + due))
    bucket.filledAt = bucket.left == burst ? now : bucket.filledAt + due * everyMilliseconds
    let isGranted = bucket.left > 0
    if isGranted { bucket.left -= 1 }
    if buckets[node] == nil, buckets.count >= Limits.askersCounted {
      let refill = Int64(burst) * everyMilliseconds
      buckets = buckets.filter { now - $0.value.filledAt < refill }
      // So many strangers at once are one crowd: whoever is new waits.
      guard buckets.count < Limits.askersCounted else { return false }
    }
    buckets[node] = bucket
    return isGranted
  }
}
