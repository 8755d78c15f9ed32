import DuelSchema
import Schema

/// A duel in sentences and lists, for people who read lines or hear them.
struct DuelText {
  private let board: DuelBoard
  private var duel: DuelView { board.duel }

  init(_ board: DuelBoard) { self.board = board }

  /// Everything on the table: one line for each list that is not empty.
  var state: [String] {
    guard duel.game > 0 else { return ["No game has begun."] + begin }
    let turn = duel.active == .unspecified ? "" : ", \(board.view.name(duel.active))'s"
    let phase = board.phase.isEmpty ? "" : ", \(board.phase)"
    var lines = ["Game \(duel.game) of \(duel.games), turn \(duel.turn)\(turn)\(phase)."] + players
    for pile in DuelListing.allCases where ![.library, .side, .shown].contains(pile) {
      let items = board.items(pile)
      guard !items.isEmpty else { continue }
      let cards = items.enumerated().map { "\($0.offset + 1) \($0.element.text)" }
      lines.append("\(board.title(pile)): \(cards.joined(separator: ", "))")
    }
    if !duel.gameOver.isEmpty { lines.append(duel.gameOver.plain) }
    return lines + waiting + questions + begin
  }

  /// A line for each player.
  var players: [String] { [board.far, board.near].map(line(of:)) }

  /// Life, counters and numbers of cards of a player.
  func line(of seat: Seat) -> String {
    let player = board.player(seat)
    let isNear = seat == board.near
    var parts = ["life \(player.life)"]
    parts += player.counters.filter { $0.value != 0 }.map { "\($0.name.plain) \($0.value)" }
    parts += ["hand \(player.hand)", "library \(player.library)"]
    let piles: [(String, DuelListing)] = [
      ("graveyard", isNear ? .graveyard : .farGraveyard), ("exile", isNear ? .exile : .farExile),
      ("command", isNear ? .command : .farCommand),
    ]
    for (name, pile) in piles {
      let count = board.items(pile).count
      if count > 0 || name != "command" { parts.append("\(name) \(count)") }
    }
    if let top = board.topCard(of: seat) { parts.append("top card \(top)") }
    if player.looked > 0 { parts.append("looks at \(player.looked)") }
    if duel.games > 1 { parts.append("won \(player.wins)") }
    if player.offersDraw { parts.append("offers a draw") }
    switch player.priority {
    case .pass: parts.append("passes priority")
    case .hold: parts.append("holds priority")
    case .unspecified, .UNRECOGNIZED: break
    }
    let view = board.view.player(seat)
    if !view.online { parts.append("not connected") } else if !view.here { parts.append("away") }
    return "\(board.view.name(seat)): \(parts.joined(separator: ", "))"
  }

  /// The phases, with the present one.
  var phases: [String] {
    guard !duel.phases.isEmpty else { return ["This duel has no phases."] }
    return duel.phases.enumerated().map { index, name in
      let stops = duel.seats.filter { $0.stops.contains(UInt32(index)) }
        .map { ", \(board.view.name($0.seat)) stops here" }
      return "\(index + 1) \(name.plain)\(index == Int(duel.phase) ? ", now" : "")\(stops.joined())"
    }
  }

  /// Returns one list, a card in each line.
  func list(_ pile: DuelListing) -> [String] {
    let items = board.items(pile)
    return ["\(board.title(pile)): \(Count.of(items.reduce(0) { $0 + $1.count }, "card"))"]
      + items.enumerated().map { "\($0.offset + 1) \($0.element.text)" }
  }

  /// Returns the last lines of the log.
  func log(_ count: Int) -> [String] {
    duel.log.suffix(count).map { line in
      "\(line.number)  \(line.text.plain)\(line.undone ? " (taken back)" : "")"
    }
  }

  /// Returns both parts of the list for the next game.
  func sides(_ swaps: [DuelSwap]) -> [String] {
    func cards(_ title: String, _ cards: [DuelCountView]) -> [String] {
      [title] + cards.map { "\($0.count) \($0.name.plain)" }
    }
    return cards("Main part of the next game", duel.own.nextMain)
      + cards("Sideboard", duel.own.nextSide)
      + (swaps.isEmpty ? [] : ["Changes before the next game"])
      + swaps.map { "\($0.out.plain) goes out for \($0.added.plain)" }
  }

  /// Sentences on what the players wait for.
  var waiting: [String] {
    [board.far, board.near].map { board.player($0).waiting.plain }.filter { !$0.isEmpty }
  }

  /// Sentences that our person should know or answer.
  var questions: [String] {
    var texts: [String] = []
    if duel.hasUndo {
      let answer = duel.own.askedUndo ? " Write yes or no." : ""
      texts.append(duel.undo.text.plain + answer)
    }
    if !duel.own.held.isEmpty { texts.append(duel.own.held.plain) }
    let back = board.player(board.near).putBack
    if duel.hasOwn, back > 0 {
      texts.append(
        "Put \(Count.of(back, "card")) of your hand back: `put CARD to bottom`, or play on and put none."
      )
    }
    if !duel.own.until.isEmpty {
      texts.append("Your node asks until \(duel.own.until.plain) comes: `enough` ends it.")
    }
    if duel.seats.count > 1, duel.seats.allSatisfy({ $0.priority == .pass }) {
      texts.append("Both players have passed priority.")
    }
    texts += duel.own.faults.map { "\($0.text.plain) `complain \($0.shown)` says so in the log." }
    return texts.filter { !$0.isEmpty }
  }

  private var begin: [String] {
    if board.needsHand { return ["Write begin to draw your first hand."] }
    return duel.own.mayBegin ? ["Write begin to shuffle your library and draw a hand."] : []
  }

  /// Returns what only this person is told between two views: the lines of the log are for both.
  func news(since old: DuelBoard) -> [String] {
    var texts: [String] = []
    func new(_ pile: DuelListing) -> [DuelItem] {
      let known = Set(old.items(pile).map(\.key))
      return board.items(pile).filter { !known.contains($0.key) }
    }
    func names(_ items: [DuelItem]) -> String { items.map(\.title).joined(separator: ", ") }
    let (hand, looked) = (new(.hand), new(.looked))
    if !hand.isEmpty { texts.append("To your hand: \(names(hand)).") }
    if !looked.isEmpty { texts.append("You look at \(names(looked)).") }
    if duel.own.picked != old.duel.own.picked, !duel.own.picked.isEmpty {
      texts.append("Picked: \(duel.own.picked.map(\.name.plain).joined(separator: ", ")).")
    }
    texts += slots(since: old)
    if duel.own.hasSearch, !old.duel.own.hasSearch {
      texts.append("You may search a library: `search` lists it, `take CARD` takes a card.")
    }
    // Only the newest ones are kept: then each new one takes the place of an old one.
    let count = duel.own.shown.count - old.duel.own.shown.count
    let isFull = count == 0 && duel.own.shown != old.duel.own.shown
    for shown in duel.own.shown.suffix(max(isFull ? 1 : 0, count)) {
      let cards = shown.names.map(\.plain).joined(separator: ", ")
      texts.append("\(board.view.name(shown.seat)) shows you \(cards).")
    }
    texts += questions.filter { !DuelText(old).questions.contains($0) }
    if duel.gameOver != old.duel.gameOver, !duel.gameOver.isEmpty {
      texts.append(duel.gameOver.plain)
    }
    if begin != DuelText(old).begin { texts += begin }
    return texts
  }

  /// The places of our library whose card only we know, where they are new or have another order.
  private func slots(since old: DuelBoard) -> [String] {
    let (before, after) = (old.duel.own.slots.map(\.handle), duel.own.slots.map(\.handle))
    let stays = before.filter { after.contains($0) } == after.filter { before.contains($0) }
    // A card that everybody sees has a line in the log.
    return duel.own.slots.filter { !$0.public && !(stays && before.contains($0.handle)) }
      .map { "Card \($0.place + 1) of your library is \($0.name.plain)." }
  }
}
