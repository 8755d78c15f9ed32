import Schema
import SwiftProtobuf

extension Node {
  /// What the stream calls a view of a record.
  static func change(_ view: any Message) -> Change.OneOf_What {
    switch view {
    case let view as MessageView: .message(view)
    case let view as FileView: .file(view)
    default: preconditionFailure("\(type(of: view)) is no view that the stream knows")
    }
  }
}
