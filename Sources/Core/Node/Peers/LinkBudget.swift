import Feature
import Wire

/// The most that a peer may still send and be sent over one link (specification section 10).
struct LinkBudget {
  /// Small violations that were counted.
  private(set) var violations = 0
  private var frames: TokenBucket
  private var uselessSlices: TokenBucket
  /// Acknowledgements that wait until what was sent fits the peer's rate.
  var pace = LinkPace()
  /// Ephemerals that may still be sent to the peer, and received from it.
  var ephemeralsSent, ephemeralsReceived: TokenBucket
  /// Logs of strangers that it may still bring into the lobby; nil before it brought one.
  private var newLogs: TokenBucket?
  /// The number of times that the peer said that our share of its disk is used up, or no longer is.
  private var shareChanges = 0

  init(at now: Moment) {
    frames = TokenBucket(
      burst: Limits.framesBurst, everyMilliseconds: 1_000 / Int64(Limits.framesPerSecond),
      at: now.steady)
    uselessSlices = TokenBucket(
      burst: Limits.uselessSlices.burst,
      everyMilliseconds: Limits.uselessSlices.everyMilliseconds, at: now.steady)
    ephemeralsSent = TokenBucket(
      burst: Limits.ephemerals.burst, everyMilliseconds: Limits.ephemerals.everyMilliseconds,
      at: now.steady)
    ephemeralsReceived = ephemeralsSent
  }

  /// Counts one frame.
  ///
  /// - Returns: false when the peer sends too many.
  mutating func spendFrame(at now: Moment) -> Bool { frames.spend(at: now.steady) }

  /// Counts slices that were checked and brought nothing new.
  ///
  /// - Returns: false when the peer sends too many.
  mutating func spendUseless(_ slices: Int, at now: Moment) -> Bool {
    slices == 0 || uselessSlices.spend(slices, at: now.steady)
  }

  /// Counts a small violation.
  ///
  /// - Returns: false when there were too many.
  mutating func sin() -> Bool {
    violations += 1
    return violations <= Limits.violationsPerLink
  }

  /// Counts one more log of a stranger in the lobby.
  ///
  /// - Parameter quota: how many the link may bring at once.
  /// - Returns: false when it brings too many.
  mutating func spendNewLog(quota: Int, at now: Moment) -> Bool {
    var rate =
      newLogs
      ?? TokenBucket(
        burst: quota, everyMilliseconds: Limits.strangerLogMilliseconds, at: now.steady)
    defer { newLogs = rate }
    return rate.spend(at: now.steady)
  }

  /// Whether it may bring one more log of a stranger now.
  func mayBringLog(at now: Moment) -> Bool { newLogs?.hasOne(at: now.steady) ?? true }

  /// Counts a change of our share of its disk.
  ///
  /// - Returns: false when the peer changed it too often: it is not heard.
  mutating func spendShareChange() -> Bool {
    guard shareChanges < Limits.shareChangesPerLink else { return false }
    shareChanges += 1
    return true
  }
}
