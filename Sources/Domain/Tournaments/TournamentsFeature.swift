import Feature
import Identifiers
import Schema

extension Feature {
  /// Competitions that several people score (specification section 20).
  public static let tournaments = Feature(
    name: "tournaments", kinds: TournamentKinds.all,
    shows: [
      RecordView(TournamentKinds.all.map(\.number), root: root) {
        try TournamentViews.view(TournamentState($0, $1))
      }
    ],
    handlers: [
      .command(Methods.Tournaments.make, SetupCommands.make),
      .read(Methods.Tournaments.list, TournamentViews.list),
      .read(Methods.Tournaments.show, TournamentViews.show),
      .command(Methods.Tournaments.edit, SetupCommands.edit),
      .command(Methods.Tournaments.addEntrants, EntrantCommands.add),
      .command(Methods.Tournaments.editEntrant, EntrantCommands.edit),
      .command(Methods.Tournaments.removeEntrant, EntrantCommands.remove),
      .command(Methods.Tournaments.setGroups, PlacingCommands.setGroups),
      .command(Methods.Tournaments.setKnockout, PlacingCommands.setKnockout),
      .command(Methods.Tournaments.setRound, PlacingCommands.setRound),
      .command(Methods.Tournaments.start, SetupCommands.start),
      .command(Methods.Tournaments.score, ScoreCommands.score),
      .command(Methods.Tournaments.rule, ScoreCommands.rule),
      .command(Methods.Tournaments.withdraw, EntrantCommands.withdraw),
      .command(Methods.Tournaments.delete, SetupCommands.delete),
    ])

  /// The tournament with which its parts are shown.
  private static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind != .tournament else { return record }
    return try record.parent.flatMap { try home.record($0, in: record.room) }
  }
}
