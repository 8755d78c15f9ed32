import Feature
import Schema

/// The settings of cards.
public enum CardSettings {
  /// The absolute path of a folder with pictures of cards; empty for none (rows D-61 and V-51).
  public static let pictureFolder = SettingDefinition(
    "card-picture-folder", title: "The folder of card pictures",
    help: "a folder of pictures, each named after its card, which the page shows; off for none",
    initial: "", isRestored: false, check: { try folder($0) })

  /// Bytes of the path.
  private static let longest = 1_024

  private static func folder(_ value: String) throws -> String {
    try SettingDefinition.folder(
      value, limit: longest,
      orRefuse:
        "The path of a folder of card pictures begins with /, has at most \(longest) bytes and no control characters: correct it, or give off."
    )
  }
}
