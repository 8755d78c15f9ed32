import DuelSchema
import Schema

// Games of a match, undos and the opening.
extension DuelDraft {
  mutating func begin(_ move: DuelMove.Begin) throws {
    if match[seat].game == 1, match.outcome(of: 1) == nil {
      // The first game begins by itself: its main part is the one that was committed to.
      guard match[seat].ask == nil,
        match[seat].pocket.library.slots.count == match[seat].setup.main
      else { throw DuelRefusal("Game 1 goes on.") }
      try layCommanders()
      return try drawHand(move.draw)
    }
    let game = match[seat].game + 1
    guard match.result == nil, game <= match.games else { throw DuelRefusal("The match is over.") }
    guard game == 1 || match.outcome(of: game - 1) != nil else {
      throw DuelRefusal("Game \(game - 1) goes on.")
    }
    try add(own.begin(in: match))
    try layCommanders()
    try drawHand(move.draw)
  }

  /// Lays the commanders of the list into the command zone, where they are beside the main part.
  private mutating func layCommanders() throws {
    for name in commanders {
      let side = own.cards.cards(at: .side)
      guard let card = side.first(where: { own.cards.list.cards[$0] == name }) else { continue }
      try add(own.take(side: card, in: match))
      guard let handle = own.cards.hand.last else { return }
      try add(own.play(handle, to: .command, in: match))
    }
  }

  // MARK: Undo

  mutating func askUndo(_ move: DuelMove.AskUndo) throws {
    guard let kept = log.kept(before: move.line) else {
      throw DuelRefusal("The log no longer has that line.")
    }
    try add { $0.askUndo.kept = kept }
  }

  // MARK: Ends

  mutating func finish(_ end: DuelMove.End) throws {
    let how: DuelStep.EndGame.How
    switch end {
    case .concede: how = .concede
    case .offerDraw: how = .offerDraw
    case .acceptDraw: how = .acceptDraw
    case .unspecified, .UNRECOGNIZED: throw DuelRefusal("The move is of a newer version.")
    }
    try add { $0.endGame.how = how }
  }

  mutating func openMatch() throws {
    guard match[seat].openedAt == nil else { throw DuelRefusal("You have opened the match.") }
    for step in own.opening(in: match) { try add(own.sealed(step, in: match)) }
  }
}
