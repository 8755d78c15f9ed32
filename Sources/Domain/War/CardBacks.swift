import FoundationEssentials
import Schema

/// The back of the cards for each kind of weather (row G-26).
public enum CardBacks {
  /// The most bytes of an answer that are looked at.
  public static let mostBytes = 64 << 10

  /// The name of the back for what OpenWeatherMap, or a service like it, has answered; nil for anything else.
  ///
  /// The number of the weather decides: 2xx thunder, 3xx and 5xx rain, 6xx snow, 7xx fog, 800 clear, above that clouds. It is
  /// night when the icon ends with n or, without an icon, before sunrise and after sunset.
  public static func name(ofAnswer json: Data) -> String? {
    guard json.count <= mostBytes, let answer = try? JSONDecoder().decode(Answer.self, from: json),
      let weather = answer.weather.first
    else { return nil }
    let sort: String
    switch weather.id {
    case 200..<300: sort = "thunder"
    case 300..<400, 500..<600: sort = "rain"
    case 600..<700: sort = "snow"
    case 700..<800: sort = "fog"
    case 800: sort = "clear"
    case 801..<900: sort = "clouds"
    default: return nil
    }
    var isNight = weather.icon?.hasSuffix("n") ?? false
    if weather.icon == nil, let now = answer.dt, let sun = answer.sys, let up = sun.sunrise,
      let down = sun.sunset
    {
      isNight = now < up || now >= down
    }
    return "\(sort)-\(isNight ? "night" : "day")"
  }

  private struct Answer: Decodable {
    struct Weather: Decodable {
      var id: Int
      var icon: String?
    }
    struct Sun: Decodable {
      var sunrise: Double?
      var sunset: Double?
    }
    var weather: [Weather]
    var dt: Double?
    var sys: Sun?
  }

  /// The address to ask for the weather of a place.
  ///
  /// - Parameters:
  ///   - service: the address of the service, with or without a query.
  ///   - place: a town, or latitude,longitude.
  public static func address(_ service: String, key: String, place: String) -> String {
    let numbers = place.split(separator: ",").map { Double(Text.trimmed($0)) }
    var fields: [(String, String)] = []
    if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] {
      fields = [("lat", "\(latitude)"), ("lon", "\(longitude)")]
    } else if !place.isEmpty {
      fields = [("q", place)]
    }
    fields.append(("appid", key))
    let query = fields.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
    return service + (service.contains("?") ? "&" : "?") + query
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
