/// What of a script was compared with what it expects, each expectation of each person counted once.
public struct ScriptTally: Sendable {
  /// What was compared, or must come with any cards.
  var compared: Set<String> = []
  /// What depends on cards that no seed decided, in at least one run.
  var open: Set<String> = []
  /// How often people's views were held against each other, or a file verified.
  public internal(set) var agreements = 0

  /// Expectations that were compared each time.
  public var comparedCount: Int { compared.subtracting(open).count }
  /// Expectations that depend on a seed which did not decide the cards.
  public var seedCount: Int { open.count }

  mutating func note(_ expectation: String, isCompared: Bool) {
    if isCompared { compared.insert(expectation) } else { open.insert(expectation) }
  }

  mutating func add(_ other: ScriptTally) {
    compared.formUnion(other.compared)
    open.formUnion(other.open)
    agreements += other.agreements
  }
}
