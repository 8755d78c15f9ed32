import Feature
import Schema

extension Feature {
  /// What people may set of War; its matches are sessions of the core and no records.
  public static let war = Feature(name: "war", kinds: [], settings: WarSettings.all)
}
