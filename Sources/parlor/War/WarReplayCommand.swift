import ArgumentParser
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor war replay`: a match again, event by event.
struct WarReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Go through a match again, event by event.",
    discussion: """
      On a terminal, Return goes on, f shows the rest at once, q ends.

      EXAMPLES
        parlor war replay q7k2
        parlor war replay game.war --fast
        parlor war replay ada --json
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Show everything at once.")
  var fast = false

  @Argument(
    help: ArgumentHelp(
      "A table's id or any unique beginning of it, the other player's name, or a file that "
        + "`parlor war export` wrote.", valueName: "table"))
  var source: String

  func run() throws {
    let (view, events) = try match()
    if options.json {
      for event in events { try Output.json(event) }
      return
    }
    let style = Output.style
    var stepping = !fast && isatty(0) == 1 && isatty(1) == 1
    let terminal = stepping ? RawTerminal(screen: false) : nil
    defer { terminal?.restore() }
    for event in events {
      Output.line("\(event.number)  \(EventText(event, names: view).text(style))")
      guard stepping, let terminal else { continue }
      switch terminal.waitForKey() {
      case .character("q"), .interrupt, .close: return
      case .character("f"): stepping = false
      default: break
      }
    }
  }

  private func match() throws -> (view: TableView, events: [TableEvent]) {
    if access(source, R_OK) == 0 {
      let (report, events) = try Verification.match(in: source)
      guard report.valid else {
        throw CommandFailure(
          SessionEnd.refused,
          "\(source) does not verify (\(report.text.plain)): see `parlor war verify \(source)`.")
      }
      let view = TableView.with {
        $0.host.name = report.host
        $0.joiner.name = report.joiner
        $0.joiner.author = events.last { !$0.seated.isEmpty }?.seated ?? ""
      }
      return (view, events)
    }
    let client = try options.client()
    let tables = try client.get("/v1/tables", as: TableList.self).tables
    let view = try TableChoice.choose(source, among: tables) { $0.phase != .offered }
    let path = "/v1/tables/\(view.id.percentEncoded)/events"
    return (view, try client.get(path, as: EventList.self).events)
  }
}
