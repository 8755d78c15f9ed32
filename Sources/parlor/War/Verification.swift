import Feature
import Node
import Schema
import War

/// The check of a match's file, by the same code that the node checks its peers with.
enum Verification {
  private static let games = Games([.war])

  /// What is found in a file, which is read piece by piece; `-` is standard input. Damage is a finding.
  static func report(on path: String) throws -> VerifyReport {
    var check = TranscriptCheck(games, keepsEvents: false)
    try FileBytes.read(path) { check.take($0) }
    return check.finish().report
  }

  /// The same, with what happened.
  static func match(in path: String) throws -> (report: VerifyReport, events: [TableEvent]) {
    var check = TranscriptCheck(games)
    try FileBytes.read(path) { check.take($0) }
    return check.finish()
  }

  /// The same of bytes.
  static func match(in bytes: [UInt8]) -> (report: VerifyReport, events: [TableEvent]) {
    Transcript.verify(bytes, games)
  }
}
