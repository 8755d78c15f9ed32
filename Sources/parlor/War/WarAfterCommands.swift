import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor war rematch`.
struct GameRematchCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rematch", abstract: "Offer another match after the end, or accept one.",
      discussion: """
        The other player need not be there: the offer waits, and so does the answer. Whoever accepts hosts the new match, by \
        the same rules; it begins as soon as both nodes have met.

        EXAMPLES
          parlor \(Game.word) rematch
          parlor \(Game.word) rematch ada
          parlor \(Game.word) rematch ada --withdraw
        """)
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Flag(help: "Take your offer back.")
  var withdraw = false

  func fits(_ table: TableView) -> Bool {
    guard table.phase == .finished, table.seat != .unspecified else { return false }
    if withdraw { return table.hasOwnRematch }
    return choice.table != nil || table.hasFarRematch
  }

  /// Without a name it is the match that ended last, unless somebody waits for an answer.
  func run() throws {
    let client = try options.client()
    let tables = try client.call(Methods.Tables.list).tables
    let over = tables.filter {
      $0.phase == .finished && $0.seat != .unspecified && Game.allows($0)
    }
    let table: TableView
    if choice.table == nil, !withdraw, !over.contains(where: \.hasFarRematch), let last = over.first
    {
      table = last
    } else if let wanted = choice.table, let last = Self.last(over, with: wanted) {
      table = last
    } else {
      table = try TableChoice.choose(choice.table, among: tables, of: Game.self, where: fits)
    }
    let view = try client.perform(call(table)) as? TableView ?? TableView()
    try options.show(view, done(view))
  }

  /// The match against somebody that ended last.
  private static func last(_ over: [TableView], with name: String) -> TableView? {
    over.first { $0.farName.lowercased() == name.plain.lowercased() }
  }

  func call(_ table: TableView) -> Call {
    Methods.Tables.rematch {
      $0.table = table.id
      $0.withdraw = withdraw
    }
  }

  func done(_ table: TableView) -> String {
    if withdraw { return "The offer is taken back." }
    guard table.phase == .finished else {
      return
        "The rematch with \(table.farName) is agreed: `\(table.command) resume \(ShortID.text(table.id))` plays it as soon as both nodes have met."
    }
    return "A rematch is offered to \(table.farName), who can accept it whenever your nodes meet."
  }
}

/// `parlor war take-back`.
struct GameTakeBackCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "take-back", abstract: "Ask to take back a concession, or let the other do it.",
      discussion: """
        The match goes on when the other player lets it. \(moves) A player who has left comes back with `parlor \(Game.word) resume`.
        """)
  }

  /// The moves of a duel have an undo at the table.
  private static var moves: String {
    Game.game == OfDuel.game
      ? "Once a player has opened the match, nothing can be taken back."
      : "A \(GameFaces.face(of: Game.game ?? "").move) cannot be taken back: it is known to both as soon as it is played."
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  func fits(_ table: TableView) -> Bool {
    choice.table != nil && table.phase != .closed || table.mayAskTakeBack
      || table.phase == .finished && table.takeBack != .unspecified && table.takeBack != table.seat
  }

  func call(_ table: TableView) -> Call { Methods.Tables.takeBack { $0.table = table.id } }

  func done(_ table: TableView) -> String {
    table.isPlaying
      ? "The concession is taken back: continue with `\(table.command) resume \(ShortID.text(table.id))`."
      : "You ask \(table.farName) to let you take the concession back."
  }
}

/// `parlor war stats`.
struct WarStatisticsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show how your matches ended, by player.",
    discussion: "A match counts only if each of its steps follows from both players' signed logs.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Only against this person: a name or the beginning of an id.")
  var person = ""

  static let method = Methods.Tables.statistics
  func fill(_ request: inout ListStatistics) { request.person = person }
  func lines(_ found: MatchStatistics) -> [String] {
    guard found.total.played > 0 else {
      return ["No match of yours is over yet: `parlor war play` begins one."]
    }
    let more = Count.of(found.unverified, "more match is", "more matches are")
    func wars(_ record: HeadToHead) -> String { "\(Count.of(record.wars, "war")), " }
    let people = found.people.map { Line($0.line($0.name.plain, "round", wars($0))) }
    return PeopleChoice.cut(people, HeadToHead.hint).shown
      + (found.people.count > 1 ? [found.total.line("All", "round", wars(found.total))] : [])
      + (found.unverified > 0 ? ["\(more) over and not proven by both logs."] : [])
  }
}

extension HeadToHead {
  /// The way to see people that a long list leaves out.
  static let hint = "name one to see the matches against them."

  /// The results as one line.
  ///
  /// - Parameters:
  ///   - round: the noun for a part of a match that is decided by itself.
  ///   - more: what only the game counts, with a comma.
  func line(_ name: String, _ round: String, _ more: String = "") -> String {
    var text = "\(name): \(played) played, \(won) won, \(lost) lost, \(drawn) drawn"
    if conceded > 0 { text += ", \(conceded) conceded by you" }
    if concededByOther > 0 { text += ", \(concededByOther) conceded to you" }
    return text
      + "; \(Count.of(rounds, round)), \(more)the longest match \(Count.of(longest, round))"
  }
}
