import Schema
import War
import WarSchema

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
    // What has been laid in this battle came from the pile it is about.
    let piles = [view.host, view.joiner].map { Int($0.cards + ($0.played ? $0.down + 1 : 0)) }
    return isSeen(
      battle: view.phase == .playing ? view.war.battle : 0, piles: piles, view.rules,
      view.result.ending
    )
  }

  /// Whether it is where a match stands while nobody has played the present battle.
  public func isSeen(in match: Match) -> Bool {
    isSeen(
      battle: match.phase == .playing ? match.battle : 0,
      piles: [match.cards(of: .host), match.cards(of: .joiner)], match.rules,
      match.result?.ending ?? .unspecified)
  }

  private func isSeen(battle: UInt32, piles: [Int], _ rules: Rules, _ ending: Ending) -> Bool {
    let short = piles.count { $0 <= rules.faceDown }
    return switch self {
    case .war: battle > 0
    case .warInWar: battle > 1
    case .shortInWar: battle > 0 && short > 0
    case .bothShort: battle > 0 && short == piles.count
    case .bothOut: ending == .bothOut
    }
  }

  /// The event as the middle of a sentence.
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
