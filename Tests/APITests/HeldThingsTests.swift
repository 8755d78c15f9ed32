import API
import Client
import Feature
import Foundation
import Node
import Schema
import Testing

/// Things that a command opened end with its stream, however the command ended (rows G-11, G-12).
@Suite struct HeldThingsTests {
  private func table(_ id: String, _ phase: TablePhase, _ seat: Seat) -> TableView {
    .with {
      $0.id = id
      $0.phase = phase
      $0.seat = seat
    }
  }

  /// Waits longer than what was held is held after the stream.
  private func soon(_ condition: () -> Bool) -> Bool {
    eventually(condition) || eventually(condition) || eventually(condition)
  }

  private func paths(_ node: FakeNode) -> [String] { node.calls.map(\.path) }

  @Test(
    "42.2 G-11: the table of a command that is gone is closed, once the last stream that holds it ends"
  )
  func table() async throws {
    try await withServer { (node, home) throws in
      node.put(table: table("mine", .open, .host))
      var readers = [
        try DaemonClient(home: home).changes("?table=mine&hold=true"),
        try DaemonClient(home: home).changes("?table=mine&hold=true"),
      ]
      for reader in readers { _ = try read(reader, until: .ready) }
      readers.removeLast()
      #expect(eventually { node.readers == 1 })
      // What looks on without holding ends nothing.
      var onlooker: ChangeReader? = try DaemonClient(home: home).changes("?table=mine")
      _ = try read(try #require(onlooker), until: .ready)
      onlooker = nil
      #expect(eventually { node.readers == 1 })
      #expect(paths(node).isEmpty)
      readers.removeAll()
      #expect(soon { !node.calls.isEmpty })
      #expect(node.calls == [Methods.Tables.close { $0.table = "mine" }])
    }
  }

  @Test("42.2 G-12: a question for a chair and one to watch are taken back")
  func questions() async throws {
    try await withServer { (node, home) throws in
      node.put(table: table("asked", .asked, .unspecified))
      node.put(table: table("watch", .watchable, .unspecified))
      for id in ["asked", "watch"] {
        let reader = try DaemonClient(home: home).changes("?table=\(id)&hold=true")
        _ = try read(reader, until: .ready)
      }
      #expect(soon { node.calls.count == 2 })
      #expect(
        Set(node.calls.map(\.path)) == [Methods.Tables.ask.path, Methods.Tables.watch.path])
      #expect(
        node.calls.contains(Methods.Tables.ask { ($0.table, $0.withdrawn) = ("asked", true) }))
      #expect(node.calls.contains(Methods.Tables.watch { ($0.table, $0.stop) = ("watch", true) }))
    }
  }

  @Test("42.2: a match that has begun, and a chair that was given to us, stay as they are")
  func matches() async throws {
    try await withServer { (node, home) throws in
      node.put(table: table("plays", .playing, .host))
      node.put(table: table("sits", .seated, .joiner))
      node.put(table: table("over", .finished, .host))
      for id in ["plays", "sits", "over"] {
        let reader = try DaemonClient(home: home).changes("?table=\(id)&hold=true")
        _ = try read(reader, until: .ready)
      }
      // The last of all shows that those before it were looked at.
      node.put(table: table("last", .open, .host))
      _ = try read(try DaemonClient(home: home).changes("?table=last&hold=true"), until: .ready)
      #expect(soon { !node.calls.isEmpty })
      #expect(node.calls == [Methods.Tables.close { $0.table = "last" }])
    }
  }

  @Test("42.2: a pairing that the command began ends with it; somebody's question waits on")
  func pairing() async throws {
    try await withServer { (node, home) throws in
      node.put(pairings: [
        .with {
          $0.peer = "eve"
          $0.state = .asked
        },
        .with {
          $0.peer = "bob"
          $0.state = .comparing
        },
      ])
      _ = try read(try DaemonClient(home: home).changes("?hold=true"), until: .ready)
      #expect(soon { !node.calls.isEmpty })
      #expect(node.calls == [Methods.Pairing.answer { ($0.peer, $0.yes) = ("bob", false) }])
    }
  }
}
