import ArgumentParser
import Client
import Commands
import Schema
import Terminal
import War

/// `parlor war play`: a match against the machine, or against somebody at the same screen.
struct WarPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play at once: against the machine, or two at this screen.",
    discussion: """
      Nothing has to be set up. The machine plays from a small home of its own inside yours, by the same rules and over the same \
      links as everybody: it knows no card before you do. A match that you leave is continued the next time.

      With --two somebody plays beside you: Return plays your card, g the guest's.

      EXAMPLES
        parlor war play
        parlor war play --auto
        parlor war play --two Grace
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var play: PlayOptions

  @Flag(help: "Two people play at this screen.")
  var two = false

  @Argument(help: ArgumentHelp("What the second person is called, with --two.", valueName: "name"))
  var name: String?

  @Flag(help: "Begin a new match, even if one is not over.")
  var new = false

  @Option(help: "What is not played by the standard rules, as `parlor war host --help` lists it.")
  var rules: String?

  func validate() throws {
    guard two || name == nil else {
      throw ValidationError(
        "A name is for the second person of --two: `parlor war tap` plays a card of a match.")
    }
    _ = try Rules(typed: rules)
  }

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    let second = SecondHome(two ? .guest : .machine, home: try options.homePath())
    defer { second.end() }
    do {
      try second.start(client, name: name)
      var table = new ? nil : try second.current(client)
      if let table { try second.attend(table.id) }
      if table == nil { table = try second.begin(client, rules: Rules(typed: rules)) }
      guard let table else { return }
      var sitting = Sitting(starter: starter, client: client, options: options, play: play)
      sitting.guest = two ? second.client : nil
      sitting.again = { try second.again(after: $0, client) }
      try sitting.run(at: table)
    } catch let failure as ClientFailure {
      throw CommandFailure(failure)
    }
  }
}
