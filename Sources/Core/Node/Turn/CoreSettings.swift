import Feature
import Schema
import Wire

/// A setting of the core: its description, and the property that has its value.
struct CoreSetting: Sendable {
  let definition: SettingDefinition
  /// Puts a stored value into the settings.
  var read: @Sendable (String, inout Settings) -> Void = { _, _ in }
}

extension Settings {
  /// Whether a program is started when somebody writes to our person.
  var startsProgramForMessages: Bool {
    !notifyCommand.isEmpty && value("notify-messages") == "on"
  }
}

/// The settings of the core (rows G-20 to G-25).
enum CoreSettings {
  /// All of them.
  static let all = first + shares

  /// Those that people see before the settings of features.
  static let first = [
    name, colour, bell, quiet, lobby, muted, pairedRooms, notifyCommand, notifyMessages,
    notifyText,
  ]

  /// The shares of the disk.
  static let shares = [
    share(
      of: .stranger, "A stranger",
      "MiB of your disk that each node may fill whose key you have not paired with"
    ) { $1.shareStranger = $0 },
    share(
      of: .member, "Somebody in a private room with you",
      "the same for one with a member of a private room of yours"
    ) { $1.shareMember = $0 },
    share(
      of: .paired, "Somebody you have paired with", "the same for one that you have paired with"
    ) { $1.sharePaired = $0 },
  ]

  private static let name = CoreSetting(
    definition: SettingDefinition(
      "name", title: "Display name", help: "what others see; longer than one character",
      initial: "", isRestored: true,
      check: { value in
        let cleaned = try Refused.line(value, "The name", limit: Limits.name)
        guard cleaned.count > 1 else {
          throw Refused(.invalid, "A name has at least 2 characters: choose a longer one.")
        }
        return cleaned
      }, show: { $1.name = $0 }), read: { $1.name = $0 })

  private static let colour = CoreSetting(
    definition: SettingDefinition(
      "colour", title: "Colour", help: "one of \(Settings.colours.joined(separator: ", "))",
      form: .choice, choices: Settings.colours, initial: "blue", isRestored: true,
      check: { value in
        guard Settings.colours.contains(value) else {
          throw Refused(
            .invalid,
            "There is no colour \(value): choose one of \(Settings.colours.joined(separator: ", "))."
          )
        }
        return value
      }, show: { $1.colour = $0 }), read: { $1.colour = $0 })

  private static let bell = CoreSetting(
    definition: .flag(
      "bell", title: "Sounds and vibration at the table", help: "on or off", initial: true,
      name: "The bell", show: { $1.bell = $0 }), read: { $1.bell = $0 == "on" })

  private static let quiet = CoreSetting(
    definition: .flag(
      "quiet", title: "Only paired people are told your name",
      help: "on or off: if on, only paired peers are told your name", initial: false,
      name: "Quiet mode", show: { $1.quiet = $0 }), read: { $1.quiet = $0 == "on" })

  private static let lobby = CoreSetting(
    definition: SettingDefinition(
      "lobby", title: "The lobby is shared with",
      help: "open, paired or off: who shares the lobby", form: .choice,
      choices: ["open", "paired", "off"], initial: LobbyMode.open.rawValue, isRestored: true,
      check: { value in
        guard LobbyMode(rawValue: value) != nil else {
          throw Refused(.invalid, "The lobby can be open, paired or off, not \(value).")
        }
        return value
      }, show: { $1.lobby = $0 }), read: { $1.lobby = LobbyMode(rawValue: $0) ?? .open })

  private static let muted = CoreSetting(
    definition: SettingDefinition(
      "muted", title: "Ignored", help: "the ids of people whose messages you do not want to see",
      form: .people, initial: "", isRestored: true,
      check: { ids($0).sorted().joined(separator: " ") },
      shown: { $0 }, show: { $1.muted = ids($0).sorted() }), read: { $1.muted = ids($0) })

  private static let pairedRooms = CoreSetting(
    definition: SettingDefinition(
      "paired-rooms", title: "", help: "", initial: "", isRestored: true,
      check: { ids($0).sorted().joined(separator: " ") }), read: { $1.pairedRooms = ids($0) })

  private static let notifyCommand = CoreSetting(
    definition: SettingDefinition(
      "notify-command", title: "The program that is started when somebody writes to you",
      help:
        "a program, with arguments, that is started when somebody writes to you or an event comes; off for none",
      initial: "", isRestored: false, check: { try words($0).joined(separator: " ") },
      show: { $1.notifyCommand = $0 }),
    read: { $1.notifyCommand = $0.split(separator: " ").map(String.init) })

  private static let notifyMessages = CoreSetting(
    definition: .flag(
      "notify-messages", title: "You are told when somebody writes to you",
      help: "on or off: whether it is started for messages, and not for events alone",
      initial: true, name: "Being told of messages"))

  private static let notifyText = CoreSetting(
    definition: .flag(
      "notify-text", title: "Notifications show what was written",
      help: "on or off: whether it is told what was written", initial: false,
      name: "Telling the program what was written", show: { $1.notifyText = $0 }),
    read: { $1.notifyText = $0 == "on" })

  /// The ids in a list with blanks between them.
  private static func ids(_ value: String) -> Set<String> {
    Set(value.split(separator: " ").map(String.init))
  }

  /// The words of a command; it is started as it stands, without a shell.
  private static func words(_ value: String) throws -> [String] {
    guard value.utf8.count <= Limits.text, Text.clean(value, limit: Limits.text) == value else {
      throw Refused(
        .invalid,
        "The command is longer than \(Limits.text) bytes, or holds control characters: write a script and name that."
      )
    }
    return value == "off" ? [] : value.split(separator: " ").map(String.init)
  }

  /// The share of the disk that a role may fill, in MiB.
  private static func share(
    of role: NodeRole, _ title: String, _ help: String,
    show: @escaping @Sendable (UInt32, inout SettingsView) -> Void
  ) -> CoreSetting {
    let initial = Settings.defaultShares[role] ?? 0
    return CoreSetting(
      definition: SettingDefinition(
        "share-\(role.rawValue)", title: title, help: help, form: .number,
        initial: String(initial >> 20), isRestored: true,
        check: { value in
          guard let mebibytes = Int(value), Limits.shareMebibytes.contains(mebibytes) else {
            throw Refused(
              .invalid,
              "A share of the disk is a whole number of MiB from \(Limits.shareMebibytes.lowerBound) to \(Limits.shareMebibytes.upperBound), not \(value)."
            )
          }
          return String(mebibytes)
        }, show: { show(UInt32($0) ?? 0, &$1) }),
      read: { $1.shares[role] = (Int($0) ?? 0) << 20 })
  }
}
