import Feature
import Identifiers
import IntroductionSchema
import Schema

extension RecordKind {
  /// A word for a third person: `PeerIntroduction`.
  public static let peerIntroduction: RecordKind = 0x901
}

extension Feature {
  /// Friends introduce friends (specification section 22).
  public static let introductions = Feature(
    name: "introductions", kinds: [IntroductionViews.introductions.erased],
    shows: [RecordView([.peerIntroduction], view: IntroductionViews.introduction)],
    handlers: [
      .command(Methods.Introductions.make, IntroductionCommands.make),
      .read(Methods.Introductions.list, IntroductionViews.list),
    ],
    arrivals: [Arrival([.peerIntroduction], call: IntroductionViews.call)])
}
