import TestKit
import Testing

@Suite struct HostileMatchTests {
  @Test(arguments: 1..<5) func nothingThatIsSentEndsANodeOrAMatch(seed: UInt64) throws {
    let match = HostileMatch(seed: seed)
    try match.run(attacks: 600)
    #expect(match.closed > 10)
    #expect(match.lies > 0, "nobody claimed what was not withheld")
  }
}
