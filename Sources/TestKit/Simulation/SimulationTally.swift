/// The counts of everything that happened in simulated matches. They show how much a run without a failure has withstood.
public struct SimulationTally: Sendable {
  /// Something that a run must have seen.
  public enum Happening: String, CaseIterable, Sendable {
    case match = "matches played to their end"
    case round = "rounds decided"
    case war = "wars fought"
    case cut = "links cut"
    case cutInWar = "links cut in mid-war"
    case stall = "links that went silent"
    case partition = "partitions"
    case oneWay = "partitions in one direction"
    case redial = "second links dialled"
    case pause = "nodes stopped for a while"
    case fullDisk = "disks that were full"
    case clockJump = "clocks set"
    case crash = "nodes killed"
    case crashInWar = "nodes killed in mid-war"
    case crashAfterCommit = "nodes killed between a commit and what follows from it"
    case crashBeforeCommit = "nodes killed before a commit"
    case crashBeforeStart = "nodes killed before the match had started"
    case duplicate = "frames sent twice"
    case replay = "old frames sent again"
    case discoveryLost = "losses of discovery while linked"
    case away = "players who left and came back"
    case lostScreen = "screens that went away"
    case doubleTap = "taps repeated"
    case concession = "concessions"
    case claim = "claims"
    case decline = "questions declined"
    case stranger = "questions by a third player"
    case endByCards = "matches that ended by the cards"
    case endByCap = "matches that ended by the round cap"
    case rebuild = "states rebuilt from logs"
    case agreement = "states that both sides published"
  }

  /// The number of times that each has happened.
  public private(set) var counts: [Happening: Int] = [:]

  /// Nothing yet.
  public init() {}

  /// Counts something.
  public mutating func note(_ happening: Happening, _ count: Int = 1) {
    counts[happening, default: 0] += count
  }

  /// Adds another tally to this one.
  public mutating func add(_ other: SimulationTally) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// The happenings that never came, in the order of the cases.
  public var missing: [Happening] { Happening.allCases.filter { counts[$0, default: 0] == 0 } }

  /// One line for each happening.
  public var text: String {
    Happening.allCases.map { "\(counts[$0, default: 0]) \($0.rawValue)" }.joined(separator: "\n")
  }
}

/// A simulated match that broke a promise; the seed runs it again exactly.
public struct SimulationFailure: Error, CustomStringConvertible {
  /// The seed of the match.
  public let seed: UInt64
  /// The step at which it was seen.
  public let step: Int
  /// The broken promise, as a sentence.
  public let sentence: String
  /// The arguments with which `scripts/simulate` runs it again.
  private let arguments: String

  init(
    seed: UInt64, step: Int, sentence: String, isRooms: Bool = false, only: String? = nil,
    nodes: Int? = nil
  ) {
    self.seed = seed
    self.step = step
    self.sentence = sentence
    let people = nodes.map { "--nodes \($0) " } ?? ""
    let acts = only.map { "--\($0) " } ?? ""
    let rooms = isRooms ? "--rooms " + acts + people : ""
    arguments = rooms + "--seed \(seed) --matches 1"
  }

  public var description: String {
    "Seed \(seed), step \(step): \(sentence). Run it again with `scripts/simulate \(arguments)`."
  }
}
