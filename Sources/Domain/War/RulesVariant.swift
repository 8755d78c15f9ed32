import Schema

/// A named departure from the standard rules, as people choose it on the command line.
public struct RulesVariant: Sendable {
  /// The name that a person types.
  public let name: String
  /// One line that says how it is played.
  public let summary: String
  let apply: @Sendable (inout Rules) -> Void

  /// Every variant, the standard rules first.
  public static let all: [RulesVariant] = [
    RulesVariant(
      name: "standard",
      summary: "three down, one up; a short player's last card is up; winner's cards first"
    ) { _ in },
    RulesVariant(
      name: "lose-if-short", summary: "who cannot lay all cards of a war loses the match"
    ) { $0.shortPlay = .loses },
    RulesVariant(
      name: "equal-force", summary: "both lay as many cards of a war as the shorter one has"
    ) { $0.shortPlay = .equalForce },
    RulesVariant(
      name: "shuffled", summary: "won cards are shuffled before they go to the winner"
    ) { $0.winningsOrder = .shuffled },
    RulesVariant(
      name: "second-pile", summary: "won cards wait on a second pile until the first is empty"
    ) { $0.winningsPlace = .secondPile },
    RulesVariant(
      name: "second-pile-shuffled",
      summary: "won cards wait on a second pile that is shuffled when the first is empty"
    ) { $0.winningsPlace = .secondPileShuffled },
    RulesVariant(
      name: "second-pile-reversed",
      summary: "won cards wait on a second pile that is played from the card won last"
    ) { $0.winningsPlace = .secondPileReversed },
    RulesVariant(
      name: "split", summary: "when both are out in a war, its cards are dealt out again"
    ) { $0.bothOut = .split },
    RulesVariant(
      name: "quick", summary: "one card down in a war"
    ) { $0.faceDown = 1 },
  ]
}

extension Rules {
  /// The standard rules changed by one variant or by several joined with `+`.
  ///
  /// `"lose-if-short+shuffled"` is both at once; of two that contradict, the last one holds.
  /// - Throws: `RulesError` with the known names when a name is not one of `RulesVariant.all`.
  public init(variant names: String) throws(RulesError) {
    var rules = Rules.standard
    for name in names.split(separator: "+", omittingEmptySubsequences: false) {
      guard let variant = RulesVariant.all.first(where: { $0.name == name }) else {
        let known = RulesVariant.all.map(\.name).joined(separator: ", ")
        throw RulesError(
          description: "There is no variant \"\(name)\" of War; choose from \(known), joined with "
            + "+ where you want several.")
      }
      variant.apply(&rules)
    }
    self = rules
  }
}
