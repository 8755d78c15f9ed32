import IntroductionSchema
import Schema

/// Words about trust.
public enum PairText {
  /// Whether a person here trusts somebody, and whether the name is ours or somebody else had it first.
  public static func trust(paired: Bool, nameIsTaken: Bool, blocked: Bool = false) -> String {
    if blocked { return "blocked" }
    let trust = paired ? "paired" : "not paired"
    return nameIsTaken ? "\(trust), and somebody else has this name" : trust
  }

  /// The same of a peer, with what its node says of our key.
  public static func trust(in peer: PeerView) -> String {
    if peer.paired, !peer.blocked, peer.unpairedThere {
      return "paired here, not there"
        + (peer.nameIsTaken ? ", and somebody else has this name" : "")
    }
    if !peer.paired, !peer.blocked, !peer.awaitedAuthor.isEmpty {
      return "trusted once it shows \(peer.awaitedWords.plain)"
    }
    return trust(paired: peer.paired, nameIsTaken: peer.nameIsTaken, blocked: peer.blocked)
  }

  /// Advice on a peer that shows another account than the trusted one, or whose person has not paired with us, or no longer;
  /// empty for others.
  public static func advice(on peer: PeerView) -> String {
    if !peer.trustProblem.isEmpty, !peer.blocked { return peer.trustProblem.plain }
    guard peer.paired, !peer.blocked, peer.unpairedThere else { return "" }
    return
      "\(peer.name.plain) has not paired with you, or has taken that back: `parlor peer pair \(ShortID.text(peer.id))` pairs again."
  }

  /// Returns the rights that our person denies a peer (row P-20); empty for none.
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

  /// Says whether our person trusts a player, and whether somebody else had the name first.
  public static func trust(of player: PlayerView) -> String {
    trust(paired: player.paired, nameIsTaken: player.nameIsTaken)
  }

  /// Returns the sentence for a person when a peer asks to pair; nil for anything else.
  public static func question(_ view: PairView) -> String? {
    guard view.state == .asked else { return nil }
    let warning = view.nameIsTaken ? " (another node had this name first)" : ""
    return
      "\(name(of: view))\(warning) asks to pair: `parlor peer pair \(ShortID.text(view.peer))` compares words, `parlor peer block \(ShortID.text(view.peer))` ends it for good."
  }

  /// Somebody whom a friend introduces: the name, the four words, a warning, and the friend.
  public static func introduced(_ view: IntroductionView) -> String {
    let note = view.note.isEmpty ? "" : ": \(view.note.plain)"
    let by = view.own ? "by you" : "by \(view.by.plain)"
    let state = view.awaited ? ", trusted once its node shows these words" : ""
    return "\(view.name.plain)\(taken(view)) (\(view.words.plain)), introduced \(by)\(note)\(state)"
  }

  /// People that friends introduce, one a line: first those that our person can say yes to.
  public static func introduced(_ views: [IntroductionView], _ choice: PeopleChoice) -> [Line] {
    choice.lines(
      views.map { view in
        PeopleChoice.Person(
          names: [view.name, view.words, view.node, view.author],
          rank: view.own ? 2 : view.awaited ? 1 : 0, line: Line("  " + introduced(view)))
      })
  }

  /// The question to a person when a friend introduces somebody.
  public static func question(_ view: IntroductionView) -> String {
    "\(view.by.plain) introduces \(view.name.plain)\(taken(view)) to you: `parlor peer meet \(ShortID.text(view.node))` trusts them, `parlor peer introductions` shows the words."
  }

  /// The question on an open screen: somebody asks to pair, or a friend introduces somebody; nil for any other change.
  static func question(in change: Change) -> String? {
    if case .pairing(let view)? = change.what { return question(view) }
    guard let view = change.shown(IntroductionView.self), !view.own, !view.awaited else {
      return nil
    }
    return question(view)
  }

  /// A warning behind a name that is ours, or somebody else's.
  public static func taken(_ view: IntroductionView) -> String {
    view.nameIsTaken ? " (somebody else has this name)" : ""
  }

  /// Returns the name of the peer, safe to print.
  public static func name(of view: PairView) -> String {
    view.name.isEmpty ? ShortID.text(view.peer) : view.name.plain
  }
}
