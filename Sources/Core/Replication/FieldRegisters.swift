import FoundationEssentials
import Wire

/// A message as its top-level fields, each with its bytes as they came (design section 6).
///
/// A field that occurs more than once, as a repeated one does, is one register with all its occurrences.
public struct FieldRegisters: Equatable, Sendable {
  /// The encoded occurrences of each field, in the order in which they came, by its number.
  public private(set) var fields: [UInt32: Data] = [:]

  /// No field has a value.
  public init() {}

  /// Splits an encoded message.
  ///
  /// - Throws: `WireError.malformed` for bytes that are no message, and for groups, which proto3 does not have.
  public init(_ message: Data) throws {
    try message.withUnsafeBytes { bytes in
      var reader = FieldReader(bytes)
      while let field = try reader.next() {
        let start = message.startIndex
        let place = start + field.place.lowerBound..<start + field.place.upperBound
        if fields[field.number]?.append(message[place]) == nil {
          fields[field.number] = message[place]
        }
      }
    }
  }

  /// An encoded message as its registers give it back; most are in that order already and stay as they are.
  ///
  /// - Throws: `WireError.malformed` as `init`.
  public static func message(of message: Data) throws -> Data {
    let isInOrder = try message.withUnsafeBytes { bytes in
      var reader = FieldReader(bytes)
      var (last, isInOrder) = (UInt32(0), true)
      while let field = try reader.next() {
        if field.number < last { isInOrder = false }
        last = field.number
      }
      return isInOrder
    }
    return isInOrder ? message : try FieldRegisters(message).message
  }

  /// Gives a field the value that it has in `other`; none where it has none there.
  public mutating func take(_ field: UInt32, from other: FieldRegisters) {
    fields[field] = other.fields[field]
  }

  /// The message: fields in the order of their numbers, so that the same registers give the same bytes.
  public var message: Data {
    if fields.count == 1, let only = fields.first { return only.value }
    return fields.sorted { $0.key < $1.key }.reduce(into: Data()) { $0.append($1.value) }
  }
}
