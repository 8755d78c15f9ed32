import Identifiers
import Wire

/// The refusals at one link, because a share of the disk is used up (specification section 10).
struct LinkShare {
  /// Logs that are not taken from the peer, by room.
  private var unwanted: [RoomID: Set<LogKey>] = [:]
  /// There are some of which the peer was not told.
  private var hasNewUnwanted = false
  /// The peer was told that files of its do not fit into its share.
  var knowsShare = false

  /// The logs of a room that are not taken.
  func unwanted(in room: RoomID) -> Set<LogKey> { unwanted[room] ?? [] }

  /// Whether a log is not taken, as the peer knows or will be told.
  func isUnwanted(_ log: LogKey, in room: RoomID) -> Bool { unwanted[room]?.contains(log) == true }

  /// Takes no more of a log; the peer is to be told.
  ///
  /// - Returns: false where that was known, or no more can be remembered.
  mutating func refuse(_ log: LogKey, in room: RoomID) -> Bool {
    guard unwanted[room]?.count ?? 0 < Limits.unwantedPerRoom,
      unwanted[room, default: []].insert(log).inserted
    else { return false }
    hasNewUnwanted = true
    return true
  }

  /// The peer is told of what is not taken.
  ///
  /// - Returns: whether there is anything to tell.
  mutating func tellUnwanted() -> Bool {
    defer { hasNewUnwanted = false }
    return hasNewUnwanted
  }

  /// The peer is told that a file of its does not fit.
  ///
  /// - Returns: false where it was told before.
  mutating func tell() -> Bool {
    defer { knowsShare = true }
    return !knowsShare
  }

  /// Takes all logs again.
  ///
  /// - Returns: false where all of them are taken.
  mutating func takeAllAgain() -> Bool {
    defer { (unwanted, hasNewUnwanted) = ([:], false) }
    return !unwanted.isEmpty
  }
}
