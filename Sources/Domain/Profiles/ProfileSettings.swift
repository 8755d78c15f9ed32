import Feature
import Schema

/// The settings of profiles.
public enum ProfileSettings {
  /// The most minutes without use: a day.
  static let mostMinutes = 1_440

  /// The program that takes a mail on standard input, as `sendmail -t -i` does.
  public static let mailCommand = SettingDefinition(
    "mail-command", initial: "", isRestored: false,
    check: { value in
      let words = value == "default" ? "" : value
      guard words.utf8.count <= 1_024, Text.clean(words, limit: .max) == words else {
        throw Refused(
          .invalid,
          "The command is longer than 1024 bytes, or holds control characters: write a script and name that."
        )
      }
      return words.split(separator: " ").joined(separator: " ")
    }, show: { $1.mailCommand = $0 })

  /// After how many minutes without use the home locks.
  public static let lockAfter = SettingDefinition(
    "lock-after", initial: "0", isRestored: true,
    check: { value in
      let value = value == "off" ? "0" : value
      guard let minutes = Int(value), 0...mostMinutes ~= minutes else {
        throw Refused(
          .invalid,
          "The time after which the home locks is a number of minutes up to \(mostMinutes), or off, not \(value)."
        )
      }
      return String(minutes)
    }, show: { $1.lockAfter = UInt32($0) ?? 0 })
}
