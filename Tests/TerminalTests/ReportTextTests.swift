import Schema
import Terminal
import Testing

/// The report of an import as lines.
@Suite struct ReportTextTests {
  @Test("43: what is noted of a file is a line of its kind with a number, and leaves nothing out")
  func noted() {
    let report = ImportReport.with {
      $0.taken = 3
      $0.noted = [
        .with {
          ($0.line, $0.text, $0.reason) = (9, "DTSTART", "It is odd.")
          ($0.count, $0.places, $0.part) = (3, 3, true)
        }
      ]
      $0.leftOut = [
        .with {
          ($0.line, $0.text, $0.reason, $0.part) = (2, "COLOR", "It is not known.", true)
        }
      ]
    }
    #expect(
      ReportText.lines(of: report) == [
        "parlor: line 2: COLOR: left out: It is not known.",
        "parlor: line 9: DTSTART: noted: It is odd. 3 times in the file.",
      ])
    #expect(!ReportText.isIncomplete(report))
  }

  @Test("43: what is said of the whole file has no place before it")
  func whole() {
    let report = ImportReport.with {
      $0.changed = [.with { ($0.reason, $0.count, $0.part) = ("It was scaled.", 1, true) }]
    }
    #expect(ReportText.lines(of: report) == ["parlor: It was scaled."])
  }
}
