import EventSchema
import Schema
import Testing

@testable import Events

/// Budgets as tables of comma-separated values.
@Suite struct BudgetTableTests {
  private static func line(_ id: String, _ text: String, _ minor: Int64) -> BudgetLineView {
    .with {
      ($0.id, $0.text, $0.planned) = (id, text, .with { ($0.minor, $0.currency) = (minor, "EUR") })
    }
  }

  @Test("E-51: what is written is read as it was, quotation marks, commas and ends of lines too")
  func roundTrip() throws {
    var lines = [
      Self.line("a", "bread, \"rye\"\nand wine", 1_250), Self.line("b", "=1+2", 5),
      Self.line("c", "'quoted'", 0),
    ]
    lines[0].actual = .with { ($0.minor, $0.currency) = (1_200, "EUR") }
    (lines[0].category, lines[0].payerName, lines[0].sharerNames) = ("food", "Ada", ["Ada", "Bob"])
    let text = BudgetTable.write(lines)
    #expect(text.hasPrefix("id,text,planned,actual,currency,category,paid by,shared by\r\n"))
    #expect(text.contains("\r\nb,'=1+2,0.05,,EUR,,,\r\n"), "no spreadsheet computes it")
    let rows = try BudgetTable.read(text).rows
    #expect(rows.map(\.draft.text) == lines.map(\.text) && rows.map(\.line) == [2, 4, 5])
    #expect(rows.map(\.draft.planned) == ["12.50", "0.05", "0.00"])
    #expect(rows[0].draft.actual == "12.00" && rows[0].draft.payer == "Ada")
    #expect(rows[0].draft.sharers == ["Ada", "Bob"] && rows[1].draft.sharers == [""])
  }

  @Test(
    "E-51: tables of other programs",
    arguments: [
      "text,planned\nbread,2.50\n", "\u{feff}Planned;Text;X\r\n2,50;bread;y\r\n",
      "text\tplanned\nbread\t2.50", "\"text\",\"planned\"\n\"bread\",\"2.50\"\n\n",
    ])
  func foreign(text: String) throws {
    let rows = try BudgetTable.read(text).rows
    #expect(rows.map(\.draft.text) == ["bread"] && rows.map(\.draft.planned) == ["2.50"])
  }

  @Test("43: columns that are not read are named; a line may end in a carriage return alone")
  func leftOut() throws {
    let table = try BudgetTable.read("Text, Shop ,planned,\rbread,mill,2.50,\rtea,,3,\r")
    #expect(table.leftOut == ["Shop"])
    #expect(table.rows.map(\.draft.text) == ["bread", "tea"] && table.rows.map(\.line) == [2, 3])
    #expect(try BudgetTable.read(BudgetTable.write([])).leftOut.isEmpty)
  }

  @Test("E-51: apostrophes before a formula come back, and quotation marks within a text stay")
  func marks() throws {
    let line = Self.line("a", "'=1", 5)
    let read = try BudgetTable.read(BudgetTable.write([line])).rows
    #expect(read.map(\.draft.text) == ["'=1"])
    let texts = try BudgetTable.read("sep=;\ntext;planned\na \"b\" c;2,50").rows
    #expect(texts.map(\.draft.text) == ["a \"b\" c"])
    #expect(texts.map(\.draft.planned) == ["2.50"] && texts.map(\.line) == [3])
  }

  @Test("E-51: what is no such table is said so")
  func wrong() {
    #expect(throws: BudgetTable.TableProblem.missing("text")) { try BudgetTable.read("") }
    #expect(throws: BudgetTable.TableProblem.missing("planned")) { try BudgetTable.read("text\nx") }
    #expect(throws: BudgetTable.TableProblem.open(line: 2)) {
      try BudgetTable.read("text,planned\n\"x,1\n")
    }
    // Marks that could mean two things are refused, and not taken off in silence.
    for row in ["5\" pipe,1", "\"rye\" bread,1", "\"a\"b,1"] {
      #expect(throws: BudgetTable.TableProblem.marks(line: 2)) {
        try BudgetTable.read("text,planned\n\(row)\n")
      }
    }
    #expect(throws: BudgetTable.TableProblem.twice("text")) {
      try BudgetTable.read("text,planned,Text\nx,1,y\n")
    }
    #expect(throws: BudgetTable.TableProblem.tooWide(line: 3)) {
      try BudgetTable.read("text,planned\nx,1,,\nx,1,2\n")
    }
    let long = "text,planned\n" + String(repeating: "x,1\n", count: 2_001)
    #expect(throws: BudgetTable.TableProblem.tooLong) { try BudgetTable.read(long) }
  }
}
