import ArgumentParser
import Client
import Commands
import Schema
import SwiftProtobuf
import Terminal

/// A command that makes one call, and shows the response: as JSON, or as lines for people.
protocol CallCommand: ParsableCommand {
  associatedtype Request: Message
  associatedtype Response: Message

  /// The method that is called.
  static var method: Method<Request, Response> { get }
  var options: GlobalOptions { get }

  /// Checks the arguments before the daemon is asked, or started.
  func check() throws

  /// Returns a client of the daemon that is called.
  mutating func client() throws -> DaemonClient

  /// Copies the arguments into the request.
  func fill(_ request: inout Request) throws

  /// Returns the lines that people read of the response.
  func lines(_ response: Response) -> [String]

  /// Prints the response.
  func show(_ response: Response) throws
}

extension CallCommand {
  func check() throws {}

  func client() throws -> DaemonClient { try options.client() }

  mutating func run() throws {
    try check()
    let daemon = try client()
    try show(daemon.call(Self.method, fill))
  }

  func show(_ response: Response) throws { try options.show(response) { lines(response) } }
}

extension GlobalOptions {
  /// Prints the response of a call: with `--json` as one line of JSON, else as lines for people.
  func show(_ response: some Message, _ lines: () -> some Sequence<String>) throws {
    if json { return try Output.json(response) }
    Output.lines(lines())
  }

  /// Prints the response of a call: with `--json` as one line of JSON, else as a sentence.
  func show(_ response: some Message, _ sentence: @autoclosure () -> String) throws {
    try show(response) { [sentence()] }
  }
}

extension Sequence<Line> {
  /// The lines as standard output shows them, however wide they are.
  var shown: [String] {
    let style = Output.style
    return map { $0.render(style, columns: .max) }
  }
}
