import Schema

/// Words about trust.
public enum PairText {
  /// Whether a person here trusts somebody, and whether somebody else had the name first.
  public static func trust(paired: Bool, nameIsTaken: Bool, blocked: Bool = false) -> String {
    if blocked { return "blocked" }
    if paired { return "paired" }
    return nameIsTaken ? "not paired, and somebody else has this name" : "not paired"
  }

  /// The same of a peer, with what its node says of our key.
  public static func trust(in peer: PeerView) -> String {
    if peer.paired, !peer.blocked, peer.unpairedThere { return "paired here, not there" }
    return trust(paired: peer.paired, nameIsTaken: peer.nameIsTaken, blocked: peer.blocked)
  }

  /// What to do about a peer whose person has not paired with us, or no longer; empty for others.
  public static func advice(on peer: PeerView) -> String {
    guard peer.paired, !peer.blocked, peer.unpairedThere else { return "" }
    return
      "\(peer.name.plain) has not paired with you, or has taken that back: `parlor peer pair \(ShortID.text(peer.id))` pairs again."
  }

  /// What our person has taken from a peer (row P-20); empty for nothing.
  public static func withheld(from peer: PeerView) -> String {
    let rights = peer.withheld.compactMap { right in
      switch right {
      case .play: "play"
      case .chat: "chat"
      case .rooms: "rooms"
      case .unspecified, .UNRECOGNIZED: nil
      }
    }
    return rights.isEmpty ? "" : "denied: \(rights.joined(separator: ", "))"
  }

  /// The same of a player.
  public static func trust(of player: PlayerView) -> String {
    trust(paired: player.paired, nameIsTaken: player.nameIsTaken)
  }

  /// What to tell a person when a peer asks to pair; nil for anything else.
  public static func question(_ view: PairView) -> String? {
    guard view.state == .asked else { return nil }
    let warning = view.nameIsTaken ? " (another node had this name first)" : ""
    return
      "\(name(of: view))\(warning) asks to pair: `parlor peer pair \(ShortID.text(view.peer))` compares words, `parlor peer block \(ShortID.text(view.peer))` ends it for good."
  }

  /// Who it is about, safe to print.
  public static func name(of view: PairView) -> String {
    view.name.isEmpty ? ShortID.text(view.peer) : view.name.plain
  }
}
