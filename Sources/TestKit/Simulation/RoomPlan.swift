/// The plan of one world of rooms: everything in it follows from the seed (swarm testing, Groce et al. 2012: each seed has some kinds of
/// trouble and of load and none of the others, so that none hides another).
struct RoomPlan {
  /// Something that goes wrong.
  enum Fault: String, CaseIterable, Sendable {
    case crash, crashAfterCommit, crashBeforeCommit, pause
    case partition, oneWay, isolate, heal, cut, stall, redial
    case clockJump, fullDisk, loseDiscovery
    case backUp, restore, rollBack
    case clone, cheat, lie, newer, twins, meddle, forge, flood
  }

  /// Something that a person does.
  enum Doing: String, CaseIterable, Sendable {
    case post, edit, delete, move, make, quit, rename, editRoom, member
    case play, pair, unpair
  }

  /// The number of people.
  let people: Int
  /// Milliseconds that a frame travels at most.
  let delay: Int64
  /// Steps until everything heals.
  let steps: Int
  /// The average number of steps from one fault to the next.
  let odds: Int
  /// The faults that can happen; one that is named twice comes twice as often.
  let faults: [Fault]
  /// The things that people do; one that is named twice is done twice as often.
  let doings: [Doing]
  /// Rooms that are made before anything else.
  let rooms: Int
  /// Pairs of people whose nodes never reach each other; all are linked through others.
  let apart: Set<[Int]>
  /// By how much each clock is wrong from the beginning, in milliseconds.
  let skews: [Int64]
  /// The person who signs two histories, by restoring an old disk without a word or by starting a copy of its home.
  let forker: Int
  /// The person whose node sends files with wrong bytes.
  let liar: Int

  init(random: inout SeededGenerator, nodes: Int?) {
    let drawn = Int.random(in: 2...6, using: &random)
    let people = nodes ?? drawn
    self.people = people
    delay = [0, 5, 200, 2_000].randomElement(using: &random) ?? 5
    steps = Int.random(in: 20...120, using: &random)
    odds = Int.random(in: 1...8, using: &random)
    let rare: Set<Fault> = [
      .rollBack, .clone, .newer, .twins, .meddle, .forge, .flood, .lie, .fullDisk,
    ]
    let faults = Fault.allCases.filter { fault in
      Int.random(in: 0..<(rare.contains(fault) ? 3 : 2), using: &random) == 0
    }
    self.faults = faults.flatMap { fault in
      Array(repeating: fault, count: Int.random(in: 1...3, using: &random))
    }
    doings = Doing.allCases.flatMap { doing in
      let often =
        switch doing {
        case .post: 2...8
        case .edit, .member, .play: 0...4
        case .unpair: 0...1
        default: 0...2
        }
      return Array(repeating: doing, count: Int.random(in: often, using: &random))
    }
    rooms = Int.random(in: 0...3, using: &random)
    var apart: Set<[Int]> = []
    if people > 2, Int.random(in: 0..<3, using: &random) == 0 {
      let middle = Int.random(in: 0..<people, using: &random)
      for one in 0..<people where one != middle {
        for other in 0..<one where other != middle && Bool.random(using: &random) {
          apart.insert([other, one])
        }
      }
    }
    self.apart = apart
    let skew: Int64 = [0, 0, 600_000].randomElement(using: &random) ?? 0
    skews = (0..<people).map { _ in Int64.random(in: -skew...skew, using: &random) }
    forker = Int.random(in: 0..<people, using: &random)
    liar = Int.random(in: 0..<people, using: &random)
  }
}

/// The parts that are left out of a world when it is run again, to find those that a failure depends on.
public struct RoomCuts: Sendable {
  /// One thing that happens: a person's doing, or a fault, of one step.
  public struct Part: Hashable, Comparable, Sendable {
    let step: Int
    let isFault: Bool

    public static func < (left: Part, right: Part) -> Bool {
      (left.step, left.isFault ? 1 : 0) < (right.step, right.isFault ? 1 : 0)
    }
  }

  /// The parts that do not happen.
  public var parts: Set<Part> = []

  /// Nothing is left out.
  public init() {}
}
