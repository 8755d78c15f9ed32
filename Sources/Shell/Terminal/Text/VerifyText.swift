import Schema

/// The findings of `war verify` and `duel verify`, in words.
public struct VerifyText: Sendable {
  private let report: VerifyReport
  private let face: any GameFace

  /// Describes one report.
  ///
  /// - Parameter game: the name of the game at tables; empty for War.
  public init(_ report: VerifyReport, of game: String = "") {
    self.report = report
    face = GameFaces.face(of: game)
  }

  /// Whether a valid match has a finding of its own, such as that its winner has not opened it. Claims have lines of their own.
  private var saysMore: Bool {
    !["", "Every step follows."].contains(report.text) && report.claims.isEmpty
  }

  /// The finding first, then what the match was.
  public func lines() -> [String] {
    var lines: [String] = []
    if report.valid, face.needsChoice {
      // The sentence says how far what was hidden is proven.
      lines.append("Valid, \(Count.of(report.steps, "step")). \(report.text.plain)")
    } else if report.valid {
      lines.append("Valid: all \(Count.of(report.steps, "step follows", "steps follow")).")
      if saysMore { lines.append(report.text.plain) }
    } else if report.step > 0 && !report.text.contains("\(report.step)") {
      lines.append("Not valid: step \(report.step) does not follow. \(report.text.plain)")
    } else {
      lines.append("Not valid: \(report.text.plain)")
    }
    if !report.host.isEmpty || !report.joiner.isEmpty {
      lines.append(
        "\(report.host.plain) (host) against \(report.joiner.plain), "
          + "\(Count.of(report.rounds, face.round)) decided.")
    }
    lines += report.claims.map { "\($0.text.plain) Claimed, not confirmed." }
    if !report.result.text.isEmpty { lines.append(report.result.text.plain) }
    return lines
  }
}
