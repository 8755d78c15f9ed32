import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor war join`: asks for the other chair of a table and plays at it.
struct WarJoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join a table that somebody offers.",
    discussion: """
      Without a table it shows what is offered, to pick by number; without a terminal it takes the \
      only one.

      EXAMPLES
        parlor war join
        parlor war join ada
        parlor war join --at 192.168.1.20:4711
        parlor war join q7k2 --auto --json --wait 30
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var play: PlayOptions

  @Argument(
    help: ArgumentHelp(
      "The table's id or any unique beginning of it, or its host's name.", valueName: "table"))
  var wanted: String?

  @Option(
    help: ArgumentHelp(
      "The address that the host's screen shows, where it is not found by itself.",
      valueName: "host:port"))
  var at: String?

  @Option(help: ArgumentHelp("The table's password, where it has one.", valueName: "text"))
  var password = ""

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    let address = try at.map { address in
      try client.call(Methods.Peers.add) { $0.address = address }.addresses.first ?? address
    }
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.password = password
    sitting.holds = true
    try sitting.look(for: wanted, at: address)
  }
}
