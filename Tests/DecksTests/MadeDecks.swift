import DeckSchema
import Schema

@testable import Decks

extension SplitMix {
  /// One of some things.
  mutating func pick<Thing>(_ things: [Thing]) -> Thing {
    things[Int(below(UInt64(things.count)))]
  }

  /// Whether something happens once in so many times.
  mutating func once(in number: UInt64) -> Bool { below(number) == 0 }

  private static let words = [
    "Amber", "of", "the", "Lantern", "Émigré", "Jötun", "O'Neill's", "Half-Elf", "Æther", "II",
    "7th", "Rose,", "& Co.", "Déjà",
    "Urza's", "(big", "furry", "one)", "\"Quote\"", "<b>", "100%",
  ]

  /// The name of a card.
  mutating func name() -> String {
    func face() -> String {
      var words = [pick(["Kettle", "Stone", "Glass", "Ödland", "Zeppelin"])]
      for _ in 0..<below(4) { words.append(pick(Self.words)) }
      return words.joined(separator: " ")
    }
    return once(in: 5) ? face() + " // " + face() : face()
  }

  /// A deck with everything in it that some format can say.
  mutating func deck() -> DeckList {
    var list = DeckList()
    if !once(in: 4) { list.name = pick(["Burn", "Élan", "7 Sins", "A & B", "Say \"x\""]) }
    if !once(in: 3) { list.notes = pick(["one line", "two\nlines", "a\n\n  <&> b", "ends\n"]) }
    if once(in: 2) { list.format = pick(["modern", "commander"]) }
    if once(in: 2) { list.tags = ["red", "fast & cheap"] }
    let sizes: [(DeckZone, UInt64)] = [
      (.main, 12), (.sideboard, 5), (.commander, 2), (.companion, 2),
    ]
    for (zone, most) in sizes {
      for _ in 0..<(below(most) + (zone == .main ? 1 : 0)) { list.lines.append(line(in: zone)) }
    }
    return list
  }

  private mutating func line(in zone: DeckZone) -> DeckLine {
    let (name, count) = (name(), UInt32(below(20) + 1))
    let (set, number) = (
      pick(["", "M10", "DOM", "2X2", "Magic 2010"]), pick(["", "1", "146a", "★12"])
    )
    let finish = pick([CardFinish.unspecified, .foil, .etched])
    let tags = once(in: 4) ? ["ramp", "card draw"] : []
    return .with {
      ($0.zone, $0.name, $0.count, $0.set, $0.number) = (zone, name, count, set, number)
      ($0.finish, $0.tags) = (finish, tags)
    }
  }
}
