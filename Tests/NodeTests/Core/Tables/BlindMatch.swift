import Crypto
import Feature
import Foundation
import Schema

/// A small game with hidden cards, which only tests have.
///
/// Each seat brings a list of cards. For each of its draws the other seat's node gives a link of a chain, so nobody chooses a card. A
/// seat that has drawn all its cards plays them in any order; then both open their lists.
struct BlindMatch: Session, Equatable {
  /// A step that does not follow.
  private struct Wrong: Error {
    var sentence: String
  }

  /// The steps of one log, summed up.
  struct Chair: Equatable {
    var key: [UInt8]?
    var name = ""
    var commitment: SessionCommitment?
    /// The links of its draws and of those that it has answered, with the entries that hold them.
    var asks: [Given] = []
    var answers: [Given] = []
    var played: [UInt8] = []
    var lastPlay: UInt64 = 0
    /// Large steps that say nothing.
    var boasts = 0
    var opened: [UInt8]?
    var broken: String?
    var isAway = false
  }

  /// A link that a seat has given.
  struct Given: Equatable {
    var link: [UInt8]
    var sequence: UInt64
  }

  private(set) var terms = HostTable()
  private(set) var spectators: [Spectator] = []
  private var phaseBefore = SessionPhase.unopened
  private var chairs: [Seat: Chair] = [.host: Chair(), .joiner: Chair()]

  /// A match before its first step.
  init(hostKey: [UInt8]) { self[.host].key = hostKey }

  private(set) subscript(seat: Seat) -> Chair {
    get { chairs[seat] ?? Chair() }
    set { chairs[seat] = newValue }
  }

  /// Draws of each seat: the game's own terms.
  var draws: Int { Int(terms.terms.first ?? 0) }

  /// The links of the draws of a seat that are answered, both links of a draw after each other.
  func draws(of seat: Seat) -> [[UInt8]] {
    zip(self[seat].asks, self[seat.other].answers).map { $0.link + $1.link }
  }

  /// The cards that so many draws bring from a list.
  static func drawn(_ draws: [[UInt8]], from list: [UInt8]) -> [UInt8] {
    var rest = list
    return draws.map { rest.remove(at: Int(hash($0)[0]) % rest.count) }
  }

  static func hash(_ parts: [UInt8]...) -> [UInt8] {
    Array(SHA256.hash(data: parts.flatMap { $0 }))
  }

  /// The tip of the chain for the draws of a seat, then its links in the order of their use.
  static func chain(_ secret: [UInt8], for asker: Seat) -> [[UInt8]] {
    var links = [hash(secret, [UInt8(asker.rawValue)])]
    while links.count < 4 { links.append(hash(links[links.count - 1])) }
    return links.reversed()
  }

  /// The hash by which a seat commits to its list.
  static func seal(_ secret: [UInt8], _ list: [UInt8]) -> [UInt8] { hash(opening(secret), list) }
  /// The secret that a seat opens at the end: its links do not follow from it.
  static func opening(_ secret: [UInt8]) -> [UInt8] { hash(secret, [9]) }

  // MARK: The table

  func key(of seat: Seat) -> [UInt8]? { self[seat].key }
  func hasJoined(_ seat: Seat) -> Bool { !self[seat].name.isEmpty }
  func name(of seat: Seat) -> String { self[seat].name }
  var canStart: Bool { phase == .seated && self[.joiner].commitment != nil }
  var closedReason: String? { nil }
  var spectatorPolicy: SpectatorPolicy { terms.spectators }
  var phase: SessionPhase {
    phaseBefore == .playing && result != nil ? .finished : phaseBefore
  }

  var result: MatchResult? {
    guard phaseBefore == .playing else { return nil }
    if let seat = seats.first(where: { self[$0].broken != nil }) {
      return .with { ($0.ending, $0.winner) = (.broken, seat.other) }
    }
    guard seats.allSatisfy({ self[$0].opened != nil }) else { return nil }
    let sums = seats.map { self[$0].played.reduce(0) { $0 + Int($1) } }
    return .with {
      $0.ending = .cards
      $0.winner = sums[0] == sums[1] ? .unspecified : sums[0] > sums[1] ? .host : .joiner
      $0.text = "\(sums[0]) to \(sums[1])."
    }
  }

  // MARK: Steps

  mutating func take(
    _ step: TableStep, by seat: Seat, at position: SessionPosition
  ) -> SessionVerdict {
    guard let step = step.step else { return .accepted([]) }
    if let broken = self[seat].broken { return .refused(seat, sentence: broken) }
    do {
      try perform(step, seat, position)
      return .accepted([])
    } catch {
      let sentence = (error as? Wrong)?.sentence ?? "\(error)"
      if result == nil { self[seat].broken = sentence }
      return .refused(seat, sentence: sentence)
    }
  }

  mutating func applyFork(by seat: Seat, from sequence: UInt64) {}

  private mutating func perform(
    _ step: TableStep.OneOf_Step, _ seat: Seat, _ position: SessionPosition
  ) throws {
    switch (step, phaseBefore, seat) {
    case (.open(let open), .unopened, .host):
      self[.host].name = open.name
      terms.terms = open.rules
      terms.spectators = open.spectators
      phaseBefore = .open
    case (.seat(let step), .open, .host):
      self[.joiner].key = Array(step.joiner)
      phaseBefore = .seated
    case (.join(let join), .seated, .joiner): self[.joiner].name = join.name
    case (.commit(let commit), .seated, _) where commit.tips.count == 1:
      self[seat].commitment = SessionCommitment(commit)
    case (.start, .seated, .host): phaseBefore = .playing
    case (.left, _, _), (.returned, _, _): self[seat].isAway = step == .left(LeaveTable())
    case (.admitSpectator(let admit), _, .host):
      spectators.append(Spectator(key: Array(admit.author), name: admit.name))
    case (.move(let move), .playing, _): try makeMove(Array(move), seat, position)
    default: throw Wrong(sentence: "\(name(of: seat)) wrote a step out of turn.")
    }
  }

  private mutating func makeMove(
    _ move: [UInt8], _ seat: Seat, _ position: SessionPosition
  ) throws {
    let (own, other, rest) = (self[seat], self[seat.other], Array(move.dropFirst()))
    let seen = position.seen(of: seat.other)
    let answered = zip(own.asks, other.answers).count { $1.sequence <= seen }
    switch move.first {
    case 1 where own.asks.count < draws && own.asks.count == answered:
      try check(rest, after: own.asks.last?.link, of: seat, for: seat)
      self[seat].asks.append(Given(link: rest, sequence: position.sequence))
    case 2 where other.asks.count { $0.sequence <= seen } > own.answers.count:
      try check(rest, after: own.answers.last?.link, of: seat, for: seat.other)
      self[seat].answers.append(Given(link: rest, sequence: position.sequence))
    case 3 where answered == draws && own.played.count < draws && rest.count == 1:
      self[seat].played += rest
      self[seat].lastPlay = position.sequence
    case 4
    where own.opened == nil && own.played.count == draws && other.played.count == draws
      && other.lastPlay <= seen:
      let list = Array(rest.dropFirst(32))
      guard Self.hash(Array(rest.prefix(32)), list) == own.commitment?.data,
        Self.drawn(draws(of: seat), from: list).sorted() == own.played.sorted()
      else { throw Wrong(sentence: "\(name(of: seat)) had other cards.") }
      self[seat].opened = list
    case 5: self[seat].boasts += 1
    default: throw Wrong(sentence: "\(name(of: seat)) made a move out of turn.")
    }
  }

  /// Checks that a link of a seat follows the one before it in the chain for the draws of a seat.
  private func check(
    _ link: [UInt8], after last: [UInt8]?, of seat: Seat, for asker: Seat
  ) throws {
    let tips = self[seat].commitment?.tips ?? []
    guard Self.hash(link) == last ?? tips[asker == .host ? 0 : 1] else {
      throw Wrong(sentence: "\(name(of: seat)) gave a link of another chain.")
    }
  }

  // MARK: What a node writes

  func due(of seat: Seat) -> SessionDuty? {
    guard phase == .seated, seat == .joiner else { return nil }
    return hasJoined(.joiner) ? self[.joiner].commitment == nil ? .commit : nil : .join
  }

  func startingSteps() -> [SessionDuty] {
    [.commit, .step(.with { $0.start = StartMatch() })]
  }

  func refusal(of tap: Tap, by seat: Seat) -> String? {
    phase == .playing ? nil : "The match is not going on."
  }

  func commitment(of seat: Seat) -> SessionCommitment? { self[seat].commitment }
  func commitment(of keep: SessionKeep, by seat: Seat) -> SessionCommitment {
    SessionCommitment(
      tips: seats.map { Self.chain(keep.secret, for: $0)[0] },
      data: Self.seal(keep.secret, keep.choices[0]))
  }
  func keepsSecret(_ seat: Seat) -> Bool { self[seat].opened == nil }
  func makePrivate(for seat: Seat, _ keep: SessionKeep) -> (any PrivateSession)? {
    BlindHand(seat, keep)
  }
  func hasLeft(_ seat: Seat) -> Bool { self[seat].isAway }

  // MARK: What people see

  func fill(_ view: inout TableView) {
    let texts = seats.map { seat in
      let played = self[seat].played.map { " \($0)" }.joined()
      let held = "\(name(of: seat)) has \(draws(of: seat).count - self[seat].played.count)"
      let boasts = self[seat].boasts == 0 ? "" : ", boasted \(self[seat].boasts) times"
      return played.isEmpty ? "\(held)\(boasts)." : "\(held)\(boasts), played\(played)."
    }
    view.notice = texts.joined(separator: " ")
  }
}

/// The cards of one seat of a `BlindMatch`.
struct BlindHand: PrivateSession {
  private let seat: Seat
  private let secret: [UInt8]
  private let list: [UInt8]
  /// The card that the person hopes for: a choice without any step.
  private var wish: UInt8?
  /// The times that it is to boast: another choice without a step.
  private var boasts = 0
  private var hand: [UInt8] = []
  /// The draws that were followed.
  private var draws = 0

  init(_ seat: Seat, _ keep: SessionKeep) {
    (self.seat, secret, list) = (seat, keep.secret, keep.choices[0])
    for choice in keep.choices.dropFirst() { take(choice) }
  }

  private mutating func take(_ choice: [UInt8]) {
    if choice.count == 1 { wish = choice[0] } else { boasts += Int(choice[1]) }
  }

  mutating func follow(
    _ step: TableStep, by author: Seat, at position: SessionPosition, in match: any Session
  ) {
    guard let match = match as? BlindMatch, case .move(let move)? = step.step else { return }
    if match.draws(of: seat).count > draws {
      hand.append(BlindMatch.drawn(match.draws(of: seat), from: list)[draws])
      draws += 1
    }
    if author == seat, move.first == 3 { hand.removeAll { $0 == move.last } }
  }

  mutating func choose(_ choice: [UInt8], in match: any Session) throws {
    guard choice.count <= 2 else { throw Refused(.invalid, "Hope for one card.") }
    take(choice)
  }

  func due(in match: any Session) -> SessionDuty? {
    guard let match = match as? BlindMatch, match.phase == .playing else { return nil }
    let (own, other) = (match[seat], match[seat.other])
    if other.asks.count > own.answers.count {
      let chain = BlindMatch.chain(secret, for: seat.other)
      return Self.move([2] + chain[own.answers.count + 1])
    }
    if own.boasts < boasts { return Self.boast }
    guard own.played.count == match.draws, other.played.count == match.draws, own.opened == nil
    else { return nil }
    return Self.move([4] + BlindMatch.opening(secret) + list)
  }

  func moves(for tap: Tap, in match: any Session) throws -> [SessionDuty] {
    guard let match = match as? BlindMatch, let card = tap.move.first else { return [] }
    if card == 0 {
      let chain = BlindMatch.chain(secret, for: seat)
      return [Self.move([1] + chain[match[seat].asks.count + 1])]
    }
    if card == 200 { return [SessionDuty](repeating: Self.boast, count: Int(tap.move[1])) }
    guard hand.contains(card) else { throw Refused(.notNow, "You do not hold \(card).") }
    return [Self.move([3, card])]
  }

  func fill(_ view: inout TableView, in match: any Session) {
    view.notice += " You hold\(hand.map { " \($0)" }.joined())."
    if let wish { view.notice += " You hope for \(wish)." }
  }

  private static var boast: SessionDuty { move([5] + [UInt8](repeating: 7, count: 700)) }

  private static func move(_ bytes: [UInt8]) -> SessionDuty {
    .step(.with { $0.move = Data(bytes) })
  }
}

extension Feature {
  /// The game of a `BlindMatch`.
  static let blind = Feature(name: "blind", kinds: [], session: .blind)
}

extension SessionRules {
  static let blind = SessionRules(
    game: "blind", begin: { BlindMatch(hostKey: $0) },
    settleTerms: { terms in
      guard terms.isEmpty || terms.count == 1 && (1...3).contains(terms[0]) else {
        throw Refused(.invalid, "Draw 1 to 3 cards.")
      }
      return terms.isEmpty ? [2] : terms
    },
    settleChoice: { list, terms in
      guard list.count > terms[0], Set(list).count == list.count, !list.contains(0) else {
        throw Refused(.invalid, "Bring more than \(terms[0]) different cards.")
      }
      return list
    }, mayBeWatched: true)
}
