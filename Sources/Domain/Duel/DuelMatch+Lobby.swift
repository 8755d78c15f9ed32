import DuelSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

// Steps before the start, and the steps of the table.
extension DuelMatch {
  mutating func perform(
    _ step: TableStep.OneOf_Step, _ writer: StepWriter
  ) throws -> [TableEvent] {
    switch step {
    case .open(let step): return try open(step, writer)
    case .join(let step): return try join(step, writer)
    default:
      guard self[writer.seat].began != nil else {
        throw Self.wrong(writer.seat, "wrote a step before sitting down")
      }
    }
    switch step {
    case .seat(let step): return try seatJoiner(step, writer)
    case .commit(let step): return try commit(step, writer)
    case .start: return try start(writer)
    case .cancel(let step): return try cancel(step, writer)
    case .move(let bytes): return try play(Array(bytes), writer)
    case .left: return try changePresence(leaving: true, writer)
    case .returned: return try changePresence(leaving: false, writer)
    case .concede: return try concede(writer)
    case .claim(let step): return try claim(step, writer)
    case .acceptClaim: return try acceptClaim(writer)
    case .admitSpectator(let step): return try admit(step, writer)
    case .removeSpectator(let step): return try remove(step, writer)
    case .offerRematch: return try offerRematch(writer)
    case .acceptRematch(let step): return try acceptRematch(step, writer)
    case .withdrawRematch: return try withdrawRematch(writer)
    case .requestTakeBack: return try requestTakeBack(writer)
    case .grantTakeBack: return try grantTakeBack(writer)
    case .open, .join: return []
    case .reveal, .play, .decide, .offerHosting, .takeHosting, .playOn:
      throw Self.wrong(writer.seat, "wrote a step that a duel does not have")
    }
  }

  private mutating func open(_ step: OpenTable, _ writer: StepWriter) throws -> [TableEvent] {
    guard writer.seat == .host, self[.host].began == nil else {
      throw Self.wrong(writer.seat, "opened a table that it cannot open")
    }
    guard step.nonce.count == Self.nonceBytes, let terms = DuelTerms(table: step.rules) else {
      throw Self.wrong(.host, "opened the table with terms that do not hold")
    }
    guard step.moveSeconds <= SessionRules.mostMoveSeconds else {
      throw Self.wrong(.host, "opened the table with \(step.moveSeconds) seconds for each move")
    }
    (opened, duelTerms) = (step, terms)
    opened.description_p = Label.clean(step.description_p, limit: Label.descriptionLimit)
    self[.host].began = writer.sequence
    self[.host].nonce = Array(step.nonce)
    self[.host].name = Label.clean(step.name, limit: Label.nameLimit)
    return [.with { ($0.seat, $0.opened) = (.host, name(of: .host)) }]
  }

  private mutating func seatJoiner(_ step: SeatJoiner, _ writer: StepWriter) throws -> [TableEvent]
  {
    let key = Array(step.joiner)
    guard writer.seat == .host, joinerKey == nil else {
      throw Self.wrong(writer.seat, "gave away a chair that it cannot give away")
    }
    guard key.count == Self.keyBytes, key != hostKey else {
      throw Self.wrong(.host, "gave the chair to a key that cannot be a joiner's")
    }
    (joinerKey, seated) = (key, writer.sequence)
    return [.with { ($0.seat, $0.seated) = (.joiner, Base32.encode(key)) }]
  }

  private mutating func join(_ step: JoinTable, _ writer: StepWriter) throws -> [TableEvent] {
    guard writer.seat == .joiner, self[.joiner].began == nil, let joinerKey,
      writer.knows(seated, of: .host)
    else { throw Self.wrong(writer.seat, "joined a table that it cannot join") }
    guard step.nonce.count == Self.nonceBytes else {
      throw Self.wrong(.joiner, "joined with a nonce of \(step.nonce.count) bytes, not 16")
    }
    self[.joiner].began = writer.sequence
    self[.joiner].nonce = Array(step.nonce)
    self[.joiner].name = Label.clean(step.name, limit: Label.nameLimit)
    let terms = HashInput("rules").adding(Array(opened.rules)).hash()
    gameID = HashInput("game").adding(terms).adding(hostKey).adding(joinerKey)
      .adding(self[.host].nonce).adding(self[.joiner].nonce).hash()
    return [.with { ($0.seat, $0.joined) = (.joiner, distinctName(of: .joiner)) }]
  }

  private mutating func start(_ writer: StepWriter) throws -> [TableEvent] {
    guard writer.seat == .host, started == nil, let duel = fresh else {
      throw Self.wrong(writer.seat, "started a match that it cannot start")
    }
    started = writer.sequence
    self.duel = duel
    log = DuelLog(names: Seat.chairs.map { distinctName(of: $0) }, phases: duelTerms.phases)
    return [.with { ($0.seat, $0.started) = (.host, true) }]
  }

  private mutating func cancel(_ step: CancelTable, _ writer: StepWriter) throws -> [TableEvent] {
    guard writer.seat == .host, started == nil else {
      throw Self.wrong(writer.seat, "closed a table that it cannot close")
    }
    cancelled = writer.sequence
    cancelReason = Label.clean(step.reason, limit: Label.descriptionLimit)
    return [.with { ($0.seat, $0.closed) = (.host, cancelReason) }]
  }

  // MARK: Leaving, and spectators

  private mutating func changePresence(leaving: Bool, _ writer: StepWriter) throws -> [TableEvent] {
    guard self[writer.seat].isAway(asOf: writer.sequence) != leaving else {
      throw Self.wrong(writer.seat, leaving ? "left twice" : "returned without having left")
    }
    self[writer.seat].departures.turn(at: writer.sequence)
    return [
      .with {
        $0.seat = writer.seat
        if leaving { $0.left = true } else { $0.returned = true }
      }
    ]
  }

  private static let mostSpectators = 256

  private mutating func admit(_ step: AdmitSpectator, _ writer: StepWriter) throws -> [TableEvent] {
    let key = Array(step.author)
    guard writer.seat == .host, opened.spectators != .unspecified, key.count == Self.keyBytes,
      key != hostKey, key != joinerKey
    else { throw Self.wrong(writer.seat, "let somebody watch who cannot") }
    let name = Label.clean(step.name, limit: Label.nameLimit)
    if let index = spectators.firstIndex(where: { $0.key == key }) {
      guard spectators[index].isRemoved else {
        throw Self.wrong(.host, "let somebody watch who watches already")
      }
      spectators[index].isRemoved = false
    } else {
      guard spectators.count < Self.mostSpectators else {
        throw Self.wrong(.host, "let more than \(Self.mostSpectators) people watch")
      }
      spectators.append(Spectator(key: key, name: name))
    }
    return [.with { ($0.seat, $0.admitted) = (.host, name) }]
  }

  private mutating func remove(_ step: RemoveSpectator, _ writer: StepWriter) throws -> [TableEvent]
  {
    guard writer.seat == .host,
      let index = spectators.firstIndex(where: { $0.key == Array(step.author) }),
      !spectators[index].isRemoved
    else { throw Self.wrong(writer.seat, "sent somebody away who does not watch") }
    spectators[index].isRemoved = true
    for cut in step.last { spectators[index].last[UInt64(cut.incarnation)] = cut.sequence }
    return [.with { ($0.seat, $0.removed) = (.host, spectators[index].name) }]
  }
}

extension DuelTerms {
  /// The most phases of a turn, and the most bytes of the name of one.
  static let phaseLimits = (count: Int(DuelLimits.phases), bytes: 40)

  /// Reads the rules of a table; nil where they do not hold.
  init?(table rules: Data) {
    guard let terms = try? DuelTerms(serializedBytes: rules),
      DuelLimits.games.contains(terms.games), terms.life <= UInt32(DuelLimits.counterValue),
      terms.format.utf8.count <= Self.phaseLimits.bytes,
      terms.phases.count <= Self.phaseLimits.count,
      terms.phases.allSatisfy({ (1...Self.phaseLimits.bytes).contains($0.utf8.count) }),
      !terms.hasJudge || terms.judge.isSigned
    else { return nil }
    self = terms
    format = Label.clean(format, limit: Label.nameLimit)
    phases = phases.map { Label.clean($0, limit: Label.nameLimit) }
  }
}
