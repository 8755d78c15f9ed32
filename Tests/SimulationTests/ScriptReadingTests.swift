import Testing

@testable import TestKit

/// Scripts as text: what is read, and what is refused with its line.
@Suite struct ScriptReadingTests {
  @Test("lines, texts in all their forms, lists and mappings")
  func nodes() throws {
    let text = """
      # A comment
      title: "two\\nlines"
      steps:
        - open
        - play: {until: war}
        - [a, 'b']
      note: >
        folded
        text
      last:
      """
    let root = try #require(try ScriptNode.read(text))
    #expect(root["title"]?.scalar == "two\nlines" && root["title"]?.line == 2)
    let steps = try #require(root["steps"]?.sequence)
    #expect(steps.map(\.line) == [4, 5, 6] && steps[0].scalar == "open")
    #expect(steps[1]["play"]?["until"]?.scalar == "war")
    #expect(steps[2].sequence?.compactMap(\.scalar) == ["a", "b"] && steps[2].mapping == nil)
    #expect(root["note"]?.scalar == "folded text\n" && root["last"]?.scalar == "")
    #expect(root["none"] == nil && root.scalar == nil && root.sequence == nil)
    #expect(try ScriptNode.read("") == nil && ScriptNode.read("# nothing\n") == nil)
  }

  @Test(
    "what is no YAML, or more than a script has, is refused with its line",
    arguments: [
      ("a: [b", 2, "This is no YAML"), ("a: b\n  c: d", 2, "This is no YAML"),
      ("title: x\ntitle: y", 2, "title is there twice"), ("a: &x b\nc: *x", 2, "stand for another"),
      ("a: b\n---\nc: d", 2, "a second document"), ("- open", 1, "A script is a mapping"),
      ("", 1, "A script is a mapping"), ("a: b", 1, "There is no a in a script"),
      ("title: x\nsteps:\n  - dance", 3, "Nobody knows how to dance"),
      (String(repeating: "[", count: 100), 1, "more parts within parts"),
      (String(repeating: "[", count: 100_000), 1, "This is no YAML"),
    ])
  func refused(_ text: String, line: Int, reason: String) {
    let error = #expect(throws: ScriptError.self) { try ScriptReader.read(text, file: "x.yaml") }
    let said = error?.description ?? ""
    #expect(said.hasPrefix("x.yaml:\(line): ") && said.contains(reason), "\(said)")
  }

  @Test(
    "42.f: what is said of a hostile script quotes at most 80 characters of it",
    arguments: HostileFile.Junk.allCases)
  func quotes(_ junk: HostileFile.Junk) {
    let name = String(repeating: "x", count: 50_000)
    let texts = [
      HostileFile(.script, junk, size: 20_000).text, "\(name): 1\n", "\(name): 1\n\(name): 2\n",
      "steps:\n  - \(name)\n", "steps:\n  - ask: \(name)\n", "seed: \(name)\n",
      "rules: {\(name): 1}\n", "steps:\n  - expect: {\(name): 1}\n",
      "steps:\n  - forge: {who: host, lie: \(name)}\n",
    ]
    for text in texts {
      do {
        _ = try ScriptReader.read(text, file: "x.yaml")
      } catch {
        #expect("\(error)".count <= 400)
      }
    }
  }
}
