import DeckSchema
import Feature
import FoundationEssentials
import Schema

/// The content of a collection file, as it was read (row D-47).
public struct CollectionFile: Sendable {
  /// Cards of one row.
  public struct Row: Sendable {
    /// The card that they are.
    public var card: CardCopy
    /// The number of them.
    public var count: Int
    /// The line on which the row begins, from 1 on.
    public let line: Int
  }

  /// The dialect; nil for a file of another program.
  public private(set) var dialect: CollectionDialect?
  /// The cards in their order.
  public internal(set) var cards: [Row] = []
  /// The report of cards that were taken, left out and lost.
  public internal(set) var report = ImportReport()

  /// Lines of a file; each row of a collection is one card at least.
  private static let mostLines = 2 * DeckRules.mostImported

  private let columns: [CollectionField: Int]
  private let unread: [(place: Int, title: String)]
  /// The number of columns.
  private let width: Int
  private var total = 0
  /// Columns that are not read and have held nothing but whole numbers so far, with whether they have held one.
  private var numbers: [Int: Bool] = [:]

  /// Reads a file.
  ///
  /// - Throws: `Refused` for a file that is no collection.
  public init(_ text: String) throws {
    try FileLines.check(text, most: Self.mostLines, "import it in parts")
    var rows = FieldTable(text)
    guard let head = rows.next(), head.flaw == nil else {
      throw Refused(
        .invalid, "The file is empty, or its first line is not CSV: choose another one.")
    }
    let titles = head.fields
    var (columns, unread) = CollectionColumns.of(titles)
    let questions = CollectionCounts(titles, rows)
    let twins = CollectionColumns.twins(titles, of: columns)
    try questions.check(twins)
    if let note = try questions.note(on: &columns) { report.change(note) }
    let counts = columns[.count].map { CollectionColumns.otherCounts(titles, beside: $0) } ?? []
    unread.removeAll { column in
      counts.contains(column.place) || twins.contains { $0.1 == column.place }
    }
    (self.columns, self.unread, width) = (columns, unread, titles.count)
    guard Self.isCollection(columns) else {
      throw Refused(
        .invalid,
        "The first line has no titles of columns for the number and the name of cards, such as Count and Name: export the file with its titles."
      )
    }
    dialect = CollectionDialect.of(titles)
    if !([.count] + CollectionRow.parts).contains(where: { columns[$0] != nil }) {
      report.change(
        ImportNote(
          line: head.line, "", "No column says how many there are: each row is one card.",
          isPart: true))
    }
    // A number of foils alone says nothing of the other cards.
    if columns[.count] == nil, columns[.plainCount] == nil {
      for (place, title) in unread where CollectionColumns.mayCount(title) {
        numbers[place] = false
      }
    }
    while let row = rows.next() { take(row) }
    guard let place = numbers.filter(\.value).keys.min() else { return }
    throw Refused(
      .invalid,
      "The column \(Text.preview(titles[place])) holds only whole numbers, and no column is known to say how many cards there are: call it Count if it does, or leave it out."
    )
  }

  /// Whether a text begins with the titles of columns of a collection.
  static func isTitled(_ text: String) -> Bool {
    var rows = FieldTable(String(text.prefix(2 * FieldTable.mostRowBytes)))
    // A deck may have such a title.
    guard let head = rows.next(), head.flaw == nil, !head.text.hasPrefix("/") else { return false }
    return isCollection(CollectionColumns.of(head.fields).places)
  }

  private static func isCollection(_ columns: [CollectionField: Int]) -> Bool {
    let fields = [.count] + CollectionRow.parts + [.set, .setName, .number]
    return columns[.name] != nil && fields.contains { columns[$0] != nil }
  }

  /// Keeps the columns whose fields may all be numbers of cards.
  private mutating func watch(_ fields: [String]) {
    for place in numbers.keys where place < fields.count {
      let text = Substring(fields[place]).trimmed
      if text.isEmpty { continue }
      let isNumber = CollectionValues.count(String(text)).map { $0 <= DeckRules.mostOfOneLine }
      numbers[place] = isNumber == true ? true : nil
    }
  }

  /// Takes a row, or notes why it is not taken.
  private mutating func take(_ row: FieldTable.Row) {
    if let flaw = row.flaw {
      let reason =
        switch flaw {
        case .endless:
          "The line is longer than \(FieldTable.mostRowBytes) bytes, or a quotation mark in it is never closed."
        case .marks: "Its quotation marks do not belong together."
        }
      return report.lose(ImportNote(line: row.line, row.text, reason))
    }
    let fields = row.fields
    watch(fields)
    var reading = CollectionRow(fields, columns, line: row.line)
    do throws(Unplaced) {
      let found = try reading.cards()
      let count = found.reduce(0) { $0 + $1.count }
      guard total + count <= DeckRules.mostImported else {
        throw Unplaced(
          reason: "At most \(DeckRules.mostImported) cards are taken at once: import it in parts.")
      }
      if let reason = reading.reasonToLeaveOut {
        report.leaveOut(ImportNote(line: row.line, row.text, reason, count: count))
        return
      }
      total += count
      cards += found
      report.take(count)
      for note in reading.changed { report.change(note) }
      for note in reading.lost { report.lose(note) }
      nameUnread(fields, row)
    } catch {
      report.lose(
        ImportNote(line: row.line, row.text, error.reason, count: reading.countInFile))
    }
  }

  /// Names columns that are not read, where they say something.
  private mutating func nameUnread(_ fields: [String], _ row: FieldTable.Row) {
    for (place, title) in unread where place < fields.count {
      guard !CollectionColumns.isNothing(fields[place]) else { continue }
      report.lose(
        ImportNote(
          line: row.line, column: place + 1, title,
          "The column is not read: nothing here has a place for it.", isPart: true))
    }
    guard fields.count > width else { return }
    let extra = fields[width...]
    guard let text = extra.first(where: { !CollectionColumns.isNothing($0) }) else { return }
    report.lose(
      ImportNote(
        line: row.line, column: width + 1, text,
        "The row has more fields than the first line has titles.", isPart: true))
  }

  // MARK: Writing

  /// Lines of which each has as many cards as a line may have when it is read.
  package static func parted(_ lines: [CardLine]) -> [CardLine] {
    let most = UInt32(DeckRules.mostOfOneLine)
    return lines.flatMap { line in
      stride(from: 0, to: line.count, by: Int(most)).map { start in
        var part = line
        part.count = min(most, line.count - start)
        return part
      }
    }
  }

  /// Writes cards in a dialect.
  package static func write(_ lines: [CardLine], _ dialect: CollectionDialect) -> String {
    let titles = dialect.columns.map(\.title)
    let rows = parted(lines).map { line in
      dialect.columns.map { column in column.field.map { dialect.text($0, of: line) } ?? "" }
    }
    return ([titles] + rows).map { FieldTable.row($0) + "\n" }.joined()
  }
}
