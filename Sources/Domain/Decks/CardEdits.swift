import DeckSchema
import Feature
import Identifiers
import Schema

/// Changes details of many copies at once; their places stay the same.
enum CardEdits {
  static func edit(
    _ request: EditCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardsView> {
    guard
      request.hasSet || request.hasNumber || request.hasLanguage || request.hasFinish
        || request.hasCondition
    else { throw Refused(.invalid, "No change was given: name what the cards are from now on.") }
    let set = try DeckRules.code(request.set, "The set", limit: DeckRules.set)
    let number = try DeckRules.code(request.number, "The number", limit: DeckRules.number)
    let language = try CollectionValues.language(typed: request.language)
    let copies = try chosen(request.cards, Collection(home))
    var changed: [CardCopy] = []
    for copy in copies {
      try draft.change(copy.record, DeckKinds.copy) {
        if request.hasSet { $0.set = set }
        if request.hasNumber { $0.number = number }
        if request.hasLanguage { $0.language = language }
        if request.hasFinish { $0.finish = request.finish }
        if request.hasCondition { $0.condition = request.condition }
        changed.append($0)
      }
    }
    let lines = CardLines.fold(zip(changed, copies).map { ($0, 1, $1.record.item) })
    return .value(
      .with {
        $0.cards = lines
        $0.count = UInt32(copies.count)
        $0.message = "\(Count.of(copies.count, "card is", "cards are")) changed."
      })
  }

  private static func chosen(
    _ typed: [String], _ collection: Collection
  ) throws -> [Collection.Copy] {
    guard !typed.isEmpty else {
      throw Refused(.invalid, "No card was named: say which cards to change.")
    }
    var chosen: [Collection.Copy] = []
    var ids: Set<RecordID> = []
    for text in typed {
      let wanted = try CardWanted(own: text, count: 0)
      let isCounted = Substring(text).trimmed.first?.isNumber == true
      let all = try wanted.copies(collection).filter { copy in
        copy.card.held.isEmpty && copy.card.borrowed.isEmpty && !ids.contains(copy.record.id)
      }
      guard all.count >= wanted.count else {
        throw Refused(
          .notFound,
          "You have \(all.isEmpty ? "no card" : "only \(all.count)") \(wanted.line.name) that can be changed.",
          .see("card list --all")
        )
      }
      let found =
        isCounted ? try CopyChoice.take(wanted.count, of: all, withOwn: true) : all
      chosen += found
      ids.formUnion(found.map(\.record.id))
    }
    return chosen
  }
}
