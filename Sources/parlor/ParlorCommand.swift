import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor`: what is going on here, on one screen.
struct ParlorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parlor",
    abstract: "Play with the people on your network: no server, no account, no internet.",
    discussion: """
      Without a subcommand it shows what is going on here. Commands start your node's daemon when none runs.

      EXAMPLES
        parlor chat                     talk to everybody on the network
        parlor war host                 open a table and wait for somebody
        parlor war join                 look for a table and join it
        parlor --home B war join ada    as another person on this machine, join Ada
        parlor settings set name Ada
        parlor help tournaments         a page about one topic: \(Guide.topics.joined(separator: ", "))

      EXIT CODES
        0 done, 1 refused, 2 wrong usage, 3 no daemon, 4 timed out
      """,
    version: Version.text, subcommands: subcommands(for: Array(CommandLine.arguments.dropFirst())))

  /// The commands of the first level that the parser has to know: the one that was typed, or all of them.
  ///
  /// The parser takes in a command with all below it before it looks at the words, and there are some three hundred.
  static func subcommands(for words: [String]) -> [any ParsableCommand.Type] {
    var rest = words[...]
    while let option = rest.first,
      option == "--json" || option == "--home" || option.hasPrefix("--home=")
    {
      rest = rest.dropFirst(option == "--home" ? 2 : 1)
    }
    // The manual and the completions of shells tell of all.
    guard let word = rest.first, word != "manual",
      !words.contains(where: { $0.hasPrefix("--generate-completion-script") }),
      let typed = all.first(where: { $0.configuration.commandName == word })
    else { return all }
    return [typed]
  }

  /// All of them, in the order in which help shows them.
  static var all: [any ParsableCommand.Type] {
    [
      DaemonCommand.self, StopCommand.self, StatusCommand.self, PeerCommand.self, RoomCommand.self,
      ChatCommand.self, EventCommand.self, OwnToDoCommand.self, CardCommand.self,
      LibraryCommand.self, TradeCommand.self, TournamentCommand.self, DrawingCommand.self,
      ConflictCommand.self, FileCommand.self, WarCommand.self,
      PageCommand.self, SearchCommand.self, UndoCommand.self,
      BundleCommand.self,
      BackupCommand.self,
      RestoreCommand.self, MendCommand.self, SettingsCommand.self, ProfileCommand.self,
      DoctorCommand.self,
      ServiceCommand.self, ManualCommand.self, DemoCommand.self, ScriptCommand.self,
      SimulateCommand.self,
    ]
  }

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let client = try options.client()
    let status = try client.call(Methods.Node.status)
    let peers = try client.call(Methods.Peers.list).peers
    let tables = try client.call(Methods.War.list).tables
    let pairings = try client.call(Methods.Pairing.list)
    let rooms = try client.call(Methods.Rooms.list)
    let introductions = try client.call(Methods.Introductions.list)
    if options.json {
      let fields = try [
        JSONMapping.text(status), JSONMapping.text(.with { $0.peers = peers } as PeerList),
        JSONMapping.text(.with { $0.tables = tables } as TableList), JSONMapping.text(pairings),
        JSONMapping.text(rooms), JSONMapping.text(introductions),
      ]
      Output.line(
        "{\"status\":\(fields[0]),\"peers\":\(fields[1]),\"tables\":\(fields[2]),\"pairings\":\(fields[3]),"
          + "\"rooms\":\(fields[4]),\"introductions\":\(fields[5])}"
      )
      return
    }
    let overview = Overview(
      status: status, peers: peers, tables: tables, pairings: pairings.pairings,
      rooms: rooms.rooms, introductions: introductions.introductions)
    for line in overview.lines() { Output.line(line.render(Output.style, columns: .max)) }
  }
}
