import ChatSchema
import Client
import DrawingSchema
import EventSchema
import Schema
import TournamentSchema

/// Changes of one record between two daemons.
final class Changes {
  /// Its daemons run for as long as it is there.
  private let homes: TwoHomes
  private let change: (String) throws -> Void
  private let seen: (Change) -> String?
  private let stream: ChangeReader
  private var number = 0

  /// - Parameters:
  ///   - room: where the record is; the lobby without it.
  ///   - change: gives the record a text at the host.
  ///   - seen: the text that a change tells; nil for one of something else.
  private init(
    _ homes: TwoHomes, room: String? = nil, change: @escaping (String) throws -> Void,
    seen: @escaping (Change) -> String?
  ) throws {
    (self.homes, self.change, self.seen) = (homes, change, seen)
    let room = try room ?? homes.host.client.call(Methods.Rooms.show).id
    stream = try homes.joiner.client.changes("?room=\(room)")
    // What changes before the daemon has begun with the stream is not told there.
    while try !stream.read(milliseconds: 60_000).contains(.ready) {}
  }

  /// Of a message.
  ///
  /// - Parameter room: where it is; the lobby without it.
  static func ofMessage(_ homes: TwoHomes, in room: String = "") throws -> Changes {
    let client = homes.host.client
    let id = try client.call(Methods.Chat.post) {
      $0.room = room
      $0.text = "change 0"
    }.id
    return try Changes(homes, room: room.isEmpty ? nil : room) { text in
      try client.call(Methods.Chat.edit) {
        $0.room = room
        $0.message = id
        $0.text = text
      }
    } seen: { change in
      change.shown(MessageView.self)?.text
    }
  }

  /// Of an event in the lobby.
  static func ofEvent(_ homes: TwoHomes) throws -> Changes {
    let client = homes.host.client
    let id = try client.call(Methods.Events.add) {
      $0.room = "lobby"
      $0.event.name = "change 0"
      $0.event.date = "in 9 days"
      $0.event.zone = "UTC"
    }.id
    return try Changes(homes) { text in
      try client.call(Methods.Events.edit) {
        $0.room = "lobby"
        $0.event = id
        $0.change.name = text
      }
    } seen: { change in
      change.shown(EventView.self)?.name
    }
  }

  /// Of a score of a tournament in the lobby.
  static func ofScore(_ homes: TwoHomes) throws -> Changes {
    let client = homes.host.client
    let id = try client.call(Methods.Tournaments.make) {
      $0.room = "lobby"
      $0.name = "League"
      $0.format = "league"
      $0.entrants = (0..<16).map { "Player \($0)" }.joined(separator: "\n")
    }.id
    try client.call(Methods.Tournaments.start) { $0.tournament = id }
    return try Changes(homes) { text in
      try client.call(Methods.Tournaments.score) {
        $0.tournament = id
        $0.match = "R1.1"
        $0.score = text.split(separator: " ").last.map { "\($0):0" } ?? "1:0"
        $0.reason = text
      }
    } seen: { change in
      change.shown(TournamentView.self)?.matches.first?.reports.first?.note
    }
  }

  /// Of strokes on a paper in a room of both.
  static func ofStroke(_ homes: TwoHomes, in room: String) throws -> Changes {
    let client = homes.host.client
    let paper = try client.call(Methods.Drawings.begin) {
      $0.title = "Ours"
      $0.room = room
      $0.together = true
    }.id
    return try Changes(homes, room: room) { text in
      let number = text.split(separator: " ").last.flatMap { Int($0) } ?? 0
      try client.call(Methods.Drawings.draw) {
        $0.paper = paper
        $0.strokes = [
          .with {
            $0.width = 450
            $0.x = [Int32(number)]
            $0.y = [500]
          }
        ]
      }
    } seen: { change in
      change.shown(StrokeView.self)?.ink.x.first.map { "change \($0)" }
    }
  }

  /// Microseconds from the command here until the change there.
  func measure(_ count: Int) throws -> Samples {
    var samples = Samples()
    for _ in 0..<count {
      number += 1
      let text = "change \(number)"
      let start = ContinuousClock.now
      try change(text)
      var isSeen = false
      while !isSeen {
        for item in try stream.read(milliseconds: 60_000) {
          if case .change(let change) = item, seen(change) == text { isSeen = true }
        }
      }
      samples.record((ContinuousClock.now - start).seconds * 1e6)
    }
    return samples
  }
}
