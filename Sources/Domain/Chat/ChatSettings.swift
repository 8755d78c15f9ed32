import Feature
import Schema

/// The settings that people have for the chat.
enum ChatSettings {
  /// Whether `@all` counts as a mention of our person (row C-16).
  static let mentionAll = SettingDefinition.flag(
    "mention-all", initial: true, name: "Being mentioned by @all", show: { $1.mentionAll = $0 })
}
