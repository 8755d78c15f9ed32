import Schema
import Testing

@testable import Tournaments

/// Final group tables that tie-breaks decided. Results and tables: the tournaments' articles in Wikipedia; of 2026 the results in
/// github.com/openfootball/worldcup, and who played on.
@Suite struct PublishedTableTests {
  struct Table: Sendable {
    let name: String
    /// The name of the tie-breaks.
    let rules: String
    /// As "Colombia 1-2 Japan".
    let results: [String]
    /// The teams from first to last.
    let order: [String]
    var penalties: [String: Int64] = [:]
  }

  static let tables = [
    // Japan before Senegal: fewer cards.
    Table(
      name: "FIFA World Cup 2018, group H", rules: "fifa-2022",
      results: [
        "Colombia 1-2 Japan", "Poland 1-2 Senegal", "Japan 2-2 Senegal", "Poland 0-3 Colombia",
        "Japan 0-1 Poland", "Senegal 0-1 Colombia",
      ], order: ["Colombia", "Japan", "Senegal", "Poland"], penalties: ["Japan": 4, "Senegal": 6]),
    // The same difference: more goals.
    Table(
      name: "FIFA World Cup 2010, group C", rules: "fifa-2022",
      results: [
        "England 1-1 USA", "Algeria 0-1 Slovenia", "Slovenia 2-2 USA", "England 0-0 Algeria",
        "Slovenia 0-1 England", "USA 1-0 Algeria",
      ], order: ["USA", "England", "Slovenia", "Algeria"]),
    // Four with as many points and no difference; Ireland had beaten Italy.
    Table(
      name: "FIFA World Cup 1994, group E", rules: "fifa-2022",
      results: [
        "Italy 0-1 Ireland", "Norway 1-0 Mexico", "Italy 1-0 Norway", "Mexico 2-1 Ireland",
        "Italy 1-1 Mexico", "Ireland 0-0 Norway",
      ], order: ["Mexico", "Ireland", "Italy", "Norway"]),
    // Portugal before Poland, Paraguay before South Africa, Sweden before England: difference, goals, goals.
    Table(
      name: "FIFA World Cup 2002, group D", rules: "fifa-2022",
      results: [
        "Korea 2-0 Poland", "USA 3-2 Portugal", "Korea 1-1 USA", "Portugal 4-0 Poland",
        "Portugal 0-1 Korea", "Poland 3-1 USA",
      ], order: ["Korea", "USA", "Portugal", "Poland"]),
    Table(
      name: "FIFA World Cup 2002, group B", rules: "fifa-2022",
      results: [
        "Paraguay 2-2 South-Africa", "Spain 3-1 Slovenia", "Spain 3-1 Paraguay",
        "South-Africa 1-0 Slovenia", "South-Africa 2-3 Spain", "Slovenia 1-3 Paraguay",
      ], order: ["Spain", "Paraguay", "South-Africa", "Slovenia"]),
    Table(
      name: "FIFA World Cup 2002, group F", rules: "fifa-2022",
      results: [
        "Argentina 1-0 Nigeria", "England 1-1 Sweden", "Sweden 2-1 Nigeria",
        "Argentina 0-1 England", "Sweden 1-1 Argentina", "Nigeria 0-0 England",
      ], order: ["Sweden", "England", "Argentina", "Nigeria"]),
    // Spain and Portugal drew, and have the same difference.
    Table(
      name: "FIFA World Cup 2018, group B", rules: "fifa-2022",
      results: [
        "Morocco 0-1 Iran", "Portugal 3-3 Spain", "Portugal 1-0 Morocco", "Iran 0-1 Spain",
        "Iran 1-1 Portugal", "Spain 2-2 Morocco",
      ], order: ["Spain", "Portugal", "Iran", "Morocco"]),
    Table(
      name: "FIFA World Cup 2022, group C", rules: "fifa-2022",
      results: [
        "Argentina 1-2 Saudi-Arabia", "Mexico 0-0 Poland", "Poland 2-0 Saudi-Arabia",
        "Argentina 2-0 Mexico", "Poland 0-2 Argentina", "Saudi-Arabia 1-2 Mexico",
      ], order: ["Argentina", "Poland", "Mexico", "Saudi-Arabia"]),
    Table(
      name: "FIFA World Cup 2022, group G", rules: "fifa-2022",
      results: [
        "Switzerland 1-0 Cameroon", "Brazil 2-0 Serbia", "Cameroon 3-3 Serbia",
        "Brazil 1-0 Switzerland", "Serbia 2-3 Switzerland", "Cameroon 1-0 Brazil",
      ], order: ["Brazil", "Switzerland", "Cameroon", "Serbia"]),
    // Korea and Uruguay: the same difference, more goals.
    Table(
      name: "FIFA World Cup 2022, group H", rules: "fifa-2022",
      results: [
        "Uruguay 0-0 Korea", "Portugal 3-2 Ghana", "Korea 2-3 Ghana", "Portugal 2-0 Uruguay",
        "Ghana 0-2 Uruguay", "Korea 2-1 Portugal",
      ], order: ["Portugal", "Korea", "Uruguay", "Ghana"]),
    // Greece had beaten Russia, whose difference was better.
    Table(
      name: "UEFA Euro 2012, group A", rules: "uefa-2024",
      results: [
        "Poland 1-1 Greece", "Russia 4-1 Czechia", "Greece 1-2 Czechia", "Poland 1-1 Russia",
        "Czechia 1-0 Poland", "Greece 1-0 Russia",
      ], order: ["Czechia", "Greece", "Russia", "Poland"]),
    // Three drew with each other: goals in these matches.
    Table(
      name: "UEFA Euro 2004, group C", rules: "uefa-2024",
      results: [
        "Denmark 0-0 Italy", "Sweden 5-0 Bulgaria", "Bulgaria 0-2 Denmark", "Italy 1-1 Sweden",
        "Italy 2-1 Bulgaria", "Denmark 2-2 Sweden",
      ], order: ["Sweden", "Denmark", "Italy", "Bulgaria"]),
    // Czechia had beaten Italy.
    Table(
      name: "UEFA Euro 1996, group C", rules: "uefa-2024",
      results: [
        "Germany 2-0 Czechia", "Italy 2-1 Russia", "Czechia 2-1 Italy", "Russia 0-3 Germany",
        "Russia 3-3 Czechia", "Italy 0-0 Germany",
      ], order: ["Germany", "Czechia", "Italy", "Russia"]),
    // All four level: difference and goals among all of them come before the match of Belgium and Romania.
    Table(
      name: "UEFA Euro 2024, group E", rules: "uefa-2024",
      results: [
        "Romania 3-0 Ukraine", "Belgium 0-1 Slovakia", "Slovakia 1-2 Ukraine",
        "Belgium 2-0 Romania",
        "Slovakia 1-1 Romania", "Ukraine 0-0 Belgium",
      ], order: ["Romania", "Belgium", "Slovakia", "Ukraine"]),
    // Portugal had beaten Turkey.
    Table(
      name: "UEFA Euro 2024, group F", rules: "uefa-2024",
      results: [
        "Turkey 3-1 Georgia", "Portugal 2-1 Czechia", "Georgia 1-1 Czechia", "Turkey 0-3 Portugal",
        "Georgia 2-0 Portugal", "Czechia 1-2 Turkey",
      ], order: ["Portugal", "Turkey", "Georgia", "Czechia"]),
    // Three beat each other in a circle: the difference between them.
    Table(
      name: "UEFA Euro 2020, group B", rules: "uefa-2024",
      results: [
        "Denmark 0-1 Finland", "Belgium 3-0 Russia", "Finland 0-1 Russia", "Denmark 1-2 Belgium",
        "Russia 1-4 Denmark", "Finland 0-2 Belgium",
      ], order: ["Belgium", "Denmark", "Finland", "Russia"]),
    // Croatia and Czechia drew, and have the same difference.
    Table(
      name: "UEFA Euro 2020, group D", rules: "uefa-2024",
      results: [
        "England 1-0 Croatia", "Scotland 0-2 Czechia", "Croatia 1-1 Czechia",
        "England 0-0 Scotland",
        "Croatia 3-1 Scotland", "Czechia 0-1 England",
      ], order: ["England", "Croatia", "Czechia", "Scotland"]),
    // Germany had beaten Portugal.
    Table(
      name: "UEFA Euro 2020, group F", rules: "uefa-2024",
      results: [
        "Hungary 0-3 Portugal", "France 1-0 Germany", "Hungary 1-1 France", "Portugal 2-4 Germany",
        "Portugal 2-2 France", "Germany 2-2 Hungary",
      ], order: ["France", "Germany", "Portugal", "Hungary"]),
    // Italy had beaten Belgium, which scored more.
    Table(
      name: "UEFA Euro 2016, group E", rules: "uefa-2024",
      results: [
        "Ireland 1-1 Sweden", "Belgium 0-2 Italy", "Italy 1-0 Sweden", "Belgium 3-0 Ireland",
        "Italy 0-1 Ireland", "Sweden 0-1 Belgium",
      ], order: ["Italy", "Belgium", "Ireland", "Sweden"]),
    // Hungary and Iceland drew: the difference of all matches.
    Table(
      name: "UEFA Euro 2016, group F", rules: "uefa-2024",
      results: [
        "Austria 0-2 Hungary", "Portugal 1-1 Iceland", "Iceland 1-1 Hungary",
        "Portugal 0-0 Austria",
        "Hungary 3-3 Portugal", "Iceland 2-1 Austria",
      ], order: ["Hungary", "Iceland", "Portugal", "Austria"]),
    // Three beat each other in a circle: between them Austria would be first, and Algeria last.
    Table(
      name: "FIFA World Cup 1982, group 2", rules: "fifa-2022",
      results: [
        "Germany 1-2 Algeria", "Chile 0-1 Austria", "Germany 4-1 Chile", "Algeria 0-2 Austria",
        "Algeria 3-2 Chile", "Germany 1-0 Austria",
      ], order: ["Germany", "Austria", "Algeria", "Chile"]),
    // In each of these groups two with as many points drew: the difference of all matches.
    Table(
      name: "FIFA World Cup 2026, group B", rules: "fifa-2026",
      results: [
        "Canada 1-1 Bosnia", "Qatar 1-1 Switzerland", "Switzerland 4-1 Bosnia", "Canada 6-0 Qatar",
        "Switzerland 2-1 Canada", "Bosnia 3-1 Qatar",
      ], order: ["Switzerland", "Canada", "Bosnia", "Qatar"]),
    Table(
      name: "FIFA World Cup 2026, group C", rules: "fifa-2026",
      results: [
        "Brazil 1-1 Morocco", "Haiti 0-1 Scotland", "Scotland 0-1 Morocco", "Brazil 3-0 Haiti",
        "Scotland 0-3 Brazil", "Morocco 4-2 Haiti",
      ], order: ["Brazil", "Morocco", "Scotland", "Haiti"]),
    Table(
      name: "FIFA World Cup 2026, group D", rules: "fifa-2026",
      results: [
        "USA 4-1 Paraguay", "Australia 2-0 Turkey", "USA 2-0 Australia", "Turkey 0-1 Paraguay",
        "Turkey 3-2 USA", "Paraguay 0-0 Australia",
      ], order: ["USA", "Australia", "Paraguay", "Turkey"]),
    Table(
      name: "FIFA World Cup 2026, group G", rules: "fifa-2026",
      results: [
        "Belgium 1-1 Egypt", "Iran 2-2 New-Zealand", "Belgium 0-0 Iran", "New-Zealand 1-3 Egypt",
        "Egypt 1-1 Iran", "New-Zealand 1-5 Belgium",
      ], order: ["Belgium", "Egypt", "Iran", "New-Zealand"]),
    Table(
      name: "FIFA World Cup 2026, group J", rules: "fifa-2026",
      results: [
        "Argentina 3-0 Algeria", "Austria 3-1 Jordan", "Argentina 2-0 Austria",
        "Jordan 1-2 Algeria", "Algeria 3-3 Austria", "Jordan 1-3 Argentina",
      ], order: ["Argentina", "Austria", "Algeria", "Jordan"]),
  ]

  @Test("T-25, 43 T-6: FIFA's and UEFA's tie-breaks give the published tables", arguments: tables)
  func published(table: Table) throws {
    let rows = try Self.rows(table, rules: table.rules)
    #expect(rows.map(\.name) == table.order, "\(table.name)")
    #expect(rows.allSatisfy { !$0.isTied }, "\(table.name)")
  }

  @Test(
    "T-25: FIFA's order of 2026 is that of UEFA as long as goals decide",
    arguments: tables.filter { $0.rules == "uefa-2024" })
  func likeUEFA(table: Table) throws {
    #expect(try Self.rows(table, rules: "fifa-2026").map(\.name) == table.order, "\(table.name)")
  }

  @Test("T-25: FIFA's orders of 2022 and 2026 differ where three beat each other in a circle")
  func turnedRound() throws {
    let table = try #require(Self.tables.first { $0.name.contains("1982") })
    let order = try Self.rows(table, rules: "fifa-2026").map(\.name)
    #expect(order == ["Austria", "Germany", "Algeria", "Chile"])
  }

  /// The rows of a table, by the rules with a name.
  private static func rows(
    _ table: Table, rules: String
  ) throws -> [(name: String, isTied: Bool)] {
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
    (competition.tieBreaks, competition.reapply) = try TournamentRules.tieBreaks(rules)
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
    return Course(competition).standings[0].map { (teams[$0.entrant], $0.isTied) }
  }
}
