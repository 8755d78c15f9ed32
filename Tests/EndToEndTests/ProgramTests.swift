import Foundation
import Glibc
import Testing

extension EndToEndTests {
  /// The programs that stand beside each other and start each other.
  @Suite struct ProgramTests {
    /// `parlor` alone in a folder, as a hard link, so that nothing is beside it.
    private func alone(_ home: Home) throws -> String {
      let folder = Home.binaries + "/alone.\(getpid())"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let program = folder + "/parlor"
      if access(program, F_OK) != 0 {
        try FileManager.default.linkItem(atPath: Home.binaries + "/parlor", toPath: program)
      }
      return program
    }

    @Test(
      "a program that is missing is named, with the way to get it",
      arguments: [
        (["daemon"], "parlord", Int32(1)), (["mend"], "parlord", 1), (["status"], "parlord", 3),
        (["war", "verify", "x"], "parlord", 1), (["script", "x.yaml"], "parlor-lab", 1),
        (["simulate", "war", "--games", "1"], "parlor-lab", 1),
      ])
    func missing(_ words: [String], _ name: String, _ code: Int32) async throws {
      let home = try Home("ada")
      let program = try alone(home)
      defer {
        try? FileManager.default.removeItem(atPath: (program as NSString).deletingLastPathComponent)
      }
      // In some folder of PATH there may be another one.
      let environment = home.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
      let started = try Program(
        [program] + words + ["--home", home.path].filter { _ in words.first != "script" },
        streams: .files(home.scratch), environment: environment)
      started.closeInput()
      #expect(try await started.end() == .exit(code), "\(started.story)")
      #expect(started.complaints.contains("parlor: \(name), which "), "\(started.story)")
      #expect(started.complaints.contains("cannot be started"), "\(started.story)")
      #expect(started.complaints.contains("`scripts/install-user`"), "\(started.story)")
    }

    @Test("help of commands that other programs carry out needs none of them")
    func help() async throws {
      let home = try Home("ada")
      let program = try alone(home)
      defer {
        try? FileManager.default.removeItem(atPath: (program as NSString).deletingLastPathComponent)
      }
      for words in [["daemon"], ["mend"], ["simulate", "war"], ["card", "import"]] {
        let started = try Program(
          [program] + words + ["--help"], streams: .files(home.scratch),
          environment: home.environment)
        started.closeInput()
        #expect(try await started.end() == .exit(0), "\(started.story)")
        #expect(
          started.output.contains("USAGE: parlor \(words.joined(separator: " "))"),
          "\(started.story)")
      }
    }
  }
}
