import Client
import EventSchema
import Foundation
import Schema

extension Comparison {
  /// A home with many events, listed; and one event that is changed, seen by another daemon.
  static func events(_ places: Places) throws -> [Comparison] {
    let daemon = try DaemonProcess(places, name: "events")
    let count = 10_000
    let commands = (1...count).map { number in
      Methods.Events.add {
        $0.event.name = "Event \(number) of many, by the lake"
        $0.event.date = "in \(number) hours"
        $0.event.zone = "Europe/Berlin"
      }
    }
    for result in try daemon.client.perform(commands) { _ = try result.get() }
    let list = ["--home", daemon.home, "event", "list"]
    return [
      Comparison(
        title: "10,000 events listed by the command", unit: .milliseconds,
        target: .figure(required: 50, goal: 25),
        limit: Limit(title: "C, SQLite and a line for each") { _ in
          try places.limit("list", places.scratch, "\(count)").run().milliseconds
        }, turns: 15
      ) { _ in try Program(path: places.parlor, arguments: list).run().milliseconds },
      Comparison(
        title: "the same read over the API", unit: .milliseconds, target: .none, turns: 15
      ) { _ in
        let start = ContinuousClock.now
        let lines = try daemon.client.call(Methods.Events.list).lines
        guard lines.count == count else {
          throw ProgramError(description: "There are \(lines.count) events only.")
        }
        return (ContinuousClock.now - start).seconds * 1e3
      },
      try imports(count, places), exports(of: daemon, count, places),
      folder(of: daemon, count, places),
    ] + repeats() + (try edits(places))
  }

  /// A calendar file taken into an empty home.
  private static func imports(_ count: Int, _ places: Places) throws -> Comparison {
    let file = places.scratch + "/events.ics"
    try Data(calendar(of: count).utf8).write(to: URL(fileURLWithPath: file))
    // As many as the daemon makes durable at once.
    let batch = 128
    return Comparison(
      title: "10,000 events imported durably", unit: .milliseconds,
      target: .figure(required: 2_000, goal: 1_000),
      limit: Limit(title: "C, SQLite, 128 a commit") { _ in
        try places.limit("commit", places.scratch, "\(count / batch)", "\(batch)").run()
          .milliseconds
      }, turns: 5
    ) { turn in
      let fresh = try DaemonProcess(places, name: "import\(turn)")
      let words = ["--home", fresh.home, "event", "import", file]
      let took = try Program(path: places.parlor, arguments: words).run().milliseconds
      let made = try fresh.client.call(Methods.Events.list).lines.count
      guard made == count else { throw ProgramError(description: "\(made) events were made.") }
      return took
    }
  }

  /// All events of a home written into a calendar file.
  private static func exports(
    of daemon: DaemonProcess, _ count: Int, _ places: Places
  ) -> Comparison {
    let words = ["--home", daemon.home, "event", "export", "--force", places.scratch + "/all.ics"]
    return Comparison(
      title: "10,000 events exported", unit: .milliseconds,
      target: .figure(required: 1_000, goal: 500), turns: 5
    ) { _ in try Program(path: places.parlor, arguments: words).run().milliseconds }
  }

  /// A calendar file as other programs write them.
  private static func calendar(of count: Int) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Benchmark//EN"]
    for number in 1...count {
      let (year, month, day) = (2_030 + number / 336, number / 28 % 12 + 1, number % 28 + 1)
      lines += [
        "BEGIN:VEVENT", "UID:\(number)-4f1c2a@example.org", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Europe/Berlin:\(year * 10_000 + month * 100 + day)T180000",
        "DURATION:PT1H30M", "SUMMARY:Event \(number) of many\\, by the lake",
        "DESCRIPTION:bring a mug\\nand a candle", "LOCATION:By the lake", "END:VEVENT",
      ]
    }
    return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  /// From a change of an event here until the other person's screen is told; durable on both sides.
  private static func edits(_ places: Places) throws -> [Comparison] {
    let changes = try Changes.ofEvent(TwoHomes(places, name: "edits"))
    return [
      Comparison(
        title: "an event changed, seen there", unit: .microseconds,
        target: .figure(required: 5_000, goal: 1_000), limit: answers(places, "p50"), turns: 5
      ) { _ in try changes.measure(200).median },
      Comparison(
        title: "an event changed, seen there, 99 %", unit: .microseconds,
        target: .figure(required: 5_000, goal: 5_000), limit: answers(places, "p99"), turns: 5
      ) { _ in try changes.measure(200).percentile99 },
    ]
  }
}
