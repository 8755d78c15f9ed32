import Feature
import Schema
import TournamentSchema

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

  private let rows: [FieldTable.Row]
  private let separator: Unicode.Scalar
  private let columns: [Column]

  /// Looks for titles.
  ///
  /// - Throws: `Refused` for a title that is not known.
  init(_ text: String) throws {
    let table = FieldTable(text)
    let first = Self.rows(of: table, upTo: 1).first
    func rows(_ separator: Unicode.Scalar) -> [FieldTable.Row] {
      var table = table
      table.separator = separator
      return Self.rows(of: table)
    }
    if let first, Self.titles[first.text.trimmedSpaces.lowercased()] == .name {
      let sign = Self.separator(text, table, below: first.line)
      let below = Array(rows(sign).dropFirst())
      // A single line is an entrant, whatever it says.
      if !below.isEmpty {
        (self.rows, columns, separator) = (below, [.name], sign)
        return
      }
    }
    if let heading = try Self.heading(table) {
      if let first, first.line < heading.line {
        throw Refused(
          .invalid,
          "Line \(heading.line) has the titles of the columns, so \(Text.preview(first.text, characters: 20)) in line \(first.line) is not an entrant: take out what is above the titles."
        )
      }
      (separator, columns) = (heading.separator, heading.columns)
      self.rows = Array(rows(separator).dropFirst())
      return
    }
    separator = Self.separator(text, table, below: 0)
    (self.rows, columns) = (rows(separator), [])
  }

  /// The first rows of a table, or all of them.
  private static func rows(of table: FieldTable, upTo most: Int = .max) -> [FieldTable.Row] {
    var (table, rows) = (table, [FieldTable.Row]())
    while rows.count < most, let row = table.next() { rows.append(row) }
    return rows
  }

  /// The sign between the columns of lines without titles.
  private static func separator(
    _ text: String, _ table: FieldTable, below line: Int
  ) -> Unicode.Scalar {
    guard !table.isDeclared else { return table.separator }
    let lines = FileLines.of(text).dropFirst(line).filter { !$0.text.allSatisfy(\.isWhitespace) }
    func isBetween(_ sign: Unicode.Scalar) -> Bool {
      lines.allSatisfy {
        $0.text.unicodeScalars.contains(sign) && !$0.text.unicodeScalars.contains(",")
      }
    }
    return [";", "\t"].first { !lines.isEmpty && isBetween($0) } ?? ","
  }

  /// Returns the first line of titles with its columns and the sign between them; nil where there is none.
  private static func heading(
    _ table: FieldTable
  ) throws -> (line: Int, columns: [Column], separator: Unicode.Scalar)? {
    let separators: [Unicode.Scalar] = table.isDeclared ? [table.separator] : [";", "\t", ","]
    let tables = separators.map { separator in
      var table = table
      table.separator = separator
      return (separator, rows(of: table, upTo: 1 + mostCaptions))
    }
    for place in 0...mostCaptions {
      for (separator, rows) in tables where place < rows.count {
        guard let columns = try columns(rows[place]) else { continue }
        return (rows[place].line, columns, separator)
      }
    }
    return nil
  }

  /// Returns the columns that a line of titles names; nil for a line of another kind, as one with a number is.
  private static func columns(_ row: FieldTable.Row) throws -> [Column]? {
    guard row.flaw == nil else { return nil }
    let fields = withoutEmptyEnd(row.fields.map { $0.trimmedSpaces.lowercased() })
    // Beside the name of a player, the team is the club.
    let isClub = fields.contains { $0 != "team" && titles[$0] == .name }
    func column(_ field: String) -> Column? {
      isClub && field == "team" ? .club : titles[field]
    }
    guard fields.contains(where: { column($0) == .name }),
      fields.contains(where: { [.rating, .club].contains(column($0)) }),
      !fields.contains(where: { Double($0) != nil })
    else { return nil }
    let columns = try fields.map { field in
      guard let column = column(field) else {
        throw Refused(
          .invalid,
          "Line \(row.line): there is no column \"\(Text.preview(field, characters: 20))\" here: an entrant has a name, a rating and a club."
        )
      }
      return column
    }
    guard Set(columns.map { "\($0)" }).count == columns.count else {
      throw Refused(.invalid, "Line \(row.line): a column is there twice.")
    }
    return columns
  }

  /// The entrants.
  ///
  /// - Throws: `Refused` with the number of the line that is wrong.
  func entrants() throws -> [Entrant] {
    try rows.map { row in
      let number = row.line
      // Other quotes are part of a name, as in `"Ace" Aster`.
      guard row.flaw != .endless else {
        throw Refused(.invalid, "Line \(number): a quote is not closed.")
      }
      var fields = Self.withoutEmptyEnd(row.fields.map(\.trimmedSpaces))
      if self.columns.isEmpty, fields.count > 3 {
        // A club may have commas.
        fields = Array(fields[..<2]) + [fields[2...].joined(separator: "\(separator) ")]
      }
      let columns = self.columns.isEmpty ? [.name, .rating, .club] : self.columns
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
        "Line \(line): \(Text.preview(field, characters: 20)) is not a rating: type name, rating, club, with a rating from 0 to 9999."
      )
    }
    return rating
  }
}
