import ArgumentParser
import Terminal

/// How to sit at a table: what `war host`, `war join` and `war resume` share.
struct PlayOptions: ParsableArguments {
  @Flag(help: "Let the node play by itself.")
  var auto = false

  @Option(help: ArgumentHelp("Give up when the match has not begun by then.", valueName: "seconds"))
  var wait: Double?

  func validate() throws {
    if let wait, !(wait >= 0 && wait <= 1e6) {
      throw ValidationError("--wait cannot be \(wait): choose seconds from 0 to 1000000.")
    }
  }
}
