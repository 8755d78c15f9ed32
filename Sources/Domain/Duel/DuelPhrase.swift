import DuelSchema
import Schema

/// An action of a player, as the rest of a sentence that begins with their name.
///
/// Actions of one entry that differ in their cards alone are one sentence: "Ada untaps Elf, Bear and 2 cards."
struct DuelPhrase: Equatable, Sendable {
  /// A card of a name, and how often it is told of.
  private struct Noun: Equatable, Sendable {
    let name: String
    var count = 1
  }

  /// The bytes of names in one line: others may have hundreds of cards with long names.
  static let nameBytes = 1_000

  /// The kind of the line.
  let kind: DuelLineView.Kind
  private let verb: String
  /// Each name once, at its first place.
  private var nouns: [Noun] = []
  /// Cards whose names are hidden …
  private var hidden = 0
  /// … and those for which the line has no room.
  private var others = 0
  private let tail: String
  private let isWhole: Bool

  /// Describes an action; hidden cards among the names are `DuelLog.hidden`.
  init(_ kind: DuelLineView.Kind, _ verb: String, _ names: [String] = [], _ tail: String = "") {
    (self.kind, self.verb, self.tail) = (kind, verb, tail)
    isWhole = false
    for name in names { add(Noun(name: name)) }
  }

  /// Takes a whole sentence.
  init(_ kind: DuelLineView.Kind, whole sentence: String) {
    (self.kind, verb, tail) = (kind, sentence, "")
    isWhole = true
  }

  private mutating func add(_ noun: Noun) {
    if noun.name == DuelLog.hidden {
      hidden += noun.count
    } else if let index = nouns.firstIndex(where: { $0.name == noun.name }) {
      nouns[index].count += noun.count
    } else if nouns.reduce(noun.name.utf8.count, { $0 + $1.name.utf8.count }) > Self.nameBytes {
      others += noun.count
    } else {
      nouns.append(noun)
    }
  }

  private var hasNouns: Bool { !nouns.isEmpty || hidden > 0 }

  /// Whether an undo takes it back: words, dice and ends stay.
  var isUndone: Bool { ![.talk, .dice, .game, .undo, .unspecified].contains(kind) }

  /// Both as one, where they differ in their cards alone.
  func joined(with other: DuelPhrase) -> DuelPhrase? {
    guard !isWhole, !other.isWhole, kind == other.kind, verb == other.verb, tail == other.tail,
      hasNouns, other.hasNouns
    else { return nil }
    var both = self
    for noun in other.nouns { both.add(noun) }
    both.hidden += other.hidden
    both.others += other.others
    return both
  }

  /// The sentence with the name of the player.
  func sentence(_ name: String) -> String {
    guard !isWhole else { return verb }
    let shown = nouns.map { $0.count > 1 ? "\($0.name) (\($0.count))" : $0.name }
    let words = [name, verb, Count.list(shown + rest), tail].filter { !$0.isEmpty }
    return words.joined(separator: " ") + "."
  }

  /// The cards without names.
  private var rest: [String] {
    let count = hidden + others
    if others > 0 { return [Count.of(count, "other card")] }
    return count == 0 ? [] : [count == 1 ? DuelLog.hidden : Count.of(count, "card")]
  }

  /// Dice that were rolled.
  static func rolled(_ dice: [UInt32], _ ask: DuelAsk?) -> DuelPhrase {
    guard case .dice(_, let sides)? = ask?.kind else { return DuelPhrase(.dice, "rolls dice") }
    if sides == 2 {
      let sidesUp = Count.list(dice.map { $0 < 2 ? "heads" : "tails" })
      return DuelPhrase(.dice, "throws \(Count.of(dice.count, "coin")): \(sidesUp)")
    }
    let numbers = Count.list(dice.map(String.init))
    return DuelPhrase(
      .dice, "rolls \(Count.of(dice.count, "die", "dice")) of \(sides) sides: \(numbers)")
  }
}
