import Foundation
import Schema
import Store
import Wire

/// A person on this node with the key that signs for them.
struct Account {
  let author: Author
  let key: SigningKey
  let incarnation: UInt64

  /// The log that the account writes in any room.
  var log: LogKey { LogKey(author: author, incarnation: incarnation) }

  /// The account of this home; made without asking on the first start.
  static func loadOrMake(
    _ transaction: Transaction, random: inout RandomSource
  ) throws -> Account {
    if let stored = try transaction.reader.accounts().first {
      let key = try SigningKey(secret: stored.secret)
      return Account(author: stored.author, key: key, incarnation: stored.incarnation)
    }
    let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let key = try SigningKey(secret: secret)
    try transaction.addAccount(key.author, secret: secret)
    return Account(author: key.author, key: key, incarnation: 0)
  }
}
