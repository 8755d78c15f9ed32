import ArgumentParser
import Commands
import Schema
import Terminal
import War

/// `parlor war host`: opens a table and plays at it.
struct WarHostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Open a table and wait for somebody to join.",
    discussion: """
      Type a number to accept who asks, d and a number to decline, Return to start, x to remove the player \
      you accepted, q to cancel.

      Without a terminal it reads a command a line: accept, decline, start, remove, cancel, \
      play, leave, concede, claim, accept-claim, or objects such as {"do":"accept","asker":"q7"}.

      RULES
      \(RulesVariant.all.map { "  \($0.name)\n    \($0.summary)" }.joined(separator: "\n"))

      EXAMPLES
        parlor war host
        parlor war host --rules lose-if-short+shuffled --description "after lunch"
        parlor war host --spectators paired --move-seconds 30
        parlor war host --auto --accept-first --json
      """)

  @OptionGroup var hosting: HostOptions

  @Option(
    help: "What is not played by the standard rules, from the list above, joined with +.")
  var rules: String?

  func validate() throws { _ = try Rules(typed: rules) }

  func run() throws {
    let chosen = try Rules(typed: rules)
    try hosting.host { table, _ in if rules != nil { table.rules = chosen } }
  }
}

extension Rules {
  /// Reads the names of variants of War as they were typed; nil sets none, which means the standard rules.
  init(typed names: String?) throws {
    guard let names else {
      self.init()
      return
    }
    do {
      try self.init(variant: names)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
