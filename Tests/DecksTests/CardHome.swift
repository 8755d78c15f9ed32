import Foundation
import Schema

@testable import Decks
@testable import Features

/// A home with nothing but a card database, which goes when it is no longer needed.
final class CardHome {
  /// The folder.
  let path: String
  /// The look-up in its database.
  let cards: CardDatabase

  init() throws {
    path = NSTemporaryDirectory() + "parlor-cards-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    cards = CardDatabaseReader(home: path).lookup
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Imports a file of all cards in chunks of some size.
  ///
  /// - Returns: the number of cards that are known now.
  @discardableResult
  func load(_ text: String, chunk: Int = 4_096) throws -> Int {
    var rest = Array(text.utf8)[...]
    return try CardImport.run(
      home: path,
      {
        defer { rest = rest.dropFirst(chunk) }
        return rest.isEmpty ? nil : Array(rest.prefix(chunk))
      }, progress: { _, _ in }
    ).count
  }
}
