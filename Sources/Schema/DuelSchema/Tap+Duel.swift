import FoundationEssentials
import Schema

extension Tap {
  /// A move at the table of a duel, with what only our node keeps of it.
  public static func duel(
    _ move: DuelMove, at table: String, choosing choice: DuelChoice? = nil
  ) throws -> Tap {
    let move: Data = try move.serializedBytes()
    let choice: Data = try choice?.serializedBytes() ?? Data()
    return .with {
      $0.table = table
      $0.move = move
      $0.choice = choice
    }
  }
}
