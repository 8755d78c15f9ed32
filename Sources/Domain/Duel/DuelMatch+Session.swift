import DuelSchema
import Feature
import FoundationEssentials
import Schema

// What the core asks of a match.
extension DuelMatch: Session {
  func key(of seat: Seat) -> [UInt8]? { seat == .joiner ? joinerKey : hostKey }
  func hasJoined(_ seat: Seat) -> Bool { self[seat].began != nil }

  var terms: HostTable {
    .with {
      $0.terms = opened.rules
      $0.description_p = opened.description_p
      $0.noChat = opened.noChat
      $0.spectators = opened.spectators
      $0.spectatorsTalk = opened.spectatorsTalk
      $0.moveSeconds = opened.moveSeconds
    }
  }
  var hasNoChat: Bool { opened.noChat }
  var spectatorPolicy: SpectatorPolicy { opened.spectators }
  var spectatorsTalk: Bool { opened.spectatorsTalk }
  var moveSeconds: UInt32 { opened.moveSeconds }

  // MARK: Steps

  mutating func take(
    _ step: TableStep, by seat: Seat, at position: SessionPosition
  ) -> SessionVerdict {
    take(step, by: seat, sequence: position.sequence, seen: position.seen(of: seat.other))
  }

  /// The writer of a step that was taken.
  func writer(_ seat: Seat, at position: SessionPosition) -> StepWriter {
    let seen = max(self[seat].seen, position.seen(of: seat.other))
    return StepWriter(seat: seat, sequence: position.sequence, seen: seen)
  }

  /// The commitment of a seat, the joiner's first.
  mutating func commit(_ step: CommitTip, _ writer: StepWriter) throws -> [TableEvent] {
    let (seat, commitment) = (writer.seat, SessionCommitment(step))
    guard self[seat].commitment == nil else { throw Self.wrong(seat, "committed twice") }
    guard let content = try? DuelCommitment(serializedBytes: commitment.data),
      let setup = DuelSeatSetup(tips: commitment.tips, commitment: content)
    else { throw Self.wrong(seat, "committed to something that is no list and no chains") }
    if seat == .host {
      guard writer.knows(self[.joiner].committed, of: .joiner) else {
        throw Self.wrong(seat, "committed before the joiner had")
      }
      let known = self[.joiner].commitment?.tips ?? []
      guard Set(known).isDisjoint(with: commitment.tips) else {
        throw Self.wrong(seat, "copied a tip of the joiner's")
      }
    }
    (self[seat].setup, self[seat].commitment) = (setup, commitment)
    self[seat].committed = writer.sequence
    return []
  }

  // MARK: What a node writes

  func due(of seat: Seat) -> SessionDuty? {
    guard seat == .joiner, phase == .seated else { return nil }
    if self[.joiner].began == nil { return .join }
    return self[.joiner].commitment == nil ? .commit : nil
  }

  var canStart: Bool { phase == .seated && self[.joiner].commitment != nil }

  func startingSteps() -> [SessionDuty] {
    let start = SessionDuty.step(.with { $0.start = StartMatch() })
    return self[.host].commitment == nil ? [.commit, start] : [start]
  }

  /// A verdict and a complaint need no secret of our node, which may be deleted by then.
  func moves(of seat: Seat, for tap: Tap) -> [SessionDuty] {
    guard let step = publicStep(of: seat, for: Self.move(of: tap)),
      let bytes: Data = try? step.serializedBytes()
    else { return [] }
    return [.step(.with { $0.move = bytes })]
  }

  private static func move(of tap: Tap) -> DuelMove.OneOf_Move? {
    (try? DuelMove(serializedBytes: tap.move))?.move
  }

  /// The step of a move that follows from the logs alone; nil for any other move.
  private func publicStep(of seat: Seat, for move: DuelMove.OneOf_Move?) -> DuelStep? {
    var step = DuelStep()
    step.game = duel?[Self.number(seat)].game ?? 0
    switch move {
    case .verdict(let verdict): step.verdict = verdict
    case .complain(let complaint): step.complain.shown = complaint.shown
    default: return nil
    }
    return step
  }

  func refusal(of tap: Tap, by seat: Seat) -> String? {
    let move = Self.move(of: tap)
    switch (phase, move) {
    case (.unopened, _), (.open, _), (.seated, _), (.closed, _): return "The match has not begun."
    case (.playing, .complain(let complaint)), (.finished, .complain(let complaint)):
      return refusal(of: complaint, by: seat)
    case (.playing, .verdict): return "The match is not over."
    case (.playing, _): return nil
    // After the end a person opens the match, complains of a box, or brings what the judge has signed.
    case (.finished, .openMatch):
      return keepsSecret(seat) ? nil : "You have opened the match."
    case (.finished, .verdict(let verdict)):
      return duelTerms.judge.hasSigned(verdict, gameID: gameID, entries)
        ? nil : "The judge of this table has signed nothing of that kind."
    case (.finished, _): return "The match is over."
    }
  }

  private func refusal(of complaint: DuelMove.Complain, by seat: Seat) -> String? {
    let number = Self.number(seat)
    let boxes = duel?[3 - number].shown ?? []
    let index = Int(complaint.shown) - 1
    guard boxes.indices.contains(index), boxes[index].seat == number else {
      return "The other player has shown you nothing with the number \(complaint.shown)."
    }
    return duel?[number].complaints.contains(complaint.shown) == true
      ? "You have complained of that already." : nil
  }

  // MARK: Secrets

  func commitment(of seat: Seat) -> SessionCommitment? { self[seat].commitment }

  func commitment(of keep: SessionKeep, by seat: Seat) -> SessionCommitment {
    guard let (own, _) = cards(of: keep, by: seat),
      let data: Data = try? own.commitment(
        boxKey: DuelBoxes.publicKey(of: own.cards.secrets.boxSecret)
      ).serializedBytes()
    else { return SessionCommitment(tips: []) }
    return SessionCommitment(tips: own.tips, data: Array(data))
  }

  /// The cards of a seat and the choice that they come from, from what its node keeps.
  private func cards(
    of keep: SessionKeep, by seat: Seat
  ) -> (own: DuelPrivate, choice: DuelChoice)? {
    guard let first = keep.choices.first,
      let choice = try? DuelChoice(serializedBytes: first),
      let list = DuelList(encoded: Array(choice.list))
    else { return nil }
    var own = DuelPrivate(
      secret: keep.secret, list: list, gameID: gameID, seat: Self.number(seat))
    plant(in: &own)
    return (own, choice)
  }

  /// The cards of a seat before the first step; nil where another seat has committed to what is kept.
  func cards(of keep: SessionKeep, ifOf number: SeatNumber) -> DuelCards? {
    let seat = Seat(number)
    guard let player = makePrivate(for: seat, keep) as? DuelPlayer,
      player.own.tips == self[seat].commitment?.tips
    else { return nil }
    return player.own.cards
  }

  func keepsSecret(_ seat: Seat) -> Bool { duel?[Self.number(seat)].openedAt == nil }

  func makePrivate(for seat: Seat, _ keep: SessionKeep) -> (any PrivateSession)? {
    guard let (own, choice) = cards(of: keep, by: seat) else { return nil }
    var player = DuelPlayer(own, choice)
    for choice in keep.choices.dropFirst() {
      // It held when it was made.
      if let choice = try? DuelChoice(serializedBytes: choice) { try? player.keep(choice) }
    }
    return player
  }

  // MARK: Waiting

  func mayTap(_ seat: Seat) -> Bool {
    phase == .playing && !hasLeft(seat) && !hasLeft(seat.other)
  }

  func hasLeft(_ seat: Seat) -> Bool { self[seat].isAway(asOf: .max) }

  func canClaim(_ seat: Seat) -> Bool {
    phase == .playing && owes(seat.other) && !claims.contains { $0.seat == seat }
  }

  /// The seat that owes what its node writes by itself, or the beginning of a game that the other one has begun.
  var withholding: Seat? {
    Seat.chairs.first { withholds($0) }
  }

  private func withholds(_ seat: Seat) -> Bool {
    guard phase == .playing, let duel else { return false }
    let (own, other) = (Self.number(seat), Self.number(seat.other))
    if isSilent(seat) || duel[own].game < duel[other].game { return true }
    // A question of a game that is over needs no answer.
    return duel[own].game == duel[other].game && duel.outcome(of: duel[own].game) == nil
      && duel.openQuestion(of: other) != nil
  }

  /// Whether the node of a seat should have written something by itself.
  private func isSilent(_ seat: Seat) -> Bool {
    guard phase == .playing, let duel = duel?.projected else { return false }
    let (own, other) = (duel[Self.number(seat)], duel[Self.number(seat.other)])
    guard own.game > 0, duel.outcome(of: own.game) == nil else { return false }
    return !own.owed.isEmpty || other.ask != nil && other.game == own.game
  }

  /// Whether the other side waits for something of a seat: of its node, or the next game.
  private func owes(_ seat: Seat) -> Bool {
    if withholds(seat) { return true }
    guard let duel else { return false }
    let own = duel[Self.number(seat)].game
    let holder = duel.table(of: own).marker.holder
    let isStackEmpty = duel.table(of: own).objects(in: .stack).isEmpty
    return moveSeconds > 0 && own > 0 && holder == Self.number(seat) && isStackEmpty
  }

  var round: UInt32 {
    max(duel.map { duel in duel.seats.map { duel[$0].game }.max() ?? 1 } ?? 1, 1)
  }

  var roundsDecided: UInt32 { duel?.score(for: nil).gamesOver ?? 0 }

  // MARK: What people see

  func fill(_ view: inout TableView) {
    guard let duel = self.view else { return }
    view.round = round
    view.roundsDecided = roundsDecided
    view.duel = duel
    if let silent = Seat.chairs.first(where: { $0 != view.seat && isSilent($0) }) {
      view.notice = "\(distinctName(of: silent))'s node did not answer yet."
    }
  }

  func fill(_ view: inout PlayerView, of seat: Seat) {
    guard let duel else { return }
    view.cards = UInt32(duel[Self.number(seat)].pocket.library.slots.count)
  }
}
