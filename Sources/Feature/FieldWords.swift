import FoundationEssentials

/// The words for values of some fields of a kind: what people read where JSON says them as programs write them (row P-26).
public struct FieldWords: Sendable {
  /// The numbers of the fields.
  public let fields: Set<UInt32>
  /// Makes a sentence of a value: a message that has the field alone.
  public let words:
    @Sendable (_ value: Data, _ field: UInt32, _ record: Record, _ home: any Snapshot) throws
      -> String

  /// Puts words together.
  ///
  /// - Parameters:
  ///   - fields: their numbers.
  ///   - words: takes a message that has the field alone, the number of the field, and the record as it is now.
  public init(
    _ fields: Set<UInt32>,
    words:
      @escaping @Sendable (
        _ value: Data, _ field: UInt32, _ record: Record, _ home: any Snapshot
      ) throws -> String
  ) {
    (self.fields, self.words) = (fields, words)
  }
}
