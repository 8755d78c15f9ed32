import DuelSchema
import Schema

/// The places that cards go to, as people write them.
extension DuelReading {
  /// Takes "to hand", "to top 3" and the like from the end, with "face-down", "tapped" and "random" behind it.
  ///
  /// - Parameters:
  ///   - piles: a card of these whose name ends so is no place.
  ///   - other: the place where the line names none; nil where it must name one.
  mutating func takeTarget(
    besides piles: [DuelListing], or other: String?
  ) throws(DuelMistake) -> DuelMove.Target {
    var flags: [String] = []
    while let flag = ["face-down", "tapped", "random"].first(where: { take(last: $0) }) {
      flags.append(flag)
    }
    let written = isName(in: piles) ? nil : take(behind: "to")
    guard let text = written ?? other else {
      throw DuelMistake(
        "A place is missing: write `to hand`, table, stack, graveyard, exile, command, top, bottom or library."
      )
    }
    var target = try Self.target(text, column: board.freeColumn)
    target.down = flags.contains("face-down")
    target.tapped = flags.contains("tapped")
    target.random = flags.contains("random")
    return target
  }

  /// Returns the place that a text names.
  static func target(_ text: String, column: UInt32) throws(DuelMistake) -> DuelMove.Target {
    let words = text.lowercased().split(separator: " ").map(String.init)
    var target = DuelMove.Target()
    let depth = words.count > 1 ? UInt32(words[1]) : 0
    if words.count == 1, let zone = zones[words[0]] {
      target.spot.zone = zone
      if zone == .battlefield { target.spot.x = column }
      return target
    }
    switch words.first {
    case "hand" where words.count == 1: target.hand = true
    case "library" where words.count == 1: target.shuffled = true
    case "top" where depth != nil && words.count < 3: target.top = depth ?? 0
    case "bottom" where depth != nil && words.count < 3: target.bottom = depth ?? 0
    default:
      throw DuelMistake(
        "\"\(text.plain)\" is no place: write hand, table, stack, graveyard, exile, command, top, bottom or library."
      )
    }
    return target
  }

  /// The zones of the table, by the words for them.
  static let zones: [String: DuelStep.Zone] = [
    "table": .battlefield, "battlefield": .battlefield, "stack": .stack, "graveyard": .graveyard,
    "exile": .exile, "command": .command,
  ]
}
