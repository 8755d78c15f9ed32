import Schema

/// One event of a table as a line of text.
public struct EventText: Sendable {
  private let event: TableEvent
  private let view: TableView

  /// Describes an event at a table whose view knows the names.
  public init(_ event: TableEvent, names view: TableView) {
    self.event = event
    self.view = view
  }

  /// The line, without the event's number.
  public func text(_ style: Style) -> String {
    let who = event.seat == .unspecified ? "" : view.name(event.seat)
    switch event.what {
    case .opened(let name): return "\(name.plain) opens the table."
    case .asked(let name): return "\(name.plain) asks to join."
    case .seated(let author): return "\(name(author: author)) is added to the game."
    case .joined(let name): return "\(name.plain) takes the chair."
    case .started: return "The match begins."
    case .played(let played):
      let down = played.down > 0 ? "lays \(played.down) face down and " : ""
      return played.hasUp
        ? "\(place(played.round, played.battle)): \(who) \(down)plays \(played.up.text(style))."
        : "\(place(played.round, played.battle)): \(who) \(down)plays."
    case .decided(let decided): return text(decided, style)
    case .left: return "\(who) leaves; the match pauses."
    case .returned: return "\(who) is back."
    case .finished(let result): return text(result)
    case .closed(let reason):
      return reason.isEmpty ? "The table is closed." : "The table is closed: \(reason.plain)"
    case .notice(let text): return text.plain
    case .offeredHosting: return "\(who) offers that the other node decides the rounds."
    case .tookHosting: return "\(who)'s node decides the rounds from now on."
    case .claimed(let claim): return "\(claim.text.plain) Claimed, not confirmed."
    case .admitted(let name): return "\(name.plain) watches."
    case .removed(let name): return "\(name.plain) no longer watches."
    case .offeredRematch: return "\(who) offers a rematch."
    case .withdrewRematch: return "\(who) takes the offer of a rematch back."
    case .acceptedRematch(let table):
      return "\(who) accepts the rematch: table \(ShortID.text(table))."
    case .askedTakeBack: return "\(who) asks to take the concession back."
    case .grantedTakeBack: return "\(who) lets it be taken back: the match goes on."
    case .playsOn: return "\(who) plays all cards that are left."
    case nil: return "Something that this version does not know happened."
    }
  }

  /// The name of an author, as far as the table knows it.
  private func name(author: String) -> String {
    if view.joiner.author == author { return view.name(.joiner) }
    return view.asks.first { $0.author == author }?.name.plain ?? ShortID.text(author)
  }

  private func place(_ round: UInt32, _ battle: UInt32) -> String {
    battle > 0 ? "Round \(round), war \(battle)" : "Round \(round)"
  }

  private func text(_ decided: DecidedView, _ style: Style) -> String {
    var cards = ""
    if decided.hasHost && decided.hasJoiner {
      cards = " \(decided.host.text(style)) against \(decided.joiner.text(style));"
    }
    let counts = " \(decided.hostCards) to \(Count.of(decided.joinerCards, "card"))"
    let outcome =
      switch decided.result {
      case .hostWins: "\(view.name(.host)) wins,"
      case .joinerWins: "\(view.name(.joiner)) wins,"
      case .war: "war! \(Count.of(decided.pot, "card")) in the pot,"
      case .bothOut: "both are out of cards,"
      case .unspecified, .UNRECOGNIZED: "decided,"
      }
    return "\(place(decided.round, decided.battle)):\(cards) \(outcome)\(counts)."
  }

  private func text(_ result: MatchResult) -> String {
    let outcome =
      switch result.winner {
      case .host, .joiner: "\(view.name(result.winner)) wins the match."
      case .unspecified, .UNRECOGNIZED: "The match is a draw."
      }
    return result.text.isEmpty ? outcome : outcome + " " + result.text.plain
  }
}
