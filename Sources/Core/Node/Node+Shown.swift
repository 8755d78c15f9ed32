import Schema
import SwiftProtobuf

extension Node {
  /// What the stream calls a view of a record; nil for one that it has no name for.
  static func change(_ view: any Message) -> Change.OneOf_What? {
    switch view {
    case let view as MessageView: .message(view)
    case let view as FileView: .file(view)
    case let view as EventView: .planned(view)
    default: nil
    }
  }

  /// What answers call a view of a record.
  static func answer(_ view: any Message) -> Answer {
    .with { answer in
      switch view {
      case let view as MessageView: answer.message = view
      case let view as FileView: answer.file = view
      case let view as EventView: answer.event = view
      default: break
      }
    }
  }
}
