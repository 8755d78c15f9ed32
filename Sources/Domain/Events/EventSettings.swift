import Feature
import Schema

/// The settings of events.
public enum EventSettings {
  /// Of how many of the soonest events our person is told when they come (row E-02).
  static let notifyLimit = SettingDefinition(
    "notify-limit", title: "How many of the soonest events you are told of",
    help: "of how many of the soonest events you are told when they come; 0 for none",
    form: .number, initial: String(Reminders.limit), isRestored: true,
    check: { value in
      guard let limit = Int(value), (0...Reminders.mostLimit).contains(limit) else {
        throw Refused(
          .invalid,
          "notify-limit cannot be \(value): choose a number from 0, for no reminders, to \(Reminders.mostLimit)."
        )
      }
      return String(limit)
    }, show: { $1.notifyLimit = UInt32($0) ?? 0 })

  /// The directory of pictures that are found by their names; empty for none (row E-39).
  static let pictureFolder = SettingDefinition(
    "picture-folder", title: "The folder of pictures",
    help: "a directory whose pictures `event picture search` finds; off for none", initial: "",
    isRestored: false,
    check: { value in
      let path = try picture(value)
      guard path.isEmpty || path.hasPrefix("/") else {
        throw Refused(.invalid, "\(path) does not begin with /: give the whole path, or off.")
      }
      return path
    }, show: { $1.pictureFolder = $0 })

  /// The address of the service that searches for pictures on the network; empty for none (row E-39).
  static let pictureSearchURL = SettingDefinition(
    "picture-search-url", title: "Where pictures are searched for",
    help: "where it searches on the network, as Flickr answers; off for nowhere", initial: "",
    isRestored: false,
    check: { value in
      let address = try picture(value)
      guard address.isEmpty || ["http://", "https://"].contains(where: address.hasPrefix) else {
        throw Refused(
          .invalid,
          "\(address) is not an address: give one such as https://www.flickr.com/services/rest/, or off."
        )
      }
      return address
    }, show: { $1.pictureSearchURL = $0 })

  /// The key by which that service knows our person.
  static let pictureSearchKey = SettingDefinition(
    "picture-search-key", title: "Your key for the search for pictures",
    help: "what that service knows you by", form: .secret, initial: "", isRestored: true,
    check: { try picture($0) }, show: { $1.pictureSearchKey = $0 })

  /// The absolute path of the folder of calendar files that is kept in step with what is planned; empty for none (row E-56).
  public static let calendarFolder = SettingDefinition(
    "calendar-folder", title: "The folder of calendar files",
    help: "a folder of calendar files that is kept in sync with your events; off for none",
    initial: "", isRestored: false, check: { try folder($0) },
    show: { $1.calendarFolder = $0 })

  /// All of them.
  static let all = [
    notifyLimit, pictureFolder, pictureSearchURL, pictureSearchKey, calendarFolder,
  ]

  /// Bytes of a path of the calendar folder.
  private static let longestFolder = 280
  /// Bytes of what says where pictures come from.
  private static let longestPicture = 4_096

  /// Checks a source of pictures: a path, an address or a key. `off` is empty.
  private static func picture(_ value: String) throws -> String {
    let value = value == "off" ? "" : value
    guard value.utf8.count <= longestPicture, Text.clean(value, limit: longestPicture) == value
    else {
      throw Refused(
        .invalid, "That is longer than 4096 bytes, or holds control characters: shorten it.")
    }
    return value
  }

  private static func folder(_ value: String) throws -> String {
    try SettingDefinition.folder(
      value, limit: longestFolder,
      orRefuse:
        "The path of a calendar folder begins with / and has no control characters: correct it, or give off."
    )
  }
}
