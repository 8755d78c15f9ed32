import Schema
import War

/// The plan of one simulated match: everything in it follows from the seed.
struct SimulationPlan {
  /// Something that goes wrong or that a person does.
  enum Fault: CaseIterable {
    case cut, stall, partition, oneWay, redial, pause
    case crash, crashAfterCommit, crashBeforeCommit, fullDisk, clockJump, loseDiscovery
    case leave, loseScreen, concede
  }

  let rules: Rules
  /// Whether nodes play by themselves; otherwise people tap.
  let isAuto: Bool
  /// Whether the joiner typed the host's address; otherwise they find each other by DNS-SD.
  let isTyped: Bool
  /// Whether a third player asks too.
  let hasStranger: Bool
  /// Milliseconds that a frame travels at most.
  let delay: Int64
  /// The average number of steps from one fault to the next.
  let stepsPerFault: Int
  /// The average number of frames of which one is sent twice; 0 for none.
  let framesPerDuplicate: Int
  /// The average number of frames of which one brings an old one of its link along; 0 for none.
  let framesPerReplay: Int
  /// Steps until everything heals.
  let faultSteps: Int
  /// The faults that can happen.
  let faults: [Fault]
  /// The number of first questions that are declined.
  let declines: Int
  /// Whether people claim what they may.
  let isClaiming: Bool

  init(random: inout SeededGenerator) {
    let variant = RulesVariant.all.randomElement(using: &random)?.name ?? "standard"
    var rules = (try? Rules(variant: variant)) ?? .standard
    rules.roundCap =
      Int.random(in: 0..<8, using: &random) == 0
      ? 5000 : UInt32.random(in: 4...40, using: &random)
    self.rules = rules
    isAuto = Int.random(in: 0..<3, using: &random) == 0
    isTyped = Bool.random(using: &random)
    hasStranger = Int.random(in: 0..<4, using: &random) == 0
    delay = [0, 5, 50, 700].randomElement(using: &random) ?? 5
    stepsPerFault = Int.random(in: 8...120, using: &random)
    framesPerDuplicate = [0, 0, 5, 40].randomElement(using: &random) ?? 0
    framesPerReplay = [0, 0, 0, 60].randomElement(using: &random) ?? 0
    faultSteps = Int.random(in: 100...900, using: &random)
    let all = Fault.allCases.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
    let isConceding = Int.random(in: 0..<4, using: &random) == 0
    faults = all.filter { $0 != .concede || isConceding }
    declines = Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
    isClaiming = Int.random(in: 0..<3, using: &random) == 0
  }
}
