import Feature
import Schema

/// Tournaments as files of other programs (row T-51).
enum FileExports {
  /// The formats that keep a tournament, each with what it cannot keep.
  static let formats:
    [(name: String, value: @Sendable (TournamentState) throws -> (text: String, lost: [String]))] =
      [
        (
          "json",
          { state in
            var file = try TournamentFile(state)
            file.markUndecided(state.course)
            return (OwnFile.write(file), file.lost)
          }
        ),
        (
          "brackets",
          { state in
            let writer = try BracketsWriter(settled(state))
            return (writer.text, writer.lost)
          }
        ),
        ("trf16", { try report($0, isNew: false) }), ("trf26", { try report($0, isNew: true) }),
      ]

  /// One result for each match, as those formats have it that know nothing of reports.
  private static func settled(_ state: TournamentState) throws -> TournamentFile {
    var file = try TournamentFile(state)
    file.leaveOutUndecided(state.course)
    file.settle()
    return file
  }

  private static func report(
    _ state: TournamentState, isNew: Bool
  ) throws -> (text: String, lost: [String]) {
    let writer = try RoundFileWriter(settled(state))
    return (writer.text(isNew: isNew), writer.lost(isNew: isNew))
  }
}
