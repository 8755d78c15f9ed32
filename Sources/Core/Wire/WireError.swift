/// A fault of bytes from outside; the text is for people and for the reason of a close.
public enum WireError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Cannot be decoded, or a field has a size or value that the specification rules out.
  case malformed(String)
  /// A limit of section 10 is exceeded.
  case limit(String)
  /// A signature or hash does not fit.
  case unproven(String)

  /// The fault, without a full stop.
  public var description: String {
    switch self {
    case .malformed(let what), .limit(let what), .unproven(let what): what
    }
  }
}
