import Client
import Feature
import Schema
import Terminal

/// The failure of a command: a sentence with what went wrong, why and what to do, and the exit code.
package struct CommandFailure: Error, Equatable {
  /// One of design section 11.
  package let code: Int32
  package let text: String

  package init(_ code: Int32, _ text: String) {
    self.code = code
    self.text = text
  }

  /// The failure behind an error of the client; nil for errors of other kinds.
  package init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as ClientFailure: self.init(failure)
    case let refused as Refused: self.init(SessionEnd.refused, refused.refusal.message.plain)
    default: return nil
    }
  }

  package init(_ failure: ClientFailure) {
    switch failure {
    case .noDaemon(let reason):
      self.init(
        SessionEnd.noDaemon,
        "The daemon is not running (\(reason.plain)): `parlor daemon` starts it in the foreground and shows why."
      )
    case .notStarted(let sentence):
      self.init(SessionEnd.noDaemon, sentence.plain)
    case .refused(let refusal):
      self.init(SessionEnd.refused, refusal.message.plain)
    case .timedOut:
      self.init(
        SessionEnd.timedOut,
        "The daemon did not answer in time, and may still do what it was asked for: see daemon.log in its home, or end it with `parlor stop`."
      )
    case .garbled(let reason):
      self.init(
        SessionEnd.refused,
        "The daemon's answer cannot be understood (\(reason.plain)): stop it with `parlor stop`, so that "
          + "this version starts its own.")
    }
  }

  /// Prints it: a JSON object with `error` on standard output, or the sentence on standard error.
  package func tell(json: Bool) {
    guard !text.isEmpty else { return }
    if json {
      Output.line(JSONText.object([("error", .text(text)), ("code", .number(Int64(code)))]))
      // Where the output is lost, the sentence is not.
      if Output.problem != nil { Output.error("parlor: \(text)") }
    } else {
      Output.error("parlor: \(text)")
    }
  }
}
