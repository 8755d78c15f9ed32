import EventSchema
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
    /// Quotation marks do not belong together.
    case marks(line: Int)
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
      case .marks(let line):
        "Line \(line) has quotation marks that do not belong together: put them around the whole value, and write each one in it twice."
      case .tooLong: "The file has more than \(mostRows) rows: import it in parts."
      }
    }
  }

  /// The columns, in their order.
  public static let columns = [
    "id", "text", "planned", "actual", "currency", "category", "paid by", "shared by",
  ]
  /// The most rows that are read.
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
    // Others may have written it.
    return ([columns] + rows).map { FieldTable.row($0.map(FieldTable.guarded)) + "\r\n" }.joined()
  }

  // MARK: Reading

  /// Reads a table; its columns may be parted by commas, semicolons or tabs and stand in any order.
  ///
  /// - Returns: its rows, and the names of columns that are not known: what stands in them is not taken.
  /// - Throws: `TableProblem`.
  public static func read(
    _ text: String
  ) throws(TableProblem) -> (rows: [Row], leftOut: [String]) {
    var table = FieldTable(text)
    guard let head = table.next() else { throw .missing("text") }
    let titles = try values(head).map { $0.split(separator: " ").joined(separator: " ") }
    let names = titles.map { $0.lowercased() }
    for name in ["text", "planned"] where !names.contains(name) { throw .missing(name) }
    if let name = columns.first(where: { name in names.count { $0 == name } > 1 }) {
      throw .twice(name)
    }
    var rows: [Row] = []
    while let next = table.next() {
      let (line, values) = (next.line, try values(next))
      guard values.contains(where: { !$0.isEmpty }) else { continue }
      guard rows.count < mostRows else { throw .tooLong }
      guard values.dropFirst(names.count).allSatisfy(\.isEmpty) else {
        throw .tooWide(line: line)
      }
      var row = Row(line: line, values: [:])
      for (name, value) in zip(names, values) {
        let isAmount = name == "planned" || name == "actual"
        // A program that writes decimal commas parts columns by semicolons.
        let plain = table.separator == ";" && isAmount
        row.values[name] = plain ? value.replacing(",", with: ".") : value
      }
      rows.append(row)
    }
    return (rows, titles.filter { !$0.isEmpty && !columns.contains($0.lowercased()) })
  }

  private static func values(_ row: FieldTable.Row) throws(TableProblem) -> [String] {
    switch row.flaw {
    case .endless: throw .open(line: row.line)
    case .marks: throw .marks(line: row.line)
    case nil: row.fields.map(FieldTable.unguarded)
    }
  }
}
