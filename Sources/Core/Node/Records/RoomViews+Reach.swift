import Feature
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Whether anybody gets what our person writes in a room, by what this node knows.
extension RoomViews {
  /// Explains why our person's entries reach nobody, and what to do; nil if no reason is known.
  ///
  /// Only somebody who would get them, or the room's owner, can say so of the whole room.
  ///
  /// - Throws: `StoreError`.
  public func silence() throws -> Advice? {
    switch id {
    case .lobby:
      return settings.lobby == .off
        ? Advice(
          "The lobby is off, so nobody gets what you write there.", .setting("lobby", "open"))
        : nil
    case RoomID(personal: own): return nil
    default: break
    }
    guard room.stored.kind == .direct || room.stored.kind == .private else { return nil }
    if let teller = try reader.removal(from: id), teller == room.stored.people?.owner {
      return
        "\(try removed(toldBy: teller)): nobody there gets what you write. Ask \(try person(teller).name) to add you again."
    }
    let others = try authors().filter { $0 != own }
    guard !others.isEmpty else { return nil }
    var reasons: [Advice] = []
    for author in others {
      guard let reason = try deafness(of: author) else { return nil }
      reasons.append(reason)
    }
    return reasons.count == 1
      ? reasons[0]
      : Advice(
        "Nobody in \(try name()) gets what you write: none of you are paired any more.", .pairAgain)
  }

  /// Explains why some in the room may not get our person's entries; nil if no reason is known.
  ///
  /// - Throws: `StoreError`.
  public func doubt() throws -> String? {
    guard let teller = try reader.removal(from: id) else { return nil }
    return
      "\(try removed(toldBy: teller)): some there may not get what you write. Ask who owns the room."
  }

  /// Writes that we were removed from the room, as somebody's node says.
  func removed(toldBy teller: Author) throws -> String {
    "\(try person(teller).name)'s node says that you were removed from this room"
  }

  /// The terms that follow one, where a room was given away more than once: who owns it in each, and who says so.
  ///
  /// - Returns: empty where it was not.
  /// - Throws: `StoreError`.
  func rivals(_ roster: Roster) throws -> [RivalTermView] {
    try roster.rivalTerms.flatMap { rivals in
      try rivals.all.compactMap { term in
        guard let owner = roster.owner(of: term) else { return nil }
        let sayers = try (rivals.supporters[term] ?? []).map { try person($0).name }.sorted()
        return try .with {
          $0.id = Base32.encode(term.bytes)
          $0.owner = try person(owner).name
          $0.sayers = sayers
          $0.followed = term == rivals.followed
          $0.chosen = term == rivals.chosen
        }
      }
    }
  }

  /// Explains why somebody gets nothing of this room from us; nil if no reason is known.
  private func deafness(of author: Author) throws -> Advice? {
    guard let peer = try people.byAuthor()[author] else { return nil }
    let name = try person(author).name
    func remedy(_ code: RemedyCode) -> Remedy {
      .with {
        $0.code = code
        $0.node = peer.id
        $0.name = name
      }
    }
    if peer.blocked {
      return Advice(
        "You have blocked \(name), who gets nothing that you write here.", remedy(.unblockAndPair))
    }
    if peer.unpaired {
      return Advice(
        "You have unpaired \(name), who gets nothing that you write here.", remedy(.pairAgain))
    }
    if peer.unpairedThere {
      return Advice(
        "\(name) has not paired with you, or has taken that back, and gets nothing that you write here.",
        remedy(.pairAgain))
    }
    return nil
  }
}
