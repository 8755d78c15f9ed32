/// The lines of an `.excalidraw` file on which its elements begin: `JSONDecoder` tells no places.
enum ExcalidrawLines {
  /// Returns the line of each value in the list `elements` of a JSON object, from 1 on. The text is JSON.
  static func ofElements(_ text: String) -> [Int] {
    var (lines, line, depth) = ([Int](), 1, 0)
    // A text at the depth of the object is a key or a value; the last one before a list is its key.
    var (isText, isEscaped, key) = (false, false, [UInt8]())
    var (isInElements, isValueNext) = (false, false)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isText {
        if depth == 1, byte != UInt8(ascii: "\"") || isEscaped { key.append(byte) }
        isText = byte != UInt8(ascii: "\"") || isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      guard !byte.isJSONSpace else { continue }
      if isInElements, isValueNext, depth == 2, byte != UInt8(ascii: "]") {
        lines.append(line)
        isValueNext = false
      }
      switch byte {
      case UInt8(ascii: "\""):
        isText = true
        if depth == 1 { key = [] }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth == 2, byte == UInt8(ascii: "["), key == Array("elements".utf8) {
          (lines, isInElements, isValueNext) = ([], true, true)
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 1 { isInElements = false }
      case UInt8(ascii: ","): isValueNext = depth == 2
      default: break
      }
    }
    return lines
  }
}

extension UInt8 {
  /// Whether it is a space between values of JSON (RFC 8259, section 2).
  fileprivate var isJSONSpace: Bool { [0x20, 0x09, 0x0a, 0x0d].contains(self) }
}
