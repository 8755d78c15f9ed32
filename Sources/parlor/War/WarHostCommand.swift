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

  @OptionGroup var options: GlobalOptions
  @OptionGroup var play: PlayOptions

  @Flag(help: "Accept the first who asks and start at once.")
  var acceptFirst = false

  @Option(
    help: "What is not played by the standard rules, from the list above, joined with +.")
  var rules: String?

  @Option(help: ArgumentHelp("A description that others see.", valueName: "text"))
  var description = ""

  @Flag(name: .customLong("no-chat"), help: "The two of you cannot talk at the table.")
  var noChat = false

  @Option(
    help: ArgumentHelp("What somebody must know to join; \"-\" asks for it.", valueName: "text"))
  var password = ""

  @Flag(help: "Only people that you have paired with see the table and can join.")
  var pairedOnly = false

  @Option(help: "Who may watch: nobody, paired or everybody.")
  var spectators = Spectators.nobody

  @Flag(help: "Spectators may talk, too.")
  var spectatorsTalk = false

  @Option(
    help: ArgumentHelp(
      "Seconds for each card. If somebody takes longer, the other can claim the match; nothing ends by itself.",
      valueName: "seconds"))
  var moveSeconds: UInt32 = 0

  private func chosenRules() throws -> Rules {
    guard let rules else { return Rules() }
    do {
      return try Rules(variant: rules)
    } catch {
      throw ValidationError(error.description)
    }
  }

  func validate() throws { _ = try chosenRules() }

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    var typed = password
    if password == "-" {
      Output.raw("Password of the table: ")
      typed = readLine() ?? ""
    }
    let table = HostTable.with {
      $0.description_p = description
      $0.noChat = noChat
      $0.password = typed
      $0.pairedOnly = pairedOnly
      $0.spectators = spectators.policy
      $0.spectatorsTalk = spectatorsTalk
      $0.moveSeconds = moveSeconds
      if let seed = play.seed { $0.seed = seed }
      if let rules = try? chosenRules() { $0.rules = rules }
    }
    let view = try client.call(Methods.Tables.host) { $0 = table }
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.acceptFirst = acceptFirst
    sitting.holds = true
    try sitting.run(at: view)
  }
}

/// The people who may watch, as people type it.
enum Spectators: String, ExpressibleByArgument, CaseIterable {
  case nobody, paired, everybody

  var policy: SpectatorPolicy {
    switch self {
    case .nobody: .unspecified
    case .paired: .paired
    case .everybody: .everybody
    }
  }
}
