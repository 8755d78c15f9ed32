import Feature
import Schema

/// The settings that people have for the chat.
enum ChatSettings {
  /// Whether `@all` counts as a mention of our person (row C-16).
  static let mentionAll = SettingDefinition.flag(
    "mention-all", title: "@all means you too",
    help: "on or off: whether @all counts as a mention of you", initial: true,
    name: "Being mentioned by @all", show: { $1.mentionAll = $0 })
}
