import Foundation
@testable import Node
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

extension RoomWorld {
  /// A backup of a node's home as it is now.
  func backUp(_ number: Int) throws -> Store { try network.nodes[number].store.copy() }

  /// Starts a node on a backup, as another machine would after `parlor restore`.
  ///
  /// - Returns: its number; the node that was backed up must be down.
  func restore(_ name: String, _ backup: Store, seed: UInt64 = 0) throws -> Int {
    let store = try backup.copy()
    try store.turn { try $0.setRestored(true) }
    return try network.add(name, store: store)
  }

  /// The same, linked to others for a minute, so that what was lost is back and it may write.
  func comeBack(_ name: String, _ backup: Store, linkedTo others: ClosedRange<Int>) throws -> Int {
    let number = try restore(name, backup)
    for other in others { network.connect(number, other) }
    network.run(milliseconds: 60_000)
    return number
  }

  /// A node's disk goes back to what it was, unmarked, as where a home is copied by hand; the node starts on it, kept apart
  /// from others.
  ///
  /// - Returns: its new number.
  func goBack(_ number: Int, to disk: Store, apartFrom others: ClosedRange<Int>) throws -> Int {
    network.crash(number)
    let again = try network.add(network.nodes[number].name, store: disk.copy())
    for other in others { network.partition(again, other) }
    return again
  }

  /// Two nodes that were kept apart are linked, for as long as both need to dial, to be refused, and to dial again.
  func meet(_ one: Int, _ other: Int) {
    network.heal(one, other)
    network.connect(one, other)
    network.run(milliseconds: 130_000)
  }

  /// The logs of a node's own account in a room.
  func ownLogs(_ number: Int, in room: String = "lobby") throws -> [LogState] {
    let own = try #require(network.nodes[number].node).author
    return try network.nodes[number].store.read { reader in
      let id = try RoomNames.room(room, reader, own: own)
      return try Room.load(id, reader)?.logs.values.map(\.state)
        .filter { $0.key.author == own && $0.next > 1 }
        .sorted { $0.key < $1.key } ?? []
    }
  }

  /// Counts the logs of a room that a node knows to be forked; nil where it does not have the room.
  func forks(_ number: Int, in room: String) throws -> Int? {
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    return try network.nodes[number].store.read {
      try Room.load(id, $0)?.logs.values.filter(\.isForked).count
    }
  }
}
