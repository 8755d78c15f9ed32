import Schema

extension Card {
  /// The rank as printed on a card: 2 to 10, J, Q, K, A; `?` if it is not a rank.
  public var rankText: String {
    switch rank {
    case 2...10: "\(rank)"
    case 11: "J"
    case 12: "Q"
    case 13: "K"
    case 14: "A"
    default: "?"
    }
  }

  /// The suit as a sign, or as a letter where only ASCII can be shown.
  public func suitText(_ style: Style) -> String {
    switch suit {
    case .clubs: style.unicode ? "♣" : "c"
    case .diamonds: style.unicode ? "♦" : "d"
    case .hearts: style.unicode ? "♥" : "h"
    case .spades: style.unicode ? "♠" : "s"
    case .unspecified, .UNRECOGNIZED: "?"
    }
  }

  /// Whether its suit is hearts or diamonds.
  public var isRed: Bool { suit == .hearts || suit == .diamonds }

  /// The card in two or three columns, red where colours may be shown.
  public func text(_ style: Style) -> String {
    let text = rankText + suitText(style)
    return isRed ? style.coloured(text, .red) : text
  }
}
