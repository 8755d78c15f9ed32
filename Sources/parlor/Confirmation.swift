import Commands
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A question before something that cannot be taken back.
enum Confirmation {
  /// Asks on the terminal.
  ///
  /// - Parameters:
  ///   - isFinal: Whether no undo brings it back.
  ///   - action: The final step, as the first word of a sentence: "Deleting".
  ///   - refusal: The sentence after a no.
  ///   - flag: The flag that a script adds.
  /// - Throws: `CommandFailure` where the answer is no, or nobody can be asked.
  static func ask(
    _ question: String, isScript: Bool, isFinal: Bool = true, action: String = "Deleting",
    refusal: String = "Nothing was deleted.", flag: String = "--yes"
  ) throws {
    guard isatty(0) == 1, !isScript else {
      let reason = isFinal ? "\(action) is final" : "\(action) is asked for first"
      throw CommandFailure(
        SessionEnd.usage, "\(reason): add \(flag) to do it without being asked.")
    }
    Output.raw("\(question) [y/N] ")
    guard readLine()?.lowercased().hasPrefix("y") == true else {
      throw CommandFailure(SessionEnd.refused, refusal)
    }
  }
}
