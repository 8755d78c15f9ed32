import Feature
import FoundationEssentials
import Schema
import WarSchema

// What the core asks of a match.
extension Match: Session {
  /// The author key of a chair.
  public func key(of seat: Seat) -> [UInt8]? { seat == .joiner ? joinerKey : hostKey }

  /// The terms that the host set when it opened the table.
  public var terms: HostTable {
    .with {
      $0.rules = rules
      $0.description_p = tableDescription
      $0.noChat = hasNoChat
      $0.spectators = spectatorPolicy
      $0.spectatorsTalk = spectatorsTalk
      $0.moveSeconds = moveSeconds
    }
  }

  /// Judges a step, as `apply` does, and says what people see of it.
  public mutating func take(
    _ step: TableStep, by seat: Seat, at position: SessionPosition
  ) -> SessionVerdict {
    let place = Position(sequence: position.sequence, seen: position.seen(of: seat.other))
    return switch apply(step, by: seat, at: place) {
    case .accepted(let events): .accepted(events.map(\.tableEvent))
    case .refused(let violation): .refused(violation.seat, sentence: violation.sentence)
    }
  }

  // MARK: What a node writes

  /// Returns the step that a seat's node must write now: the first of its duties.
  public func due(of seat: Seat) -> SessionDuty? { duties(of: seat).first?.forSession(of: seat) }

  /// The host's commitment, where it is missing, and the start.
  public func startingSteps() -> [SessionDuty] {
    (hasCommitted(.host) ? [] : [.commit]) + [.step(.with { $0.start = StartMatch() })]
  }

  /// The card of this battle, and its link where the round has links.
  public func moves(of seat: Seat, for tap: Tap) -> [SessionDuty] {
    tapSteps(for: seat).map { $0.forSession(of: seat) }
  }

  /// Returns the reason why a tap does not count now; nil when it counts.
  public func refusal(of tap: Tap, by seat: Seat) -> String? {
    let isPresent = tap.round == 0 || (tap.round == round && tap.battle == battle)
    if isPresent, mayTap(seat) { return nil }
    if phase == .finished { return "The match is over." }
    if phase != .playing { return "The match has not begun." }
    if hasPlayed(seat) { return "You have played: wait for the other player." }
    if hasLeft(.host) || hasLeft(.joiner) {
      return "The match is paused: wait until both players are at the table."
    }
    return
      "Round \(tap.round), battle \(tap.battle) is not being played: it is round \(round), battle \(battle)."
  }

  /// The next card; once every card has been seen, all that are left.
  public func carriedMove(of seat: Seat) -> CarriedMove? {
    guard mayTap(seat) else { return nil }
    if hasSeenAllCards { return CarriedMove([Duty.playOn.forSession(of: seat)], isLast: true) }
    return CarriedMove(tapSteps(for: seat).map { $0.forSession(of: seat) }, isLast: false)
  }

  /// Returns the sentence for people after a number of cards.
  public func carriedText(of seat: Seat, moves: Int, isToTheEnd: Bool) -> String {
    if let result { return "The match is over. \(result.text)" }
    guard phase == .playing else { return "The match has not begun." }
    if isToTheEnd { return "Every card has been seen: all cards that are left were played." }
    return moves == 0
      ? "Round \(round) waits for \(distinctName(of: seat.other))."
      : "You have played round \(round)."
  }

  // MARK: Secrets

  /// The tip that a seat has committed to.
  public func commitment(of seat: Seat) -> SessionCommitment? {
    logs[seat].tip.map { SessionCommitment(tips: [$0]) }
  }

  /// The tip of the chain above a secret.
  public func commitment(of keep: SessionKeep, by seat: Seat) -> SessionCommitment {
    SessionCommitment(tips: [ChainLink.tip(secret: keep.secret, of: seat)])
  }

  // MARK: Waiting

  /// The claim of the battle being played.
  public func claim(_ kind: ClaimKind, by seat: Seat) -> ClaimResult {
    .with { ($0.kind, $0.round, $0.battle) = (kind, round, battle) }
  }

  // MARK: Spectators

  /// Whether nothing of a round is in the logs that is not turned over yet.
  public func isShown(isDecided: Bool) -> Bool {
    phase != .playing || isBetweenRounds || isDecided && !hidesCards
  }

  // MARK: What people see

  /// Adds the round, the cards on the table and what was decided last.
  public func fill(_ view: inout TableView) {
    view.round = round
    view.roundsDecided = roundsDecided
    view.war = .with {
      $0.battle = battle
      $0.pot = UInt32(pot)
      $0.wars = wars
      $0.lastRounds = lastRounds
    }
    view.stateHash = stateHash.hex
    view.deciding = decidingSeat
    view.offeredHosting = offeringSeat ?? .unspecified
    if let withholding, withholding != view.seat {
      view.notice = "\(distinctName(of: withholding))'s node did not answer round \(round)."
    }
  }

  /// Adds the cards of a player.
  public func fill(_ view: inout PlayerView, of seat: Seat) {
    view.cards = UInt32(cards(of: seat))
    view.played = hasPlayed(seat)
    if let laid = laid(by: seat) {
      view.down = UInt32(laid.down)
      if let up = laid.up { view.up = up }
    } else if let last = lastBattle, !hasPlayed(seat.other) || battle > 0 {
      let card = seat == .host ? last.host : last.joiner
      if card.isValid { view.up = card }
    }
  }
}

extension Duty {
  /// The duty of a seat as the core carries it out.
  fileprivate func forSession(of seat: Seat) -> SessionDuty {
    switch self {
    case .join: .join
    case .commit: .commit
    case .reveal(let round):
      .secret { keep in
        let links = keep.links { ChainLink.links(secret: $0, of: seat) }
        guard round > 0, round <= links.count else {
          throw Refused(.notNow, "Round \(round) has no link.")
        }
        return .with {
          $0.reveal.round = round
          $0.reveal.link = Data(links[Int(round) - 1])
        }
      }
    case .play(let round, let battle):
      .step(
        .with {
          $0.play.round = round
          $0.play.battle = battle
        })
    case .playOn: .step(.with { $0.playOn = PlayOn() })
    case .decide(let decide): .step(.with { $0.decide = decide })
    }
  }
}
