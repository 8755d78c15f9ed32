import Feature
import Schema

extension Feature {
  /// The settings of War, and its session at a table.
  public static let war = Feature(
    name: "war", kinds: [], settings: WarSettings.all, session: .war)
}

extension SessionRules {
  /// The rules of War.
  public static let war = SessionRules(
    game: "", begin: { Match(hostKey: $0) },
    settle: { rules in
      do { return try rules.validated() } catch { throw Refused(.invalid, "\(error)") }
    }, mayBeWatched: true)
}
