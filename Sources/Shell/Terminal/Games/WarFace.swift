import Schema
import WarSchema

/// War: Return or space plays the next card.
struct WarFace: GameFace {
  var title: String { "War" }
  var command: String { "war" }
  var move: String { "card" }
  var mark: String? { "war" }

  func keys(_ view: TableView) -> [String] { ["Return plays"] }

  func heading(_ view: TableView) -> String {
    guard view.round > 0 else { return "" }
    return view.war.battle > 0
      ? "Round \(view.round), war \(view.war.battle)" : "Round \(view.round)"
  }

  func standing(_ view: TableView, _ near: PlayerView, _ far: PlayerView) -> String {
    "round \(view.round), \(near.cards) to \(Count.of(far.cards, "card"))"
  }

  func held(by player: PlayerView) -> String { Count.of(player.cards, "card") }

  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line] {
    GameScreen(view, style: style).lines(size)
  }

  func press(_ key: Key, at view: TableView) -> GameAct? {
    key == .enter || key == .space ? GameAct(moves: [GameMove(bytes: [])]) : nil
  }
}

/// A game that this terminal does not know: it is shown and not played.
struct UnknownFace: GameFace {
  let title: String

  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line] {
    [Line("  This Parlor does not know the game \(title): update it to play.")]
  }
}
