import ArgumentParser
import Client
import Commands
import Glibc
import Schema
import Terminal

/// `parlor page`: Parlor in a browser of this machine.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Open Parlor in a browser of this machine.",
    discussion: """
      The page is served to this machine alone, to browsers that you let in, and only after you asked for it once. Whoever
      opens the link first within a minute is let in for a year; `parlor page list` shows who was.

      EXAMPLES
        parlor page             open it in your browser
        parlor page --print     print the link instead
        parlor page list        the browsers that may see it
        parlor page close       end all of them, and serve it no longer
      """,
    subcommands: [PageOpenCommand.self, PageListCommand.self, PageCloseCommand.self],
    defaultSubcommand: PageOpenCommand.self)
}

/// `parlor page open`: makes a link, and opens it.
struct PageOpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Serve the page, and open it in your browser.")

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Print the link, and open nothing.")
  var print = false

  @Flag(help: "End the sessions of all browsers, and serve the page no longer.")
  var close = false

  @Option(
    help: ArgumentHelp(
      "Serve the page on this port from now on.",
      discussion: "Default: the port of the last time, at first any free one.",
      valueName: "number"))
  var port: UInt16 = 0

  func validate() throws {
    if close, print || port != 0 {
      throw ValidationError("--close ends all sessions: leave the other options out.")
    }
  }

  func run() throws {
    let client = try options.client()
    if close {
      let view = try client.call(Methods.Page.close)
      return try options.json ? Output.json(view) : Output.line(PageCloseCommand.all)
    }
    let link = try client.call(Methods.Page.open) { $0.port = UInt32(port) }
    if options.json { return try Output.json(link) }
    Output.line(link.address)
    Output.line("The link opens the page once, within \(link.seconds) seconds.")
    guard !print else { return }
    let opener = LinkOpener()
    guard opener.open(link.address) else {
      return Output.line("No browser could be started: copy the link into one.")
    }
    // The file with the link goes away once the link was used.
    for _ in 0..<Int(link.seconds) * 2 {
      usleep(500_000)
      guard try client.call(Methods.Page.show).openLinks > 0 else { break }
    }
    opener.clean()
  }
}

/// `parlor page list`: who may see the page.
struct PageListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show where the page is, and which browsers may see it.")

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Page.show
  func fill(_ request: inout ShowPage) {}
  func lines(_ view: PageView) -> [String] { PageText.lines(view).shown }
}

/// `parlor page close`: ends sessions.
struct PageCloseCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "close",
    abstract:
      "End the session of one browser, or of all of them: then the page is no longer served.")

  static let all = "No browser may see the page any more, and it is no longer served."

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The browser's id from `parlor page list`, or any unique beginning of it.")
  var browser: String?

  static let method = Methods.Page.close
  func fill(_ request: inout ClosePage) { request.browser = browser ?? "" }
  func lines(_ view: PageView) -> [String] {
    [browser == nil ? Self.all : "That browser may no longer see the page."]
  }
}
