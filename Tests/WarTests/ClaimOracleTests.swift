import Schema
import Testing

@testable import War

/// The claims that stand, worked out from the two whole logs and nothing else.
struct ClaimOracle {
  /// The seats whose last claim nothing has undone.
  let standing: [Seat]

  init(_ logs: Pair<[TestEntry]>) {
    standing = [Seat.host, .joiner].filter { Self.stands(of: $0, in: logs) }
  }

  private static func stands(of seat: Seat, in logs: Pair<[TestEntry]>) -> Bool {
    let own = logs[seat].flatMap { entry in entry.steps.map { (entry, $0) } }
    guard let last = own.lastIndex(where: { if case .claim = $0.1.step { true } else { false } })
    else { return false }
    guard !own[(last + 1)...].contains(where: { isMove($0.1) }) else { return false }
    let seen = own[...last].map(\.0.at.seen).max() ?? 0
    return !logs[seat.other].contains { $0.at.sequence > seen && $0.steps.contains(where: isMove) }
  }

  private static func isMove(_ step: TableStep) -> Bool {
    switch step.step {
    case .play, .decide: true
    default: false
    }
  }
}

@Suite struct ClaimOracleTests {
  @Test("G-54 The claims that stand are those of the oracle", arguments: 0..<2)
  func claimsEqualOracle(block: UInt64) throws {
    var found = 0
    for seed in block * 200..<block * 200 + 200 {
      let seats = try RandomSession(seed: seed).seats
      let match = Interleaving.replay(seats.written, hostKey: seats.keys.host)
      guard match.phase == .playing else { continue }
      let oracle = ClaimOracle(seats.logs)
      found += oracle.standing.count
      #expect(match.claims.map(\.seat) == oracle.standing, "seed \(seed)")
    }
    #expect(found > 0, "no claim stood in these seeds")
  }
}
