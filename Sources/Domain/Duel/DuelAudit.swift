import DuelSchema

/// One entry of a seat's log at a duel.
public struct DuelEntry: Sendable {
  /// The seat.
  public var seat: SeatNumber
  /// The place of its steps.
  public var place: DuelPlace
  /// The steps.
  public var steps: [DuelStep]

  /// Describes an entry.
  public init(seat: SeatNumber, place: DuelPlace, steps: [DuelStep]) {
    (self.seat, self.place, self.steps) = (seat, place, steps)
  }
}

/// The report of an audit.
public struct DuelReport: Equatable, Sendable {
  /// The trust in a result, from best to worst.
  public enum Level: String, Equatable, Sendable {
    case opened, winnerOpened, disputed, notOpened, broken, goesOn
  }

  /// The first step that fails.
  public struct Failure: Equatable, Sendable {
    /// The step in the order of the file, from 1.
    public var step: Int
    /// The seat whose log holds it.
    public var seat: SeatNumber
    /// A sentence for people.
    public var sentence: String
  }

  /// The level.
  public var level: Level
  /// The first step that fails; nil for none.
  public var failure: Failure?
  /// The result; nil while the match goes on.
  public var result: DuelOutcome?
  /// Steps checked.
  public var steps: Int
}

/// An audit of a match from its logs: no home, no network, no clock.
public enum DuelAudit {
  /// Checks a match: every step against the rules, then against what was opened.
  ///
  /// Entries come in any order in which each comes after what it has cited. Signatures and forks are the table's.
  /// - Parameter ended: The result where the table has ended the match.
  public static func verify(
    _ start: Duel, _ entries: [DuelEntry], ended: DuelOutcome? = nil
  ) -> DuelReport {
    let (match, records, broken) = replay(start, entries)
    var failures = broken
    for seat in match.seats {
      if let failure = check(seat, match, start, records) { failures.append(failure) }
    }
    if let failure = DuelBoxAudit.check(match, records) { failures.append(failure) }
    let failure = failures.min { $0.step < $1.step }
    var result = ended ?? match.result
    if let failure { result = .won(3 - failure.seat) }
    return DuelReport(
      level: level(match, result, failure != nil), failure: failure, result: result,
      steps: records.count)
  }

  /// Replays the steps of a match.
  private static func replay(
    _ start: Duel, _ entries: [DuelEntry]
  ) -> (match: Duel, records: [Record], failures: [DuelReport.Failure]) {
    var match = start
    var records: [Record] = []
    var failures: [DuelReport.Failure] = []
    for entry in entries {
      for step in entry.steps {
        let seals = match.seats.map { match[$0].seals }
        let verdict = match.apply(step, by: entry.seat, at: entry.place)
        var record = Record(step: step, seat: entry.seat, place: entry.place, seals: seals)
        switch verdict {
        case .accepted(let events): record.events = events
        case .ignored: break
        case .refused(let reason):
          // What does not follow after the end changes nothing, and breaks no log.
          if match[entry.seat].broken != nil {
            failures.append(
              .init(step: records.count + 1, seat: entry.seat, sentence: reason.rawValue))
          }
        }
        if case .accepted = verdict { record.isCounted = true } else { record.isCounted = false }
        records.append(record)
      }
    }
    return (match, records, failures)
  }

  /// The cards of a seat at the end of a match; nil where it has not opened, or a step fails.
  static func cards(of seat: SeatNumber, _ start: Duel, _ entries: [DuelEntry]) -> DuelCards? {
    let (match, records, _) = replay(start, entries)
    guard match[seat].isOpen, var cards = try? opened(seat, match) else { return nil }
    for record in records where record.isCounted {
      let seals = record.seals[Int(seat) - 1]
      do {
        try cards.follow(
          record.step, by: record.seat, at: record.place, seals: seals, record.events)
      } catch {
        return nil
      }
    }
    return cards
  }

  /// A step with what it brought.
  struct Record {
    var step: DuelStep
    var seat: SeatNumber
    var place: DuelPlace
    var seals: [UInt32]
    var events: [DuelEvent] = []
    var isCounted = true
  }

  private static func level(
    _ match: Duel, _ result: DuelOutcome?, _ isBroken: Bool
  ) -> DuelReport.Level {
    if isBroken { return .broken }
    guard let result else { return .goesOn }
    let opened = match.seats.filter { match[$0].isOpen }
    // A complaint stands while the author of the box has not opened, so that nobody can look into it. Who complains opens first.
    let complaints = match.seats.contains {
      !match[$0].complaints.isEmpty && match[$0].isOpen
    }
    if opened.count == match.seats.count { return .opened }
    if complaints { return .disputed }
    if case .won(let seat) = result, opened.contains(seat) { return .winnerOpened }
    return .notOpened
  }

  /// Checks the steps of a seat against its opening; nil where all hold, or nothing was opened.
  private static func check(
    _ seat: SeatNumber, _ match: Duel, _ start: Duel, _ records: [Record]
  ) -> DuelReport.Failure? {
    guard match[seat].isOpen else { return nil }
    let last = records.lastIndex { $0.seat == seat && $0.step.openMatch.secret.count > 0 } ?? 0
    var cards: DuelCards
    do {
      cards = try opened(seat, match)
    } catch {
      return failure(last, seat, error)
    }
    for (index, record) in records.enumerated() where record.isCounted {
      do {
        try cards.follow(
          record.step, by: record.seat, at: record.place, seals: record.seals[Int(seat) - 1],
          record.events)
      } catch {
        return failure(index, seat, error)
      }
    }
    return nil
  }

  static func failure(_ index: Int, _ seat: SeatNumber, _ error: any Error)
    -> DuelReport.Failure
  {
    let sentence = (error as? DuelFault)?.rawValue ?? DuelFault.notHeld.rawValue
    return .init(step: index + 1, seat: seat, sentence: sentence)
  }

  /// The cards of a seat that has opened, at the beginning of the match.
  public static func opened(_ seat: SeatNumber, _ match: Duel) throws -> DuelCards {
    let parts = match[seat].opening
    let bytes = parts.flatMap { Array($0.listPart) }
    let secrets = DuelSecrets(
      opening: Array(parts.last?.secret ?? .init()), gameID: match.gameID, seat: seat)
    guard let list = DuelList(encoded: bytes),
      secrets.commitment(to: list) == match[seat].setup.deck
    else { throw DuelFault.otherList }
    guard list.main == match[seat].setup.main, list.side == match[seat].setup.side else {
      throw DuelFault.otherSizes
    }
    // Who commits to another key would make each box for it look false.
    guard DuelBoxes.publicKey(of: secrets.boxSecret) == match[seat].setup.boxKey else {
      throw DuelFault.otherKey
    }
    var cards = DuelCards(list, secrets)
    for swap in parts.flatMap(\.swaps) {
      guard swap.game > 1, cards.mains[swap.game] == nil,
        let main = DuelCards.main(after: swap, of: list)
      else { throw DuelFault.badSwap }
      cards.mains[swap.game] = main
    }
    return cards
  }
}
