/// One figure that somebody has published about a set of rules of War.
public struct PublishedFigure: Equatable, Sendable {
  /// The measure that the figure is of.
  public let measure: BulkMeasure
  /// The figure as printed.
  public let value: Double
  /// The number of games behind the figure.
  public let games: Int
  /// The step between two figures that can be printed: 0.1 for a figure with one decimal.
  public let resolution: Double

  /// Compares the figure with bulk play by the same rules.
  public func compare(with statistics: BulkStatistics) -> PublishedComparison {
    let ours = statistics.estimate(of: measure)
    // Equal rules have equal spread, so only the number of games tells the two errors apart.
    let sampling =
      ours.standardError * (Double(statistics.games) / Double(games)).squareRoot()
    let rounding = resolution / 12.0.squareRoot()
    let published = (sampling * sampling + rounding * rounding).squareRoot()
    return PublishedComparison(figure: self, publishedError: published, ours: ours)
  }
}

/// A published figure beside our own.
public struct PublishedComparison: Equatable, Sendable {
  /// The published figure.
  public let figure: PublishedFigure
  /// The standard error of the published figure, its rounding included.
  public let publishedError: Double
  /// The figure that bulk play gives.
  public let ours: BulkEstimate

  /// The number of standard errors, both sides' combined, that may lie between figures that agree.
  public static let tolerance = 4.0

  /// The difference in standard errors, both sides' combined: positive when ours is higher.
  public var distance: Double {
    let difference = ours.value - figure.value
    guard difference != 0 else { return 0 }
    let error =
      (publishedError * publishedError + ours.standardError * ours.standardError).squareRoot()
    return difference / error
  }

  /// Whether the two figures may well be of the same rules.
  public var agrees: Bool { abs(distance) <= PublishedComparison.tolerance }
}
