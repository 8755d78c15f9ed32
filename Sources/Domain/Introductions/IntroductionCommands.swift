import Feature
import FoundationEssentials
import Identifiers
import IntroductionSchema
import Schema

/// The commands with which our person introduces a third person to a friend (row P-21).
enum IntroductionCommands {
  static func make(
    _ request: MakeIntroduction, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<IntroductionView> {
    var introduction = request.introduction
    guard introduction.node.count == IntroductionRules.keyBytes else {
      throw Refused(.invalid, "An introduction needs the whole node id of the person.")
    }
    guard introduction.author.isEmpty || introduction.author.count == IntroductionRules.keyBytes
    else { throw Refused(.invalid, "An account key has 32 bytes, or is left out.") }
    introduction.name = try Refused.line(
      introduction.name, "The name", limit: IntroductionRules.mostName)
    introduction.note = try Refused.line(
      introduction.note, "The note", limit: IntroductionRules.mostNote)
    guard introduction.addresses.count <= IntroductionRules.mostAddresses,
      introduction.addresses.allSatisfy({ $0.utf8.count <= IntroductionRules.mostAddress })
    else {
      throw Refused(
        .invalid, "An introduction has at most \(IntroductionRules.mostAddresses) addresses.")
    }
    let room = try room(with: request.to, home)
    try home.checkIsHeard(in: room)
    return .record(
      try draft.make(IntroductionViews.introductions, in: room, introduction), in: room)
  }

  /// The direct room with somebody.
  private static func room(with text: String, _ home: any Snapshot) throws -> RoomID {
    let rooms = try home.rooms().compactMap { id in
      try home.room(id)?.kind == .direct
        ? try home.people(in: id).first { $0.author != home.me }.map { (id: id, other: $0) } : nil
    }
    let found = rooms.meant(
      by: text, ids: { [$0.other.author.description] }, isNamed: { $0.other.name.isName(text) })
    return try found.map(\.id).only(
      "There is no room with \(text) alone: pair with that person first."
    ) { "\($0) people fit \(text): give more letters of the id." }
  }
}
