import Feature
import Schema

/// The settings that people have for War.
public enum WarSettings {
  /// The address of the weather service; empty for none (row G-26).
  public static let weatherURL = SettingDefinition(
    "weather-url", title: "Where the weather is asked for: it answers as OpenWeatherMap does",
    help:
      "where the weather is asked for when you host or join, as OpenWeatherMap answers; off for nowhere",
    initial: "", isRestored: false,
    check: { value in
      let address = try line("weather-url", value)
      guard address.isEmpty || ["http://", "https://"].contains(where: address.hasPrefix) else {
        throw Refused(
          .invalid,
          "\(address) is not an address: give one such as https://api.openweathermap.org/data/2.5/weather, or off."
        )
      }
      return address
    }, show: { $1.weatherURL = $0 })

  /// The key by which that service knows our person (row G-27).
  public static let weatherKey = SettingDefinition(
    "weather-key", title: "Your key for the weather", help: "what that service knows you by",
    form: .secret, initial: "", isRestored: true,
    check: { try line("weather-key", $0) }, show: { $1.weatherKey = $0 })

  /// The place of our person: a town, or latitude,longitude.
  public static let weatherPlace = SettingDefinition(
    "weather-place", title: "Where you are", help: "a town, or latitude,longitude", initial: "",
    isRestored: true, check: { try line("weather-place", $0) },
    show: { $1.weatherPlace = $0 })

  /// The back of our cards: plain, or a weather and a time of day.
  public static let cardBack = SettingDefinition(
    CardBack.setting, title: "The back of your cards",
    help:
      "the back of your cards: plain, or a weather as clear-day, which the weather sets when you host or join",
    form: .choice, choices: CardBack.names, initial: CardBack.plain, isRestored: true,
    check: { value in
      guard CardBack(name: value) != nil else {
        throw Refused(
          .invalid,
          "There is no card back \(value): choose one of \(CardBack.names.joined(separator: ", "))."
        )
      }
      return value
    }, show: { $1.cardBack = $0 }, tell: { $1.back = CardBack(name: $0) ?? .unspecified })

  /// All of them.
  static let all = [weatherURL, weatherKey, weatherPlace, cardBack]

  /// The most bytes of one of these settings.
  private static let mostBytes = 512

  private static func line(_ key: String, _ value: String) throws -> String {
    guard value.utf8.count <= mostBytes,
      value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else {
      throw Refused(
        .invalid,
        "\(key) is longer than \(mostBytes) bytes or holds control characters: shorten it.")
    }
    return value == "off" ? "" : value
  }
}
