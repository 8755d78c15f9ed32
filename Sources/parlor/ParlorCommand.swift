import ArgumentParser
import Client
import Commands
import DeckSchema
import EventSchema
import IntroductionSchema
import Schema
import SwiftProtobuf
import Terminal
import TournamentSchema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

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
      DuelCommand.self, TableCommand.self,
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
    let facts = try facts(client)
    if options.json { return try Output.json(Self.fields(facts)) }
    let overview = Overview(facts, PlannedText(LocalZone.calendar, now: SessionLoop.wall))
    let columns = isatty(1) == 1 ? max(80, RawTerminal.size.columns) : .max
    for line in overview.lines() { Output.line(line.render(Output.style, columns: columns)) }
  }

  /// All that the overview shows, read one after the other.
  private func facts(_ client: DaemonClient) throws -> OverviewFacts {
    var facts = OverviewFacts()
    facts.status = try client.call(Methods.Node.status)
    facts.isOutdated = client.isOutdated
    facts.peers = try client.call(Methods.Peers.list).peers
    facts.pairings = try client.call(Methods.Pairing.list).pairings
    facts.introductions = try client.call(Methods.Introductions.list).introductions
    facts.tables = try client.call(Methods.Tables.list).tables
    facts.rooms = try client.call(Methods.Rooms.list).rooms
    facts.trades = try client.call(Methods.Trades.list).trades
    facts.toDos = try client.call(Methods.ToDos.list).toDos
    facts.lost = try client.call(Methods.Events.lost).lost
    facts.tournaments = try client.call(Methods.Tournaments.list).tournaments.filter { !$0.deleted }
    facts.events = try client.call(Methods.Events.list).lines
    return facts
  }

  private static func fields(_ facts: OverviewFacts) -> [(name: String, message: any Message)] {
    [
      ("status", facts.status),
      ("peers", PeerList.with { $0.peers = facts.peers }),
      ("tables", TableList.with { $0.tables = facts.tables }),
      ("pairings", PairList.with { $0.pairings = facts.pairings }),
      ("rooms", RoomList.with { $0.rooms = facts.rooms }),
      ("introductions", IntroductionList.with { $0.introductions = facts.introductions }),
      ("trades", TradeViews.with { $0.trades = facts.trades }),
      ("to_dos", ToDoViews.with { $0.toDos = facts.toDos }),
      ("lost", LostPartsViews.with { $0.lost = facts.lost }),
      ("tournaments", TournamentList.with { $0.tournaments = facts.tournaments }),
      ("events", EventLines.with { $0.lines = facts.events }),
    ]
  }
}
