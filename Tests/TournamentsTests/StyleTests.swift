import Feature
import Schema
import Testing
import TournamentSchema

@testable import Tournaments

/// The formats of tournaments as values.
@Suite struct StyleTests {
  /// The parts and rules of each format, by the names that they have in the schema.
  private static let expected: [(format: TournamentFormat, name: String, traits: Set<String>)] = [
    (
      .groups, "groups",
      ["plays_groups", "plays_knockout", "follows_schedule", "counts_points"]
    ),
    (
      .league, "league",
      ["follows_schedule", "takes_late", "names_first_round", "counts_points"]
    ),
    (.knockout, "knockout", ["plays_knockout"]),
    (.double, "double", ["plays_knockout", "plays_losers_bracket"]),
    (
      .swiss, "swiss",
      [
        "sets_rounds", "pairs_rounds", "takes_late", "names_first_round", "counts_points",
        "counts_winners_only", "sets_byes",
      ]
    ),
    (.free, "free", ["sets_rounds", "sets_byes", "takes_late", "counts_points"]),
    (.ladder, "ladder", ["sets_rounds", "takes_late"]),
  ]

  /// The names of the traits that are true, from the JSON of the message: what is false is left out there.
  private static func names(_ traits: FormatTraits) throws -> Set<String> {
    let text = try JSONMapping.text(traits)
    return Set(text.matches(of: /"(\w+)":true/).map { String($0.1) })
  }

  @Test("T-03: each format has its own style, in the order in which people choose among them")
  func list() {
    let all = TournamentStyles.all
    #expect(all.map(\.format) == Self.expected.map(\.format))
    #expect(all.map(\.format) == TournamentFormat.allCases)
    #expect(all.map(\.name) == Self.expected.map(\.name))
    for style in all {
      #expect(style.format.style.name == style.name)
      #expect(![style.title, style.phrase, style.choice].contains(""), "\(style.name)")
    }
    // The help of commands has the words of the schema.
    #expect(TournamentFormat.words == all.map(\.name))
    #expect(TournamentRules.formats.map(\.name) == all.map(\.name))
  }

  @Test("T-03: each format has the parts and rules that it has, and a view carries them")
  func traits() throws {
    for (format, name, traits) in Self.expected {
      let style = format.style
      #expect(try Self.names(style.traits) == traits, "\(name)")
      #expect(style.view.traits == style.traits && style.view.name == name)
      #expect(style.view.title == style.title && style.view.phrase == style.phrase)
      #expect(style.view.choice == style.choice)
    }
  }

  @Test("T-26: a Swiss tournament has 1, one half and 0 points, and others have 3, 1 and 0")
  func points() {
    for style in TournamentStyles.all {
      let isSwiss = style.format == .swiss
      let points = [style.points.win, style.points.tie, style.points.loss]
      #expect(points == (isSwiss ? [1_000, 500, 0] : [3_000, 1_000, 0]), "\(style.name)")
      // In a ladder nothing decides but the order.
      let tieBreaks = isSwiss ? TieBreaks.swiss : style.format == .ladder ? [] : TieBreaks.fifa2022
      #expect(style.tieBreaks == tieBreaks, "\(style.name)")
    }
  }

  @Test("T-51: each format says which files keep it")
  func files() throws {
    let brackets: Set<TournamentFormat> = [.groups, .league, .knockout, .double]
    let reports: [TournamentFormat: String] = [
      .league: "Round-Robin", .swiss: "Swiss", .free: "Free pairings",
    ]
    for style in TournamentStyles.all {
      #expect(style.stages.isEmpty != brackets.contains(style.format), "\(style.name)")
      #expect(style.reportType(Competition()) == reports[style.format], "\(style.name)")
      let file = FileTests.played(style.format, 4, seed: 1)
      let isInBrackets = (try? BracketsWriter(file)) != nil
      let isInReport = (try? RoundFileWriter(file)) != nil
      #expect(isInBrackets == brackets.contains(style.format), "\(style.name)")
      #expect(isInReport == (reports[style.format] != nil), "\(style.name)")
    }
    var twice = Competition()
    twice.legs = 2
    #expect(TournamentFormat.league.style.reportType(twice) == "Double Round-Robin")
  }

  @Test("T-03: of a format that is not known nothing is played, and nothing stops")
  func unknown() throws {
    let format = TournamentFormat.UNRECOGNIZED(99)
    #expect(try Self.names(format.style.traits).isEmpty)
    #expect(format.style.view.title.isEmpty && format.style.name == "?")
    var competition = Competition()
    competition.format = format
    competition.entrants = ["Ada", "Bob"].map { Competition.Entrant(name: $0) }
    competition.rounds = [[Competition.Pairing(home: 0, away: 1)]]
    competition.slots = [.entrant(0), .entrant(1)]
    let course = Course(competition)
    #expect(course.all.isEmpty && course.standings.isEmpty && course.ranks.isEmpty)
    #expect(course.phase == .played)
  }
}
