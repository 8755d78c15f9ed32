import Foundation
import Glibc
import Node
import Synchronization
import TestKit

@testable import Discovery

/// A shell script in the place of `parlor-discovery`, in a directory of its own.
///
/// The script finds its directory in `$here`; each start of it adds its process id to the file
/// `starts` and its arguments to `arguments`.
struct FakeProgram {
  let directory: URL
  var path: String { directory.appending(path: "program").path }

  init(_ body: String) throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "parlor-fake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      here='\(directory.path)'
      echo $$ >>"$here/starts"
      printf '%s|' "$@" >>"$here/arguments"
      \(body)
      """
    try ScriptFile.write(script, to: path)
  }

  /// The lines of a file that the script wrote; none when there is no such file.
  func lines(_ file: String) -> [String] {
    let text = try? String(contentsOf: directory.appending(path: file), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// Process ids that are still in the process table, as running or as zombies.
  func remaining() -> [String] { lines("starts").filter { access("/proc/\($0)", F_OK) == 0 } }

  func remove() { try? FileManager.default.removeItem(at: directory) }
}

/// The inputs that discovery delivered, as short texts in order.
final class Delivered: Sendable {
  private let inputs = Mutex<[String]>([])

  var all: [String] { inputs.withLock { $0 } }

  @Sendable func take(_ input: Input) {
    let text =
      switch input {
      case .discovered(let sighting): "+\(sighting.instance) \(sighting.addresses[0])"
      case .lost(let instance): "-\(instance)"
      case .discovery(let problem): problem.map { "!\($0)" } ?? "ok"
      default: "unexpected"
      }
    inputs.withLock { $0.append(text) }
  }
}

/// Waits until something holds; false when it does not within ten seconds.
func eventually(_ holds: () -> Bool) async -> Bool {
  for _ in 0..<1000 {
    if holds() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return holds()
}

/// Runs discovery with a fake program, stops it, and returns what a test wants to look at.
func withDiscovery(
  _ body: String, timing: Timing = .quick,
  _ test: (Discovery, FakeProgram, Delivered) async throws -> Void
) async throws {
  let program = try FakeProgram(body)
  defer { program.remove() }
  let delivered = Delivered()
  let discovery = Discovery(
    program: program.path, localPort: 0, timing: timing, deliver: delivered.take)
  discovery.start(
    advertisement: Advertisement(name: "Me", text: ["v": "1", "id": "me"]), at: .init(port: 4711))
  defer { discovery.stop() }
  try await test(discovery, program, delivered)
}

extension Timing {
  /// Waits that a test can sit through.
  static let quick = Timing(
    backoff: .milliseconds(20)...(.milliseconds(80)), steady: .seconds(30),
    checkInterval: .seconds(30), checkPatience: .seconds(30), settling: .milliseconds(300),
    farewell: .milliseconds(500))
}
