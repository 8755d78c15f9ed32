import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Makes frames that no honest node would send, out of those that honest nodes did send.
struct FrameForge {
  private static let poolSize = 256

  private var random: SeededGenerator
  private var pool: [[UInt8]] = []
  private var rooms: [Data] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed ^ 0xf0_49e5) }

  /// Keeps an honest frame to work from.
  mutating func learn(_ frame: [UInt8]) {
    if pool.count < Self.poolSize {
      pool.append(frame)
    } else {
      pool[Int.random(in: 0..<pool.count, using: &random)] = frame
    }
    guard case .digest(let digest)? = try? Coding.decode(Frame.self, from: frame).body,
      !rooms.contains(digest.room)
    else { return }
    rooms.append(digest.room)
  }

  /// The next frame of somebody who knows everything that was ever said.
  mutating func next(author: Author) -> [UInt8] {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return noise(Int.random(in: 0...300, using: &random))
    case 1: return pool.randomElement(using: &random) ?? []
    case 2, 3: return mutate(pool.randomElement(using: &random) ?? noise(20))
    default: return (try? Coding.encode(outOfTurn(author))) ?? []
    }
  }

  private mutating func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...255, using: &random) }
  }

  /// Bits turned, pieces missing, doubled or foreign.
  private mutating func mutate(_ frame: [UInt8]) -> [UInt8] {
    var bytes = frame
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = [0, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(place...)
      case 3: bytes.insert(contentsOf: noise(Int.random(in: 1...9, using: &random)), at: place)
      case 4:
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        let other = pool.randomElement(using: &random) ?? []
        bytes.replaceSubrange(place..., with: other.dropFirst(place))
      }
    }
    return bytes
  }

  private mutating func room() -> Data {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Data(noise(16))
    case 1: Data(noise(Int.random(in: 0...40, using: &random)))
    default: rooms.randomElement(using: &random) ?? Data(noise(16))
    }
  }

  private mutating func number() -> UInt64 {
    [0, 1, 2, 3, 1 << 31, 1 << 32, 1 << 63, .max - 1, .max].randomElement(using: &random) ?? 0
  }

  /// A frame of any kind that is well formed and fits nothing.
  private mutating func outOfTurn(_ author: Author) -> Frame {
    var frame = Frame()
    frame.optional = Int.random(in: 0..<4, using: &random) == 0
    switch Int.random(in: 0..<13, using: &random) {
    case 0: frame.hello.highestVersion = UInt32(truncatingIfNeeded: number())
    case 1:
      // Saying goodbye is anybody's right, so it comes rarely.
      if Int.random(in: 0..<8, using: &random) == 0 {
        frame.goodbye.reason = GoodbyeReason.allCases.randomElement(using: &random) ?? .stopping
      }
    case 2: frame.ping.number = number()
    case 3: frame.pong.number = number()
    case 4:
      frame.digest.room = room()
      frame.digest.digest = Data(noise(Int.random(in: 0...40, using: &random)))
    case 5: frame.have = have()
    case 6: frame.batch = batch(author)
    case 7:
      frame.acknowledge.room = room()
      frame.acknowledge.number = number()
    case 8: frame.roomRefused.room = room()
    case 9: frame.tableOffers = offers(author)
    case 10:
      frame.ask.room = room()
      frame.ask.author = Bool.random(using: &random) ? author.data : Data(noise(32))
      frame.ask.withdrawn = Bool.random(using: &random)
    case 11: frame.declined.room = room()
    default:
      frame.presence.room = room()
      frame.presence.author = author.data
      frame.presence.here = Bool.random(using: &random)
    }
    return frame
  }

  private mutating func have() -> Have {
    var have = Have()
    have.room = room()
    for _ in 0..<Int.random(in: 0...90, using: &random) {
      var position = LogPosition()
      position.log.author = Data(noise(32))
      position.log.incarnation = number()
      position.next = number()
      position.hash = Data(noise(32))
      have.positions.append(position)
    }
    return have
  }

  private mutating func batch(_ author: Author) -> Batch {
    var batch = Batch()
    batch.room = room()
    batch.number = number()
    if Int.random(in: 0...3, using: &random) == 0 { batch.acknowledged = number() }
    var slice = Slice()
    slice.log.author = author.data
    slice.log.incarnation = number()
    slice.first = number()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      var entry = Entry()
      entry.header = Data(noise(Int.random(in: 0...50, using: &random)))
      entry.payload = Data(noise(Int.random(in: 0...50, using: &random)))
      slice.entries.append(entry)
    }
    slice.signature = Data(noise(64))
    batch.slices = [slice]
    if Bool.random(using: &random) {
      var proof = ForkProof()
      proof.room = batch.room
      proof.left = slice
      proof.right = slice
      batch.forks = [proof]
    }
    return batch
  }

  private mutating func offers(_ author: Author) -> TableOffers {
    var offers = TableOffers()
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      var offer = TableOffer()
      offer.room = room()
      offer.host = author.data
      offer.name = String(repeating: "\u{1b}[31m", count: Int.random(in: 0...50, using: &random))
      offer.rules.faceDown = UInt32(truncatingIfNeeded: number())
      offer.rules.shortPlay = .UNRECOGNIZED(77)
      if Bool.random(using: &random) { offer.rules = Rules() }
      offers.offers.append(offer)
    }
    return offers
  }
}
