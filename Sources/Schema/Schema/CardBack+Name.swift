/// The backs of cards by their names (row G-26).
extension CardBack {
  /// The setting of a home in which its person chooses one.
  public static let setting = "card-back"

  /// The name of the back in the player's colour.
  public static let plain = "plain"

  private static let weathers = ["clear", "clouds", "rain", "thunder", "snow", "fog"]

  /// The names that people type: plain, clear-day, clear-night and so on, in the order of the cases.
  public static let names = [plain] + weathers.flatMap { ["\($0)-day", "\($0)-night"] }

  /// The back of that name; nil where there is none.
  public init?(name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: index)
  }

  /// The name of the back; plain for one that this program does not know.
  public var name: String {
    Self.names.indices.contains(rawValue) ? Self.names[rawValue] : Self.plain
  }

  /// Whether this program can show it.
  public var isKnown: Bool {
    if case .UNRECOGNIZED = self { false } else { true }
  }
}
