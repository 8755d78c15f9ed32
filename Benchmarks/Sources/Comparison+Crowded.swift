import ChatSchema
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

  /// - Returns: the id of one of them.
  @discardableResult
  private static func makeRooms(_ count: Int, _ daemon: DaemonProcess) throws -> String {
    let calls = (0..<count).map { number in
      Methods.Rooms.make {
        $0.name = "Room \(number)"
        // Whether a name is taken is looked up among all rooms.
        $0.sameName = true
      }
    }
    let made = try daemon.client.perform(calls).map { try $0.get() }
    guard let room = made.last as? RoomView else {
      throw ProgramError(description: "No room was made.")
    }
    return room.id
  }

  /// A message edited durably in a home with few rooms and in homes with many.
  private static func posts(_ places: Places) throws -> [Comparison] {
    let few = try DaemonProcess(places, name: "rooms10")
    let message = try post(few, in: makeRooms(10, few))
    return try [1_000, 10_000].map { count in
      let many = try DaemonProcess(places, name: "rooms\(count)")
      let other = try post(many, in: makeRooms(count, many))
      return beside(
        "a message edited, \(count) rooms", .microseconds, turns: 5, { try edit(few, message) },
        { try edit(many, other) })
    }
  }

  /// Once in each home: a person may post only a few messages at once.
  private static func post(_ daemon: DaemonProcess, in room: String) throws -> MessageView {
    try daemon.client.call(Methods.Chat.post) {
      $0.room = room
      $0.text = "hello"
    }
  }

  /// The median of some edits of a message, in microseconds.
  private static func edit(_ daemon: DaemonProcess, _ message: MessageView) throws -> Double {
    var samples = Samples()
    for number in 0..<100 {
      let start = ContinuousClock.now
      try daemon.client.call(Methods.Chat.edit) {
        $0.room = message.room
        $0.message = message.id
        $0.text = "hello \(number)"
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
