import Schema
import SwiftProtobuf
import Synchronization
import Terminal
import WholeSchema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The output of a command, written at once in whole lines, so that a pipe sees them.
package enum Output {
  /// A line on standard output.
  package static func line(_ text: String) { write(text + "\n", to: 1) }

  /// Many lines on standard output, some hundreds at once: what reads them begins while the next are made.
  package static func lines(_ lines: some Sequence<String>) {
    var text = ""
    text.reserveCapacity(portion + 1_024)
    for line in lines {
      text += line
      text += "\n"
      guard text.utf8.count >= portion else { continue }
      write(text, to: 1)
      text.removeAll(keepingCapacity: true)
    }
    write(text, to: 1)
  }

  /// Bytes of lines that are written at once.
  private static let portion = 32 << 10

  /// A line on standard error.
  package static func error(_ text: String) { write(text + "\n", to: 2) }

  /// A sentence beside an answer: on standard error where a script reads the answer alone.
  package static func note(_ text: String, isScript: Bool) {
    if isScript { error("parlor: \(text)") } else { line(text) }
  }

  /// Writes the progress of something to standard error, which is a terminal.
  package static func progress(_ text: String) { write(text, to: 2) }

  /// A message as one line of JSON on standard output.
  package static func json(_ message: some Message) throws {
    line(try text(message))
    try check()
  }

  /// Messages as the fields of one object, as one line of JSON on standard output.
  package static func json(_ fields: [(name: String, message: any Message)]) throws {
    let parts = try fields.map { "\"\($0.name)\":\(try text($0.message))" }
    line("{\(parts.joined(separator: ","))}")
    try check()
  }

  /// A message as JSON, with whatever message it holds.
  package static func text(_ message: some Message) throws -> String {
    Methods.registerMessages()
    do {
      return try JSONMapping.text(message)
    } catch {
      throw CommandFailure(SessionEnd.notJSON.code, SessionEnd.notJSON.text)
    }
  }

  /// Text as it is, on a terminal.
  package static func raw(_ text: String) { write(text, to: 1) }

  /// The system's reason why standard output cannot be written; nil while it can, and when nobody reads it.
  package static var problem: String? { reason.withLock { $0 } }

  private static let reason = Mutex<String?>(nil)

  /// Throws once standard output has failed: for commands that would run for ever.
  package static func check() throws {
    if let failure { throw failure }
  }

  /// The failure to report once standard output has failed; nil before.
  package static var failure: CommandFailure? {
    problem.map {
      CommandFailure(
        SessionEnd.refused,
        "The output cannot be written (\($0)): make room there, or send it somewhere else.")
    }
  }

  /// The style that standard output can show.
  package static var style: Style {
    Style(isTerminal: isatty(1) == 1) { name in getenv(name).map { String(cString: $0) } }
  }

  /// Remembers the first failure of standard output; a closed pipe or terminal is none.
  private static func note(_ code: Int32, of descriptor: Int32) {
    guard descriptor == 1, code != EPIPE, isatty(1) == 0 else { return }
    reason.withLock { $0 = $0 ?? String(cString: strerror(code)) }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        if count > 0 {
          sent += count
        } else if errno == EAGAIN {
          var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&item, 1, -1)
          // It will never take anything, although it does not say so.
          if Int32(item.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0 { return }
        } else if errno != EINTR {
          note(errno, of: descriptor)
          return
        }
      }
    }
  }
}
