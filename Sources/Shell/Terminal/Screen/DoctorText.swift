import Schema

/// The findings of the doctor, for a terminal.
public enum DoctorText {
  /// One check: its state, its name and what was found; below it the command that mends it.
  public static func lines(of check: DoctorCheck) -> [Line] {
    let (state, look): (String, Line.Look) =
      switch check.state {
      case .ok: ("ok", .faint)
      case .problem: ("problem", .bold)
      default: ("not checked", .faint)
      }
    var line = Line(Columns.fit(state, to: 11), look)
    line.add("  \(Columns.fit(check.name, to: 9))  \(check.text.plain)")
    guard !check.fix.isEmpty else { return [line] }
    return [line, Line("             $ \(check.fix.plain)", .bold)]
  }
}
