import Foundation
import Testing

/// The house rules of the page's files.
@Suite struct PageLayoutTests {
  private static let folder = LayoutTests.root.appendingPathComponent("Sources/Page")

  private static let files: [URL] = {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }()

  private static let modules = files.filter { $0.pathExtension == "js" }

  @Test("no text becomes markup or a script, and nothing is asked of another machine")
  func nothingForeign() throws {
    let forbidden = [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval(",
      "new Function", "setTimeout('", "setTimeout(\"", "javascript:", "srcdoc",
    ]
    #expect(Self.modules.count > 10)
    for file in Self.files where ["js", "html", "css", "svg"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in forbidden {
        #expect(!text.contains(word), "\(LayoutTests.name(file)) uses \(word)")
      }
      // The name space of SVG is a name, and no address that anybody visits.
      let addresses = text.matches(of: /https?:\/\/[a-z0-9.-]+/).map { String($0.0) }
      for address in addresses where address != "http://www.w3.org" {
        Issue.record("\(LayoutTests.name(file)) names \(address)")
      }
    }
  }

  @Test("each module is checked for types, says what it is for, and stays small")
  func modules() throws {
    for file in Self.modules {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      #expect(lines.first == "// @ts-check", "\(LayoutTests.name(file))")
      #expect(lines.dropFirst().first?.hasPrefix("//") == true, "\(LayoutTests.name(file))")
      #expect(lines.count <= 400, "\(LayoutTests.name(file)) has \(lines.count) lines")
    }
  }

  @Test("44.13: a refusal names no command: what can be done about it is a value")
  func remedies() throws {
    // Sentences of views, reports and notices, which have no place for a value; the first is at the start of a daemon.
    let sentences = [
      "StoreError.swift": 2, "DiskQuotas.swift": 2, "CalendarScene.swift": 1,
      "LostPartsLists.swift": 4, "CardResolver.swift": 1, "LibraryViews.swift": 1,
      "RoundFileWriter.swift": 1, "PageAnswers.swift": 1,
    ]
    let folders = [
      "Domain/", "Core/", "Feature/", "Shell/Features/", "Shell/Daemon/", "Shell/API/",
      "Shell/Page/", "Shell/Homes/",
    ].map { "Sources/" + $0 }
    var found: [String: Int] = [:]
    for file in LayoutTests.sources
    where folders.contains(where: { LayoutTests.name(file).hasPrefix($0) }) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let count = text.split(separator: "\n").count { line in
        guard !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") else { return false }
        return line.contains("`parlor ") || line.contains("`--") || line.contains("`\\(kind")
      }
      if count > 0 { found[file.lastPathComponent] = count }
    }
    #expect((found.removeValue(forKey: "Remedy+Clause.swift") ?? 0) > 50)
    #expect(found == sentences)
  }
}
