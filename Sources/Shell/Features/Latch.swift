import Feature
import Profiles
import ProfileSchema
import Schema
import Synchronization

/// Whether a home is locked at its keyboard: the value that the gate, the notifier and the profile share.
///
/// It only says so. What is kept, and whether a password is right, is the business of `ProfileWork`.
public final class Latch: Sendable {
  private struct State {
    var isLocked = false
    /// The time of the last request, in milliseconds since 1970.
    var usedAt: Int64 = 0
  }

  /// The methods that a locked home performs: what opens it, what ends the daemon, and what `parlor doctor` needs.
  public static let open: Set<String> = [
    Methods.Node.status.path, Methods.Node.stop.path, Methods.Profiles.unlock.path,
    Methods.Profiles.askReset.path, Methods.Profiles.reset.path,
  ]

  private let state = Mutex(State())

  /// A latch that is not locked.
  public init() {}

  /// Whether nearly everything is refused now.
  public var isLocked: Bool { state.withLock { $0.isLocked } }

  /// The refusal of everything but the open methods; nil while the home is not locked.
  public var refusal: Refused? { isLocked ? Refused(.locked, ProfileText.locked, .unlock) : nil }

  /// Returns the refusal of a method; nil if it may be performed now.
  public func refusal(of path: String) -> Refused? {
    Self.open.contains(path) ? nil : refusal
  }

  /// Locks it, or opens it.
  public func set(locked: Bool) { state.withLock { $0.isLocked = locked } }

  /// Somebody uses the home.
  ///
  /// - Parameter path: the method; the open ones are no use, as programs ask for the status again and again.
  public func noteUse(_ path: String?, at now: Int64) {
    if let path, Self.open.contains(path) { return }
    state.withLock { $0.usedAt = now }
  }

  /// The time at which the home was used last, in milliseconds since 1970.
  public var usedAt: Int64 { state.withLock { $0.usedAt } }
}
