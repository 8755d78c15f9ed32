import Schema
import SwiftProtobuf
import TestKit
import Testing

@testable import War

@Suite struct ForgeryTests {
  @Test("G-61 G-64 A forged step is named by seat and number, however far the match has come")
  func forgedStepIsNamed() throws {
    var seats = TwoSeats(seed: 11)
    try seats.start()
    seats.play()
    var random = SeededGenerator(seed: 11)
    var forged = 0
    for index in seats.written.indices where random.next() % 4 == 0 {
      for (number, step) in seats.written[index].steps.enumerated() {
        guard let forgery = forge(step, &random) else { continue }
        var entries = seats.written
        entries[index].steps[number] = forgery
        let found = firstViolation(entries, hostKey: seats.keys.host)
        #expect(found?.seat == entries[index].seat, "entry \(index): \(step)")
        #expect(found?.sequence == entries[index].at.sequence, "entry \(index): \(step)")
        forged += 1
      }
    }
    #expect(forged > 100)
    #expect(firstViolation(seats.written, hostKey: seats.keys.host) == nil)
  }

  /// A step that says something else; nil where a change proves nothing by itself.
  private func forge(_ step: TableStep, _ random: inout SeededGenerator) -> TableStep? {
    var forgery = step
    switch step.step {
    case .reveal:
      if random.next() % 2 == 0 {
        forgery.reveal.link[Int(random.next() % 32)] ^= 1
      } else {
        forgery.reveal.round &+= 1
      }
    case .play:
      if random.next() % 2 == 0 { forgery.play.round &-= 1 } else { forgery.play.battle &+= 1 }
    case .decide:
      switch random.next() % 4 {
      case 0: forgery.decide.round &+= 1
      case 1: forgery.decide.battle &+= 1
      case 2: forgery.decide.stateHash[Int(random.next() % 32)] ^= 0x80
      default:
        forgery.decide.result = step.decide.result == .hostWins ? .joinerWins : .hostWins
      }
    default: return nil
    }
    return forgery
  }

  private func firstViolation(_ entries: [TestEntry], hostKey: [UInt8]) -> Violation? {
    var match = Match(hostKey: hostKey)
    for entry in entries {
      for step in entry.steps {
        if let found = match.apply(step, by: entry.seat, at: entry.at).violation { return found }
      }
    }
    return nil
  }

  @Test("Invariant 10: no step of a peer traps, whatever it says and wherever it stands")
  func garbage() throws {
    var random = SeededGenerator(seed: 12)
    for round in 0..<300 {
      var seats = TwoSeats(seed: UInt64(round))
      if round % 3 > 0 { try seats.start() }
      if round % 3 > 1 { seats.play(rounds: round % 40) }
      var match = seats.matches.host
      for _ in 0..<20 {
        let bytes = random.bytes(Int(random.next() % 40))
        let tagged = [UInt8(1 + random.next() % 15) << 3 | 2, UInt8(bytes.count)] + bytes
        let step = (try? TableStep(serializedBytes: tagged)) ?? extreme(&random)
        let seat: Seat = random.next() % 2 == 0 ? .host : .UNRECOGNIZED(Int(random.next() % 4))
        let limits: [UInt64] = [0, 1, .max, random.next()]
        _ = match.apply(
          step, by: random.next() % 2 == 0 ? .joiner : seat,
          at: Match.Position(
            sequence: limits[Int(random.next() % 4)], seen: limits[Int(random.next() % 4)]))
        match.applyFork(by: seat, from: limits[Int(random.next() % 4)])
        _ = (match.result, match.duties(of: .host), match.tapSteps(for: .joiner), match.phase)
        #expect(match.checkConservation())
      }
    }
  }

  private func extreme(_ random: inout SeededGenerator) -> TableStep {
    let number: UInt32 = [0, 1, .max][Int(random.next() % 3)]
    return [
      .playing(number, number), .revealing(number, random.bytes(32)),
      .claiming(.win, number, number),
      .with {
        $0.decide.round = number
        $0.decide.battle = number
      },
    ][Int(random.next() % 4)]
  }
}
