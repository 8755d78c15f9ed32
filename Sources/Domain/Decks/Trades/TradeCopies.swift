import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Copies in trades: how ours are written there, and how those of others are read.
enum TradeCopies {
  /// A copy of ours as the other is told of it.
  static func told(_ copy: Collection.Copy) -> TradeCopy {
    var card = copy.card
    (card.library, card.held, card.borrowed, card.zone) = (Data(), Data(), Data(), .main)
    // What our person paid, and the words and binders for it, are nobody else's.
    (card.price, card.tags, card.binder) = ("", [], "")
    if card.origin.isEmpty { card.origin = copy.record.item.data }
    // The ids of rooms stay out of it: earlier trades go along as signed entries.
    (card.settlement, card.settlementRoom) = (Data(), Data())
    return .with {
      $0.copy = copy.record.item.data
      $0.card = card
    }
  }

  static func cleaned(_ offer: TradeOffer) -> TradeOffer {
    .with {
      $0.gives = cleaned(offer.gives)
      $0.wants = offer.wants.prefix(DeckRules.mostTraded).map { line in
        .with {
          $0.count = min(max(line.count, 1), UInt32(DeckRules.mostTraded))
          $0.name = Text.clean(line.name, limit: CardName.most)
          $0.set = Text.clean(line.set, limit: DeckRules.set)
          $0.number = Text.clean(line.number, limit: DeckRules.number)
          $0.finish = line.finish
        }
      }
      $0.loan = offer.loan
      $0.until = LoanDay.milliseconds(offer.until) == nil ? "" : offer.until
      $0.note = Text.clean(offer.note, limit: DeckRules.tradeNote)
    }
  }

  static func cleaned(_ answer: TradeAnswer) -> TradeAnswer {
    .with {
      $0.accepts = answer.accepts
      $0.stakes = cleaned(answer.stakes)
      $0.takenBack = answer.takenBack
      ($0.offer, $0.settlement, $0.loan) = (answer.offer, answer.settlement, answer.loan)
      $0.gets = cleaned(answer.gets)
      $0.reason = Text.clean(answer.reason, limit: DeckRules.tradeNote)
    }
  }

  /// Copies as others wrote them: each once, and no more than one trade may have.
  static func cleaned(_ copies: [TradeCopy]) -> [TradeCopy] {
    var seen: Set<Data> = []
    return copies.prefix(DeckRules.mostTraded).compactMap { copy in
      guard ItemID(copy.copy) != nil, seen.insert(copy.copy).inserted else { return nil }
      return .with {
        $0.copy = copy.copy
        $0.card = cleaned(copy.card, item: copy.copy)
      }
    }
  }

  private static func cleaned(_ card: CardCopy, item: Data) -> CardCopy {
    .with {
      $0.name = CardName.canonical(Text.clean(card.name, limit: CardName.most))
      if $0.name.isEmpty { $0.name = "a card without a name" }
      $0.set = Text.clean(card.set, limit: DeckRules.set)
      $0.number = Text.clean(card.number, limit: DeckRules.number)
      $0.language = Text.clean(card.language, limit: DeckRules.number)
      ($0.finish, $0.condition) = (card.finish, card.condition)
      $0.grade = Text.clean(card.grade, limit: DeckRules.price)
      $0.marks = CardLine.words(card.marks)
      $0.origin = ItemID(card.origin) == nil ? item : card.origin
      $0.doubtful = card.doubtful
    }
  }

  /// Whether copies are what lines ask for, each copy used once.
  static func satisfy(_ stakes: [TradeCopy], _ wants: [DeckLine]) -> Bool {
    var left = stakes
    // Lines that say more go first: they leave the rest to those that say less.
    for line in wants.sorted(by: { ($0.set + $0.number).count > ($1.set + $1.number).count }) {
      for _ in 0..<line.count {
        guard let place = left.firstIndex(where: { line.fits($0.card) }) else { return false }
        left.remove(at: place)
      }
    }
    return true
  }

  /// Copies as lines for people.
  static func lines(_ copies: [TradeCopy]) -> [CardLine] {
    CardLines.fold(copies.compactMap { copy in ItemID(copy.copy).map { (copy.card, 1, $0) } })
  }
}
