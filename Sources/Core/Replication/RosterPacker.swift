import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Packs statements and standings into parts that fit into frames, until no more may be sent.
struct RosterPacker {
  /// The most bytes of a statement or of standings beside what is counted.
  private static let overhead = 32

  private let frame: Int
  /// The bytes that may be sent still.
  private(set) var left: Int
  private var parts: [RosterPart] = []
  private var part = RosterPart()
  private var size = 0
  private var isCut = false

  init(frame: Int, left: Int) { (self.frame, self.left) = (frame, left) }

  /// Adds a statement.
  mutating func add(_ statement: SignedStatement) {
    let message = statement.message
    let bytes =
      (message.body?.bytes.count ?? 0) + message.signatures.reduce(Self.overhead) { $0 + $1.count }
    guard spend(bytes) else { return }
    if size + bytes > frame || part.statements.count == Limits.rosterPart { flush() }
    part.statements.append(message)
    size += bytes
  }

  /// Adds all standings of a term.
  mutating func add(_ base: RosterBase) {
    for (number, standing) in base.standings.enumerated() {
      let bytes = [standing].size + Self.overhead
      guard spend(bytes) else { return }
      if size + bytes > frame { flush() }
      if !part.hasBase {
        part.base.term = base.term
        part.base.first = UInt32(number)
        size += Self.overhead
      }
      part.base.standings.append(standing)
      size += bytes
    }
  }

  private mutating func spend(_ bytes: Int) -> Bool {
    // The rest comes with a later comparison. Nothing follows that may need it.
    isCut = isCut || bytes > left
    if !isCut { left -= bytes }
    return !isCut
  }

  private mutating func flush() {
    guard size > 0 else { return }
    parts.append(part)
    (part, size) = (RosterPart(), 0)
  }

  /// The parts. The last one has the hash of the roster, where nothing was left out.
  mutating func finish(_ hash: @autoclosure () -> Bytes32) -> [RosterPart] {
    flush()
    if !parts.isEmpty, !isCut { parts[parts.count - 1].hash = hash().data }
    return parts
  }
}
