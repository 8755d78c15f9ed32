import ArgumentParser

/// `parlor war`: the card game.
struct WarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "war", abstract: "Play War with somebody on the network.",
    discussion: """
      In a game, Return or space plays, q leaves (the match pauses and can be resumed), c concedes.

      EXAMPLES
        parlor war host                        open a table, accept somebody, start
        parlor war join                        pick a table from those offered
        parlor war join ada --wait 30          join Ada as soon as she hosts
        parlor war resume                      go on with the game in progress
        parlor war host --auto --accept-first  let the node play the first who asks
        parlor war export q7k2 game.war && parlor war verify game.war
      """,
    subcommands: [
      WarHostCommand.self, WarJoinCommand.self, WarResumeCommand.self, WarListCommand.self,
      WarShowCommand.self, WarReplayCommand.self, WarExportCommand.self, WarVerifyCommand.self,
      WarConcedeCommand.self, WarAskCommand.self, WarAcceptCommand.self, WarDeclineCommand.self,
      WarStartCommand.self, WarRemoveCommand.self, WarCancelCommand.self, WarPlayCommand.self,
      WarLeaveCommand.self,
      WarClaimCommand.self, WarHostingCommand.self,
    ])
}
