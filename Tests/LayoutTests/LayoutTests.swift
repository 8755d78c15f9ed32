import Foundation
import Testing

/// The house rules of the repository, held by a test.
@Suite struct LayoutTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The layers from the bottom up, and what each may import beside the ones named before its own.
  static let mayImport: [String: Set<String>] = [
    "Sources/Schema": ["SwiftProtobuf", "Foundation", "FoundationEssentials"],
    "Sources/Identifiers": ["Crypto", "Foundation"],
    "Sources/Feature": ["Schema", "Identifiers", "Foundation", "SwiftProtobuf"],
    "Sources/Domain/War": ["Schema", "Crypto", "Foundation"],
    "Sources/Domain/Chat": ["Schema", "Feature", "Identifiers", "Foundation"],
    "Sources/Domain/Files": ["Schema", "Feature", "Identifiers", "Chat", "Foundation"],
    "Sources/Domain/Events": ["Schema", "Feature", "Identifiers", "Chat", "Foundation"],
    "Sources/Core/Wire": ["Schema", "Identifiers", "Crypto", "Foundation", "SwiftProtobuf"],
    "Sources/Core/Replication": ["Schema", "Identifiers", "Wire", "Foundation"],
    "Sources/Core/Store": [
      "Schema", "Feature", "Identifiers", "Wire", "Replication", "GRDB", "GRDBSQLite", "Foundation",
    ],
    "Sources/Core/Node": [
      "Schema", "Feature", "War", "Files", "Events", "Identifiers", "Wire", "Replication", "Store",
      "Foundation",
      "SwiftProtobuf",
    ],
  ]

  static let sources = files(below: "Sources").filter { !$0.path.hasSuffix(".pb.swift") }
  static let tests = files(below: "Tests")

  @Test(arguments: mayImport.keys.sorted()) func importsOnlyWhatItsLayerMayKnow(_ folder: String)
    throws
  {
    let allowed = try #require(Self.mayImport[folder])
    let found = Self.files(below: folder)
    #expect(!found.isEmpty, "\(folder) has no files")
    for file in found {
      for module in try Self.imports(of: file) {
        #expect(allowed.contains(module), "\(Self.name(file)) imports \(module)")
      }
    }
  }

  @Test func onlyTheHelperLinksDNSSD() throws {
    for file in Self.sources where try Self.imports(of: file).contains("CDNSSD") {
      #expect(Self.name(file).hasPrefix("Sources/parlor-discovery/"))
    }
  }

  @Test func onlyTheProgramThatDrawsLinksWhatDecodesPictures() throws {
    for file in Self.sources where try Self.imports(of: file).contains("CDrawing") {
      #expect(Self.name(file).hasPrefix("Sources/parlor-picture/"))
    }
  }

  @Test func onlyTheProgramThatDrawsLinksWhatConfinesIt() throws {
    for file in Self.sources where try Self.imports(of: file).contains("CConfinement") {
      #expect(Self.name(file).hasPrefix("Sources/parlor-picture/"))
    }
  }

  @Test func domainAndCoreHaveNoClockAndNoUnseededRandomness() throws {
    let forbidden = [
      "Date()", "Date.now", "clock_gettime", "gettimeofday", "DispatchTime", "ContinuousClock",
      "SuspendingClock", "SystemRandomNumberGenerator", "arc4random", "UUID()", ".shuffled()",
      ".randomElement()", "Task.sleep",
    ]
    for file in Self.sources
    where Self.name(file).hasPrefix("Sources/Domain") || Self.name(file).hasPrefix("Sources/Core") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in forbidden {
        #expect(!text.contains(word), "\(Self.name(file)) uses \(word)")
      }
      for line in text.split(separator: "\n") where line.contains(".random(in:") {
        #expect(
          line.contains("using:") || text.contains("using:"), "\(Self.name(file)): \(line)")
      }
    }
  }

  @Test func filesAndFunctionsStaySmall() throws {
    for file in Self.sources + Self.tests {
      let lines = try Self.lines(of: file)
      #expect(lines.count <= 400, "\(Self.name(file)) has \(lines.count) lines")
      for (name, length) in Self.functions(in: lines) where length > 70 {
        Issue.record("\(Self.name(file)): \(name) has \(length) lines")
      }
    }
  }

  @Test func everyPublicDeclarationHasAComment() throws {
    let declaration = /^\s*(@\w+(\([^)]*\))?\s+)*public\s+(?!import|extension|internal\(set\)\s*$)/
    for file in Self.sources where !Self.name(file).contains("/parlor") {
      let lines = try Self.lines(of: file)
      for (index, line) in lines.enumerated() where line.contains("public ") {
        guard line.firstMatch(of: declaration) != nil, !Self.isObvious(line) else { continue }
        var above = index - 1
        while above >= 0, lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("@") {
          above -= 1
        }
        let comment = above >= 0 ? lines[above].trimmingCharacters(in: .whitespaces) : ""
        #expect(
          comment.hasPrefix("///") || comment.hasPrefix("// "),
          "\(Self.name(file)):\(index + 1) has no comment: \(line)")
      }
    }
  }

  /// Members that a protocol of the standard library names and describes.
  private static func isObvious(_ line: String) -> Bool {
    ["var description: String", "static func <", "static func ==", "func hash(into", "extension "]
      .contains { line.contains($0) }
  }

  @Test func nothingIsLeftForAfterwards() throws {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    for file in Self.sources + Self.tests {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in words {
        #expect(!hasWord(word, in: text), "\(Self.name(file)) has \(word)")
      }
    }
  }

  @Test("People 12: sentences that people found odd do not come back")
  func oddSentences() throws {
    let odd = [
      "That are more", "not its to ", "Nothing is to be said", "limit is a number",
      "is no calendar", "told of are", "count) problems.", "\\(what) has \\(bytes) bytes",
    ]
    for file in Self.sources {
      let text = try String(contentsOf: file, encoding: .utf8)
      for words in odd {
        #expect(!text.contains(words), "\(Self.name(file)) says \"\(words)\"")
      }
    }
  }

  /// A word that is no part of a longer one, as it is in the names of calendar components.
  private func hasWord(_ word: String, in text: String) -> Bool {
    text.ranges(of: word).contains { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      return ![before, after].contains { $0?.isLetter == true }
    }
  }

  static func name(_ file: URL) -> String {
    String(file.path.dropFirst(root.path.count + 1))
  }

  private static func files(below folder: String) -> [URL] {
    let start = root.appendingPathComponent(folder)
    let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  private static func imports(of file: URL) throws -> [String] {
    try lines(of: file).compactMap { line in
      guard line.contains("import ") else { return nil }
      return line.wholeMatch(
        of: /\s*(@\w+\s+)?(public |internal )?import (struct |class |enum |func )?(\w+).*/
      )
      .map { String($0.4) }
    }
  }

  /// Names and lengths of functions, by their indentation.
  private static func functions(in lines: [String]) -> [(String, Int)] {
    var found: [(String, Int)] = []
    for (index, line) in lines.enumerated() where line.contains("func ") || line.contains("init") {
      guard let match = line.firstMatch(of: /^(\s*)([\w@() ]*)\b(func \w+|init)[(<]/) else {
        continue
      }
      let indent = String(match.1)
      guard let end = lines[index...].firstIndex(where: { $0 == indent + "}" }) else { continue }
      found.append((String(match.3), end - index + 1))
    }
    return found
  }
}
