import Foundation
import Glibc
import Schema
import SwiftProtobuf
import Testing

/// One person on this machine: a home directory of its own, and the commands that are run in it.
///
/// The processes of the home and the directory go together with this value.
final class Home: Sendable {
  /// The output of a command that has ended.
  struct Said {
    var ending: Program.Ending
    var output: String
    var complaints: String

    /// The exit code; -1 for a command that died of a signal.
    var code: Int32 { if case .exit(let code) = ending { code } else { -1 } }

    /// The whole lines that it complained with.
    var sentences: [String] { complaints.split(separator: "\n").map(String.init) }
  }

  let name: String
  /// The home itself.
  let path: String
  /// A directory of the test for everything else: output, exported files.
  let scratch: String
  /// The words before each command, such as a call of `nsenter`.
  let prefix: [String]

  /// The UDP port on which this home finds others of the machine; 0 for none, so that tests do not meet each other.
  let localPort: UInt16

  /// The programs that were built with the tests.
  static let binaries = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  /// A home of its own in a new directory, or at a path that only `prefix` leads to.
  init(
    _ name: String, prefix: [String] = [], at place: String? = nil, localPort: UInt16 = 0
  ) throws {
    self.localPort = localPort
    self.name = name
    self.prefix = prefix
    let pattern =
      FileManager.default.temporaryDirectory.path + "/parlor-test."
      + String(repeating: "X", count: 6)
    guard let made = pattern.withCString({ mkdtemp(strdup($0)) }) else {
      throw Late(description: "no temporary directory")
    }
    defer { free(made) }
    scratch = String(cString: made)
    path = place ?? scratch + "/" + name
  }

  deinit {
    for process in Processes.naming(scratch) + Processes.naming(path) where process != getpid() {
      kill(process, SIGKILL)
    }
    try? FileManager.default.removeItem(atPath: scratch)
  }

  /// The variables that every command sees; nothing of the person who runs the tests.
  var environment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": scratch,
      "LANG": "C.UTF-8", "TERM": "xterm", "PARLOR_LOCAL_PORT": "\(localPort)",
    ]
  }

  /// The whole command line of a command in this home.
  func words(_ words: [String]) -> [String] {
    prefix + [Self.binaries + "/parlor", "--home", path] + words
  }

  /// Starts a command.
  func start(_ words: String...) throws -> Program { try start(words) }

  /// Starts a command.
  func start(_ words: [String]) throws -> Program {
    try Program(self.words(words), streams: .files(scratch), environment: environment)
  }

  /// Runs a command to its end.
  func run(_ words: String..., input: String = "") async throws -> Said {
    try await run(words, input: input)
  }

  /// Runs a command to its end.
  func run(_ words: [String], input: String = "") async throws -> Said {
    let program = try start(words)
    if !input.isEmpty { program.say(input) }
    program.closeInput()
    let ending = try await program.end()
    return Said(ending: ending, output: program.output, complaints: program.complaints)
  }

  /// Runs a command that must succeed and prints one message.
  func ask<Answer: Message>(_ words: String..., as kind: Answer.Type) async throws -> Answer {
    let program = try start(words + ["--json"])
    program.closeInput()
    guard try await program.end() == .exit(0) else { throw Late(description: program.story) }
    let missing = try JSONFields.missing(in: program.output, of: kind.protoMessageName)
    #expect(missing.isEmpty, "\(missing) of \(program.story)")
    return try JSONMapping.message(kind, from: Array(program.output.utf8))
  }

  /// Runs a command that must succeed.
  @discardableResult
  func done(_ words: String...) async throws -> String { try await done(words) }

  /// Runs a command that must succeed.
  @discardableResult
  func done(_ words: [String]) async throws -> String {
    let program = try start(words)
    program.closeInput()
    guard try await program.end() == .exit(0) else { throw Late(description: program.story) }
    return program.output
  }
}
