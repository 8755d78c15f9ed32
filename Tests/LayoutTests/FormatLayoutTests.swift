import Foundation
import Testing

/// The place of what differs between the formats of tournaments: their styles.
@Suite struct FormatLayoutTests {
  @Test("T-03: only the style of a format names it: others ask what it has")
  func comparisons() throws {
    let names = "(groups|league|knockout|double|swiss|free)"
    let compared = try Regex(
      #"[fF]ormat (==|!=) \.\#(names)\b|\[\.\#(names)(, \.\#(names))*\]\.contains\("#)
    #expect("guard body.format == .swiss else".contains(compared))
    #expect("[.groups, .knockout].contains(state.body.format)".contains(compared))
    #expect(!"format == .png".contains(compared))
    let folders = ["Domain/Tournaments/", "Shell/Terminal/", "parlor/", "TestKit/"]
      .map { "Sources/" + $0 }
    var count = 0
    for file in LayoutTests.sources {
      let name = LayoutTests.name(file)
      guard folders.contains(where: name.hasPrefix), !name.contains("/Tournaments/Formats/")
      else { continue }
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      let found = text.firstMatch(of: compared).map { String(text[$0.range]) }
      #expect(found == nil, "\(name) has \(found ?? "")")
    }
    #expect(count > 100)
  }

  @Test("T-03: the page names no format: it asks what the view says that it has")
  func page() throws {
    let folder = LayoutTests.root.appendingPathComponent("Sources/Page/js/tournaments")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 10)
    let named = /TOURNAMENT_FORMAT_|'(league|double|swiss|free)'/
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let found = text.firstMatch(of: named).map { String($0.0) }
      #expect(found == nil, "\(LayoutTests.name(file)) has \(found ?? "")")
    }
  }
}
