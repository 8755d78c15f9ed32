import ArgumentParser
import Commands
import Foundation

/// `parlor manual`: the manual page, for those who install the program.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page parlor(1) in mdoc.",
    discussion: """
      EXAMPLES
        parlor manual > parlor.1
      """, shouldDisplay: false)

  func run() throws {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "MMMM d, yyyy"
    var page = ManualPage(try CommandDescription.parlor(), date: format.string(from: Date()))
    Output.raw(page.make())
  }
}
