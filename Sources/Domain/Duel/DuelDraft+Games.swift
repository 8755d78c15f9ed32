import DuelSchema
import Schema

// Games of a match, undos and the opening.
extension DuelDraft {
  mutating func begin(_ move: DuelMove.Begin) throws {
    if match[seat].game == 1, match.outcome(of: 1) == nil, move.out.isEmpty, move.in.isEmpty {
      // The first game begins by itself: its main part is the one that was committed to.
      return try drawHand(move.draw)
    }
    let game = match[seat].game + 1
    guard match.result == nil, game <= match.games else { throw DuelRefusal("The match is over.") }
    guard game == 1 || match.outcome(of: game - 1) != nil else {
      throw DuelRefusal("Game \(game - 1) goes on.")
    }
    if !move.out.isEmpty || !move.in.isEmpty {
      guard game > 1 else {
        throw DuelRefusal("The first game is played with the list as it was committed to.")
      }
      guard own.choose(try main(of: game, after: move), for: game) else {
        throw DuelRefusal("A library has 1 to \(DuelLimits.libraryCards) cards.")
      }
    }
    try add(own.begin(in: match))
    try drawHand(move.draw)
  }

  /// The main part of a game after a swap with the sideboard.
  private func main(of game: UInt32, after move: DuelMove.Begin) throws -> [Int] {
    let list = own.cards.list
    var main = own.cards.main(of: game)
    var side = list.cards.indices.filter { !Set(main).contains($0) }
    func take(_ names: [String], from cards: inout [Int], _ place: String) throws -> [Int] {
      try names.map { name in
        guard let index = cards.lastIndex(where: { list.cards[$0] == Array(name.utf8) }) else {
          throw DuelRefusal("There is no \(name) left in the \(place).")
        }
        return cards.remove(at: index)
      }
    }
    let out = try take(move.out, from: &main, "main part")
    let added = try take(move.in, from: &side, "sideboard")
    guard side.count + out.count <= DuelLimits.sideboardCards else {
      throw DuelRefusal("A sideboard has at most \(DuelLimits.sideboardCards) cards.")
    }
    return (main + added).sorted()
  }

  // MARK: Undo

  mutating func askUndo(_ move: DuelMove.AskUndo) throws {
    guard let kept = log.kept(before: move.line) else {
      throw DuelRefusal("The log has no such line any more.")
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
    for step in own.opening(in: match) { try add(step) }
  }
}
