import Schema

/// The reason why a set of rules cannot be played by.
public struct RulesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One sentence for people: what, why, what to do.
  public let description: String
}

extension Rules {
  /// The most cards that may be laid face down in a war.
  public static let maximumFaceDown: UInt32 = 10
  /// The highest number of rounds after which a match may be a draw.
  public static let maximumRoundCap: UInt32 = 1_000_000

  /// The rules that hold where nothing else was agreed (design section 8).
  public static let standard: Rules = {
    var rules = Rules()
    rules.faceDown = 3
    rules.shortPlay = .lastCardUp
    rules.winningsOrder = .winnerFirst
    rules.winningsPlace = .underPile
    rules.bothOut = .draw
    rules.roundCap = 5000
    return rules
  }()

  /// The same rules with each unset field filled in from `standard`; nothing is checked.
  public var resolved: Rules {
    var rules = self
    let standard = Rules.standard
    if rules.faceDown == 0 { rules.faceDown = standard.faceDown }
    if rules.shortPlay == .unspecified { rules.shortPlay = standard.shortPlay }
    if rules.winningsOrder == .unspecified { rules.winningsOrder = standard.winningsOrder }
    if rules.winningsPlace == .unspecified { rules.winningsPlace = standard.winningsPlace }
    if rules.bothOut == .unspecified { rules.bothOut = standard.bothOut }
    if rules.roundCap == 0 { rules.roundCap = standard.roundCap }
    return rules
  }

  /// The resolved rules, each field in its range and each option fit for a table.
  ///
  /// Call it on every set of rules that comes from outside before playing a match by it.
  /// - Throws: `RulesError`, naming the first field that cannot be played by.
  public func validated() throws(RulesError) -> Rules {
    let rules = try validatedForSimulation()
    guard rules.winningsOrder != .asLaid else {
      throw RulesError(
        description: "A match whose won cards are kept in the order laid often never ends; choose "
          + "another order of won cards.")
    }
    return rules
  }

  /// The resolved rules for bulk play, which also takes the order that no table may have.
  ///
  /// - Throws: `RulesError`, naming the first field that cannot be played by.
  public func validatedForSimulation() throws(RulesError) -> Rules {
    let rules = resolved
    guard rules.faceDown <= Rules.maximumFaceDown else {
      throw RulesError(
        description: "A war cannot have \(rules.faceDown) cards face down; choose a number from 1 "
          + "to \(Rules.maximumFaceDown).")
    }
    guard rules.roundCap <= Rules.maximumRoundCap else {
      throw RulesError(
        description: "The round cap cannot be \(rules.roundCap); choose a number from 1 to "
          + "\(Rules.maximumRoundCap).")
    }
    try refuseUnknown(rules.shortPlay, "what a short player does")
    try refuseUnknown(rules.winningsOrder, "the order of won cards")
    try refuseUnknown(rules.winningsPlace, "where won cards go")
    try refuseUnknown(rules.bothOut, "what happens when both are out")
    return rules
  }

  private func refuseUnknown<Option: RawRepresentable & CaseIterable & Equatable>(
    _ option: Option, _ subject: String
  ) throws(RulesError) where Option.RawValue == Int {
    guard Option.allCases.contains(option) else {
      throw RulesError(
        description: "The rules use option \(option.rawValue) for \(subject), which this version "
          + "does not know; update Parlor or choose other rules.")
    }
  }
}
