import ArgumentParser
import Client
import Commands
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor duel move`: one act at a duel, in words, without a screen.
struct DuelMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Act at a duel in words, or list what lies there.",
    discussion: """
      A card is named by its name or by its number in its list. An act that needs the other node, such \
      as a draw, is waited for.

      EXAMPLES
        parlor duel move begin
        parlor duel move draw 2
        parlor duel move play Forest to stack
        parlor duel move lose 3
        parlor duel move --table ada graveyard
        parlor duel move words
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "The table, where you play several duels: its id, any unique beginning of it, or the other player's name.",
      valueName: "table"))
  var table: String?

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The act, as at the table; `words` lists them all.", valueName: "words"))
  var words: [String]

  /// So long is waited for what an act brings, in twentieths of a second.
  private static let twentiethsForAnswer = 100

  func run() throws {
    let client = try options.client()
    let tables = try client.call(Methods.Tables.list).tables
    let before = try TableChoice.choose(table, among: tables, of: OfDuel.self) {
      $0.phase == .playing || words[0] == "open-match" && $0.face.lastMove($0) != nil
    }
    var face = before.face
    face.follow(before)
    let line = words.joined(separator: " ")
    guard face.knows(line) else {
      throw CommandFailure(
        SessionEnd.usage,
        "There is no \"\(words[0].plain)\" at a duel: `parlor duel move words` lists the words.")
    }
    let act = face.read(line, at: before)
    guard act.moves.isEmpty else { return try make(act.moves, at: before, client) }
    guard act.texts.isEmpty else {
      throw CommandFailure(SessionEnd.refused, act.texts.joined(separator: " "))
    }
    try options.show(before) { act.list }
  }

  private func make(_ moves: [GameMove], at before: TableView, _ client: DaemonClient) throws {
    guard !before.watching else {
      throw CommandFailure(SessionEnd.refused, "You watch this duel: only its players act.")
    }
    var view = before
    for move in moves {
      view = try client.call(Methods.Tables.tap) { [view] in $0 = move.tap(at: view) }
    }
    let face = view.face
    for _ in 0..<Self.twentiethsForAnswer where face.mustWait("draw", at: view) {
      usleep(50_000)
      view = try client.call(Methods.Tables.show) { $0.table = before.id }
    }
    let isWaiting = face.mustWait("draw", at: view)
    try options.show(view) {
      face.log(from: before, to: view) + face.news(from: before, to: view)
        + (isWaiting
          ? ["\(view.farName)'s node has not answered yet: what you asked for comes when it does."]
          : [])
    }
  }
}
