import Events
import EventSchema
import Schema
import Terminal
import Testing

@Suite struct EventsLeftOutTests {
  @Test("52.4: a list names the events that it leaves out, in one sentence, and how to see one")
  func text() {
    var leftOut = EventsLeftOut(RuleSteps(0))
    #expect(leftOut.text == nil)
    func add(_ number: Int) {
      let line = EventLine.with {
        $0.id = "abcdefgh\(number)"
        $0.name = "Odd\u{1b}[31m \(number)"
        $0.milliseconds = Int64(number)
        $0.zone = "UTC"
        $0.repeats = "RRULE:FREQ=DAILY;BYMONTH=7;BYYEARDAY=2\n"
      }
      let dates = Occurrences(line, within: leftOut.steps)
      #expect(leftOut.kept([dates.shown(at: 0)], of: dates, line.name, line.id).isEmpty)
    }
    add(0)
    let one = leftOut.text ?? ""
    #expect(one.hasPrefix("1 event is left out, as finding its dates takes too long: Odd"))
    #expect(one.hasSuffix("shows one.") && !one.contains("\u{1b}"))
    for number in 1..<900 { add(number) }
    let many = leftOut.text ?? ""
    #expect(many.hasPrefix("900 events are left out, as finding their dates takes too long: Odd"))
    #expect(many.contains("and 895 more. `parlor event show abcdef"), "\(many)")
  }
}
