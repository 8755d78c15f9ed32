import DuelSchema
import Feature
import FoundationEssentials
import Schema

/// One seat of a duel as only its own node can replay it: the cards, the boxes, and what its person chose.
///
/// It holds a copy of the match of its own that it lets take the same steps, so that none is copied for a step.
struct DuelPlayer: PrivateSession {
  let seat: SeatNumber
  /// The name of the library that is played with.
  let library: String
  /// The match; nil before the start.
  private(set) var match: Duel?
  private(set) var own: DuelPrivate
  private(set) var boxes: DuelBoxReader
  /// Cards of the hand, or objects, that the last random pick has hit, or the other player has chosen of the sealed hand.
  private(set) var picked: [UInt32] = []
  private(set) var pickedObjects: [UInt32] = []
  /// Cards that begin in the command zone.
  private var commanders: [[UInt8]] = []
  /// The texts of the secret choices.
  private var texts: [String] = []

  /// Begins with the cards of a seat that has committed.
  init(_ own: DuelPrivate, _ choice: DuelChoice) {
    (seat, self.own, library) = (own.seat, own, choice.library)
    self.own.types = Dictionary(
      choice.types.map { (Array($0.name.utf8), $0.type) }, uniquingKeysWith: { first, _ in first })
    commanders = choice.commanders.map { Array($0.utf8) }
    boxes = DuelBoxReader(own.cards.secrets)
  }

  // MARK: Following

  mutating func follow(
    _ step: TableStep, by seat: Seat, at position: SessionPosition, in match: any Session
  ) {
    guard let table = match as? DuelMatch else { return }
    switch step.step {
    case .start: self.match = table.start
    case .move(let bytes):
      guard let step = try? DuelStep(serializedBytes: bytes),
        let place = table.place(of: step, table.writer(seat, at: position))
      else { return }
      follow(step, by: DuelMatch.number(seat), at: place)
    default: break
    }
  }

  private mutating func follow(_ step: DuelStep, by author: SeatNumber, at place: DuelPlace) {
    let asked = match?[seat].ask?.kind
    guard let seals = match?[seat].seals,
      case .accepted(let events)? = match?.apply(step, by: author, at: place), let match
    else { return }
    own.follow(step, by: author, at: place, seals: seals, events)
    boxes.follow(step, by: author, in: match)
    for event in events {
      if case .picked(seat, let picks) = event {
        // Seals and objects have numbers of their own.
        if case .pick(_, _, isHand: true)? = asked {
          (picked, pickedObjects) = (picks.compactMap { own.cards.handle(sealed: $0) }, [])
        } else {
          (picked, pickedObjects) = ([], picks)
        }
      }
    }
    if case .choose(let choice)? = step.step { note(choice, in: match) }
  }

  /// Notes the card that the other player has chosen of the own sealed hand: only its owner knows which one lies there.
  private mutating func note(_ choice: DuelStep.Choose, in match: Duel) {
    guard choice.seat == UInt32(seat), match[seat].pocket.sealedHand == choice.sealedHand,
      let handle = own.cards.handle(sealed: choice.sealedHand + choice.position)
    else { return }
    (picked, pickedObjects) = ([handle], [])
  }

  // MARK: Choices

  mutating func choose(_ choice: [UInt8], in match: any Session) throws {
    guard let choice = try? DuelChoice(serializedBytes: choice), choice.list.isEmpty,
      let match = self.match
    else { throw Refused(.invalid, "There is nothing of that kind to choose now.") }
    guard choice.game == 0 || choice.game == match[seat].game + 1 else {
      throw Refused(.notNow, "Game \(choice.game) is not the next one.")
    }
    do {
      try keep(choice)
    } catch {
      throw Refused(.notNow, (error as? DuelRefusal)?.sentence ?? "\(error)")
    }
  }

  /// Keeps a choice that was made after the start.
  mutating func keep(_ choice: DuelChoice) throws {
    if !choice.secret.isEmpty { texts.append(choice.secret) }
    guard choice.game > 0 else { return }
    let main = try main(after: choice)
    guard choice.game > 1, choice.game <= DuelLimits.games.max() ?? 0,
      own.choose(main, for: choice.game)
    else { throw DuelRefusal("A library has 1 to \(DuelLimits.libraryCards) cards.") }
  }

  /// The main part after a swap with the sideboard, from the one that the game would begin with: people name cards of that.
  private func main(after choice: DuelChoice) throws -> [Int] {
    let list = own.cards.list
    var main = own.cards.main(of: choice.game)
    var side = Array(Set(list.cards.indices).subtracting(main)).sorted()
    func take(_ names: [String], from cards: inout [Int], _ place: String) throws -> [Int] {
      try names.map { name in
        guard let index = cards.lastIndex(where: { list.cards[$0] == Array(name.utf8) }) else {
          throw DuelRefusal("There is no \(name) left in the \(place).")
        }
        return cards.remove(at: index)
      }
    }
    let out = try take(choice.out, from: &main, "main part")
    let added = try take(choice.in, from: &side, "sideboard")
    guard side.count + out.count <= DuelLimits.sideboardCards else {
      throw DuelRefusal("A sideboard has at most \(DuelLimits.sideboardCards) cards.")
    }
    return (main + added).sorted()
  }

  /// The text of a secret choice: the one whose seal it is.
  func text(of number: UInt32, _ match: Duel) -> String {
    let seal = match[seat].choices[number]
    return texts.first { own.cards.secrets.seal(number, text: $0) == seal } ?? ""
  }

  // MARK: What its node writes

  func due(in match: any Session) -> SessionDuty? {
    guard let table = match as? DuelMatch, let step = dueStep(at: table) else { return nil }
    return Self.duty(step)
  }

  private static func duty(_ step: DuelStep) -> SessionDuty? {
    guard let bytes: Data = try? step.serializedBytes() else { return nil }
    return .step(.with { $0.move = bytes })
  }

  /// The step that its node writes now without asking its person; nil for none.
  private func dueStep(at table: DuelMatch) -> DuelStep? {
    guard let match else { return nil }
    if table.result != nil {
      guard match[seat].openedAt == nil, mayOpen(table, match) else { return nil }
      return opening(in: match)
    }
    guard table.phase == .playing else { return nil }
    if match[seat].game == 0 { return own.begin(in: match) }
    return own.due(in: match, isPaused: Seat.chairs.contains { table.hasLeft($0) }).first
  }

  /// The step that the node writes once its person has had time to do another: it refuses an undo after 60 seconds, and opens a
  /// match that was conceded after 30, the winner's node after 60. Until then the concession can be taken back.
  func late(in match: any Session) -> LateDuty? {
    guard let table = match as? DuelMatch, let match = self.match else { return nil }
    if table.phase == .playing, match.outcome(of: match[seat].game) == nil,
      let question = match.undoQuestion(for: seat)
    {
      let step = own.step(in: match) { $0.answerUndo.granted = false }
      return Self.duty(step).map { LateDuty("undo \(question)", after: 60, $0) }
    }
    guard let result = table.result, result.ending == .conceded, table.takeBackAsked == nil,
      match[seat].openedAt == nil, let step = opening(in: match)
    else { return nil }
    let isWinner = result.winner == Seat(seat)
    return Self.duty(step).map { LateDuty("opening", after: isWinner ? 60 : 30, $0) }
  }

  /// The next part of our opening; nil where all are written.
  private func opening(in match: Duel) -> DuelStep? {
    let parts = own.opening(in: match)
    let next = match[seat].opening.count
    return parts.indices.contains(next) ? own.sealed(parts[next], in: match) : nil
  }

  /// Whether the match is opened without asking: nothing can be taken back, or an opening has begun.
  private func mayOpen(_ table: DuelMatch, _ match: Duel) -> Bool {
    switch table.result?.ending {
    // Who wins against a broken log need not show anything.
    case .broken: false
    case .conceded: match.seats.contains { match[$0].openedFrom != nil }
    default: true
    }
  }

  func moves(for tap: Tap, in match: any Session) throws -> [SessionDuty] {
    guard let table = match as? DuelMatch else { return [] }
    guard let move = try? DuelMove(serializedBytes: tap.move) else {
      throw Refused(.invalid, "The move cannot be read.")
    }
    do {
      return try draft(of: move, at: table).steps.compactMap { Self.duty($0) }
    } catch {
      throw Refused(.notNow, (error as? DuelRefusal)?.sentence ?? "\(error)")
    }
  }

  /// The steps of a person's move.
  /// - Throws: `DuelRefusal` where it does not count now.
  func draft(of move: DuelMove, at table: DuelMatch) throws -> DuelDraft {
    guard let match else { throw DuelRefusal("The match has not begun.") }
    let isOver = table.result != nil
    switch move.move {
    case .openMatch:
      guard isOver || match.has(.opensBeforeEnd) else {
        throw DuelRefusal("The match is not over: it is opened at its end.")
      }
    default: guard !isOver else { throw DuelRefusal("The match is over.") }
    }
    var draft = DuelDraft(
      match, own, table.log, isPaused: Seat.chairs.contains { table.hasLeft($0) }, isEnded: isOver)
    draft.secret = texts.last ?? ""
    draft.commanders = commanders
    if case .openChoice(var choice)? = move.move, choice.text.isEmpty {
      choice.text = text(of: choice.number, match)
      try draft.make(.with { $0.openChoice = choice })
    } else {
      try draft.make(move)
    }
    return draft
  }

  func fill(_ view: inout TableView, in match: any Session) {
    guard let table = match as? DuelMatch, view.hasGameView else { return }
    var duel = view.duel
    duel.own = self.view(at: table)
    view.duel = duel
  }
}
