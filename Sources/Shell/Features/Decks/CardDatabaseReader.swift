import Decks
import Foundation
import GRDB
import Glibc
import Schema
import Synchronization

/// Reads the card database of a home; a new one is seen as soon as it is there.
final class CardDatabaseReader: Sendable {
  /// What tells one file from another that has its name.
  private struct Stamp: Equatable {
    let (device, inode, seconds, size): (UInt, UInt, Int, Int)
  }

  private struct Opened {
    let stamp: Stamp
    let queue: DatabaseQueue?
    let source: String?
  }

  private let path: String
  private let opened = Mutex<Opened?>(nil)

  init(home: String) { path = CardDatabaseFile.path(in: home) }

  /// The functions that features call.
  var lookup: CardDatabase {
    CardDatabase(
      card: { self.card($0) }, search: { self.search($0, $1) },
      candidates: { self.candidates($0) }, source: { self.current()?.source })
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
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let source = try queue.read { db -> String? in
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") == CardDatabaseFile.version,
          let row = try Row.fetchOne(db, sql: "SELECT source, cards FROM about")
        else { return nil }
        return
          "the \(row["cards"] as Int) cards of the card database, from \(row["source"] as String)"
      }
      return Opened(stamp: stamp, queue: queue, source: source)
    } catch {
      // A file that is no database, or not ours, is as good as none.
      return Opened(stamp: stamp, queue: nil, source: nil)
    }
  }

  private func read<Value>(_ body: (Database) throws -> Value) -> Value? {
    guard let opened = current(), opened.source != nil, let queue = opened.queue else { return nil }
    return try? queue.read(body)
  }

  private static let columns = "SELECT card.name, cost, type, value, most, legal FROM card"

  private func card(_ name: String) -> KnownCard? {
    let faces = CardName.faces(name)
    guard let first = faces.first else { return nil }
    let found: [KnownCard]? = read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: Self.columns
            + " JOIN face ON face.card = card.id WHERE face.folded IN (?, ?) ORDER BY card.id LIMIT 20"
        ),
        arguments: [CardName.fold(name), first]
      ).map(Self.card)
    }
    let known = found ?? []
    return known.first { CardName.fold($0.facts.name) == CardName.fold(name) }
      ?? known.first { CardName.isSame(name, $0.facts.name) }
  }

  private static func card(_ row: Row) -> KnownCard {
    let most: Int? = row["most"]
    let facts = CardFacts.with {
      $0.name = row["name"]
      $0.cost = row["cost"]
      $0.type = row["type"]
      if let value: UInt32 = row["value"] { $0.value = value }
      $0.unlimited = most == .max
    }
    var legalities: [String: KnownCard.Legality] = [:]
    for pair in (row["legal"] as String).split(separator: " ") {
      let parts = pair.split(separator: "=")
      guard parts.count == 2 else { continue }
      legalities[String(parts[0])] = .init(rawValue: String(parts[1]))
    }
    return KnownCard(facts: facts, most: most, legalities: legalities)
  }

  private func search(_ text: String, _ limit: Int) -> [KnownCard] {
    let folded = CardName.fold(text)
    guard !folded.isEmpty else { return [] }
    let isShort = folded.unicodeScalars.count < 3
    let condition =
      isShort
      ? "folded >= ? AND folded < ? || x'f48fbfbf'"
      : "id IN (SELECT rowid FROM part WHERE part MATCH ?)"
    let found: [KnownCard]? = read { db in
      let quoted = "\"\(folded)\""
      return try Row.fetchAll(
        db.cachedStatement(
          sql: "\(Self.columns) WHERE \(condition) ORDER BY folded LIMIT ?"),
        arguments: isShort ? [folded, folded, limit] : [quoted, limit]
      ).map(Self.card)
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
    let found: [String]? = read { db in
      try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT name FROM card JOIN (SELECT rowid AS found FROM part WHERE part MATCH ? ORDER BY rank LIMIT 100)
            ON found = id
            """),
        arguments: [parts.sorted().joined(separator: " OR ")])
    }
    return found ?? []
  }
}
