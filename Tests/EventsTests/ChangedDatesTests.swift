import Schema
import Testing

@testable import Events

/// The rule by which changed dates are merged (row P-26).
@Suite struct ChangedDatesTests {
  private func date(_ day: Int, _ name: String, written: String = "20261101T000000Z") -> String {
    """
    BEGIN:VEVENT
    RECURRENCE-ID;TZID=Europe/Berlin:2026120\(day)T190000
    DTSTAMP:\(written)
    SUMMARY:\(name)
    END:VEVENT

    """
  }

  @Test("43: dates that one side alone changed are as that side has them, whatever the order")
  func oneSide() {
    let base = date(1, "Concert") + date(2, "Party")
    let sides = [date(2, "Ball"), base + date(3, "Talk"), base]
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
      let merged = ChangedDates.merged(base, order.map { sides[$0] })
      #expect(merged == date(2, "Ball") + date(3, "Talk"))
    }
  }

  @Test("43: without what all had seen, no date goes")
  func noBase() {
    let both = date(1, "Concert") + date(2, "Party")
    #expect(ChangedDates.merged(nil, [date(1, "Concert"), date(2, "Party")]) == both)
    #expect(ChangedDates.merged(nil, ["", both]) == both)
  }

  @Test("43: where two changed one date in different ways, the first counts")
  func both() {
    let (one, other) = (date(1, "Ball"), date(1, "Talk"))
    for base in [nil, "", date(1, "Concert")] {
      #expect(ChangedDates.merged(base, [one, other]) == one)
      #expect(ChangedDates.merged(base, [other, one]) == other)
    }
    // Gone here and changed there is different, too.
    #expect(ChangedDates.merged(date(1, "Concert"), ["", other]) == "")
    #expect(ChangedDates.merged(date(1, "Concert"), [other, ""]) == other)
  }

  @Test("43: components that differ in when they were written say the same")
  func stamps() {
    let (old, new) = (date(1, "Ball"), date(1, "Ball", written: "20261102T000000Z"))
    #expect(ChangedDates.merged("", [old, new]) == new)
    #expect(ChangedDates.merged("", [new, old]) == new)
  }

  @Test("43: more than an event carries without packing it is not merged")
  func large() {
    let long = String(repeating: "a", count: 20 << 10)
    #expect(ChangedDates.merged("", [date(1, long), date(2, long)]) == nil)
    #expect(ChangedDates.merged("", [date(1, long), date(2, "Party")]) != nil)
  }
}
