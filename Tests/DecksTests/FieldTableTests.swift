import Feature
import TestKit
import Testing

/// Tables as text, whatever they hold (RFC 4180).
@Suite struct FieldTableTests {
  private static func rows(_ text: String, _ separator: Unicode.Scalar? = nil) -> [FieldTable.Row] {
    var table = FieldTable(text)
    if let separator { table.separator = separator }
    var rows: [FieldTable.Row] = []
    while let row = table.next() { rows.append(row) }
    return rows
  }

  @Test(
    "D-47: fields of rows with quotation marks",
    arguments: [
      ("\"a\",b", ["a", "b"]), ("\"a,b\",\"c\"\"d\"", ["a,b", "c\"d"]), ("\"\",x", ["", "x"]),
      (" \"a\" , \"b\" ", ["a", "b"]), ("a \"b\" c,d", ["a \"b\" c", "d"]),
      ("\"a\nb\",c", ["a\nb", "c"]), ("\"a\",,\"b\",", ["a", "", "b", ""]),
      ("\"é\"\"\",ä", ["é\"", "ä"]), ("\"\"", [""]), ("a,,", ["a", "", ""]),
      ("\"a\r\nb\"\r\n", ["a\nb"]),
    ] as [(String, [String])])
  func quoted(_ text: String, _ fields: [String]) {
    let rows = Self.rows(text, ",")
    #expect(rows.map(\.fields) == [fields])
    #expect(rows.map(\.flaw) == [nil])
  }

  @Test(
    "D-48: a row whose quotation marks are not clear says so, and what follows is read",
    arguments: [
      ("\"a", .endless, ["\"a"]), ("\"a\"b", .marks, ["\"a\"b"]),
      ("a\"b,c", .marks, ["a\"b", "c"]),
      ("\"a\" b,c", .marks, ["\"a\" b", "c"]), ("a,\"b", .endless, ["a", "\"b"]),
    ] as [(String, FieldTable.Flaw, [String])])
  func flaws(_ line: String, _ flaw: FieldTable.Flaw, _ fields: [String]) {
    let rows = Self.rows(line + "\n\nx,y", ",")
    #expect(rows.map(\.flaw) == [flaw, nil])
    #expect(rows.map(\.line) == [1, 3] && rows.map(\.text) == [line, "x,y"])
    #expect(rows.map(\.fields) == [fields, ["x", "y"]])
  }

  @Test(
    "E-51, D-47, T-16: the title row tells the separator, or the file names it",
    arguments: [
      ("a,b", ["a", "b"]), ("a;b", ["a", "b"]), ("a\tb", ["a", "b"]), ("\u{feff}a;b", ["a", "b"]),
      ("\"a;b\",c", ["a;b", "c"]), ("\"a,b\";c", ["a,b", "c"]), ("a,b;c", ["a", "b;c"]),
      ("sep=;\na;b,c,d", ["a", "b,c,d"]), ("\"sep=|\"\r\na|b", ["a", "b"]), ("a", ["a"]),
    ] as [(String, [String])])
  func separators(_ text: String, _ fields: [String]) {
    #expect(Self.rows(text).first?.fields == fields)
  }

  @Test("D-47: a row that is too long is none, and the next one is read")
  func tooLong() {
    let long = String(repeating: "x", count: FieldTable.mostRowBytes + 1)
    for first in [long, "\"\(long)\"", "\"x\n\(long)\""] {
      let rows = Self.rows("\(first)\na,b", ",")
      #expect(rows.first?.flaw == .endless && rows.last?.fields == ["a", "b"])
    }
  }

  @Test("E-51, D-47: what is written in any way comes back, by 500 random tables")
  func written() {
    var random = SeededGenerator(seed: 4_180)
    let letters = Array("ab,;\t \"\n'=é")
    for number in 0..<500 {
      let separator: Character = [",", ";", "\t"][number % 3]
      let end = number % 2 == 0 ? "\n" : "\r\n"
      // Blanks around a field without marks are part of it; a row begins with a letter, as a blank one is none.
      let table = (0..<5).map { _ in
        (0..<3).map { place in
          (place == 0 ? "n" : "")
            + String((0..<5).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
      }
      func written(_ field: String) -> String {
        let isPlain =
          !field.contains { [separator, "\"", "\n"].contains($0) } && Bool.random(using: &random)
        return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
      }
      let lines = ([["x", "y", "z"]] + table).map { row in
        row.map(written).joined(separator: String(separator))
      }
      let rows = Self.rows(lines.joined(separator: end))
      #expect(rows.dropFirst().map(\.fields) == table, "\(lines)")
      let ours = (["x,y,z"] + table.map(FieldTable.row)).joined(separator: end)
      #expect(Self.rows(ours).dropFirst().map(\.fields) == table, "\(ours)")
    }
  }

  /// A row as Python's csv module reads it where it is strict; nil where it refuses, and for a plain field with a single mark.
  private static func oracle(_ row: String) -> [String]? {
    var (fields, rest) = ([String](), Array(row)[...])
    while true {
      var field = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while true {
          guard let next = rest.popFirst() else { return nil }
          if next == "\"" {
            guard rest.first == "\"" else { break }
            rest.removeFirst()
          }
          field.append(next)
        }
        guard rest.isEmpty || rest.first == "," else { return nil }
      } else {
        field = String(rest.prefix { $0 != "," })
        guard field.count(where: { $0 == "\"" }) % 2 == 0 else { return nil }
        rest = rest.dropFirst(field.count)
      }
      fields.append(field)
      guard rest.popFirst() != nil else { return fields }
    }
  }

  @Test("D-48, E-51, T-16: any text is read as another program reads it, and no line is lost")
  func anyText() {
    var random = SeededGenerator(seed: 99)
    for number in 0..<3_000 {
      let letters = Array(number % 2 == 0 ? "a\"," : "a\",\n")
      let length = Int.random(in: 1...12, using: &random)
      let text = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
      let rows = Self.rows(text, ",")
      for row in rows {
        let expected = Self.oracle(row.text)
        if row.flaw == nil { #expect(row.fields == expected, "\(text)") }
        if number % 2 == 0 { #expect((row.flaw == nil) == (expected != nil), "\(text)") }
      }
      // Lines of separators alone are empty rows.
      func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { line in !line.allSatisfy { $0 == "," } }
      }
      #expect(lines(rows.map(\.text).joined(separator: "\n")) == lines(text), "\(text)")
    }
  }

  @Test("E-51: a formula is no formula any more, and comes back, apostrophes too")
  func formulas() {
    for text in ["=1+2", "'=1", "''-x", "@a", "'quoted'", "plain", "", "'", "\tx", "+2 Mace"] {
      let guarded = FieldTable.guarded(text)
      #expect(!"=+-@\t".contains(guarded.first ?? "x"), "\(guarded)")
      #expect(FieldTable.unguarded(guarded) == text)
    }
  }
}
