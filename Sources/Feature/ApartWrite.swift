import Identifiers

/// A write of a field by somebody who had not seen that another record was made, while whoever wrote the same field of that record
/// last had not seen this write.
public struct ApartWrite: Sendable {
  /// The number of the field.
  public let field: UInt32
  /// The author of the write.
  public let author: Author
  /// Whether it is the newest one, which is shown.
  public let isShown: Bool
  /// Whether the making of the other record is the last that wrote its field.
  public let isOfMaking: Bool

  /// Puts it together.
  public init(field: UInt32, author: Author, isShown: Bool, isOfMaking: Bool) {
    (self.field, self.author) = (field, author)
    (self.isShown, self.isOfMaking) = (isShown, isOfMaking)
  }
}
