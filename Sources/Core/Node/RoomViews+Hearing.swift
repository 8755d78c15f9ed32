import Identifiers
import Replication
import Schema
import Store
import Wire

/// Whether anybody gets what our person writes in a room, by what this node knows.
extension RoomViews {
  /// Why what our person writes reaches nobody, and what to do; nil where nothing is known against it.
  ///
  /// Only who would get it, or the room's owner, can say so of the whole room.
  ///
  /// - Throws: `StoreError`.
  public func silence() throws -> String? {
    switch id {
    case .lobby:
      return settings.lobby == .off
        ? "The lobby is off, so nobody gets what you write there: switch it on with `parlor settings set lobby open`."
        : nil
    case RoomID(personal: own): return nil
    default: break
    }
    guard room.stored.kind == .direct || room.stored.kind == .private else { return nil }
    if let teller = try reader.removal(from: id), teller == room.stored.members?.owner {
      return
        "\(try removed(toldBy: teller)): nobody there gets what you write. Ask \(try person(teller).name) to add you again."
    }
    let others = try authors().filter { $0 != own }
    guard !others.isEmpty else { return nil }
    var reasons: [String] = []
    for author in others {
      guard let reason = try deafness(of: author) else { return nil }
      reasons.append(reason)
    }
    return reasons.count == 1
      ? reasons[0]
      : "Nobody in \(try name()) gets what you write: none of you are paired any more. Pair again with `parlor peer pair`."
  }

  /// Why some in the room may not get what our person writes; nil where nothing is known against it.
  ///
  /// - Throws: `StoreError`.
  public func doubt() throws -> String? {
    guard let teller = try reader.removal(from: id) else { return nil }
    return
      "\(try removed(toldBy: teller)): some there may not get what you write. Ask who owns the room."
  }

  /// What somebody's node says of our place in the room.
  func removed(toldBy teller: Author) throws -> String {
    "\(try person(teller).name)'s node says that you were removed from this room"
  }

  /// Why somebody gets nothing of this room from us; nil where nothing is known against it.
  private func deafness(of author: Author) throws -> String? {
    guard let peer = try people.byAuthor()[author] else { return nil }
    let name = try person(author).name
    let again = "pair again with `parlor peer pair \(name)`."
    if peer.blocked {
      return
        "You have blocked \(name), who gets nothing that you write here: unblock and pair first."
    }
    if peer.unpaired {
      return "You have unpaired \(name), who gets nothing that you write here: \(again)"
    }
    if peer.unpairedThere {
      return
        "\(name) has not paired with you, or has taken that back, and gets nothing that you write here: \(again)"
    }
    return nil
  }
}
