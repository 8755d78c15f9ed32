/// One player's cards: some that nobody has seen, then known ones.
///
/// Cards are numbers from 0 to 51, see `Card.number`.
public struct Pile: Equatable, Sendable {
  /// Cards on top that nobody has seen; which ones they are is picked when they are laid.
  public internal(set) var unseen: Int
  /// Known cards below those, the top one first.
  public internal(set) var known: [UInt8]
  /// Won cards that wait until the rest is used up, the first won first; empty in most variants.
  public internal(set) var second: [UInt8]

  /// All cards of the player, the second pile included.
  public var count: Int { unseen + known.count + second.count }
}
