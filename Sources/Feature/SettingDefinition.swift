import Schema

/// One setting of a feature: what people may set it to, and how it is shown beside the settings of the core.
public struct SettingDefinition: Sendable {
  /// The key that people type.
  public let key: String
  /// The value where nothing was set.
  public let initial: String
  /// A home that is restored from a backup, which may come from somebody else, keeps it: it starts no program and names no
  /// folder and no address.
  public let isRestored: Bool
  /// Whether people are only told that it is set: it gives access to something.
  public let isSecret: Bool
  /// The value as it is stored.
  ///
  /// - Throws: `Refused` with the values allowed.
  public let check: @Sendable (String) throws -> String
  /// Shows a stored value.
  public let show: @Sendable (String, inout SettingsView) -> Void

  /// Describes a setting.
  public init(
    _ key: String, initial: String, isRestored: Bool, isSecret: Bool = false,
    check: @escaping @Sendable (String) throws -> String,
    show: @escaping @Sendable (String, inout SettingsView) -> Void
  ) {
    self.key = key
    self.initial = initial
    self.isRestored = isRestored
    self.isSecret = isSecret
    self.check = check
    self.show = show
  }

  /// Describes a setting that is on or off.
  ///
  /// - Parameter name: what it is, as a sentence begins: "The bell".
  public static func flag(
    _ key: String, initial: Bool, name: String,
    show: @escaping @Sendable (Bool, inout SettingsView) -> Void
  ) -> SettingDefinition {
    SettingDefinition(
      key, initial: initial ? "on" : "off", isRestored: true,
      check: { try flag(name, $0) ? "on" : "off" }, show: { show($0 == "on", &$1) })
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
}
