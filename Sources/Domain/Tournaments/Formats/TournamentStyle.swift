import Feature
import Schema
import TournamentSchema

/// One way to run a tournament: its names, its parts, and how it is played.
///
/// `Formats/` has one file for each; `TournamentStyles.all` lists them. Commands, files and views ask the style of a tournament and
/// compare no formats. Its traits go to people with each view, so that terminal and page compare none either.
protocol TournamentStyle: Sendable {
  var format: TournamentFormat { get }
  /// The word that people type.
  var name: String { get }
  /// The name in a table.
  var title: String { get }
  /// The name in a sentence.
  var phrase: String { get }
  /// The name among those that one can choose.
  var choice: String { get }
  /// The parts and rules that it has.
  var traits: FormatTraits { get }
  /// The points for a match where nobody has set others.
  var points: Points { get }
  /// The tie-breaks where nobody has chosen others.
  var tieBreaks: [TieBreak] { get }
  /// The types of stages that it has in a file of brackets-model, one list for each form; empty where the model does not have it.
  var stages: [[String]] { get }

  /// Returns the type that a report file of FIDE gives it; nil where such a file does not keep it.
  func reportType(_ competition: Competition) -> String?
  /// Plays the matches: sets all of a course but its phase and its ranks.
  func play(_ competition: Competition, _ course: inout Course)
  /// Returns the phase of a course that has started.
  func phase(_ competition: Competition, _ course: Course) -> TournamentPhase
  /// Returns the ranks of a course that is finished.
  func ranks(_ competition: Competition, _ course: Course) -> [FinalRank]
  /// Returns the things that a draft with at least two entrants lacks before it can start (row T-55).
  func missing(_ state: TournamentState) -> [Advice]
  /// Returns the first round of entrants that are added.
  ///
  /// - Throws: `Refused` where they cannot come, or not in that round.
  func firstRound(_ request: AddEntrants, _ state: TournamentState) throws -> UInt32
  /// Checks that a round can be set now, and in the way that is asked for.
  ///
  /// - Throws: `Refused` with the reason why not.
  func checkMaySetRound(_ request: SetRound, _ state: TournamentState) throws
  /// Checks a round that somebody has typed.
  ///
  /// - Throws: `Refused` with what is wrong with it.
  func check(_ round: TypedRound, _ state: TournamentState) throws
}

/// A round as somebody has typed it.
struct TypedRound {
  let pairings: [Competition.Pairing]
  /// From 1 on.
  let number: Int
  /// Those who are named as absent.
  let absent: [Int]
}

extension TournamentStyle {
  var points: Points { Points() }
  var tieBreaks: [TieBreak] { TieBreaks.fifa2022 }
  var stages: [[String]] { [] }

  func reportType(_ competition: Competition) -> String? { nil }

  func phase(_ competition: Competition, _ course: Course) -> TournamentPhase {
    course.isOver ? .finished : .played
  }

  func ranks(_ competition: Competition, _ course: Course) -> [FinalRank] {
    FinalRanks.ofTable(competition, course)
  }

  func missing(_ state: TournamentState) -> [Advice] { [] }

  func firstRound(_ request: AddEntrants, _ state: TournamentState) throws -> UInt32 {
    guard request.fromRound == 0 else {
      throw Refused(
        .notNow,
        "Entrants can join in a later round only in a Swiss tournament or a league: in others everybody plays from the first one."
      )
    }
    return 0
  }

  func checkMaySetRound(_ request: SetRound, _ state: TournamentState) throws {}

  func check(_ round: TypedRound, _ state: TournamentState) throws {
    guard round.absent.isEmpty else {
      throw Refused(
        .invalid, "Only a round of a Swiss tournament has absent entrants: leave them out.")
    }
  }

  /// The style as people and programs see it.
  var view: FormatView {
    .with {
      ($0.name, $0.title, $0.phrase, $0.choice) = (name, title, phrase, choice)
      $0.traits = traits
    }
  }
}
