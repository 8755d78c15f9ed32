import Testing

@testable import Features

@Suite struct CalendarKeeperTests {
  @Test("E-56: what keeps a folder rests after a look, not longer than somebody waits for it")
  func rests() {
    let times = [0, 100, 1_000, 100_000].map {
      CalendarKeeper.restTime(after: .milliseconds($0))
    }
    #expect(times == [.milliseconds(20), .milliseconds(400), .seconds(4), .seconds(5)])
  }
}
