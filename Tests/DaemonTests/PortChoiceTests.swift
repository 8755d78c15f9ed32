import Testing

@testable import Daemon

/// The port on which a daemon listens.
@Suite struct PortChoiceTests {
  @Test("45.3: a new home takes the port of the packages, an old one keeps its own")
  func choices() {
    let new = PortChoice(wanted: nil, last: nil)
    #expect(new.first == 27_567 && new.otherwise == 0)
    let old = PortChoice(wanted: nil, last: 40_001)
    #expect(old.first == 40_001 && old.otherwise == 0)
    let asked = PortChoice(wanted: 4_711, last: 40_001)
    #expect(asked.first == nil && asked.otherwise == 4_711, "nothing else is taken in silence")
  }
}
