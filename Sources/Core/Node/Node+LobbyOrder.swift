import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// What entries of the lobby cite and what is not here: in the lobby that need not come, and where it does the causal orders
/// above it are made again (specification section 5), so that who has the same entries shows the same. In a private room only
/// where whoever wrote it had no part in the room meanwhile.
struct LateCitations {
  /// The lowest sequence of each log that is cited and was not here.
  private(set) var missing: [LogKey: UInt64] = [:]
  /// Whether something was added since it was stored.
  private(set) var isChanged = false

  init(_ missing: [LogKey: UInt64] = [:]) { self.missing = missing }

  /// More logs than there may be in a room are not looked after: whatever comes then may be one of them.
  var isFull: Bool { missing.count >= Limits.logsPerRoom }

  mutating func add(_ log: LogKey, _ sequence: UInt64) {
    guard missing[log].map({ sequence < $0 }) ?? !isFull else { return }
    missing[log] = sequence
    isChanged = true
  }

  mutating func saved() { isChanged = false }

  /// Whether something of it is here now.
  func haveCome(to logs: [LogKey: StoredLog]) -> Bool {
    missing.contains { log, sequence in logs[log].map { $0.state.next > sequence } ?? false }
  }
}

extension Node {
  /// How long the lobby stays as it is between two such makings, in milliseconds: strangers can bring them about.
  private static let lobbyOrderMilliseconds: Int64 = 60_000

  /// A lobby with so many entries is not made again at once for what strangers do: that would take too long.
  private static let entriesRemadeAtOnce: Int64 = 1_000

  /// Has a room made again from its logs; a lobby with much in it only with the next such making.
  func remake(_ id: RoomID) {
    if id == .lobby, let lobby = rooms[id], lobby.stored.position > Self.entriesRemadeAtOnce {
      isLobbyLogGone = true
    } else {
      rooms[id]?.needsRebuild = true
    }
  }

  /// Notes that an entry of the lobby cites what is not here.
  func recordUnresolvedDependency(_ log: LogKey, _ sequence: UInt64, _ reader: Reader) throws {
    if unresolvedDependencies == nil {
      unresolvedDependencies = LateCitations(try reader.unresolvedDependencies(in: .lobby))
    }
    unresolvedDependencies?.add(log, sequence)
  }

  /// Has the lobby made again where what was cited has come.
  func settleLobbyOrder(_ transaction: Transaction) throws {
    guard isLobbyOrderDue || isLobbyLogGone || turn.touched.contains(.lobby) else { return }
    if unresolvedDependencies == nil {
      unresolvedDependencies = LateCitations(
        try transaction.reader.unresolvedDependencies(in: .lobby))
    }
    guard var late = unresolvedDependencies, let room = try room(.lobby, transaction.reader) else {
      return
    }
    if late.isChanged {
      try transaction.setLateCitations(late.missing, in: .lobby)
      late.saved()
      unresolvedDependencies = late
    }
    isLobbyOrderDue = isLobbyLogGone || late.haveCome(to: room.logs) || late.isFull
    guard isLobbyOrderDue, now.steady >= lobbyOrderAt else { return }
    isLobbyOrderDue = false
    isLobbyLogGone = false
    lobbyOrderAt = now.steady + Self.lobbyOrderMilliseconds
    unresolvedDependencies = nil
    turn.touch(.lobby)
    rooms[.lobby]?.needsRebuild = true
  }
}
