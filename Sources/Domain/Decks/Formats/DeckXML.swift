import Feature
import Foundation
import Schema

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Decks in XML: Cockatrice's `.cod` and Magic Online's `.dek` (rows D-41, D-44).
enum DeckXML {
  /// Which of them a text is.
  ///
  /// - Throws: `Refused` for XML of something else.
  static func format(of text: String) throws -> DeckFormat {
    let head = text.prefix(4_096)
    if head.contains("<cockatrice_deck") { return .cod }
    if head.contains("<Deck") { return .dek }
    throw Refused(
      .invalid,
      "The file is XML, and no deck of Cockatrice or of Magic Online: choose a deck file.")
  }

  /// Reads one of them.
  ///
  /// - Throws: `Refused` where it is no such file.
  static func read(_ text: String, _ format: DeckFormat) throws -> DeckReading {
    let root = try MarkupElement.read(text)
    guard root.name == (format == .cod ? "cockatrice_deck" : "Deck") else {
      throw Refused(
        .invalid, "The file begins with \(root.name), so it is no deck: choose a deck file.")
    }
    return format == .cod ? cockatrice(root) : magicOnline(root)
  }

  // MARK: Cockatrice

  private static func cockatrice(_ root: MarkupElement) -> DeckReading {
    var reading = DeckReading(.cod)
    for element in root.children {
      switch element.name {
      case "deckname": reading.take(name: element.text, at: element.line)
      case "comments": reading.take(notes: element.text, at: element.line)
      case "format":
        reading.list.format = Text.clean(element.text, limit: DeckRules.format).lowercased()
      case "tags":
        reading.list.tags = element.children.prefix(DeckRules.mostTags).map {
          Text.clean($0.text, limit: DeckRules.tag)
        }
      case "zone": take(element, &reading)
      case "lastLoadedTimestamp", "bannerCard": break
      default:
        reading.leave(element.name, at: element.line, "A deck has no place for that.")
      }
    }
    return reading
  }

  private static func take(_ element: MarkupElement, _ reading: inout DeckReading) {
    let zones: [String: DeckZone] = ["main": .main, "side": .sideboard]
    let name = element.attributes["name"] ?? ""
    for card in element.children {
      let text = card.attributes["name"] ?? ""
      guard let zone = zones[name] else {
        reading.leave(
          text, at: card.line, "It is in the zone \(name), which is no part of a deck here.")
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
    reading.add(card.attributes["name"] ?? attributes["Name"] ?? "", in: zone, at: card.line) {
      name throws(Unplaced) in
      guard let count = UInt32(attributes[count] ?? "") else {
        throw Unplaced(reason: "It has no number of cards.")
      }
      let line = DeckLine.with {
        $0.count = count
        $0.set = Text.clean(attributes[set] ?? "", limit: .max)
        $0.number = Text.clean(attributes[number] ?? "", limit: .max)
      }
      return try CardLineText.checked(line, name: name)
    }
  }

  // MARK: Magic Online

  private static func magicOnline(_ root: MarkupElement) -> DeckReading {
    var reading = DeckReading(.dek)
    for element in root.children {
      switch element.name {
      case "Cards":
        let isSide = element.attributes["Sideboard"]?.lowercased() == "true"
        add(element, count: "Quantity", set: "", number: "", isSide ? .sideboard : .main, &reading)
      case "NetDeckID", "PreconstructedDeckID": break
      default:
        reading.leave(element.name, at: element.line, "A deck has no place for that.")
      }
    }
    return reading
  }

  // MARK: Writing

  static func write(_ list: DeckList, _ format: DeckFormat) -> String {
    let root = XMLElement(name: format == .cod ? "cockatrice_deck" : "Deck")
    if format == .cod { fillCockatrice(root, list) } else { fillMagicOnline(root, list) }
    let document = XMLDocument(rootElement: root)
    document.version = "1.0"
    document.characterEncoding = "UTF-8"
    let text = String(decoding: document.xmlData(options: .nodePrettyPrint), as: UTF8.self)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  private static func fillCockatrice(_ root: XMLElement, _ list: DeckList) {
    set(root, [("version", "1")])
    root.addChild(XMLElement(name: "deckname", stringValue: list.name))
    root.addChild(XMLElement(name: "format", stringValue: list.format))
    root.addChild(XMLElement(name: "comments", stringValue: list.notes))
    let tags = XMLElement(name: "tags")
    for tag in list.tags { tags.addChild(XMLElement(name: "tag", stringValue: tag)) }
    root.addChild(tags)
    for (zone, name) in [(DeckZone.main, "main"), (.sideboard, "side")] {
      let cards = list.lines.filter { $0.zone == zone }
      guard !cards.isEmpty else { continue }
      let element = XMLElement(name: "zone")
      set(element, [("name", name)])
      for line in cards {
        let card = XMLElement(name: "card")
        set(card, [("number", "\(line.count)"), ("name", line.name)])
        if !line.set.isEmpty { set(card, [("setShortName", line.set)]) }
        if !line.number.isEmpty { set(card, [("collectorNumber", line.number)]) }
        element.addChild(card)
      }
      root.addChild(element)
    }
  }

  private static func fillMagicOnline(_ root: XMLElement, _ list: DeckList) {
    root.addChild(XMLElement(name: "NetDeckID", stringValue: "0"))
    root.addChild(XMLElement(name: "PreconstructedDeckID", stringValue: "0"))
    for line in list.lines {
      let card = XMLElement(name: "Cards")
      set(
        card,
        [
          ("CatID", "0"), ("Quantity", "\(line.count)"),
          ("Sideboard", line.zone == .main ? "false" : "true"),
          ("Name", line.name.replacing(CardName.joint, with: "/")), ("Annotation", "0"),
        ])
      root.addChild(card)
    }
  }

  private static func set(_ element: XMLElement, _ attributes: [(String, String)]) {
    for (name, value) in attributes {
      guard let node = XMLNode.attribute(withName: name, stringValue: value) as? XMLNode else {
        continue
      }
      element.addAttribute(node)
    }
  }
}
