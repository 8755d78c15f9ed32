import ArgumentParser
import Commands

/// `parlor war`: the card game.
struct WarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "war", abstract: "Play War with somebody on the network, or with the machine.",
    discussion: """
      In a game, Return or space plays, q leaves (the match pauses and can be resumed), c concedes.

      EXAMPLES
        parlor war play                        play against the machine, now
        parlor war play --two                  two people at this screen
        parlor war host                        open a table, accept somebody, start
        parlor war join                        pick a table from those offered
        parlor war join ada --wait 30          join Ada as soon as she hosts
        parlor war resume                      go on with the game in progress
        parlor war watch ada                   watch a match that Ada hosts
        parlor war rematch                     offer another match, or accept it
        parlor war stats                       how your matches ended
        parlor war host --auto --accept-first  let the node play the first who asks
        parlor war export q7k2 game.war && parlor war verify game.war
      """,
    subcommands: [
      WarPlayCommand.self, WarBesideCommand.self, WarHostCommand.self, GameJoinCommand<OfWar>.self,
      GameResumeCommand<OfWar>.self,
      GameListCommand<OfWar>.self,
      GameShowCommand<OfWar>.self, GameReplayCommand<OfWar>.self, GameExportCommand<OfWar>.self,
      WarVerifyCommand.self,
      GameConcedeCommand<OfWar>.self, GameAskCommand<OfWar>.self, GameAcceptCommand<OfWar>.self,
      GameDeclineCommand<OfWar>.self,
      GameStartCommand<OfWar>.self, GameRemoveCommand<OfWar>.self, GameCancelCommand<OfWar>.self,
      WarTapCommand.self,
      GameLeaveCommand<OfWar>.self, GameClaimCommand<OfWar>.self, WarHostingCommand.self,
      GameRematchCommand<OfWar>.self,
      GameTakeBackCommand<OfWar>.self, WarStatisticsCommand.self, GameWatchCommand<OfWar>.self,
      GameDismissCommand<OfWar>.self, WarCarryCommand.self,
    ])
}
