import DeckSchema
import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// Trades of two people, each with a daemon of its own.
  @Suite struct TradeTests {
    @Test(
      "D-58: two homes trade and lend; one is killed between answer and settlement, and both agree")
    func life() async throws {
      var pair = try await Pair.linked()
      try await pair.trust()
      let (ada, berta) = (pair.ada, pair.berta)
      try await ada.done("card", "add", "2 Spilled Ember")
      try await berta.done("card", "add", "Attic Ghost")
      #expect(try await ada.done("trade").contains("No trades"))
      let offer = try await ada.ask(
        "trade", "offer", "Berta", "--give", "Spilled Ember", "--want", "Attic Ghost",
        as: TradeView.self)
      #expect(offer.state == .open && offer.otherName == "Berta")
      try await holds("Berta has the offer") {
        try await berta.run("trade", "list").output.contains("offered by Ada")
      }
      // Ada's node is killed before it can settle.
      pair.adasDaemon.program.signal(SIGKILL)
      _ = try await pair.adasDaemon.program.end()
      let text = try await berta.done("trade", "answer", offer.id, "--accept")
      #expect(text.contains("waits for Ada") && text.contains("You give\n     1  Attic Ghost"))
      // 43 D-6: what is lent or promised is a line of the list.
      #expect(try await berta.done("card").contains("0 cards\n  1 more card is lent or promised"))
      #expect(try await berta.done("card", "list", "--all").contains("Attic Ghost  in a trade"))
      pair.adasDaemon = try await ada.daemon()
      try await berta.done("peer", "add", pair.adasDaemon.address)
      for home in [ada, berta] {
        try await holds("the trade is done for both") {
          try await home.ask("trade", "show", offer.id, as: TradeView.self).state == .done
        }
      }
      #expect(
        try await ada.done("card") == "     1  Attic Ghost\n     1  Spilled Ember\n  2 cards\n")
      #expect(try await berta.done("card") == "     1  Spilled Ember\n  1 card\n")
      // A loan and back.
      let loan = try await ada.ask(
        "trade", "offer", "Berta", "--give", "Attic Ghost", "--lend", "--until", "2099-12-24",
        as: TradeView.self)
      try await holds("Berta has the loan") {
        try await berta.run("trade", "answer", loan.id, "--accept").code == 0
      }
      try await holds("Berta has the card") {
        try await berta.run("card").output.contains("Attic Ghost  borrowed")
      }
      #expect(try await ada.done("trade").contains("on loan with Berta"))
      #expect(try await berta.run("card", "remove", "--yes", "Attic Ghost").code == 1)
      try await berta.done("trade", "return", loan.id)
      try await holds("Ada has it back") {
        try await ada.run("card").output.contains("Attic Ghost\n")
      }
      #expect(
        try await ada.done("trade", "verify")
          == "No card was given twice, in 2 trades of yours and 0 before them.\n")
      #expect(try await ada.run("trade", "answer", loan.id).code == 2)
      // 43 D-6: another offer in the place of one.
      let first = try await ada.ask(
        "trade", "offer", "Berta", "--give", "Attic Ghost", "--want", "Spilled Ember",
        as: TradeView.self)
      try await holds("Berta has the offer") {
        try await berta.run("trade", "counter", first.id, "--want", "2 Attic Ghost").code == 0
      }
      #expect(
        try await berta.ask("trade", "show", first.id, as: TradeView.self).state == .declined)
      try await holds("Ada has the other offer, and her own is over") {
        let open = try await ada.ask("trade", "list", as: TradeViews.self).trades
        return open.map(\.note) == ["Instead of \(first.id.prefix(8))."] && !open[0].own
      }
      #expect(try await berta.run("trade", "counter", first.id, "--want", "Attic Ghost").code == 1)
      #expect(try await ada.run("trade", "show", "zzzz").code == 1)
    }
  }

  /// The database of all cards.
  @Suite struct CardDatabaseTests {
    /// A file as Scryfall makes them, of invented cards.
    private func file(_ name: String, cards: Int, of home: Home) throws -> String {
      let path = home.scratch + "/" + name
      var text = "[\n"
      for number in 0..<cards {
        let rest = number == cards - 1 ? "\n]\n" : ",\n"
        text +=
          "{\"name\":\"Card \(name.first ?? "x") \(number)\",\"mana_cost\":\"{1}{G}\",\"cmc\":2.0,\"type_line\":\"Creature\","
          + "\"layout\":\"normal\",\"oracle_text\":\"\(String(repeating: "word ", count: 100))\",\"legalities\":{\"modern\":\"legal\"}}"
          + rest
      }
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    @Test("D-29, D-59, D-60: a database is imported and found; a killed import leaves the old one")
    func life() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      #expect(try await home.done("card", "search", "card a 7").contains("no card database"))
      let old = try file("a.json", cards: 50, of: home)
      #expect(try await home.done("card", "import", old) == "50 cards are known here now.\n")
      #expect(try await home.done("card", "search", "card a 7").contains("Card a 7 "))
      #expect(
        try await home.done("card", "add", "3 CARD A 7") == "3 Card a 7 are in the Card Box.\n")
      let new = try file("b.json", cards: 3_000, of: home)
      for moment in 1...10 {
        let program = try home.start(["card", "import", new])
        try await Task.sleep(for: .milliseconds(60 * moment))
        program.signal(SIGKILL)
        let ending = try await program.end()
        let found = try await home.ask("card", "search", "card a 7", as: KnownCards.self)
        guard ending != .exit(0) else { break }
        // A kill that comes after the last step, before the program ends, finds the whole new database.
        guard !found.cards.isEmpty else {
          let all = try await home.ask("card", "search", "card b 29", as: KnownCards.self)
          #expect(all.cards.count == 111, "killed after \(60 * moment) ms")
          break
        }
        #expect(found.cards.map(\.name) == ["Card a 7"], "killed after \(60 * moment) ms")
      }
      let half = home.scratch + "/half.json"
      try Data(contentsOf: URL(fileURLWithPath: new)).prefix(100_000)
        .write(to: URL(fileURLWithPath: half))
      let refused = try await home.run("card", "import", half)
      #expect(refused.code == 1 && refused.complaints.contains("breaks off after card"))
      #expect(try await home.done("card", "import", new) == "3000 cards are known here now.\n")
      #expect(
        try await home.ask("card", "search", "card b 29", as: KnownCards.self).cards.count == 111)
      #expect(try await home.done("card", "search", "card a 7").contains("No card has that name"))
    }
  }
}
