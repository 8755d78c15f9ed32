import Feature
import Schema

extension Feature {
  /// What people say to each other (specification section 15).
  public static let chat = Feature(
    name: "chat", kinds: [Kind(.chatMessage, ChatMessage.self, title: \.text).erased])
}
