import Schema
import Testing

@testable import Tournaments

/// Final group tables that tie-breaks decided. Results and tables: the tournaments' articles in Wikipedia.
@Suite struct PublishedTableTests {
  struct Table: Sendable {
    let name: String
    let isUEFA: Bool
    /// As "Colombia 1-2 Japan".
    let results: [String]
    /// The teams from first to last.
    let order: [String]
    var penalties: [String: Int64] = [:]
  }

  static let tables = [
    // Japan before Senegal: fewer cards.
    Table(
      name: "FIFA World Cup 2018, group H", isUEFA: false,
      results: [
        "Colombia 1-2 Japan", "Poland 1-2 Senegal", "Japan 2-2 Senegal", "Poland 0-3 Colombia",
        "Japan 0-1 Poland", "Senegal 0-1 Colombia",
      ], order: ["Colombia", "Japan", "Senegal", "Poland"], penalties: ["Japan": 4, "Senegal": 6]),
    // The same difference: more goals.
    Table(
      name: "FIFA World Cup 2010, group C", isUEFA: false,
      results: [
        "England 1-1 USA", "Algeria 0-1 Slovenia", "Slovenia 2-2 USA", "England 0-0 Algeria",
        "Slovenia 0-1 England", "USA 1-0 Algeria",
      ], order: ["USA", "England", "Slovenia", "Algeria"]),
    // Four with as many points and no difference; Ireland had beaten Italy.
    Table(
      name: "FIFA World Cup 1994, group E", isUEFA: false,
      results: [
        "Italy 0-1 Ireland", "Norway 1-0 Mexico", "Italy 1-0 Norway", "Mexico 2-1 Ireland",
        "Italy 1-1 Mexico", "Ireland 0-0 Norway",
      ], order: ["Mexico", "Ireland", "Italy", "Norway"]),
    // Greece had beaten Russia, whose difference was better.
    Table(
      name: "UEFA Euro 2012, group A", isUEFA: true,
      results: [
        "Poland 1-1 Greece", "Russia 4-1 Czechia", "Greece 1-2 Czechia", "Poland 1-1 Russia",
        "Czechia 1-0 Poland", "Greece 1-0 Russia",
      ], order: ["Czechia", "Greece", "Russia", "Poland"]),
    // Three drew with each other: goals in these matches.
    Table(
      name: "UEFA Euro 2004, group C", isUEFA: true,
      results: [
        "Denmark 0-0 Italy", "Sweden 5-0 Bulgaria", "Bulgaria 0-2 Denmark", "Italy 1-1 Sweden",
        "Italy 2-1 Bulgaria", "Denmark 2-2 Sweden",
      ], order: ["Sweden", "Denmark", "Italy", "Bulgaria"]),
    // Czechia had beaten Italy.
    Table(
      name: "UEFA Euro 1996, group C", isUEFA: true,
      results: [
        "Germany 2-0 Czechia", "Italy 2-1 Russia", "Czechia 2-1 Italy", "Russia 0-3 Germany",
        "Russia 3-3 Czechia", "Italy 0-0 Germany",
      ], order: ["Germany", "Czechia", "Italy", "Russia"]),
  ]

  @Test("T-25: FIFA's and UEFA's tie-breaks give the published tables", arguments: tables)
  func published(table: Table) throws {
    // In an order that helps nobody.
    let teams = table.order.sorted()
    var scores: [[String]: Score] = [:]
    for result in table.results {
      let words = result.split(separator: " ").map(String.init)
      let score = try #require(ScoreText.parse(words[1]).games.first)
      scores[[words[0], words[2]]] = score
      scores[[words[2], words[0]]] = score.turned
    }
    var competition = Competition()
    competition.entrants = teams.map { Competition.Entrant(name: $0) }
    competition.groups = [Array(teams.indices)]
    competition.tieBreaks = table.isUEFA ? TieBreaks.uefa : TieBreaks.fifa
    competition.reapply = table.isUEFA
    let known = scores
    competition.decide = { _, home, away in
      guard let score = known[[teams[home], teams[away]]] else { return Decision() }
      // What a team got over all its matches is given in one of them.
      let first = teams.indices.first { $0 != home } == away
      let second = teams.indices.first { $0 != away } == home
      let penalties = Score(
        home: first ? table.penalties[teams[home]] ?? 0 : 0,
        away: second ? table.penalties[teams[away]] ?? 0 : 0)
      return Decision(
        state: .decided,
        ending: Ending(
          games: [score],
          winner: score.home > score.away ? .home : score.home < score.away ? .away : .neither,
          penalties: penalties))
    }
    let rows = Course(competition).standings[0]
    #expect(rows.map { teams[$0.entrant] } == table.order, "\(table.name)")
    #expect(rows.allSatisfy { !$0.isTied }, "\(table.name)")
  }
}
