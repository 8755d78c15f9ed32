import Schema

extension Occurrences {
  /// A date that is otherwise than the rule says.
  public struct Otherwise: Equatable, Sendable {
    /// Its start by the rule, in milliseconds since 1970.
    public var original: Int64
    /// The date as it is; nil for one that is cancelled.
    public var date: Occurrence?
    /// Whether the later dates are so as well.
    public var isFromThenOn: Bool
  }

  /// The dates that are otherwise, in the order of the rule, without those that people deleted.
  public var otherwise: [Otherwise] {
    changes.filter { !$0.value.isDeleted }.sorted { $0.key < $1.key }.map { original, change in
      Otherwise(
        original: original, date: changed(original), isFromThenOn: change.isFromThenOn)
    }
  }
}
