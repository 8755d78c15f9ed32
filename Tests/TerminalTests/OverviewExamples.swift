import Events
import EventSchema
import Schema
import Terminal

/// Things that the overview shows.
enum OverviewExamples {
  /// 2026-11-27 04:00:00 UTC.
  static let now: Int64 = 1_795_752_000_000
  private static let hour: Int64 = 3_600_000

  /// The overview of what is filled in, as text.
  static func lines(_ fill: (inout OverviewFacts) -> Void) -> [String] {
    var facts = OverviewFacts()
    fill(&facts)
    return Overview(facts, PlannedText(.world, now: now)).lines().map(\.text)
  }

  static func room(_ number: Int, unread: UInt32 = 0, hoursAgo: Int64? = nil) -> RoomView {
    .with {
      ($0.id, $0.name, $0.unread) = ("room\(number)aaaa", "room \(number)", unread)
      $0.lastMilliseconds = hoursAgo.map { now - $0 * hour } ?? 0
    }
  }

  static func event(_ number: Int, inHours hours: Int64) -> EventLine {
    .with {
      ($0.id, $0.name, $0.zone, $0.roomName) = (
        "event\(number)", "Picnic \(number)", "UTC", "lobby"
      )
      $0.milliseconds = now + hours * hour
    }
  }

  static func toDo(_ text: String, dueInHours hours: Int64?) -> ToDoView {
    .with {
      ($0.id, $0.text, $0.own) = ("todo\(text)", text, true)
      if let hours { $0.due = .with { ($0.milliseconds, $0.zone) = (now + hours * hour, "UTC") } }
    }
  }

  /// Much of everything: `count` things of each kind.
  static func much(_ count: Int) -> OverviewFacts {
    var facts = OverviewFacts()
    let numbers = 1...count
    facts.status = .with {
      ($0.name, $0.words, $0.conflicts, $0.discovery) = ("Ada", "one two three four", 3, true)
    }
    facts.peers = numbers.map { number in
      .with {
        ($0.id, $0.name, $0.online, $0.paired) = (
          "peer\(number)aaaa", "Person \(number)", true, true
        )
      }
    }
    facts.pairings = numbers.map { number in
      .with { ($0.peer, $0.name, $0.state) = ("asker\(number)aaa", "Asker \(number)", .asked) }
    }
    facts.introductions = numbers.map { number in
      .with { ($0.node, $0.name, $0.by) = ("node\(number)aaaa", "Third \(number)", "Bob") }
    }
    facts.tables =
      numbers.map { _ in TableExamples.lobby() } + numbers.map { _ in TableExamples.game() }
    facts.rooms = numbers.map { room($0, unread: 2, hoursAgo: 1) } + numbers.map { room(100 + $0) }
    facts.trades = numbers.map { number in
      .with {
        ($0.id, $0.otherName) = ("trade\(number)aaaa", "Trader \(number)")
        $0.actions = [.with { ($0.name, $0.enabled) = ("answer", true) }]
      }
    }
    facts.toDos = numbers.map { toDo("chore \($0)", dueInHours: 2) }
    facts.lost = numbers.map { number in
      .with {
        ($0.id, $0.name) = ("lost\(number)", "Fair \(number)")
        ($0.deleter, $0.deleterName) = ("bob", "Bob")
        $0.start = EventTime()
      }
    }
    facts.tournaments = numbers.map { number in
      .with { ($0.id, $0.name, $0.phase) = ("cup\(number)", "Cup \(number)", .played) }
    }
    facts.events = numbers.map { event($0, inHours: Int64($0) * 5) }
    return facts
  }
}
