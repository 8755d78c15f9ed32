import Schema

/// Looks for what keeps people from finding and reaching each other.
///
/// Works with and without a daemon. Everything is looked at at once and within one second: a machine that hangs somewhere is told of,
/// not waited for.
public struct Doctor: Sendable {
  private let home: String
  private let command: String
  private let remedy: SystemCommands

  /// Prepares a look at the node of a home, an absolute path; `isUsual` says that commands find it without
  /// being told.
  public init(home: String, isUsual: Bool) {
    self.home = home
    command = isUsual ? "parlor" : "parlor --home \(SystemCommands.word(home))"
    remedy = Facts.remedy()
  }

  /// Makes all checks and tells them in the order of `CheckName`; one cause is one problem.
  public func examine(_ tell: (DoctorCheck) -> Void) {
    let checks = Examination(home: home, command: command, remedy: remedy).checks()
    for check in Consequences.marked(checks) { tell(check) }
  }
}
