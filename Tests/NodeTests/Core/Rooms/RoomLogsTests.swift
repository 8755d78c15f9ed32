import Feature
import Features
import Foundation
import Identifiers
import Replication
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

/// The logs of a room: what is kept with each change of one is what a walk over all of them finds.
@Suite struct RoomLogsTests {
  /// A room in memory and in a store, beside its logs without anything that follows from them.
  private struct Stage {
    var room: Room
    var logs: [LogKey: StoredLog] = [:]
    var cited: [LogKey: UInt64] = [:]
    var random: SeededGenerator
    let authors: [Author]
    var own: LogKey { LogKey(author: authors[0], incarnation: 0) }
    /// The author that cannot belong to the room, and whose logs are there all the same.
    var outsider: Author { authors[1] }

    init(_ kind: RoomKind, seed: UInt64, _ transaction: Transaction) throws {
      random = SeededGenerator(seed: seed)
      authors = (0..<40).compactMap { number in
        Author((0..<32).map { UInt8(truncatingIfNeeded: number &* 37 &+ $0 &* 11) })
      }
      let id = try #require(RoomID([UInt8](repeating: 7, count: 16)))
      let stored = try transaction.addRoom(id, kind: kind, opener: authors[0])
      room = Room(id: id, stored: stored)
      guard kind == .private else { return }
      var members = Members(opener: authors[0])
      for author in authors.dropFirst(2) {
        _ = members.apply(
          .addMember(.with { $0.author = author.data }), log: own, sequence: 1
        ) { _ in [] }
      }
      room.stored.members = members
      try transaction.setMembers(members, of: stored, id: id)
    }

    // MARK: The naive way

    var admitted: [StoredLog] {
      logs.values.filter { room.stored.kind != .private || $0.state.key.author != outsider }
    }

    var uncited: (citations: [Citation], order: UInt64) {
      let heads = admitted.filter {
        $0.state.key != own && !$0.isForked && $0.state.next - 1 > cited[$0.state.key] ?? 0
      }.map(\.state).sorted { ($0.order, $0.key) < ($1.order, $1.key) }
        .suffix(room.stored.kind == .lobby && logs.count >= 32 ? 8 : 64)
      let citations = heads.map { head in
        Citation.with {
          ($0.log, $0.sequence, $0.hash) = (head.key.message, head.next - 1, head.hash.data)
        }
      }
      return (citations, heads.map(\.order).max() ?? 0)
    }

    func sorted(_ logs: some Sequence<StoredLog>) -> [StoredLog] {
      logs.sorted { $0.state.key < $1.state.key }
    }

    func expectAlike() {
      let (found, naive) = (room.uncited(by: own), uncited)
      #expect(found.citations == naive.citations && found.order == naive.order)
      #expect(Array(room.logs.values) == sorted(logs.values))
      #expect(room.logs.map(\.key) == logs.keys.sorted() && room.logs.count == logs.count)
      #expect(room.part == sorted(admitted))
      #expect(room.forkedLogs == sorted(logs.values.filter(\.isForked)))
      #expect(room.logs.entries == logs.values.reduce(0) { $0 + $1.state.next - 1 })
      #expect(
        room.logKeys == logs.values.reduce(into: [:]) { $0[$1.number] = $1.state.key })
      for author in authors {
        let written = sorted(logs.values.filter { $0.state.key.author == author })
        #expect(room.logs.logs(of: author) == written)
        #expect(room.logs.hasSeveral(of: author) == (written.count > 1))
      }
      let position = room.stored.position
      for after in Set([0, position / 3, max(0, position - 2), position, position + 1]) {
        let newer = logs.values.filter { $0.position > after }.sorted { $0.position < $1.position }
        #expect(room.logs.logs(after: after) == newer)
      }
      var asked = room
      for _ in 0..<2 {
        #expect(asked.digest == RoomDigest.digest(room: room.id, logs: admitted.map(\.state)))
      }
    }

    // MARK: What happens

    mutating func step(_ transaction: Transaction) throws {
      // Whoever asks between two changes must not be told the same both times.
      _ = room.digest
      switch Int.random(in: 0..<20, using: &random) {
      case 0: try fork(transaction)
      case 1 where room.stored.kind == .lobby: try giveUp(transaction)
      case 2...5: try write(transaction)
      default: try receive(transaction)
      }
    }

    private mutating func take(_ log: StoredLog) {
      room.logs[log.state.key] = log
      logs[log.state.key] = log
    }

    private mutating func log(_ key: LogKey, _ transaction: Transaction) throws -> StoredLog {
      if let log = logs[key] { return log }
      let log = try transaction.addLog(key, in: room.stored)
      take(log)
      return log
    }

    mutating func append(
      to key: LogKey, citing: [Citation], order: UInt64, _ transaction: Transaction
    ) throws {
      var log = try log(key, transaction)
      var entry = try EntryWriter.write(
        Payload(), room: room.id, state: log.state, dependencies: citing, dependencyOrder: order,
        wallMilliseconds: UInt64(room.stored.position))
      entry.signature = Data(count: 64)
      room.stored.position += 1
      try transaction.append(entry, log: log.number, position: room.stored.position)
      log.append(entry, at: room.stored.position)
      take(log)
    }

    private mutating func write(_ transaction: Transaction) throws {
      let (citations, order) = room.uncited(by: own)
      for citation in citations {
        let key = try #require(LogKey(citation.log))
        room.logs.cite(key, citation.sequence)
        cited[key] = citation.sequence
      }
      try append(to: own, citing: citations, order: order, transaction)
    }

    private mutating func receive(_ transaction: Transaction) throws {
      let author = try #require(authors.dropFirst().randomElement(using: &random))
      let incarnation = UInt64.random(in: 0..<3, using: &random)
      let key = LogKey(author: author, incarnation: incarnation)
      guard logs[key]?.isForked != true else { return }
      let order = UInt64.random(in: 0...UInt64(room.stored.position), using: &random)
      try append(to: key, citing: [], order: order, transaction)
    }

    private mutating func fork(_ transaction: Transaction) throws {
      guard var log = sorted(logs.values).randomElement(using: &random), !log.isForked,
        log.state.key != own
      else { return }
      let from = UInt64.random(in: 1...log.state.next, using: &random)
      try log.state.fork(from: from) {
        try transaction.reader.known(log: log.number, sequence: $0)?.hash
      }
      log.forkProof = ForkProof()
      try transaction.setFork(log: log.number, from: from, proof: ForkProof())
      take(log)
    }

    private mutating func giveUp(_ transaction: Transaction) throws {
      let author = try #require(authors.dropFirst().randomElement(using: &random))
      for log in room.logs.logs(of: author) {
        try transaction.removeLog(log, of: room.id, in: room.stored)
        room.logs[log.state.key] = nil
        logs[log.state.key] = nil
      }
    }

    /// Loads the room as after a start: nothing is known of what was cited.
    mutating func reload(_ reader: Reader) throws {
      let loaded = try #require(try Room.load(room.id, reader))
      // A room that had given up its newest log goes on where the others end.
      #expect(loaded.stored.position <= room.stored.position)
      let position = room.stored.position
      (room, cited) = (loaded, [:])
      room.stored.position = position
    }
  }

  @Test(
    "design 5: whatever is appended, cited, forked, given up and loaded again, what is kept of a room's logs is what a walk over them finds",
    arguments: [RoomKind.lobby, .private], 1..<13 as Range<UInt64>)
  func likeWalk(kind: RoomKind, seed: UInt64) throws {
    let store = try Store(Registry.parlor)
    var stage = try store.turn { try Stage(kind, seed: seed, $0) }
    var copies: [Stage] = []
    for turn in 0..<24 {
      try store.turn { transaction in
        for _ in 0..<20 { try stage.step(transaction) }
        stage.expectAlike()
        if turn % 8 == 3 { try stage.reload(transaction.reader) }
        if turn % 8 == 5 { try transaction.storeRuns() }
      }
      if turn % 8 == 6 {
        try store.read { try stage.reload($0) }
        stage.expectAlike()
      }
      if turn % 6 == 0 { copies.append(stage) }
    }
    for copy in copies { copy.expectAlike() }
  }

  @Test(
    "specification 5: of many uncited heads the newest are cited, fewer in a lobby of many, and the others next",
    arguments: [(RoomKind.personal, 64), (.lobby, 8)])
  func manyUncited(kind: RoomKind, most: Int) throws {
    let store = try Store(Registry.parlor)
    try store.turn { transaction in
      var stage = try Stage(kind, seed: 1, transaction)
      let all = 100
      for incarnation in 0..<UInt64(all) {
        let key = LogKey(author: stage.outsider, incarnation: incarnation)
        try stage.append(to: key, citing: [], order: incarnation, transaction)
      }
      let (newest, order) = stage.room.uncited(by: stage.own)
      #expect(
        newest.map(\.log.incarnation) == (all - most..<all).map { UInt64($0) } && order == 100)
      for citation in newest {
        stage.room.logs.cite(try #require(LogKey(citation.log)), citation.sequence)
      }
      let (rest, low) = stage.room.uncited(by: stage.own)
      let left = all - most
      #expect(
        rest.map(\.log.incarnation) == (max(0, left - most)..<left).map { UInt64($0) }
          && low == UInt64(left))
    }
  }
}
