import DuelSchema
import Feature
import Schema

// The solo table of clients that keep what was played, such as the page.
extension DuelSolo {
  /// The most taps of one table.
  static let mostTaps = 2_000

  /// Shows the table after the taps of a request: those that are new are made, or all of them where the table is not known any more.
  ///
  /// - Throws: `Refused` where library or terms do not hold, or a tap does not count.
  static func show(_ request: PlaySolo) throws -> TableView {
    guard request.seed.count == HashInput.size, request.taps.count <= mostTaps else {
      throw Refused(
        .invalid,
        "A solo table has a seed of \(HashInput.size) bytes and at most \(mostTaps) moves: begin a new one."
      )
    }
    var (solo, played) = try KnownSolos.table(of: request) ?? (Self(request), 0)
    for tap in request.taps.dropFirst(played) { try solo.tap(tap) }
    KnownSolos.keep(solo, of: request)
    return solo.view
  }

  /// Begins the table of a request.
  ///
  /// - Throws: `Refused` where library or terms do not hold.
  init(_ request: PlaySolo) throws {
    let rules = SessionRules.duel
    _ = try rules.settleTerms?([UInt8](request.terms))
    _ = try rules.settleChoice?([UInt8](request.choice), [UInt8](request.terms))
    var random = RandomSource(SeededChance(seed: [UInt8](request.seed)))
    try self.init(
      .with { ($0.choice, $0.terms) = (request.choice, request.terms) }, name: request.name,
      &random)
  }
}

/// Numbers that follow from a seed.
private struct SeededChance: RandomNumberGenerator {
  let seed: [UInt8]
  private var count: UInt32 = 0

  init(seed: [UInt8]) { self.seed = seed }

  mutating func next() -> UInt64 {
    defer { count &+= 1 }
    return HashInput("solo").adding(seed).adding(count).hash().prefix(8)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}
