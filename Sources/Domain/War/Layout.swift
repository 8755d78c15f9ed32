import Schema

/// The places of all 52 cards between two battles.
public struct Layout: Equatable, Sendable {
  /// The cards that nobody has seen, sorted; the piles say how many of them each player holds.
  public internal(set) var unseen: [UInt8]
  /// Both players' piles.
  public internal(set) var piles: Pair<Pile>
  /// The cards that each has on the table in this round, in the order played.
  public internal(set) var table: Pair<[UInt8]>

  /// The start of a match: 26 unseen cards each.
  public static let dealt = Layout(
    unseen: Array(0..<52),
    piles: Pair(
      host: Pile(unseen: 26, known: [], second: []),
      joiner: Pile(unseen: 26, known: [], second: [])),
    table: Pair(host: [], joiner: []))

  /// A start with known piles, the top card first.
  static func known(host: [UInt8], joiner: [UInt8]) -> Layout {
    Layout(
      unseen: [],
      piles: Pair(
        host: Pile(unseen: 0, known: host, second: []),
        joiner: Pile(unseen: 0, known: joiner, second: [])),
      table: Pair(host: [], joiner: []))
  }

  /// Whether some card is unseen, so that a round needs both links.
  public var needsLinks: Bool { piles.host.unseen > 0 || piles.joiner.unseen > 0 }

  /// Whether each of the 52 cards is in exactly one place (row G-33).
  public var isConserved: Bool {
    let known = [piles.host, piles.joiner].flatMap { $0.known + $0.second }
    let all = (unseen + known + table.host + table.joiner).sorted()
    return all == Array(0..<52) && unseen.count == piles.host.unseen + piles.joiner.unseen
  }

  /// Returns the number of cards that a seat lays in a battle of a round, 0 being the first.
  func layCount(of seat: Seat, battle: UInt32, rules: Rules) -> Int {
    let wanted = battle == 0 ? 1 : Int(rules.faceDown) + 1
    let own = min(wanted, piles[seat].count)
    guard rules.shortPlay == .equalForce else { return own }
    return min(own, piles[seat.other].count)
  }

  /// Moves cards from a seat's pile to the table and returns them, the one face up last.
  mutating func lay(
    _ count: Int, of seat: Seat, from stream: inout CardStream,
    turningOver turn: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var laid: [UInt8] = []
    for _ in 0..<count {
      if piles[seat].unseen > 0, !unseen.isEmpty {
        piles[seat].unseen -= 1
        laid.append(unseen.remove(at: stream.pick(below: unseen.count)))
        continue
      }
      if piles[seat].known.isEmpty {
        var cards = piles[seat].second
        turn(&cards)
        piles[seat].known = cards
        piles[seat].second = []
      }
      guard !piles[seat].known.isEmpty else { break }
      laid.append(piles[seat].known.removeFirst())
    }
    table[seat] += laid
    return laid
  }

  /// SHA-256 of the layout and where the match stands (protocol section 8).
  /// - Parameter battle: the battle to be played next: 0 after a round, 1 after its first tie.
  func stateHash(gameID: [UInt8], roundsDecided: UInt32, battle: UInt32) -> [UInt8] {
    digest(
      "parlor.war.state.v1", gameID, roundsDecided.bigEndianBytes, battle.bigEndianBytes,
      hashedBytes)
  }

  /// The bytes by which two layouts are compared and hashed.
  var hashedBytes: [UInt8] {
    func counted(_ cards: [UInt8]) -> [UInt8] { UInt32(cards.count).bigEndianBytes + cards }
    func bytes(_ pile: Pile) -> [UInt8] {
      UInt32(pile.unseen).bigEndianBytes + counted(pile.known) + counted(pile.second)
    }
    return bytes(piles.host) + bytes(piles.joiner) + counted(table.host) + counted(table.joiner)
  }
}
