import Feature
import Identifiers
import Wire

/// The rates of actions here that cost our person attention or other nodes work (specification section 10).
struct Allowances {
  /// Questions to pair that strangers have left.
  private var pairing = QuestionBudget(
    burst: Limits.pairingAsks.burst, everyMilliseconds: Limits.pairingAsks.everyMilliseconds)
  /// Questions to join tables that strangers have left.
  private var tables = QuestionBudget(
    burst: Limits.tableAsks.burst, everyMilliseconds: Limits.tableAsks.everyMilliseconds)
  /// The rate at which a program may be started to call our person.
  private var calls = TokenBucket(burst: 3, everyMilliseconds: 10_000, at: 0)
  /// The rates of our own people's actions that features count, by the names of the allowances.
  private var named: [String: TokenBucket] = [:]
  /// The remaining reaction budget of each author.
  private var reactions: [Author: TokenBucket] = [:]
  /// Budgets for rooms that others have made again.
  var rebuilds = Rebuilds()
  /// The bytes that others may still have this node write.
  var writes = WriteBudgets()

  /// Counts a question to pair (row P-14).
  ///
  /// - Returns: false when the node has none left.
  mutating func spendPairing(_ node: NodeID, at now: Moment) -> Bool {
    pairing.spend(node, at: now.steady)
  }

  /// Counts a question about a table.
  ///
  /// - Returns: false when the node has none left.
  mutating func spendTable(_ node: NodeID, at now: Moment) -> Bool {
    tables.spend(node, at: now.steady)
  }

  /// Counts a call of our person.
  ///
  /// - Returns: false when it was called too often.
  mutating func spendCall(at now: Moment) -> Bool { calls.spend(at: now.steady) }

  /// Counts what our own person does: it may not flood a room either (row C-20).
  ///
  /// - Returns: false when it has done so too often.
  mutating func spend(_ allowance: Allowance, at now: Moment) -> Bool {
    named[
      allowance.name,
      default: TokenBucket(
        burst: allowance.burst, everyMilliseconds: allowance.everyMilliseconds, at: now.steady)
    ].spend(at: now.steady)
  }

  /// Counts what our node writes by itself because of somebody else, who cannot make it write without end.
  ///
  /// - Returns: false where it writes nothing.
  mutating func spendReaction(to author: Author, at now: Moment) -> Bool {
    if reactions.count > Limits.strangersRemembered {
      reactions = reactions.filter { $0.key == author }
    }
    return reactions[
      author, default: TokenBucket(burst: Reaction.burst, everyMilliseconds: 1_000, at: now.steady)
    ].spend(at: now.steady)
  }
}
