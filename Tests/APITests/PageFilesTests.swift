import Foundation
import Testing

@testable import Page

/// The files of the page: bundled in the program, and as they are written in a folder.
@Suite struct PageFilesTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Page")

  private static func text(_ file: PageFiles.File?) throws -> String {
    String(decoding: try #require(file).bytes, as: UTF8.self)
  }

  /// The files below the hash that a text names, as "js/main.js".
  private static func named(in text: String, tree: String) -> [String] {
    text.matches(of: /\/a\/([a-z0-9]+)\/([^"]+)"/).map { found in
      #expect(found.1 == tree)
      return String(found.2)
    }
  }

  @Test(
    "44: a first visit needs five files: the page, its styles, one module, the stream's worker and the icon"
  )
  func fewFiles() throws {
    let built = PageFiles.built
    let first = try Self.text(built.first)
    let named = Self.named(in: first, tree: built.tree)
    // A browser fetches the manifest when it installs the page as a program.
    #expect(named.count == 4)
    #expect(Set(named).isSuperset(of: ["icon.svg", "manifest.webmanifest", "style.css"]))
    let modules = named.filter { $0.hasSuffix(".js") }
    #expect(modules.count == 1)
    let module = try Self.text(built.file(modules[0]))
    // It needs no other module before it runs, and finds the worker beside itself.
    #expect(module.firstMatch(of: /(?:from|import)"\.\.?\//) == nil)
    #expect(module.contains("stream-worker.js") && built.file("js/stream-worker.js") != nil)
  }

  @Test("44: every module that another one names is served")
  func whole() throws {
    let built = PageFiles.built
    let first = try Self.text(built.first)
    var waiting = Self.named(in: first, tree: built.tree).filter { $0.hasSuffix(".js") }
    waiting.append("js/main.js")
    var found: Set<String> = []
    while let name = waiting.popLast() {
      guard found.insert(name).inserted else { continue }
      let module = try Self.text(built.file(name))
      for match in module.matches(of: /(?:from|import|import\()"\.\/([\w-]+\.js)"/) {
        waiting.append("js/\(match.1)")
      }
    }
    // The first screen's, the one that tests look at, and one of each of the seven areas at least.
    #expect(found.count >= 9)
  }

  @Test("44: a folder is served as it is written, with all styles in one sheet")
  func folder() throws {
    let files = PageFiles(folder: Self.sources.path)
    for name in ["js/main.js", "js/tournaments/play.js"] {
      let written = try Data(contentsOf: Self.sources.appending(path: name))
      #expect(try Data(#require(files.file(name)).bytes) == written)
    }
    let sheet = try Self.text(files.file("style.css"))
    let war = try String(contentsOf: Self.sources.appending(path: "css/war.css"), encoding: .utf8)
    #expect(sheet.contains(war))
    #expect(try Self.text(files.first).contains("/a/\(files.tree)/js/main.js"))
    for name in ["css/war.css", "tsconfig.json", "types.d.ts", "index.html", "js"] {
      #expect(files.file(name) == nil)
    }
  }
}
