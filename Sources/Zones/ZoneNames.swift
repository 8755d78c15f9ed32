/// Names of time zones that the database may not have: old ones, and those of Windows.
public enum ZoneNames {
  /// The zone of a name that Windows has for time zones, such as W. Europe Standard Time; nil for any other text.
  public static func zone(ofWindows name: String) -> String? { windows[name] }

  /// The other names that a zone has or had.
  static func others(of name: String) -> [String] {
    guard let place = places[name] else { return [] }
    return groups[place].filter { $0 != name }
  }

  /// Names of the time zone database that mean the same zone.
  public static let groups = ZoneTable.groups

  private static let windows = Dictionary(
    ZoneTable.windows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })

  /// The place of each name among the groups.
  private static let places = Dictionary(
    groups.enumerated().flatMap { place, names in names.map { ($0, place) } },
    uniquingKeysWith: { first, _ in first })
}
