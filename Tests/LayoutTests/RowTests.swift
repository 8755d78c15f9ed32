import Foundation
import Testing

/// Rows of the lists of features that are named by a test.
@Suite struct RowTests {
  /// Accounts, but for A-20 (there are tests), which is held here; what War has beside playing a match; cards, but for what is
  /// optional (D-36, D-37, D-61) or no goal (D-38); events, but for a camera (E-38); tournaments; drawings, but for what is
  /// optional (W-32).
  static let rows =
    names("A", 1...23, except: [20])
    + [26, 27, 28, 47, 48, 49, 52, 53, 56, 57, 58, 67, 70].map { "G-\($0)" } + ["P-21", "P-23"]
    + names("D", 1...62, except: [36, 37, 38, 61]) + names("E", 1...72, except: [38])
    + names("T", 1...55, except: []) + names("W", 1...34, except: [32])

  private static func names(
    _ letter: String, _ numbers: ClosedRange<Int>, except others: Set<Int> = []
  ) -> [String] {
    numbers.filter { !others.contains($0) }.map { name(letter, $0) }
  }

  private static func name(_ letter: String, _ number: Int) -> String {
    "\(letter)-\(number < 10 ? "0" : "")\(number)"
  }

  /// The rows that the tests name, also as "D-11 to D-13"; a range that is longer than one test can hold says nothing.
  static let named: Set<String> = {
    let row = /([ADEGPTW])-(\d\d)(?: to \1-(\d\d))?/
    var found: Set<String> = []
    for text in texts {
      for match in text.matches(of: row) {
        guard let first = Int(match.2) else { continue }
        let last = match.3.flatMap { Int($0) } ?? first
        for number in first..<max(first, last + 1) where last - first < 32 {
          found.insert(name(String(match.1), number))
        }
      }
    }
    return found
  }()

  /// The texts of all checks: the tests, but for this one, those of the page, those with a mail server, and those with
  /// hosts of their own.
  static let texts: [String] = {
    let swift = LayoutTests.tests.filter { $0.lastPathComponent != "RowTests.swift" }
    let folder = LayoutTests.root.appendingPathComponent("scripts/page.d")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let page = names.filter { $0.hasPrefix("test_") }.map { folder.appendingPathComponent($0) }
    let scripts = ["mail", "lan-rooms"].map {
      LayoutTests.root.appendingPathComponent("scripts/\($0)")
    }
    return (swift + page + scripts).compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }()

  @Test("A-20: each row is named by a test", arguments: rows) func isNamed(_ row: String) {
    #expect(Self.named.contains(row), "no test names \(row): name it in one that holds it")
  }
}
