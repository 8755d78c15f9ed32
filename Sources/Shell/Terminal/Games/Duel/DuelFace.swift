import DuelSchema
import Schema

/// The duel: cards on a free table, keys that act on what is selected, and a word for every action.
struct DuelFace: GameFace {
  /// The kinds of what the next keys answer.
  enum Mode: Equatable, Sendable {
    /// Nothing is asked.
    case free
    /// The rest of a line is typed.
    case typing(Typing)
    /// The next key says where the cards go.
    case placing
    /// Return says at what the card points or to what it is attached.
    case aiming(Aim, DuelItem)
    /// y concedes the game.
    case conceding
  }

  /// A line whose first words are known and whose rest is typed.
  struct Typing: Equatable, Sendable {
    /// The question.
    let prompt: String
    /// The words before what is typed; "#" selects a number.
    let before: String
    var after = ""
    var editor = LineEditor()
  }

  /// The act that a second card is chosen for.
  enum Aim: Equatable, Sendable { case attach, arrow }

  /// A text that covers the table.
  enum Page: Equatable, Sendable { case keys, log, sides }

  /// The list in which something is selected; it covers the table unless it is always on the screen.
  var pile = DuelListing.hand
  /// The place of the selected card in its list.
  var index = 0
  /// Cards that are acted on together.
  var marked: Set<DuelItem.Key> = []
  /// Whether keys have selected something: then it is meant by words that name no card.
  var hasSelected = false
  var mode = Mode.free
  var page: Page?
  /// The first line of the page that is shown.
  var scroll = 0
  /// Cards that change places with the sideboard before the next game.
  var swaps: [DuelSwap] = []
  /// The token that was made last by a key or word.
  var lastToken = ""

  var title: String { "Duel" }
  var command: String { "duel" }
  var round: String { "game" }
  var takesLetters: Bool { true }
  var movesOnceARound: Bool { false }
  var needsChoice: Bool { true }

  func heading(_ view: TableView) -> String {
    let duel = view.duel
    guard duel.game > 0 else { return "" }
    return "Game \(duel.game) of \(duel.games), turn \(duel.turn)"
  }

  func conditions(_ view: TableView) -> [String] {
    guard let terms = try? DuelTerms(serializedBytes: view.terms) else { return [] }
    return [
      terms.games > 1 ? "best of \(terms.games) games" : "",
      terms.life > 0 ? "\(terms.life) life" : "",
      terms.format.isEmpty ? "" : "format \(terms.format.plain)",
      terms.hasJudge ? "opened to a judge, \(terms.judge.name.plain), alone" : "",
    ].filter { !$0.isEmpty }
  }

  func standing(_ view: TableView, _ near: PlayerView, _ far: PlayerView) -> String {
    let board = DuelBoard(view)
    guard board.duel.game > 0 else { return "before the first game" }
    let wins = [board.near, board.far].map { board.player($0).wins }
    return
      "game \(board.duel.game) of \(board.duel.games), \(wins[0]) to \(wins[1]), turn \(board.duel.turn)"
  }

  func outcome(_ view: TableView) -> String {
    let board = DuelBoard(view)
    let wins = [board.near, board.far].map { board.player($0).wins }
    var sentences: [String] = []
    // The result says it where the games have decided the match.
    if view.result.ending != .cards, wins.contains(where: { $0 > 0 }) {
      sentences.append("The games stood \(wins[0]) to \(wins[1]).")
    }
    if !isSettled(view) {
      let judge = board.duel.judge.plain
      sentences.append(
        judge.isEmpty
          ? "It counts once it is opened."
          : "It counts once it is opened to the judge \(judge), who signs a result.")
    }
    if board.duel.judged { sentences.append(board.duel.verdict.plain) }
    return sentences.joined(separator: " ")
  }

  /// Whether the winner has opened, or without a winner both have; to a judge, whose result is there.
  func isSettled(_ view: TableView) -> Bool {
    guard view.phase == .finished else { return true }
    let board = DuelBoard(view)
    let must = [view.result.winner].filter { $0 == .host || $0 == .joiner }
    return (must.isEmpty ? [.host, .joiner] : must).allSatisfy { seat in
      let player = board.player(seat)
      return player.opened || player.openedToJudge && board.duel.judged
    }
  }

  func mayTakeBack(_ view: TableView) -> Bool {
    !view.duel.seats.contains { $0.opened || $0.openedToJudge }
  }

  /// A line of the log begins a game: "Ada begins game 2 with 60 cards."
  func round(of event: TableEvent) -> UInt32? {
    if let round = event.round { return round }
    let words = event.notice.split(separator: " ")
    guard let place = words.firstIndex(of: "begins"), words.count > place + 3,
      words[place + 1] == "game", words[place + 3] == "with"
    else { return nil }
    return UInt32(words[place + 2])
  }

  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line] {
    DuelScreen(DuelBoard(view), self, style).lines(size)
  }

  func summary(_ view: TableView, _ style: Style) -> [Line] {
    DuelText(DuelBoard(view)).state.map { Line($0) }
  }

  func whyNot(_ view: TableView) -> String {
    let own = view.duel.own
    if !own.held.isEmpty { return own.held.plain }
    return own.mayBegin
      ? "No game goes on: B or `begin` begins the next one."
      : "Nothing can be done at this table now."
  }

  func lastMove(_ view: TableView) -> LastMove? {
    guard view.phase == .finished, view.duel.own.mayOpen,
      let bytes: [UInt8] = try? DuelMove.with({ $0.openMatch = true }).serializedBytes()
    else { return nil }
    return LastMove(key: "o", help: "opens all hands", move: GameMove(bytes: bytes))
  }

  // MARK: Words

  private static let otherWords: Set<String> = [
    "their", "players", "phases", "log", "state", "words", "swap", "unswap", "sides",
  ]

  private static let piles = Dictionary(
    DuelListing.allCases.flatMap { pile in pile.words.map { ($0, pile) } },
    uniquingKeysWith: { first, _ in first })

  private static func words(of line: String) -> (first: String, rest: Substring) {
    let first = line.prefix { !$0.isWhitespace }
    return (first.lowercased(), line.dropFirst(first.count))
  }

  func knows(_ line: String) -> Bool {
    let word = Self.words(of: line).first
    return DuelWord.named[word] != nil || Self.piles[word] != nil || Self.otherWords.contains(word)
  }

  func mustWait(_ line: String, at view: TableView) -> Bool {
    let board = DuelBoard(view)
    return !board.player(board.near).waiting.isEmpty
      && !DuelWord.answers.contains(Self.words(of: line).first)
  }

  mutating func read(_ line: String, at view: TableView) -> GameAct {
    let board = DuelBoard(view)
    do {
      return try act(line, board)
    } catch {
      return GameAct(text: error.text)
    }
  }

  private mutating func act(_ line: String, _ board: DuelBoard) throws(DuelMistake) -> GameAct {
    let (word, rest) = Self.words(of: line)
    if let found = DuelWord.named[word] {
      var reading = DuelReading(rest, at: board, chosen: hasSelected ? targets(board) : [])
      let moves = try found.moves(&reading)
      if case .begin? = moves.first?.move, reading.choice.game == 0 {
        reading.choice = DuelSwap.choice(swaps, at: board)
      }
      return make(moves, choosing: reading.choice)
    }
    let text = DuelText(board)
    if let pile = Self.piles[line.lowercased()] {
      select(pile)
      return GameAct(list: text.list(pile))
    }
    switch word {
    case "players": return GameAct(list: text.players)
    case "phases": return GameAct(list: text.phases)
    case "state": return GameAct(list: text.state)
    case "words":
      page = .keys
      return GameAct(list: DuelWord.lines)
    case "log":
      page = .log
      var reading = DuelReading(rest, at: board)
      return GameAct(list: text.log(Int(try reading.takeCount(or: 10))))
    case "sides":
      page = .sides
      return GameAct(list: text.sides(swaps))
    case "swap":
      swaps += try DuelSwap.read(DuelReading(rest, at: board).rest, at: board)
      return GameAct(list: text.sides(swaps))
    case "unswap":
      swaps = []
      return GameAct(list: text.sides(swaps))
    default:
      throw DuelMistake("\"\(line.plain)\" is no list: `words` names those there are.")
    }
  }

  /// Makes moves, and remembers what the next ones need.
  ///
  /// - Parameter choice: goes to our own node alone, beside the first of them.
  mutating func make(_ moves: [DuelMove], choosing choice: DuelChoice = DuelChoice()) -> GameAct {
    if let first = moves.first, case .tokens(let tokens)? = first.move { lastToken = tokens.name }
    marked = []
    return GameAct(
      moves: moves.enumerated().compactMap { index, move in
        let kept = index == 0 ? choice : DuelChoice()
        guard let bytes: [UInt8] = try? move.serializedBytes(),
          let choice: [UInt8] = try? kept.serializedBytes()
        else { return nil }
        return GameMove(bytes: bytes, choice: choice)
      })
  }

  // MARK: Changes

  mutating func follow(_ view: TableView) {
    let board = DuelBoard(view)
    if !board.duel.own.mayBegin { swaps = [] }
    if !marked.isEmpty {
      marked.formIntersection(DuelListing.allCases.flatMap { board.items($0).map(\.key) })
    }
    let count = board.items(pile).count
    if count == 0, DuelListing.onTable.contains(pile) { pile = .hand }
    index = max(0, min(index, board.items(pile).count - 1))
  }

  func shows(_ view: TableView, atLeast answer: TableView) -> Bool {
    let (shown, wanted) = (view.duel, answer.duel)
    return shown == wanted || shown.log.last?.number ?? 0 > wanted.log.last?.number ?? 0
  }

  func hasChanged(from old: TableView, to new: TableView) -> Bool { old.duel != new.duel }

  func log(from old: TableView, to new: TableView) -> [String] {
    let last = old.duel.log.last?.number ?? 0
    return new.duel.log.filter { $0.number > last }.map(\.text.plain)
  }

  func news(from old: TableView, to new: TableView) -> [String] {
    DuelText(DuelBoard(new)).news(since: DuelBoard(old))
  }
}
