import Feature
import Schema

/// A budget as a table of comma-separated values (RFC 4180), which spreadsheets read and write (row E-51).
public enum BudgetTable {
  /// One row: what `event budget add` takes, as people type it.
  public struct Row: Equatable, Sendable {
    /// The line of the file on which it begins, from 1.
    public var line: Int
    /// Its values by the names of their columns.
    public var values: [String: String]

    /// The edit of a budget line that it asks for.
    public var draft: BudgetDraft {
      .with {
        $0.text = values["text"] ?? ""
        $0.planned = values["planned"] ?? ""
        if let actual = values["actual"] { $0.actual = actual }
        $0.currency = values["currency"] ?? ""
        if let category = values["category"] { $0.category = category }
        if let payer = values["paid by"] { $0.payer = payer }
        let sharers = (values["shared by"] ?? "").split(separator: ";").map { name in
          String(name.drop { $0 == " " })
        }
        $0.sharers = sharers.isEmpty ? [""] : sharers
      }
    }
  }

  /// The reason why a file is no such table; a sentence for people.
  public enum TableProblem: Problem, Equatable {
    /// It has no column of that name.
    case missing(String)
    /// Two columns have one name.
    case twice(String)
    /// A row has more values than there are columns.
    case tooWide(line: Int)
    /// A quotation mark is not closed.
    case open(line: Int)
    /// More rows than a budget may have.
    case tooLong

    /// A sentence that says what is wrong, why, and what to do.
    public var description: String {
      switch self {
      case .missing(let name):
        "The file has no column \(name): its first line names the columns, as in text,planned,currency."
      case .twice(let name):
        "The file has two columns \(name): take one of them out, as nobody can see which is meant."
      case .tooWide(let line):
        "Line \(line) has more values than there are columns: a value with a separator in it needs quotation marks around it."
      case .open(let line): "Line \(line) has a quotation mark that is not closed: close it."
      case .tooLong: "The file has more than \(mostRows) rows: import it in parts."
      }
    }
  }

  /// The columns, in their order.
  public static let columns = [
    "id", "text", "planned", "actual", "currency", "category", "paid by", "shared by",
  ]
  /// So many rows are read.
  public static let mostRows = 2_000

  // MARK: Writing

  /// Lines of a budget, below a line that names the columns.
  public static func write(_ lines: [BudgetLineView]) -> String {
    let rows = lines.map { line in
      [
        line.id, line.text, line.hasPlanned ? BudgetRules.decimal(line.planned) : "",
        line.hasActual ? BudgetRules.decimal(line.actual) : "",
        line.hasPlanned ? line.planned.currency : line.actual.currency, line.category,
        line.payerName, line.sharerNames.joined(separator: ";"),
      ]
    }
    return ([columns] + rows).map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  /// The characters at the beginning of a text that a spreadsheet takes for a formula, and would compute.
  private static let formulas: Set<Character> = ["=", "+", "-", "@", "\t"]

  private static func quoted(_ value: String) -> String {
    // Others may have written it.
    let safe = value.first.map(formulas.contains) == true ? "'" + value : value
    guard safe.utf8.contains(where: { [0x22, 0x2c, 0x3b, 0x0a, 0x0d].contains($0) }) else {
      return safe
    }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }

  // MARK: Reading

  /// Reads a table; its columns may be parted by commas, semicolons or tabs and stand in any order.
  ///
  /// - Returns: its rows, and the names of columns that are not known: what stands in them is not taken.
  /// - Throws: `TableProblem`.
  public static func read(
    _ text: String
  ) throws(TableProblem) -> (rows: [Row], leftOut: [String]) {
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    let head = bytes.prefix { $0 != 10 && $0 != 13 }
    // A program that writes decimal commas parts columns by semicolons.
    let separator = [UInt8(ascii: ";"), 9].first(where: head.contains) ?? UInt8(ascii: ",")
    let cells = try cells(bytes, separator)
    guard let titles = cells.first?.values.map({ $0.split(separator: " ").joined(separator: " ") })
    else {
      throw .missing("text")
    }
    let names = titles.map { $0.lowercased() }
    for name in ["text", "planned"] where !names.contains(name) { throw .missing(name) }
    if let name = columns.first(where: { name in names.count { $0 == name } > 1 }) {
      throw .twice(name)
    }
    var rows: [Row] = []
    for (line, values) in cells.dropFirst() {
      guard values.dropFirst(names.count).allSatisfy(\.isEmpty) else {
        throw .tooWide(line: line)
      }
      var row = Row(line: line, values: [:])
      for (name, value) in zip(names, values) {
        let isAmount = name == "planned" || name == "actual"
        let plain = separator == UInt8(ascii: ";") && isAmount
        row.values[name] = plain ? value.replacing(",", with: ".") : value
      }
      rows.append(row)
    }
    return (rows, titles.filter { !$0.isEmpty && !columns.contains($0.lowercased()) })
  }

  private static func cells(
    _ bytes: [UInt8], _ separator: UInt8
  ) throws(TableProblem) -> [(line: Int, values: [String])] {
    var rows: [(line: Int, values: [String])] = []
    var (row, cell, isQuoted, line, first): ([String], [UInt8], Bool, Int, Int) = (
      [], [], false, 1, 1
    )
    func endCell() {
      var value = String(decoding: cell, as: UTF8.self)
      if value.first == "'", value.dropFirst().first.map(formulas.contains) == true {
        value.removeFirst()
      }
      row.append(value)
      cell = []
    }
    func endRow() {
      endCell()
      if row != [""] { rows.append((first, row)) }
      row = []
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x22 {
        if isQuoted, index < bytes.count, bytes[index] == 0x22 {
          cell.append(byte)
          index += 1
        } else {
          isQuoted.toggle()
        }
        continue
      }
      // A line may end in a carriage return alone.
      let isEnd = byte == 10 || byte == 13 && (index == bytes.count || bytes[index] != 10)
      if isEnd { line += 1 }
      if isQuoted {
        cell.append(byte)
      } else if byte == separator {
        endCell()
      } else if isEnd {
        endRow()
        first = line
      } else if byte != 13 {
        cell.append(byte)
      }
      guard rows.count <= mostRows else { throw .tooLong }
    }
    guard !isQuoted else { throw .open(line: first) }
    if !cell.isEmpty || !row.isEmpty { endRow() }
    return rows
  }
}
