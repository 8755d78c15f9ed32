import Feature
import Schema

/// The settings of profiles.
public enum ProfileSettings {
  /// The most minutes without use: a day.
  static let mostMinutes = 1_440

  /// The program that takes a mail on standard input, as `sendmail -t -i` does.
  public static let mailCommand = SettingDefinition(
    "mail-command", title: "The program that sends mails of the account",
    help:
      "a program, with arguments, that takes mails as `sendmail -t -i` does; default for that one, off for none",
    initial: "", isRestored: false,
    check: { value in
      let words = value == "default" ? "" : value
      guard words.utf8.count <= 1_024, Text.clean(words, limit: .max) == words else {
        throw Refused(
          .invalid,
          "The command is longer than 1024 bytes, or holds control characters: write a script and name that."
        )
      }
      return words.split(separator: " ").joined(separator: " ")
    }, shown: { $0.isEmpty ? "default" : $0 }, show: { $1.mailCommand = $0 })

  /// After how many minutes without use the home locks.
  public static let lockAfter = SettingDefinition(
    "lock-after", title: "Minutes without use after which the home locks",
    help:
      "minutes without use after which a home with a password locks, and whenever its daemon starts; off for never",
    initial: "0", isRestored: true,
    check: { value in
      let value = value == "off" ? "0" : value
      guard let minutes = Int(value), 0...mostMinutes ~= minutes else {
        throw Refused(
          .invalid,
          "The time after which the home locks is a number of minutes up to \(mostMinutes), or off, not \(value)."
        )
      }
      return String(minutes)
    }, shown: { $0 == "0" ? "off" : $0 }, show: { $1.lockAfter = UInt32($0) ?? 0 })
}
