import Foundation

/// The use of a process so far, as Linux counts it.
struct ProcessFigures {
  /// Memory in use now.
  let residentMebibytes: Double
  /// Processor time of all threads. Linux counts it in nanoseconds here.
  let processorSeconds: Double
  /// The number of times that a thread has waited for something and gone on.
  let wakeUps: Double

  /// - Throws: `ProgramError` when there is no such process.
  init(of process: Int32) throws {
    let folder = "/proc/\(process)"
    let threads = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")
    residentMebibytes = try Self.number("VmRSS", in: "\(folder)/status") / 1024
    processorSeconds =
      try threads.reduce(0) { try $0 + Self.running("\(folder)/task/\($1)/schedstat") } / 1e9
    wakeUps = try threads.reduce(0) {
      try $0 + Self.number("voluntary_ctxt_switches", in: "\(folder)/task/\($1)/status")
    }
  }

  /// The number in the line that begins with a name and a colon.
  private static func number(_ name: String, in file: String) throws -> Double {
    let lines = try text(of: file).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("\(name):") }
    guard let word = line?.split(whereSeparator: \.isWhitespace).dropFirst().first,
      let value = Double(word)
    else { throw ProgramError(description: "\(file) does not say \(name).") }
    return value
  }

  private static func running(_ file: String) throws -> Double {
    try text(of: file).split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  private static func text(of file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }
}
