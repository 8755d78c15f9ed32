import FileSchema
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Files between real daemons.
  @Suite struct FileTests {
    private func write(_ bytes: [UInt8], _ home: Home, _ name: String) throws -> String {
      let path = home.scratch + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }

    @Test("P-35, C-23: a file of 4 MiB is shared, survives kills on both sides, and is saved")
    func shared() async throws {
      var pair = try await Pair.linked()
      try await pair.trust()
      var state: UInt64 = 1
      let bytes = (0..<4 << 20).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
      let path = try write(bytes, pair.ada, "holiday map.png")
      let file = try await pair.ada.ask("file", "share", path, as: FileView.self)
      #expect(file.name == "holiday map.png" && file.received == file.size)
      kill(pair.bertasDaemon.program.id, SIGKILL)
      _ = try await pair.bertasDaemon.program.end()
      pair.bertasDaemon = try await pair.berta.daemon()
      kill(pair.adasDaemon.program.id, SIGKILL)
      _ = try await pair.adasDaemon.program.end()
      pair.adasDaemon = try await pair.ada.daemon()
      try await pair.berta.done("peer", "add", pair.adasDaemon.address)
      // She was killed perhaps before it was told of at all.
      try await holds("Berta's node knows of it") {
        try await pair.berta.done("file", "list").contains(file.id.prefix(8))
      }
      let copy = pair.berta.scratch + "/copy"
      try await pair.berta.done("file", "save", String(file.id.prefix(8)), copy, "--wait", "60")
      #expect(FileManager.default.contents(atPath: copy) == Data(bytes))
      // The room shows it as one line that names it.
      let line = try await pair.berta.done("chat", "read")
      #expect(line.contains("holiday map.png") && line.contains(file.id.prefix(8)))
      #expect(try await pair.berta.done("chat", "export").hasSuffix("  ▸ holiday map.png\n"))
      let list = try await pair.berta.done("file", "list")
      #expect(list.contains("4.0 MiB") && list.contains("Ada") && !list.contains("stranger"))
      #expect(try await pair.berta.run("file", "save", file.id, copy).code == 1)
      #expect(
        try await pair.berta.run("file", "delete", file.id).sentences.first?.contains(
          "Only Ada, who made the file") == true)
      try await pair.ada.done("file", "delete", file.id)
      try await holds("Berta's node lets go of it") {
        try await pair.berta.done("file", "list").hasPrefix("No files there")
      }
    }

    @Test("P-35: a file that somebody called - is saved as a file, not written to the terminal")
    func dash() async throws {
      let ada = try Home("ada")
      _ = try await ada.daemon()
      let path = try write(Array("\u{1b}]0;owned\u{7}".utf8), ada, "bytes")
      let file = try await ada.ask("file", "share", path, "--name", "-", as: FileView.self)
      #expect(file.name == "-")
      let saved = FileManager.default.currentDirectoryPath + "/-"
      defer { unlink(saved) }
      let said = try await ada.run("file", "save", file.id)
      #expect(said.code == 0 && !said.output.contains("owned"), "\(said)")
      #expect(said.output.hasPrefix("./- is saved: "), "\(said)")
      #expect(
        FileManager.default.contents(atPath: saved) == FileManager.default.contents(atPath: path))
      // A person who types it means standard output.
      #expect(try await ada.run("file", "save", file.id, "-").output.contains("owned"))
    }

    @Test("P-35: what cannot be shared or saved says why") func refused() async throws {
      let ada = try Home("ada")
      _ = try await ada.daemon()
      let long = try write([UInt8](repeating: 7, count: (4 << 20) + 1), ada, "long")
      let empty = try write([], ada, "empty")
      let short = try write([1], ada, "short")
      for (words, expected) in [
        (["file", "share", long], "4194304 that are allowed"),
        (["file", "share", empty], "empty"),
        (["file", "share", ada.scratch + "/none"], "cannot be read"),
        (["file", "save", "abc"], "parlor file list"),
        (["file", "share", short, "--room", "nowhere"], "parlor room list"),
      ] {
        let said = try await ada.run(words)
        #expect(said.code == 1 && said.complaints.contains(expected), "\(words) \(said)")
      }
      let huge = try write([UInt8](repeating: 7, count: 20 << 20), ada, "huge")
      let said = try await ada.run("file", "share", huge)
      #expect(said.code == 1 && said.complaints.contains("are allowed"), "\(said)")
      #expect(try await ada.run("file", "save", "abc", "--wait", "x").code == 2)
    }
  }
}
