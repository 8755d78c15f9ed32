import ChatSchema
import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// A database that was damaged while nobody looked.
  @Suite struct MendTests {
    private func texts(_ home: Home) async throws -> [String] {
      try await home.done("chat", "read", "--room", "club", "--json")
        .split(separator: "\n").map { line in
          try JSONMapping.message(MessageView.self, from: Array(line.utf8)).text
        }
    }

    /// Changes one letter of a text wherever it stands in a file.
    private func damage(_ path: String, _ text: String) throws {
      var bytes = try #require(FileManager.default.contents(atPath: path))
      var count = 0
      while let range = bytes.range(of: Data(text.utf8)) {
        bytes[range.lowerBound] ^= 1
        count += 1
      }
      #expect(count > 0)
      try bytes.write(to: URL(fileURLWithPath: path))
    }

    /// Two people who have said three things in a room.
    private func talked() async throws -> Pair {
      let pair = try await Pair.linked()
      try await pair.trust()
      try await pair.ada.done("room", "make", "club", "Berta")
      for text in ["one word", "two words", "three words"] {
        try await pair.ada.done("chat", "post", "--room", "club", text)
      }
      try await holds("Berta has them") {
        try await pair.berta.run("chat", "read", "--room", "club").output.contains("three words")
      }
      return pair
    }

    @Test("one wrong letter ends the daemon with a sentence; it is mended, and the rest comes back")
    func wrongLetter() async throws {
      var pair = try await talked()
      try await pair.ada.done("chat", "post", "--room", "personal", "only here")
      try await pair.ada.done("stop")
      _ = try await pair.adasDaemon.program.end()
      #expect(try await pair.ada.done("mend").contains("Nothing is wrong"))
      try damage(pair.ada.path + "/parlor.sqlite", "two words")

      let program = try pair.ada.start("daemon", "--address", "127.0.0.1", "--no-discovery")
      #expect(try await program.end() == .exit(1), "\(program.story)")
      #expect(program.complaints.contains("damaged"), "\(program.story)")
      #expect(program.complaints.contains("parlor mend"), "\(program.story)")

      let said = try await pair.ada.run("mend")
      #expect(said.code == 0 && said.output.contains("new database"), "\(said)")
      let kept = try FileManager.default.contentsOfDirectory(atPath: pair.ada.path)
      #expect(kept.contains { $0.hasPrefix("damaged.") }, "\(kept)")
      pair.adasDaemon = try await pair.ada.daemon()
      try await pair.ada.done("peer", "add", pair.bertasDaemon.address)
      try await holds("it comes back") {
        try await texts(pair.ada) == ["one word", "two words", "three words"]
      }
      #expect(
        try await pair.ada.done("chat", "read", "--room", "personal").contains("only here"),
        "nobody else has that")
      try await holds("she writes on") {
        try await pair.ada.run("chat", "post", "--room", "club", "four").code == 0
      }
      try await holds("and is read") { try await texts(pair.berta).last == "four" }
    }

    @Test("a log that lost its end is no reason to sign a second history")
    func lostCommits() async throws {
      var pair = try await talked()
      try await pair.adasDaemon.program.destroy()
      let log = pair.ada.path + "/parlor.sqlite-wal"
      let bytes = try #require(FileManager.default.contents(atPath: log))
      let used = 1 + (bytes.lastIndex { $0 != 0 } ?? 0)
      try bytes.prefix(used - 20_000).write(to: URL(fileURLWithPath: log))
      let said = try await pair.ada.run("daemon", "--address", "127.0.0.1", "--no-discovery")
      #expect(said.code == 1 && said.complaints.contains("damaged"), "\(said)")
      #expect(try await pair.ada.run("mend").code == 0)
      pair.adasDaemon = try await pair.ada.daemon()
      try await pair.ada.done("peer", "add", pair.bertasDaemon.address)
      try await holds("it comes back") { try await texts(pair.ada).count == 3 }
      try await holds("she writes on") {
        try await pair.ada.run("chat", "post", "--room", "club", "four").code == 0
      }
      try await holds("and is read") { try await texts(pair.berta).last == "four" }
    }

    @Test("what cannot be mended says so, and what there is to do")
    func beyondMending() async throws {
      let ada = try Home("ada")
      let daemon = try await ada.daemon()
      #expect(try await ada.run("mend").complaints.contains("in use"))
      try await daemon.program.destroy()
      for name in ["parlor.sqlite", "parlor.sqlite-wal"] {
        try Data("no database at all".utf8).write(to: URL(fileURLWithPath: ada.path + "/" + name))
      }
      let said = try await ada.run("mend")
      #expect(said.code == 1 && said.sentences.count == 1, "\(said)")
      #expect(said.complaints.contains("parlor restore"), "\(said)")
      let files = try FileManager.default.contentsOfDirectory(atPath: ada.path)
      #expect(!files.contains { $0.hasPrefix("damaged.") || $0.hasPrefix("import.") }, "\(files)")
    }
  }
}
