import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// Takes a file of `war export` apart while it comes, so that memory does not grow with the file.
struct TranscriptReader {
  /// A field of the file's message, still encoded.
  enum Part {
    case room(Data)
    case slice(Data)
    case fork(Data)
  }

  /// Bytes that are no such file.
  struct Damage: Error {
    /// Not even the beginning fits.
    var isForeign = false
  }

  /// The longest field, in bytes: a proof of a fork holds two slices.
  private static let longest = 2 * Limits.framePaired + (4 << 10)
  /// The most fields of a slice: it cannot have more entries than its log, and the memory that it takes follows from them.
  private static let mostFields = Int(Limits.entriesPerTableLog) + 64

  private var buffer: [UInt8] = []
  /// The place in the buffer at which the next field begins.
  private var start = 0
  private var hasMagic = false
  private var sum = TaggedHash(.file)

  /// Takes the next bytes and hands on the fields that are whole.
  ///
  /// - Throws: `Damage`.
  mutating func take(_ bytes: some Collection<UInt8>, _ body: (Part) -> Void) throws {
    buffer.removeFirst(start)
    start = 0
    buffer += bytes
    // The checksum at the end is no field.
    let end = buffer.count - Transcript.checksumSize
    if !hasMagic {
      guard end >= Transcript.magic.count else { return }
      guard buffer.starts(with: Transcript.magic) else { throw Damage(isForeign: true) }
      hasMagic = true
      start = Transcript.magic.count
    }
    while start < end {
      guard let field = try Self.field(buffer, start..<end) else {
        guard end - start <= Self.longest else { throw Damage() }
        break
      }
      if let part = try Self.part(field, buffer) { body(part) }
      start = field.content.upperBound
    }
    sum.update(Array(buffer[..<start]))
  }

  /// Ends the file.
  ///
  /// - Returns: whether its checksum fits.
  /// - Throws: `Damage` where it ends too early.
  func finish() throws -> Bool {
    guard hasMagic else { throw Damage(isForeign: true) }
    guard buffer.count - start == Transcript.checksumSize else { throw Damage() }
    return sum.finish().bytes.elementsEqual(buffer[start...])
  }

  private static func part(_ field: Field, _ buffer: [UInt8]) throws -> Part? {
    let content = field.content
    switch field.number {
    case 1: return .room(Data(buffer[content]))
    case 2:
      try checkEntries(buffer, content)
      return .slice(Data(buffer[content]))
    case 3:
      var place = content.lowerBound
      while place < content.upperBound {
        guard let side = try Self.field(buffer, place..<content.upperBound) else { throw Damage() }
        if side.number > 2 { try checkEntries(buffer, side.content) }
        place = side.content.upperBound
      }
      return .fork(Data(buffer[content]))
    default: return nil
    }
  }

  private static func checkEntries(_ buffer: [UInt8], _ slice: Range<Int>) throws {
    var (place, fields) = (slice.lowerBound, 0)
    while place < slice.upperBound {
      guard let field = try Self.field(buffer, place..<slice.upperBound) else { throw Damage() }
      place = field.content.upperBound
      fields += 1
    }
    guard fields <= mostFields else { throw Damage() }
  }

  private struct Field {
    var number: UInt64
    /// The range of its content; empty for a number.
    var content: Range<Int>
  }

  /// The first field of a part of the buffer; nil where its end is not there yet.
  private static func field(_ buffer: [UInt8], _ part: Range<Int>) throws -> Field? {
    var place = part.lowerBound
    func varint() throws -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 70, by: 7) {
        guard place < part.upperBound else { return nil }
        let byte = buffer[place]
        place += 1
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return value }
      }
      throw Damage()
    }
    guard let tag = try varint() else { return nil }
    guard tag >> 3 > 0 else { throw Damage() }
    var count: UInt64 = 0
    switch tag & 7 {
    case 0:
      guard try varint() != nil else { return nil }
    case 1: count = 8
    case 2:
      guard let length = try varint() else { return nil }
      guard length <= UInt64(longest) else { throw Damage() }
      count = length
    case 5: count = 4
    default: throw Damage()
    }
    let end = place + Int(count)
    return end <= part.upperBound ? Field(number: tag >> 3, content: place..<end) : nil
  }
}

/// Checks a file of `war export` that comes piece by piece.
public struct TranscriptCheck {
  private var reader = TranscriptReader()
  private var room: RoomID?
  private var replay: TranscriptReplay?
  private var damage: String?
  private let games: Games
  private let keepsEvents: Bool

  /// Begins before the first byte.
  ///
  /// - Parameters:
  ///   - games: those whose matches can be checked.
  ///   - keepsEvents: whether what happened is wanted, too.
  public init(_ games: Games, keepsEvents: Bool = true) {
    self.games = games
    self.keepsEvents = keepsEvents
  }

  /// Whether the match counts in statistics and tournaments, once the file is finished: in a game that opens what was hidden, not
  /// every valid one does.
  public private(set) var counts = false
  /// The text of what a judge has signed of the match, once the file is finished; empty for everybody else.
  public private(set) var signed = ""
  /// The name of the game that was played, as far as the file was read; empty for War.
  public var game: String { replay?.game ?? "" }

  /// Takes the next bytes of the file.
  public mutating func take(_ bytes: some Collection<UInt8>) {
    guard damage == nil else { return }
    var parts: [TranscriptReader.Part] = []
    // In portions, so that the parts of one are all that is held.
    var rest = bytes[...]
    while !rest.isEmpty, damage == nil {
      parts.removeAll(keepingCapacity: true)
      do {
        try reader.take(rest.prefix(64 << 10)) { parts.append($0) }
      } catch {
        note(error)
      }
      rest = rest.dropFirst(64 << 10)
      for part in parts where damage == nil { take(part) }
    }
  }

  /// Says what was found.
  public mutating func finish() -> (report: VerifyReport, events: [TableEvent]) {
    var isWhole = false
    do { isWhole = try reader.finish() } catch { note(error) }
    if let damage { return (Transcript.damaged(damage), []) }
    guard let replay else { return (Transcript.damaged(Self.unreadable), []) }
    let audit = replay.audit()
    var report = replay.report(audit)
    counts = report.valid && isWhole && audit?.counts ?? true
    signed = isWhole ? audit?.signed ?? "" : ""
    if report.valid, !isWhole {
      report.valid = false
      report.text = "The file is damaged: its checksum is wrong, although every step follows."
    }
    return (report, replay.events)
  }

  private static let unreadable = "The file is damaged: its contents cannot be read."

  private mutating func note(_ error: any Error) {
    let isForeign = (error as? TranscriptReader.Damage)?.isForeign == true
    damage =
      damage
      ?? (isForeign ? "This is no file of a match that Parlor has written." : Self.unreadable)
  }

  private mutating func take(_ part: TranscriptReader.Part) {
    do {
      switch part {
      case .room(let bytes):
        guard room == nil, let id = RoomID(bytes) else { throw TranscriptReader.Damage() }
        room = id
      case .slice(let bytes):
        let slice = try Coding.decode(Slice.self, from: bytes)
        if replay == nil {
          guard let room, let host = LogKey(slice.log)?.author else {
            throw TranscriptReader.Damage()
          }
          replay = TranscriptReplay(id: room, host: host, games, keepsEvents: keepsEvents)
        }
        replay?.check(slice)
      case .fork(let bytes):
        let proof = try Coding.decode(ForkProof.self, from: bytes)
        guard replay != nil else { throw TranscriptReader.Damage() }
        replay?.check(proof)
      }
    } catch {
      note(error)
    }
  }
}
