import FoundationEssentials
import Identifiers
import Replication
import Schema
import TestKit
import Wire

/// A peer that sends garbage in place of what a comparison of rosters needs.
struct RosterForge {
  private var random: SeededGenerator
  private let victim: Roster
  private let lies: [SignedStatement]
  /// Messages of honest nodes, to be spoilt.
  private var known: [RosterExchange] = []

  init(seed: UInt64, victim: Roster, lies: [SignedStatement]) {
    (random, self.victim, self.lies) = (SeededGenerator(seed: seed &* 59), victim, lies)
    var sync = RosterSync(mostWhole: 0)
    known = [sync.begin(victim)]
  }

  /// Notes what an honest node has answered.
  mutating func learn(_ messages: [RosterExchange]) {
    known = (known + messages).suffix(20)
  }

  mutating func message() throws -> RosterExchange {
    var message = RosterExchange()
    message.room = victim.room.data
    switch random.below(7) {
    case 0: message.summary = summary()
    case 1: message.table = table()
    case 2, 3: message.lists = lists()
    case 4: message.wanted.hashes = bytes(16 * random.below(40))
    case 5: message.part = part()
    default: return try spoilt()
    }
    return message
  }

  private mutating func bytes(_ count: Int) -> Data {
    Data((0..<count).map { _ in UInt8(random.below(256)) })
  }

  private mutating func summary() -> RosterSummary {
    let terms = victim.chain.map(\.hash.data)
    return .with {
      $0.hash = bytes(random.below(8) == 0 ? 31 : 32)
      $0.terms = Array(terms.prefix(random.below(terms.count + 1)))
      if random.below(2) == 0 { $0.awaited = [bytes(32), random.pick(terms)] }
      if random.below(8) == 0 { $0.terms = (0..<100).map { _ in bytes(32) } }
    }
  }

  private mutating func table() -> RosterTable {
    let term = victim.chain.last?.hash.data ?? Data()
    return .with {
      $0.summary = summary()
      $0.term = random.pick([Data(), term, bytes(32), bytes(3)])
      $0.buckets = bytes(random.below(4) == 0 ? random.below(9_000) : 257 * 16)
    }
  }

  private mutating func lists() -> RosterLists {
    let term = victim.chain.last?.hash.data ?? Data()
    return .with {
      if random.below(3) == 0 {
        $0.whole = true
        $0.summary = summary()
      }
      $0.term = random.pick([Data(), term, bytes(32)])
      let isSorted = random.below(2) == 0
      let numbers = (0..<random.below(60)).map { _ in random.below(260) }
      $0.buckets = (isSorted ? Array(Set(numbers)).sorted() : numbers).map { number in
        .with {
          $0.number = UInt32(number)
          $0.after = bytes(random.pick([0, 0, 0, 16, 5]))
          $0.hashes = bytes(random.pick([0, 0, 16, 16, 48, 7]))
          $0.more = random.below(4) == 0
        }
      }
    }
  }

  private mutating func part() -> RosterPart {
    .with {
      $0.statements = lies.shuffled(using: &random).prefix(2).map(\.message)
      $0.hash = bytes(32)
      guard let base = victim.bases.first, random.below(2) == 0 else { return }
      $0.base.term = base.term
      $0.base.first = UInt32(random.below(3))
      $0.base.standings = base.standings.shuffled(using: &random)
    }
  }

  /// A message of an honest node of which one byte is another one.
  private mutating func spoilt() throws -> RosterExchange {
    var bytes = try Coding.encode(random.pick(known))
    bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
    return (try? Coding.decode(RosterExchange.self, from: bytes)) ?? known[0]
  }
}
