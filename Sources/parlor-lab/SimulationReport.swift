import Commands
import FoundationEssentials
import War

/// The findings of `parlor simulate war`, as text and as JSON.
struct SimulationReport: Encodable {
  /// Games played by each set of rules.
  let games: Int
  /// The seed from which the games were drawn.
  let seed: UInt64
  private(set) var runs: [Run] = []
  private(set) var published: [Source] = []
  private(set) var spivey: Spivey?

  init(games: Int, seed: UInt64) {
    self.games = games
    self.seed = seed
  }

  /// Whether nothing that was compared differs.
  var agrees: Bool {
    published.allSatisfy { $0.figures.allSatisfy(\.agrees) } && spivey?.agrees ?? true
  }

  /// The last line of the table.
  var conclusion: String {
    let figures = published.flatMap(\.figures)
    let differing = figures.filter { !$0.agrees }.count
    let tolerance = Int(PublishedComparison.tolerance)
    return differing == 0
      ? "All \(figures.count) published figures agree within \(tolerance) standard errors."
      : "\(differing) of \(figures.count) published figures differ by more than \(tolerance) "
        + "standard errors: look at the rows marked NO, and run more games with another --seed."
  }

  mutating func add(_ run: Run) { runs.append(run) }
  mutating func add(_ source: Source) { published.append(source) }
  mutating func add(_ deal: Spivey) { spivey = deal }

  /// One JSON object on one line.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension SimulationReport {
  /// The games played by one set of rules.
  struct Run: Encodable {
    let rules: String
    let games: Int
    let finished: Int
    let hostWins: Int
    let joinerWins: Int
    let draws: Int
    let endless: Int
    let rounds: Spread
    let plays: Spread
    let wars: Spread
    let singleWars: Spread
    let doubleWars: Spread
    let tripleWars: Spread

    init(rules: String, statistics: BulkStatistics) {
      self.rules = rules
      games = statistics.games
      finished = statistics.finished
      hostWins = statistics.hostWins
      joinerWins = statistics.joinerWins
      draws = statistics.draws
      endless = statistics.endless
      rounds = Spread(statistics.rounds)
      plays = Spread(statistics.plays)
      wars = Spread(statistics.wars)
      singleWars = Spread(statistics.singleWars)
      doubleWars = Spread(statistics.doubleWars)
      tripleWars = Spread(statistics.tripleWars)
    }

    var text: String {
      let head = ["", "mean", "± error", "deviation", "median", "least", "most"]
      let rows = [
        ("rounds", rounds), ("plays", plays), ("wars", wars), ("single wars", singleWars),
        ("double wars", doubleWars), ("triple wars", tripleWars),
      ]
      let lines = [head] + rows.map { [$0.0] + $0.1.columns }
      return """
        \(rules): \(games) games, \(finished) finished
        host wins \(share(hostWins)), joiner wins \(share(joinerWins)), \
        draws \(share(draws)), endless \(share(endless))
        \(lines.map { table($0, widths: [-13, 10, 10, 10, 8, 8, 8]) }.joined(separator: "\n"))
        """
    }

    private func share(_ count: Int) -> String {
      "\(decimal(100 * Double(count) / Double(games), places: 3)) %"
    }
  }

  /// A distribution in a few figures; what needs more games than there are is left out.
  struct Spread: Encodable {
    let mean: Double?
    let standardError: Double?
    let standardDeviation: Double?
    let median: Int?
    let minimum: Int?
    let maximum: Int?

    init(_ distribution: BulkDistribution) {
      mean = distribution.count > 0 ? distribution.mean : nil
      standardError = distribution.count > 1 ? distribution.standardError : nil
      standardDeviation = distribution.count > 1 ? distribution.standardDeviation : nil
      median = distribution.median
      minimum = distribution.minimum
      maximum = distribution.maximum
    }

    var columns: [String] {
      [mean, standardError, standardDeviation].map { $0.map { decimal($0, places: 4) } ?? "-" }
        + [median, minimum, maximum].map { $0.map(String.init) ?? "-" }
    }
  }
}
