import Schema

/// Whether the clock of this machine is right by all that can be seen. Nothing is decided by it: times are shown to people.
enum ClockVerdict {
  /// The difference up to which a clock counts as right, in seconds.
  static let toleranceSeconds: Int64 = 300

  /// The most differences that are shown.
  private static let mostShown = 3

  /// The times that the clocks of linked peers show.
  struct Others: Equatable, Sendable {
    /// The number of those who have said it.
    var compared = 0
    /// A sentence of each that differs, without a full stop.
    var differences: [String] = []
  }

  /// A length of time in its largest unit that fits twice.
  private static func span(_ seconds: Int64) -> String {
    if seconds >= 2 * 86_400 { return "\(seconds / 86_400) days" }
    if seconds >= 2 * 3_600 { return "\(seconds / 3_600) hours" }
    return "\(seconds / 60) minutes"
  }

  /// Judges seconds since 1970.
  ///
  /// - Parameters:
  ///   - program: when this program was made.
  ///   - newest: the newest time that the node has noted, of an entry or a peer; nil for none.
  ///   - others: what the clocks of peers show.
  ///   - isKept: whether this clock is kept right by the network; nil when that is not known.
  static func check(
    now: Int64, program: Int64, newest: Int64?, others: Others = Others(), isKept: Bool? = nil,
    remedy: SystemCommands
  ) -> DoctorCheck {
    let fix = remedy.setClock()
    if now < program - toleranceSeconds {
      return .problem(
        .clock,
        "The clock is behind: it shows a time before this program was made. Times that people see are wrong.",
        fix: fix)
    }
    if let newest, now < newest - toleranceSeconds {
      return .problem(
        .clock,
        "The clock is behind, or was ahead before: your node has noted a time that lies \(span(newest - now)) in the "
          + "future. Times that people see are wrong.", fix: fix)
    }
    guard !others.differences.isEmpty else {
      return .ok(
        .clock,
        others.compared == 0
          ? "The clock shows a possible time; no linked peer has told its own to compare."
          : "The clock agrees with \(Count.word(others.compared, "that of the linked peer", "those of \(others.compared) linked peers"))."
      )
    }
    let shown = others.differences.prefix(mostShown).joined(separator: "; ")
    let rest = others.differences.count - mostShown
    let text = rest > 0 ? "\(shown); and \(rest) more" : shown
    return isKept == true
      ? .problem(
        .clock, "\(text). Yours is kept right by the network: ask them to have theirs set.")
      : .problem(
        .clock,
        "\(text). Have yours set by the network: if they still differ then, theirs is wrong.",
        fix: fix)
  }
}
