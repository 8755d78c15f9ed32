import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// Two real daemons come to trust each other, or do not.
  @Suite struct PairingTests {
    @Test("P-10: two people compare words, both say yes, and are paired after a restart too")
    func byWords() async throws {
      var pair = try await Pair.linked()
      let ada = try Pairer(pair.ada, "Berta")
      try await ada.isAsking()
      try await holds("Berta's overview says who asks") {
        try await pair.berta.done().contains("Ada asks to pair")
      }
      let berta = try Pairer(pair.berta, "Ada")
      let (hers, other) = (try await ada.compares(), try await berta.compares())
      #expect(hers.digits == other.digits && hers.words == other.words)
      #expect(hers.digits.count == 6 && hers.words.split(separator: "-").count == 4)
      ada.program.say("y")
      try await holds("Berta hears her yes", otherwise: { berta.program.story }) {
        berta.views.last?.confirmedThere == true
      }
      #expect(try await !pair.ada.isPaired(with: "Berta"))
      #expect(try await !pair.berta.isPaired(with: "Ada"))
      berta.program.say("y")
      #expect(try await ada.program.end() == .exit(0), "\(ada.program.story)")
      #expect(try await berta.program.end() == .exit(0), "\(berta.program.story)")
      #expect(try await pair.ada.isPaired(with: "Berta"))
      #expect(try await pair.berta.isPaired(with: "Ada"))
      #expect(try await pair.ada.done().contains("paired"))
      try await pair.adasDaemon.program.destroy()
      pair.adasDaemon = try await pair.ada.daemon()
      try await pair.isLinked()
      #expect(try await pair.ada.isPaired(with: "Berta"))
    }

    @Test("P-10, P-19: a script says yes only to the code that it was told")
    func yesIf() async throws {
      let pair = try await Pair.linked()
      let ada = try Pairer(pair.ada, "Berta")
      let wrong = try Pairer(pair.berta, "Ada", "--yes-if", "acid acorn actor acid")
      #expect(try await wrong.program.end() == .exit(1), "\(wrong.program.story)")
      #expect(try await ada.program.end() == .exit(1), "\(ada.program.story)")
      #expect(try await !pair.ada.isPaired(with: "Berta"))

      let again = try Pairer(pair.ada, "Berta")
      try await again.isAsking()
      let waiting = try Pairer(pair.berta, "--wait", "--accept", "Ada")
      let code = try await waiting.compares()
      _ = try await again.compares()
      let right = try Pairer(pair.berta, "Ada", "--yes-if", code.words)
      let other = try await pair.ada.run("peer", "pair", "Berta", "--yes-if", code.digits)
      #expect(other.code == 0, "\(other)")
      for program in [again.program, waiting.program, right.program] {
        #expect(try await program.end() == .exit(0), "\(program.story)")
      }
      #expect(try await pair.ada.isPaired(with: "Berta"))
      #expect(try await pair.berta.isPaired(with: "Ada"))
      for code in ["", "12345", "acid acorn actor", "ünser"] {
        let said = try await pair.berta.run("peer", "pair", "Ada", "--yes-if", code)
        #expect(said.code == 2 && said.sentences.count == 1, "\(said)")
      }
    }

    @Test("P-10: who goes away has not said yes")
    func goesAway() async throws {
      let pair = try await Pair.linked()
      let ada = try Pairer(pair.ada, "Berta")
      let berta = try Pairer(pair.berta, "Ada")
      _ = try await ada.compares()
      _ = try await berta.compares()
      ada.program.signal(SIGINT)
      #expect(try await ada.program.end() == .exit(1), "\(ada.program.story)")
      #expect(try await berta.program.end() == .exit(1), "\(berta.program.story)")
      #expect(try await !pair.berta.isPaired(with: "Ada"))
    }

    @Test(
      "P-10: a yes before the words with no more to come refuses, and pairs nobody",
      arguments: ["y", "yes\n"])
    func yesTooEarly(_ input: String) async throws {
      let pair = try await Pair.linked()
      let said = try await pair.ada.run("peer", "pair", "Berta", input: input)
      #expect(said.code == 1 && said.sentences.count == 1, "\(said)")
      #expect(said.complaints.contains("before the words"), "\(said)")
      #expect(try await !pair.ada.isPaired(with: "Berta"))
      #expect(try await !pair.berta.isPaired(with: "Ada"))
      // Nothing is left of it: the next one begins anew.
      let ada = try Pairer(pair.ada, "Berta")
      try await ada.isAsking()
      let berta = try Pairer(pair.berta, "Ada")
      _ = try await ada.compares()
      _ = try await berta.compares()
      for pairer in [ada, berta] { pairer.program.say("y") }
      for pairer in [ada, berta] {
        #expect(try await pairer.program.end() == .exit(0), "\(pairer.program.story)")
      }
    }

    @Test("P-10: a ticket pairs from a script, and only once")
    func ticket() async throws {
      let ada = try Home("ada")
      let berta = try Home("berta")
      let eve = try Home("eve")
      var daemons: [RunningDaemon] = []
      for home in [ada, berta, eve] { daemons.append(try await home.daemon()) }
      let ticket = try await ada.done("peer", "pair", "--ticket")
        .trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(ticket.hasPrefix("parlor:") && !ticket.contains(" "))
      let used = try await berta.run("peer", "pair", "--ticket", ticket)
      #expect(used.code == 0, "\(used)")
      #expect(try await ada.ask("peer", "list", as: PeerList.self).peers.map(\.paired) == [true])
      #expect(try await berta.ask("peer", "list", as: PeerList.self).peers.map(\.paired) == [true])
      let late = try await eve.run("peer", "pair", "--ticket", ticket)
      #expect(late.code == 1 && late.sentences.count == 1, "\(late)")
      #expect(late.complaints.contains("no longer valid"), "\(late)")
      let noTicket = try await eve.run("peer", "pair", "--ticket", "parlor:abc")
      #expect(noTicket.code == 1 && noTicket.sentences.count == 1, "\(noTicket)")
      for daemon in daemons { #expect(daemon.program.poll() == nil) }
    }

    @Test("P-14, P-22: block refuses at once, is remembered, and is taken back by unblock")
    func block() async throws {
      var pair = try await Pair.linked()
      let id = try await pair.berta.ask("status", as: StatusView.self).node
      try await pair.ada.done("peer", "trust", id)
      #expect(try await pair.ada.isPaired(with: "Berta"))
      try await pair.ada.done("peer", "unpair", "Berta")
      #expect(try await !pair.ada.isPaired(with: "Berta"))
      try await pair.ada.done("peer", "block", "Berta")
      try await holds("Berta reads why") {
        let peer = try await pair.berta.peer("Ada")
        return peer?.online == false && peer?.problem.contains("blocked") == true
      }
      let asked = try await pair.berta.run("peer", "pair", "Ada")
      #expect(asked.code == 1 && asked.sentences.count == 1, "\(asked)")
      try await pair.adasDaemon.program.destroy()
      pair.adasDaemon = try await pair.ada.daemon()
      try await pair.bertasDaemon.program.destroy()
      pair.bertasDaemon = try await pair.berta.daemon()
      try await holds("Berta has tried again") {
        try await pair.berta.peer("Ada")?.problem.contains("blocked") == true
      }
      let view = try #require(try await pair.ada.peer("Berta"))
      #expect(view.blocked && !view.online && !view.paired)
      #expect(try await pair.ada.done("peer", "list").contains("blocked"))
      try await pair.ada.done("peer", "unblock", "Berta")
      try await pair.berta.done("peer", "add", pair.adasDaemon.address)
      try await pair.isLinked()
    }

    @Test("42.13 P-04 the own address is refused with a reason, and nothing is remembered")
    func ownAddress() async throws {
      let ada = try Home("ada")
      let daemon = try await ada.daemon()
      let said = try await ada.run("peer", "add", daemon.address)
      #expect(said.code == 1 && said.complaints.contains("is this node itself"), "\(said)")
      #expect(try await ada.ask("peer", "list", as: PeerList.self).peers.isEmpty)
    }

    @Test("P-33: a quiet node has no name until it is trusted")
    func quiet() async throws {
      let pair = try await Pair.linked()
      try await pair.ada.done("settings", "set", "quiet", "on")
      let eve = try Home("eve")
      let daemon = try await eve.daemon()
      try await eve.done("peer", "add", pair.adasDaemon.address)
      try await holds("a peer without a name") {
        let peers = try await eve.ask("peer", "list", as: PeerList.self).peers
        return peers.contains { $0.online && $0.name.isEmpty }
      }
      let id = try await eve.ask("status", as: StatusView.self).node
      try await pair.ada.done("peer", "trust", id)
      try await holds("its name") { try await eve.peer("Ada")?.online == true }
      #expect(daemon.program.poll() == nil)
    }
  }
}
