import DeckSchema
import Feature
import FoundationEssentials
import Schema

extension DeckFormat {
  /// Cockatrice: XML.
  static let cod = DeckFormat(
    name: "cod", title: "Cockatrice", endings: ["cod"],
    parts: [.name, .notes, .format, .tags, .sets, .anySets, .numbers],
    renames: { CockatriceName.all(in: $0, $1) },
    recognises: { $0.markup?.holds("<cockatrice_deck") == true },
    reads: { DeckXML.cockatrice(try DeckXML.root(of: $0, "cockatrice_deck")) },
    writes: { DeckXML.write(DeckXML.cockatrice($0), in: "cockatrice_deck", " version=\"1\"") })

  /// Magic Online: XML.
  static let dek = DeckFormat(
    name: "dek", title: "MTGO", endings: ["dek"], parts: [],
    recognises: { $0.markup?.holds("<Deck") == true },
    reads: { DeckXML.magicOnline(try DeckXML.root(of: $0, "Deck")) },
    writes: { DeckXML.write(DeckXML.magicOnline($0), in: "Deck") })
}

/// Decks in XML: Cockatrice's `.cod` and Magic Online's `.dek` (rows D-41, D-44).
enum DeckXML {
  /// The refusal of XML of something else.
  static let isNoDeck = Refused(
    .invalid, "The file is XML, and no deck of Cockatrice or of Magic Online: choose a deck file.")

  /// Reads the element of a whole file.
  ///
  /// - Throws: `Refused` where it has another name.
  fileprivate static func root(of text: String, _ name: String) throws -> MarkupElement {
    let root = try MarkupElement.read(text)
    guard root.name == name else {
      throw Refused(
        .invalid,
        "The file begins with \(Text.preview(root.name)), so it is no deck: choose a deck file.")
    }
    return root
  }

  // MARK: Cockatrice

  fileprivate static func cockatrice(_ root: MarkupElement) -> DeckReading {
    var reading = DeckReading()
    for element in root.children {
      switch element.name {
      case "deckname": reading.take(name: element.text, at: element.line)
      case "comments": reading.take(notes: element.text, at: element.line)
      case "format":
        reading.take(format: element.text, at: element.line)
      case "tags":
        reading.take(
          tags: element.children.map { Text.clean($0.text, limit: .max) }, at: element.line)
      case "zone": take(element, &reading)
      case "lastLoadedTimestamp": break
      case "bannerCard" where element.text.isEmpty: break
      default: lose(element, &reading)
      }
    }
    return reading
  }

  private static func lose(_ element: MarkupElement, _ reading: inout DeckReading) {
    reading.losePart(
      element.name, at: element.line, "A deck has no place for \(Text.preview(element.name)).")
  }

  private static func take(_ element: MarkupElement, _ reading: inout DeckReading) {
    let zones: [String: DeckZone] = ["main": .main, "side": .sideboard]
    let name = element.attributes["name"] ?? ""
    for card in element.children {
      let text = card.attributes["name"] ?? ""
      guard let zone = zones[name] else {
        let count = card.attributes["number"].flatMap { Int($0) } ?? 1
        reading.report.leaveOut(
          ImportNote(
            line: card.line, text,
            "It is in the zone \(Text.preview(name)), which is no part of a deck here.",
            count: count))
        continue
      }
      add(card, count: "number", set: "setShortName", number: "collectorNumber", zone, &reading)
    }
  }

  /// Takes an element that is a card.
  private static func add(
    _ card: MarkupElement, count: String, set: String, number: String, _ zone: DeckZone,
    _ reading: inout DeckReading
  ) {
    let attributes = card.attributes
    let name = attributes["name"] ?? attributes["Name"] ?? ""
    func lose(_ reason: String, count: Int) {
      reading.report.lose(ImportNote(line: card.line, name, reason, count: count))
    }
    guard let count = UInt32(attributes[count] ?? "") else {
      return lose("It has no number of cards.", count: 1)
    }
    var line = DeckLine.with {
      $0.count = count
      $0.set = Text.clean(attributes[set] ?? "", limit: .max)
      $0.number = Text.clean(attributes[number] ?? "", limit: .max)
      $0.zone = zone
    }
    do {
      line = try CardLineText.checked(line, name: name)
    } catch {
      return lose(error.reason, count: Int(count))
    }
    reading.add(line, at: card.line)
  }

  // MARK: Magic Online

  fileprivate static func magicOnline(_ root: MarkupElement) -> DeckReading {
    var reading = DeckReading()
    for element in root.children {
      switch element.name {
      case "Cards":
        let isSide = element.attributes["Sideboard"]?.lowercased() == "true"
        add(element, count: "Quantity", set: "", number: "", isSide ? .sideboard : .main, &reading)
      case "NetDeckID", "PreconstructedDeckID": break
      default: lose(element, &reading)
      }
    }
    return reading
  }

  // MARK: Writing

  fileprivate static func write(
    _ lines: [String], in root: String, _ attributes: String = ""
  ) -> String {
    let all = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<\(root)\(attributes)>"] + lines
    return (all + ["</\(root)>", ""]).joined(separator: "\n")
  }

  fileprivate static func cockatrice(_ list: DeckList) -> [String] {
    var lines = [
      element("deckname", list.name), element("format", list.format),
      element("comments", list.notes),
    ]
    let tags = list.tags.map { "  " + element("tag", $0) }
    lines += tags.isEmpty ? ["  <tags/>"] : ["  <tags>"] + tags + ["  </tags>"]
    for (zone, name) in [(DeckZone.main, "main"), (.sideboard, "side")] {
      let cards = list.lines.filter { $0.zone == zone }
      guard !cards.isEmpty else { continue }
      lines.append("  <zone name=\"\(name)\">")
      for line in cards {
        var attributes = [("number", "\(line.count)"), ("name", line.name)]
        if !line.set.isEmpty { attributes.append(("setShortName", line.set)) }
        if !line.number.isEmpty { attributes.append(("collectorNumber", line.number)) }
        lines.append("  " + element("card", attributes))
      }
      lines.append("  </zone>")
    }
    return lines
  }

  fileprivate static func magicOnline(_ list: DeckList) -> [String] {
    [element("NetDeckID", "0"), element("PreconstructedDeckID", "0")]
      + list.lines.map { line in
        element(
          "Cards",
          [
            ("CatID", "0"), ("Quantity", "\(line.count)"),
            ("Sideboard", line.zone == .main ? "false" : "true"),
            ("Name", line.name.replacing(CardName.joint, with: "/")), ("Annotation", "0"),
          ])
      }
  }

  private static func element(_ name: String, _ text: String) -> String {
    text.isEmpty ? "  <\(name)/>" : "  <\(name)>\(Text.markup(text))</\(name)>"
  }

  private static func element(_ name: String, _ attributes: [(String, String)]) -> String {
    let words = attributes.map { " \($0.0)=\"\(Text.markup($0.1))\"" }
    return "  <\(name)\(words.joined())/>"
  }
}
