import FoundationEssentials

/// The rule for a field of a kind that holds several parts, each of which people change by itself: values that were written at once
/// are merged (row P-26).
///
/// A merged value follows from the values alone and from the one that all of them come from, so that all nodes have the same.
public struct Merging: Sendable {
  /// The number of the field.
  public let field: UInt32
  /// Fields that say what the parts are of. A write that changes one of them as well is not merged.
  public let basis: Set<UInt32>
  /// Merges values of the field.
  public let merged: @Sendable (_ base: Data?, _ sides: [Data]) -> Data?
  /// The parts in which values of the field differ, in words.
  public let words: @Sendable (_ body: Data, _ sides: [Data]) -> [String]

  /// Puts a rule together.
  ///
  /// - Parameters:
  ///   - field: the number of the field.
  ///   - basis: fields that say what the parts are of.
  ///   - merged: takes messages that have the field alone: the value that all sides have seen, nil where it is not known, and the
  ///     sides. Where two of them changed one part in different ways, the first of them counts. Nil where they cannot be merged.
  ///   - words: takes a body of the kind, and messages that have the field alone; gives what each says of the parts in which they
  ///     differ.
  public init(
    field: UInt32, basis: Set<UInt32>,
    merged: @escaping @Sendable (_ base: Data?, _ sides: [Data]) -> Data?,
    words: @escaping @Sendable (_ body: Data, _ sides: [Data]) -> [String]
  ) {
    (self.field, self.basis) = (field, basis)
    (self.merged, self.words) = (merged, words)
  }
}
