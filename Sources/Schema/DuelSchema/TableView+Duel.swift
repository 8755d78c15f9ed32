import Schema

extension TableView {
  /// The duel's part of the view; an empty one at a table that shows none.
  public var duel: DuelView {
    get { shownByGame() }
    set { showByGame(newValue) }
  }
}
