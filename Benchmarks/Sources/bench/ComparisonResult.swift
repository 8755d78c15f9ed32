/// The medians of a comparison.
struct ComparisonResult {
  enum Verdict: String {
    case goal = "goal reached"
    case required = "as required"
    case short = "SHORT"
  }

  let comparison: Comparison
  let parlor: Double
  let limit: Double

  /// Parlor's figure as a multiple of the limit's.
  var ratio: Double { parlor / limit }

  /// How the figure stands to what is asked.
  var verdict: Verdict {
    let (value, required, goal) =
      switch comparison.target {
      case .ratio(let required, let goal): (ratio, required, goal)
      case .time(let required, let goal): (parlor, required, goal)
      }
    let isBetterHigher = if case .perSecond = comparison.unit { true } else { false }
    if isBetterHigher { return value >= goal ? .goal : value >= required ? .required : .short }
    return value <= goal ? .goal : value <= required ? .required : .short
  }

  /// The heading of the table.
  static let heading = line(
    "what", "parlor", "limit", "", "ratio", "required", "goal", "")

  /// The comparison's line of the table.
  var text: String {
    let asked: (String, String) =
      switch comparison.target {
      case .ratio(let required, let goal): (Self.number(required) + "x", Self.number(goal) + "x")
      case .time(let required, let goal): (withUnit(required), withUnit(goal))
      }
    return Self.line(
      comparison.title, withUnit(parlor), withUnit(limit), comparison.limitTitle,
      Self.number(ratio) + "x", asked.0, asked.1, verdict.rawValue)
  }

  private func withUnit(_ value: Double) -> String {
    switch comparison.unit {
    case .perSecond: "\(Self.number(value))/s"
    case .milliseconds: "\(Self.number(value)) ms"
    case .microseconds: "\(Self.number(value)) µs"
    }
  }

  /// Three digits at least, and no decimals that say nothing.
  private static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    if abs(value) >= 100 { return String(Int(value.rounded())) }
    let hundredths = Int((value * 100).rounded())
    let fraction = String(hundredths % 100 + 100).dropFirst()
    return "\(hundredths / 100).\(fraction)"
  }

  private static func line(
    _ title: String, _ parlor: String, _ limit: String, _ limitTitle: String, _ ratio: String,
    _ required: String, _ goal: String, _ verdict: String
  ) -> String {
    let cells = [
      left(title, 36), right(parlor, 12), right(limit, 12), left(limitTitle, 22), right(ratio, 8),
      right(required, 10), right(goal, 10), verdict,
    ]
    return cells.joined(separator: "  ")
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
