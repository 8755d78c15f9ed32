/// The number of a kind of records (specification section 14). Each feature names its own.
public struct RecordKind: RawRepresentable, Hashable, Sendable {
  /// As it is written in entries.
  public let rawValue: UInt32

  /// A kind by its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension RecordKind: ExpressibleByIntegerLiteral, Comparable {
  /// A kind by its number.
  public init(integerLiteral number: UInt32) { self.init(rawValue: number) }

  /// Orders by number.
  public static func < (left: RecordKind, right: RecordKind) -> Bool {
    left.rawValue < right.rawValue
  }
}
