import ChatSchema
import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// Homes and rooms in files, between real daemons.
  @Suite struct BackupTests {
    private func texts(_ home: Home, _ room: String = "lobby") async throws -> [String] {
      try await home.done("chat", "read", "--room", room, "--json")
        .split(separator: "\n").map { line in
          try JSONMapping.message(MessageView.self, from: Array(line.utf8)).text
        }
    }

    @Test("P-37: a home is backed up while it runs, killed, restored elsewhere, and goes on")
    func restore() async throws {
      var pair = try await Pair.linked()
      try await pair.ada.done("chat", "post", "one")
      try await pair.ada.done("settings", "set", "notify-command", "/bin/false")
      let file = pair.ada.scratch + "/ada.backup"
      try await pair.ada.done("backup", file)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: pair.ada.path).allSatisfy {
          !$0.hasPrefix("backup.")
        })
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try await pair.ada.run("backup", file).code == 1)
      try await pair.ada.done("chat", "post", "two")
      try await holds("Berta reads it") { try await texts(pair.berta) == ["one", "two"] }
      try await pair.adasDaemon.program.destroy()

      #expect(
        try await pair.ada.run("restore", file).sentences.first?.contains("not empty") == true)
      let other = try Home("other")
      let damaged = other.scratch + "/damaged"
      var bytes = try #require(FileManager.default.contents(atPath: file))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(fileURLWithPath: damaged))
      #expect(try await other.run("restore", damaged).sentences.first?.contains("damaged") == true)
      for count in [0, 10, 30, 4_000, bytes.count - 1] {
        try bytes.prefix(count).write(to: URL(fileURLWithPath: damaged))
        #expect(try await other.run("restore", damaged).code == 1, "\(count) bytes")
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: other.scratch).allSatisfy {
          !$0.hasPrefix("other")
        })
      let said = try await other.run("restore", file)
      #expect(said.code == 0 && said.complaints.contains("same node"), "\(said)")
      #expect(said.output.contains("Switched off") && said.output.contains("notify-command"))
      pair.adasDaemon = try await other.daemon()
      #expect(try await !other.done("settings").contains("/bin/false"))
      try await other.done("peer", "add", pair.bertasDaemon.address)
      try await holds("what was lost comes back") { try await texts(other) == ["one", "two"] }
      try await holds("she writes again") {
        try await other.run("chat", "post", "three").code == 0
      }
      try await holds("Berta reads on") {
        try await texts(pair.berta) == ["one", "two", "three"]
      }
      try await pair.berta.done("chat", "post", "four")
      try await holds("both say the same") {
        try await texts(other) == ["one", "two", "three", "four"]
      }
      let status = try await other.ask("status", as: StatusView.self)
      #expect(try await pair.berta.peer("Ada")?.id == status.node)
    }

    @Test("P-34: a room is carried on a stick, by file and by pipe")
    func bundle() async throws {
      let ada = try Home("ada")
      let berta = try Home("berta")
      let daemons = [try await ada.daemon(), try await berta.daemon()]
      let text = String(repeating: "long words ", count: 600)
      for number in 0..<8 { try await ada.done("chat", "post", "\(number) \(text)") }
      let file = ada.scratch + "/lobby.parlor"
      try await ada.done("bundle", "export", "lobby", file)
      let view = try await berta.ask("bundle", "import", file, as: BundleView.self)
      #expect(view.taken >= 8 && view.known == 0)
      #expect(try await texts(berta).count == 8)
      let again = try await berta.ask("bundle", "import", file, as: BundleView.self)
      #expect(again.taken == 0 && again.known == view.taken)
      let wrong = try await berta.run("bundle", "import", "/proc/self/exe")
      #expect(wrong.code == 1 && wrong.sentences.count == 1, "\(wrong)")
      #expect(try await berta.run("bundle", "import", "-", input: "nothing").code == 1)
      #expect(try await ada.run("bundle", "export", "nowhere", file + "2").code == 1)
      #expect(!FileManager.default.fileExists(atPath: file + "2"))
      #expect(daemons.allSatisfy { $0.program.poll() == nil })
    }
  }
}
