import Client
import Foundation
import Schema

extension Comparison {
  /// A home with many events, listed.
  static func events(_ places: Places) throws -> [Comparison] {
    let daemon = try DaemonProcess(places, name: "events")
    let count = 10_000
    for number in 1...count {
      try daemon.client.perform(
        .with {
          $0.makeEvent.event.name = "Event \(number) of many, by the lake"
          $0.makeEvent.event.date = "in \(number) hours"
          $0.makeEvent.event.zone = "Europe/Berlin"
        })
    }
    let list = ["--home", daemon.home, "event", "list"]
    return [
      Comparison(
        title: "10,000 events listed by the command", unit: .milliseconds,
        target: .figure(required: 50, goal: 25), turns: 15
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
    ]
  }
}
