import HandSchema
import Schema

/// Rock, paper, scissors: one key for each hand.
struct HandFace: GameFace {
  private static let hands: [(key: Character, name: String)] = [
    ("r", "rock"), ("p", "paper"), ("s", "scissors"),
  ]

  var title: String { "Rock, paper, scissors" }

  func keys(_ view: TableView) -> [String] { Self.hands.map { "\($0.key) \($0.name)" } }

  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line] {
    let far: Seat = view.nearSeat == .host ? .joiner : .host
    return [far, view.nearSeat].flatMap { [line(of: $0, in: view), Line()] }
  }

  private func line(of seat: Seat, in view: TableView) -> Line {
    let player = view.player(seat)
    var line = Line("  ")
    line.add(Columns.fit(view.name(seat), to: 24), .accent(AccentColour(name: player.colour)))
    let place = seat == .host ? 0 : 1
    if let hands = view.hands.players.dropFirst(place).first {
      line.add("  \(hands.points)", .bold)
      if let last = Self.name(of: hands.last) { line.add("  showed \(last)") }
    }
    guard !view.isOver else { return line }
    line.add(player.played ? "  has chosen" : "  is choosing", player.played ? .bold : .faint)
    if !player.online {
      line.add("   not connected", .faint)
    } else if !player.here {
      line.add("   away", .faint)
    }
    return line
  }

  private static func name(of hand: Hand) -> String? {
    hands.indices.contains(hand.rawValue - 1) ? hands[hand.rawValue - 1].name : nil
  }

  func press(_ key: Key, at view: TableView) -> GameAct? {
    guard case .character(let character) = key else { return nil }
    return act { $0.key == character }
  }

  func knows(_ line: String) -> Bool { act { $0.name == line } != nil }

  func read(_ line: String, at view: TableView) -> GameAct { act { $0.name == line } ?? GameAct() }

  private func act(_ fits: ((key: Character, name: String)) -> Bool) -> GameAct? {
    Self.hands.firstIndex(where: fits).map {
      GameAct(moves: [GameMove(bytes: [UInt8($0) + 1])])
    }
  }
}
