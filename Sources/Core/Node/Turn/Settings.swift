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

  /// The settings of the core that a restored home keeps, as `SettingDefinition.isRestored` says of others.
  private static let restoredOwn: Set = [
    "name", "colour", "color", "bell", "quiet", "lobby", "muted", "paired-rooms", "notify-text",
    "share-stranger", "share-member", "share-paired",
  ]

  /// The settings that a restored home keeps; all others are switched off, because a backup may come from somebody else.
  public static func restored(_ registry: Registry) -> Set<String> {
    restoredOwn.union(registry.settings.filter(\.isRestored).map(\.key))
  }

  /// The display name, a label.
  public private(set) var name: String
  /// The accent colour.
  public private(set) var colour = "blue"
  /// Whether the terminal bell rings.
  public private(set) var bell = true
  /// Whether only paired peers are told the name (row P-33).
  public private(set) var quiet = false

  /// The audience of the lobby.
  public private(set) var lobby = LobbyMode.open

  /// Authors whose messages our person does not want to see, in base32.
  public private(set) var muted: Set<String> = []

  /// The rooms of ours to which all paired people belong, by their ids in base32 (row P-23).
  public private(set) var pairedRooms: Set<String> = []

  /// The program that is started when somebody writes to our person, and its arguments; empty for none (row C-17).
  public private(set) var notifyCommand: [String] = []

  /// Whether that program is told what was written.
  public private(set) var notifyText = false

  /// The settings of features, and what was set of them.
  private let definitions: [SettingDefinition]
  private var values: [String: String] = [:]

  /// Returns the value of a feature's setting; empty for one that no feature has.
  public func value(_ key: String) -> String {
    values[key] ?? definitions.first { $0.key == key }?.initial ?? ""
  }

  /// The bytes of this disk that each node of a role may fill.
  private var shares: [NodeRole: Int] = [
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
    definitions = registry.settings
    name = Text.clean(defaultName, limit: Limits.name)
    if name.count < 2 { name = "Parlor" }
    for (key, value) in stored { _ = try? set(key, value) }
  }

  /// Changes one setting.
  ///
  /// - Returns: the value as it is stored.
  /// - Throws: `Refused` with the values allowed.
  public mutating func set(_ key: String, _ value: String) throws -> String {
    switch key {
    case "name":
      let cleaned = try Refused.line(value, "The name", limit: Limits.name)
      guard cleaned.count > 1 else {
        throw Refused(.invalid, "A name has at least 2 characters: choose a longer one.")
      }
      name = cleaned
      return cleaned
    case "colour", "color":
      guard Self.colours.contains(value) else {
        throw Refused(
          .invalid,
          "There is no colour \(value): choose one of \(Self.colours.joined(separator: ", ")).")
      }
      colour = value
      return value
    case "bell":
      bell = try SettingDefinition.flag("The bell", value)
      return bell ? "on" : "off"
    case "quiet":
      quiet = try SettingDefinition.flag("Quiet mode", value)
      return quiet ? "on" : "off"
    case "lobby":
      guard let mode = LobbyMode(rawValue: value) else {
        throw Refused(.invalid, "The lobby can be open, paired or off, not \(value).")
      }
      lobby = mode
      return value
    case "muted":
      muted = Set(value.split(separator: " ").map(String.init))
      return muted.sorted().joined(separator: " ")
    case "paired-rooms":
      pairedRooms = Set(value.split(separator: " ").map(String.init))
      return pairedRooms.sorted().joined(separator: " ")
    case "notify-command":
      notifyCommand = try Self.words(value)
      return notifyCommand.joined(separator: " ")
    case "notify-text":
      notifyText = try SettingDefinition.flag("Telling the program what was written", value)
      return notifyText ? "on" : "off"
    case "share-stranger", "share-member", "share-paired":
      return try set(share: key, value)
    default:
      guard let definition = definitions.first(where: { $0.key == key }) else {
        let keys =
          ["name", "colour", "bell", "quiet", "lobby", "muted", "notify-command", "notify-text"]
          + definitions.map(\.key) + ["share-stranger", "share-member"]
        throw Refused(
          .notFound,
          "There is no setting \(key): the settings are \(keys.joined(separator: ", ")) and share-paired."
        )
      }
      let stored = try definition.check(value)
      values[key] = stored
      return stored
    }
  }

  /// Sets the share of the disk that a role may fill, in MiB.
  private mutating func set(share key: String, _ value: String) throws -> String {
    let role = NodeRole(rawValue: String(key.dropFirst("share-".count))) ?? .stranger
    guard let mebibytes = Int(value), Limits.shareMebibytes.contains(mebibytes) else {
      throw Refused(
        .invalid,
        "A share of the disk is a whole number of MiB from \(Limits.shareMebibytes.lowerBound) to \(Limits.shareMebibytes.upperBound), not \(value)."
      )
    }
    shares[role] = mebibytes << 20
    return String(mebibytes)
  }

  /// Ignores an author, or no longer does.
  ///
  /// - Parameter author: the author id in base32.
  /// - Returns: the value of `muted` as it is stored.
  public mutating func mute(_ author: String, _ isMuted: Bool) -> String {
    if isMuted { muted.insert(author) } else { muted.remove(author) }
    return muted.sorted().joined(separator: " ")
  }

  /// From now on all paired people belong to a room of ours.
  ///
  /// - Returns: the value of `paired-rooms` as it is stored.
  mutating func addPairedRoom(_ id: RoomID) -> String {
    pairedRooms.insert(id.description)
    return pairedRooms.sorted().joined(separator: " ")
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
    view.name = name
    view.colour = colour
    view.bell = bell
    view.quiet = quiet
    view.lobby = lobby.rawValue
    view.muted = muted.sorted()
    view.notifyCommand = notifyCommand.joined(separator: " ")
    view.notifyText = notifyText
    for definition in definitions {
      let value = value(definition.key)
      let isHidden = definition.isSecret && !value.isEmpty && !withSecrets
      definition.show(isHidden ? "set" : value, &view)
    }
    view.shareStranger = UInt32(share(of: .stranger) >> 20)
    view.shareMember = UInt32(share(of: .member) >> 20)
    view.sharePaired = UInt32(share(of: .paired) >> 20)
    return view
  }
}
