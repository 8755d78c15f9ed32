/// The expectations of a script that were compared and that could not be, each expectation of each person counted once.
public struct ScriptTally: Sendable {
  /// The expectations that were compared, or that come with any cards.
  var compared: Set<String> = []
  /// The expectations that depended, in at least one run, on cards that no seed decided.
  var open: Set<String> = []
  /// The number of times that people's views were compared with each other, or a file verified.
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
