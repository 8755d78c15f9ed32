import Node
import Schema

/// The check of a match's file, by the same code that the node checks its peers with.
enum Verification {
  /// What is found in the bytes of a file; damage is a finding.
  static func report(on bytes: [UInt8]) -> VerifyReport { Transcript.verify(bytes).report }

  /// What happened, as far as the file can be read.
  static func events(in bytes: [UInt8]) -> [TableEvent] { Transcript.verify(bytes).events }
}
