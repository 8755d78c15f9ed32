import Synchronization

/// The rules that were followed to their end and have no date at all: lists ask for the same ones again and again.
enum KnownEmptyRules {
  private struct Key: Hashable {
    let rule: RepeatRule
    let start: Int64
    let until: Int64
  }

  /// The most that are kept, about 16 MiB; then all are forgotten.
  private static let most = 20_000

  private static let rules = Mutex<Set<Key>>([])

  /// Whether a rule is known to have no date from a start on, in seconds on the wall.
  static func contains(_ rule: RepeatRule, start: Int64, until: Int64) -> Bool {
    rules.withLock { !$0.isEmpty && $0.contains(Key(rule: rule, start: start, until: until)) }
  }

  /// Keeps that a rule has no date.
  static func insert(_ rule: RepeatRule, start: Int64, until: Int64) {
    rules.withLock {
      if $0.count >= most { $0.removeAll() }
      $0.insert(Key(rule: rule, start: start, until: until))
    }
  }
}
