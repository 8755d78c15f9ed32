import CUnistring

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Normal forms (UAX #15) by GNU libunistring.
extension Text {
  /// A text in the form NFKD: characters for which there are others, as ligatures, and letters with marks are taken apart.
  public static func decomposed(_ text: String) -> String { mapped(text, parlor_decompose) }

  /// A text in the form NFC, so that it is the same from every keyboard.
  public static func composed(_ text: String) -> String { mapped(text, parlor_compose) }

  /// A text whose letters' case and marks do not count, for comparing it with another one.
  public static func folded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    guard !isPlain else { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    folded.append(
      contentsOf: mapped(text, parlor_fold).unicodeScalars.lazy.filter {
        $0.properties.generalCategory != .nonspacingMark
      })
    return String(folded)
  }

  private typealias Mapping = (
    UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?
  ) -> UnsafeMutablePointer<UInt8>?

  private static func mapped(_ text: String, _ mapping: Mapping) -> String {
    var text = text
    return text.withUTF8 { bytes in
      // No form changes what is ASCII.
      guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * bytes.count + 64) {
        buffer -> String? in
        var length = buffer.count
        guard let result = mapping(bytes.baseAddress, bytes.count, buffer.baseAddress, &length)
        else { fatalError("there is no memory for a text of \(bytes.count) bytes") }
        defer { if result != buffer.baseAddress { free(result) } }
        return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
      }
    } ?? text
  }
}
