import Wire

/// Reads the fields of an encoded message one after the other.
struct FieldReader {
  /// One occurrence of a field.
  struct Field {
    var number: UInt32
    /// The wire type: 0 a number, 1 eight bytes, 2 counted bytes, 5 four bytes.
    var type: UInt8
    /// The range of the whole field.
    var place: Range<Int>
    /// The range of its content: behind the tag, and behind the count of counted bytes.
    var content: Range<Int>
    /// The number, of wire type 0.
    var value: UInt64 = 0
    /// No number in it is so long that bits of it may be lost.
    var isShort: Bool
  }

  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private let end: Int
  private var isShort = true

  /// Reads a whole buffer.
  init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, in: 0..<bytes.count) }

  /// Reads a part of a buffer; places are counted from the start of the whole.
  init(_ bytes: UnsafeRawBufferPointer, in part: Range<Int>) {
    self.bytes = bytes
    position = part.lowerBound
    end = part.upperBound
  }

  /// The next field; nil at the end.
  ///
  /// - Throws: `WireError.malformed` for bytes that are no message, and for groups, which proto3 does not have.
  mutating func next() throws -> Field? {
    guard position < end else { return nil }
    let start = position
    isShort = true
    let tag = try varint()
    guard tag >> 3 > 0, tag >> 3 < 1 << 29 else { throw Self.malformed }
    var content = position
    var value: UInt64 = 0
    switch tag & 7 {
    case 0: value = try varint()
    case 1: try skip(8)
    case 2:
      let count = try varint()
      content = position
      try skip(count)
    case 5: try skip(4)
    default: throw Self.malformed
    }
    return Field(
      number: UInt32(tag >> 3), type: UInt8(tag & 7), place: start..<position,
      content: content..<position, value: value, isShort: isShort)
  }

  private mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < end else { throw Self.malformed }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7f) << shift
      if shift == 63 { isShort = false }
      if byte < 0x80 { return value }
    }
    throw Self.malformed
  }

  private mutating func skip(_ count: UInt64) throws {
    guard count <= UInt64(end - position) else { throw Self.malformed }
    position += Int(count)
  }

  private static var malformed: WireError { .malformed("bytes that are no message") }
}
