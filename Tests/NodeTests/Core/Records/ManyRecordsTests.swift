import Chat
import Decks
import Drawings
import Events
import Feature
import Features
import Identifiers
import Schema
import Testing
import Tournaments
import WholeSchema

@testable import Node

/// Steps of our node beside thousands of records of a friend.
@Suite struct ManyRecordsTests {
  static let kinds = (1...4_096).compactMap { Registry.parlor.kind(RecordKind(rawValue: $0)) }
  /// Kinds that views sort and join, and of which more count than of others: of these 6,000 are there, and 2,200 of any other, which
  /// is more than count below one parent.
  private static let widest: [RecordKind] = [.event, .ruling, .tradeReturn]

  @Test(
    "42.e: beside thousands of records of its kind one more takes a bounded turn, and each view bounded steps",
    arguments: kinds.map { "\($0.number.rawValue) \($0.noun)" })
  func bounded(_ name: String) throws {
    let number = try #require(name.split(separator: " ").first.flatMap { UInt32($0) })
    let kind = try #require(Registry.parlor.kind(RecordKind(rawValue: number)))
    let count = Self.widest.contains(kind.number) ? 6_000 : 2_200
    var flood = try RecordFlood(kind)
    try flood.send(0..<count)
    // The least of some: now and then a turn also brings the index of words further.
    let steps = try (count..<count + 4).map { try flood.sendOne($0) }.min() ?? .max
    #expect(try flood.has(count + 3), "the last one did not come")
    #expect(steps < 50 * count + 100_000, "\(steps) steps")
    try look(at: flood, count)
  }

  /// Makes every view of the room and of all rooms, and of what the records belong to, or the first of them.
  private func look(at flood: RecordFlood, _ count: Int) throws {
    let id = flood.shown.description
    let named = [
      "event", "drawing", "tournament", "library", "list", "trade", "item", "record", "file",
      "table",
    ].reduce(into: ["room": flood.room, "text": "a"]) { $0[$1] = id }
    var seen: Set<String> = []
    for method in Methods.all where method.isRead {
      for fields in [named, ["text": "a"]] {
        guard let steps = try flood.look(method, fields) else { continue }
        seen.insert(method.path)
        #expect(steps < 90 * count + 50_000, "\(method.path): \(steps) steps")
      }
    }
    for (name, steps) in try flood.lookAtRoom() {
      #expect(steps < 90 * count + 50_000, "\(name): \(steps) steps")
    }
    let missing =
      Self.shows[flood.shownKind, default: []] + ["rooms/search", "chat/list", "files/list"]
    #expect(Set(missing).subtracting(seen).isEmpty, "not shown")
  }

  /// Methods that show a record of a kind with all that belongs to it.
  private static let shows: [RecordKind: [String]] = [
    .event: ["events/show", "events/write-file"], .tradeOffer: ["trades/show", "trades/verify"],
    .tournament: ["tournaments/show", "tournaments/check"], .deckList: ["deck-lists/show"],
    .paper: ["drawings/show", "drawings/strokes"], .drawing: ["drawings/show", "drawings/export"],
  ]

  @Test(
    "42.e: a change in a draw reads as many of its records as there are people",
    arguments: [RecordKind.drawCommit, .drawClose, .drawReveal])
  func draws(_ number: RecordKind) throws {
    let kind = try #require(Registry.parlor.kind(number))
    var flood = try RecordFlood(kind)
    var steps: [Int] = []
    for count in [500, 3_000] {
      try flood.send((steps.isEmpty ? 0 : 504)..<count)
      steps.append(try (count..<count + 4).map { try flood.sendOne($0) }.min() ?? .max)
    }
    #expect(steps[1] < steps[0] + 10_000, "\(steps) steps beside 500 and 3,000")
  }
}
