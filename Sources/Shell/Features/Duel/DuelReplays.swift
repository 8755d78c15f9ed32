import Duel
import DuelSchema
import Identifiers
import Node
import Schema
import Store
import Synchronization

/// Duels that are gone through again. The last one is kept, so that the next question about it resumes where that ended.
final class DuelReplays: Sendable {
  /// Everything from which a replay follows.
  private struct Source: Equatable {
    let table: RoomID
    let logs: [StoredLog]
    let secret: [UInt8]?
    let choices: [[UInt8]]
  }

  private let last = Mutex<(source: Source, replay: ReplayedDuel)?>(nil)

  /// Answers a question by the match as the store has it.
  ///
  /// - Throws: `Refused` where there is no such table or line, or no duel has begun there; `StoreError`.
  func answer(_ request: ReplayDuel, _ reader: Reader) throws -> DuelReplay {
    let table = try Node.table(request.table, reader)
    let keep = try reader.sessionKeep(table)
    let source = Source(
      table: table, logs: try reader.roomWithLogs(table)?.logs ?? [], secret: keep?.secret,
      choices: keep?.choices ?? [])
    var replay =
      if let last = last.withLock({ $0 }), last.source == source { last.replay } else {
        try ReplayedDuel(try Transcript.match(table, reader), keep, at: request.table)
      }
    defer { last.withLock { $0 = (source, replay) } }
    return try replay.answer(request)
  }
}
