import Events
import Feature
import Identifiers
import Schema
import Wire

/// Whom the lobby is shared with.
public enum LobbyMode: String, Sendable {
  /// Everybody on the network.
  case open
  /// Paired peers only.
  case paired
  /// Nobody.
  case off
}

/// The settings of a home, checked (rows G-20 to G-25).
public struct Settings: Equatable, Sendable {
  /// The thirteen accent colours (row G-23).
  public static let colours = [
    "blue", "red", "green", "orange", "purple", "yellow", "pink", "brown", "cyan", "magenta",
    "gray", "black", "white",
  ]

  /// The settings that a restored home keeps: they start no program and name no folder and no address.
  ///
  /// All others are switched off, because a backup may come from somebody else.
  public static let restored: Set = [
    "name", "colour", "color", "bell", "quiet", "lobby", "muted", "mention-all", "notify-text",
    "notify-limit", "picture-search-key", "share-stranger", "share-member", "share-paired",
  ]

  /// The display name, a label.
  public private(set) var name: String
  /// The accent colour.
  public private(set) var colour = "blue"
  /// Whether the terminal bell rings.
  public private(set) var bell = true
  /// Whether only paired peers are told the name (row P-33).
  public private(set) var quiet = false

  /// Whom the lobby is shared with.
  public private(set) var lobby = LobbyMode.open

  /// Authors whose messages our person does not want to see, in base32.
  public private(set) var muted: Set<String> = []

  /// Whether `@all` counts as a mention of our person (row C-16).
  public private(set) var mentionAll = true

  /// The program that is started when somebody writes to our person, and its arguments; empty for none (row C-17).
  public private(set) var notifyCommand: [String] = []

  /// Whether that program is told what was written.
  public private(set) var notifyText = false

  /// The directory of pictures that are found by their names; empty for none (row E-39).
  public private(set) var pictureFolder = ""

  /// Where pictures are searched for on the network; empty for nowhere (row E-39).
  public private(set) var pictureSearchURL = ""

  /// What that service knows our person by.
  public private(set) var pictureSearchKey = ""

  /// Of how many of the soonest events our person is told when they come (row E-02).
  public private(set) var notifyLimit = Reminders.limit

  /// The key of `calendarFolder`.
  public static let calendarFolder = "calendar-folder"

  /// The absolute path of the folder of calendar files that is kept in step with what is planned; empty for none (row E-56).
  public private(set) var calendarFolder = ""

  /// How many bytes of this disk each node of a role may fill.
  private var shares: [NodeRole: Int] = [
    .stranger: Limits.shareStranger, .member: Limits.shareMember, .paired: Limits.sharePaired,
  ]

  /// How many bytes of this disk a node of a role may fill.
  public func share(of role: NodeRole) -> UInt64 { UInt64(shares[role] ?? 0) }

  /// The smallest of these shares.
  var smallestShare: UInt64 { UInt64(shares.values.min() ?? 0) }

  /// Reads stored values; what is missing or no longer valid has its default.
  public init(_ stored: [String: String], defaultName: String) {
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
      bell = try Self.flag("The bell", value)
      return bell ? "on" : "off"
    case "quiet":
      quiet = try Self.flag("Quiet mode", value)
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
    case "mention-all":
      mentionAll = try Self.flag("Being mentioned by @all", value)
      return mentionAll ? "on" : "off"
    case "notify-command":
      notifyCommand = try Self.words(value)
      return notifyCommand.joined(separator: " ")
    case "notify-text":
      notifyText = try Self.flag("Telling the program what was written", value)
      return notifyText ? "on" : "off"
    case "notify-limit":
      guard let limit = Int(value), (0...Reminders.mostLimit).contains(limit) else {
        throw Refused(
          .invalid,
          "notify-limit cannot be \(value): choose a number from 0, for no reminders, to \(Reminders.mostLimit)."
        )
      }
      notifyLimit = limit
      return String(limit)
    case Self.calendarFolder:
      calendarFolder = try Self.folder(value)
      return calendarFolder
    case "share-stranger", "share-member", "share-paired":
      return try set(share: key, value)
    case "picture-folder", "picture-search-url", "picture-search-key":
      return try set(picture: key, value)
    default:
      throw Refused(
        .notFound,
        "There is no setting \(key): the settings are name, colour, bell, quiet, lobby, muted, mention-all, notify-command, notify-text, notify-limit, picture-folder, picture-search-url, picture-search-key, calendar-folder, share-stranger, share-member and share-paired."
      )
    }
  }

  /// Where pictures come from; off for nowhere.
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

  private mutating func set(picture key: String, _ value: String) throws -> String {
    let value = value == "off" ? "" : value
    guard value.utf8.count <= 4_096, Text.clean(value, limit: 4_096) == value else {
      throw Refused(
        .invalid, "That is longer than 4096 bytes, or holds control characters: shorten it.")
    }
    switch key {
    case "picture-folder":
      guard value.isEmpty || value.hasPrefix("/") else {
        throw Refused(.invalid, "\(value) does not begin with /: give the whole path, or off.")
      }
      pictureFolder = value
    case "picture-search-url":
      guard value.isEmpty || ["http://", "https://"].contains(where: value.hasPrefix) else {
        throw Refused(
          .invalid,
          "\(value) is not an address: give one such as https://www.flickr.com/services/rest/, or off."
        )
      }
      pictureSearchURL = value
    default: pictureSearchKey = value
    }
    return value
  }

  /// Ignores an author, or no longer does.
  ///
  /// - Parameter author: the author id in base32.
  /// - Returns: the value of `muted` as it is stored.
  public mutating func mute(_ author: String, _ isMuted: Bool) -> String {
    if isMuted { muted.insert(author) } else { muted.remove(author) }
    return muted.sorted().joined(separator: " ")
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

  /// The path of a folder as it is stored; `off` is none.
  ///
  /// - Throws: `Refused`.
  public static func folder(_ value: String) throws -> String {
    if value == "off" || value.isEmpty { return "" }
    guard value.hasPrefix("/"), value.utf8.count <= Limits.text,
      Text.clean(value, limit: Limits.text) == value
    else {
      throw Refused(
        .invalid,
        "The path of a calendar folder begins with / and has no control characters: correct it, or give off."
      )
    }
    return value
  }

  private static func flag(_ what: String, _ value: String) throws -> Bool {
    guard ["on", "off", "true", "false"].contains(value) else {
      throw Refused(.invalid, "\(what) can be on or off, not \(value).")
    }
    return value == "on" || value == "true"
  }

  /// The name to show on the network: in quiet mode only the beginning of the node id.
  public func advertisedName(of node: NodeID) -> String {
    quiet ? String(node.description.prefix(16)) : name
  }

  /// The value of a setting that features ask for, as people type it; empty for any other.
  func text(_ key: String) -> String {
    switch key {
    case "notify-limit": "\(notifyLimit)"
    default: ""
    }
  }

  /// The settings as people see them.
  public var view: SettingsView {
    var view = SettingsView()
    view.name = name
    view.colour = colour
    view.bell = bell
    view.quiet = quiet
    view.lobby = lobby.rawValue
    view.muted = muted.sorted()
    view.mentionAll = mentionAll
    view.notifyCommand = notifyCommand.joined(separator: " ")
    view.notifyText = notifyText
    view.pictureFolder = pictureFolder
    view.pictureSearchURL = pictureSearchURL
    view.pictureSearchKey = pictureSearchKey
    view.notifyLimit = UInt32(notifyLimit)
    view.calendarFolder = calendarFolder
    view.shareStranger = UInt32(share(of: .stranger) >> 20)
    view.shareMember = UInt32(share(of: .member) >> 20)
    view.sharePaired = UInt32(share(of: .paired) >> 20)
    return view
  }
}
