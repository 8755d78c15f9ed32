import Schema
import SwiftProtobuf

extension TableView {
  /// The part of rock, paper, scissors in the view; an empty one at a table that shows none.
  public var hands: HandsView {
    get { (try? gameView.unpacked(as: HandsView.self)) ?? HandsView() }
    set { if let view = try? Google_Protobuf_Any(message: newValue) { gameView = view } }
  }
}
