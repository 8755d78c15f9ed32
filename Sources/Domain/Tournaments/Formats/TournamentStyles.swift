import Schema
import TournamentSchema

/// The styles of tournaments.
enum TournamentStyles {
  /// All of them, in the order in which people choose among them.
  static let all: [any TournamentStyle] = [
    GroupsStyle(), LeagueStyle(), KnockoutStyle(), DoubleStyle(), SwissStyle(), FreeStyle(),
    LadderStyle(),
  ]

  /// The style of a format that this version does not know: it has nothing, and nothing is played.
  private struct Unknown: TournamentStyle {
    let format: TournamentFormat
    let name = "?"
    let title = ""
    let phrase = ""
    let choice = ""
    let traits = FormatTraits()

    func play(_ competition: Competition, _ course: inout Course) {}
  }

  /// Returns the style of a format.
  static func style(of format: TournamentFormat) -> any TournamentStyle {
    all.first { $0.format == format } ?? Unknown(format: format)
  }
}

extension TournamentFormat {
  /// The way to run a tournament of this format.
  var style: any TournamentStyle { TournamentStyles.style(of: self) }
}

extension Competition {
  /// The way in which it is played.
  var style: any TournamentStyle { format.style }
}
