import Foundation

/// A daemon in the foreground of a test.
struct RunningDaemon {
  let program: Program
  /// The TCP port of its links.
  let port: Int

  /// The address at which others reach it.
  var address: String { "127.0.0.1:\(port)" }
}

extension Home {
  /// Starts a daemon that listens on loopback only and looks for nobody, and waits until it is ready.
  func daemon(_ more: String...) async throws -> RunningDaemon {
    let words = ["daemon", "--address", "127.0.0.1", "--no-discovery", "--json"] + more
    let program = try start(words)
    let port = try await eventually("a daemon that is ready", otherwise: { program.story }) {
      if let ending = program.poll() {
        throw Late(description: "the daemon ended with \(ending): \(program.story)")
      }
      let line = program.output.split(separator: "\n").first.map { Data($0.utf8) }
      let fields = line.flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
      return fields?["port"] as? Int
    }
    return RunningDaemon(program: program, port: port)
  }
}
