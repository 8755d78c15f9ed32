import Feature
import Features
import Node
import Schema
import Store
import Synchronization

/// The work of features outside the node while a daemon runs.
final class RunningWorks: Sendable {
  /// The works and their methods by path. The methods are put together once: each request looks for its own among them.
  private struct Started {
    var works: [any OutsideWork] = []
    var methods: [String: OutsideMethod] = [:]
  }

  private let started = Mutex(Started())

  /// All of them; none before they were started.
  var all: [any OutsideWork] { started.withLock { $0.works } }

  /// Returns the method of a feature's work that a path names; nil when none of them has it.
  func method(_ path: String) -> OutsideMethod? {
    started.withLock { $0.methods[path] }
  }

  /// Starts them, and has them told of each change.
  func start(_ works: [any OutsideWork], on board: ChangeBoard) {
    let all = Started(
      works: works,
      methods: works.reduce(into: [:]) { $0.merge($1.methods) { first, _ in first } })
    started.withLock { $0 = all }
    for work in works {
      board.listen { work.note($0) }
      work.start()
    }
  }

  /// Ends them; waits for what they do now.
  func stop() { for work in all { work.stop() } }
}

extension DaemonAccess {
  /// The host that the daemon gives to the work of features.
  var outsideHost: OutsideHost {
    OutsideHost(
      home: description.home, account: description.account,
      setting: { key in
        try store.read {
          Settings(try $0.settings(), defaultName: description.defaultName, store.registry)
            .value(key)
        }
      }, visitRooms: { try eachRoom($0) }, read: { try store.read($0) },
      perform: { await perform($0) }, now: { Clock.now.wall },
      latch: latch, kept: { key in try store.read { try $0.privateValue(key) } },
      leave: { await leave() }, stop: { stopping.stop(nil) }, page: { page.servedAt })
  }

  /// Returns the refusal of a command that only a look outside the node can find; nil when there is none.
  func refusal(of call: Call) -> Refused? {
    guard let change = call.request as? ChangeSetting else { return nil }
    return works.all.lazy.compactMap { $0.refusal(of: change.key, change.value) }.first
  }

  /// Looks at all rooms of one snapshot.
  private func eachRoom(_ body: (RoomViews) throws -> Void) throws {
    try store.read { reader in
      let surroundings = try surroundings(reader)
      for id in try RoomNames.all(reader, own: description.account) {
        if let views = try views(id, reader, surroundings) { try body(views) }
      }
    }
  }
}
