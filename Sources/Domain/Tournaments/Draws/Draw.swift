import Crypto
import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// One attempt to draw, as its records say (row T-10).
///
/// Members promise 32 random bytes by their hash, the organiser closes the list, and then all show their bytes for that list. Nobody
/// knew the bytes of the others when the own ones were fixed, so nobody could choose the result; one who does not show them is named.
/// All of it is there once for each person, and what one says names by hash what it relies on: a list names its promises, and who
/// shows bytes names the list.
struct Draw {
  /// Somebody who takes part.
  struct Part {
    let author: Author
    /// The SHA-256 that was promised; empty where the promise is not here.
    let hash: Data
    /// The bytes; nil while they are not shown.
    let secret: Data?
    /// They were shown before nobody more could take part: somebody could still choose.
    let isEarly: Bool
    /// The people with promises that this person misses on the list: it shows nothing for it.
    var misses: [Author] = []
  }

  /// The reason why a draw counts for nothing.
  enum Fault: Equatable {
    /// The organiser has signed more than one list.
    case severalLists
    /// The organiser asks for something else than what was promised for.
    case otherRequest
    /// The list is not whole, or names promises that do not stand before it.
    case unfoundedList
    /// Somebody has a promise that was in time and is not on the list.
    case incomplete(Author, misses: Author)
  }

  /// Attempts of one tournament; more count for nothing.
  static let mostAttempts = 100

  let record: Record
  let body: DrawRequest
  /// Those who take part, in the order of their ids; those who have promised, while it is open.
  private(set) var parts: [Part] = []
  private(set) var isClosed = false
  /// Our own promise, where it is known.
  private(set) var ownCommit: Record?
  private(set) var commits: [Record] = []
  /// Our own node has shown its bytes, or that it does not.
  private(set) var hasShown = false
  /// Those who have promised and are not on the list, in the order of their ids.
  private(set) var leftOut: [Author] = []
  private(set) var fault: Fault?
  /// The lists that the organiser has signed, where there are several.
  private(set) var lists: [SignedEntry] = []
  /// The list of the organiser, of the form of today.
  private(set) var list: DrawList?
  /// The causal order of the last bytes that were shown.
  private(set) var lastShown: UInt64 = 0
  /// That list as a record; nil where it is known only from what others have shown.
  private(set) var close: Record?

  /// The id of the one record of a kind that a person has in a draw.
  static func id(_ kind: RecordKind, of author: Author, for request: RecordID) -> RecordID {
    RecordID(by: author, named: nonce(kind, for: request))
  }

  /// The nonce of that record.
  static func nonce(_ kind: RecordKind, for request: RecordID) -> DerivedNonce {
    let purposes: [RecordKind: String] = [
      .drawCommit: "draw commit", .drawClose: "draw close", .drawReveal: "draw reveal",
      .drawSecret: "draw secret",
    ]
    return DerivedNonce(purposes[kind] ?? "", request)
  }

  /// Reads an attempt. A record that was changed after its making, or that is not the one of its author, counts for nothing.
  init(_ record: Record, _ home: any Snapshot) throws {
    self.record = record
    body = TournamentKinds.drawRequest.decode(record.body)
    let nonces = [RecordKind.drawCommit, .drawClose, .drawReveal].map {
      Self.nonce($0, for: record.id)
    }
    let children = try home.children(of: record.id, named: nonces, in: record.room).filter {
      $0.changed == 0 && $0.id == Self.id($0.kind, of: $0.author, for: record.id)
    }
    let reveals = children.filter { $0.kind == .drawReveal }
    hasShown = reveals.contains { $0.author == home.me }
    lastShown = reveals.map(\.order).max() ?? 0
    close = children.first { $0.kind == .drawClose && $0.author == record.author }
    let found = close.map { TournamentKinds.drawClose.decode($0.body) }
    if let close, let found {
      list = DrawList(found, hash: close.contentHash, order: close.order)
      isClosed = true
    }
    let excluded = Set(body.excluded)
    let promised = children.filter {
      $0.kind == .drawCommit && !excluded.contains($0.author.data)
    }
    let standsAfter = promised.contains {
      list?.promises[$0.author] == $0.contentHash && $0.order >= list?.order ?? 0
    }
    if standsAfter || found?.hashes.isEmpty == false && list == nil {
      (list, fault) = (nil, .unfoundedList)
    }
    if list == nil { try readShown(reveals, home) }
    guard let list else {
      readOld(promised, reveals, found, home.me)
      return
    }
    try look(for: list, among: reveals, home)
    let request = record.contentHash
    commits = promised.filter { TournamentKinds.drawCommit.decode($0.body).request == request }
    ownCommit = commits.first { $0.author == home.me }
    leftOut = commits.map(\.author).filter { list.promises[$0] == nil }.sorted()
    if promised.contains(where: {
      list.promises[$0.author] == $0.contentHash
        && TournamentKinds.drawCommit.decode($0.body).request != request
    }) {
      fault = fault ?? .otherRequest
    }
    parts = list.promises.keys.sorted().map { part($0, list, reveals) }
    commits = commits.sorted { $0.id < $1.id }
    if let part = parts.first(where: { !$0.misses.isEmpty }) {
      fault = fault ?? .incomplete(part.author, misses: part.misses[0])
    }
  }

  // MARK: The list

  /// The list is not here as it was signed: those who have shown their bytes for it have it.
  private mutating func readShown(_ reveals: [Record], _ home: any Snapshot) throws {
    for reveal in reveals {
      guard let shown = signedList(of: reveal, home) else { continue }
      (list, isClosed) = (shown.list, true)
      if let close {
        // The two are proof enough of what is wrong with the organiser.
        fault = .severalLists
        lists = [try home.signedEntry(of: close), shown.signed].compactMap(\.self)
      }
      return
    }
  }

  /// The list that somebody has shown bytes for, as the organiser has signed it.
  private func signedList(
    of reveal: Record, _ home: any Snapshot
  ) -> (list: DrawList, signed: SignedEntry)? {
    let body = TournamentKinds.drawReveal.decode(reveal.body)
    guard body.hasSigned,
      let proven = home.records(provenBy: body.signed).first(where: { $0.kind == .drawClose }),
      proven.id == Self.id(.drawClose, of: record.author, for: record.id),
      proven.room == record.room, proven.parent == record.id, proven.contentHash == body.list,
      let list = DrawList(
        TournamentKinds.drawClose.decode(proven.body), hash: body.list, order: reveal.order)
    else { return nil }
    return (list, body.signed)
  }

  /// Looks whether all who have shown bytes name one list.
  private mutating func look(
    for list: DrawList, among reveals: [Record], _ home: any Snapshot
  ) throws {
    for reveal in reveals where TournamentKinds.drawReveal.decode(reveal.body).list != list.hash {
      // Who names a list that nobody has signed has shown nothing.
      guard let other = signedList(of: reveal, home) else { continue }
      fault = .severalLists
      lists = [try close.flatMap { try home.signedEntry(of: $0) }, other.signed].compactMap(\.self)
      return
    }
  }

  private func part(_ author: Author, _ list: DrawList, _ reveals: [Record]) -> Part {
    let hash = commits.first { $0.author == author }.map {
      TournamentKinds.drawCommit.decode($0.body).hash
    }
    var part = Part(author: author, hash: hash ?? Data(), secret: nil, isEarly: false)
    guard let reveal = reveals.first(where: { $0.author == author }) else { return part }
    let body = TournamentKinds.drawReveal.decode(reveal.body)
    guard body.list == list.hash else { return part }
    part.misses = missed(on: list).filter { body.misses.contains($0.data) }
    guard list.holds(body.secret, of: author, for: record) else { return part }
    return Part(
      author: author, hash: Data(SHA256.hash(data: body.secret)), secret: body.secret,
      isEarly: false)
  }

  /// Those whose promises stand before a list that does not name them.
  func missed(on list: DrawList) -> [Author] {
    commits.filter { list.promises[$0.author] == nil && $0.order < list.order }.map(\.author)
      .sorted()
  }

  // MARK: The old form

  /// Reads a draw as before lists named hashes; also one that is open.
  private mutating func readOld(
    _ promised: [Record], _ reveals: [Record], _ found: DrawClose?, _ me: Author
  ) {
    var hashes: [Author: (record: Record, hash: Data)] = [:]
    let (request, listed) = (record.contentHash, Set(found?.commits ?? []))
    for commit in promised {
      let body = TournamentKinds.drawCommit.decode(commit.body)
      // Who has promised for a list that names promises shows nothing for another one.
      guard found == nil ? body.request.isEmpty || body.request == request : body.request.isEmpty
      else { continue }
      guard found == nil || listed.contains(commit.item.data) else { continue }
      hashes[commit.author] = (commit, body.hash)
    }
    commits = hashes.values.map(\.record).sorted { $0.id < $1.id }
    ownCommit = hashes[me]?.record
    var secrets: [Author: (bytes: Data, order: UInt64)] = [:]
    for reveal in reveals {
      let secret = TournamentKinds.drawReveal.decode(reveal.body).secret
      guard secret.count == 32, let promised = hashes[reveal.author]?.hash,
        Data(SHA256.hash(data: secret)) == promised
      else { continue }
      secrets[reveal.author] = (secret, reveal.order)
    }
    parts = hashes.keys.sorted().map { author in
      Part(
        author: author, hash: hashes[author]?.hash ?? Data(), secret: secrets[author]?.bytes,
        isEarly: secrets[author].map { $0.order < close?.order ?? .max } ?? false)
    }
  }

  // MARK: What follows

  /// The seed of the order: SHA-256 of the authors and their bytes, in the order of the authors; nil while some are missing.
  var seed: [UInt8]? {
    guard isClosed, fault == nil, !parts.isEmpty else { return nil }
    var hasher = SHA256()
    for part in parts {
      guard let secret = part.secret else { return nil }
      hasher.update(data: part.author.data)
      hasher.update(data: secret)
    }
    return Array(hasher.finalize())
  }

  /// The entrants, as item ids, in the order that was drawn; nil while it is not done.
  var order: [Data]? {
    seed.map { seed in
      Shuffle.order(body.entrants.count, seed: seed).map { body.entrants[$0] }
    }
  }
}
