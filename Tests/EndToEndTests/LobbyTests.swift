import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Before the start: who asks, who is turned down, which table is meant.
  @Suite struct LobbyTests {
    @Test("G-08, G-12: a declined question ends with the reason, and the table stays open")
    func decline() async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host")
      let table = try await pair.offered(host)
      let joiner = try Player(pair.berta, "war", "join", "ada")
      _ = try await host.sees("the question") { $0.table.asks.first }
      host.program.say(#"{"do":"decline","reason":"after lunch"}"#)
      #expect(try await joiner.program.end() == .exit(1), "\(joiner.program.story)")
      #expect(joiner.program.output.contains("after lunch"), "\(joiner.program.story)")
      _ = try await host.sees("an empty list") { $0.table.asks.isEmpty ? true : nil }
      #expect(host.view.phase == .open && host.view.id == table)
      host.program.say("cancel")
      #expect(try await host.program.end() == .exit(0), "\(host.program.story)")
    }

    @Test("G-12: a question can be taken back, and asked again")
    func withdraw() async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host")
      let table = try await pair.offered(host)
      for _ in 0..<2 {
        let asked = try await pair.berta.done("war", "ask", "Ada")
        #expect(asked.contains("Request Sent"), "\(asked)")
        _ = try await host.sees("the question") { $0.table.asks.first }
        try await pair.berta.done("war", "ask", "--withdraw", table)
        _ = try await host.sees("nobody asks") { change in
          if case .table(let view)? = change.what, view.asks.isEmpty { true } else { nil }
        }
        _ = try await pair.offered(host)
      }
    }

    @Test(
      "42.2 G-11, G-12: a table, and a question, go with the command that opened it, however that ends",
      arguments: [SIGTERM, SIGHUP, SIGKILL])
    func commandEnds(number: Int32) async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host")
      let table = try await pair.offered(host)
      let joiner = try Player(pair.berta, "war", "join", table)
      _ = try await host.sees("the question") { $0.table.asks.first }
      joiner.program.signal(number)
      _ = try await joiner.program.end()
      _ = try await host.sees("that nobody asks") { change in
        if case .table(let view)? = change.what, view.asks.isEmpty { true } else { nil }
      }
      host.program.signal(number)
      _ = try await host.program.end()
      for home in [pair.ada, pair.berta] {
        var last = TableList()
        try await holds("no table in \(home.name)", otherwise: { "\(last)" }) {
          last = try await home.ask("war", "list", as: TableList.self)
          return last.tables.allSatisfy { ![.open, .offered, .asked].contains($0.phase) }
        }
      }
    }

    @Test("G-10: a host who cancels tells those who ask; the table is gone")
    func cancel() async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host")
      let table = try await pair.offered(host)
      let joiner = try Player(pair.berta, "war", "join", table)
      _ = try await host.sees("the question") { $0.table.asks.first }
      host.program.say("cancel")
      #expect(try await host.program.end() == .exit(0), "\(host.program.story)")
      #expect(try await joiner.program.end() == .exit(1), "\(joiner.program.story)")
      let gone = try await pair.berta.run("war", "join", table, "--wait", "0.2")
      #expect(gone.code == 4 && gone.sentences.count == 1, "\(gone)")
      let ask = try await pair.berta.run("war", "ask", table)
      #expect(ask.code == 1 && ask.sentences.count == 1, "\(ask)")
    }

    @Test(
      "G-11: a table is offered no more when its host's daemon stops or dies",
      arguments: [true, false])
    func hostGone(clean: Bool) async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host")
      _ = try await pair.offered(host)
      host.program.signal(9)
      if clean {
        try await pair.ada.done("stop")
      } else {
        try await pair.adasDaemon.program.destroy()
      }
      try await holds("the offer is gone", within: .seconds(5)) {
        try await pair.berta.ask("war", "list", as: TableList.self).tables.isEmpty
      }
    }

    @Test("an ambiguous name or no name at all is answered with the choices")
    func ambiguous() async throws {
      let pair = try await Pair.linked()
      let hosts = [try Player(pair.ada, "war", "host"), try Player(pair.ada, "war", "host")]
      var tables: [String] = []
      for host in hosts { tables.append(try await pair.offered(host)) }
      for words in [
        ["war", "join", "ada"], ["war", "join"], ["war", "ask", "Ada"], ["war", "ask"],
      ] {
        let said = try await pair.berta.run(words)
        #expect(said.code == 1 && said.sentences.count == 1, "\(said)")
        for table in tables { #expect(said.complaints.contains(table.prefix(4)), "\(said)") }
      }
      let said = try await pair.ada.run("war", "cancel")
      #expect(said.code == 1 && said.sentences.count == 1, "\(said)")

      let other = try Home("adela")
      let daemon = try await other.daemon()
      try await other.done("settings", "set", "name", "Ada")
      try await pair.berta.done("peer", "add", daemon.address)
      try await holds("two peers of one name") {
        try await pair.berta.ask("peer", "list", as: PeerList.self).peers
          .filter { $0.name == "Ada" && $0.online }.count == 2
      }
      let forget = try await pair.berta.run("peer", "forget", "Ada")
      #expect(forget.code == 1 && forget.sentences.count == 1, "\(forget)")
      #expect(try await pair.berta.ask("peer", "list", as: PeerList.self).peers.count == 2)
    }

    @Test("what cannot be done now is refused, and the table is as it was")
    func notNow() async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host")
      let table = try await pair.offered(host)
      for word in ["accept", "decline", "claim", "concede", "nonsense", "{\"do\":", "[]", "{}"] {
        let before = host.notices.count
        host.program.say(word)
        try await holds("an answer to \(word)", otherwise: { host.program.story }) {
          try host.listen()
          return host.notices.count > before
        }
      }
      for words in [["war", "start", table], ["war", "tap", table], ["war", "accept", table]] {
        let said = try await pair.ada.run(words)
        #expect(said.code == 1 && said.sentences.count == 1, "\(said)")
      }
      let view = try await pair.ada.ask("war", "show", table, as: TableView.self)
      #expect(view.phase == .open && host.program.poll() == nil)
    }
  }
}

extension Pair {
  /// Waits until a table is open and Berta is offered it.
  func offered(_ host: Player) async throws -> String {
    if host.view.phase != .open {
      _ = try await host.sees("an open table") { $0.table.phase == .open ? true : nil }
    }
    let table = host.view.id
    try await holds("Berta is offered it") {
      try await berta.ask("war", "list", as: TableList.self).tables
        .contains { $0.id == table && $0.phase == .offered }
    }
    return table
  }
}
