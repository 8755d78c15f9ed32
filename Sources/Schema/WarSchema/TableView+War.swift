import Schema

extension TableView {
  /// War's part of the view; an empty one at a table that shows none.
  public var war: WarView {
    get { shownByGame() }
    set { showByGame(newValue) }
  }
}
