/// Time zones as people and shells write them, beside the names of the time zone database (row E-71).
public enum ZoneText {
  /// The name in the time zone database of a zone that is whole hours from UTC: UTC-3, GMT+2, or as shells have it.
  ///
  /// - Parameter isPOSIX: with the sign of the variable TZ, for which UTC-3 is east of UTC; people mean west.
  /// - Returns: nil for anything else.
  public static func name(_ text: String, isPOSIX: Bool = false) -> String? {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(letters.count)
    guard letters.count >= 3, isPOSIX || ["UTC", "GMT"].contains(letters.uppercased()) else {
      return nil
    }
    let hasSign = rest.first == "+" || rest.first == "-"
    guard hasSign || isPOSIX, (1...2).contains(rest.count - (hasSign ? 1 : 0)),
      let hours = DateText.count(hasSign ? rest.dropFirst() : rest), hours <= 14
    else { return nil }
    if hours == 0 { return "UTC" }
    // The names have the sign of TZ.
    let isWest = (rest.first == "-") != isPOSIX
    guard isWest ? hours <= 12 : hours <= 14 else { return nil }
    return "Etc/GMT\(isWest ? "+" : "-")\(hours)"
  }
}
