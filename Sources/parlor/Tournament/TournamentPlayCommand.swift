import ArgumentParser
import Client
import Commands
import Schema
import Terminal
import TournamentSchema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor tournament play`: plays the matches of a tournament at tables of War or of the duel (row T-46).
struct TournamentPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play your matches at tables: the results are reported by themselves.",
    discussion: """
      A match is played where both entrants are people of the room, as `parlor tournament entrant --person` says. The person \
      who is named first opens the table, the other one joins it: both use this command. What the two nodes have verified is \
      reported when the match is over. With --auto your node plays all your matches by itself until the tournament is finished; \
      without it you sit down at the first table where both of you are.

      A match is played at War, and as a duel where both say with which library they play. A duel has as many games as a match of \
      the tournament, where these are 1, 3 or 5, and it counts once its winner has opened all cards.

      EXAMPLES
        parlor tournament play Summer
        parlor tournament play Summer --auto --json
        parlor tournament play Summer --library Elves
      """)

  @OptionGroup var one: OneTournament
  @Flag(help: "Let the node play all matches, until the tournament is finished.")
  var auto = false
  @Option(help: ArgumentHelp("Play duels with this library of yours.", valueName: "name"))
  var library: String?
  @Option(
    help: ArgumentHelp("Give up after so long with no news.", valueName: "seconds"))
  var wait: Double?

  func validate() throws {
    guard !auto || library == nil else {
      throw ValidationError("--auto does not go with --library: no node plays a person's cards.")
    }
    if let library { try LibraryChoice.check(library) }
    if let wait, !(wait >= 0 && wait <= 1e6) {
      throw ValidationError("--wait cannot be \(wait): choose seconds from 0 to 1000000.")
    }
  }

  private static let pauseMicroseconds: UInt32 = 200_000

  func run() throws {
    let starter = try one.options.starter()
    let client = try starter.client()
    let view = try client.call(Methods.Tournaments.show) { $0.tournament = one.tournament }
    let choice = library.map { LibraryChoice(library: $0) }
    var player = MatchPlayer(client, view.id, isAuto: auto, library: choice) { event in
      Output.line(one.options.json ? event.json : "  " + event.text)
    }
    var quiet: Double = 0
    while true {
      do {
        switch try player.step() {
        case .finished(let view): return try one.print(view, TournamentText.ranks(view))
        case .sit(let table): return try sit(at: table, starter, client)
        case .acted: quiet = 0
        case .waits: break
        }
      } catch ClientFailure.noDaemon, ClientFailure.garbled, ClientFailure.timedOut {
        // It is started again, and the matches go on where they were.
        _ = try? starter.client()
      }
      usleep(Self.pauseMicroseconds)
      quiet += Double(Self.pauseMicroseconds) / 1e6
      if let wait, quiet >= wait {
        let whole = Int(exactly: wait).map { Count.of($0, "second") }
        throw CommandFailure(
          SessionEnd.timedOut,
          "Nothing has happened for \(whole ?? "\(wait) seconds"): the others have to use `parlor tournament play`, too."
        )
      }
    }
  }

  private func sit(at table: TableView, _ starter: DaemonStarter, _ client: DaemonClient) throws {
    let sitting = Sitting(
      starter: starter, client: client, options: one.options, play: try PlayOptions.parse([]))
    try sitting.run(at: table)
    let view = try one.view()
    if !one.options.json { Output.lines(TournamentText.lines(of: view)) }
  }
}
