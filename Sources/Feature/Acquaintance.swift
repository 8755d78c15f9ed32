/// Knowledge of our node about somebody that a friend introduces.
public struct Acquaintance: Sendable {
  /// Whether the name is ours, or that of another node that we know.
  public let nameIsTaken: Bool
  /// Whether our person has said yes: the node is trusted once it shows the account.
  public let isAwaited: Bool
  /// Whether our person wants nothing to do with the node.
  public let isBlocked: Bool

  /// Puts it together.
  public init(nameIsTaken: Bool, isAwaited: Bool, isBlocked: Bool) {
    self.nameIsTaken = nameIsTaken
    self.isAwaited = isAwaited
    self.isBlocked = isBlocked
  }
}
