import Schema

/// The lines of a file with their numbers.
public enum FileLines {
  /// Checks how many lines a text has, before anything is made of them.
  ///
  /// - Throws: `Refused`.
  public static func check(_ text: String, most: Int, _ what: String) throws {
    var count = 0
    var isBehindReturn = false
    for byte in text.utf8 {
      if byte == 0x0a || isBehindReturn { count += 1 }
      isBehindReturn = byte == 0x0d
    }
    guard count <= most else {
      throw Refused(.invalid, "The file has more than \(most) lines: \(what).")
    }
  }

  /// Splits a text at its ends of lines: a line feed with any returns before it, or a return alone.
  public static func of(_ text: String) -> [(number: Int, text: Substring)] {
    let start =
      text.unicodeScalars.first == "\u{feff}"
      ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    let bytes = Substring(start).utf8
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).flatMap { line in
      guard line.contains(0x0d) else { return [line] }
      let end = line.endIndex == bytes.endIndex ? [] : line.reversed().prefix { $0 == 0x0d }
      return line.dropLast(end.count).split(separator: 0x0d, omittingEmptySubsequences: false)
    }
    return lines.enumerated().map { ($0.offset + 1, Substring($0.element)) }
  }
}
