import Schema
import SwiftProtobuf

extension Methods {
  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

  /// The method with a path; nil where there is none.
  public static func method(_ path: String) -> AnyMethod? { byPath[path] }

  /// Has the schema's messages found by name, as JSON needs it for what holds any message. Cheap after the first time.
  public static func registerMessages() { _ = registration }

  private static let registration: Void = {
    for message in SchemaMessages.all {
      Google_Protobuf_Any.register(messageType: message)
    }
  }()
}
