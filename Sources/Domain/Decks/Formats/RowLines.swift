import Schema

/// The rows of a CSV file with the numbers of their lines: a row goes on behind an end of line within quotation marks.
struct RowLines {
  struct Row {
    let number: Int
    let text: String
    let isTooLong: Bool
    /// Its first line among the lines.
    let place: Int
  }

  /// Bytes of a row.
  static let mostBytes = 16 << 10

  private let lines: [(number: Int, text: Substring)]
  private var place = 0
  /// The separator that the file names itself; nil where it names none.
  private(set) var delimiter: Unicode.Scalar?

  init(_ text: String) {
    lines = FileLines.of(text)
    // Some programs say first how fields are separated.
    let first = lines.first?.text.trimmed.filter { $0 != "\"" } ?? ""
    guard first.count <= 5, first.lowercased().hasPrefix("sep=") else { return }
    place = 1
    delimiter = first.unicodeScalars.dropFirst(4).first
  }

  /// Goes on with the line behind the first one of a row.
  mutating func resume(behind row: Row) { place = row.place + 1 }

  mutating func next() -> Row? {
    guard place < lines.count else { return nil }
    let start = place
    var text = ""
    var isOpen = false
    var end = start
    while end < lines.count, text.utf8.count <= Self.mostBytes {
      if end > start { text += "\n" }
      text += lines[end].text
      isOpen = lines[end].text.utf8.reduce(isOpen) { $1 == 0x22 ? !$0 : $0 }
      end += 1
      if !isOpen { break }
    }
    let isTooLong = isOpen || text.utf8.count > Self.mostBytes
    place = end
    return Row(
      number: lines[start].number, text: isTooLong ? String(lines[start].text) : text,
      isTooLong: isTooLong, place: start)
  }
}
