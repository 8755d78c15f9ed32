import ArgumentParser
import Commands
import Feature
import Features
import Node
import Schema
import SwiftProtobuf

/// `parlord transcript`: checks the file of a match for `parlor war replay` and `parlor demo`.
///
/// It reads the file from standard input and writes the report, with its length in four bytes before it, then the events.
struct TranscriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "transcript", shouldDisplay: false)

  func run() throws {
    var check = TranscriptCheck(Registry.parlor.games)
    try FileBytes.read("-") { check.take($0) }
    let (report, events) = check.finish()
    let first: [UInt8] = try report.serializedBytes()
    let second: [UInt8] = try TableEventList.with { $0.events = events }.serializedBytes()
    let length = UInt32(first.count)
    let lengthBytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
    try FileBytes.print(lengthBytes + first + second)
  }
}
