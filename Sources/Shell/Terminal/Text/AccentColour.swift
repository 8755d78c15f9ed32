/// The thirteen colours that a person can choose for controls and card backs.
public enum AccentColour: String, CaseIterable, Sendable {
  case blue, red, green, orange, purple, yellow, pink, brown, cyan, magenta, gray, black, white

  /// The colour by its name in the settings; blue for a name that this version does not know.
  public init(name: String) { self = AccentColour(rawValue: name) ?? .blue }

  /// The nearest colour of the 256 that terminals know; black is a dark gray, to be seen on black.
  var code: Int {
    switch self {
    case .blue: 33
    case .red: 196
    case .green: 34
    case .orange: 208
    case .purple: 129
    case .yellow: 220
    case .pink: 205
    case .brown: 137
    case .cyan: 51
    case .magenta: 201
    case .gray: 245
    case .black: 239
    case .white: 231
    }
  }
}
