import ArgumentParser
import Commands
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The options for sitting at a table, which `war host`, `war join` and `war resume` share.
struct PlayOptions: ParsableArguments {
  @Flag(help: "Let the node play by itself.")
  var auto = false

  @Flag(help: "No screen: a sentence for each event, and a word for each act.")
  var plain = false

  @Option(help: ArgumentHelp("Give up when the match has not begun by then.", valueName: "seconds"))
  var wait: Double?

  @Option(
    help: ArgumentHelp(
      "Read the commands at the table from a file, one a line.", valueName: "file"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "For tests: make your secret from this number, so that copies of the same two homes play the same cards. Whoever knows it knows your cards.",
      valueName: "number"))
  var seed: UInt64?

  /// The commands at the table: standard input, or the file.
  func lines() throws -> LineInput {
    guard let script else { return LineInput() }
    let descriptor = open(script, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        SessionEnd.refused,
        "The script \(script.plain) cannot be read (\(String(cString: strerror(errno)))): name another file."
      )
    }
    return LineInput(descriptor: descriptor)
  }

  func validate() throws {
    if let wait, !(wait >= 0 && wait <= 1e6) {
      throw ValidationError("--wait cannot be \(wait): choose seconds from 0 to 1000000.")
    }
  }
}
