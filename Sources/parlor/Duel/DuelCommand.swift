import ArgumentParser
import Commands

/// `parlor duel`: people play with their own decks.
struct DuelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duel", abstract: "Play with your own decks at a free table, hands hidden.",
    discussion: """
      You play with a library that you keep in Parlor. The table knows cards and places, and no rules \
      of a card game: those you agree on, as at a kitchen table. Nobody sees your hand, and nobody \
      chooses a shuffle. At the table `?` shows the keys; without a screen a word does each act.

      EXAMPLES
        parlor duel host --library "Red Deer" --games 3   open a table
        parlor duel join ada --library Elves              take Ada's other chair
        parlor duel resume                                go on at the same card
        parlor duel move draw 2                           act without a screen
        parlor duel move hand                             list your hand
        parlor duel move words                            list the words
        parlor duel stats                                 how your duels ended
        parlor duel solo --library Elves                  try a library against nobody
        parlor duel export ada game.duel
      """,
    subcommands: [
      DuelHostCommand.self, DuelJoinCommand.self, GameResumeCommand<OfDuel>.self,
      GameListCommand<OfDuel>.self, GameShowCommand<OfDuel>.self, DuelMoveCommand.self,
      GameAcceptCommand<OfDuel>.self, GameDeclineCommand<OfDuel>.self,
      GameStartCommand<OfDuel>.self, GameRemoveCommand<OfDuel>.self,
      GameCancelCommand<OfDuel>.self, GameLeaveCommand<OfDuel>.self,
      GameConcedeCommand<OfDuel>.self, GameTakeBackCommand<OfDuel>.self,
      GameClaimCommand<OfDuel>.self, GameRematchCommand<OfDuel>.self,
      GameWatchCommand<OfDuel>.self, GameDismissCommand<OfDuel>.self,
      GameReplayCommand<OfDuel>.self, GameExportCommand<OfDuel>.self, DuelVerifyCommand.self,
      DuelStatisticsCommand.self, DuelJudgeCommand.self, DuelSoloCommand.self,
    ])
}
