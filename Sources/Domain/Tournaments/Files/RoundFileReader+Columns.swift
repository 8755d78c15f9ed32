import Feature
import Schema

/// The columns of a player's line in report files.
extension RoundFileReader {
  /// Returns a line with each field in its columns: some programs count the bytes of UTF-8, so that a name with letters beyond
  /// ASCII has fewer characters than columns.
  ///
  /// - Throws: `Refused` where something stands between two fields, so that nobody can say where they begin.
  func inColumns(_ line: [Character]) throws -> [Character] {
    guard let wrong = Self.filledGap(line) else { return line }
    let bytes = Array(String(line).utf8)
    if bytes.count > line.count, bytes.count >= 47 {
      let name = Array(String(decoding: bytes[14..<47], as: UTF8.self))
      let others = bytes.map { Character(UnicodeScalar($0)) }
      let padding = Array(repeating: Character(" "), count: max(0, 33 - name.count))
      let moved = others[..<14] + name + padding + others[47...]
      if Self.filledGap(Array(moved)) == nil { return Array(moved) }
    }
    throw refused(
      "column \(wrong)",
      "\"\(Text.preview("\(line[wrong - 1])"))\" stands between two fields, so nobody can say where they begin."
    )
  }

  /// Returns the first of the columns between name, rating, points, rank and rounds in which something stands; nil where none has.
  private static func filledGap(_ line: [Character]) -> Int? {
    var gaps = [48, 53, 80, 85]
    for first in stride(from: 92, through: line.count, by: 10) {
      gaps += [4, 6, 8, 9].map { first + $0 }
    }
    return gaps.first { $0 <= line.count && line[$0 - 1] != " " && line[$0 - 1] != "\t" }
  }
}
