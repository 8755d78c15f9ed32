import Client
import Foundation
import Schema

extension Comparison {
  /// A home with many events, listed; and one event that is changed, seen by another daemon.
  static func events(_ places: Places) throws -> [Comparison] {
    let daemon = try DaemonProcess(places, name: "events")
    let count = 10_000
    let commands = (1...count).map { number in
      Command.with {
        $0.makeEvent.event.name = "Event \(number) of many, by the lake"
        $0.makeEvent.event.date = "in \(number) hours"
        $0.makeEvent.event.zone = "Europe/Berlin"
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
        let events = try daemon.client.get("/v1/events", as: EventViews.self).events
        guard events.count == count else {
          throw ProgramError(description: "There are \(events.count) events only.")
        }
        return (ContinuousClock.now - start).seconds * 1e3
      },
    ] + (try edits(places))
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
