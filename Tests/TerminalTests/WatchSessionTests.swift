import Events
import EventSchema
import Schema
import Terminal
import Testing

/// A countdown on the screen, and lists of events.
@Suite struct WatchSessionTests {
  private static let day: Int64 = 86_400_000
  private static let size = ScreenSize(columns: 80, rows: 20)
  private static let style = Style(colours: false, unicode: true)

  /// An event ten days, one hour, one minute and one second from 0.
  static var event: EventView {
    .with {
      $0.id = "k3v9abcdefgh"
      $0.room = "personalroom"
      $0.roomName = "personal"
      $0.name = "Christmas in Oslo"
      $0.start.milliseconds = 10 * day + 3_661_000
      $0.start.zone = "UTC"
      $0.minutes = 120
      $0.own = true
      $0.authorName = "Ada"
    }
  }

  /// The same in a list.
  private static var line: EventLine {
    .with {
      $0.id = event.id
      $0.roomName = event.roomName
      $0.name = event.name
      $0.milliseconds = event.start.milliseconds
      $0.own = true
      $0.authorName = event.authorName
    }
  }

  private func session(_ event: EventView = event, now: Int64 = 0) -> WatchSession {
    WatchSession(event, .world, style: Self.style, now: now)
  }

  private func text(_ session: WatchSession, _ size: ScreenSize = size) -> [String] {
    session.lines(size).map { $0.render(Self.style, columns: size.columns) }
  }

  private func shows(_ session: WatchSession, _ wanted: String) -> Bool {
    text(session).contains { $0.contains(wanted) }
  }

  private func numbers(_ session: WatchSession) -> [Int] {
    text(session)[3].split(separator: " ").compactMap { Int($0) }
  }

  @Test("E-19, E-20: both counters follow the clock, each second, also when it was set")
  func seconds() {
    var watch = session()
    #expect(numbers(watch) == [1, 3, 1, 1, 1])
    #expect(shows(watch, "Only 10 + Days until Christmas in Oslo"))
    #expect(watch.due == 1_000)
    _ = watch.handle(.time(1_000))
    #expect(numbers(watch) == [1, 3, 1, 1, 0] && watch.due == 2_000)
    _ = watch.handle(.time(1_250))
    #expect(numbers(watch) == [1, 3, 1, 1, 0] && watch.due == 2_000)
    _ = watch.handle(.time(Self.day))
    #expect(numbers(watch) == [1, 2, 1, 1, 1])
    _ = watch.handle(.time(0))
    #expect(numbers(watch) == [1, 3, 1, 1, 1], "a clock that was set back is believed")
  }

  @Test("E-19, E-21: the arrow keys choose among the units that are left")
  func units() {
    var watch = session()
    _ = watch.handle(.key(.left))
    #expect(shows(watch, "Only 1 + Week until") && shows(watch, "[Weeks]"))
    _ = watch.handle(.key(.left))
    #expect(shows(watch, "[Weeks]"), "there is nothing greater")
    for _ in 0..<9 { _ = watch.handle(.key(.right)) }
    #expect(shows(watch, "Only 867661 Seconds until"))
    for _ in 0..<9 { _ = watch.handle(.key(.left)) }
    _ = watch.handle(.time(4 * Self.day))
    #expect(shows(watch, "Only 6 + Days"), "no week is left")
    _ = watch.handle(.time(10 * Self.day + 3_600_000))
    #expect(shows(watch, "Only 1 + Minute"))
  }

  @Test(
    "E-24, E-25, E-26, E-27, E-28: the wand takes two days away, says so, and goes off below two days"
  )
  func wand() {
    var watch = session()
    #expect(shows(watch, "Magic Wand OFF"))
    _ = watch.handle(.key(.character("w")))
    #expect(shows(watch, "Magic Wand ON") && numbers(watch) == [1, 1, 1, 1, 1])
    _ = watch.handle(.time(8 * Self.day + 3_661_000))
    #expect(shows(watch, "Magic Wand ON") && numbers(watch) == [0, 0, 0, 0, 0])
    _ = watch.handle(.time(8 * Self.day + 3_662_000))
    #expect(shows(watch, "Magic Wand OFF") && numbers(watch) == [0, 1, 23, 59, 59])
    _ = watch.handle(.key(.character("w")))
    #expect(shows(watch, "Magic Wand OFF") && shows(watch, "less than two days"))
    #expect(shows(session(), "Magic Wand OFF"), "E-26: another look begins without it")
  }

  @Test("E-23: what has come is past; it counts up where that is wanted; a yearly one comes again")
  func past() {
    var watch = session(now: 10 * Self.day + 3_660_500)
    #expect(shows(watch, "Only 1 Second "))
    _ = watch.handle(.time(10 * Self.day + 3_661_000))
    #expect(shows(watch, "Event Has Past") && !shows(watch, "ago"))
    var up = Self.event
    up.countUp = true
    #expect(shows(session(up, now: 12 * Self.day + 3_661_000), "2 d ago"))
    var yearly = Self.event
    yearly.repeats = "RRULE:FREQ=YEARLY\n"
    #expect(shows(session(yearly, now: 11 * Self.day), "Only 364 + Days"))
  }

  @Test("E-57: changes of others show at once; one that was deleted ends it")
  func changes() {
    var watch = session()
    #expect(watch.query == "?room=personalroom")
    #expect(
      watch.handle(.ready) == [.fetch(.event(room: "personalroom", id: "k3v9abcdefgh"))])
    var changed = Self.event
    changed.name = "Christmas\u{1b}[2J in Bergen"
    changed.toDos = [
      .with {
        $0.text = "book a train"
        $0.done = true
      }, .with { $0.text = "pack" },
    ]
    #expect(watch.handle(.change(.showing(changed))) == [])
    #expect(shows(watch, "until Christmas[2J in Bergen") && shows(watch, "To do: 1 of 2 left"))
    #expect(shows(watch, "1.  [x] book a train"))
    var other = Self.event
    (other.id, other.name) = ("other", "Easter")
    _ = watch.handle(.change(.showing(other)))
    #expect(!shows(watch, "Easter"))
    _ = watch.handle(.lost("it was killed"))
    #expect(shows(watch, "The daemon cannot be reached"))
    changed.deleted = true
    #expect(
      watch.handle(.fetched(.event(changed))) == [
        .end(SessionEnd(code: 0, text: "The event was deleted."))
      ])
    #expect(watch.handle(.key(.character("q"))) == [.end(SessionEnd(code: 0, text: ""))])
  }

  @Test("a screen of any size is filled and not overfilled", arguments: [1, 2, 5, 12, 60])
  func sizes(rows: Int) {
    var event = Self.event
    event.toDos = (0..<30).map { number in .with { $0.text = "\(number)" } }
    let lines = session(event).lines(ScreenSize(columns: 20, rows: rows))
    #expect(lines.count == rows)
  }

  @Test("E-14: how long an event lasts is said to be that")
  func duration() {
    var event = Self.event
    func text() -> String {
      PlannedText(.world, now: 0).lines(of: event).map(\.text).joined(separator: "\n")
    }
    event.minutes = 150
    #expect(text().contains("  lasts 2 h 30 min, 6 business days until then\n"), "\(text())")
    event.minutes = 0
    #expect(text().contains("\n  6 business days until then\n"), "\(text())")
  }

  @Test("E-02, E-04, E-23, E-60: lists say when it is for us, what is past, what nobody reminds of")
  func lists() {
    let plans = PlannedText(.world, now: 0)
    var told = Self.line
    told.reminds = true
    let line = plans.line(of: told).text
    #expect(line.contains("k3v9abcd  Sun 1970-01-11 01:01  Christmas in Oslo"))
    #expect(line.contains("in 10 d 1 h") && line.hasSuffix("personal"))
    var abroad = Self.event
    abroad.start.zone = "Asia/Tokyo"
    #expect(
      plans.lines(of: abroad).map(\.text)[1].contains("(Sun 1970-01-11 10:01 in Asia/Tokyo)"))
    var far = Self.line
    (far.own, far.authorName) = (false, "Eve")
    #expect(plans.line(of: far).text.hasSuffix("personal · Eve (stranger) · no reminder"))
    #expect(PlannedText(.world, now: 11 * Self.day).line(of: far).text.contains("past"))
    let events = [Self.line, far, far].map { (event: $0, date: Occurrences($0).shown(at: 0)) }
    let grid = plans.grid(of: events, columns: 60)
    #expect(grid.count == 8 && grid.allSatisfy { $0.width <= 60 })
    // Each card is of its own date, which may go on now.
    var date = events[0].date
    (date.name, date.end) = ("Rehearsal", date.start + 3_600_000)
    let cards = PlannedText(.world, now: date.start).grid(of: [(Self.line, date)], columns: 60)
    #expect(cards.map(\.text)[0].contains("Rehearsal") && cards[2].text.contains("now, for"))
  }
}
