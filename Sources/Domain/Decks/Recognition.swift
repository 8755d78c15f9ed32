import DeckSchema
import Feature
import Schema

/// Finds the card whose name was read from a photo (row D-33).
enum Recognition {
  static let mostLines = 200
  static let longestLine = 200
  private static let mostMatches = 3
  /// Below it a name is unrecognizable.
  private static let leastPercent: UInt32 = 50

  /// The cards whose names look most like some lines.
  static func cards(_ request: RecognizeCards, _ home: any Snapshot) throws -> RecognizedCards {
    guard request.lines.count <= mostLines else {
      throw Refused(
        .invalid,
        "\(request.lines.count) lines are too many for one card: give at most \(mostLines).")
    }
    var best: [String: RecognizedCard] = [:]
    for line in request.lines {
      let line = Text.clean(line, limit: longestLine)
      let letters = Array(CardName.fold(line).unicodeScalars)
      guard letters.count >= 3 else { continue }
      let names = (home.cards?.candidates(line) ?? []) + Catalogue.cards.map(\.name)
      for name in Set(names) {
        let percent = part(of: name, in: letters)
        guard percent >= leastPercent, percent > best[name]?.percent ?? 0 else { continue }
        best[name] = .with {
          $0.percent = percent
          $0.line = line
        }
      }
    }
    // Of two that were read as well, the longer name says more.
    let order = best.sorted {
      ($1.value.percent, $1.key.count, $0.key) < ($0.value.percent, $0.key.count, $1.key)
    }
    let known = KnownNames(home)
    return try RecognizedCards.with {
      $0.matches = try order.prefix(mostMatches).map { name, match in
        var match = match
        match.facts = try known.card(name) ?? .with { $0.name = name }
        return match
      }
      $0.source = home.cards?.source() ?? Catalogue.source
    }
  }

  /// Returns the share of a name, or of its first face, that is somewhere in a line: 100 for all of it, less by each letter that is
  /// missing, wrong or too much.
  static func part(of name: String, in line: [Unicode.Scalar]) -> UInt32 {
    let whole = Array(CardName.fold(name).unicodeScalars)
    let first = CardName.faces(name).first.map { Array($0.unicodeScalars) } ?? whole
    return max(part(of: whole, in: line), part(of: first, in: line))
  }

  /// The distance of Levenshtein to the part of the line that is nearest (Sellers 1980).
  private static func part(of name: [Unicode.Scalar], in line: [Unicode.Scalar]) -> UInt32 {
    guard !name.isEmpty else { return 0 }
    // The distance of the name up to each letter, for the parts that end at one letter of the line.
    var before = Array(0...name.count)
    var nearest = name.count
    for letter in line {
      var row = [0]
      for (index, wanted) in name.enumerated() {
        let same = before[index] + (letter == wanted ? 0 : 1)
        row.append(min(same, before[index + 1] + 1, row[index] + 1))
      }
      nearest = min(nearest, row[name.count])
      before = row
    }
    return UInt32(100 * (name.count - nearest) / name.count)
  }
}
