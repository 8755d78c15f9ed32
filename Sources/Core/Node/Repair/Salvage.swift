import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Takes what can be proven out of a database that may be damaged: entries whose chain and signature hold, each before all
/// that cites it. Everything else is made again from them or comes from the peers.
public enum Salvage {
  /// The number of things that were kept.
  public struct Tally: Equatable, Sendable {
    /// Rooms, and entries in them.
    public var rooms = 0
    /// Entries of all rooms.
    public var entries = 0
    /// Files of which all bytes are there.
    public var files = 0
    /// Peers that are known.
    public var peers = 0
  }

  /// The room turned out to hold nothing.
  private struct Nothing: Error {}

  /// Fills a new database; its node begins a new incarnation when it starts, as after a restore.
  ///
  /// - Parameters:
  ///   - old: a database of the right form, as `Store.sifted` makes it.
  ///   - new: an empty one.
  /// - Throws: `StoreError`; `Refused` where no account is left.
  public static func fill(_ new: Store, from old: Reader) throws -> Tally {
    try new.turn { transaction in
      var tally = Tally()
      let authors = try takeAccounts(from: old, to: transaction)
      guard !authors.isEmpty else {
        throw Refused(
          .storage,
          "Nothing can be mended, because the key of your account cannot be read.", .restore
        )
      }
      try transaction.takeDetails(from: old)
      tally.peers = try transaction.reader.peers().count
      for id in try old.roomIDs() {
        do {
          let count = try transaction.savepoint {
            let count = try take(id, from: old, to: transaction)
            guard count > 0 else { throw Nothing() }
            return count
          }
          tally.rooms += 1
          tally.entries += count
        } catch is Nothing {
          continue
        }
      }
      tally.files = try takeBlobs(from: old, to: transaction)
      try transaction.setRestored(true)
      return tally
    }
  }

  /// The accounts whose secret makes their key, and beyond every incarnation that they may have written in.
  private static func takeAccounts(
    from old: Reader, to new: Transaction
  ) throws -> [Author] {
    var authors: [Author] = []
    for account in try old.accounts() {
      guard let key = try? SigningKey(secret: account.secret), key.author == account.author else {
        continue
      }
      try new.addAccount(account.author, secret: account.secret)
      try new.setIncarnation(account.incarnation, of: account.author)
      authors.append(account.author)
    }
    for id in try old.roomIDs() {
      guard let room = try old.room(id) else { continue }
      for log in try old.logs(room) where authors.contains(log.state.key.author) {
        let key = log.state.key
        let known = try new.reader.accounts().first { $0.author == key.author }?.incarnation ?? 0
        // Far above all is damage, and so is what the next one could not be above.
        if key.incarnation > known, key.incarnation < 1 << 62 {
          try new.setIncarnation(key.incarnation, of: key.author)
        }
      }
    }
    return authors
  }

  /// Takes all of a room that proves itself, and makes what follows from it.
  ///
  /// - Parameter goesOn: asked all the while; once it says no, the rest is left.
  /// - Returns: how many entries that are.
  /// - Throws: `StoreError` of the new database.
  static func take(
    _ id: RoomID, from old: Reader, to new: Transaction, while goesOn: () -> Bool = { true }
  ) throws -> Int {
    guard let stored = try old.room(id), fits(id, stored) else { return 0 }
    let room = try new.addRoom(id, kind: stored.kind, opener: stored.opener, nonce: stored.nonce)
    if let roster = try old.roster(of: id)?.roster {
      try new.setRoster(roster)
      try new.setMembers(roster.current, of: id)
    }
    var taking = Taking(id: id, room: room, old: old, new: new)
    try taking.begin(try old.logs(stored))
    // As in sync: what cites something that is not here yet waits until it is.
    while try taking.pass(while: goesOn) {}
    if stored.kind != .private {
      for member in try old.members(of: id) { try new.addMember(member, of: id) }
    }
    try RecordRebuild.rebuild(id, new)
    // Without its first entry nobody belongs to a room: it comes from another member.
    if stored.kind == .private, try new.reader.people(of: id) == nil { return 0 }
    return taking.count
  }

  /// Whether a room's row says what its id says.
  private static func fits(_ id: RoomID, _ room: StoredRoom) -> Bool {
    switch room.kind {
    case .lobby: id == .lobby
    case .personal: id == RoomID(personal: room.opener)
    case .private: room.nonce.map { id == RoomID(privateOf: room.opener, nonce: $0) } ?? false
    default: true
    }
  }

  /// Copies the files of which all bytes are right.
  private static func takeBlobs(from old: Reader, to new: Transaction) throws -> Int {
    var count = 0
    try old.blobs(.whole) { blob in
      guard var to = try new.reader.blob(blob.id, size: blob.size), to.received == 0,
        BlobID(blobOf: blob.size, hashes: blob.hashes) == blob.id
      else { return true }
      let total = BlobChunking.count(of: blob.size)
      for number in 0..<total {
        guard let chunk = try old.chunks(of: blob.number, from: number, count: 1).first,
          BlobChunking.isChunk(chunk, number: number, size: blob.size, hashes: blob.hashes)
        else { return true }
        try new.addChunks([chunk], to: to, hashes: blob.hashes)
        guard let next = try new.reader.blob(blob.id, size: blob.size) else { return true }
        to = next
      }
      count += 1
      return true
    }
    return count
  }
}

/// One room on its way.
private struct Taking {
  let id: RoomID
  let room: StoredRoom
  let old: Reader
  let new: Transaction
  private(set) var count = 0
  private var sources: [StoredLog] = []
  private var logs: [LogKey: StoredLog] = [:]
  private var rules = CitationRules()
  private var heads = HeadVerifier()

  init(id: RoomID, room: StoredRoom, old: Reader, new: Transaction) {
    (self.id, self.room, self.old, self.new) = (id, room, old, new)
  }

  /// Makes the logs' rows, with what is known of forks.
  mutating func begin(_ sources: [StoredLog]) throws {
    self.sources = sources
    rules.mustBeHere = room.kind != .lobby
    for source in sources {
      let key = source.state.key
      var log = try new.addLog(key, in: room)
      if let from = source.state.forkedFrom, let proof = source.forkProof,
        (try? SliceVerifier.verify(proof)) != nil
      {
        try new.setFork(log: log.number, from: from, proof: proof)
        log.state.fork(from: from) { _ in nil }
        rules.forks[key] = from
      }
      logs[key] = log
    }
    if let room = try Room.load(id, old), room.hasRetractableMembership {
      rules.members = room.stored.people?.known
    }
  }

  /// Takes from each log as much as can be taken now.
  ///
  /// - Returns: whether that was anything.
  mutating func pass(while goesOn: () -> Bool) throws -> Bool {
    let before = count
    for source in sources {
      while goesOn(), let entries = next(of: source) {
        for entry in entries { try append(entry) }
      }
    }
    return count > before
  }

  /// The next entries of a log up to one that is signed; nil when they are not to be had, not now or never.
  private mutating func next(of source: StoredLog) -> [VerifiedEntry]? {
    let (logs, new) = (logs, new)
    guard let log = logs[source.state.key],
      let slice = try? old.slice(of: source, room: id, from: log.state.next),
      case .entries(let entries)? = try? SliceVerifier.verify(
        slice, room: id, state: log.state, citations: rules,
        known: { key, sequence in
          try logs[key].flatMap { try new.reader.known(log: $0.number, sequence: sequence) }
        }, stored: { _ in nil }, heads: &heads),
      !entries.isEmpty
    else { return nil }
    return entries
  }

  private mutating func append(_ entry: VerifiedEntry) throws {
    let key = entry.place.log
    guard var log = logs[key] else { return }
    count += 1
    try new.append(entry, log: log.number, position: Int64(count))
    log.append(entry, at: Int64(count))
    logs[key] = log
  }
}
