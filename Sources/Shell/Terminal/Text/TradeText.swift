import DeckSchema
import Schema

/// Trades, marks and commitments as lines of a terminal.
public enum TradeText {
  /// A trade in a list.
  public static func line(_ trade: TradeView) -> String {
    "  \(ShortID.text(trade.id))  \(Columns.fit(state(trade), to: 22))  \(summary(trade))"
      + (trade.doubts.isEmpty ? "" : "  GIVEN TWICE")
  }

  /// A trade with its cards.
  public static func lines(of trade: TradeView) -> [String] {
    var lines = ["  \(ShortID.text(trade.id))  \(state(trade))"]
    lines += trade.messages.map { "  " + $0.plain }
    let verbs = trade.loan ? ("You lend", "You borrow") : ("You give", "You get")
    if !trade.gives.isEmpty { lines.append("  \(verbs.0)") }
    lines += trade.gives.map { "  " + CollectionText.card($0) }
    if !trade.gets.isEmpty { lines.append("  \(verbs.1)") }
    lines += trade.gets.map { "  " + CollectionText.card($0) }
    if !trade.until.isEmpty { lines.append("  until \(trade.until.plain)") }
    if !trade.note.isEmpty { lines.append("  \(trade.note.plain)") }
    if !trade.reason.isEmpty { lines.append("  \(trade.reason.plain)") }
    if !trade.out.isEmpty, trade.state == .lent {
      let out = trade.out.map { "\($0.count) \($0.name.plain)" }.joined(separator: ", ")
      lines.append("  not back yet: \(out)")
    }
    lines += trade.doubts.map { "  " + $0.plain }
    return lines
  }

  private static func state(_ trade: TradeView) -> String {
    let name = trade.otherName.plain
    return switch trade.state {
    case .open: trade.own ? "offered to \(name)" : "offered by \(name)"
    case .accepted: trade.own ? "accepted by \(name)" : "waits for \(name)"
    case .done: "done with \(name)"
    case .lent: "on loan with \(name)"
    case .declined: "no trade with \(name)"
    default: "with \(name)"
    }
  }

  /// Both sides of a trade in a few words, from ours.
  static func summary(_ trade: TradeView) -> String {
    func list(_ cards: [CardLine]) -> String {
      cards.isEmpty
        ? "nothing" : cards.map { "\($0.count) \($0.name.plain)" }.joined(separator: ", ")
    }
    return "\(list(trade.gives)) for \(list(trade.gets))" + (trade.loan ? ", lent" : "")
  }

  /// A number of trades.
  public static func trades(_ count: UInt32) -> String {
    Count.of(count, "trade")
  }

  /// Returns a line about a card that somebody wants or has.
  public static func line(of mark: CardMarkView) -> String {
    let who = mark.own ? "you" : mark.authorName.plain
    let verb = mark.own ? (mark.wanted ? "want" : "have") : (mark.wanted ? "wants" : "has")
    let matches =
      mark.matches.isEmpty
      ? ""
      : "  \(mark.wanted ? "had by" : "wanted by") \(mark.matches.map(\.plain).joined(separator: ", "))"
    return
      "  \(ShortID.text(mark.id))  \(who) \(verb) \(mark.card.count) \(CollectionText.phrase(mark.card)) in \(mark.roomName.plain)\(matches)"
  }

  /// A deck that somebody is bound to, with its cards where they were told.
  public static func lines(of commitment: CommitmentView) -> [String] {
    let who = commitment.own ? "you are" : "\(commitment.authorName.plain) is"
    let told =
      !commitment.revealed
      ? "not told yet"
      : commitment.matches ? "told, and it is the one" : "told, and it is NOT the one"
    return [
      "  \(ShortID.text(commitment.id))  \(who) bound to a deck of \(Count.of(commitment.count, "card")) in \(commitment.roomName.plain): \(told)",
      "  number \(commitment.digest.plain)",
    ] + commitment.list.lines.map { "  \($0.count)  \($0.name.plain)" }
      + (commitment.hash.isEmpty ? [] : ["  hash \(commitment.hash.plain)"])
  }
}
