import Events
import Schema
import Terminal
import Testing

@Suite struct OverviewOrderTests {
  /// The place of the first line that has this; the place behind all lines where none has.
  private func place(_ text: String, _ lines: [String]) -> Int {
    lines.firstIndex { $0.contains(text) } ?? lines.count
  }

  @Test(
    "42.19 the overview has at most 24 lines of 80 columns, however much there is, and names every kind",
    arguments: [1, 2, 3, 5, 40, 400])
  func fits(count: Int) {
    var facts = OverviewExamples.much(count)
    let kinds = [
      ["asked for", "ask to join"], ["asks to pair", "ask to pair"],
      ["offers a", "offered to you"],
      ["introduce"], ["at once"], ["due"], ["deleted"], ["parlor peer list"], ["parlor war list"],
      ["parlor tournament list"], ["parlor room list"], ["parlor event list"],
    ]
    func check(_ lines: [String]) {
      #expect(lines.count <= 24, "\(lines.joined(separator: "\n"))")
      for line in lines where line.contains("`") { #expect(line.count <= 80, "\(line)") }
      for words in count > 5 ? kinds : [] {
        let isThere = lines.contains { line in words.contains { line.contains($0) } }
        #expect(isThere, "\(words) are missing:\n\(lines.joined(separator: "\n"))")
      }
    }
    check(Overview(facts, PlannedText(.world, now: OverviewExamples.now)).lines().map(\.text))
    // With all that can be wrong at once as well.
    facts.status.discovery = false
    facts.status.discoveryProblem = String(repeating: "no DNS-SD, ", count: 30)
    facts.status.storageProblem = String(repeating: "the disk is full, ", count: 30)
    facts.status.calendar.problem = String(repeating: "no folder, ", count: 30)
    check(Overview(facts, PlannedText(.world, now: OverviewExamples.now)).lines().map(\.text))
  }

  @Test("42.19 what waits comes first, then who is here, what goes on, and what comes next")
  func order() {
    let facts = OverviewExamples.much(1)
    let lines = Overview(facts, PlannedText(.world, now: OverviewExamples.now)).lines().map(\.text)
    let wanted = [
      "Waiting for you", "  Bob and Eve ask to join: `parlor war accept",
      "  Asker 1 asks to pair: `parlor peer pair asker1aa`", "  Trader 1 offers a trade",
      "  Bob introduces Third 1: `parlor peer meet node1aaa`",
      "  Two people changed 3 fields at once: `parlor conflict list`",
      "  \"chore 1\" is due", "  Bob deleted Fair 1, with parts of yours: `parlor event lost`",
      "People here", "  Person 1", "Going on", "vs. Bob", "  Cup 1", "  room 1", "Next", "Picnic 1",
    ]
    let places = wanted.map { place($0, lines) }
    #expect(
      places == places.sorted() && places.last != lines.count, "\(lines.joined(separator: "\n"))")
    #expect(Set(places).count == places.count)
  }

  @Test("42.19 a long list is folded with its count and the command that shows all of it")
  func folded() {
    let lines = OverviewExamples.lines {
      $0.peers = OverviewExamples.much(30).peers
      $0.events = OverviewExamples.much(9).events
    }
    #expect(lines.contains("  23 more people are here: `parlor peer list`"))
    #expect(lines.contains("  7 more events come: `parlor event list`"))
    #expect(lines.filter { $0.contains("Person") }.count == 7)
  }

  @Test("42.19 nothing waits, and nothing is planned: no empty titles, and nobody is here")
  func nothing() {
    let lines = OverviewExamples.lines { _ in }
    #expect(lines.contains("People here") && lines.contains("  nobody"))
    for title in ["Waiting for you", "Going on", "Next"] { #expect(!lines.contains(title)) }
  }

  @Test(
    "42.19 only what is due waits: not what is done, what has time, and what somebody else does")
  func due() {
    var foreign = OverviewExamples.toDo("foreign", dueInHours: 1)
    foreign.assignee = "bobaaaa"
    var done = OverviewExamples.toDo("done", dueInHours: 1)
    done.done = true
    let lines = OverviewExamples.lines {
      $0.status.account = "adaaaaa"
      $0.toDos = [
        foreign, done, OverviewExamples.toDo("later", dueInHours: 48),
        OverviewExamples.toDo("never", dueInHours: nil),
        OverviewExamples.toDo("late", dueInHours: -1), OverviewExamples.toDo("soon", dueInHours: 3),
      ]
    }
    #expect(lines.contains { $0.hasPrefix("  \"late\" was due ") })
    #expect(
      lines.contains { $0.hasPrefix("  \"soon\" is due ") && $0.hasSuffix(": `parlor todo`") })
    for text in ["foreign", "done", "later", "never"] {
      #expect(!lines.joined().contains("\"\(text)\""), "\(text)")
    }
  }

  @Test("42.19 the next event is the soonest one, and neither a past nor a cancelled one")
  func next() {
    let lines = OverviewExamples.lines {
      var cancelled = OverviewExamples.event(3, inHours: 1)
      cancelled.status = .cancelled
      $0.events = [
        OverviewExamples.event(1, inHours: 9), OverviewExamples.event(2, inHours: -9), cancelled,
        OverviewExamples.event(4, inHours: 3),
      ]
    }
    let title = lines.firstIndex(of: "Next") ?? 0
    #expect(lines[title + 1].contains("Picnic 4") && lines[title + 1].contains("in 3 h"))
    #expect(lines[title + 2].contains("Picnic 1"))
    #expect(!lines.joined().contains("Picnic 2") && !lines.joined().contains("Picnic 3"))
  }

  @Test("42.16 many quiet rooms are one line, and those with news keep their order")
  func quietRooms() {
    let rooms =
      [OverviewExamples.room(1, unread: 3, hoursAgo: 900), OverviewExamples.room(2, hoursAgo: 2)]
      + (3...20).map { OverviewExamples.room($0, hoursAgo: 400) }
    let list = RoomListText(rooms, now: OverviewExamples.now)
    #expect(list.lively.map(\.name) == ["room 1", "room 2"])
    let folded = list.lines(all: false).map(\.text)
    #expect(folded.count == 3)
    #expect(folded[0].contains("room 1") && folded[1].contains("room 2"))
    #expect(folded[2] == "  18 quiet rooms are not listed: --all shows them.")
    #expect(list.lines(all: true).count == 20)
    let few = RoomListText(Array(rooms.prefix(5)), now: OverviewExamples.now)
    #expect(few.lines(all: false).count == 5)
    let lines = OverviewExamples.lines { $0.rooms = rooms }
    #expect(lines.contains("  18 more rooms: `parlor room list`"))
  }
}
