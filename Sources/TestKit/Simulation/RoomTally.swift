/// The counts of everything that happened in simulated rooms. They show how much a run without a failure has withstood.
public struct RoomTally: Sendable {
  /// Worlds that ended as they should.
  public var worlds = 0
  /// Messages posted, changed, deleted and moved.
  public var posts = 0, edits = 0, deletions = 0, moves = 0
  /// The acts of people with features, by the words in which the features count them.
  public private(set) var acts: [String: Int] = [:]
  /// Rooms made and renamed, and changes of their members by their owners and by themselves.
  public var rooms = 0, renamed = 0, added = 0, removed = 0, handedOver = 0, left = 0
  /// People who paired, and who took that back; tables that were opened, matches that both sides saw end alike, and lies
  /// that hosts were caught at.
  public var pairings = 0, unpairings = 0, tables = 0, matches = 0, caught = 0
  /// The faults that happened, by their kind.
  public var faults: [String: Int] = [:]
  /// Pairs of nodes that could never reach each other.
  public var apart = 0
  /// Logs that were proven to be forked, and nodes that went back to a disk of before and wrote a new log.
  public var forks = 0, incarnations = 0
  /// Rooms for which a former owner reached, with a second entry where it handed them over.
  public var usurped = 0
  /// Permanent records that their author tried to erase.
  public var brokenPromises = 0
  /// Pairs of nodes that had to see the same in a room, and did.
  public var agreements = 0

  /// Nothing yet.
  public init() {}

  private static let named: [(WritableKeyPath<RoomTally, Int> & Sendable, String)] = [
    (\.worlds, "worlds"), (\.posts, "messages posted"), (\.edits, "edited"),
    (\.deletions, "deleted"), (\.moves, "moved"),
    (\.rooms, "rooms made"), (\.renamed, "rooms renamed"), (\.added, "people added"),
    (\.removed, "removed"), (\.handedOver, "made owner"), (\.left, "left"),
    (\.pairings, "paired"), (\.unpairings, "unpaired"), (\.tables, "tables opened"),
    (\.matches, "matches played to their end"), (\.caught, "lying hosts caught"),
    (\.apart, "pairs kept apart"), (\.forks, "forks proven"),
    (\.incarnations, "new incarnations"), (\.usurped, "rooms reached for"),
    (\.brokenPromises, "promises taken back"),
    (\.agreements, "times two nodes saw a room alike"),
  ]

  /// Adds another tally.
  public mutating func add(_ other: RoomTally) {
    for (path, _) in Self.named { self[keyPath: path] += other[keyPath: path] }
    faults.merge(other.faults, uniquingKeysWith: +)
    acts.merge(other.acts, uniquingKeysWith: +)
  }

  /// Notes what features count, so that what never happens is seen.
  mutating func expect(_ counts: [String]) {
    for count in counts { acts[count, default: 0] += 0 }
  }

  /// Counts something that was done with a feature.
  mutating func count(_ done: String) { acts[done, default: 0] += 1 }

  /// Counts a fault.
  mutating func note(_ fault: RoomPlan.Fault) { faults[fault.rawValue, default: 0] += 1 }

  /// All of it on a few lines.
  public var text: String {
    let counts = Self.named.map { "\(self[keyPath: $0.0]) \($0.1)" }
    let done = acts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let troubles = RoomPlan.Fault.allCases.map { "\(faults[$0.rawValue] ?? 0) \($0.rawValue)" }
    return [counts, done, troubles].map { $0.joined(separator: ", ") }.joined(separator: "\n")
  }

  /// The names of everything that never happened, so that less was tested than it seems.
  public var missing: [String] {
    Self.named.filter { self[keyPath: $0.0] == 0 }.map(\.1)
      + acts.filter { $0.value == 0 }.keys.sorted()
      + RoomPlan.Fault.allCases.map(\.rawValue).filter { faults[$0] == nil }
  }
}
