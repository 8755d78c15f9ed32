import ArgumentParser
import Client
import Commands
import DeckSchema
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor library manage`.
struct LibraryManageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manage", abstract: "Build a library on the whole screen, or make one.",
    discussion: """
      The Card Box is above and the library below. The up and down arrow keys choose a card, left and right go to the \
      other half, Return moves the card, / searches the Card Box, l sets the numbers of lands, u takes back the last move, \
      s saves and leaves, q cancels after a question. Every move is saved at once: when the terminal was closed, the same \
      command continues.
      """)

  @OptionGroup var one: OneLibrary

  func run() throws {
    guard isatty(0) == 1, isatty(1) == 1, !one.options.json else {
      throw CommandFailure(
        SessionEnd.usage,
        "Managing needs a terminal: `parlor library begin`, `add`, `take`, `lands`, `save` and `cancel` do the same in a script."
      )
    }
    let starter = try one.options.starter()
    let client = try starter.client()
    let view = try client.call(Methods.Libraries.begin) { $0.library = one.library }
    let style = Output.style
    let loop = SessionLoop(
      starter: starter, client: client, mode: .screen, style: style, seconds: nil)
    guard case .end(let end) = try loop.run(ManageSession(view, style: style)) else { return }
    loop.close()
    if end.code != SessionEnd.done { throw CommandFailure(end.code, end.text) }
    if !end.text.isEmpty { Output.line(end.text) }
  }
}
