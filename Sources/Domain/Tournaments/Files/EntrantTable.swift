import Feature
import Schema

/// Entrants as people type them or keep them in a table: a line for each, with a name, a rating and a club (rows T-06, T-41).
///
/// Between the columns are commas; semicolons or tabs where the first line is one of titles with them, or where all lines have them.
/// A field in quotes may have any of these.
struct EntrantTable {
  private enum Column: Equatable {
    case name, rating, club
  }

  /// The titles of columns, in small letters.
  private static let titles: [String: Column] = [
    "name": .name, "entrant": .name, "player": .name, "team": .name, "rating": .rating,
    "elo": .rating, "club": .club, "verein": .club,
  ]

  /// The lines above those of titles that are looked through: programs write what the table is about there.
  private static let mostCaptions = 5

  /// The lines that say something, by their numbers.
  private let lines: [(number: Int, text: Substring)]
  private let separator: Character
  private let columns: [Column]
  private let hasTitles: Bool

  /// Looks for titles.
  ///
  /// - Throws: `Refused` for a title that is not known.
  init(_ text: String) throws {
    let text = text.first == "\u{feff}" ? text.dropFirst() : text[...]
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { ($0 + 1, $1) }.filter { $0.1.contains { !$0.isWhitespace } }
    if lines.count > 1, Self.titles[lines[0].text.trimmedSpaces.lowercased()] == .name {
      (columns, hasTitles) = ([.name], true)
      separator = Self.separator(lines.dropFirst())
      return
    }
    for (place, line) in lines.prefix(1 + Self.mostCaptions).enumerated() {
      guard let (columns, separator) = try Self.heading(line) else { continue }
      guard place == 0 else {
        let first = lines[0]
        throw Refused(
          .invalid,
          "Line \(line.number) has the titles of the columns, so \(Text.preview(String(first.text), characters: 20)) in line \(first.number) is no entrant: take out what is above the titles."
        )
      }
      (self.columns, self.separator, hasTitles) = (columns, separator, true)
      return
    }
    (columns, hasTitles) = ([.name, .rating, .club], false)
    separator = Self.separator(lines[...])
  }

  /// The character between the columns of lines without titles.
  private static func separator(_ lines: ArraySlice<(number: Int, text: Substring)>) -> Character {
    ";\t".first { candidate in
      !lines.isEmpty && lines.allSatisfy { $0.text.contains(candidate) && !$0.text.contains(",") }
    } ?? ","
  }

  /// Returns the columns that a line of titles names, and what stands between them; nil for a line of another kind, as one with a
  /// number is.
  private static func heading(
    _ line: (number: Int, text: Substring)
  ) throws -> (columns: [Column], separator: Character)? {
    for candidate in ";\t," as String {
      guard let all = fields(line.text, candidate)?.map({ $0.lowercased() }) else { continue }
      let fields = withoutEmptyEnd(all)
      // Beside the name of a player, the team is the club.
      let isClub = fields.contains { $0 != "team" && titles[$0] == .name }
      func column(_ field: String) -> Column? {
        isClub && field == "team" ? .club : titles[field]
      }
      guard fields.contains(where: { column($0) == .name }),
        fields.contains(where: { [.rating, .club].contains(column($0)) }),
        !fields.contains(where: { Double($0) != nil })
      else { continue }
      let columns = try fields.map { field in
        guard let column = column(field) else {
          throw Refused(
            .invalid,
            "Line \(line.number): there is no column \"\(Text.preview(field, characters: 20))\" here: an entrant has a name, a rating and a club."
          )
        }
        return column
      }
      guard Set(columns.map { "\($0)" }).count == columns.count else {
        throw Refused(.invalid, "Line \(line.number): a column is there twice.")
      }
      return (columns, candidate)
    }
    return nil
  }

  /// The entrants.
  ///
  /// - Throws: `Refused` with the number of the line that is wrong.
  func entrants() throws -> [Entrant] {
    try lines.dropFirst(hasTitles ? 1 : 0).map { number, line in
      guard var fields = Self.fields(line, separator) else {
        throw Refused(.invalid, "Line \(number): a quote is not closed.")
      }
      fields = Self.withoutEmptyEnd(fields)
      if !hasTitles, fields.count > 3 {
        // A club may have commas.
        fields = Array(fields[..<2]) + [fields[2...].joined(separator: "\(separator) ")]
      }
      guard fields.count <= columns.count else {
        throw Refused(
          .invalid, "Line \(number): it has more than \(Count.of(columns.count, "column")).")
      }
      var entrant = Entrant()
      for (column, field) in zip(columns, fields) {
        switch column {
        case .name: entrant.name = field
        case .rating: entrant.rating = try Self.rating(field, line: number)
        case .club:
          entrant.club = try Refused.line(field, "The club", limit: TournamentRules.name)
        }
      }
      entrant.name = try TournamentRules.checked(entrant.name, "Line \(number): an entrant")
      return entrant
    }
  }

  /// Fields up to the last one that says something, and the first one in any case.
  private static func withoutEmptyEnd(_ fields: [String]) -> [String] {
    Array(fields.prefix(max((fields.lastIndex { !$0.isEmpty } ?? 0) + 1, 1)))
  }

  private static func rating(_ field: String, line: Int) throws -> UInt32 {
    guard !field.isEmpty else { return 0 }
    guard let rating = UInt32(field), rating <= 9_999 else {
      throw Refused(
        .invalid,
        "Line \(line): \(Text.preview(field, characters: 20)) is no rating: type name, rating, club, with a rating from 0 to 9999."
      )
    }
    return rating
  }

  /// The fields of a line without the spaces around them; nil where a quote is not closed.
  ///
  /// Quotes are taken off where they are around the whole field: others are part of it, as in `"Ace" Aster`.
  private static func fields(_ line: Substring, _ separator: Character) -> [String]? {
    var fields: [String] = []
    var rest = line
    while true {
      guard let (field, end) = quoted(rest, separator) ?? plain(rest, separator) else {
        return nil
      }
      fields.append(field.trimmedSpaces)
      guard end < rest.endIndex else { return fields }
      rest = rest[rest.index(after: end)...]
    }
  }

  private static func plain(
    _ text: Substring, _ separator: Character
  ) -> (field: String, end: Substring.Index)? {
    let start = text.drop { $0 == " " }
    // A single quote at the beginning is one that is not closed.
    guard start.first != "\"" || start.dropFirst().contains("\"") else { return nil }
    let end = text.firstIndex(of: separator) ?? text.endIndex
    return (String(text[..<end]), end)
  }

  /// A field that is in quotes as a whole; nil for others.
  private static func quoted(
    _ text: Substring, _ separator: Character
  ) -> (field: String, end: Substring.Index)? {
    let start = text.drop { $0 == " " }
    guard start.first == "\"" else { return nil }
    var field = ""
    var rest = start.dropFirst()
    while let quote = rest.firstIndex(of: "\"") {
      field += rest[..<quote]
      rest = rest[rest.index(after: quote)...]
      guard rest.first == "\"" else {
        let end = rest.firstIndex(of: separator) ?? rest.endIndex
        return rest[..<end].allSatisfy { $0 == " " } ? (field, end) : nil
      }
      field += "\""
      rest = rest.dropFirst()
    }
    return nil
  }
}
