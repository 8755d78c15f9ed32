import API
import Client
import Feature
import Foundation
import Node
import Schema
import Testing

@Suite struct StreamTests {
  @Test func theStateComesFirstThenEveryChange() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      let reader = try DaemonClient(home: home).changes("")
      let state = try read(reader, until: .ready)
      #expect(state.contains(.change(.with { $0.table = .with { $0.id = "abcd" } })))
      #expect(state.contains(.change(.with { $0.peer = .with { $0.name = "Bob" } })))
      let change = Change.with {
        $0.number = 5
        $0.notice = "Ada\nis here"
      }
      node.publish(change)
      #expect(try read(reader, until: .change(change)) == [.change(change)])
    }
  }

  @Test func oneTableOnly() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      node.put(table: .with { $0.id = "efgh" })
      let reader = try DaemonClient(home: home).changes("?table=ab")
      let state = try read(reader, until: .ready)
      #expect(!state.contains(.change(.with { $0.table = .with { $0.id = "efgh" } })))
      node.publish(.with { $0.tableGone = "efgh" })
      node.publish(.with { $0.tableGone = "abcd" })
      let last = ChangeReader.Item.change(.with { $0.tableGone = "abcd" })
      #expect(try read(reader, until: last) == [last])
    }
  }

  @Test func thePersonIsThereWhileTheStreamIsOpen() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      var readers = [
        try DaemonClient(home: home).changes("?table=ab&attend=true&auto=true"),
        try DaemonClient(home: home).changes("?table=ab&attend=true"),
      ]
      for reader in readers { _ = try read(reader, until: .ready) }
      #expect(Set(node.attends.map(\.attendance)) == [.here])
      #expect(node.attends.contains { $0.auto })
      readers.removeLast()
      #expect(eventually { node.readers == 1 })
      #expect(!node.attends.contains { $0.attendance == .lost })
      readers.removeAll()
      #expect(eventually { node.attends.last?.attendance == .lost })
      #expect(node.attends.last?.table == "abcd")
    }
  }

  @Test func aTableThatCannotBeAttendedSaysWhy() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      let refused = Refused(.notNow, "It is over: look at it with show.")
      node.refuse(with: refused)
      let reader = try DaemonClient(home: home).changes("?table=ab&attend=true")
      #expect(throws: ClientFailure.refused(refused.refusal)) {
        _ = try read(reader, until: .ready)
      }
    }
  }

  @Test func aSlowReaderGetsTheStateAnewAndStaysAtTheTable() async throws {
    try await withServer { (node, home) throws in
      node.put(table: .with { $0.id = "abcd" })
      let reader = try DaemonClient(home: home).changes("?table=ab&attend=true")
      _ = try read(reader, until: .ready)
      node.publish(.with { $0.notice = "one" })
      node.cutStreams()
      let items = try read(reader, until: .change(.with { $0.table = .with { $0.id = "abcd" } }))
      #expect(items.contains(.gap))
      #expect(!node.attends.contains { $0.attendance == .lost })
    }
  }

  @Test func aDaemonThatStopsSaysSo() async throws {
    try await withServer { (node, home) throws in
      let reader = try DaemonClient(home: home).changes("")
      _ = try read(reader, until: .ready)
      try DaemonClient(home: home).call(Methods.Node.stop)
      node.cutStreams()
      #expect(try read(reader, until: .stopping) == [.stopping])
    }
  }

  @Test func aServerThatEndsEndsItsStreams() async throws {
    let (ends, sink) = AsyncStream.makeStream(of: Bool.self)
    try await withServer { (_, home) throws in
      let (ready, signal) = (DispatchSemaphore(value: 0), sink)
      Thread {
        do {
          let reader = try DaemonClient(home: home).changes("")
          _ = try read(reader, until: .ready)
          ready.signal()
          _ = try reader.read(milliseconds: 5000)
        } catch {
          signal.yield(error as? ClientFailure != .timedOut)
          ready.signal()
        }
        signal.finish()
      }.start()
      ready.wait()
    }
    for await ended in ends { #expect(ended) }
  }
}
