import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The hash and order of an entry that others may cite.
public struct KnownEntry: Equatable, Sendable {
  /// Its hash.
  public var hash: EntryHash
  /// Its causal order.
  public var order: UInt64

  /// A stored entry's hash and order.
  public init(hash: EntryHash, order: UInt64) {
    self.hash = hash
    self.order = order
  }
}

/// The result of checking a slice.
public enum SliceResult: Equatable, Sendable {
  /// New entries in order, ready to be stored; empty when all were known.
  case entries([VerifiedEntry])
  /// Something before it is missing here: ask again from where we stand.
  case gap
  /// The slice and what is stored here are two histories of one log.
  case fork(ForkProof, from: UInt64)
}

/// The rules for what an entry may cite (specification section 5).
public struct CitationRules: Sendable {
  /// The first forked sequence of each log that is known to be forked. Citations from there on count for nothing.
  public var forks: [LogKey: UInt64]
  /// Whether what is cited must be here, so that the store is causally closed. Not in the lobby, where a node need
  /// not take what everybody writes.
  public var mustBeHere: Bool
  /// The members of a private room in which an invitation may no longer count. Citations of others count for nothing either.
  /// Nil for everybody.
  public var members: Set<Author>?

  /// Rules of one room.
  public init(
    forks: [LogKey: UInt64] = [:], mustBeHere: Bool = true, members: Set<Author>? = nil
  ) {
    self.forks = forks
    self.mustBeHere = mustBeHere
    self.members = members
  }

  /// Whether a citation counts for nothing, here or not.
  func isVoid(_ log: LogKey, _ sequence: UInt64) -> Bool {
    if let forkedFrom = forks[log], sequence >= forkedFrom { return true }
    return members?.contains(log.author) == false
  }

  /// The causal order that citations lend to an entry.
  ///
  /// - Returns: nil when something cited is missing here and must not be.
  /// - Throws: `WireError` for a citation of the own log, or of nothing.
  public func order(
    of citations: [Citation], in own: LogKey, known: (LogKey, UInt64) throws -> KnownEntry?
  ) throws -> UInt64? {
    var order: UInt64 = 0
    for citation in citations {
      guard let log = LogKey(citation.log), log != own, citation.sequence > 0 else {
        throw WireError.malformed("a citation of no other log")
      }
      if isVoid(log, citation.sequence) { continue }
      if let entry = try known(log, citation.sequence), entry.hash.data == citation.hash {
        order = max(order, entry.order)
      } else if mustBeHere {
        return nil
      }
    }
    return order
  }
}

/// Checks slices against what a node has (specification section 5).
public enum SliceVerifier {
  /// Verifies the chain, the dependencies and the signature of one slice.
  ///
  /// - Parameters:
  ///   - state: where this node stands in the slice's log.
  ///   - citations: what may be cited in the room.
  ///   - known: looks up a stored entry; asked for overlaps and for dependencies.
  ///   - stored: the stored entries of the slice's log from a sequence on, for a proof.
  ///   - heads: remembers signatures that vouch for heads of several rooms.
  /// - Throws: `WireError` when the sender, or the author, broke the protocol.
  public static func verify(
    _ slice: Slice, room: RoomID, state: LogState,
    citations: CitationRules = CitationRules(),
    known: (LogKey, UInt64) throws -> KnownEntry?, stored: (UInt64) throws -> Slice?,
    heads: inout HeadVerifier
  ) throws -> SliceResult {
    guard slice.first > 0, !slice.entries.isEmpty else {
      throw WireError.malformed("an empty slice")
    }
    if slice.first > state.next { return .gap }
    guard slice.first < .max - UInt64(slice.entries.count) else {
      throw WireError.limit("a sequence too high")
    }
    var previous = EntryHash.zero
    if slice.first > 1 {
      guard let before = try known(state.key, slice.first - 1) else { return .gap }
      previous = before.hash
    }
    let chain = try Chain(slice, room: room, log: state.key, previous: previous)
    // Known to its end, so the author's word for it was checked when it came: the hash covers all of it, and a
    // signature costs two hundred times as much.
    if chain.lastSequence < state.next,
      try known(state.key, chain.lastSequence)?.hash == chain.last
    {
      return .entries([])
    }
    guard heads.isHead(slice.signature, of: chain.last, by: state.key.author) else {
      throw WireError.unproven("the signature over entry \(chain.lastSequence) does not hold")
    }
    for link in chain.links where link.place.sequence < state.next {
      guard try known(state.key, link.place.sequence)?.hash == link.hash else {
        return try fork(at: link.place.sequence, chain: chain, slice: slice, stored: stored)
      }
    }
    let entries = try order(chain, slice: slice, state: state, citations: citations, known: known)
    return entries.map { .entries($0) } ?? .gap
  }

  private static func order(
    _ chain: Chain, slice: Slice, state: LogState, citations: CitationRules,
    known: (LogKey, UInt64) throws -> KnownEntry?
  ) throws -> [VerifiedEntry]? {
    var order = state.order
    var entries: [VerifiedEntry] = []
    for link in chain.links where link.place.sequence >= state.next {
      guard
        let cited = try citations.order(
          of: link.header.dependencies, in: state.key, known: known)
      else { return nil }
      order = 1 + max(order, cited)
      entries.append(link.entry(order: order))
    }
    if !entries.isEmpty { entries[entries.count - 1].signature = slice.signature }
    return entries
  }

  private static func fork(
    at sequence: UInt64, chain: Chain, slice: Slice, stored: (UInt64) throws -> Slice?
  ) throws -> SliceResult {
    guard let ours = try stored(sequence) else { return .gap }
    var proof = ForkProof()
    proof.room = chain.room.data
    proof.previous = chain.previous(of: sequence).data
    proof.left = ours
    proof.right = slice
    proof.right.first = sequence
    proof.right.entries = Array(slice.entries.dropFirst(Int(sequence - slice.first)))
    return .fork(proof, from: sequence)
  }

  /// Checks a proof that somebody passed on.
  ///
  /// - Returns: the log and the first sequence that differs.
  /// - Throws: `WireError` when it proves nothing.
  public static func verify(_ proof: ForkProof) throws -> (room: RoomID, log: LogKey, from: UInt64)
  {
    guard let room = RoomID(proof.room), let previous = EntryHash(proof.previous),
      let log = LogKey(proof.left.log), let other = LogKey(proof.right.log), log == other,
      proof.left.first == proof.right.first, proof.left.first > 0
    else { throw WireError.malformed("a fork proof of two different logs") }
    let left = try Chain(proof.left, room: room, log: log, previous: previous)
    let right = try Chain(proof.right, room: room, log: log, previous: previous)
    var heads = HeadVerifier()
    guard left.links[0].hash != right.links[0].hash,
      heads.isHead(proof.left.signature, of: left.last, by: log.author),
      heads.isHead(proof.right.signature, of: right.last, by: log.author)
    else { throw WireError.unproven("a fork proof that proves nothing") }
    return (room, log, proof.left.first)
  }

  /// Checks a transfer of a room that its new owner shows.
  ///
  /// - Returns: the entry of the transfer; its order is not known.
  /// - Throws: `WireError` when nobody has signed it.
  public static func verify(_ taking: TakeRoom, in room: RoomID) throws -> VerifiedEntry {
    try first(of: taking.transfer, after: taking.previous, in: room)
  }

  /// Checks one entry that somebody passed on outside the sync of its room.
  ///
  /// - Returns: the entry; its order is not known.
  /// - Throws: `WireError` when nobody has signed it.
  public static func verify(_ signed: SignedEntry) throws -> VerifiedEntry {
    guard let room = RoomID(signed.room) else { throw WireError.malformed("a room id") }
    return try first(of: signed.slice, after: signed.previous, in: room)
  }

  private static func first(
    of slice: Slice, after previous: Data, in room: RoomID
  ) throws -> VerifiedEntry {
    guard let previous = EntryHash(previous), let log = LogKey(slice.log), slice.first > 0
    else { throw WireError.malformed("a signed entry of no log") }
    let chain = try Chain(slice, room: room, log: log, previous: previous)
    var heads = HeadVerifier()
    guard heads.isHead(slice.signature, of: chain.last, by: log.author) else {
      throw WireError.unproven("an entry that nobody has signed")
    }
    return chain.links[0].entry(order: 0)
  }
}

/// The hashed entries of one slice.
private struct Chain {
  struct Link {
    let place: LogPlace
    let hash: EntryHash
    let header: EntryHeader
    let message: Entry
    let payloadHash: Bytes32

    func entry(order: UInt64) -> VerifiedEntry {
      var payload: Data?
      if case .payload(let bytes)? = message.content { payload = bytes }
      return VerifiedEntry(
        place: place, hash: hash, order: order, header: message.header, payload: payload,
        payloadHash: payloadHash, dependencies: header.dependencies,
        wallMilliseconds: header.wallMilliseconds, signature: nil)
    }
  }

  let room: RoomID
  let before: EntryHash
  private(set) var links: [Link] = []

  var last: EntryHash { links.last?.hash ?? before }
  var lastSequence: UInt64 { links.last?.place.sequence ?? 0 }

  init(_ slice: Slice, room: RoomID, log: LogKey, previous: EntryHash) throws {
    guard !slice.entries.isEmpty else { throw WireError.malformed("an empty slice") }
    // Also where nobody has signed anything yet: the sequences behind it are counted up from here.
    guard slice.first < UInt64(Int64.max) - UInt64(slice.entries.count) else {
      throw WireError.limit("a sequence too high")
    }
    self.room = room
    before = previous
    var hash = previous
    var place = LogPlace(room: room, log: log, sequence: slice.first)
    links.reserveCapacity(slice.entries.count)
    for entry in slice.entries {
      guard entry.header.count <= Limits.header else {
        throw WireError.limit("an entry header of \(entry.header.count) bytes")
      }
      let header = try PlainDecoding.header(entry.header)
      guard header.dependencies.count <= Limits.citations else {
        throw WireError.limit("\(header.dependencies.count) citations in one entry")
      }
      let payloadHash = try Self.payloadHash(of: entry, header: header)
      hash = Hashing.entry(place, previous: hash, payloadHash: payloadHash, header: entry.header)
      links.append(
        Link(place: place, hash: hash, header: header, message: entry, payloadHash: payloadHash))
      place.sequence += 1
    }
  }

  func previous(of sequence: UInt64) -> EntryHash {
    links.last { $0.place.sequence < sequence }?.hash ?? before
  }

  private static func payloadHash(of entry: Entry, header: EntryHeader) throws -> Bytes32 {
    switch entry.content {
    case .payload(let payload)?:
      guard header.admits(payload) else {
        throw WireError.limit("a payload of \(payload.count) bytes")
      }
      return Hashing.payload(payload)
    case .payloadHash(let hash)?:
      guard let hash = Bytes32(hash) else { throw WireError.malformed("a payload hash") }
      return hash
    case nil:
      throw WireError.malformed("an entry without payload or payload hash")
    }
  }
}

extension EntryHeader {
  /// Whether a payload has the size that the header says, and is not too long for anybody (specification section 5).
  public func admits(_ payload: Data) -> Bool {
    payload.count <= Limits.payload && UInt64(payload.count) == payloadSize
  }
}

extension ForkProof {
  /// The same proof without what was written: the hashes are enough.
  public var withoutPayloads: ForkProof {
    var proof = self
    for side in [\ForkProof.left, \.right] {
      for index in proof[keyPath: side].entries.indices {
        guard case .payload(let payload)? = proof[keyPath: side].entries[index].content else {
          continue
        }
        proof[keyPath: side].entries[index].payloadHash = Hashing.payload(payload).data
      }
    }
    return proof
  }
}
