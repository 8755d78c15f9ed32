import Schema
import TestKit

@testable import War

extension SeededGenerator {
  /// Random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// One entry of a seat's log, as the tests hand it to a match.
struct TestEntry {
  var seat: Seat
  var at: Match.Position
  var steps: [TableStep]
}

/// Two seats that each have a match of their own and exchange entries when told to.
struct TwoSeats {
  var matches: Pair<Match>
  var logs = Pair<[TestEntry]>(host: [], joiner: [])
  /// The number of entries of the other log that each has applied.
  var received = Pair(host: 0, joiner: 0)
  var secrets: Pair<[UInt8]>
  var keys: Pair<[UInt8]>
  var nonces: Pair<[UInt8]>
  var rules: Rules
  /// Entries in the order in which they were written.
  var written: [TestEntry] = []
  var events: [MatchEvent] = []

  init(seed: UInt64, rules: Rules = .standard) {
    var random = SeededGenerator(seed: seed)
    keys = Pair(host: random.bytes(32), joiner: random.bytes(32))
    secrets = Pair(host: random.bytes(32), joiner: random.bytes(32))
    nonces = Pair(host: random.bytes(16), joiner: random.bytes(16))
    self.rules = rules
    matches = Pair(host: Match(hostKey: keys.host), joiner: Match(hostKey: keys.host))
  }

  /// Writes an entry into a seat's log, citing what it has received, and applies it there.
  @discardableResult
  mutating func write(_ seat: Seat, _ steps: [TableStep]) -> [Verdict] {
    let entry = TestEntry(
      seat: seat,
      at: Match.Position(
        sequence: UInt64(logs[seat].count + 1), seen: UInt64(received[seat])),
      steps: steps)
    logs[seat].append(entry)
    written.append(entry)
    return steps.map { matches[seat].apply($0, by: seat, at: entry.at) }
  }

  @discardableResult
  mutating func write(_ seat: Seat, _ step: TableStep) -> Verdict {
    write(seat, [step]).first ?? .accepted([])
  }

  /// Returns the verdict of a seat's match on a step, without writing it.
  func trying(_ seat: Seat, _ step: TableStep) -> Verdict {
    var copy = self
    return copy.write(seat, step)
  }

  /// Hands a seat the next entries of the other's log that it has not got.
  mutating func deliver(to seat: Seat, _ limit: Int = .max) {
    let other = logs[seat.other]
    let end = min(other.count, received[seat].addingReportingOverflow(limit).partialValue)
    let last = limit == .max ? other.count : end
    while received[seat] < last {
      let entry = other[received[seat]]
      received[seat] += 1
      for step in entry.steps {
        if case .accepted(let events) = matches[seat].apply(step, by: entry.seat, at: entry.at),
          seat == .host
        {
          self.events += events
        }
      }
    }
  }

  /// Delivers everything both ways.
  mutating func exchange() {
    deliver(to: .host)
    deliver(to: .joiner)
  }

  func step(for duty: Duty, of seat: Seat) -> TableStep {
    switch duty {
    case .join: .joining(nonce: nonces.joiner, name: "Bo")
    case .commit: .committing(tip: ChainLink.tip(secret: secrets[seat], of: seat))
    case .reveal(let round):
      .revealing(round, ChainLink.link(secret: secrets[seat], of: seat, round: round) ?? [])
    case .play(let round, let battle): .playing(round, battle)
    case .playOn: .with { $0.playOn = PlayOn() }
    case .decide(let step): .with { $0.decide = step }
    }
  }

  /// Writes a seat's first duty, if it has one.
  @discardableResult
  mutating func fulfil(_ seat: Seat) -> Bool {
    guard let duty = matches[seat].duties(of: seat).first else { return false }
    write(seat, step(for: duty, of: seat))
    return true
  }

  /// Both do what they must and exchange it until nothing more is due.
  mutating func settle() {
    repeat { exchange() } while fulfil(.host) || fulfil(.joiner)
  }

  /// Taps for a seat's person; true when every step was accepted.
  @discardableResult
  mutating func tap(_ seat: Seat) -> Bool {
    let verdicts = write(seat, matches[seat].tapSteps(for: seat).map { step(for: $0, of: seat) })
    return verdicts.allSatisfy { $0.isAccepted }
  }

  /// Opens, seats, joins, commits and starts.
  mutating func start() throws {
    try write(.host, .opening(nonce: nonces.host, rules: rules, name: "Ada"))
    write(.host, .with { $0.seat.joiner = .init(keys.joiner) })
    settle()
    write(
      .host, [step(for: .commit, of: .host), .with { $0.start = StartMatch() }])
    settle()
  }

  /// Plays rounds to the end of one, or of the match.
  mutating func play(rounds: Int = .max, first: Seat = .host) {
    let start = Int(matches.host.roundsDecided)
    while matches.host.phase == .playing, Int(matches.host.roundsDecided) - start < rounds {
      if matches[first].mayTap(first) { tap(first) }
      settle()
      if matches[first.other].mayTap(first.other) { tap(first.other) }
      settle()
    }
  }
}

extension TableStep {
  static func opening(nonce: [UInt8], rules: Rules, name: String) throws -> TableStep {
    let bytes: [UInt8] = try rules.serializedBytes()
    return .with {
      $0.open.nonce = .init(nonce)
      $0.open.rules = .init(bytes)
      $0.open.name = name
    }
  }

  static func joining(nonce: [UInt8], name: String) -> TableStep {
    .with {
      $0.join.nonce = .init(nonce)
      $0.join.name = name
    }
  }

  static func committing(tip: [UInt8]) -> TableStep { .with { $0.commit.tip = .init(tip) } }

  static func revealing(_ round: UInt32, _ link: [UInt8]) -> TableStep {
    .with {
      $0.reveal.round = round
      $0.reveal.link = .init(link)
    }
  }

  static func playing(_ round: UInt32, _ battle: UInt32) -> TableStep {
    .with {
      $0.play.round = round
      $0.play.battle = battle
    }
  }

  static var leave: TableStep { .with { $0.left = LeaveTable() } }
  static var comeBack: TableStep { .with { $0.returned = ReturnToTable() } }
  static var giveUp: TableStep { .with { $0.concede = Schema.Concede() } }
  static var offerOver: TableStep { .with { $0.offerHosting = OfferHosting() } }
  static var takeOver: TableStep { .with { $0.takeHosting = TakeHosting() } }

  static var accepting: TableStep { .with { $0.acceptClaim = AcceptClaim() } }

  static func claiming(_ kind: ClaimKind, _ round: UInt32, _ battle: UInt32) -> TableStep {
    .with {
      $0.claim.kind = kind
      $0.claim.round = round
      $0.claim.battle = battle
    }
  }
}

extension Verdict {
  var isAccepted: Bool { if case .accepted = self { true } else { false } }
  var violation: Violation? { if case .refused(let violation) = self { violation } else { nil } }
}
