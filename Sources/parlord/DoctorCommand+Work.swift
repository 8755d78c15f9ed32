import ArgumentParser
import Commands
import Doctor
import Schema
import Terminal

extension DoctorCommand: Handed {
  package func perform() throws {
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
