import Feature
import Schema
import TestKit
import Testing

@testable import Drawings

/// Files of drawings that somebody made to cost much (issue line 42.f).
@Suite struct HostileFileTests {
  @Test(
    "42.f: what is said of a hostile file is short, whatever is in it",
    arguments: [.svg, .drawing, .excalidraw, .drawpile] as [HostileFile.Format],
    HostileFile.Junk.allCases)
  func quotes(_ format: HostileFile.Format, _ junk: HostileFile.Junk) {
    for seed in UInt64(1)...2 {
      let text = HostileFile(format, junk, size: 20_000, seed: seed).text
      #expect(FormatTests.problem(text).count <= 300)
      let told = (try? DrawingFiles.read(text))?.told ?? []
      #expect(told.count <= 3 * ImportReport.mostKinds && told.allSatisfy { $0.count <= 200 })
    }
  }

  @Test("42.f: a file with more points than a drawing may have is refused before they are kept")
  func points() {
    let many = String(repeating: "0 0 ", count: 510_000)
    let svg = "<svg><path d=\"M\(many)\" stroke=\"red\"/></svg>"
    #expect(FormatTests.problem(svg).contains("more than 500,000 points"))
    let json =
      "{\"type\":\"excalidraw\",\"elements\":[\(String(repeating: "[", count: 600_001))]}"
    #expect(FormatTests.problem(json).contains("more than 500,000 points"))
    let tags = "<svg>" + String(repeating: "<g>", count: 200_001) + "</svg>"
    #expect(FormatTests.problem(tags).contains("more than 200,000 elements"))
  }

  @Test("42.f: many undone strokes of one person go one by one, also between strokes of others")
  func undo() throws {
    func dab(_ user: Int) -> String {
      "\(user) classicdabs x=1 y=1 color=#00ff0014 mode=1 {\n\t0 0 999 9 9\n}\n\(user) penup\n"
    }
    var text = "!version=dp:4.21.2\n1 resize bottom=400 right=400\n"
    for place in 0..<40 { text += dab(place % 2 + 1) }
    text += String(repeating: "1 undo\n", count: 30) + "1 undo redo=true\n"
    let reading = try DrawingFiles.read(text)
    #expect(reading.strokes.count == 21, "20 of the other one, and one that was drawn again")
  }

  @Test(
    "42.f: numbers of a path are read as they were, one by one",
    arguments: [
      ("1-2.5.5e1,-3E-1", [1, -2.5, 5, -0.3]), (" +7 , .25", [7, 0.25]), ("1e", [1]),
      ("--3x4", [-3, 4]), ("5.", [5]), ("", []),
    ])
  func numbers(_ text: String, _ wanted: [Double]) {
    #expect(SVGPath.numbers(Array(text.utf8)[...]) == wanted)
  }
}
