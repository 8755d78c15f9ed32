import Commands
import War

extension SimulationReport {
  private static let widths = [-28, -19, 12, 11, 12, 9, 9, 4]

  /// The heading of the table of published figures.
  static let heading = table(
    ["source", "figure", "published", "± error", "ours", "± error", "distance", "ok"],
    widths: widths)

  /// A published source beside our own games by its rules.
  struct Source: Encodable {
    let name: String
    let source: String
    let figures: [Figure]

    init(_ published: PublishedRules, _ statistics: BulkStatistics) {
      name = published.name
      source = published.source
      figures = published.figures.map { Figure($0.compare(with: statistics)) }
    }

    var text: String {
      figures.enumerated().map { index, figure in
        table(
          [
            index == 0 ? name : "", figure.title, decimal(figure.published, places: 4),
            decimal(figure.publishedError, places: 4), decimal(figure.ours, places: 4),
            decimal(figure.standardError, places: 4), decimal(figure.distance, places: 2),
            figure.agrees ? "yes" : "NO",
          ], widths: SimulationReport.widths)
      }.joined(separator: "\n")
    }
  }

  /// One published figure beside ours; errors are standard errors and the distance counts them.
  struct Figure: Encodable {
    let measure: String
    let title: String
    let published: Double
    let publishedError: Double
    let ours: Double
    let standardError: Double
    let distance: Double
    let agrees: Bool

    init(_ comparison: PublishedComparison) {
      measure = comparison.figure.measure.rawValue
      title = comparison.figure.measure.title
      published = comparison.figure.value
      publishedError = comparison.publishedError
      ours = comparison.ours.value
      standardError = comparison.ours.standardError
      distance = comparison.distance
      agrees = comparison.agrees
    }
  }

  /// The outcome of Spivey's deal.
  struct Spivey: Encodable {
    /// Rounds until the deal came back; nil when it did not.
    let rounds: Int?
    let published: Int
    let agrees: Bool

    init(rounds: Int?) {
      self.rounds = rounds
      published = SpiveyDeal.period
      agrees = rounds == SpiveyDeal.period
    }

    var text: String {
      table(
        [
          "Spivey, Cycles in War", "rounds to return", "\(published)", "exact",
          rounds.map(String.init) ?? "never", "exact", "", agrees ? "yes" : "NO",
        ], widths: SimulationReport.widths)
    }
  }
}
