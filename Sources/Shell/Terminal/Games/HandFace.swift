import Schema

/// Rock, paper, scissors: one key for each hand.
struct HandFace: GameFace {
  private static let hands: [(key: Character, name: String)] = [
    ("r", "rock"), ("p", "paper"), ("s", "scissors"),
  ]

  var title: String { "Rock, paper, scissors" }

  var keys: [String] { Self.hands.map { "\($0.key) \($0.name)" } }

  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line] {
    let far: Seat = view.nearSeat == .host ? .joiner : .host
    return [far, view.nearSeat].flatMap { [line(of: $0, in: view), Line()] }
  }

  private func line(of seat: Seat, in view: TableView) -> Line {
    let player = view.player(seat)
    var line = Line("  ")
    line.add(Columns.fit(view.name(seat), to: 24), .accent(AccentColour(name: player.colour)))
    guard !view.isOver else { return line }
    line.add(player.played ? "  has chosen" : "  is choosing", player.played ? .bold : .faint)
    if !player.online {
      line.add("   not connected", .faint)
    } else if !player.here {
      line.add("   away", .faint)
    }
    return line
  }

  func move(for key: Key) -> GameMove? {
    guard case .character(let character) = key else { return nil }
    return move { $0.key == character }
  }

  func move(for word: String) -> GameMove? { move { $0.name == word } }

  private func move(_ fits: ((key: Character, name: String)) -> Bool) -> GameMove? {
    Self.hands.firstIndex(where: fits).map { GameMove(bytes: [UInt8($0) + 1]) }
  }
}
