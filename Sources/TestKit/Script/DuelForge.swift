import Duel
import DuelSchema
import Feature
import Features
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Terminal

/// A lie that somebody signs at a duel: an honest act with one part that is not so.
enum DuelLie: String, CaseIterable, Sendable {
  /// A card is shown or played under the name of another one.
  case card
  /// A seal that hides nothing.
  case seal
  /// The root of other labels.
  case root
  /// A box that nobody can open.
  case box
  /// Another swap with the sideboard than the one that was played.
  case swap
  /// Another list than the one that was committed to.
  case list
}

/// Signs a lie at a duel with somebody's own key, in the store of a node that is down.
struct DuelForge {
  /// The card that a lie about a card names.
  static let otherCard = "Phoenix"

  let seat: Seat
  let lie: DuelLie
  /// The act that it is made of, in the words of the terminal.
  let line: String

  /// Appends one entry to the author's log.
  ///
  /// - Throws: `CheckViolation` when the line makes no such step at this point of the match.
  func write(in store: Store, table id: RoomID, knowing entries: [VerifiedEntry]) throws {
    try EntryForge.write(in: store, table: id, knowing: entries) { table, reader in
      let keep = try reader.sessionKeep(id)
      let replay = table.session(Registry.parlor.games, seat: seat, keep: keep)
      return try bend(steps(replay), keep)
    }
  }

  /// Makes the steps that an honest node would write for the line.
  private func steps(_ replay: SessionReplay) throws -> [TableStep] {
    let view = replay.view
    var face = GameFaces.face(of: ScriptedDuel.name)
    let act = face.read(line, at: view)
    guard let own = replay.own, !act.moves.isEmpty else {
      throw CheckViolation("script", "\"\(line)\" is no act now: \(act.texts)")
    }
    return try act.moves.prefix(1).flatMap { move in
      try own.moves(for: move.tap(at: view), in: replay.match).compactMap { duty in
        if case .step(let step) = duty { step } else { nil }
      }
    }
  }

  /// Returns the same steps with the lie in the first one that has room for it.
  private func bend(_ steps: [TableStep], _ keep: SessionKeep?) throws -> [TableStep] {
    var steps = steps
    var isTold = false
    for index in steps.indices where !isTold {
      guard case .move(let bytes)? = steps[index].step else { continue }
      var step = try DuelStep(serializedBytes: bytes)
      isTold = bend(&step, keep)
      steps[index].move = try step.serializedBytes()
    }
    guard isTold else {
      throw CheckViolation("script", "\"\(line)\" has no \(lie.rawValue) to lie about")
    }
    return steps
  }

  /// Tells the lie in a step; returns false for a step that has no room for it.
  private func bend(_ step: inout DuelStep, _ keep: SessionKeep?) -> Bool {
    switch (lie, step.step) {
    case (.card, .play(let play)) where !play.name.isEmpty:
      step.play.name = Data(Self.otherCard.utf8)
    case (.card, .open): step.open.card = Data(Self.otherCard.utf8)
    case (.card, .turn(let turn)) where !turn.card.isEmpty:
      step.turn.card = Data(Self.otherCard.utf8)
    case (.seal, .play(let play)) where !play.seal.isEmpty: Self.flip(&step.play.seal)
    case (.seal, .put(let put)) where !put.seal.isEmpty: Self.flip(&step.put.seal)
    case (.root, .shuffle): Self.flip(&step.shuffle.root)
    case (.box, .showTo): Self.flip(&step.showTo.box)
    case (.box, .search(let search)) where !search.grant.box.isEmpty:
      Self.flip(&step.search.grant.box)
    case (.list, .openMatch): Self.flip(&step.openMatch.listPart)
    case (.swap, .openMatch(let opening)) where !opening.swaps.isEmpty:
      guard let other = Self.otherCard(than: opening.swaps[0], keep) else { return false }
      step.openMatch.swaps[0].in = [other]
    default: return false
    }
    return true
  }

  /// Changes the last byte.
  private static func flip(_ bytes: inout Data) {
    guard let last = bytes.indices.last else { return }
    bytes[last] ^= 1
  }

  /// Returns a card of the sideboard that a swap did not bring in, by its place in the list; nil where there is none.
  private static func otherCard(than swap: DuelStep.Swap, _ keep: SessionKeep?) -> UInt32? {
    guard let first = keep?.choices.first, let choice = try? DuelChoice(serializedBytes: first),
      let list = DuelList(encoded: Array(choice.list))
    else { return nil }
    return (list.main..<list.cards.count).map { UInt32($0) }.first { !swap.in.contains($0) }
  }
}

extension ScriptRunner {
  /// Lets somebody whose node is down sign a lie at a duel.
  func forge(_ lie: DuelLie, _ line: String, by person: Person) throws {
    let forge = DuelForge(seat: person == .host ? .host : .joiner, lie: lie, line: line)
    try self.lie(at: person) { try forge.write(in: $0, table: $1, knowing: $2) }
  }
}
