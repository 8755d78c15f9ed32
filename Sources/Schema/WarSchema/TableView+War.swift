import Schema
import SwiftProtobuf

extension TableView {
  /// War's part of the view; an empty one at a table that shows none.
  public var war: WarView {
    get { (try? gameView.unpacked(as: WarView.self)) ?? WarView() }
    set { if let view = try? Google_Protobuf_Any(message: newValue) { gameView = view } }
  }
}
