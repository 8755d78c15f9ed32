import Schema

/// Whether the clock of this machine is plausible. Nothing is decided by it: times are shown to people.
enum ClockVerdict {
  /// What is taken for granted as inexact, in seconds.
  static let toleranceSeconds: Int64 = 300

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
        "The clock is behind, or was ahead: your node has noted a time that is \((newest - now) / 60) minutes "
          + "from now. Times that people see are wrong.", fix: fix)
    }
    return .ok(.clock, "The clock is plausible.")
  }
}
