import Testing

@testable import Features

@Suite struct CalendarKeeperTests {
  @Test("E-56: what keeps a folder rests after a look, not longer than somebody waits for it")
  func rests() {
    func rest(after milliseconds: Int) -> Duration {
      CalendarKeeper.restTime(after: .milliseconds(milliseconds))
    }
    #expect(rest(after: 0) == .milliseconds(20))
    #expect(rest(after: 100) == .milliseconds(400))
    #expect(rest(after: 100_000) == .seconds(5))
  }
}
