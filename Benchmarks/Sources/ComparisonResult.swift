/// The medians of a comparison.
struct ComparisonResult {
  enum Verdict: String {
    case goal = "goal reached"
    case required = "as required"
    case short = "SHORT"
    case none = ""
  }

  let comparison: Comparison
  let parlor: Double
  /// Not a number where there is no limit program.
  let limit: Double

  /// Parlor's figure as a multiple of the limit's.
  var ratio: Double { parlor / limit }

  /// The verdict on the figure against its target.
  var verdict: Verdict {
    let (value, required, goal) =
      switch comparison.target {
      case .ratio(let required, let goal): (ratio, required, goal)
      case .figure(let required, let goal): (parlor, required, goal)
      case .none: (.nan, .nan, .nan)
      }
    if case .none = comparison.target { return .none }
    if comparison.isRate { return value >= goal ? .goal : value >= required ? .required : .short }
    return value <= goal ? .goal : value <= required ? .required : .short
  }

  /// The heading of the table.
  static let heading = line("what", "parlor", "limit", "", "ratio", "required", "goal", "")

  /// The comparison's line of the table.
  var text: String {
    let asked: (String, String) =
      switch comparison.target {
      case .ratio(let required, let goal): (Self.number(required) + "x", Self.number(goal) + "x")
      case .figure(let required, let goal): (withUnit(required), withUnit(goal))
      case .none: ("-", "-")
      }
    let hasLimit = comparison.limit != nil
    return Self.line(
      comparison.title, withUnit(parlor), hasLimit ? withUnit(limit) : "-",
      comparison.limit?.title ?? "", hasLimit ? Self.number(ratio) + "x" : "-", asked.0, asked.1,
      verdict.rawValue)
  }

  private func withUnit(_ value: Double) -> String {
    Self.number(value) + comparison.unit.rawValue
  }

  /// Whole numbers from a hundred up, else two decimals.
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
      left(title, 34), right(parlor, 11), right(limit, 11), left(limitTitle, 26), right(ratio, 7),
      right(required, 9), right(goal, 9), verdict,
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
