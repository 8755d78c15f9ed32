import ArgumentParser
import Doctor
import Schema
import Terminal

/// `parlor doctor`: what keeps people apart, and the commands that mend it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Look for what keeps others from finding and reaching you.",
    discussion: """
      It looks at the home, the disk, the clock, the network, the firewall, Avahi and your peers, whether or \
      not your daemon runs, and changes nothing. It ends with 1 when there is a problem. A firewall shows its \
      rules to root only: `sudo parlor --home DIR doctor` looks at them too.

      EXAMPLES
        parlor doctor
        parlor doctor --json
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws {
    var report = DoctorReport()
    let style = Output.style
    Doctor(home: try options.homePath(), isUsual: options.home == nil).examine { check in
      report.checks.append(check)
      guard !options.json else { return }
      for line in DoctorText.lines(of: check) { Output.line(line.render(style, columns: .max)) }
    }
    if options.json { try Output.json(report) }
    if report.checks.contains(where: { $0.state == .problem }) {
      throw ExitCode(SessionEnd.refused)
    }
  }
}
