import Schema

/// Problems that follow from another one: people read one cause, with one command.
enum Consequences {
  /// The checks that show nothing while another one has found a problem.
  private static let followers: [CheckName: (names: Set<CheckName>, why: String)] = [
    .network: ([.loopback, .discovery], "It needs a network that passes multicast."),
    .dbus: ([.avahi, .loopback, .discovery], "It needs D-Bus."),
    .avahi: ([.loopback, .discovery], "It needs Avahi."),
    .loopback: ([.discovery], "It needs a service that comes back."),
  ]

  /// The same checks, in which a problem that follows from another one was not checked.
  static func marked(_ checks: [DoctorCheck]) -> [DoctorCheck] {
    let problems = Set(
      checks.filter { $0.state == .problem }.compactMap { CheckName(rawValue: $0.name) })
    let causes = CheckName.allCases.filter { problems.contains($0) }
    return checks.map { check in
      guard check.state == .problem, let name = CheckName(rawValue: check.name),
        let cause = causes.first(where: { followers[$0]?.names.contains(name) == true }),
        let why = followers[cause]?.why
      else { return check }
      return .notChecked(name, why)
    }
  }
}
