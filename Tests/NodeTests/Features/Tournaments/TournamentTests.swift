import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tournaments through the node, by several people.
@Suite struct TournamentTests {
  static let fifteen = (1...15).map { "Team \($0)" }.joined(separator: "\n")

  @Test("T-05 to T-17, T-20 to T-33, T-53, T-55: the example, from sign-up to the final ranks")
  func example() throws {
    let world = try RoomWorld(["Ada"])
    #expect(
      refusal { try world.call(0, Methods.Tournaments.make) { $0.name = "  " } }.contains(
        "at least one character"))
    var view = try world.call(0, Methods.Tournaments.make) {
      $0.name = "MyTournament1"
      $0.entrants = Self.fifteen
    }
    #expect(view.entrants.map(\.number) == Array(0..<15) && view.placesLeft == 85)
    #expect(view.phase == .draft && view.rules.thirdPlace && !view.toDo.isEmpty)
    #expect(view.toDo == ["The groups are missing: `parlor tournament groups` draws them."])
    #expect(view.toDoRemedies == [Remedy(.drawGroups)])
    #expect(refusal { try start(world) }.contains("The groups are missing"))
    view = try world.call(0, Methods.Tournaments.setGroups) { $0.tournament = "MyTournament1" }
    #expect(view.groups.map(\.name) == ["A", "B", "C", "D"])
    #expect(view.groups.allSatisfy { $0.slots.count == 4 })
    #expect(view.groups.flatMap(\.slots).filter { $0 == "--leave empty--" }.count == 1)
    #expect(view.slots == ["A1", "B2", "C1", "D2", "A2", "B1", "C2", "D1"])
    let (a1, d4) = (view.groups[0].slots[0], view.groups[3].slots[3])
    view = try world.call(0, Methods.Tournaments.setGroups) {
      $0.tournament = "MyTournament1"
      $0.swap = "A1"
      $0.with = "D4"
    }
    #expect(view.groups[0].slots[0] == d4 && view.groups[3].slots[3] == a1)
    let twice = refusal { try slots(world, ["4=A1"]) }
    #expect(twice.contains("A1 is in the knockout twice"), "\(twice)")
    let byes = refusal { try slots(world, ["3=bye", "4=bye"]) }
    #expect(byes.contains("--bye-- against --bye--"), "\(byes)")
    view = try slots(world, ["4=bye"])
    #expect(view.qualifiers == 7 && view.slots[3] == "--bye--")
    view = try start(world)
    #expect(view.phase == .played && view.toDo.isEmpty)
    let early = refusal { try score(world, 0, "KO1.1", "1:0") }
    #expect(early.contains("21 are left"), "\(early)")
    for match in view.matches {
      #expect(match.state == .due && match.mayScore && match.score.isEmpty)
      // The lower number wins, by more against a higher one.
      let (home, away) = (match.home.number, match.away.number)
      view = try score(world, 0, match.name, home < away ? "\(away - home):0" : "0:\(home - away)")
    }
    #expect(view.groups.allSatisfy { $0.complete && !$0.rows.contains(where: \.tied) })
    #expect(
      view.phase == .knockout
        && view.bracket.map(\.name) == ["Quarter-finals", "Semi-finals", "Third place", "Final"])
    let bye = try #require(view.bracket[0].matches.first { $0.state == .bye })
    #expect(!bye.mayScore && refusal { try score(world, 0, bye.name, "1:0") }.contains("is a bye"))
    #expect(refusal { try score(world, 0, "KO1.1", "1:1") }.contains("no ties in a knockout"))
    while let next = view.bracket.flatMap(\.matches).first(where: { $0.state == .due }) {
      view = try score(
        world, 0, next.name, next.home.number < next.away.number ? "2:2 (4:3)" : "0:1")
    }
    #expect(view.phase == .finished && view.ranks.count == 15)
    #expect(view.ranks.prefix(4).map(\.rank) == [1, 2, 3, 4])
    // The group of three has no fourth: who are third elsewhere may be level with its third.
    let levels = "Between those who are 1st, 2nd or 3rd in their groups, matches against "
    #expect(view.messages.count { $0.hasPrefix(levels) } == 1, "\(view.messages)")
    #expect(view.ranks[0].name == "Team 1" && view.played == view.total)
    let list = try world.call(0, Methods.Tournaments.list)
    #expect(list.tournaments.map(\.winner) == ["Team 1"] && list.tournaments[0].made > 0)
  }

  @Test(
    "T-36, T-42: a knockout in which every place is played for, and the best of those left meets the last"
  )
  func everyPlace() throws {
    let world = try RoomWorld(["Ada"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = "knockout"
      // By rating, so P1 is the first seed.
      $0.entrants = (1...8).map { "P\($0), \(2_000 - $0)" }.joined(separator: "\n")
    }
    var view = try world.call(0, Methods.Tournaments.setKnockout) {
      $0.tournament = "Cup"
      $0.proposed = true
    }
    #expect(view.slots.prefix(4) == ["P1", "P8", "P4", "P5"])
    #expect(!view.rules.allPlaces && !view.rules.reseed)
    view = try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Cup"
      $0.thirdPlace = false
      $0.allPlaces = true
      $0.reseed = true
    }
    #expect(view.rules.allPlaces && view.rules.reseed && view.rules.thirdPlace)
    view = try start(world, "Cup")
    #expect(refusal { try score(world, 0, "PL5.1.1", "1:0", "Cup") }.contains("waits"))
    #expect(
      refusal {
        try world.call(0, Methods.Tournaments.edit) {
          $0.tournament = "Cup"
          $0.reseed = false
        }
      }.contains("has started"))
    // The eighth beats the first; everybody else wins as the ratings say.
    for match in view.bracket[0].matches {
      view = try score(world, 0, match.name, match.name == "KO1.1" ? "0:1" : "1:0", "Cup")
    }
    let second = view.bracket[1].matches.map { "\($0.home.name) \($0.away.name)" }
    #expect(second == ["P2 P8", "P3 P4"])
    #expect(view.bracket.map(\.name).contains("Places 5 to 8"))
    #expect(refusal { try score(world, 0, "PL5.1.1", "1:1", "Cup") }.contains("no ties"))
    while let next = view.bracket.flatMap(\.matches).first(where: { $0.state == .due }) {
      view = try score(
        world, 0, next.name, next.home.number < next.away.number ? "1:0" : "0:1", "Cup")
    }
    #expect(view.phase == .finished && view.ranks.map(\.rank) == Array(1...8))
    // P1 lost its first match, and wins the places from the fifth on.
    #expect(view.ranks.map(\.name) == ["P2", "P3", "P4", "P8", "P1", "P6", "P5", "P7"])
    #expect(view.ranks[6].how == "won the match for the 7th place")
    // Another result of the first round would change who meets in all that follows.
    let asked = refusal { try score(world, 0, "KO1.4", "0:1", "Cup") }
    #expect(asked.contains("KO2.1") && asked.contains("--reason"), "\(asked)")
  }

  @Test("T-06 to T-08: entrants that are blank, double or too many are refused by name")
  func entrants() throws {
    let world = try RoomWorld(["Ada"])
    try world.call(0, Methods.Tournaments.make) { $0.name = "Cup" }
    @discardableResult
    func enter(_ lines: String) throws -> TournamentView {
      try world.call(0, Methods.Tournaments.addEntrants) {
        $0.tournament = "cup"
        $0.lines = lines
      }
    }
    let view = try enter("Ada, 1800, Kings\n\n  Bob  ")
    #expect(view.entrants.map(\.name) == ["Ada", "Bob"] && view.entrants[0].rating == 1_800)
    #expect(refusal { try enter("  ADA ") }.contains("There is an entrant ADA already"))
    #expect(refusal { try enter("Cleo, many") }.contains("Line 1"))
    #expect(refusal { try enter(" \n ") }.contains("No entrant was given"))
    let many = (0..<99).map { "E\($0)" }.joined(separator: "\n")
    #expect(refusal { try enter(many) }.contains("at most 100 entrants"))
    #expect(try enter((0..<98).map { "E\($0)" }.joined(separator: "\n")).placesLeft == 0)
  }

  @Test(
    "T-35, T-37, T-44, T-47, T-50, T-52: two score offline, contradict each other, and an organiser decides"
  )
  func scorers() throws {
    let world = try Self.friends(["Ada", "Bob", "Cleo"])
    var view = try world.call(0, Methods.Tournaments.make) {
      $0.name = "League"
      $0.format = "league"
      $0.entrants = "P0\nP1\nP2\nP3"
      $0.room = "friends"
    }
    try start(world, "League")
    world.network.settle()
    #expect(
      refusal { try score(world, 1, "R1.1", "1:0", "League") }.contains("You may not report scores")
    )
    #expect(refusal { try start(world, "League", by: 1) }.contains("Ada"))
    view = try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "League"
      $0.scorers = "everybody"
    }
    world.network.settle()
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { world.network.cutLinks(one, other) }
    view = try score(world, 0, "R1.1", "2:0", "League")
    #expect(view.matches.first { $0.name == "R1.1" }?.state == .decided)
    try score(world, 1, "R1.1", "2:1", "League")
    try score(world, 2, "R1.2", "1:1", "League")
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { world.network.connect(one, other) }
    world.network.settle()
    let views = try (0..<3).map { try show(world, $0, "League") }
    #expect(Set(views.map(\.hash)).count == 1)
    let match = try #require(views[2].matches.first { $0.name == "R1.1" })
    #expect(
      match.state == .disputed && match.reports.count == 2 && match.reports.allSatisfy(\.counts))
    #expect(views[1].messages.contains { $0.contains("the reports differ") })
    #expect(views[0].matches.first { $0.name == "R1.2" }?.score == "1:1")
    #expect(refusal { try rule(world, 1, "R1.1", "2:1") }.contains("Only an organiser"))
    #expect(refusal { try rule(world, 0, "R1.1", "2:1", reason: "") }.contains("needs a reason"))
    view = try rule(world, 0, "R1.1", "2:1")
    #expect(view.matches.first { $0.name == "R1.1" }?.ruled == true)
    view = try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "League"
      $0.entrant = "P3"
      $0.reason = "ill"
    }
    let lost = view.matches.filter { [$0.home.number, $0.away.number].contains(3) }
    #expect(lost.allSatisfy { $0.state == .decided })
    world.network.settle()
    #expect(try show(world, 2, "League").hash == show(world, 0, "League").hash)
  }

  @Test("T-45: with confirmation a score counts once a second person says the same")
  func confirmed() throws {
    let world = try Self.friends(["Ada", "Bob"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Duel"
      $0.format = "knockout"
      $0.entrants = "P0\nP1"
      $0.room = "friends"
    }
    try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Duel"
      $0.confirm = true
      $0.scorers = "everybody"
    }
    try world.call(0, Methods.Tournaments.setKnockout) { $0.tournament = "Duel" }
    try start(world, "Duel")
    #expect(try score(world, 0, "KO1.1", "3:1", "Duel").bracket[0].matches[0].state == .reported)
    world.network.settle()
    let view = try score(world, 1, "KO1.1", "3:1", "Duel")
    #expect(view.phase == .finished && view.ranks.count == 2)
  }

  @Test("T-39: a Swiss tournament is paired round by round")
  func swiss() throws {
    let world = try RoomWorld(["Ada"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Open"
      $0.format = "swiss"
      $0.entrants = (0..<7).map { "P\($0)" }.joined(separator: "\n")
    }
    var view = try start(world, "Open")
    for round in 1...3 {
      view = try world.call(0, Methods.Tournaments.setRound) {
        $0.tournament = "Open"
        $0.pair = true
      }
      let matches = view.matches.filter { $0.name.hasPrefix("R\(round).") }
      #expect(matches.count == 4 && matches.filter { $0.state == .bye }.count == 1)
      for match in matches where match.state == .due {
        view = try score(world, 0, match.name, "1:0", "Open")
      }
    }
    #expect(view.phase == .finished && view.groups[0].rows.count == 7)
    #expect(
      refusal {
        try world.call(0, Methods.Tournaments.setRound) {
          $0.tournament = "Open"
          $0.pair = true
        }
      }.contains("All 3 rounds"))
  }

  // MARK: Acts

  /// People who have paired, in one room.
  private static func friends(_ names: [String]) throws -> RoomWorld {
    let world = try RoomWorld(names)
    for one in names.indices { for other in 0..<one { try world.pair(other, one) } }
    _ = try world.make(0, "friends", Array(names.dropFirst()))
    return world
  }

  @discardableResult
  private func start(
    _ world: RoomWorld, _ name: String = "MyTournament1", by number: Int = 0
  ) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.start) { $0.tournament = name }
  }

  @discardableResult
  private func slots(_ world: RoomWorld, _ slots: [String]) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.setKnockout) {
      $0.tournament = "MyTournament1"
      $0.slots = slots
    }
  }

  @discardableResult
  private func score(
    _ world: RoomWorld, _ number: Int, _ match: String, _ score: String,
    _ name: String = "MyTournament1"
  ) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.score) {
      $0.tournament = name
      $0.match = match
      $0.score = score
    }
  }

  @discardableResult
  private func rule(
    _ world: RoomWorld, _ number: Int, _ match: String, _ score: String, reason: String = "seen"
  ) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.rule) {
      $0.tournament = "League"
      $0.match = match
      $0.score = score
      $0.reason = reason
    }
  }

  private func show(_ world: RoomWorld, _ number: Int, _ name: String) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.show) { $0.tournament = name }
  }
}

extension TournamentTests {
  @Test(
    "T-43, T-48, T-51, T-54: a tournament is written as text, table, picture and page, and keeps odd names harmless"
  )
  func exports() throws {
    let world = try RoomWorld(["Ada"])
    let odd = "<b>\"A\" & B"
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Odd <Cup>"
      $0.format = "knockout"
      $0.entrants = "\(odd)\n=1+1\nCleo\nDan\nEve"
    }
    try world.call(0, Methods.Tournaments.setKnockout) { $0.tournament = "Odd" }
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "Odd" }
    @discardableResult
    func export(_ format: String) throws -> String {
      try world.call(0, Methods.Tournaments.export) {
        $0.tournament = "Odd"
        $0.format = format
      }.text
    }
    let svg = try export("svg")
    #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(svg)")
    #expect(svg.contains("&lt;b&gt;&quot;A&quot; &amp; B") && svg.contains("Third place"))
    let html = try export("html")
    #expect(
      !html.contains("<b>") && html.contains("Odd &lt;Cup&gt;") && html.contains("Matches to play"))
    let csv = try export("csv")
    let columns = csv.split(separator: "\r\n").filter { !$0.contains("\"") }
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
    #expect(Set(columns) == [11], "\(csv)")
    #expect(csv.contains("\"<b>\"\"A\"\" & B\"") && csv.contains("'=1+1"))
    #expect(try export("text") == "Odd <Cup>\n0 of 5 matches decided\n", "byes are no matches")
    #expect(refusal { try export("pdf") }.contains("choose text, csv, svg, html, sheets, json"))
  }
}
