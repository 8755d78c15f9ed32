import Feature
import Schema
import WarSchema

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
    }, mayBeWatched: true, wars: { $0.war.wars })
}

#if DEBUG
  extension SessionRules {
    /// War with a bug on purpose: the player who taps first gets the first card picked.
    public static let warInTapOrder = SessionRules(
      game: "",
      begin: { key in
        var match = Match(hostKey: key)
        match.picksInTapOrder = true
        return match
      }, settle: SessionRules.war.settle, mayBeWatched: true, wars: SessionRules.war.wars)
  }
#endif
