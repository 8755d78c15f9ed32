import Feature
import FoundationEssentials
import Schema

/// What was read of a collection file (row D-47).
public struct CollectionFile: Sendable {
  /// The dialect; nil for a file of another program.
  public private(set) var dialect: CollectionDialect?
  /// The cards with how many there are of each, in their order.
  public private(set) var cards: [(card: CardCopy, count: Int)] = []
  /// Lines that were not taken.
  public private(set) var problems: [MisplacedLine] = []

  /// Lines of a file; each row of a collection is one card at least.
  private static let mostLines = 2 * DeckRules.mostImported

  private var columns: [CollectionDialect.Field: Int] = [:]
  private var total = 0
  /// What stands between fields: a comma, and in some countries a semicolon.
  private let delimiter: Unicode.Scalar

  /// Reads a file.
  ///
  /// - Throws: `Refused` for a file that is no collection.
  public init(_ text: String) throws {
    try FileLines.check(text, most: Self.mostLines, "import it in parts")
    var rows = RowLines(text)
    let first = rows.next()
    delimiter = rows.delimiter ?? Self.delimiter(of: first?.text ?? "")
    guard let head = first, !head.isTooLong, let titles = Self.fields(of: head.text, delimiter)
    else {
      throw Refused(
        .invalid, "The file is empty, or its first line is not CSV: choose another one.")
    }
    for (place, title) in titles.enumerated() {
      guard let field = CollectionDialect.titles[CardName.fold(title)] else { continue }
      columns[field] = columns[field] ?? place
    }
    guard columns[.count] != nil, columns[.name] != nil else {
      throw Refused(
        .invalid,
        "The first line has no titles of columns for the number and the name of cards, such as Count and Name: export the file with its titles."
      )
    }
    dialect = CollectionDialect.of(titles)
    while let row = rows.next() {
      if !take(row) { rows.resume(behind: row) }
    }
  }

  /// Takes a row, or notes why it is not taken.
  ///
  /// - Returns: false where its quotation marks make no sense, so that what they hold may be rows of their own.
  private mutating func take(_ row: RowLines.Row) -> Bool {
    guard !row.text.allSatisfy(\.isWhitespace) else { return true }
    let fields = row.isTooLong ? nil : Self.fields(of: row.text, delimiter)
    do throws(Unplaced) {
      guard let fields else {
        throw Unplaced(
          reason: row.isTooLong
            ? "The line is longer than \(RowLines.mostBytes) bytes, or a quotation mark in it is never closed."
            : "Its quotation marks do not belong together.")
      }
      let found = try card(fields)
      guard total + found.count <= DeckRules.mostImported else {
        throw Unplaced(
          reason: "At most \(DeckRules.mostImported) cards are taken at once: import it in parts.")
      }
      total += found.count
      cards.append(found)
    } catch {
      guard problems.count < DeckReading.mostProblems else { return fields != nil }
      problems.append(
        .with {
          $0.line = UInt32(clamping: row.number)
          $0.text = Text.preview(row.text)
          $0.reason = error.reason
        })
    }
    return fields != nil
  }

  private func card(_ fields: [String]) throws(Unplaced) -> (card: CardCopy, count: Int) {
    func value(_ field: CollectionDialect.Field) -> String {
      guard let place = columns[field], place < fields.count else { return "" }
      return Text.clean(fields[place], limit: .max, lines: true).split(
        whereSeparator: \.isWhitespace
      )
      .joined(separator: " ")
    }
    guard let count = UInt32(value(.count)) else {
      throw Unplaced(reason: "\"\(Text.preview(value(.count)))\" is not a number of cards.")
    }
    guard let finish = CollectionDialect.finish(value(.finish)) else {
      throw Unplaced(
        reason: "\"\(Text.preview(value(.finish)))\" is no finish: foil, etched or normal is known."
      )
    }
    guard let condition = CollectionDialect.condition(value(.condition)) else {
      throw Unplaced(
        reason: "\"\(Text.preview(value(.condition)))\" is no condition that is known.")
    }
    let language = CollectionDialect.language(value(.language))
    guard language.utf8.count <= DeckRules.number else {
      throw Unplaced(reason: "The language is too long.")
    }
    let line = DeckLine.with {
      $0.count = count
      $0.set = value(.set).isEmpty ? value(.setName) : value(.set)
      $0.number = value(.number)
      $0.finish = finish
    }
    // TCGplayer adds the printing to the name, and of a split card has the first half alone beside it.
    let (name, simple) = (value(.name), value(.simpleName))
    let isPlain = simple.isEmpty || name.contains(CardName.joint)
    let checked = try CardLineText.checked(line, name: isPlain ? name : simple)
    guard DeckRules.basicLand(checked.name) == nil else {
      throw Unplaced(reason: "There are as many basic lands as you want, so they are not counted.")
    }
    var card = CardCopy(checked)
    card.language = language
    card.condition = condition
    return (card, Int(count))
  }

  /// The fields of one row; nil where its quotation marks do not belong together.
  private static func fields(of row: String, _ delimiter: Unicode.Scalar) -> [String]? {
    guard row.utf8.contains(UInt8(ascii: "\"")) else {
      return row.unicodeScalars.split(separator: delimiter, omittingEmptySubsequences: false)
        .map { String($0) }
    }
    return QuotedFields.of(row, delimiter)
  }

  /// What stands between the titles of columns.
  private static func delimiter(of head: String) -> Unicode.Scalar {
    func count(_ delimiter: Unicode.Scalar) -> Int {
      head.unicodeScalars.count { $0 == delimiter }
    }
    return [",", ";", "\t"].max { one, other in
      count(one) < count(other) || count(one) == count(other) && other == ","
    } ?? ","
  }

  // MARK: Writing

  /// Writes cards in a dialect.
  package static func write(_ lines: [CardLine], _ dialect: CollectionDialect) -> String {
    let titles = dialect.columns.map(\.title)
    let rows = lines.map { line in
      dialect.columns.map { column in
        switch column.field {
        case .count: "\(line.count)"
        case .name, .simpleName: line.name
        case .set, .setName: line.set
        case .number: line.number
        case .language: dialect.text(language: line.language)
        case .finish: dialect.text(line.finish)
        case .condition: dialect.text(line.condition)
        case nil: ""
        }
      }
    }
    return ([titles] + rows).map { row in row.map(quoted).joined(separator: ",") + "\n" }.joined()
  }

  /// A field as RFC 4180 has it.
  private static func quoted(_ field: String) -> String {
    let hasSign = field.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" }
    guard hasSign || Substring(field).trimmed != field[...]
    else { return field }
    let scalars = field.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
}

/// The rows of a CSV file with the numbers of their lines: a row goes on behind an end of line within quotation marks.
private struct RowLines {
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
  /// What the file says stands between fields; nil where it says nothing.
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
