import Client
import DeckSchema
import Foundation
import Schema

extension Comparison {
  /// The card database made of a large file and searched; a Card Box of many copies, filled, listed and moved about.
  static func decks(_ places: Places) throws -> [Comparison] {
    let count = 30_000
    let file = places.scratch + "/cards.json"
    try cards(count, to: file)
    let daemon = try DaemonProcess(places, name: "decks")
    return [
      Comparison(
        title: "30,000 cards of a file of 140 MB imported", unit: .milliseconds,
        target: .figure(required: 4_000, goal: 2_000),
        limit: Limit(title: "C, every token of it found") { _ in
          try places.limit("parse", file).run().milliseconds
        }, turns: 5
      ) { _ in
        let words = ["--home", daemon.home, "card", "import", file]
        return try Program(path: places.parlor, arguments: words).run().milliseconds
      },
      // The import before has made the database.
      searches(of: daemon, count, places),
    ] + (try boxes(daemon, places))
  }

  private static let first = ["Amber", "Brass", "Cinder", "Dusk", "Ember", "Frost", "Gilded"]
  private static let second = [
    "Kestrel", "Lantern", "Mirror", "Needle", "Orchard", "Pilgrim", "Quarry", "River", "Spindle",
    "Thicket", "Urn",
  ]
  private static let third = [
    "Ascent", "Bargain", "Crossing", "Descent", "Errand", "Farewell", "Garden", "Harvest",
    "Invention", "Journey", "Keeper", "Legacy", "Memory",
  ]

  /// A name of its own for each number.
  private static func name(_ number: Int) -> String {
    let (one, two, three) = (
      first[number % first.count], second[number / first.count % second.count],
      third[number / (first.count * second.count) % third.count]
    )
    let round = number / (first.count * second.count * third.count)
    return "\(one) \(two) of the \(three)" + (round == 0 ? "" : " \(round)")
  }

  /// A file as Scryfall's bulk data is: one array, one card a line, and as much in it as there.
  private static func cards(_ count: Int, to path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let formats = ["standard", "modern", "legacy", "vintage", "commander", "pauper", "brawl"]
    let legal = formats.map { "\"\($0)\":\"legal\"" }.joined(separator: ",")
    // Pictures, prices and addresses are most of such a file; nothing is taken of them.
    let rest = (0..<38).map { number in
      "\"field_\(number)\":\"https://cards.example/a/long/address/of/something/\(number)/that-nobody-here-reads.jpg?1562736891\""
    }.joined(separator: ",")
    var text = "[\n"
    for number in 0..<count {
      text +=
        "{\"object\":\"card\",\"name\":\"\(name(number))\",\"lang\":\"en\",\"mana_cost\":\"{\(number % 7)}{W}\",\"cmc\":\(number % 7 + 1).0,\"type_line\":\"Creature — Bird\",\"oracle_text\":\"Flying\\nWhen this enters, draw \\\"a\\\" card.\",\"layout\":\"normal\",\"legalities\":{\(legal)},\(rest)}"
      text += number == count - 1 ? "\n]\n" : ",\n"
      if text.utf8.count > 1 << 20 || number == count - 1 {
        file.write(Data(text.utf8))
        text = ""
      }
    }
  }

  /// A search by any part of a name, over the daemon's socket; parts that few, some and many names have.
  private static func searches(
    of daemon: DaemonProcess, _ count: Int, _ places: Places
  ) -> Comparison {
    let words = ["lantern of the g", "quarry", "ber kes", "journey 2", "brass", "dle of"]
    return Comparison(
      title: "a search by a part of a name among 30,000", unit: .microseconds,
      target: .figure(required: 5_000, goal: 2_000),
      limit: Limit(title: "C, SQLite, an index of trigrams") { _ in
        let limit = Program(
          path: places.limits + "/search",
          arguments: [places.scratch, "\(count)", "60", "lantern of n", "quarry", "ber kes"])
        return try limit.run().figure("p50")
      }, turns: 5
    ) { _ in
      var samples = Samples()
      for number in 0..<60 {
        let start = ContinuousClock.now
        let found = try daemon.client.call(Methods.Cards.search) {
          $0.text = words[number % words.count]
          $0.limit = 50
        }
        samples.record((ContinuousClock.now - start).seconds * 1e6)
        guard !found.cards.isEmpty else { throw ProgramError(description: "Nothing was found.") }
      }
      return samples.median
    }
  }

  /// 20,000 copies of 2,000 cards.
  private static func boxes(_ daemon: DaemonProcess, _ places: Places) throws -> [Comparison] {
    let copies = 20_000
    let file = places.scratch + "/collection.csv"
    let rows = (0..<copies / 10).map { "10,\(name($0)),M10,\($0 % 300 + 1)\n" }
    try Data(("Count,Name,Edition,Collector Number\n" + rows.joined()).utf8)
      .write(to: URL(fileURLWithPath: file))
    _ = try Program(
      path: places.parlor, arguments: ["--home", daemon.home, "card", "import", file]
    ).run()
    try daemon.client.call(Methods.Libraries.make) { $0.name = "Deck" }
    // That of the events has other rows.
    let own = places.scratch + "/copies"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let batch = 128
    return [
      Comparison(
        title: "20,000 copies imported from CSV", unit: .milliseconds,
        target: .figure(required: 1_000, goal: 500),
        limit: Limit(title: "C, SQLite, 128 a commit") { _ in
          try places.limit("commit", places.scratch, "\(copies / batch)", "\(batch)").run()
            .milliseconds
        }, turns: 5
      ) { turn in
        let fresh = try DaemonProcess(places, name: "box\(turn)")
        let words = ["--home", fresh.home, "card", "import", file]
        let took = try Program(path: places.parlor, arguments: words).run().milliseconds
        let count = try fresh.client.call(Methods.Cards.list) { $0.all = true }.count
        guard count == copies else { throw ProgramError(description: "\(count) were taken.") }
        return took
      },
      Comparison(
        title: "a Card Box of 20,000 copies listed", unit: .milliseconds,
        target: .figure(required: 30, goal: 15),
        limit: Limit(title: "C, SQLite and a line for each") { _ in
          try places.limit("list", own, "\(copies)").run().milliseconds
        }, turns: 9
      ) { _ in
        let start = ContinuousClock.now
        let list = try daemon.client.call(Methods.Cards.list) { _ in }
        guard list.cards.count == copies / 10 else {
          throw ProgramError(description: "There are \(list.cards.count) lines only.")
        }
        return (ContinuousClock.now - start).seconds * 1e3
      },
      Comparison(
        title: "a card moved between Card Box and library", unit: .microseconds,
        target: .figure(required: 1_000, goal: 500),
        limit: Limit(title: "C, SQLite, one a commit") { _ in
          try places.limit("commit", places.scratch, "200", "1").run().figure("p50")
        }, turns: 5
      ) { _ in try moves(daemon) },
    ]
  }

  /// One card after the other into a library, then back.
  private static func moves(_ daemon: DaemonProcess) throws -> Double {
    var samples = Samples()
    for number in 0..<200 {
      let start = ContinuousClock.now
      let card = name(number % 100)
      if number < 100 {
        try daemon.client.call(Methods.Libraries.add) { ($0.library, $0.card) = ("Deck", card) }
      } else {
        try daemon.client.call(Methods.Libraries.take) { ($0.library, $0.card) = ("Deck", card) }
      }
      samples.record((ContinuousClock.now - start).seconds * 1e6)
    }
    return samples.median
  }
}
