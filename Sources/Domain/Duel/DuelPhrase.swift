import DuelSchema
import Schema

/// An action of a player, as the rest of a sentence that begins with their name.
///
/// Actions of one entry that differ in their cards alone are one sentence: "Ada untaps Elf, Bear and 2 cards."
struct DuelPhrase: Equatable, Sendable {
  /// The kind of the line.
  let kind: DuelLineView.Kind
  private let verb: String
  private var nouns: [String]
  private let tail: String
  private let isWhole: Bool

  /// Describes an action; hidden cards among the nouns are `DuelLog.hidden`.
  init(_ kind: DuelLineView.Kind, _ verb: String, _ nouns: [String] = [], _ tail: String = "") {
    (self.kind, self.verb, self.nouns, self.tail) = (kind, verb, nouns, tail)
    isWhole = false
  }

  /// Takes a whole sentence.
  init(_ kind: DuelLineView.Kind, whole sentence: String) {
    (self.kind, verb, nouns, tail) = (kind, sentence, [], "")
    isWhole = true
  }

  /// Whether an undo takes it back: words, dice and ends stay.
  var isUndone: Bool { ![.talk, .dice, .game, .undo, .unspecified].contains(kind) }

  /// Both as one, where they differ in their cards alone.
  func joined(with other: DuelPhrase) -> DuelPhrase? {
    guard !isWhole, !other.isWhole, kind == other.kind, verb == other.verb, tail == other.tail,
      !nouns.isEmpty, !other.nouns.isEmpty
    else { return nil }
    var both = self
    both.nouns += other.nouns
    return both
  }

  /// The sentence with the name of the player.
  func sentence(_ name: String) -> String {
    guard !isWhole else { return verb }
    let shown = nouns.filter { $0 != DuelLog.hidden }
    let hidden = nouns.count - shown.count
    let cards = hidden == 0 ? [] : [hidden == 1 ? DuelLog.hidden : Count.of(hidden, "card")]
    let words = [name, verb, Count.list(shown + cards), tail].filter { !$0.isEmpty }
    return words.joined(separator: " ") + "."
  }

  /// Dice that were rolled.
  static func rolled(_ dice: [UInt32], _ ask: DuelAsk?) -> DuelPhrase {
    guard case .dice(_, let sides)? = ask?.kind else { return DuelPhrase(.dice, "rolls dice") }
    if sides == 2 {
      let sidesUp = Count.list(dice.map { $0 == 1 ? "heads" : "tails" })
      return DuelPhrase(.dice, "throws \(Count.of(dice.count, "coin")): \(sidesUp)")
    }
    let numbers = Count.list(dice.map(String.init))
    return DuelPhrase(
      .dice, "rolls \(Count.of(dice.count, "die", "dice")) of \(sides) sides: \(numbers)")
  }
}
