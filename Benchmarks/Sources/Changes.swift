import Client
import Schema

/// Changes of one record between two daemons.
final class Changes {
  /// Its daemons run for as long as it is there.
  private let homes: TwoHomes
  private let change: (String) throws -> Void
  private let seen: (Change) -> String?
  private let stream: ChangeReader
  private var number = 0

  /// - Parameters:
  ///   - change: gives the record a text at the host.
  ///   - seen: the text that a change tells; nil for one of something else.
  private init(
    _ homes: TwoHomes, change: @escaping (String) throws -> Void,
    seen: @escaping (Change) -> String?
  ) throws {
    (self.homes, self.change, self.seen) = (homes, change, seen)
    let lobby = try homes.host.client.call(Methods.Rooms.show).id
    stream = try homes.joiner.client.changes("?room=\(lobby)")
  }

  /// Of a message in the lobby.
  static func ofMessage(_ homes: TwoHomes) throws -> Changes {
    let client = homes.host.client
    let id = try client.call(Methods.Chat.post) { $0.text = "change 0" }.id
    return try Changes(homes) { text in
      try client.call(Methods.Chat.edit) {
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
        for item in try stream.read(milliseconds: 10_000) {
          if case .change(let change) = item, seen(change) == text { isSeen = true }
        }
      }
      samples.record((ContinuousClock.now - start).seconds * 1e6)
    }
    return samples
  }
}
