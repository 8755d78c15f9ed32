import Schema

/// One setting: its words, the values that people may set it to, and where it is shown.
public struct SettingDefinition: Sendable {
  /// The key that people type.
  public let key: String
  /// The words beside it on a form; empty for one that commands set and people do not see.
  public let title: String
  /// A few words for the help.
  public let help: String
  /// The form of its value.
  public let form: SettingForm
  /// The values of a choice.
  public let choices: [String]
  /// The value where nothing was set.
  public let initial: String
  /// Whether a home that is restored from a backup, which may come from somebody else, keeps it: it starts no program and names no
  /// folder and no address.
  public let isRestored: Bool
  /// The value as it is stored.
  ///
  /// - Throws: `Refused` with the values allowed.
  public let check: @Sendable (String) throws -> String
  /// The stored value as people set it.
  public let shown: @Sendable (String) -> String
  /// Puts a stored value into the field of its own that it has in the view, if it has one.
  public let show: @Sendable (String, inout SettingsView) -> Void
  /// Puts a stored value into the profile that peers are sent, if they are told of it.
  public let tell: @Sendable (String, inout Profile) -> Void

  /// Whether people are only told that it is set: it gives access to something.
  public var isSecret: Bool { form == .secret }

  /// Describes a setting.
  public init(
    _ key: String, title: String, help: String, form: SettingForm = .text, choices: [String] = [],
    initial: String, isRestored: Bool, check: @escaping @Sendable (String) throws -> String,
    shown: @escaping @Sendable (String) -> String = { $0.isEmpty ? "off" : $0 },
    show: @escaping @Sendable (String, inout SettingsView) -> Void = { _, _ in },
    tell: @escaping @Sendable (String, inout Profile) -> Void = { _, _ in }
  ) {
    (self.key, self.title, self.help) = (key, title, help)
    (self.form, self.choices) = (form, choices)
    (self.initial, self.isRestored) = (initial, isRestored)
    (self.check, self.shown, self.show, self.tell) = (check, shown, show, tell)
  }

  /// Describes a setting that is on or off.
  ///
  /// - Parameter name: what it is, as a sentence begins: "The bell".
  public static func flag(
    _ key: String, title: String, help: String, initial: Bool, name: String,
    show: @escaping @Sendable (Bool, inout SettingsView) -> Void = { _, _ in }
  ) -> SettingDefinition {
    SettingDefinition(
      key, title: title, help: help, form: .flag, initial: initial ? "on" : "off",
      isRestored: true, check: { try flag(name, $0) ? "on" : "off" },
      show: { show($0 == "on", &$1) })
  }

  /// Whether a person means that something is on.
  ///
  /// - Parameter name: what it is, as a sentence begins.
  /// - Throws: `Refused` where that is not clear.
  public static func flag(_ name: String, _ value: String) throws -> Bool {
    guard ["on", "off", "true", "false"].contains(value) else {
      throw Refused(.invalid, "\(name) can be on or off, not \(value).")
    }
    return value == "on" || value == "true"
  }

  /// The absolute path of a folder that a person gives, to be stored; empty for "off".
  ///
  /// - Parameters:
  ///   - limit: the most bytes.
  ///   - sentence: the refusal of anything else.
  /// - Throws: `Refused` with the sentence.
  public static func folder(
    _ value: String, limit: Int, orRefuse sentence: @autoclosure () -> String
  ) throws -> String {
    if value == "off" || value.isEmpty { return "" }
    guard value.hasPrefix("/"), value.utf8.count <= limit, Text.clean(value, limit: limit) == value
    else { throw Refused(.invalid, sentence()) }
    return value
  }

  /// The setting for people, with a stored value.
  ///
  /// - Parameter value: what is stored; of a secret, what people are told of it.
  public func view(of value: String) -> SettingView {
    .with {
      ($0.key, $0.title, $0.help, $0.form) = (key, title, help, form)
      ($0.choices, $0.value, $0.terminalOnly) = (choices, shown(value), !isRestored)
    }
  }
}
