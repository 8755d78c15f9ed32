import Identifiers
import Replication
import Wire

/// The private rooms that are synced although our account does not belong to them by what we know (specification section 13).
/// They are rooms into which somebody says it was invited, and rooms that it has left; each has the people with whose nodes it is
/// synced.
struct RoomInvitations {
  /// Rooms that paired peers say we were added to, and the accounts of those peers.
  private var inviters: [RoomID: Set<Author>] = [:]
  /// Rooms that our account has left, and who must hear of it.
  private var leaving: [RoomID: Set<Author>] = [:]

  /// Returns the accounts that say that our account belongs to a room, before its logs do.
  func inviters(into id: RoomID) -> Set<Author> { inviters[id] ?? [] }

  /// Whether somebody says that our account belongs to a room.
  func isInvited(into id: RoomID) -> Bool { inviters[id] != nil }

  /// Notes that accounts say so.
  ///
  /// - Returns: false where there are too many such rooms already.
  @discardableResult
  mutating func note(_ id: RoomID, by accounts: [Author]) -> Bool {
    guard mayBeInvited(into: id) else { return false }
    inviters[id, default: []].formUnion(accounts)
    return true
  }

  /// Whether one more room may be noted.
  func mayBeInvited(into id: RoomID) -> Bool {
    inviters[id] != nil || inviters.count < Limits.roomsOfOthers
  }

  /// Notes what the logs of a room say of our account.
  ///
  /// - Returns: who had said that it belongs there.
  @discardableResult
  mutating func settle(_ id: RoomID, isMember: Bool, _ leavesTo: Set<Author>?) -> Set<Author> {
    let known = inviters(into: id)
    if isMember { inviters[id] = nil }
    leaving[id] = leavesTo
    return known
  }

  /// The link to accounts is gone: what they said counts no more.
  mutating func part(from accounts: [Author]) {
    for (room, people) in inviters {
      let rest = people.subtracting(accounts)
      inviters[room] = rest.isEmpty ? nil : rest
    }
  }

  /// Lets go of a room that is deleted.
  mutating func forget(_ id: RoomID) {
    inviters[id] = nil
    leaving[id] = nil
  }

  /// Whether a room is shared with any of some accounts for that.
  func shares(_ id: RoomID, with accounts: [Author]) -> Bool {
    accounts.contains { inviters[id]?.contains($0) == true || leaving[id]?.contains($0) == true }
  }

  /// The rooms that are shared with any of some accounts for that.
  func rooms(sharedWith accounts: [Author]) -> Set<RoomID> {
    Set(inviters.keys).union(leaving.keys).filter { shares($0, with: accounts) }
  }
}
