/// The time for which one answer of a daemon is waited for.
///
/// A silent daemon is waited for as long as it is at work, within a limit; one that does nothing is given up after one span.
struct Patience {
  /// The longest time for which a daemon at work is waited for, in milliseconds.
  static let longest: Int32 = 600_000
  /// The first part of the first span, before the work of the daemon is looked at: nearly all answers come within it.
  private static let first: Int32 = 1_000

  /// The longest silence of a daemon that does nothing, in milliseconds; negative for no limit.
  private let span: Int32
  /// Told once when a span is over and the daemon is at work; nil where nobody waits longer than for one span.
  private let tell: (() -> Void)?
  private let look: (_ connection: Int32) -> DaemonWork?
  private var work: DaemonWork?
  private var silence: Int32 = 0
  /// The milliseconds that are waited for next.
  private(set) var next: Int32

  /// Waits for one span, and longer where somebody is told of it.
  ///
  /// - Parameter look: begins to look at the process at the other end of a connection.
  init(
    span: Int32, look: @escaping (Int32) -> DaemonWork? = { DaemonWork(connection: $0) },
    tell: (() -> Void)? = nil
  ) {
    (self.span, self.look, self.tell) = (span, look, tell)
    next = tell == nil ? span : min(max(1, span / 4), Self.first)
  }

  /// Whether to wait on after `next` milliseconds without a sign of life.
  mutating func goesOn(_ descriptor: Int32) -> Bool {
    guard let tell else { return false }
    silence += next
    if silence < span {
      work = look(descriptor)
      next = span - silence
      return true
    }
    guard silence < Self.longest, work?.goesOn() == true else { return false }
    if silence < 2 * span { tell() }
    next = span
    return true
  }
}
