import SwiftProtobuf

extension TableView {
  /// Gives a view that an older program has stored the form of now: War's fields were the table's, with the same numbers.
  public mutating func renew() {
    let older = unknownFields.data
    guard game.isEmpty, !hasGameView, !older.isEmpty else { return }
    gameView = .with {
      $0.typeURL = "type.googleapis.com/parlor.WarView"
      $0.value = older
    }
    unknownFields = UnknownStorage()
  }
}
