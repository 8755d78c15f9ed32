import ArgumentParser
import Commands
import Terminal

/// `parlor manual`: the manual page, for those who install the program.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page parlor(1) in mdoc.",
    discussion: """
      EXAMPLES
        parlor manual > parlor.1
      """, shouldDisplay: false)

  func run() throws {
    let day = LocalZone.calendar.day(of: SessionLoop.wall).day
    var page = ManualPage(try CommandDescription.parlor(), date: CalendarGrid.date(day))
    Output.raw(page.make())
  }
}
