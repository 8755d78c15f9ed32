import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// Deck files on their way to and from the daemon.
enum DeckUpload {
  /// Sends a file that a command is going to name.
  ///
  /// - Returns: its id.
  static func keep(_ path: String, _ client: DaemonClient) throws -> String {
    let source = try FileSource(path)
    return try client.keep { try source.next() }
  }

  /// Names lines that were left out or changed.
  static func tell(_ report: ImportReport) throws {
    for line in ReportText.lines(of: report) { Output.error(line) }
  }

  /// Writes a file, and names its omissions.
  ///
  /// - Parameter bytes: of the file; nil for its text.
  static func write(
    _ file: DeckText, _ bytes: [UInt8]? = nil, to path: String, over: Bool, json: Bool
  ) throws {
    let bytes = bytes ?? Array(file.text.utf8)
    if path == "-" {
      try FileBytes.print(bytes)
    } else {
      try FileBytes.write(bytes, to: path, over: over)
    }
    for note in file.notes { Output.error("parlor: \(note.plain)") }
    if path == "-" { return }
    if json {
      return Output.line(
        JSONText.object([
          ("path", .text(path)), ("format", .text(file.format)),
          ("notes", .list(file.notes)),
        ]))
    }
    Output.line("\(path.plain) is written in the format \(file.format.plain).")
  }
}
