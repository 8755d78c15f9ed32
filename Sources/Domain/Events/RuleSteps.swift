import Synchronization

/// The steps that finding the dates of rules may take in a whole list: other people write rules that take long.
public final class RuleSteps: Sendable {
  /// The steps of each event that others cannot use up: more than two years of days.
  static let ofEach = 1_000
  /// Further steps of a list, which take about half a second.
  public static let ofAll = 10_000_000

  private let state: Mutex<(left: Int, taken: Int)>

  /// - Parameter further: steps beside those that each event has of its own.
  public init(_ further: Int = ofAll) { state = Mutex((further, 0)) }

  /// The steps that were taken.
  public var taken: Int { state.withLock { $0.taken } }

  /// Further steps that are left.
  fileprivate var left: Int { state.withLock { $0.left } }

  fileprivate func take(_ steps: Int, further: Int) {
    state.withLock {
      $0.left -= further
      $0.taken += steps
    }
  }
}

/// The steps of one event of a list.
final class EventSteps: Sendable {
  private let list: RuleSteps
  private let state = Mutex((own: RuleSteps.ofEach, isCut: false))

  init(_ list: RuleSteps) { self.list = list }

  /// The number that may be taken now.
  var allowed: Int { state.withLock { $0.own } + max(0, list.left) }

  /// Whether steps were used up before all dates that were asked for were found.
  var isCut: Bool { state.withLock { $0.isCut } }

  /// Counts what was looked at.
  func took(_ steps: Int, isCut: Bool) {
    let own = state.withLock {
      let own = min($0.own, steps)
      $0.own -= own
      if isCut { $0.isCut = true }
      return own
    }
    list.take(steps, further: steps - own)
  }
}
