import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor war resume`: resumes a match or a table.
struct GameResumeCommand<Game: GameCommands>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "resume", abstract: "Go on with a game in progress, at the same card.",
      discussion: """
        Both players can resume, in either order; nobody else can.

        EXAMPLES
          parlor \(Game.word) resume
          parlor \(Game.word) resume ada
          parlor \(Game.word) resume q7k2 --auto
        """)
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var play: PlayOptions
  @OptionGroup var choice: TableChoice

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    let view = try choice.table(client, of: Game.self) { !$0.isOver && $0.phase != .offered }
    let second = try SecondHome.opponent(of: view, home: options.homePath(), client)
    defer { second?.end() }
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.guest = second?.isGuest == true ? second?.client : nil
    if let second { sitting.again = { try second.again(after: $0, client) } }
    try sitting.run(at: view)
  }
}
