import Feature
import Features
import Foundation
@testable import Node
import ChatSchema
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

/// Some people on a virtual network, and what they do with rooms.
final class RoomWorld {
  let network: VirtualNetwork

  /// - Parameter batchBytes: how many bytes the nodes put into a batch; with 1 each entry comes in one of its own.
  init(
    _ names: [String], seed: UInt64 = 1, batchBytes: Int = Limits.batchPaired,
    registry: Registry = .parlor
  ) throws {
    network = VirtualNetwork(seed: seed, registry: registry)
    network.batchBytes = batchBytes
    for name in names { _ = try network.add(name) }
  }

  /// Links two nodes whose people trust each other.
  func pair(_ one: Int, _ other: Int) throws {
    network.connect(one, other)
    for (number, peer) in [(one, other), (other, one)] {
      let id = network.nodes[peer].id.description
      _ = try call(number, Methods.Peers.trust) { $0.node = id }
    }
    #expect(network.isLinked(one, other))
  }

  @discardableResult
  func call<Request, Response>(
    _ number: Int, _ method: Method<Request, Response>,
    _ fill: (inout Request) throws -> Void = { _ in }
  ) throws -> Response {
    let answer = try network.call(number, method, fill).get()
    network.settle()
    return answer
  }

  @discardableResult
  func say(_ number: Int, _ text: String, in room: String = "lobby") throws -> MessageView {
    // After ten messages at once, one each second.
    network.run(milliseconds: 1_001)
    return try call(number, Methods.Chat.post) {
      $0.room = room
      $0.text = text
    }
  }

  func make(
    _ number: Int, _ name: String, _ people: [String] = [], roster: Bool = false
  ) throws -> RoomView {
    try call(number, Methods.Rooms.make) {
      $0.name = name
      $0.people = people
      $0.roster = roster
    }
  }

  func change(_ number: Int, _ room: String, _ person: String, _ change: MemberChange) throws {
    _ = try call(number, Methods.Rooms.changeMember) {
      $0.room = room
      $0.person = person
      $0.change = change
    }
  }

  /// Returns the texts that a node's person reads in a room.
  func texts(_ number: Int, in room: String = "lobby") throws -> [String] {
    try read(number, room) { try $0.messages().messages }.map {
      $0.deleted ? "(deleted)" : $0.text
    }
  }

  func state(_ number: Int, _ room: String = "lobby") throws -> RoomState {
    try read(number, room) { try $0.state() }
  }

  func room(_ number: Int, _ room: String) throws -> RoomView {
    try read(number, room) { try $0.roomView() }
  }

  /// The account of a node.
  func account(_ number: Int) throws -> Author {
    try #require(try network.nodes[number].store.read { try $0.accounts() }.first).author
  }

  /// The four words of a node's account.
  func words(of number: Int) throws -> String { KeyWords.words(of: try account(number)) }

  func read<T>(_ number: Int, _ room: String, _ body: (RoomViews) throws -> T) throws -> T {
    try network.nodes[number].store.read { reader in
      let account = try #require(try reader.accounts().first)
      let id = try RoomNames.room(room, reader, own: account.author)
      return try body(try #require(try RoomViews(id, reader, own: account.author)))
    }
  }
}

extension Room {
  /// The payloads of a room that are in a store.
  static func payloads(of id: RoomID, _ reader: Reader) throws -> [Data] {
    var payloads: [Data] = []
    let logs = try load(id, reader).map { Array($0.logs.values) } ?? []
    try reader.entries(in: id, of: logs) { _, entry in
      if let payload = entry.payload { payloads.append(payload) }
      return true
    }
    return payloads
  }
}

extension RoomWorld {
  /// Keeps bytes for a command of somebody.
  ///
  /// - Returns: their id.
  func keep(_ number: Int, _ content: Data) throws -> String {
    try network.keep(number, content)
  }
}
