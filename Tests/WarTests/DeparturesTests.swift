import Feature
import TestKit
import Testing

/// Leaving and coming back, in turns.
@Suite struct DeparturesTests {
  @Test("A seat is away where an odd number of its turns is known", arguments: 0..<40)
  func oddTurns(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (departures, turns) = (Departures(), [UInt64]())
    for _ in 0..<Int.random(in: 0...50, using: &random) {
      // Several turns may stand in one entry.
      turns.append((turns.last ?? 0) + UInt64.random(in: 0...3, using: &random))
      departures.turn(at: turns.last ?? 0)
    }
    for sequence in 0...(turns.last ?? 0) + 1 {
      #expect(departures.isAway(asOf: sequence) == (turns.count { $0 <= sequence } % 2 == 1))
    }
  }
}
