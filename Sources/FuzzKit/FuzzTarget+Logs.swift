import Foundation
import Identifiers
import Replication
import Schema
import Wire

/// Slices of logs and proofs of forks.
extension FuzzTarget {
  /// The stranger's key: it signs what the fuzzer made up, so that more than the signature is tried.
  static let key: SigningKey = {
    guard let key = try? SigningKey(secret: [UInt8](repeating: 7, count: 32)) else {
      fatalError("a key of 32 bytes")
    }
    return key
  }()

  /// A byte says whether what follows, a batch, is signed before it is checked.
  static func slices(_ bytes: [UInt8]) {
    guard let flags = bytes.first,
      let batch = try? Coding.decode(Batch.self, from: Array(bytes.dropFirst()))
    else { return }
    let isSigning = flags & 1 == 0
    for proof in batch.forks {
      var proof = proof
      if isSigning, let room = RoomID(proof.room), let previous = EntryHash(proof.previous) {
        proof.left = signed(proof.left, in: room, after: previous)
        proof.right = signed(proof.right, in: room, after: previous)
      }
      _ = try? SliceVerifier.verify(proof)
    }
    var logs = Logs()
    for slice in batch.slices.prefix(16) {
      guard let log = LogKey(isSigning ? named(slice).log : slice.log) else { continue }
      let before = logs.known(log, slice.first &- 1)?.hash ?? .zero
      let said =
        isSigning
        ? signed(slice, in: .lobby, after: before, citing: { logs.cited($0) }) : slice
      logs.take(said, of: log)
    }
  }

  /// The slice as one of the stranger's.
  static func named(_ slice: Slice) -> Slice {
    var slice = slice
    slice.log.author = key.author.data
    slice.log.incarnation &= 0xff
    return slice
  }

  /// The slice with headers that fit their payloads and cite what is there, signed by the stranger.
  static func signed(
    _ slice: Slice, in room: RoomID, after previous: EntryHash,
    citing: (Citation) -> Citation = { $0 }
  ) -> Slice {
    chained(slice, in: room, after: previous, citing: citing).slice
  }

  /// The slice as `signed` makes it, and the hash of its last entry.
  static func chained(
    _ slice: Slice, in room: RoomID, after previous: EntryHash, citing: (Citation) -> Citation
  ) -> (slice: Slice, last: EntryHash) {
    var slice = named(slice)
    var hash = previous
    guard let log = LogKey(slice.log) else { return (slice, hash) }
    var place = LogPlace(room: room, log: log, sequence: slice.first)
    for index in slice.entries.indices {
      let payloadHash: Bytes32
      switch slice.entries[index].content {
      case .payload(let payload)?:
        payloadHash = Hashing.payload(payload)
        let header = try? Coding.decode(EntryHeader.self, from: slice.entries[index].header)
        if var header, header.payloadSize != payload.count || !header.dependencies.isEmpty {
          header.payloadSize = UInt64(payload.count)
          header.dependencies = header.dependencies.map(citing)
          slice.entries[index].header = Data((try? Coding.encode(header)) ?? [])
        }
      case .payloadHash(let given)?:
        guard let given = Bytes32(given) else { return (slice, hash) }
        payloadHash = given
      case nil: return (slice, hash)
      }
      hash = Hashing.entry(
        place, previous: hash, payloadHash: payloadHash, header: slice.entries[index].header)
      place.sequence &+= 1
    }
    slice.signature = (try? key.signHeads([hash]).first) ?? Data()
    return (slice, hash)
  }

  /// The logs that a node would have stored.
  private struct Logs {
    private var states: [LogKey: LogState] = [:]
    private var entries: [LogKey: [VerifiedEntry]] = [:]
    private var heads = HeadVerifier()

    func known(_ log: LogKey, _ sequence: UInt64) -> KnownEntry? {
      guard sequence > 0, let all = entries[log], sequence <= UInt64(all.count) else { return nil }
      let entry = all[Int(sequence) - 1]
      return KnownEntry(hash: entry.hash, order: entry.order)
    }

    /// The citation as one of an entry that is here, if there is one.
    func cited(_ citation: Citation) -> Citation {
      var citation = citation
      citation.log.author = FuzzTarget.key.author.data
      citation.log.incarnation &= 0xff
      guard let log = LogKey(citation.log), let count = entries[log]?.count, count > 0 else {
        return citation
      }
      citation.sequence = 1 + citation.sequence % UInt64(count)
      citation.hash = known(log, citation.sequence)?.hash.data ?? Data()
      return citation
    }

    private func stored(_ log: LogKey, from sequence: UInt64) -> Slice? {
      guard known(log, sequence) != nil, let all = entries[log] else { return nil }
      return .with {
        $0.log = log.message
        $0.first = sequence
        $0.entries = all[(Int(sequence) - 1)...].map(\.message)
        $0.signature = all.last?.signature ?? Data()
      }
    }

    mutating func take(_ slice: Slice, of log: LogKey) {
      let state = states[log] ?? LogState(key: log)
      let before = self
      let result = try? SliceVerifier.verify(
        slice, room: .lobby, state: state, citations: CitationRules(mustBeHere: false),
        known: { before.known($0, $1) }, stored: { before.stored(log, from: $0) }, heads: &heads)
      switch result {
      case .entries(let new):
        for entry in new {
          var next = states[log] ?? LogState(key: log)
          FuzzTarget.expect(entry.place.sequence == next.next, "an entry out of turn")
          FuzzTarget.expect(entry.order > next.order, "an order that does not rise")
          next.next += 1
          next.hash = entry.hash
          next.order = entry.order
          states[log] = next
          entries[log, default: []].append(entry)
        }
      case .fork(let proof, let from):
        guard let (room, forked, place) = try? SliceVerifier.verify(proof) else {
          fatalError("a proof of our own that proves nothing")
        }
        FuzzTarget.expect(room == .lobby && forked == log && place == from, "a wrong proof")
      case .gap, nil: break
      }
    }
  }
}
