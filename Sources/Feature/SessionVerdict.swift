import Schema

/// The answer of a match to one step.
public enum SessionVerdict: Sendable {
  /// The step follows; what people see of it, in order, possibly nothing. The core adds the table and the number.
  case accepted([TableEvent])
  /// The step counts for nothing. Compare `Session.result` before and after: what does not follow ends the match, but a
  /// step written after the end changes nothing.
  case refused(Seat, sentence: String)
}
