import Glibc

/// The reason why a program could not be measured.
struct ProgramError: Error, CustomStringConvertible {
  let description: String
}

/// A program that is started, awaited and timed.
struct Program {
  let path: String
  let arguments: [String]

  /// The result of one run.
  struct Result {
    let output: String
    /// From before its start until it has ended.
    let milliseconds: Double

    /// The figure that follows a word in what the program printed: 42 in `rate 42`.
    func figure(_ name: String) throws -> Double {
      let words = output.split(whereSeparator: \.isWhitespace)
      guard let place = words.firstIndex(of: Substring(name)), place + 1 < words.count,
        let value = Double(words[place + 1])
      else {
        throw ProgramError(description: "No figure \(name) in what was printed: \(output)")
      }
      return value
    }
  }

  /// Runs the program to its end.
  /// - Throws: `ProgramError` when it cannot be started or ends with anything but 0.
  func run() throws -> Result {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProgramError(description: "A pipe could not be made.") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let start = ContinuousClock.now
    let process: Int32
    do {
      defer { close(ends[1]) }
      process = try self.start(output: ends[1])
    }
    let output = read(ends[0])
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let taken = ContinuousClock.now - start
    guard status == 0 else {
      let command = ([path] + arguments).joined(separator: " ")
      throw ProgramError(description: "\(command) ended with status \(status).")
    }
    return Result(output: output, milliseconds: taken.seconds * 1000)
  }

  /// Starts the program; the caller waits for its end.
  /// - Parameter output: What its output is written to; thrown away when nil, complaints too.
  /// - Returns: The process.
  func start(output: Int32?) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let refusal = posix_spawn(&process, path, &actions, nil, words, environ)
    guard refusal == 0 else {
      throw ProgramError(description: "\(path) could not be started: error \(refusal).")
    }
    return process
  }

  private func read(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
