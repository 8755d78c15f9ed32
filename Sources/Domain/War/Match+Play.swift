import Feature
import Schema

// The steps of a round: reveal, play, decide.
extension Match {
  mutating func reveal(_ step: RevealLink, _ author: StepWriter) throws(Violation) -> [MatchEvent] {
    var what: String { "its link of round \(step.round)" }
    try requireStart(author, "revealed \(what)")
    let log = logs[author.seat]
    guard log.reveal?.round != step.round else { throw author.refuse("revealed \(what) twice") }
    guard step.round == round, knowsLastDecision(author) else {
      throw author.refuse("revealed \(what), which is not the round to be played")
    }
    guard roundNeedsLinks else {
      throw author.refuse("revealed \(what), though every card has been seen")
    }
    let link = Array(step.link)
    guard let known = log.reveal?.link ?? log.tip,
      ChainLink.verify(link, below: known, of: author.seat)
    else { throw author.refuse("revealed \(what), but it is not the one committed to") }
    let other = logs[author.seat.other].reveal
    let answers = other?.round == round && author.knows(other?.sequence, of: author.seat.other)
    logs[author.seat].reveal = SeatLog.Reveal(
      round: round, link: link, sequence: author.sequence)
    logs[author.seat].owedPlay = answers ? nil : round
    return dealRound() ? Seat.chairs.compactMap(playedEvent) : []
  }

  mutating func play(_ step: PlayCard, _ author: StepWriter) throws(Violation) -> [MatchEvent] {
    var what: String { "battle \(step.battle) of round \(step.round)" }
    try requireStart(author, "played \(what)")
    let log = logs[author.seat]
    guard log.play(round: step.round, battle: step.battle) == nil else {
      throw author.refuse("played \(what) twice")
    }
    guard step.round == round, step.battle == battle, knowsLastDecision(author) else {
      throw author.refuse("played \(what), which is not the one to be played")
    }
    guard !roundNeedsLinks || log.reveal?.round == round else {
      throw author.refuse("played \(what) without revealing its link")
    }
    guard !log.isAway(asOf: author.sequence) else {
      throw author.refuse("played \(what) after leaving the table")
    }
    guard
      !logs[author.seat.other].isAway(asOf: author.seen)
        || claim(of: author.seat.other, knownBy: author) != nil
    else {
      throw author.refuse("played \(what) while \(author.seat.other.title) was away")
    }
    logs[author.seat].owedPlay = nil
    logs[author.seat].record(
      SeatLog.Play(round: round, battle: battle, sequence: author.sequence))
    noteMove(author)
    return [playedEvent(author.seat)].compactMap { $0 }
  }

  /// Whether nothing is left to chance, also in the round being played.
  var hasSeenAllCards: Bool { !layout.needsLinks && !roundNeedsLinks }

  mutating func playOn(_ author: StepWriter) throws(Violation) -> [MatchEvent] {
    try requireStart(author, "played on")
    let log = logs[author.seat]
    guard log.playsOn == nil else { throw author.refuse("played on twice") }
    guard hasSeenAllCards, knowsLastDecision(author) else {
      throw author.refuse("played on before every card had been seen")
    }
    guard !log.isAway(asOf: author.sequence) else {
      throw author.refuse("played on after leaving the table")
    }
    logs[author.seat].playsOn = author.sequence
    noteMove(author)
    let isNew = log.play(round: round, battle: battle) == nil
    playDueCards()
    return [.playsOn(author.seat)] + (isNew ? [playedEvent(author.seat)].compactMap { $0 } : [])
  }

  /// Plays the cards of this battle for those who play on.
  private mutating func playDueCards() {
    for seat in Seat.chairs where decidedEnd == nil {
      guard let sequence = logs[seat].playsOn,
        logs[seat].play(round: round, battle: battle) == nil
      else { continue }
      logs[seat].record(SeatLog.Play(round: round, battle: battle, sequence: sequence))
    }
  }

  mutating func decide(_ step: DecideStep, _ author: StepWriter) throws(Violation) -> [MatchEvent] {
    var what: String { "battle \(step.battle) of round \(step.round)" }
    guard logs[author.seat].decides else {
      throw author.refuse("decided \(what), although the other side decides")
    }
    guard step.round == round, step.battle == battle, knowsLastDecision(author) else {
      throw author.refuse("decided \(what), which is not the one to be decided")
    }
    for seat in Seat.chairs {
      let play = logs[seat].play(round: round, battle: battle)
      guard author.knows(play?.sequence, of: seat) else {
        throw author.refuse("decided \(what) before \(seat.title) had played it")
      }
    }
    guard let deal, let decided = deal.battles.element(at: battle) else {
      throw author.refuse("decided \(what) before its cards were known")
    }
    guard step.result == decided.result else {
      throw author.refuse(
        "decided \(what) as \(step.result.words), but it is \(decided.result.words): "
          + "\(decided.laid.faceUpText)")
    }
    guard Array(step.stateHash) == decided.stateHash else {
      throw author.refuse("decided \(what) with a state hash that does not follow")
    }
    noteMove(author)
    return settle(decided, of: deal, author)
  }

  /// Works the round out if everything that fixes it is known; true when that is new.
  private mutating func dealRound() -> Bool {
    guard deal == nil, decidedEnd == nil, let gameID else { return false }
    if roundNeedsLinks {
      guard let host = logs.host.reveal, let joiner = logs.joiner.reveal, host.round == round,
        joiner.round == round
      else { return false }
      #if DEBUG
        let isTurned = picksInTapOrder && logs.joiner.owedPlay == round
        let (first, second) = isTurned ? (joiner, host) : (host, joiner)
      #else
        let (first, second) = (host, joiner)
      #endif
      lastRoundSeed = CardStream.roundSeed(
        gameID: gameID, round: round, hostLink: first.link, joinerLink: second.link)
    }
    deal = Deal(
      layout, Deal.Terms(round: round, rules: rules, gameID: gameID, seed: lastRoundSeed))
    return true
  }

  private mutating func settle(
    _ decided: Deal.Battle, of deal: Deal, _ author: StepWriter
  ) -> [MatchEvent] {
    lastDecision = Decision(
      round: round, battle: battle, seat: author.seat, sequence: author.sequence)
    layout = decided.after
    stateHash = decided.stateHash
    let view = decidedView(decided)
    lastBattle = view
    guard decided.result != .war else {
      wars += 1
      battle += 1
      playDueCards()
      return [.decided(author.seat, view)]
    }
    lastRounds = (lastRounds + [roundView(deal)]).suffix(5)
    decidedEnd = deal.end ?? endByRepetition()
    round += 1
    battle = 0
    self.deal = nil
    roundNeedsLinks = layout.needsLinks
    if !roundNeedsLinks { _ = dealRound() }
    playDueCards()
    return [.decided(author.seat, view)]
  }

  /// A match without chance left that comes to a former layout would never end.
  private mutating func endByRepetition() -> Deal.End? {
    let chance =
      layout.needsLinks || rules.winningsOrder == .shuffled
      || rules.winningsPlace == .secondPileShuffled
    if !chance, !pastLayouts.insert(digest("parlor.war.layout.v1", layout.hashedBytes)).inserted {
      return Deal.End(ending: .cycle)
    }
    return round >= rules.roundCap ? Deal.End(ending: .roundCap) : nil
  }
}

extension Array {
  fileprivate func element(at index: UInt32) -> Element? {
    index < count ? self[Int(index)] : nil
  }
}

extension BattleResult {
  /// The result as the end of a sentence.
  var words: String {
    switch self {
    case .hostWins: "won by the host"
    case .joinerWins: "won by the joiner"
    case .war: "a war"
    case .bothOut: "both out of cards"
    case .unspecified, .UNRECOGNIZED: "nothing known"
    }
  }
}

extension Pair<[UInt8]> {
  /// Both cards face up, the host's first.
  fileprivate var faceUpText: String {
    let texts = [host, joiner].map { laid in
      laid.last.flatMap { Card(number: Int($0)) }?.shortText ?? "nothing"
    }
    return "\(texts[0]) against \(texts[1])"
  }
}
