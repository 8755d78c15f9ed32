import Decks
import DeckSchema
import FoundationEssentials
import Glibc
import Schema
import Store
import Synchronization

/// Reads the card database of a home; a new one is seen as soon as it is there.
final class CardDatabaseReader: Sendable {
  /// The attributes that tell one file from another with the same name.
  private struct Stamp: Equatable {
    let (device, inode, seconds, size): (UInt, UInt, Int, Int)
  }

  private struct Opened {
    let stamp: Stamp
    let connections: Connections?
    var source: String?
    var colours = KnownColours.notInFile
    var version = 0

    /// The columns of a card; a database of the first version has no colours, one of the second no words of texts, one of the
    /// third no rarities, and one of the fourth no texts.
    var columns: String {
      let identity = colours == .notImported ? "NULL" : "identity"
      let words = version < 3 ? "NULL, 0" : "command, two_sided"
      let rarity = version < 4 ? "''" : "rarity"
      let text = version < 5 ? "'', ''" : "text, strength"
      return
        "SELECT card.name, cost, type, value, most, legal, \(identity), \(words), \(rarity), \(text) FROM card"
    }
  }

  private let path: String
  private let opened = Mutex<Opened?>(nil)

  init(home: String) { path = CardDatabaseFile.path(in: home) }

  /// The functions that features call.
  var lookup: CardDatabase {
    CardDatabase(
      card: { self.card($0) }, search: { self.search($0, $1) },
      candidates: { self.candidates($0) }, source: { self.current()?.source },
      named: { self.named($0) }, colours: { self.current()?.colours ?? .notInFile })
  }

  /// The database that is there now; nil where there is none.
  private func current() -> Opened? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let stamp = Stamp(
      device: UInt(status.st_dev), inode: UInt(status.st_ino),
      seconds: status.st_mtim.tv_sec, size: Int(status.st_size))
    return opened.withLock { opened in
      if let known = opened, known.stamp == stamp { return known }
      let new = Self.open(path, stamp)
      opened = new
      return new
    }
  }

  private static func open(_ path: String, _ stamp: Stamp) -> Opened {
    do {
      let connections = Connections(try Database(path, isReadOnly: true))
      var opened = Opened(stamp: stamp, connections: connections)
      try connections.read { db in
        let version: Int = try db.value("PRAGMA user_version") ?? 0
        guard (1...CardDatabaseFile.version).contains(version) else { return }
        opened.version = version
        opened.source = try db.first("SELECT source, cards FROM about") { row in
          let (source, cards): (String, Int) = try (row.value(0), row.value(1))
          return "the \(Count.of(cards, "card")) of the card database, from \(source)"
        }
        guard version > 1 else { return opened.colours = .notImported }
        let known: Int? = try db.value("SELECT 1 FROM card WHERE identity IS NOT NULL LIMIT 1")
        opened.colours = known == nil ? .notInFile : .kept
      }
      return opened
    } catch {
      // A file that is no database, or not ours, is as good as none.
      return Opened(stamp: stamp, connections: nil)
    }
  }

  /// Reads with the columns of a card.
  private func read<Value>(_ body: (Database, _ columns: String) throws -> Value) -> Value? {
    guard let opened = current(), opened.source != nil else { return nil }
    return try? opened.connections?.read { try body($0, opened.columns) }
  }

  private func card(_ name: String) -> KnownCard? {
    let faces = CardName.faces(name)
    guard let first = faces.first else { return nil }
    let found: [KnownCard]? = read { db, columns in
      try db.all(
        columns
          + " JOIN face ON face.card = card.id WHERE face.folded IN (?, ?) ORDER BY card.id LIMIT 20",
        CardName.fold(name), first, read: Self.card)
    }
    let known = found ?? []
    return known.first { CardName.fold($0.facts.name) == CardName.fold(name) }
      ?? known.first { CardName.isSame(name, $0.facts.name) } ?? printed(name)
  }

  /// The card that bears a name in another language; nil where it is that of several.
  private func printed(_ name: String) -> KnownCard? {
    let found: [KnownCard]? = read { db, columns in
      try db.all(
        columns + " JOIN face ON face.card = card.id WHERE face.folded = ? LIMIT 2",
        CardName.fold(name), read: Self.card)
    }
    return found?.count == 1 ? found?.first : nil
  }

  /// The names of all cards with a face of some name.
  private func named(_ face: String) -> [String] {
    let folded = CardName.fold(face)
    let found: [String]? = read { db, _ in
      try db.values(
        "SELECT name FROM card JOIN face ON face.card = card.id WHERE face.folded = ? ORDER BY card.id LIMIT 20",
        folded)
    }
    return (found ?? []).filter { CardName.faces($0).contains(folded) }
  }

  /// Reads a row of the columns of a card.
  private static func card(_ row: Columns) throws -> KnownCard {
    let (most, legal): (Int?, String) = try (row.value(4), row.value(5))
    let facts = try CardFacts.with {
      $0.name = try row.value(0)
      $0.cost = try row.value(1)
      $0.type = try row.value(2)
      if let value: UInt32 = try row.value(3) { $0.value = value }
      $0.unlimited = most == .max
    }
    var legalities: [String: KnownCard.Legality] = [:]
    for pair in legal.split(separator: " ") {
      let parts = pair.split(separator: "=")
      guard parts.count == 2 else { continue }
      legalities[String(parts[0])] = .init(rawValue: String(parts[1]))
    }
    let letters: String? = try row.value(6)
    let identity = letters.flatMap { ColourIdentity(letters: $0) }
    let (words, sides): (String?, Int) = try (row.value(7), row.value(8))
    let command = words.map { words in
      CommandText(words: words.split(separator: "\n").map { String($0) })
    }
    let rarities: String = try row.value(9)
    let text = try CardText.with {
      $0.text = try row.value(10)
      $0.strength = try row.value(11)
    }
    return KnownCard(
      facts: facts, most: most, legalities: legalities, identity: identity, command: command,
      isTwoSided: sides != 0, rarities: Set(rarities.split(separator: " ").map { String($0) }),
      text: text)
  }

  private func search(_ text: String, _ limit: Int) -> [KnownCard] {
    let folded = CardName.fold(text)
    guard !folded.isEmpty else { return [] }
    let isShort = folded.unicodeScalars.count < 3
    let condition =
      isShort
      ? "folded >= ? AND folded < ? || x'f48fbfbf'"
      : "id IN (SELECT rowid FROM part WHERE part MATCH ?)"
    let found: [KnownCard]? = read { db, columns in
      let found = "\(columns) WHERE \(condition) ORDER BY folded LIMIT ?"
      return isShort
        ? try db.all(found, folded, folded, limit, read: Self.card)
        : try db.all(found, "\"\(folded)\"", limit, read: Self.card)
    }
    return found ?? []
  }

  private func candidates(_ name: String) -> [String] {
    let letters = Array(CardName.fold(name).unicodeScalars.prefix(200))
    guard letters.count >= 3 else { return [] }
    let parts = Set(
      (0...(letters.count - 3)).map { place in
        "\"" + String(String.UnicodeScalarView(letters[place..<(place + 3)])) + "\""
      })
    let found: [String]? = read { db, _ in
      try db.values(
        """
        SELECT name FROM card JOIN (SELECT rowid AS found FROM part WHERE part MATCH ? ORDER BY rank LIMIT 100)
        ON found = id
        """, parts.sorted().joined(separator: " OR "))
    }
    return found ?? []
  }
}
