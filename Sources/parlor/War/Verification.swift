import Node
import Schema

/// The check of a match's file, by the same code that the node checks its peers with.
enum Verification {
  /// What is found in a file, which is read piece by piece; `-` is standard input. Damage is a finding.
  static func report(on path: String) throws -> VerifyReport {
    var check = TranscriptCheck(keepsEvents: false)
    try FileBytes.read(path) { check.take($0) }
    return check.finish().report
  }

  /// The same, with what happened.
  static func match(in path: String) throws -> (report: VerifyReport, events: [TableEvent]) {
    var check = TranscriptCheck()
    try FileBytes.read(path) { check.take($0) }
    return check.finish()
  }

  /// The same of bytes.
  static func match(in bytes: [UInt8]) -> (report: VerifyReport, events: [TableEvent]) {
    Transcript.verify(bytes)
  }
}
