import Client
import Foundation
import Identifiers
import Schema
import Wire

extension Comparison {
  /// The same in homes that hold much and in new ones: what a turn costs must not grow with what the node holds.
  static func crowded(_ places: Places) throws -> [Comparison] {
    let (empty, full) = (
      try TwoHomes(places, name: "empty"), try TwoHomes(places, name: "crowded")
    )
    try crowd(full.host, places, "host")
    try crowd(full.joiner, places, "joiner")
    let sinks = (
      empty: try RecordSink(places, to: empty.host, name: "empty-records"),
      full: try RecordSink(places, to: full.host, name: "crowded-records")
    )
    let changes = (empty: try Changes.ofMessage(empty), full: try Changes.ofMessage(full))
    let taps = (empty: Taps(empty), full: Taps(full))
    return try posts(places) + [
      beside(
        "records a second, crowded", .perSecond, isRate: true, turns: 3,
        { try sinks.empty.rate(entries: 100_000, records: 1) },
        { try sinks.full.rate(entries: 100_000, records: 1) }),
      beside(
        "a record changed, crowded", .microseconds, turns: 5,
        { try changes.empty.measure(200).median }, { try changes.full.measure(200).median }),
      beside(
        "tap to card, crowded", .microseconds, turns: 3,
        { try taps.empty.playMatch().median }, { try taps.full.playMatch().median }),
      beside(
        "one match by itself, crowded", .perSecond, isRate: true, turns: 3,
        { try rounds(empty) }, { try rounds(full) }),
      beside(
        "parlor status, crowded", .milliseconds, turns: 9,
        { try status(empty.host, places) }, { try status(full.host, places) }),
    ]
  }

  /// A room of a million records, 40 rooms with 255 members each, and rooms of our own: a thousand rooms in all.
  private static func crowd(_ daemon: DaemonProcess, _ places: Places, _ name: String) throws {
    let sink = try RecordSink(places, to: daemon, name: "crowd-\(name)")
    try sink.fill(entries: 100_000, records: 10)
    let many = 40
    for _ in 0..<many {
      try sink.fill(entries: 1, records: 1, others: (0..<254).map { _ in try stranger() })
    }
    try makeRooms(1_000 - many - 1, daemon)
  }

  private static func stranger() throws -> Author {
    try SigningKey(secret: (0..<32).map { _ in .random(in: .min ... .max) }).author
  }

  private static func makeRooms(_ count: Int, _ daemon: DaemonProcess) throws {
    let calls = (0..<count).map { number in
      Methods.Rooms.make { $0.name = "Room \(number)" }
    }
    for result in try daemon.client.perform(calls) { _ = try result.get() }
  }

  /// A message posted durably in a home with few rooms and in homes with many.
  private static func posts(_ places: Places) throws -> [Comparison] {
    let few = try daemon(places, rooms: 10)
    return try [1_000, 10_000].map { count in
      let many = try daemon(places, rooms: count)
      return beside(
        "a message posted, \(count) rooms", .microseconds, turns: 9, { try post(few) },
        { try post(many) })
    }
  }

  private static func daemon(_ places: Places, rooms: Int) throws -> DaemonProcess {
    let daemon = try DaemonProcess(places, name: "rooms\(rooms)")
    try makeRooms(rooms, daemon)
    return daemon
  }

  /// The median of some messages in one room, in microseconds.
  private static func post(_ daemon: DaemonProcess) throws -> Double {
    var samples = Samples()
    for _ in 0..<100 {
      let start = ContinuousClock.now
      try daemon.client.call(Methods.Chat.post) {
        $0.room = "Room 7"
        $0.text = "hello"
      }
      samples.record((ContinuousClock.now - start).seconds * 1e6)
    }
    return samples.median
  }

  private static func status(_ daemon: DaemonProcess, _ places: Places) throws -> Double {
    try Program(path: places.parlor, arguments: ["--home", daemon.home, "status"]).run()
      .milliseconds
  }

  /// At most a fifth worse than in a home that holds next to nothing.
  private static func beside(
    _ title: String, _ unit: Unit, isRate: Bool = false, turns: Int,
    _ empty: @escaping () throws -> Double, _ full: @escaping () throws -> Double
  ) -> Comparison {
    Comparison(
      title: title, unit: unit, isRate: isRate,
      target: isRate ? .ratio(required: 0.8, goal: 1) : .ratio(required: 1.2, goal: 1),
      limit: Limit(title: "the same, little there") { _ in try empty() }, turns: turns
    ) { _ in try full() }
  }
}
