import Crypto
import Feature
import FoundationEssentials
import HandSchema
import Schema

/// One match of rock, paper, scissors: who first wins two rounds wins it. It also settles who begins something else.
///
/// A hand is sealed first: the hash of the hand and a link of the player's secret. When both are sealed, both nodes show.
struct HandMatch: Session, Equatable {
  /// A hand; its number is that of `Tap.move`.
  enum Hand: UInt8, CaseIterable, Sendable {
    case rock = 1
    case paper, scissors

    /// Whether this hand wins against another one.
    func beats(_ other: Hand) -> Bool { (rawValue + 2) % 3 == other.rawValue % 3 }
  }

  /// A step that does not follow.
  private struct Wrong: Error {
    var sentence: String
  }

  /// The steps of one log, summed up.
  private struct Chair: Equatable {
    var name = ""
    var tip: [UInt8]?
    var sealed: [UInt8]?
    var shown: Hand?
    /// The hand of the last round.
    var last: Hand?
    var points = 0
    /// The entry of its last hand.
    var lastMove: UInt64 = 0
    /// The last entry of the other log that it had seen when it claimed.
    var claim: UInt64?
    var hasAccepted = false
    var hasLeft = false
    var hasConceded = false
    var offersRematch = false
    /// The table of the rematch that it accepted, 16 bytes.
    var rematch: [UInt8]?
    var broken: String?
    var forkedFrom = UInt64.max
  }

  private static let chairs: [Seat] = [.host, .joiner]

  private let hostKey: [UInt8]
  private var joinerKey: [UInt8]?
  private(set) var terms = HostTable()
  private(set) var round: UInt32 = 1
  private var phaseBefore = SessionPhase.unopened
  private var host = Chair()
  private var joiner = Chair()

  /// A match before its first step.
  init(hostKey: [UInt8]) { self.hostKey = hostKey }

  private subscript(seat: Seat) -> Chair {
    get { seat == .joiner ? joiner : host }
    set { if seat == .joiner { joiner = newValue } else { host = newValue } }
  }

  // MARK: The table

  func key(of seat: Seat) -> [UInt8]? { seat == .joiner ? joinerKey : hostKey }
  func hasJoined(_ seat: Seat) -> Bool { !self[seat].name.isEmpty }
  var canStart: Bool { phase == .seated && joiner.tip != nil }
  var phase: SessionPhase {
    phaseBefore == .playing && result != nil ? .finished : phaseBefore
  }
  var closedReason: String? { phaseBefore == .closed ? "The host closed the table." : nil }
  var moveSeconds: UInt32 { terms.moveSeconds }
  var hasNoChat: Bool { terms.noChat }
  var roundsDecided: UInt32 { round - 1 }
  func name(of seat: Seat) -> String { self[seat].name }

  var result: MatchResult? {
    guard phaseBefore == .playing else { return nil }
    let chairs = Self.chairs
    if let seat = chairs.first(where: { self[$0].broken != nil }) {
      return ended(.broken, winner: seat.other, self[seat].broken ?? "")
    }
    if let seat = chairs.first(where: { self[$0].points == 2 }) {
      return ended(.cards, winner: seat, "Two rounds are won.")
    }
    if let seat = chairs.first(where: { self[$0].hasConceded }) {
      return ended(.conceded, winner: seat.other, "\(name(of: seat)) conceded.")
    }
    if let seat = chairs.first(where: { self[$0].hasAccepted }) {
      return ended(.claimed, winner: seat.other, "\(name(of: seat)) accepted the claim.")
    }
    return nil
  }

  private func ended(_ ending: Ending, winner: Seat, _ because: String) -> MatchResult {
    .with {
      $0.ending = ending
      $0.winner = winner
      $0.text = "\(name(of: winner)) won. \(because)"
    }
  }

  // MARK: Steps

  mutating func take(
    _ step: TableStep, by seat: Seat, at position: SessionPosition
  ) -> SessionVerdict {
    guard let step = step.step else { return .accepted([]) }
    if let broken = self[seat].broken { return .refused(seat, sentence: broken) }
    let before = result
    do {
      guard self[seat].forkedFrom > position.sequence else { throw Wrong(sentence: "It forked.") }
      var events = try perform(step, seat, position)
      if let result, result != before { events.append(.with { $0.finished = result }) }
      return .accepted(events)
    } catch {
      let sentence = (error as? Wrong)?.sentence ?? "\(error)"
      if before == nil { self[seat].broken = sentence }
      return .refused(seat, sentence: sentence)
    }
  }

  mutating func applyFork(by seat: Seat, from sequence: UInt64) {
    self[seat].forkedFrom = sequence
  }

  private mutating func perform(
    _ step: TableStep.OneOf_Step, _ seat: Seat, _ position: SessionPosition
  ) throws -> [TableEvent] {
    switch (step, phase, seat) {
    case (.open(let open), .unopened, .host):
      host.name = open.name
      terms.description_p = open.description_p
      terms.moveSeconds = open.moveSeconds
      terms.noChat = open.noChat
      phaseBefore = .open
    case (.seat(let step), .open, .host):
      joinerKey = Array(step.joiner)
      phaseBefore = .seated
    case (.join(let join), .seated, .joiner) where !hasJoined(.joiner): joiner.name = join.name
    case (.commit(let commit), .seated, _) where self[seat].tip == nil:
      self[seat].tip = Array(commit.tip)
    case (.start, .seated, .host) where canStart && host.tip != nil: phaseBefore = .playing
    case (.cancel, .open, .host), (.cancel, .seated, .host): phaseBefore = .closed
    case (.left, _, _), (.returned, _, _): self[seat].hasLeft = step == .left(LeaveTable())
    case (.concede, .playing, _): self[seat].hasConceded = true
    case (.claim, .playing, _) where owes(seat.other, seen: position.seen(of: seat.other)):
      self[seat].claim = position.seen(of: seat.other)
    case (.acceptClaim, .playing, _) where claims.contains { $0.seat == seat.other }:
      self[seat].hasAccepted = true
    case (.offerRematch, .finished, _) where !offersRematch(seat):
      self[seat].offersRematch = true
      return [.with { ($0.seat, $0.offeredRematch) = (seat, true) }]
    case (.withdrawRematch, .finished, _) where offersRematch(seat):
      self[seat].offersRematch = false
      return [.with { ($0.seat, $0.withdrewRematch) = (seat, true) }]
    case (.acceptRematch(let accept), .finished, _)
    where self[seat].rematch == nil && accept.table.count == 16:
      self[seat].rematch = Array(accept.table)
    case (.move(let move), .playing, _):
      self[seat].lastMove = position.sequence
      return try play(Array(move), seat)
    default: throw Wrong(sentence: "\(name(of: seat)) wrote a step out of turn.")
    }
    return []
  }

  /// A sealed hand has 32 bytes; one that is shown has its number and the link that it was sealed with.
  private mutating func play(_ move: [UInt8], _ seat: Seat) throws -> [TableEvent] {
    if move.count == 32, self[seat].sealed == nil {
      self[seat].sealed = move
      return []
    }
    guard let sealed = self[seat].sealed, self[seat.other].sealed != nil, self[seat].shown == nil,
      let hand = move.first.flatMap({ Hand(rawValue: $0) }),
      Self.seal(hand, Array(move.dropFirst())) == sealed
    else { throw Wrong(sentence: "\(name(of: seat)) showed another hand than the one sealed.") }
    self[seat].shown = hand
    let event = TableEvent.with {
      $0.seat = seat
      $0.notice = "\(name(of: seat)) shows \(hand)."
    }
    guard let other = self[seat.other].shown else { return [event] }
    if hand.beats(other) { self[seat].points += 1 }
    if other.beats(hand) { self[seat.other].points += 1 }
    for seat in Self.chairs {
      (self[seat].last, self[seat].sealed, self[seat].shown) = (self[seat].shown, nil, nil)
    }
    round += 1
    return [event]
  }

  /// The seal of a hand with a link of its player's secret, 32 bytes.
  static func seal(_ hand: Hand, _ link: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: [hand.rawValue] + link))
  }

  // MARK: What a node writes

  func due(of seat: Seat) -> SessionDuty? {
    if phase == .seated, seat == .joiner {
      return hasJoined(.joiner) ? joiner.tip == nil ? .commit : nil : .join
    }
    guard phase == .playing, let sealed = self[seat].sealed, self[seat].shown == nil,
      self[seat.other].sealed != nil
    else { return nil }
    let round = Int(round)
    return .secret { keep in
      let links = keep.links(Self.links)
      // The seal says which hand it was, also after a restart.
      let hand = Hand.allCases.first { Self.seal($0, links[round]) == sealed }
      return .with { $0.move = Data([hand?.rawValue ?? 0] + links[round]) }
    }
  }

  func startingSteps() -> [SessionDuty] {
    [.commit, .step(.with { $0.start = StartMatch() })]
  }

  func moves(of seat: Seat, for tap: Tap) -> [SessionDuty] {
    guard refusal(of: tap, by: seat) == nil, let hand = Self.hand(tap) else { return [] }
    let round = Int(round)
    return [
      .secret { keep in
        let links = keep.links(Self.links)
        return .with { $0.move = Data(Self.seal(hand, links[round])) }
      }
    ]
  }

  func refusal(of tap: Tap, by seat: Seat) -> String? {
    if phase != .playing { return "The match is not going on." }
    if host.hasLeft || joiner.hasLeft { return "The match is paused." }
    if self[seat].sealed != nil { return "You have chosen: wait for the other player." }
    return Self.hand(tap) == nil ? "Choose rock, paper or scissors." : nil
  }

  private static func hand(_ tap: Tap) -> Hand? { tap.move.first.flatMap { Hand(rawValue: $0) } }

  func commitment(of seat: Seat) -> SessionCommitment? {
    self[seat].tip.map { SessionCommitment(tips: [$0]) }
  }
  func commitment(of keep: SessionKeep, by seat: Seat) -> SessionCommitment {
    SessionCommitment(tips: [Array(SHA256.hash(data: keep.secret))])
  }
  private static func links(of secret: [UInt8]) -> [[UInt8]] {
    (0...UInt8.max).map { Array(SHA256.hash(data: [$0] + secret)) }
  }

  // MARK: Waiting

  func mayTap(_ seat: Seat) -> Bool { phase == .playing && self[seat].sealed == nil }
  func hasPlayed(_ seat: Seat) -> Bool { self[seat].sealed != nil }
  func hasLeft(_ seat: Seat) -> Bool { self[seat].hasLeft }
  func canClaim(_ seat: Seat) -> Bool { phase == .playing && owes(seat.other, seen: .max) }

  private func owes(_ seat: Seat, seen: UInt64) -> Bool {
    let (claimant, other) = (self[seat.other], self[seat])
    let isMissing =
      claimant.sealed != nil && other.sealed == nil || claimant.shown != nil && other.shown == nil
    return (isMissing || claimant.sealed != nil && other.lastMove > seen)
      && !claims.contains { $0.seat == seat.other }
  }

  var claims: [ClaimView] {
    Self.chairs.compactMap { seat in
      guard let seen = self[seat].claim, self[seat.other].lastMove <= seen else { return nil }
      return .with {
        $0.seat = seat
        $0.kind = .win
        $0.round = round
      }
    }
  }

  // MARK: After the end

  var rematchOffers: [Seat] {
    rematchHost == nil ? Self.chairs.filter { self[$0].offersRematch } : []
  }
  func offersRematch(_ seat: Seat) -> Bool { self[seat].offersRematch }
  var rematchHost: Seat? { Self.chairs.first { self[$0].rematch != nil } }
  var rematchTable: [UInt8]? { rematchHost.flatMap { self[$0].rematch } }

  // MARK: What people see

  func fill(_ view: inout TableView) {
    view.round = round
    view.roundsDecided = roundsDecided
    view.hands.players = Self.chairs.map { seat in
      .with {
        $0.points = UInt32(self[seat].points)
        $0.last = HandSchema.Hand(rawValue: Int(self[seat].last?.rawValue ?? 0)) ?? .unspecified
      }
    }
    let points = Self.chairs.map { "\(distinctName(of: $0)) \(self[$0].points)" }
    let hands = Self.chairs.compactMap { seat in
      self[seat].last.map { "\(distinctName(of: seat)) showed \($0)" }
    }
    let last = hands.isEmpty ? "" : " Last round: \(hands.joined(separator: ", "))."
    view.notice = "\(points.joined(separator: ", ")).\(last)"
  }

  func fill(_ view: inout PlayerView, of seat: Seat) {
    view.played = self[seat].sealed != nil
  }
}
