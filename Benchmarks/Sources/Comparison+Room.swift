import ChatSchema
import Client
import Foundation
import Schema

extension Comparison {
  /// A room of a million messages, opened at its end.
  static func room(_ places: Places) throws -> [Comparison] {
    let sink = try RecordSink(places, name: "room")
    let daemon = sink.daemon
    // What is needed at the start only is given back by then.
    sleep(milliseconds: 3_000)
    let before = try ProcessFigures(of: daemon.process).residentMebibytes
    // Another room in front of it, so that it is not alone.
    _ = try sink.fill(entries: 1_000, records: 1)
    let room = try sink.fill(entries: 100_000, records: 10)
    let filled = try ProcessFigures(of: daemon.process).residentMebibytes
    var newest = MessageList()
    func open() throws -> Samples {
      var samples = Samples()
      for _ in 0..<25 {
        let start = ContinuousClock.now
        newest = try daemon.client.call(Methods.Chat.list) {
          $0.room = room
          $0.limit = 100
        }
        samples.record((ContinuousClock.now - start).seconds * 1e3)
        guard newest.messages.count >= 100 else {
          throw ProgramError(description: "The room has \(newest.messages.count) messages only.")
        }
      }
      return samples
    }
    let chat = ["--home", daemon.home, "chat", "read", "--room", room]
    return [
      Comparison(
        title: "a million messages, opened", unit: .milliseconds,
        target: .figure(required: 20, goal: 10), turns: 5
      ) { _ in try open().median },
      Comparison(
        title: "a million messages, opened, 99 %", unit: .milliseconds,
        target: .figure(required: 20, goal: 10), turns: 3
      ) { _ in try open().percentile99 },
      Comparison(
        title: "the same with all of the command", unit: .milliseconds, target: .none, turns: 9
      ) { _ in try Program(path: places.parlor, arguments: chat).run().milliseconds },
      Comparison(
        title: "what the room is, for its list", unit: .milliseconds,
        target: .figure(required: 20, goal: 10), turns: 9
      ) { _ in
        let start = ContinuousClock.now
        let view = try daemon.client.call(Methods.Rooms.show) { $0.room = room }
        guard view.entries > 100_000 else {
          throw ProgramError(description: "The room has \(view.entries) entries only.")
        }
        return (ContinuousClock.now - start).seconds * 1e3
      },
      Comparison(title: "memory, empty home", unit: .mebibytes, target: .none, turns: 1) { _ in
        before
      },
      Comparison(title: "memory, a million filled in", unit: .mebibytes, target: .none, turns: 1) {
        _ in filled
      },
      Comparison(title: "memory, after opening", unit: .mebibytes, target: .none, turns: 1) { _ in
        try ProcessFigures(of: daemon.process).residentMebibytes
      },
    ]
  }
}
