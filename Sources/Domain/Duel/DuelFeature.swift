import DuelSchema
import Feature
import FoundationEssentials
import Schema

extension SessionRules {
  /// The duel as a game at tables.
  public static let duel = SessionRules(
    game: "duel", begin: { DuelMatch(hostKey: $0) },
    settleTerms: { bytes in
      guard DuelTerms(table: Data(bytes)) != nil else {
        throw Refused(
          .invalid,
          "A duel has 1, 3 or 5 games, a life of 0 to \(DuelLimits.counterValue), short names of phases, and a judge who has signed."
        )
      }
      return bytes
    },
    settleChoice: { bytes, terms in
      guard let choice = try? DuelChoice(serializedBytes: bytes),
        DuelList(encoded: Array(choice.list)) != nil, choice.game == 0, choice.secret.isEmpty
      else {
        throw Refused(.invalid, "A duel is played with a library: choose one of yours first.")
      }
      let terms = DuelTerms(table: Data(terms)) ?? DuelTerms()
      let format = terms.format
      guard format.isEmpty || choice.format == format else {
        throw Refused(
          .notNow, "The host plays the format \(format): choose a library with that format.")
      }
      guard choice.judge == terms.judge.key else {
        throw Refused(
          .notNow,
          terms.hasJudge
            ? "\(terms.judge.title) is the judge of this table, who sees both lists and hands at the end: only who agrees to that can join."
            : "This table has no judge.")
      }
      return bytes
    }, mayBeWatched: true)
}

#if DEBUG
  extension SessionRules {
    /// The duel with faults on purpose, in the nodes that have it.
    public static func duel(planted bugs: Set<DuelBug>) -> SessionRules {
      SessionRules(
        game: duel.game,
        begin: {
          var match = DuelMatch(hostKey: $0)
          match.bugs = bugs
          return match
        }, settleTerms: duel.settleTerms, settleChoice: duel.settleChoice,
        mayBeWatched: duel.mayBeWatched)
    }
  }
#endif

extension Feature {
  /// Duels with libraries of one's own.
  public static let duel = Feature(
    name: "duel", kinds: [],
    handlers: [
      .read(Methods.Duels.choose, DuelChoices.choose),
      .read(Methods.Duels.solo) { request, _ in try DuelSolo.show(request) },
    ],
    session: .duel)
}
