#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

extension Text {
  /// A text without the white space around it, that without a width (U+200B) included.
  public static func trimmed(_ text: some StringProtocol) -> String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.value == 0x200b
    }
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[start...last])
  }
}

extension StringProtocol {
  /// Whether another text stands in this one, byte by byte; the empty one stands in none.
  public func holds(_ part: some StringProtocol) -> Bool { place(of: part) != nil }

  /// Returns the place of another text where it stands in this one for the first time, byte by byte; nil where it does not.
  public func place(of part: some StringProtocol) -> Range<Index>? {
    let part = Array(part.utf8)
    func offset(in all: UnsafeBufferPointer<UInt8>) -> Int? {
      guard let first = part.first, let start = all.baseAddress else { return nil }
      var place = 0
      while place + part.count <= all.count {
        let rest = all.count - part.count + 1 - place
        guard let found = memchr(start + place, Int32(first), rest) else { return nil }
        place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
        if memcmp(found, part, part.count) == 0 { return place }
        place += 1
      }
      return nil
    }
    let found =
      utf8.withContiguousStorageIfAvailable(offset) ?? Array(utf8).withUnsafeBufferPointer(offset)
    guard let found else { return nil }
    let start = utf8.index(startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: part.count)
  }
}
