/// The list of a seat: the cards of its main part and of its sideboard, each sorted by bytes.
public struct DuelList: Equatable, Sendable {
  /// Every card, the main part before the sideboard. Cards are known by their place in it.
  public let cards: [[UInt8]]
  /// Cards of the main part.
  public let main: Int

  /// The cards of the sideboard.
  public var side: Int { cards.count - main }

  /// Sorts a list; nil where it is too long, or a name is not valid.
  public init?(main: [[UInt8]], side: [[UInt8]] = []) {
    guard (1...DuelLimits.libraryCards).contains(main.count),
      side.count <= DuelLimits.sideboardCards, (main + side).allSatisfy(Self.isCard)
    else { return nil }
    let sorted = [main, side].map { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    cards = sorted[0] + sorted[1]
    self.main = main.count
    guard encoded.count <= DuelLimits.listBytes else { return nil }
  }

  /// Reads an encoded list; nil where it is no list, or another encoding of one.
  public init?(encoded bytes: [UInt8]) {
    guard bytes.count <= DuelLimits.listBytes else { return nil }
    var rest = bytes[...]
    func number() -> Int? {
      guard rest.count >= 2 else { return nil }
      return Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
    }
    var parts: [[[UInt8]]] = []
    while parts.count < 2 {
      guard let lines = number() else { return nil }
      var cards: [[UInt8]] = []
      for _ in 0..<lines {
        guard let count = number(), let length = number(), count > 0, rest.count >= length,
          cards.count + count <= DuelLimits.libraryCards
        else { return nil }
        cards += [[UInt8]](repeating: Array(rest.prefix(length)), count: count)
        rest = rest.dropFirst(length)
      }
      parts.append(cards)
    }
    self.init(main: parts[0], side: parts[1])
    guard rest.isEmpty, encoded == bytes else { return nil }
  }

  /// The bytes that are committed to: for both parts the number of lines, then for each distinct card in byte order its count,
  /// its length, and itself.
  public var encoded: [UInt8] {
    func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
    return [cards[..<main], cards[main...]].flatMap { part in
      var lines: [(count: Int, card: [UInt8])] = []
      for card in part {
        if lines.last?.card == card {
          lines[lines.count - 1].count += 1
        } else {
          lines.append((1, card))
        }
      }
      return two(lines.count) + lines.flatMap { two($0.count) + two($0.card.count) + $0.card }
    }
  }

  /// Whether bytes can be a card: UTF-8 without control characters. Names are compared by their bytes.
  static func isCard(_ bytes: [UInt8]) -> Bool {
    guard (1...DuelLimits.cardBytes).contains(bytes.count),
      let text = String(validating: bytes, as: UTF8.self)
    else { return false }
    return text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
