extension PeerView {
  /// Smaller differences between two clocks are not worth a word.
  private static let leastClockDifference: Int64 = 120_000

  /// The difference between the peer's clock and ours in words, without a full stop; nil below two minutes, and where it is not known.
  public var clockDifference: String? {
    let length = clockAheadMilliseconds.magnitude
    guard length >= Self.leastClockDifference.magnitude else { return nil }
    let minutes = (length + 30_000) / 60_000
    let text =
      minutes >= 2 * 1_440
      ? "\(minutes / 1_440) days" : minutes > 180 ? "\(minutes / 60) hours" : "\(minutes) minutes"
    let side = clockAheadMilliseconds < 0 ? "behind" : "ahead of"
    return "\(name.isEmpty ? "A peer" : name)'s clock is \(text) \(side) yours"
  }
}
