import Feature
import Foundation
import Schema
import Testing

@testable import War

/// The commitment of a seat, and what its node keeps for it.
@Suite struct CommitmentTests {
  private let one = [UInt8](repeating: 1, count: 32)
  private let two = [UInt8](repeating: 2, count: 32)

  @Test(
    "Seam: a commitment to one chain has the bytes that it had; more tips and data come after it")
  func bytes() throws {
    let single = SessionCommitment(tips: [one])
    #expect([UInt8](try single.step.serializedData()) == [0x0a, 0x20] + one)
    let several = SessionCommitment(tips: [one, two, one], data: [5])
    let expected = [0x0a, 0x20] + one + [0x12, 0x20] + two + [0x12, 0x20] + one + [0x1a, 1, 5]
    #expect([UInt8](try several.step.serializedData()) == expected)
    #expect(SessionCommitment(try CommitTip(serializedBytes: expected)) == several)
    #expect(SessionCommitment(CommitTip()) == SessionCommitment(tips: [[]]))
  }

  @Test("Seam: a chain is computed once, and a choice is added after those before it") func keep() {
    var keep = SessionKeep(secret: one, choices: [[1]])
    var secrets: [[UInt8]] = []
    for _ in 0..<3 {
      let links = keep.links { secret in
        secrets.append(secret)
        return [two]
      }
      #expect(links == [two])
    }
    #expect(secrets == [one])
    keep.add([2, 3])
    #expect(keep.choices == [[1], [2, 3]])
  }

  @Test("Seam: War commits to the tip above its secret, and reveals the links below it in order")
  func war() throws {
    let match = Match(hostKey: one)
    let keep = SessionKeep(secret: two)
    for seat in Seat.chairs {
      let commitment = match.commitment(of: keep, by: seat)
      #expect(commitment.tips == [ChainLink.tip(secret: two, of: seat)] && commitment.data.isEmpty)
    }
    #expect(match.commitment(of: .host) == nil && match.keepsSecret(.host))
    #expect(match.makePrivate(for: .host, keep) == nil)
    #expect(match.seats == [.host, .joiner] && match.key(of: .host) == one)
    #expect(match.key(of: .joiner) == nil)
  }
}
