import Feature
import Foundation
import Schema
import Testing

@testable import Decks

/// The rule of all importers: what was taken, left out and lost is everything in the file, as a second parser counts it.
@Suite struct ReportTests {
  // MARK: Decks

  /// The number of cards of a deck file, by an expression that knows nothing of how it is read.
  private func cards(in text: String) throws -> Int {
    let headings = [
      "Deck", "Sideboard", "Réserve", "Maybeboard", "Commander", "Creatures (12)", "サイドボード",
      "SIDEBOARD:", "Lands",
    ]
    let number = /^(?:SB:|Commander:|COMMANDER:)?\s*(?:[-*•]\s)?\s*\(?(\d{1,9})/
    return text.components(separatedBy: "\n").reduce(0) { sum, line in
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("//") || line.hasPrefix("#") || headings.contains(line) {
        return sum
      }
      let behind = line.firstMatch(of: /\sx(\d)$/).flatMap { Int($0.1) } ?? 1
      return sum + (line.firstMatch(of: number).flatMap { Int($0.1) } ?? behind)
    }
  }

  /// A line as people and programs write them, also such that nobody can read.
  private func line(_ random: inout SplitMix) -> String {
    let name = random.pick(["Kettle", "Mint Imp", "Hat Shop (Used)", "Fire // Ice", "+3 Ladle"])
    let number = random.pick(["4 ", "1x ", "(2) ", "12\t", "0 ", "1000 ", "", "- 3 ", "7x", "99"])
    let behind = random.pick([
      "", " (MKM) 313", " (mkm) 313 *F* [Ramp] ^Have,#37d67a^", " [Maybeboard{noDeck},Creature]",
      " [C20:16] [foil]", " [Commander{top}]", " #!Commander", " # burn # late", "\tC20\t17",
      " <016> [C20] (F)", " *XYZ*", " x4",
    ])
    let before = random.pick(["", "", "", "SB: ", "COMMANDER: ", "[MKM#11] "])
    let whole =
      before.first == "[" ? number + before + name + behind : before + number + name + behind
    return random.pick([
      whole, whole, whole, "", "// a remark", "# another", "Deck", "Sideboard", "Réserve",
      "Maybeboard", "Creatures (12)", "サイドボード", "SIDEBOARD:", "Lands", "hello world", "\"",
    ])
  }

  @Test("43 the rule: of a deck, read and left out and lost are all cards that are in the file")
  func decks() throws {
    var read = 0
    for seed in 1...600 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let lines = (0...random.below(25)).map { _ in line(&random) }
      let text = lines.joined(separator: "\n")
      for format in [DeckFormat.text, .dec, .arena, .mtgo, .moxfield, .xmage] {
        let reading = try format.read(text)
        let wanted = try cards(in: text)
        #expect(reading.report.things == wanted, "seed \(seed), \(format)\n\(text)")
        let taken = reading.list.lines.reduce(0) { $0 + Int($1.count) }
        #expect(Int(reading.report.taken) == taken, "seed \(seed)")
        read += taken
      }
    }
    #expect(read > 10_000)
  }

  @Test("43 the rule: of XML, read and left out and lost are all cards that are in the file")
  func markup() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      var (text, wanted) = ("<cockatrice_deck version=\"1\">", 0)
      for zone in ["main", "side", "tokens"] {
        text += "<zone name=\"\(zone)\">"
        for _ in 0..<random.below(6) {
          let count = Int(random.pick([1, 4, 20, 1000] as [UInt64]))
          let name = random.pick(["Kettle", "1996 Kettle", "tokens", "A // B"])
          text += "<card number=\"\(count)\" name=\"\(name)\"/>"
          wanted += count
        }
        text += "</zone>"
      }
      let report = try DeckFormat.cod.read(text + "</cockatrice_deck>").report
      #expect(report.things == wanted, "seed \(seed)\n\(text)")
    }
  }

  @Test(
    "43 the rule: of Magic Online's XML, each row is read, left out or lost as often as it says")
  func dek() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      var (rows, wanted): ([String], Int) = ([], 0)
      for _ in 0..<random.below(12) {
        let (text, count) = random.pick([
          ("4", 4), ("1", 1), ("20", 20), ("1000", 1000), ("0", 0),
        ])
        let name = random.pick(["Kettle", "1996 Kettle", "A/B", "Mint Imp"])
        let side = random.pick(["true", "false"])
        rows.append(
          "<Cards CatID=\"\(random.below(9_999))\" Quantity=\"\(text)\" Sideboard=\"\(side)\" Name=\"\(name)\"/>"
        )
        wanted += count
      }
      let text =
        "<?xml version=\"1.0\"?>\n<Deck><NetDeckID>0</NetDeckID>\n"
        + rows.joined(separator: "\n") + "\n</Deck>"
      let reading = try DeckFormat.dek.read(text)
      #expect(reading.report.things == wanted, "seed \(seed)\n\(text)")
      #expect(Int(reading.report.taken) == reading.list.lines.reduce(0) { $0 + Int($1.count) })
    }
  }

  @Test("43 the rule: of Forge's sections, each line is read, left out or lost as often as it says")
  func forge() throws {
    let number = /^(\d{1,9})x?\s/
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      var (lines, wanted): ([String], Int) = (["[metadata]", "Name=Tea", "Oddity=3 spoons"], 0)
      for section in ["[Main]", "[Sideboard]", "[Commander]", "[Avatar]", "[Planes]"] {
        guard random.below(3) > 0 else { continue }
        lines.append(section)
        for _ in 0..<random.below(6) {
          let line =
            random.pick(["4 ", "1 ", "20 ", "1000 ", "0 ", ""])
            + random.pick(["Kettle", "Mint Imp+", "Fire // Ice", "12 Spoons"])
            + random.pick(["", "|M10", "|M10|[146]", "|M10|2", "|M10|[146]|odd"])
          lines.append(line)
          // A line without a number is one card.
          wanted += line.firstMatch(of: number).flatMap { Int($0.1) } ?? 1
        }
      }
      let text = lines.joined(separator: "\n")
      let reading = try DeckFormat.forge.read(text)
      #expect(reading.report.things == wanted, "seed \(seed)\n\(text)")
      #expect(Int(reading.report.taken) == reading.list.lines.reduce(0) { $0 + Int($1.count) })
    }
  }

  // MARK: Collections

  @Test("43 the rule: of a collection, read and left out and lost are all cards of its rows")
  func collections() throws {
    let titles =
      "Count,Name,Edition,Condition,Foil,Language,Tags,Purchase Price,Alter,Oddity,maybeboard"
    for seed in 1...400 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      var (rows, wanted) = ([titles], 0)
      for _ in 0..<random.below(30) {
        let (text, count) = random.pick([
          ("4", 4), ("4x", 4), (" 2 ", 2), ("1.0", 1), ("", 1), ("many", 1), ("0", 0),
          ("1000", 1000),
          ("-3", 1),
        ])
        wanted += count
        let name = random.pick(["Kettle", "\"Rose, the Late\"", "tokens", "", "Forest", "A // B"])
        let rest = [
          random.pick(["MKM", ""]), random.pick(["NM", "GD", "Chewed", ""]),
          random.pick(["foil", "", "Shiny"]), random.pick(["English", "de"]),
          random.pick(["", "\"a, b\""]), random.pick(["", "4.50"]), random.pick(["True", "False"]),
          random.pick(["", "blue"]), random.pick(["false", "true"]),
        ]
        rows.append(([text, name] + rest).joined(separator: ","))
      }
      let file = try CollectionFile(rows.joined(separator: "\n"))
      let said = file.report
      #expect(said.things == wanted, "seed \(seed)\n\(rows.joined(separator: "\n"))\n\(said)")
      #expect(Int(said.taken) == file.cards.reduce(0) { $0 + $1.count })
      // A column that is not read is named once.
      let odd = said.lost.filter { $0.text == "Oddity" }
      #expect(odd.count <= 1 && odd.allSatisfy { $0.column == 10 && $0.part })
    }
  }

  @Test("43 D-4: each column that is not read is named once, with its title and its place")
  func columns() throws {
    let file = try CollectionFile(
      """
      name,CMC,Set,Collector Number,status,Finish,maybeboard,MTGO ID
      Kettle,2,mkm,313,Owned,Non-foil,false,1
      Mint Imp,1,c20,17,Owned,Foil,true,2
      Stone,1,c20,18,Not Owned,Foil,false,3
      Glass,1,c20,19,,Foil,true,
      """)
    #expect(file.cards.map(\.card.name) == ["Kettle", "Mint Imp"])
    #expect(file.report.leftOut.map(\.line) == [4, 5])
    #expect(
      file.report.lost.map { "\($0.column) \($0.text) \($0.count)" }.sorted()
        == ["2 CMC 2", "7 true 1", "8 MTGO ID 2"])
  }

  @Test("43 the rule: more places than one report names are counted")
  func many() throws {
    let text = "4 Kettle\n" + String(repeating: "1000 Kettle\n", count: 700)
    let report = try DeckFormat.text.read(text).report
    #expect(report.lost.count == ImportReport.mostNotes && report.things == 700_004)
    #expect(report.lost.last?.reason.contains("counted") == true)
  }
}
