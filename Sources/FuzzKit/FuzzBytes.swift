/// An input that is read from its beginning; behind its end all is zero and empty.
struct FuzzBytes {
  /// The bytes that are not yet read.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Bytes behind one byte of length.
  mutating func short() -> [UInt8] { bytes(Int(byte())) }

  /// Bytes behind two bytes of length, the high one first.
  mutating func long() -> [UInt8] {
    let high = Int(byte())
    return bytes(high << 8 | Int(byte()))
  }
}
