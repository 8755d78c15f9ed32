import Schema

extension Card {
  /// The number of cards.
  public static let count = 52

  /// The card with a number from 0 (two of clubs) to 51 (ace of spades); nil for any other.
  public init?(number: Int) {
    guard (0..<Card.count).contains(number), let suit = Suit(rawValue: number % 4 + 1) else {
      return nil
    }
    self.init()
    self.rank = UInt32(number / 4 + 2)
    self.suit = suit
  }

  /// Whether it is one of the 52 cards; a peer may send anything.
  public var isValid: Bool {
    (2...14).contains(rank) && (1...4).contains(suit.rawValue)
  }

  /// `(rank - 2) * 4 + (suit - 1)`, from 0 to 51; nil when the card is not one of the 52.
  public var number: Int? {
    isValid ? (Int(rank) - 2) * 4 + suit.rawValue - 1 : nil
  }

  /// Rank and suit as people write them, `K♠` or `10♥`; `?` if it is not a card.
  public var shortText: String {
    guard isValid else { return "?" }
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    let suits = ["♣", "♦", "♥", "♠"]
    return ranks[Int(rank) - 2] + suits[suit.rawValue - 1]
  }
}
