/// The phase of a table.
public enum SessionPhase: Equatable, Sendable {
  /// The host has not opened it yet; becomes `open`.
  case unopened
  /// Waits for the host to accept a joiner; becomes `seated` or `closed`.
  case open
  /// Both chairs are given; becomes `playing` or `closed`.
  case seated
  /// The match goes on; becomes `finished`.
  case playing
  /// The match is over; `result` says how.
  case finished
  /// Closed before the start; `closedReason` says why.
  case closed
}
