import Schema

extension Settings {
  /// The back of our cards (row G-26).
  var cardBack: CardBack { CardBack(name: value(CardBack.setting)) ?? .unspecified }
}
