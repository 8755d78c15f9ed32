import Client
import EventSchema
import Foundation
import Schema

/// Something that a daemon does again and again, and what each time costs: these counts do not depend on the machine.
struct CountedUnit {
  /// Its name in the file of the bounds.
  let name: String
  let counts: Counts
  /// The number of times that it was done.
  let times: Int

  /// Returns the cost of one time.
  func cost(_ cost: Counts.Cost) -> Double { Double(counts[cost]) / Double(times) }

  /// Measures all of them.
  static func all(_ places: Places) throws -> [CountedUnit] {
    try [entries(places)] + changes(places) + match(places) + [events(places)]
  }

  /// An entry of one record, taken from a peer. The index by words is made after a second, or once no more come, in as many steps
  /// as the machine is slow, so its statements are left out; its allocations are counted, as all of it is waited for.
  private static func entries(_ places: Places) throws -> CountedUnit {
    let sink = try RecordSink(places, name: "counted-entries")
    _ = try sink.rate(entries: 2_000, records: 1)
    let (before, times) = (try Counts.settled(of: sink.daemon.process), 20_000)
    _ = try sink.rate(entries: times, records: 1)
    let counts = (try Counts.settled(of: sink.daemon.process) - before).withoutWords
    return CountedUnit(name: "entry-taken", counts: counts, times: times)
  }

  /// A message that is changed, for who changes it and for who is told.
  private static func changes(_ places: Places) throws -> [CountedUnit] {
    let homes = try TwoHomes(places, name: "counted-changes")
    let changes = try Changes.ofMessage(homes)
    _ = try changes.measure(20)
    let daemons = [("change-written", homes.host), ("change-taken", homes.joiner)]
    let before = try daemons.map { try Counts(of: $0.1.process) }
    let times = 200
    _ = try changes.measure(times)
    return try zip(daemons, before).map { daemon, before in
      CountedUnit(
        name: daemon.0, counts: try Counts(of: daemon.1.process) - before, times: times)
    }
  }

  /// An entry of one match that both nodes play by themselves.
  private static func match(_ places: Places) throws -> [CountedUnit] {
    let homes = try TwoHomes(places, name: "counted-match")
    let table = try homes.startMatch()
    let daemons = [("match-entry-host", homes.host), ("match-entry-joiner", homes.joiner)]
    let before = try daemons.map { try Counts(of: $0.1.process) }
    try homes.attend(table, auto: true)
    try homes.wait("the match to end", every: 50) { try homes.view(table).phase == .finished }
    return try zip(daemons, before).map { daemon, before in
      let counts = try Counts(of: daemon.1.process) - before
      let times = counts.statements.filter { $0.key.hasPrefix("INSERT INTO entry ") }.values.reduce(
        0, +)
      return CountedUnit(name: daemon.0, counts: counts, times: max(times, 1))
    }
  }

  /// An event of a calendar that is imported, made with many others.
  private static func events(_ places: Places) throws -> CountedUnit {
    let daemon = try DaemonProcess(places, name: "counted-events")
    let commands = { (range: Range<Int>) in
      range.map { number in
        Methods.Events.add {
          $0.event.name = "Event \(number) of many, by the lake"
          $0.event.date = "in \(number) hours"
          $0.event.zone = "Europe/Berlin"
        }
      }
    }
    for result in try daemon.client.perform(commands(1..<129)) { _ = try result.get() }
    let (before, times) = (try Counts(of: daemon.process), 1_280)
    for result in try daemon.client.perform(commands(129..<129 + times)) { _ = try result.get() }
    return CountedUnit(
      name: "event-imported", counts: try Counts(of: daemon.process) - before, times: times)
  }
}
