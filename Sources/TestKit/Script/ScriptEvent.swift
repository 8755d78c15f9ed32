import Schema

/// Something that the cards of a match bring, by its name in the file.
public enum ScriptEvent: String, CaseIterable, Sendable {
  /// A battle is a tie.
  case war
  /// The cards that a war was to be won by are equal too.
  case warInWar = "war-in-war"
  /// In a war that is to be fought somebody has too few cards for it.
  case shortInWar = "short-in-war"
  /// In a war that is to be fought both have too few cards for it.
  case bothShort = "both-short"
  /// Both have laid their last card in one war, and those are equal.
  case bothOut = "both-out"

  /// Whether it is on the table that somebody sees.
  public func isSeen(in view: TableView) -> Bool {
    let piles = [view.host.cards, view.joiner.cards]
    let isWar = view.phase == .playing && view.battle > 0
    return switch self {
    case .war: isWar
    case .warInWar: isWar && view.battle > 1
    case .shortInWar: isWar && piles.contains { $0 <= view.rules.faceDown }
    case .bothShort: isWar && piles.allSatisfy { $0 <= view.rules.faceDown }
    case .bothOut: view.result.ending == .bothOut
    }
  }

  /// How sentences call it.
  var words: String {
    switch self {
    case .war: "a war"
    case .warInWar: "a war in a war"
    case .shortInWar: "somebody short of cards in a war"
    case .bothShort: "both short of cards in a war"
    case .bothOut: "both out of cards"
    }
  }
}
