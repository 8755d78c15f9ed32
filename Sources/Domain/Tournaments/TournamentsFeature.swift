import Feature
import Identifiers
import Schema
import TournamentSchema

extension Feature {
  /// Competitions that several people score (specification section 20).
  public static let tournaments = Feature(
    name: "tournaments", kinds: TournamentKinds.all,
    shows: [
      RecordView(shown, root: root) {
        try TournamentViews.view(TournamentState($0, $1))
      }
    ],
    handlers: [
      .command(Methods.Tournaments.make, SetupCommands.make),
      .read(Methods.Tournaments.list, TournamentViews.list),
      .read(Methods.Tournaments.show, TournamentViews.show),
      .command(Methods.Tournaments.edit, SetupCommands.edit),
      .command(
        Methods.Tournaments.addEntrants, of: { _ in "" }, reading: EntrantCommands.read,
        EntrantCommands.add),
      .command(Methods.Tournaments.editEntrant, EntrantCommands.edit),
      .command(Methods.Tournaments.removeEntrant, EntrantCommands.remove),
      .command(Methods.Tournaments.setGroups, PlacingCommands.setGroups),
      .command(Methods.Tournaments.setKnockout, PlacingCommands.setKnockout),
      .command(Methods.Tournaments.setRound, PlacingCommands.setRound),
      .command(Methods.Tournaments.start, SetupCommands.start),
      .command(Methods.Tournaments.score, ScoreCommands.score),
      .command(Methods.Tournaments.rule, ScoreCommands.rule),
      .command(Methods.Tournaments.withdraw, EntrantCommands.withdraw),
      .command(Methods.Tournaments.draw, DrawCommands.begin),
      .command(Methods.Tournaments.closeDraw, DrawCommands.close),
      .command(Methods.Tournaments.setTable, WarTables.setTable),
      .read(Methods.Tournaments.check, DrawCheck.check),
      .command(
        Methods.Tournaments.take, of: \.blob, reading: TakeCommand.read, TakeCommand.take),
      .read(Methods.Tournaments.export, TournamentExports.export),
      .command(Methods.Tournaments.delete, SetupCommands.delete),
    ], arrivals: [WarTables.arrival], reactions: [DrawCommands.reaction],
    sessionReactions: [WarTables.reaction], undoRules: [UndoneWork.rule],
    due: DrawCommands.due)

  /// The kinds of records that are shown: not the one that is kept until it is revealed.
  private static let shown = TournamentKinds.all.map(\.number).filter { $0 != .drawSecret }

  /// The tournament with which its parts are shown, and the parts of these.
  private static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind != .tournament else { return record }
    guard let parent = try record.parent.flatMap({ try home.record($0, in: record.room) }) else {
      return nil
    }
    return try root(parent, home)
  }
}
