import Commands
import Schema
import Terminal

/// One setting of a home: its name, what it is, and its value as people are shown it.
struct ShownSetting: Sendable {
  let key: String
  /// A few words for the help.
  let meaning: String
  let value: @Sendable (SettingsView) -> String

  /// All settings, in the order in which they are listed.
  static let all: [ShownSetting] = [
    ShownSetting("name", "what others see; longer than one character") { $0.name.plain },
    ShownSetting(
      "colour", "one of \(AccentColour.allCases.map(\.rawValue).joined(separator: ", "))"
    ) { Output.style.coloured($0.colour.plain, AccentColour(name: $0.colour)) },
    ShownSetting("bell", "on or off") { flag($0.bell) },
    ShownSetting("quiet", "on or off: if on, only paired peers are told your name") {
      flag($0.quiet)
    },
    ShownSetting("lobby", "open, paired or off: who shares the lobby") { $0.lobby.plain },
    ShownSetting("mention-all", "on or off: whether @all counts as a mention of you") {
      flag($0.mentionAll)
    },
    ShownSetting(
      "notify-command",
      "a program, with arguments, that is started when somebody writes to you or an event comes; off for none"
    ) { text($0.notifyCommand) },
    ShownSetting("notify-text", "on or off: whether it is told what was written") {
      flag($0.notifyText)
    },
    ShownSetting(
      "notify-limit", "how many of the next events you are told of when they come; 0 for none"
    ) { "\($0.notifyLimit)" },
    ShownSetting(
      "picture-folder",
      "a directory whose pictures `event picture search` finds; off for none"
    ) { text($0.pictureFolder) },
    ShownSetting(
      "picture-search-url",
      "where it searches on the network, as Flickr answers; off for nowhere"
    ) { text($0.pictureSearchURL) },
    ShownSetting("picture-search-key", "what that service knows you by") {
      text($0.pictureSearchKey)
    },
    ShownSetting(
      "calendar-folder",
      "a folder of calendar files that is kept in sync with your events; off for none"
    ) { text($0.calendarFolder) },
    ShownSetting(
      "mail-command",
      "a program, with arguments, that takes mails as `sendmail -t -i` does; default for that one, off for none"
    ) { text($0.mailCommand, empty: "default") },
    ShownSetting(
      "lock-after",
      "minutes without use after which a home with a password locks, and whenever its daemon starts; off for never"
    ) { $0.lockAfter == 0 ? off : "\($0.lockAfter)" },
    ShownSetting(
      "weather-url",
      "where the weather is asked for when you host or join, as OpenWeatherMap answers; off for nowhere"
    ) { text($0.weatherURL) },
    ShownSetting("weather-key", "what that service knows you by") { text($0.weatherKey) },
    ShownSetting("weather-place", "a town, or latitude,longitude") { text($0.weatherPlace) },
    ShownSetting(
      "card-back",
      "the back of your cards: plain, or a weather as clear-day, which the weather sets when you host or join"
    ) { $0.cardBack.plain },
    ShownSetting(
      "share-stranger",
      "MiB of your disk that each node may fill whose key you have not paired with"
    ) { "\($0.shareStranger)" },
    ShownSetting(
      "share-member", "the same for one with a member of a private room of yours"
    ) { "\($0.shareMember)" },
    ShownSetting("share-paired", "the same for one that you have paired with") {
      "\($0.sharePaired)"
    },
  ]

  /// Their names, for a sentence.
  static var names: String {
    Count.list(all.map(\.key), "or")
  }

  /// Each with what it is, for the help; lines after the first are as far in as the help itself.
  static var explained: String {
    all.flatMap { setting in
      let lines = wrapped(setting.meaning)
      return lines.enumerated().map { number, line in
        let head = number == 0 ? setting.key : ""
        return head + String(repeating: " ", count: column - head.count) + line
      }
    }.joined(separator: "\n  ")
  }

  /// Places before what a setting is.
  private static let column = 20
  /// The longest line of what a setting is.
  private static let longest = 56

  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: [""]) { lines, word in
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + word.count < longest {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }

  private init(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (SettingsView) -> String
  ) {
    (self.key, self.meaning, self.value) = (key, meaning, value)
  }

  private static let off = "off"

  private static func flag(_ isOn: Bool) -> String { isOn ? "on" : off }

  private static func text(_ value: String, empty: String = off) -> String {
    value.isEmpty ? empty : value.plain
  }
}
