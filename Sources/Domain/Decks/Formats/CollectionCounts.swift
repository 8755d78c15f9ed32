import Feature
import Schema

/// Columns of a collection file of which more than one may say the same, as the number of cards: all of its rows tell what they say.
struct CollectionCounts {
  private let titles: [String]
  private let rows: FieldTable

  /// - Parameter rows: the rows behind the titles.
  init(_ titles: [String], _ rows: FieldTable) {
    (self.titles, self.rows) = (titles, rows)
  }

  /// Gives the columns their meanings.
  ///
  /// - Returns: a remark on a meaning that the rows have told.
  /// - Throws: `Refused` where two columns say different numbers, and where it is not clear whether foils are counted twice.
  func note(on columns: inout [CollectionField: Int]) throws -> ImportNote? {
    guard let all = columns[.count] else { return nil }
    for other in CollectionColumns.otherCounts(titles, beside: all) {
      guard let line = line(where: { differs($0, $1) }, all, other) else { continue }
      throw Refused(
        .invalid,
        "The columns \(name(all)) and \(name(other)) both say how many cards there are, and differ on line \(line): leave out the one that does not count."
      )
    }
    guard let foils = columns[.foilCount], columns[.plainCount] == nil,
      CardName.fold(titles[foils]) == "foil quantity",
      !["total qty", "total quantity"].contains(CardName.fold(titles[all]))
    else { return nil }
    guard let line = line(where: { ($0 ?? 0) < ($1 ?? 0) }, all, foils) else {
      throw Refused(
        .invalid,
        "The columns \(name(all)) and \(name(foils)) may count foils twice: call the first one Total Qty if it counts foils as well, and Reg Qty if it does not."
      )
    }
    (columns[.plainCount], columns[.count]) = (all, nil)
    return ImportNote(
      line: line, column: all + 1, titles[all],
      "The column does not count foils, because there are more foils on this line.", isPart: true)
  }

  /// Checks that columns of one title say the same on every row.
  ///
  /// - Throws: `Refused` where they differ.
  func check(_ twins: [(Int, Int)]) throws {
    for (one, other) in twins {
      var rows = rows
      while let row = rows.next() {
        guard row.flaw == nil, max(one, other) < row.fields.count else { continue }
        let pair = [one, other].map { String(Substring(row.fields[$0]).trimmed) }
        guard !pair.contains(""), pair[0] != pair[1] else { continue }
        throw Refused(
          .invalid,
          "The columns \(one + 1) and \(other + 1) are both called \(name(one)), and differ on line \(row.line): leave out the one that does not count."
        )
      }
    }
  }

  private func name(_ column: Int) -> String { Text.preview(titles[column], characters: 20) }

  /// Whether two numbers are not the same; one that is missing says nothing.
  private func differs(_ one: UInt32?, _ other: UInt32?) -> Bool {
    guard let one, let other else { return false }
    return one != other
  }

  /// Returns the line of the first row whose numbers in two columns are so.
  private func line(
    where isSo: (UInt32?, UInt32?) -> Bool, _ one: Int, _ other: Int
  ) -> Int? {
    var rows = rows
    while let row = rows.next() {
      guard row.flaw == nil else { continue }
      func number(_ place: Int) -> UInt32? {
        place < row.fields.count ? CollectionValues.count(row.fields[place]) : nil
      }
      if isSo(number(one), number(other)) { return row.line }
    }
    return nil
  }
}
