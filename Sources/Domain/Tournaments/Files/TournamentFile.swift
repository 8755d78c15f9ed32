import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// A tournament as files have it: entrants by their numbers, without the ids of records.
struct TournamentFile {
  /// A result that somebody has reported for a match.
  struct Result {
    var match: String
    var home: Int
    var away: Int
    /// The score, without the match and its entrants.
    var report: ScoreReport
    var isRuling = false
    /// The name of the person who has reported it.
    var by = ""
    /// The state of its match, where nothing has decided that: one report of two that are needed, or reports that differ.
    var undecided: MatchState?
    /// Somebody has typed it, so that the rules for scores hold; others are as nodes or other programs have them.
    var isTyped = false
    /// It was played at tables of War, game by game.
    var isPlayed = false
    /// The line of the file on which it stands.
    var line = 0
  }

  /// The rules of the tournament; the places of the entrants are in the fields below.
  var body = Tournament()
  var entrants: [Entrant] = []
  /// Those who are out, by number.
  var outs: [Int: Withdrawal] = [:]
  var groups: [[Int?]] = []
  var slots: [Competition.Slot] = []
  var rounds: [[Competition.Pairing]] = []
  var results: [Result] = []
  /// The parts of a tournament that a file does not keep, a sentence for each.
  var lost: [String] = []
  /// The report on the results of the file that was read.
  var report = ImportReport()

  init() {}

  /// A tournament as it stands, with every report that counts.
  init(_ state: TournamentState) throws {
    body = state.body
    body.name = state.name
    body.clearGrouping()
    body.clearKnockout()
    body.clearRounds()
    body.drawn = Data()
    let competition = state.competition
    entrants = state.members.map(\.body)
    for (number, member) in state.members.enumerated() { outs[number] = member.out }
    (groups, slots, rounds) = (competition.groups, competition.slots, competition.rounds)
    for fixture in state.course.all {
      guard let home = fixture.home.number, let away = fixture.away.number else { continue }
      for report in state.said(fixture) {
        results.append(
          Result(
            match: fixture.name, home: home, away: away, report: report.body,
            isRuling: report.isRuling,
            by: try TournamentViews.person(report.record.author, state)))
      }
    }
    let left = state.reports.values.reduce(0) { $0 + $1.count } - results.count
    if left > 0 {
      lost.append("\(Count.of(left, "report that does", "reports that do")) not count.")
    }
    if results.contains(where: { !$0.report.earlier.isEmpty }) {
      lost.append("What people have said of matches before they changed it.")
    }
    if !state.draws.isEmpty { lost.append("The draws with their witnesses.") }
    if !state.refused.isEmpty { lost.append("Entrants that came too late.") }
    if !competition.lots.isEmpty { keepLots(state.course) }
  }

  /// Writes the entrants that lots have put into the knockout by their names, as files have no lots. A result that still fits no match
  /// is left out, and that is said.
  private mutating func keepLots(_ course: Course) {
    lost.append("The lots: who is level without them shares a place.")
    func sides(_ course: Course) -> [Side] {
      course.rounds.first?.matches.flatMap { [$0.home, $0.away] } ?? []
    }
    let (known, read) = (sides(course), sides(Course(self.competition)))
    if known.count == slots.count, read.count == slots.count {
      for place in slots.indices where read[place] != known[place] {
        if let number = known[place].number { slots[place] = .entrant(number) }
      }
    }
    let fixtures = Dictionary(
      Course(self.competition).all.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    let isKept = results.map { result in
      let fixture = fixtures[result.match]
      return fixture?.home.number == result.home && fixture?.away.number == result.away
    }
    let left = zip(results, isKept).filter { !$1 }.map(\.0.match)
    guard !left.isEmpty else { return }
    var names: [String] = []
    for name in left where !names.contains(name) { names.append(name) }
    results = zip(results, isKept).filter(\.1).map(\.0)
    lost.append("The scores of \(names.joined(separator: ", ")): lots decided who plays there.")
  }

  /// The competition that follows from it.
  var competition: Competition {
    var made = Competition(rules: body)
    made.entrants = entrants.enumerated().map { number, entrant in
      Competition.Entrant(
        name: entrant.name, rating: Int(entrant.rating), club: entrant.club,
        isOut: outs[number] != nil, isDisqualified: outs[number]?.disqualified == true,
        fromRound: Int(entrant.fromRound))
    }
    (made.groups, made.slots, made.rounds) = (groups, slots, rounds)
    made.swaps = body.swaps.map { ($0.one, $0.two) }
    let said = Dictionary(grouping: results, by: \.match)
    made.decide = { match, home, away in
      let here = (said[match] ?? []).filter { $0.home == home && $0.away == away }
      guard let result = here.last(where: \.isRuling) ?? here.first else { return Decision() }
      guard isDecided(by: here) else {
        return Decision(state: hasOneEnding(here) ? .reported : .disputed)
      }
      return Decision(state: .decided, ending: TournamentState.ending(result.report))
    }
    return made
  }

  /// The sentence for a file that has matches in rounds, and not the reasons for these.
  static let ownSchedule =
    "Exchanges in the schedule, and who came late: the matches are in the rounds where they stand now, and read again in those of Parlor's own schedule."

  /// Whether matches of a schedule are in other rounds than those of the Berger tables.
  var hasOwnSchedule: Bool {
    body.format.style.traits.followsSchedule
      && (!body.swaps.isEmpty || entrants.contains { $0.fromRound > 1 })
  }

  /// Says what is not kept of a file that is read.
  ///
  /// - Parameters:
  ///   - sentence: for people.
  ///   - line: the line of the file, from 1; 0 for the file as a whole.
  ///   - results: the number of results that are lost; 0 where it is about something else.
  mutating func lose(_ sentence: String, line: Int = 0, results: Int = 0) {
    let note = ImportNote(
      line: line, "", sentence, count: max(results, 1), isPart: results == 0)
    report.gather(note, in: \.lost)
  }

  /// One result for each match: where people contradict each other, none is kept.
  mutating func settle() {
    report.take(results.count)
    var kept: [Result] = []
    var places: [String: [Result]] = [:]
    for result in results { places[result.match, default: []].append(result) }
    for result in results {
      guard let here = places.removeValue(forKey: result.match) else { continue }
      if let ruling = here.last(where: \.isRuling) {
        kept.append(ruling)
        guard here.count > 1 else { continue }
        report.leaveOutTaken(
          ImportNote(
            line: result.line, result.match, "A ruling has decided it.", count: here.count - 1))
      } else if here.allSatisfy({
        TournamentState.ending($0.report) == TournamentState.ending(here[0].report)
      }) {
        var one = here[0]
        let people = Set(here.map(\.by))
        if body.confirm, people.count > 1 {
          one.isRuling = true
          one.report.reason = "reported by " + people.sorted().joined(separator: " and ")
        }
        kept.append(one)
      } else {
        report.taken -= UInt32(here.count)
        lose(
          "The reports of \(Text.preview(result.match)) differ, so none is taken over.",
          line: result.line, results: here.count)
      }
    }
    results = kept
  }

  /// Checks that each result is of a match that there is, and one that somebody could type.
  func check() throws {
    let competition = competition
    let course = Course(competition)
    // Once it has started, the knockout is what its slots say.
    if body.format.style.traits.playsGroups, !body.started,
      let refused = GroupDeal.tooMany(
        qualifiers: Int(body.qualifiers), groups: groups.map { $0.compactMap { $0 }.count },
        .invalid)
    {
      throw refused.said(before: "Nothing was imported.")
    }
    let fixtures = Dictionary(course.all.map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    for result in results {
      let place = result.line > 0 ? "Line \(result.line): " : ""
      guard let fixture = fixtures[result.match] else {
        throw Refused(
          .invalid,
          "\(place)there is no match \(Text.preview(result.match, characters: 20)) in this tournament. Nothing was imported."
        )
      }
      guard fixture.home.number == result.home, fixture.away.number == result.away else {
        throw Refused(
          .invalid,
          "\(place)\(entrants[result.home].name) and \(entrants[result.away].name) do not meet in \(Text.preview(result.match)). Nothing was imported."
        )
      }
      do {
        try check(result, fixture, course)
      } catch let refused as Refused {
        throw Refused(.invalid, "\(place)\(refused.refusal.message) Nothing was imported.")
      }
    }
  }
}
