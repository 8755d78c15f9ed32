import Schema

/// Whether the clock of this machine is plausible. Nothing is decided by it: times are shown to people.
enum ClockVerdict {
  /// What is taken for granted as inexact, in seconds.
  static let toleranceSeconds: Int64 = 300

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
  static func check(now: Int64, program: Int64, newest: Int64?, remedy: Remedy) -> DoctorCheck {
    let fix = remedy.hasSystemd ? remedy.asRoot("timedatectl set-ntp true") : ""
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
    return .ok(.clock, "The clock is plausible.")
  }
}
