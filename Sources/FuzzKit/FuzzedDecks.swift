import Decks
import DeckSchema
import Feature
import Features
import Foundation
import Schema

/// Files of decks and collections: they may come from any program and from anybody.
enum FuzzedDecks {
  /// A deck file: what is read of it is within the rules, and what is written of that is read the same.
  static func decks(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for format in DeckFormat.all {
      if let reading = try? format.read(text) { check(reading) }
    }
    guard let reading = try? DeckFormat.read(text) else { return }
    check(reading)
    for format in DeckFormat.all { deck(reading.list, again: format) }
  }

  private static func check(_ reading: DeckReading) {
    let lines = reading.list.lines
    FuzzTarget.expect(lines.count <= DeckRules.mostLines, "\(lines.count) lines")
    let taken = lines.reduce(0) { $0 + Int($1.count) }
    FuzzTarget.expect(
      Int(reading.report.taken) == taken, "\(reading.report.taken) taken, not \(taken)")
    FuzzTarget.expect(reading.numbers.count == lines.count, "lines without a number")
    for line in lines {
      FuzzTarget.expect(
        line.name == CardName.canonical(line.name), "\(line.name) is written otherwise")
      FuzzTarget.expect(line.name.utf8.count <= CardName.most, "\(line.name) is too long")
      FuzzTarget.expect(
        (1...DeckRules.mostOfOneLine).contains(Int(line.count)), "\(line.count) cards")
    }
  }

  /// XML says whatever there is; lines of text say what has no signs of theirs in it.
  private static func deck(_ list: DeckList, again format: DeckFormat) {
    let written = format.write(list)
    guard let reading = try? format.read(written) else { fatalError("not read: \(written)") }
    let isMarkup = written.first == "<"
    guard isMarkup ? (try? DeckRules.tags(list.tags)) == list.tags : isPlain(list) else { return }
    FuzzTarget.expect(reading.report.lost.isEmpty, "\(format): \(reading.report) in \(written)")
    FuzzTarget.expect(
      reading.list == format.kept(of: list), "\(format): \(list) becomes \(reading.list)")
    guard !isMarkup, let found = try? DeckFormat.read(written) else { return }
    FuzzTarget.expect(
      found.list.lines == reading.list.lines, "\(format) is taken for \(found.format)")
  }

  /// Whether a deck has a main part, words of letters, and codes and numbers of letters and digits.
  private static func isPlain(_ list: DeckList) -> Bool {
    func isWords(_ text: String) -> Bool {
      let hasEnds = text.first == " " || text.last == " " || text.contains("  ")
      return !hasEnds
        && text.unicodeScalars.allSatisfy {
          $0 == " " || $0.value < 0x250 && $0.properties.isAlphabetic
        }
    }
    func isCode(_ text: String) -> Bool {
      text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
      }
    }
    return list.notes.isEmpty && isWords(list.name) && list.lines.contains { $0.zone == .main }
      && list.tags.allSatisfy { !$0.isEmpty && isWords($0) }
      // Arena writes its companion in the sideboard again, so it is read once.
      && !list.lines.contains { card in
        card.zone == .companion
          && list.lines.contains { $0.zone == .sideboard && $0.name == card.name }
      }
      && list.lines.allSatisfy { line in
        let words = line.tags + line.name.components(separatedBy: " // ")
        // Arena's name for DOM.
        return words.allSatisfy { !$0.isEmpty && isWords($0) } && isCode(line.set + line.number)
          && line.set.uppercased() != "DAR"
      }
  }

  /// A collection: each dialect says all of what is read.
  static func collections(_ bytes: [UInt8]) {
    guard let file = try? CollectionFile(String(decoding: bytes, as: UTF8.self)) else { return }
    let total = file.cards.reduce(0) { $0 + $1.count }
    FuzzTarget.expect(total <= DeckRules.mostImported, "\(total) cards")
    FuzzTarget.expect(Int(file.report.taken) == total, "\(file.report.taken) taken, not \(total)")
    let lines = file.cards.map { row in
      var card = row.card
      // No language has such a name.
      if card.language.utf8.contains(where: { $0 >= 0x80 }) { card.language = "" }
      return CardLine(card, count: UInt32(row.count))
    }
    for dialect in CollectionDialect.allCases {
      let written = CollectionFile.write(lines, dialect)
      guard let again = try? CollectionFile(written) else { fatalError("not read: \(written)") }
      FuzzTarget.expect(again.dialect == dialect, "\(dialect) is another one: \(written)")
      FuzzTarget.expect(again.report.lost.isEmpty, "\(again.report) in \(written)")
      let read = again.cards.map { CardLine($0.card, count: UInt32($0.count)) }
      let kept = CollectionFile.parted(lines).map(dialect.kept(of:))
      FuzzTarget.expect(read == kept, "\(dialect): \(kept) become \(read)")
    }
  }

  /// A byte of how long pieces are, then a file of cards: pieces change nothing.
  static func cards(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let size = Int(input.byte()) % 80 + 1
    let file = Array(input.rest)
    guard let form = CardImport.form(of: file) else { return }
    let (whole, parts) = (cards(file, form, pieces: file.count), cards(file, form, pieces: size))
    FuzzTarget.expect(
      whole.said == parts.said, "in pieces of \(size): \(whole.said), \(parts.said)")
    FuzzTarget.expect(
      whole.rows == parts.rows, "in pieces of \(size): \(whole.rows), \(parts.rows)")
  }

  private static func cards(
    _ file: [UInt8], _ form: CardImport.Form, pieces size: Int
  ) -> (rows: [CardRow], said: String) {
    var rest = file.dropFirst(size)
    var rows: [CardRow] = []
    do {
      try CardImport.read(
        form, Array(file.prefix(size)),
        {
          defer { rest = rest.dropFirst(size) }
          return rest.isEmpty ? nil : Array(rest.prefix(size))
        }, progress: { _, _ in }, { rows.append($0) })
      return (rows, "read")
    } catch { return (rows, "\(error)") }
  }

  // MARK: Seeds

  /// Decks of each format as it is written, and as others write it.
  static func deckFiles() -> [[UInt8]] {
    let list = DeckList.with { list in
      (list.name, list.notes, list.format, list.tags) = ("Burn", "two\nlines", "modern", ["red"])
      list.lines = [
        .with { ($0.name, $0.count, $0.set, $0.number) = ("Spilled Ember", 4, "M10", "146a") },
        .with { ($0.name, $0.count, $0.finish, $0.tags) = ("Élan // Ash", 2, .foil, ["a b"]) },
        .with { ($0.name, $0.count, $0.zone, $0.set) = ("Attic Ghost", 1, .sideboard, "2X2") },
        .with { ($0.name, $0.count, $0.zone) = ("Hedge Warden", 1, .commander) },
        .with { ($0.name, $0.count, $0.zone) = ("Parlor Cat", 1, .companion) },
      ]
    }
    var plain = list
    plain.notes = ""
    let others = [
      "My Deck\r\na comment\r\n\r\n4x Ember (M10) 146\r\n(2) Fire / Ice *E* #burn #late\r\n\r\nSB: 1 B",
      "// NAME : Burn\n    20 [] Mountain\n//Sideboard\n1 [M10] Refusal\nMaybeboard\n1 C",
      "About\nName Elves\n\nCommander\n1 Hedge Warden (DAR) 168\n\nDeck\n4 Cat (M19) 1\n",
      "NAME:Burn\n4 [M10:146] Ember\nSB: 2 [DOM:0] Refusal\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M10:146])\nAUTHOR:x",
      "[metadata]\nName=Burn\nComment=c\nTags=a,b\n[Commander]\n1 Drake|M10\n[Main]\n4 Ember+|M10|2\n2 A // B|DOM|[7]\n[Schemes]\n1 A",
      "<?xml version=\"1.0\"?><cockatrice_deck version=\"1\"><lastLoadedTimestamp/><deckname>B &amp; C</deckname><zone name=\"main\"><card number=\"4\" name=\"&#201;lan\" uuid=\"x\"/></zone><zone name=\"tokens\"><card number=\"1\" name=\"G\"/></zone></cockatrice_deck>",
      "<Deck xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><NetDeckID>0</NetDeckID><Cards CatID=\"1\" Quantity=\"4\" Sideboard=\"True\" Name=\"Fire/Ice\"/></Deck>",
      "<!DOCTYPE a [<!ENTITY b \"c\">]><cockatrice_deck>&b;</cockatrice_deck>",
    ]
    let ours = DeckFormat.all.flatMap { [$0.write(list), $0.write(plain)] }
    return (ours + others).map { Array($0.utf8) }
  }

  /// Collections of each dialect, and with other delimiters and titles.
  static func collectionFiles() -> [[UInt8]] {
    let lines: [CardLine] = [
      .with {
        ($0.name, $0.count, $0.set, $0.number) = ("Rose, the \"Late\"", 2, "M10", "146a")
        ($0.language, $0.finish, $0.condition) = ("zhs", .foil, .lightlyPlayed)
      },
      .with { ($0.name, $0.count, $0.finish, $0.condition) = ("A // B", 1, .etched, .mint) },
    ]
    let others = [
      "\u{feff}\"sep=;\"\r\nName;Set;Condition;Language;Foil;Quantity;Number\r\nGhost;m10;LP;de;yes;2;12a\r\n",
      "qty\tcard\tedition\n4\tGhost\tM10\nmany\tx\n1\tForest\n1\t\"Two\nLines\"\n1\t\"Open\n2\tNext\n",
      "Quantity,Name,Simple Name,Set,Printing,Condition\n2,Ghost (Showcase),Ghost,M10,Surge Foil,NM Foil\n",
      "Count,Name\n999,\"a\"\"b\" \n1, \"c\"d\n1,e\"\"f,\"g\n",
    ]
    let ours = CollectionDialect.allCases.map { CollectionFile.write(lines, $0) }
    return (ours + others).map { Array($0.utf8) }
  }

  /// Files of three programs, each behind the length of a piece.
  static func cardFiles() -> [[UInt8]] {
    let texts = [
      #"[{"name":"Kestrel","mana_cost":"{1}{W}","cmc":2.0,"type_line":"Bird","oracle_text":"A deck can have up to nine cards \"x\" {[","legalities":{"modern":"not_legal"},"layout":"normal"},{"name":"A // B","card_faces":[{"name":"A","mana_cost":""},{"name":"B","mana_cost":"{3}"}]}]"#,
      #"{"object":"list","data":[{"name":"Kestrel"},{"name":"Bird","layout":"token"}]}"#,
      #"{"meta":{"a":"1"},"data":{"A // B":[{"name":"A // B","faceName":"B","side":"b","manaCost":"{B}","manaValue":1.5,"type":"Sorcery","text":"x","legalities":{"legacy":"Banned"}}]}}"#,
      #"{"data":{"ONE":{"booster":{"x":[{"n":0}]},"cards":[{"name":"Kestrel"}],"tokens":[{}]}}}"#,
      "\u{feff}<?xml version=\"1.0\"?>\n<cockatrice_carddatabase version=\"4\"><sets><set><name>ONE</name></set></sets><cards><card><name>Owl &amp; Co</name><text>A deck can have any number of</text><prop><type>x</type><manacost>12U(W/B)/{</manacost><cmc>14</cmc><format-modern>legal</format-modern></prop></card><!-- x --><card><name>Bird</name><token>1</token></card></cards></cockatrice_carddatabase>\n",
      "<!DOCTYPE a><cockatrice_carddatabase><card><name>x</nam></card>",
    ]
    return texts.flatMap { text in [6, 79].map { [$0] + Array(text.utf8) } }
  }
}
