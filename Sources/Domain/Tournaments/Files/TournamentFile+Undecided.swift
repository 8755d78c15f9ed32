import Feature
import Schema
import TournamentSchema

/// The reports on matches that nothing has decided yet: no file passes them off as results.
extension TournamentFile {
  /// The words for the states of such a match in own files.
  static let undecidedStates: [(name: String, value: MatchState)] = [
    ("reported", .reported), ("disputed", .disputed),
  ]

  /// Marks such reports, and says so.
  mutating func markUndecided(_ course: Course) {
    let states = Self.undecided(course)
    for place in results.indices { results[place].undecided = states[results[place].match] }
    name("no result yet, and the file says so", states)
  }

  /// Leaves such reports out, and says so.
  mutating func leaveOutUndecided(_ course: Course) {
    let states = Self.undecided(course)
    results.removeAll { states[$0.match] != nil }
    name("left out", states)
  }

  private static func undecided(_ course: Course) -> [String: MatchState] {
    course.all.reduce(into: [:]) { states, fixture in
      if undecidedStates.contains(where: { $0.value == fixture.state }) {
        states[fixture.name] = fixture.state
      }
    }
  }

  private mutating func name(_ what: String, _ states: [String: MatchState]) {
    func matches(_ state: MatchState) -> [String] {
      states.filter { $0.value == state }.map(\.key).sorted()
    }
    let (waiting, disputed) = (matches(.reported), matches(.disputed))
    if !waiting.isEmpty {
      lost.append(
        "\(waiting.joined(separator: ", ")): one report waits for the second, so it is \(what).")
    }
    if !disputed.isEmpty {
      lost.append(
        "\(disputed.joined(separator: ", ")): the reports differ, so they are \(what).")
    }
  }

  /// Whether a match counts as decided by some reports on it, as the rules say.
  func isDecided(by reports: [Result]) -> Bool {
    guard !reports.isEmpty else { return false }
    if reports.contains(where: \.isRuling) { return true }
    return hasOneEnding(reports) && (!body.confirm || Set(reports.map(\.by)).count > 1)
  }

  /// Whether all reports on a match say the same.
  func hasOneEnding(_ reports: [Result]) -> Bool {
    Set(reports.map { TournamentState.ending($0.report) }).count < 2
  }

  /// Checks a result of a file by the rules for those that people type.
  func check(_ result: Result, _ fixture: Fixture, _ course: Course) throws {
    guard body.started else {
      throw Refused(
        .invalid, "\(fixture.name) has a score, and the tournament has not started.")
    }
    if result.undecided != nil, isDecided(by: [result]) {
      throw Refused(
        .invalid,
        "\(fixture.name) is said to be undecided, and by the rules of the file its report decides it: correct one of them."
      )
    }
    guard result.isTyped else {
      if result.isPlayed, !result.report.games.isEmpty {
        try ScoreRules.checkGames(result.report, bestOf: body.bestOf)
      }
      return
    }
    if let reason = course.whyTooEarly(fixture, body.format) { throw Refused(.invalid, reason) }
    try ScoreRules.check(
      result.report, of: fixture, bestOf: body.bestOf, noTies: body.noTies, format: body.format,
      name: body.name)
  }
}
