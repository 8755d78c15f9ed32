import ArgumentParser
import Client
import Commands
import Duel
import DuelSchema
import Feature
import Schema
import SwiftProtobuf
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor duel solo`: a library against nobody.
struct DuelSoloCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solo", abstract: "Draw and play a library against nobody.",
    discussion: """
      The same screen and the same words as at a table: draw, mulligan, play, search, roll. Nobody sits in the other chair, no node \
      takes part once the list is read, and nothing is kept. `C` ends a game, and B begins the next; the third `C` ends all.

      EXAMPLES
        parlor duel solo --library Elves
        parlor duel solo --library Elves --format none --plain
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var chosen: LibraryOptions

  @Flag(help: "No screen: a sentence for each event, and a word for each act.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "The life at the beginning; that of the format when left out.", valueName: "number"))
  var life: UInt32?

  @Option(
    help: ArgumentHelp(
      "The format whose rules the list keeps, or none; the library's own when left out.",
      valueName: "name"))
  var format = ""

  func validate() throws {
    if let life, !(1...99_999).contains(life) {
      throw ValidationError("--life cannot be \(life): choose a number from 1 to 99999.")
    }
  }

  /// The most that a match can have.
  private static let games: UInt32 = 5

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    let choice = try chosen.choice.choose(client, isQuiet: options.json) {
      ($0.format, $0.games, $0.life) = (format, Self.games, life ?? 0)
    }
    let status = try client.call(Methods.Node.status)
    let node = try SoloNode(choice, name: status.name)
    let mode: SessionMode =
      options.json ? .json : plain || isatty(0) != 1 || isatty(1) != 1 ? .lines : .screen
    var sitting = TableSession.Options(mode: mode)
    sitting.isAlone = true
    let loop = SessionLoop(
      starter: starter, client: client, mode: mode, style: Output.style, seconds: nil)
    loop.local = node
    let session = TableSession(node.view, status: status, options: sitting, style: Output.style)
    guard case .end(let end) = try loop.run(session) else { return loop.close() }
    loop.close()
    if end.code != SessionEnd.done { throw CommandFailure(end.code, end.text) }
    if !options.json, !end.text.isEmpty { Output.line(end.text) }
  }
}

/// A duel against nobody in place of the node.
private final class SoloNode: LocalNode {
  private var solo: DuelSolo

  init(_ chosen: DuelChosen, name: String) throws {
    var random = RandomSource(SystemRandomNumberGenerator())
    do {
      solo = try DuelSolo(chosen, name: name, &random)
    } catch let refused as Refused {
      throw CommandFailure(SessionEnd.refused, refused.refusal.message.plain)
    }
  }

  var view: TableView { solo.view }

  func perform(_ call: Call) throws -> (answer: any Message, changes: [Change]) {
    do {
      switch call.request {
      case let tap as Tap: try solo.tap(tap)
      case is GiveUp: try solo.concede()
      case is Attend: break
      default:
        throw Refused(.notNow, "Nobody sits in the other chair: that cannot be done alone.")
      }
    } catch let refused as Refused {
      throw ClientFailure.refused(refused.refusal)
    }
    let view = solo.view
    let events = solo.takeEvents().map { event in Change.with { $0.tableEvent = event } }
    return (view, events + [Change.with { $0.table = view }])
  }
}
