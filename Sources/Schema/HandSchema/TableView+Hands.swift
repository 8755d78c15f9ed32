import Schema

extension TableView {
  /// The part of rock, paper, scissors in the view; an empty one at a table that shows none.
  public var hands: HandsView {
    get { shownByGame() }
    set { showByGame(newValue) }
  }
}
