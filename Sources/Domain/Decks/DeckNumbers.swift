import DeckSchema
import Feature
import Schema

/// Statistics, draw odds and sample hands of a library (row D-55).
enum DeckNumbers {
  /// Cards of a hand.
  static let hand = 7

  static func stats(_ request: ShowLibrary, _ home: any Snapshot) throws -> DeckStats {
    let list = try list(request.library, home)
    var (curve, types, colours): ([UInt32: UInt32], [String: UInt32], [String: UInt32]) =
      ([:], [:], [:])
    var (unknown, count): (UInt32, UInt32) = (0, 0)
    let known = KnownNames(home)
    for line in list.lines where line.zone == .main || line.zone == .commander {
      count += line.count
      guard let card = try known.card(line.name) else {
        unknown += line.count
        continue
      }
      let type = Self.type(of: card)
      types[type, default: 0] += line.count
      if type != "Land" { curve[min(card.value, 7), default: 0] += line.count }
      for colour in ManaCost.colours(card.cost) { colours[colour, default: 0] += line.count }
    }
    return .with {
      $0.name = Text.clean(list.name, limit: DeckRules.name)
      $0.curve = (0...7).map { StatLine($0 == 7 ? "7+" : "\($0)", curve[$0] ?? 0) }
      $0.types = lines(types)
      $0.colours = lines(colours)
      $0.unknown = unknown
      $0.count = count
    }
  }

  private static func lines(_ counts: [String: UInt32]) -> [StatLine] {
    counts.map { StatLine($0.key, $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  private static let typeNames = [
    "Land", "Creature", "Planeswalker", "Instant", "Sorcery", "Enchantment", "Artifact",
  ]

  private static func type(of card: CardFacts) -> String {
    typeNames.first { card.type.contains($0) } ?? "Other"
  }

  static func odds(_ request: DrawOdds, _ home: any Snapshot) throws -> OddsView {
    let list = try list(request.library, home)
    let main = list.lines.filter { $0.zone == .main }
    let deck = main.reduce(0) { $0 + Int($1.count) }
    let fitting = CardName.meant(request.card, among: main) { $0.name }
    let copies = fitting.reduce(0) { $0 + Int($1.count) }
    guard let name = fitting.first?.name else {
      if let other = CardName.meant(request.card, among: list.lines, called: \.name).first {
        throw Refused(
          .notFound,
          "\(other.name) is in the \(other.zone.place) of \(list.name), and is not drawn from the deck."
        )
      }
      throw Refused(
        .notFound,
        "\(list.name) has no card \(request.card).", .see("library show"))
    }
    let draws = request.draws == 0 ? hand : Int(request.draws)
    guard draws <= deck else {
      throw Refused(.invalid, "\(list.name) has \(Count.of(deck, "card")): draw no more than that.")
    }
    let odds = Hypergeometric(deck: deck, copies: copies, draws: draws)
    return .with {
      $0.card = name
      $0.copies = UInt32(copies)
      $0.deck = UInt32(deck)
      $0.draws = UInt32(draws)
      $0.exactly = odds.chances.map(millionths)
      $0.any = millionths(1 - (odds.chances.first ?? 0))
    }
  }

  private static func millionths(_ chance: Double) -> UInt32 {
    UInt32((min(max(chance, 0), 1) * 1_000_000).rounded())
  }

  static func hand(_ request: DrawHand, _ home: any Snapshot) throws -> HandView {
    let list = try list(request.library, home)
    var cards = list.lines.filter { $0.zone == .main }.flatMap {
      Array(repeating: $0.name, count: Int($0.count))
    }
    guard cards.count >= hand else {
      throw Refused(
        .notNow,
        "\(list.name) has \(Count.of(cards.count, "card")), and a hand has \(hand): add some.")
    }
    // Without a number, another hand each time.
    let seed = request.hasSeed ? request.seed : UInt64(bitPattern: home.now)
    var random = SplitMix(seed)
    for place in 0..<hand {
      cards.swapAt(place, place + Int(random.below(UInt64(cards.count - place))))
    }
    return .with {
      $0.cards = Array(cards.prefix(hand))
      $0.seed = seed
    }
  }

  private static func list(_ text: String, _ home: any Snapshot) throws -> DeckList {
    let collection = try Collection(home)
    return try collection.list(of: collection.library(text))
  }
}

/// The number of some copies among cards that are drawn without putting any back: exact chances, not sampled ones.
struct Hypergeometric {
  /// The chance of drawing none, one, two and so on, up to the largest number that is possible; each from 0 to 1.
  let chances: [Double]

  init(deck: Int, copies: Int, draws: Int) {
    chances = (0...min(copies, draws)).map { drawn in
      guard draws - drawn <= deck - copies else { return 0 }
      // C(copies, drawn) * C(deck - copies, draws - drawn) / C(deck, draws), one factor at a time so that nothing overflows.
      var chance = 1.0
      for step in 0..<draws { chance *= Double(step + 1) / Double(deck - step) }
      for step in 0..<drawn { chance *= Double(copies - step) / Double(step + 1) }
      for step in 0..<(draws - drawn) {
        chance *= Double(deck - copies - step) / Double(step + 1)
      }
      return chance
    }
  }
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014): the same numbers from the same seed.
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// A number below a bound, each equally likely.
  mutating func below(_ bound: UInt64) -> UInt64 {
    let most = UInt64.max - UInt64.max % bound
    var number = next()
    while number >= most { number = next() }
    return number % bound
  }
}

extension StatLine {
  fileprivate init(_ name: String, _ count: UInt32) {
    self = .with {
      $0.name = name
      $0.count = count
    }
  }
}
