/// Text that a peer chose for itself, made fit to be shown.
public enum Label {
  /// Characters kept of a player's name.
  public static let nameLimit = 63
  /// Characters kept of a description or reason.
  public static let descriptionLimit = 200

  /// The text without control and format characters, cut to a number of Unicode scalars.
  public static func clean(_ text: String, limit: Int) -> String {
    var clean = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { break }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        continue
      default:
        clean.append(scalar)
        count += 1
      }
    }
    return String(clean)
  }
}
