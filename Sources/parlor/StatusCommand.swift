import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor status`: this node in figures.
struct StatusCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show your node in figures.")

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Node.status
  func fill(_ request: inout GetStatus) {}
  func lines(_ status: StatusView) -> [String] { Overview.lines(of: status).shown }
}
