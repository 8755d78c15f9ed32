import Feature
import Identifiers
import Schema
import Wire

/// The audience of the lobby.
public enum LobbyMode: String, Sendable {
  /// Everybody on the network.
  case open
  /// Paired peers only.
  case paired
  /// Nobody.
  case off
}

/// The settings of a home, checked (rows G-20 to G-25).
public struct Settings: Sendable {
  /// The thirteen accent colours (row G-23).
  public static let colours = [
    "blue", "red", "green", "orange", "purple", "yellow", "pink", "brown", "cyan", "magenta",
    "gray", "black", "white",
  ]

  /// The settings that a restored home keeps; all others are switched off, because a backup may come from somebody else.
  public static func restored(_ registry: Registry) -> Set<String> {
    Set(["color"] + definitions(registry).filter(\.isRestored).map(\.key))
  }

  /// All settings in the order in which people see them: those of the core, of features, and the shares of the disk.
  private static func definitions(_ registry: Registry) -> [SettingDefinition] {
    CoreSettings.first.map(\.definition) + registry.settings
      + CoreSettings.shares.map(\.definition)
  }

  /// The display name, a label.
  public internal(set) var name: String
  /// The accent colour.
  public internal(set) var colour = "blue"
  /// Whether the terminal bell rings.
  public internal(set) var bell = true
  /// Whether only paired peers are told the name (row P-33).
  public internal(set) var quiet = false

  /// The audience of the lobby.
  public internal(set) var lobby = LobbyMode.open

  /// Authors whose messages our person does not want to see, in base32.
  public internal(set) var muted: Set<String> = []

  /// The rooms of ours to which all paired people belong, by their ids in base32 (row P-23).
  public internal(set) var pairedRooms: Set<String> = []

  /// The program that is started when somebody writes to our person, and its arguments; empty for none (row C-17).
  public internal(set) var notifyCommand: [String] = []

  /// Whether that program is told what was written.
  public internal(set) var notifyText = false

  /// The part of our profile that features fill in from their settings.
  public internal(set) var look = Profile()

  /// The descriptions of all settings, and what was set.
  private let definitions: [SettingDefinition]
  private var values: [String: String] = [:]

  /// Returns the stored value of a setting; empty for one that nobody has.
  public func value(_ key: String) -> String {
    values[key] ?? definitions.first { $0.key == key }?.initial ?? ""
  }

  /// The bytes of this disk that each node of a role may fill.
  var shares = Self.defaultShares

  /// These shares where nothing was set.
  static let defaultShares: [NodeRole: Int] = [
    .stranger: Limits.shareStranger, .member: Limits.shareMember, .paired: Limits.sharePaired,
  ]

  /// Returns the bytes of this disk that a node of a role may fill.
  public func share(of role: NodeRole) -> UInt64 { UInt64(shares[role] ?? 0) }

  /// The smallest of these shares.
  var smallestShare: UInt64 { UInt64(shares.values.min() ?? 0) }

  /// Reads stored values; what is missing or no longer valid has its default.
  ///
  /// - Parameter registry: whose features have settings.
  public init(_ stored: [String: String], defaultName: String, _ registry: Registry) {
    definitions = Self.definitions(registry)
    name = Text.clean(defaultName, limit: Limits.name)
    if name.count < 2 { name = "Parlor" }
    values["name"] = name
    for (key, value) in stored { _ = try? set(key, value) }
  }

  /// Changes one setting.
  ///
  /// - Returns: the value as it is stored.
  /// - Throws: `Refused` with the values allowed.
  public mutating func set(_ key: String, _ value: String) throws -> String {
    let key = key == "color" ? "colour" : key
    guard let definition = definitions.first(where: { $0.key == key }) else {
      let keys = definitions.filter { !$0.title.isEmpty }.map(\.key)
      throw Refused(
        .notFound, "There is no setting \(key): the settings are \(Count.list(keys)).")
    }
    let stored = try definition.check(value)
    values[key] = stored
    definition.tell(stored, &look)
    CoreSettings.all.first { $0.definition.key == key }?.read(stored, &self)
    return stored
  }

  /// Ignores an author, or no longer does.
  ///
  /// - Parameter author: the author id in base32.
  /// - Returns: the value of `muted` as it is stored.
  public mutating func mute(_ author: String, _ isMuted: Bool) -> String {
    keep(isMuted ? muted.union([author]) : muted.subtracting([author]), as: "muted")
  }

  /// From now on all paired people belong to a room of ours.
  ///
  /// - Returns: the value of `paired-rooms` as it is stored.
  mutating func addPairedRoom(_ id: RoomID) -> String {
    keep(pairedRooms.union([id.description]), as: "paired-rooms")
  }

  /// Sets a list of ids, which can be any.
  private mutating func keep(_ ids: Set<String>, as key: String) -> String {
    (try? set(key, ids.joined(separator: " "))) ?? ""
  }

  /// The name to show on the network: in quiet mode only the beginning of the node id.
  public func advertisedName(of node: NodeID) -> String {
    quiet ? String(node.description.prefix(16)) : name
  }

  /// The settings as people see them: of a secret, whether it is set.
  public var view: SettingsView { view(withSecrets: false) }

  /// The settings as people see them.
  ///
  /// - Parameter withSecrets: whether secrets are in clear, for programs of this home alone.
  public func view(withSecrets: Bool) -> SettingsView {
    var view = SettingsView()
    for definition in definitions {
      let value = value(definition.key)
      let isHidden = definition.isSecret && !value.isEmpty && !withSecrets
      let told = isHidden ? "set" : value
      definition.show(told, &view)
      if !definition.title.isEmpty { view.settings.append(definition.view(of: told)) }
    }
    return view
  }
}
