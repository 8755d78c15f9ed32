import DuelSchema
import Feature
import FoundationEssentials
import Schema

/// A duel against nobody: a person plays a library, and the other chair does no more than answer (row V-48).
///
/// It is the match that two nodes play, with both chairs in one place: everything is shown and refused as it is there. Nothing is
/// signed, sent or kept.
public struct DuelSolo: Sendable {
  /// The id of its table, which no table of a node has.
  public static let table = "solo"
  /// The name in the other chair.
  public static let nobody = "Nobody"

  private var match: DuelMatch
  private let keeps: [Seat: SessionKeep]
  private var players: [Seat: any PrivateSession] = [:]
  /// The number of entries of each chair.
  private var entries: [Seat: UInt64] = [:]
  /// The steps of the table, and what they brought since it was taken last.
  private var steps: UInt64 = 0
  private var events: [TableEvent] = []
  private let nonce: Data

  /// Begins a match.
  ///
  /// - Parameters:
  ///   - chosen: the library, and the terms of the match.
  ///   - name: the person's name.
  /// - Throws: `Refused` where library or terms do not hold.
  public init(_ chosen: DuelChosen, name: String, _ random: inout RandomSource) throws {
    match = DuelMatch(hostKey: random.bytes(DuelMatch.keyBytes))
    let choice = [UInt8](chosen.choice)
    keeps = [
      .host: SessionKeep(secret: random.bytes(HashInput.size), choices: [choice]),
      .joiner: SessionKeep(secret: random.bytes(HashInput.size), choices: [choice]),
    ]
    nonce = Data(random.bytes(DuelMatch.nonceBytes))
    let opening = Data(random.bytes(DuelMatch.nonceBytes))
    let joiner = Data(random.bytes(DuelMatch.keyBytes))
    try write(.host) {
      $0.open.nonce = opening
      ($0.open.rules, $0.open.name, $0.open.game) = (chosen.terms, name, "duel")
    }
    try write(.host) { $0.seat.joiner = joiner }
    try settle()
    for duty in match.startingSteps() { try perform(duty, .host) }
    try settle()
  }

  // MARK: What the person does

  /// Makes a move of the person, and all that follows from it.
  ///
  /// - Throws: `Refused` with the reason why it does not count; then nothing has changed.
  public mutating func tap(_ tap: Tap) throws {
    var copy = self
    try copy.tap(tap, by: .host)
    try copy.settle()
    self = copy
  }

  /// Gives the match up.
  ///
  /// - Throws: `Refused` where it is over.
  public mutating func concede() throws {
    guard match.phase == .playing else { throw Refused(.notNow, "The match is over.") }
    try write(.host) { $0.concede = Concede() }
    try settle()
  }

  // MARK: Steps

  private mutating func tap(_ tap: Tap, by seat: Seat) throws {
    if let sentence = match.refusal(of: tap, by: seat) { throw Refused(.notNow, sentence) }
    if !tap.choice.isEmpty { try players[seat]?.choose([UInt8](tap.choice), in: match) }
    let duties = try players[seat]?.moves(for: tap, in: match) ?? []
    let steps = duties.compactMap { duty -> TableStep? in
      if case .step(let step) = duty { step } else { nil }
    }
    guard !steps.isEmpty else { throw Refused(.notNow, "That does not count now.") }
    try write(steps, by: seat)
  }

  private mutating func write(_ seat: Seat, _ fill: (inout TableStep) -> Void) throws {
    try write([.with(fill)], by: seat)
  }

  /// Lets the steps of one entry take effect. The other chair has seen all that came before.
  private mutating func write(_ new: [TableStep], by seat: Seat) throws {
    let sequence = entries[seat, default: 0] + 1
    entries[seat] = sequence
    let position = SessionPosition(
      sequence: sequence, seen: [seat.other: entries[seat.other] ?? 0])
    for step in new {
      steps += 1
      switch match.take(step, by: seat, at: position) {
      case .refused(_, let sentence): throw Refused(.notNow, sentence)
      case .accepted(let brought):
        let number = steps
        events += brought.map { event in
          var event = event
          (event.table, event.number) = (Self.table, number)
          return event
        }
      }
      for chair in Seat.chairs {
        if players[chair] != nil {
          players[chair]?.follow(step, by: seat, at: position, in: match)
        } else if let keep = keeps[chair], match.commitment(of: chair) != nil {
          players[chair] = match.makePrivate(for: chair, keep)
        }
      }
    }
  }

  private mutating func perform(_ duty: SessionDuty, _ seat: Seat) throws {
    switch duty {
    case .join:
      let nonce = nonce
      try write(seat) { ($0.join.nonce, $0.join.name) = (nonce, Self.nobody) }
    case .commit:
      guard let keep = keeps[seat] else { return }
      let step = match.commitment(of: keep, by: seat).step
      try write(seat) { $0.commit = step }
    case .step(let step): try write([step], by: seat)
    case .secret: throw Refused(.notNow, "That is not played alone.")
    }
  }

  /// Writes what is due in both chairs, until nothing is left.
  private mutating func settle() throws {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for seat in Seat.chairs {
        while let duty = match.due(of: seat) ?? players[seat]?.due(in: match) {
          try perform(duty, seat)
          isQuiet = false
        }
      }
      if try answer() { isQuiet = false }
    }
  }

  /// Lets nobody answer: the other chair begins each game that the person begins, and grants an undo where that holds.
  ///
  /// - Returns: whether there was something to answer.
  private mutating func answer() throws -> Bool {
    guard let duel = match.duel, match.phase == .playing else { return false }
    if duel[2].game < duel[1].game {
      try tap(.duel(.with { $0.begin = DuelMove.Begin() }, at: Self.table), by: .joiner)
      return true
    }
    guard duel.openQuestion(of: 1) != nil else { return false }
    var copy = self
    do {
      try copy.tap(.duel(.with { $0.answerUndo = true }, at: Self.table), by: .joiner)
      self = copy
    } catch is Refused {
      try tap(.duel(.with { $0.answerUndo = false }, at: Self.table), by: .joiner)
    }
    return true
  }

  // MARK: What is shown

  /// The events since they were taken last.
  public mutating func takeEvents() -> [TableEvent] {
    defer { events = [] }
    return events
  }

  /// The table as the person sees it.
  public var view: TableView {
    var view = TableView()
    view.setDefaults()
    (view.id, view.game, view.seat) = (Self.table, "duel", .host)
    view.terms = match.terms.terms
    view.phase = match.phase == .finished ? .finished : .playing
    (view.host, view.joiner) = (player(.host), player(.joiner))
    view.canPlay = match.mayTap(.host)
    match.fill(&view)
    players[.host]?.fill(&view, in: match)
    if let result = match.result { view.result = result }
    return view
  }

  private func player(_ seat: Seat) -> PlayerView {
    var view = PlayerView()
    view.setDefaults()
    (view.name, view.online, view.here) = (match.name(of: seat), true, true)
    match.fill(&view, of: seat)
    return view
  }
}
