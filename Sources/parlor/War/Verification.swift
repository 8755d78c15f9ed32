import Client
import Commands
import Programs
import Schema
import SwiftProtobuf
import Terminal

/// The check of a match's file by `parlord`, with the same code that the node checks its peers with.
enum Verification {
  /// The longest that what happened in a match can be, in bytes.
  private static let longest = 1 << 30

  /// Returns the report on a file and the events of its match; `-` is standard input. Damage is a finding.
  static func match(in path: String) throws -> (report: VerifyReport, events: [TableEvent]) {
    try match(in: FileBytes.read(path))
  }

  /// The same of bytes.
  static func match(in bytes: [UInt8]) throws -> (report: VerifyReport, events: [TableEvent]) {
    let filter = Filter(
      Installed.program(DaemonProcess.program), ["transcript"], within: .seconds(600),
      limit: longest)
    let result: Filter.Result
    do {
      result = try filter.run(bytes)
    } catch .notStarted(let code) {
      throw CommandFailure(
        SessionEnd.refused, Installed.missing(DaemonProcess.program, DaemonProcess.purpose, code))
    }
    let length = result.output.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let rest = result.output.dropFirst(4)
    guard result.code == 0, rest.count >= length else {
      let said =
        result.complaints.split(separator: "\n").last.map { "\($0)".plain } ?? "it said nothing"
      throw CommandFailure(
        SessionEnd.refused,
        "\(DaemonProcess.program) has not checked the file (\(said)): look at what `parlor war verify` says."
      )
    }
    let events = try TableEventList(serializedBytes: Array(rest.dropFirst(length))).events
    return (try VerifyReport(serializedBytes: Array(rest.prefix(length))), events)
  }
}
