import ChatSchema
import Foundation
import Identifiers
import Replication
import Schema
import Store
import SwiftProtobuf
import Testing
import Wire

@testable import Node

/// Writes entries of a person's log beside its node, as only a dishonest program would.
struct Pen {
  let room: RoomID
  private let key: SigningKey
  private var state: LogState
  private var entries: [VerifiedEntry] = []
  private let first: UInt64
  private let before: EntryHash

  /// The number of the newest entry.
  var sequence: UInt64 { state.next - 1 }

  /// The records that it made, each by an entry of its own or with others.
  var made: [Made] {
    entries.flatMap { entry in
      let operations = entry.payload.flatMap { try? PlainDecoding.operations($0) } ?? []
      return operations.map(\.put).filter { $0.nonce.count == 16 }
        .map { Made(put: $0, log: log, sequence: entry.place.sequence) }
    }
  }

  var log: LogKey { state.key }

  /// - Parameter later: how many incarnations behind the node's own.
  init(of number: Int, in room: RoomID, _ world: RoomWorld, later: UInt64 = 0) throws {
    let (account, state) = try world.network.nodes[number].store.read { reader in
      let account = try #require(try reader.accounts().first)
      let log = LogKey(author: account.author, incarnation: account.incarnation + later)
      let logs = try Room.load(room, reader)?.logs
      return (account, logs?[log]?.state ?? LogState(key: log))
    }
    self.room = room
    self.state = state
    (first, before) = (state.next, state.hash)
    key = try SigningKey(secret: account.secret)
  }

  func message(_ text: String) -> Schema.Operation {
    .with {
      $0.put.nonce = Data(
        Hashing.digest(.record, Array("\(text) \(state.next)".utf8)).bytes.prefix(16))
      $0.put.kind = RecordKind.chatMessage.rawValue
      $0.put.body = (try? ChatMessage.with { $0.text = text }.serializedData()) ?? Data()
    }
  }

  /// Writes a record whose nonce follows from others, as a node names what there is one of.
  mutating func write(
    _ kind: RecordKind, named purpose: String, _ parent: RecordID,
    _ body: some SwiftProtobuf.Message
  ) throws {
    let nonce = Hashing.digest(.derived, Array(purpose.utf8) + [0], parent.bytes).data.prefix(16)
    try write([.making(kind, nonce: Data(nonce), parent: parent, body)])
  }

  mutating func write(
    _ operations: [Schema.Operation], citing citations: [Citation] = []
  ) throws {
    let entry = try EntryWriter.write(
      .with { $0.operations = operations }, room: room, state: state, dependencies: citations,
      dependencyOrder: 0, wallMilliseconds: 1)
    entries.append(entry)
    state.next += 1
    state.hash = entry.hash
    state.order = entry.order
  }

  /// Writes bytes for a payload, whatever they are.
  ///
  /// - Parameter size: what the header says of them; nil for what is so.
  mutating func write(bytes payload: Data, size: Int? = nil) throws {
    let header = Data(
      try Coding.encode(EntryHeader.with { $0.payloadSize = UInt64(size ?? payload.count) }))
    let place = LogPlace(room: room, log: state.key, sequence: state.next)
    let payloadHash = Hashing.payload(payload)
    let entry = VerifiedEntry(
      place: place,
      hash: Hashing.entry(place, previous: state.hash, payloadHash: payloadHash, header: header),
      order: state.order + 1, header: header, payload: payload, payloadHash: payloadHash,
      dependencies: [], wallMilliseconds: 0, signature: nil)
    entries.append(entry)
    state.append(entry)
  }

  /// Writes what another pen of the same log wrote there.
  mutating func copy(_ index: Int, of pen: Pen) {
    entries.append(pen.entries[index])
    state.next += 1
    state.hash = pen.entries[index].hash
    state.order = pen.entries[index].order
  }

  /// The proof that this pen and another one wrote different entries at a number, counted from 0.
  func fork(from other: Pen, at index: Int) throws -> ForkProof {
    func side(_ pen: Pen) throws -> Slice {
      guard case .batch(let batch) = try pen.batch(of: index..<pen.count) else { return Slice() }
      return batch.slices[0]
    }
    return try .with {
      $0.room = room.data
      $0.previous = (index == 0 ? before : entries[index - 1].hash).data
      $0.left = try side(self)
      $0.right = try side(other)
    }
  }

  var payloads: [Data] { entries.compactMap(\.payload) }

  var count: Int { entries.count }

  /// A citation of the newest entry; nil where there is none.
  var citation: Citation? {
    guard let newest = entries.last else { return nil }
    return .with {
      $0.log = log.message
      $0.sequence = newest.place.sequence
      $0.hash = newest.hash.data
    }
  }

  /// One entry as somebody who is not in the room is shown it.
  func signed(_ index: Int) throws -> SignedEntry {
    guard case .batch(let batch) = try batch(of: index..<index + 1) else { return SignedEntry() }
    return .with {
      $0.room = room.data
      $0.previous = index == 0 ? EntryHash.zero.data : entries[index - 1].hash.data
      $0.slice = batch.slices[0]
    }
  }

  /// All of it as a batch.
  var batch: Frame.OneOf_Body {
    get throws { try batch(of: 0..<count) }
  }

  /// Some of it as a batch.
  ///
  /// - Parameter withheld: numbers of entries that go without their payloads.
  func batch(of part: Range<Int>, withheld: Set<Int> = []) throws -> Frame.OneOf_Body {
    let signature = try key.signHeads([entries[part.upperBound - 1].hash])[0]
    return .batch(
      .with {
        $0.room = room.data
        $0.number = 1
        $0.slices = [
          .with {
            $0.log = state.key.message
            $0.first = first + UInt64(part.lowerBound)
            $0.entries = part.map { index in
              var entry = entries[index].message
              if withheld.contains(index) { entry.payloadHash = entries[index].payloadHash.data }
              return entry
            }
            $0.signature = signature
          }
        ]
      })
  }
}

/// A record as its author made it.
struct Made {
  let put: PutRecord
  let log: LogKey
  let sequence: UInt64

  var id: RecordID { RecordID(by: log.author, nonce: put.nonce) }

  /// The delete of it that an honest node writes.
  var delete: DeleteRecord {
    .with {
      $0.record = id.data
      $0.kind = put.kind
      $0.parent = put.parent
      $0.writers = put.writers
      $0.made = log.place(sequence)
      $0.nonce = put.nonce
      $0.erased = [log.place(sequence)]
    }
  }
}
