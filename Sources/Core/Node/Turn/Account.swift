import Feature
import FoundationEssentials
import Identifiers
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
  ///
  /// In a home that was restored every account begins a new incarnation (specification section 5), drawn so that two
  /// homes restored from one backup do not write one log.
  static func loadOrMake(
    _ transaction: Transaction, random: inout RandomSource
  ) throws -> Account {
    if try transaction.reader.isRestored() {
      for stored in try transaction.reader.accounts() {
        let drawn = UInt64(UInt32.random(in: .min ... .max, using: &random))
        try transaction.setIncarnation(stored.incarnation + 1 + drawn, of: stored.author)
      }
      try transaction.setRestored(false)
    }
    if let stored = try transaction.reader.accounts().first {
      let key = try SigningKey(secret: stored.secret)
      return Account(author: stored.author, key: key, incarnation: stored.incarnation)
    }
    let secret = random.bytes(32)
    let key = try SigningKey(secret: secret)
    try transaction.addAccount(key.author, secret: secret)
    return Account(author: key.author, key: key, incarnation: 0)
  }
}
