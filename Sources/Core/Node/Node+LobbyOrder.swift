import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The lobby is made again where what its entries cite has come (specification section 5).
extension Node {
  /// Notes that an entry of the lobby cites what is not here.
  func recordUnresolvedDependency(_ log: LogKey, _ sequence: UInt64, _ reader: Reader) throws {
    try lobby.order.load { try reader.unresolvedDependencies(in: .lobby) }
    lobby.order.add(log, sequence)
  }

  /// Has the lobby made again where what was cited has come.
  func settleLobbyOrder(_ transaction: Transaction) throws {
    guard lobby.order.mayHaveChanged || turn.touched.contains(.lobby) else { return }
    try lobby.order.load { try transaction.reader.unresolvedDependencies(in: .lobby) }
    guard let room = try room(.lobby, transaction.reader) else { return }
    if let missing = lobby.order.unsaved {
      try transaction.setLateCitations(missing, in: .lobby)
      lobby.order.saved()
    }
    guard lobby.order.isRemade(with: room.logs, of: room.stored.position, at: now) else { return }
    turn.touch(.lobby)
    rooms[.lobby]?.needsRebuild = true
  }
}
