import Foundation
import Testing

/// A row of docs/rows: one thing that a person can see or rely on.
struct Row {
  let id: String
  let rule: String
  let section: String
  /// Whether no test need name it.
  var isOptional: Bool { rule.hasPrefix("*optional*") || rule.hasPrefix("*no goal*") }

  /// Returns all rows, in the order of the files.
  static func all() throws -> [Row] {
    let folder = LayoutTests.root.appendingPathComponent("docs/rows")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".md") }.flatMap { name in
      try LayoutTests.text(of: "docs/rows/\(name)").components(separatedBy: "\n")
        .compactMap { line -> Row? in
          let row = /\| ([A-Z]-\d\d) \| ([^|]+) \| (\d+) \|/
          guard let match = line.wholeMatch(of: row) else { return nil }
          return Row(
            id: String(match.1), rule: String(match.2), section: String(match.3))
        }
    }
  }

  /// Returns the texts that may cite rows and sections of the design, by their paths: code, tests, scripts and pages.
  static func citing() throws -> [(name: String, text: String)] {
    let swift = (LayoutTests.sources + LayoutTests.tests).map(LayoutTests.name)
    let others = ["Sources/Page", "scripts", "docs", "protocol"].flatMap { folder in
      let names = FileManager.default.enumerator(
        atPath: LayoutTests.root.appendingPathComponent(folder).path)
      return (names?.compactMap { $0 as? String } ?? []).filter { name in
        // Programs of scripts have no ending.
        [".js", ".css", ".py", ".md", ".proto"].contains(where: name.hasSuffix)
          || folder == "scripts" && !name.contains(".") && !name.contains("/")
      }
      .map { "\(folder)/\($0)" }
    }
    return try (swift + others).sorted().compactMap { name in
      var isFolder: ObjCBool = false
      let path = LayoutTests.root.appendingPathComponent(name).path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { return nil }
      return (name, try LayoutTests.text(of: name))
    }
  }
}

extension LayoutTests {
  /// Returns the text of a file with a path below the root.
  static func text(of name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
  }
}

/// Rows of docs/rows are named by tests.
@Suite struct RowTests {
  /// The rows that the tests name; a range that is longer than one test can hold says nothing.
  static let named = texts.reduce(into: Set<String>()) {
    $0.formUnion(Ratchets.rows(in: $1, mostInRange: 32))
  }

  /// The texts of all checks: the tests, those of the page, those with a mail server, and those with hosts of their own.
  static let texts: [String] = {
    let folder = LayoutTests.root.appendingPathComponent("scripts/page.d")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let page = names.filter { $0.hasPrefix("test_") }.map { folder.appendingPathComponent($0) }
    let scripts = ["mail", "lan-rooms"].map {
      LayoutTests.root.appendingPathComponent("scripts/\($0)")
    }
    return (LayoutTests.tests + page + scripts).compactMap {
      try? String(contentsOf: $0, encoding: .utf8)
    }
  }()

  @Test("A-20: each row that is not optional is named by a test") func areNamed() throws {
    let rows = try Row.all()
    #expect(rows.count > 370)
    for row in rows where !row.isOptional {
      #expect(Self.named.contains(row.id), "no test names \(row.id): name it in one that holds it")
    }
  }

  @Test("a row has a sentence, and a section of the specification")
  func rowsAreWhole() throws {
    let pages = ["README", "links", "rooms", "war", "features", "page", "duel"]
    let sections = try Set(
      pages.flatMap { page in
        try LayoutTests.text(of: "protocol/\(page).md").matches(of: #/(?m)^## (\d+)\. /#)
          .map { String($0.1) }
      })
    #expect(sections == Set((1...25).map { "\($0)" }))
    for row in try Row.all() {
      #expect(row.rule.hasSuffix("."), "\(row.id)")
      #expect(sections.contains(row.section), "\(row.id): section \(row.section)")
    }
  }
}
