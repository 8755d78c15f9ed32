import Schema
import War

extension Settings {
  /// The back of our cards (row G-26).
  var cardBack: CardBack { CardBacks.back(value(WarSettings.cardBack.key)) ?? .unspecified }
}

extension CardBack {
  /// Whether this program can show it.
  var isKnown: Bool {
    if case .UNRECOGNIZED = self { false } else { true }
  }
}
