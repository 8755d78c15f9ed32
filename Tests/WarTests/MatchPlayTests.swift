import Schema
import Testing

@testable import War

@Suite struct MatchPlayTests {
  @Test("G-14 G-30 G-41 A match of two seats is played to its end and both agree", arguments: 1...8)
  func wholeMatch(seed: UInt64) throws {
    var seats = TwoSeats(seed: seed)
    try seats.start()
    #expect(seats.matches.host.phase == .playing)
    seats.play()
    #expect(seats.matches.host.phase == .finished)
    #expect(seats.matches.host == seats.matches.joiner)
    #expect(seats.matches.host.checkConservation())
    #expect(seats.matches.host.violation(of: .host) == nil)
    #expect(seats.matches.host.violation(of: .joiner) == nil)
  }
}
